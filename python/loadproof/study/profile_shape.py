"""Checks what was written against `ProfileSpec`: unknown keys, missing keys, values of the wrong kind.

What is wrong is told and then replaced by a stand-in, so that the rest of the file can still be checked; the
log refuses further faults at the same place, and no stand-in leaves the loader: a fault ends in StudyFaults.
"""

import difflib
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.profile_spec import FeederSpec, OperationSpec, ProfileSpec
from loadproof.study.quoting import kind_of, quoted

__all__ = ["shape_profile"]


def shape_profile(written: dict[str, Any], log: FaultLog) -> ProfileSpec:
    """The spec of `written`, with stand-ins for what `log` then calls broken."""
    try:
        return ProfileSpec.model_validate(written)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
    broken = {_written_path(problem["loc"]): problem["type"] for problem in reversed(problems)}
    # A union also blames the whole list for one bad item.
    broken = {
        path: kind
        for path, kind in broken.items()
        if kind == "missing" or not (_is_union(path) and isinstance(_at(written, path), list))
    }
    meant: set[KeyPath] = set()
    for path, kind in broken.items():
        if kind == "extra_forbidden":
            meant |= _tell_unknown_key(path, log)
    for path, kind in broken.items():
        if kind != "extra_forbidden":
            _tell_wrong_value(path, kind, written, meant, log)
    return ProfileSpec.model_validate(_repaired(written, (), set(broken)))


def _written_path(location: Sequence[int | str]) -> KeyPath:
    """The key path of an error, without the names that pydantic gives to the branches of a union."""
    depth = 1 if location[0] not in _SECTIONS else 4 if "headers" in location[2:3] else 3
    path: KeyPath = tuple(location[:depth])
    if _is_union(path):
        path += tuple(part for part in location[depth:] if isinstance(part, int))
    return path


def _is_union(path: KeyPath) -> bool:
    """Whether one value or a list of them may stand at `path`."""
    return path == ("slo",) or (len(path) == 3 and path[0] == "operations" and path[2] in ("slo", "expect"))


def _at(written: Any, path: KeyPath) -> Any:
    for part in path:
        written = written[part]
    return written


_SECTIONS: dict[str | int, type[BaseModel]] = {"feeders": FeederSpec, "operations": OperationSpec}


def _model_at(path: KeyPath) -> type[BaseModel]:
    """The model whose keys stand at `path`."""
    return _SECTIONS[path[0]] if path else ProfileSpec


def _tell_unknown_key(path: KeyPath, log: FaultLog) -> set[KeyPath]:
    """Tell of a key that is not known; the path of the key that was probably meant."""
    known = list(_model_at(path[:-1]).model_fields)
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    cure = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
    log.add_broken(path, "this key is not known", cure)
    return {(*path[:-1], name) for name in near}


def _tell_wrong_value(path: KeyPath, kind: str, written: dict[str, Any], meant: set[KeyPath], log: FaultLog) -> None:
    """Tell of a key that is missing, unless it is there misspelt, or of a value of the wrong kind."""
    cure = f"give {_description(path)}"
    if kind == "missing":
        if path not in meant:
            log.add(path, "this key is missing", cure)
        log.mark_broken(path)
        return
    value = _at(written, path)
    message = f"{quoted(value)} is not known" if kind == "literal_error" else _wrong_kind(value)
    log.add_broken(path, message, cure)


def _wrong_kind(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        return f"{kind_of(value)} cannot stand here"
    return f"{quoted(value)} is {kind_of(value)}, which cannot stand here"


def _description(path: KeyPath) -> str:
    if len(path) == 2 and path[0] in _SECTIONS:
        return "a mapping with csv or uuid" if path[0] == "feeders" else "a mapping with a request"
    if len(path) == 4 and path[2] == "headers":
        return "text (a number goes in quotes)"
    field = next(part for part in reversed(path) if isinstance(part, str))
    model = _model_at(path[:2] if path[0] in _SECTIONS and len(path) > 1 else ())
    return str(model.model_fields[field].description)


def _repaired(value: Any, path: KeyPath, broken: set[KeyPath]) -> Any:
    """A copy of `value` with stand-ins at the paths in `broken`."""
    if isinstance(value, list):
        return [_stand_in(path) if (*path, index) in broken else item for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    copy: dict[str, Any] = {}
    for key, item in value.items():
        inner = (*path, key)
        if inner not in broken:
            copy[key] = _repaired(item, inner, broken)
        elif len(inner) == 2:
            copy[key] = {"request": "GET /"} if path[0] == "operations" else {}
    if not path:
        copy.setdefault("operations", {})
    if len(path) == 2 and path[0] == "operations":
        copy.setdefault("request", "GET /")
    return copy


def _stand_in(path: KeyPath) -> Any:
    return 200 if path[-1] == "expect" else "errors<1%"
