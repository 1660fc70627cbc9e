"""Reads a YAML file as a spec."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from loadproof.model.quoting import kind_of
from loadproof.study.fault_log import FaultLog
from loadproof.study.spec_shape import shape_spec
from loadproof.study.yaml_document import read_yaml

__all__ = ["read_spec"]

_Spec = TypeVar("_Spec", bound=BaseModel)


def read_spec(model: type[_Spec], path: Path, log: FaultLog) -> _Spec:
    """What stands in `path`, with stand-ins for what `log` then calls broken.

    Raises StudyFaults when nothing can be read.
    """
    written = read_yaml(path, log)
    if not isinstance(written, dict):
        message = "the file is empty" if written is None else f"the file holds {kind_of(written)}, not a mapping"
        needed = [name for name, field in model.model_fields.items() if field.is_required()]
        log.add((), message, f"write a mapping with the key{'s' * (len(needed) > 1)} {', '.join(needed)}")
        raise log.error()
    return shape_spec(model, written, log)
