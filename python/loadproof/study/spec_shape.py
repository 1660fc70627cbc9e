"""Checks what was written against a spec: unknown keys, missing keys, values of the wrong kind.

What is wrong is told and then replaced by a stand-in, so that the rest of the file can still be checked; the
log refuses further faults at the same place, and no stand-in leaves the loader: a fault ends in StudyFaults.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import kind_of, quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.spec_place import SpecPlace
from loadproof.study.written import UNREADABLE

__all__ = ["shape_spec"]

_Spec = TypeVar("_Spec", bound=BaseModel)
_UNKNOWN, _MISSING = "extra_forbidden", "missing"


@dataclass(frozen=True, slots=True)
class _Problem:
    """What pydantic says of a place: its kind of error, and of a scalar that cannot be read the message and cure."""

    kind: str
    place: SpecPlace
    told: Mapping[str, str]


def shape_spec(model: type[_Spec], written: dict[str, Any], log: FaultLog) -> _Spec:
    """The spec of `written`, with stand-ins for what `log` then calls broken."""
    try:
        return model.model_validate(written)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
    root = SpecPlace.of(model)
    broken: dict[KeyPath, _Problem] = {}
    for problem in problems:
        path, place = root.written_path(problem["loc"])
        kind = problem["type"]
        # A union also blames the whole for one bad part of the branch that was meant.
        if kind in (_MISSING, _UNKNOWN) or not (place.is_union and place.takes_parts_of(_at(written, path))):
            broken.setdefault(path, _Problem(kind, place, problem.get("ctx", {})))
    _tell(broken, written, log)
    kinds = {path: found.kind for path, found in broken.items()}
    return model.model_validate(_repaired(written, root, (), kinds))


def _tell(broken: Mapping[KeyPath, _Problem], written: dict[str, Any], log: FaultLog) -> None:
    """Tell of each problem, and of a key that is missing only where none like it was written."""
    meant: set[KeyPath] = set()
    for path, found in broken.items():
        if found.kind == _UNKNOWN:
            meant |= _tell_unknown_key(path, found.place, log)
    for path, found in broken.items():
        if found.kind == _MISSING:
            if path not in meant:
                log.add(path, "this key is missing", f"give {found.place.words}")
            log.mark_broken(path)
        elif found.kind == UNREADABLE:
            log.add_unreadable(path, WrittenValueError(found.told["message"], found.told["cure"]))
        elif found.kind != _UNKNOWN:
            _tell_wrong_value(path, found.kind, _at(written, path), found.place, log)


def _at(written: Any, path: KeyPath) -> Any:
    for part in path:
        written = written[part]
    return written


def _tell_unknown_key(path: KeyPath, around: SpecPlace, log: FaultLog) -> set[KeyPath]:
    """Tell of a key that is not known `around` it; the path of the key that was probably meant."""
    known = around.known_keys()
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    cure = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
    log.add_broken(path, "this key is not known", cure)
    return {(*path[:-1], name) for name in near}


def _tell_wrong_value(path: KeyPath, kind: str, value: Any, place: SpecPlace, log: FaultLog) -> None:
    """Tell of a value of the wrong kind."""
    if kind == "literal_error" and not isinstance(value, dict | list):
        message = f"{quoted(value)} is not known"
    elif value is None or isinstance(value, dict | list):
        message = f"{kind_of(value)} cannot stand here"
    else:
        message = f"{quoted(value)} is {kind_of(value)}, which cannot stand here"
    log.add_broken(path, message, f"give {place.words}")


def _repaired(value: Any, place: SpecPlace, path: KeyPath, broken: Mapping[KeyPath, str]) -> Any:
    """A copy of `value` with stand-ins at the paths in `broken`.

    What need not be there is left out, unless it is text that was meant for its place.
    """
    if isinstance(value, list):
        return [_repaired_part(item, place, (*path, index), broken) for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    copy: dict[str, Any] = {}
    for key, item in value.items():
        inner = (*path, key)
        kind = broken.get(inner)
        if kind in (None, UNREADABLE) or (kind != _UNKNOWN and place.needs(key)):
            copy[key] = _repaired_part(item, place, inner, broken)
    for key in place.known_keys():
        if place.needs(key) and key not in copy:
            copy[key] = place.part(key).stand_in()
    return copy


def _repaired_part(item: Any, around: SpecPlace, path: KeyPath, broken: Mapping[KeyPath, str]) -> Any:
    place = around.part(path[-1])
    return place.stand_in() if path in broken else _repaired(item, place, path, broken)
