"""Reads a YAML file as a spec: unknown keys, missing keys, values of the wrong kind.

What is wrong is told and then replaced by a stand-in, so that the rest of the file can still be checked; the
log refuses further faults at the same place, and no stand-in leaves the loader: a fault ends in StudyFaults.
"""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import kind_of, quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.written import UNREADABLE, Scalar
from loadproof.study.yaml_document import read_yaml

__all__ = ["read_spec"]

_EMPTY: dict[Any, Any] = {str: "", bool: False, int: 0, float: 0.0, list: [], dict: {}}


@dataclass(frozen=True, slots=True)
class _SpecPlace:
    """The types of which one may stand at a place, the words for them, and an example that stands in."""

    branches: tuple[Any, ...]
    words: str = ""
    examples: tuple[Any, ...] = ()

    @staticmethod
    def of(annotation: Any, words: str = "", examples: Sequence[Any] = ()) -> "_SpecPlace":
        """The place that `annotation` describes; a description inside it wins over `words`."""
        while get_origin(annotation) is Annotated:
            annotation, *notes = get_args(annotation)
            for note in notes:
                if isinstance(note, FieldInfo):
                    words, examples = note.description or words, note.examples or ()
                elif isinstance(note, Scalar):
                    examples = examples or (note.stand_in,)
        branches = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
        some = tuple(branch for branch in branches if branch is not NoneType)
        if len(some) == 1 and get_origin(some[0]) is Annotated:
            # What may be null may itself be a union, whose errors name the type that they speak of.
            return _SpecPlace.of(some[0], words, examples)
        return _SpecPlace(some, words, tuple(examples))

    @property
    def is_union(self) -> bool:
        """True if more than one type may stand here: then errors name the type that they speak of."""
        return len(self.branches) > 1

    def takes_parts_of(self, value: Any) -> bool:
        """Return True if `value` is a list or mapping of a kind that may stand here, whatever is in it."""
        if isinstance(value, list):
            return any(get_origin(branch) is list for branch in self.branches)
        return isinstance(value, dict) and any(
            get_origin(branch) is dict or _is_model(branch) for branch in self.branches
        )

    def known_keys(self) -> list[str]:
        """The keys that a mapping here may have; none where they are free."""
        return [key for branch in self.branches if _is_model(branch) for key in _fields(branch)]

    def needs(self, key: str) -> bool:
        """Return True if a mapping here needs `key`: a field without a default, or an entry under a free name."""
        field = self._field(key)
        return field.is_required() if field else any(get_origin(branch) is dict for branch in self.branches)

    def part(self, part: str | int) -> "_SpecPlace":
        """The place of a key or of an item of a list."""
        if isinstance(part, str) and (field := self._field(part)):
            # pydantic takes the notes off the type of a field.
            noted = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
            return _SpecPlace.of(noted, field.description or "", field.examples or ())
        for branch in self.branches:
            if get_origin(branch) is (dict if isinstance(part, str) else list):
                return _SpecPlace.of(get_args(branch)[-1], self.words)
        return _SpecPlace((Any,), self.words)

    def written_path(self, location: Sequence[int | str]) -> tuple[KeyPath, "_SpecPlace"]:
        """The key path of a pydantic error and its place; of an unknown key, the place around it."""
        place = self
        path: KeyPath = ()
        parts = list(location)
        while parts:
            if place.is_union:
                parts.pop(0)
            if not parts:
                break
            part = parts.pop(0)
            path = (*path, part)
            if isinstance(part, str) and not place.needs(part) and place._field(part) is None:
                break
            place = place.part(part)
        return path, place

    def stand_in(self) -> Any:
        """A value of a right kind."""
        if self.examples:
            return self.examples[0]
        branch = self.branches[0]
        if get_origin(branch) is Annotated:
            return _SpecPlace.of(branch).stand_in()
        if _is_model(branch):
            return {key: self.part(key).stand_in() for key in _fields(branch) if self.needs(key)}
        if get_origin(branch) is Literal:
            return get_args(branch)[0]
        return _EMPTY.get(get_origin(branch) or branch)

    def _field(self, key: str) -> FieldInfo | None:
        models = (_fields(branch) for branch in self.branches if _is_model(branch))
        return next((fields[key] for fields in models if key in fields), None)


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields by their names in a file, which may be words that Python keeps for itself."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _is_model(branch: Any) -> bool:
    return isinstance(branch, type) and issubclass(branch, BaseModel)


_Spec = TypeVar("_Spec", bound=BaseModel)
_UNKNOWN, _MISSING = "extra_forbidden", "missing"


@dataclass(frozen=True, slots=True)
class _Problem:
    """Error that pydantic reports for a place: its kind, and in `told` the message and hint of an unreadable scalar."""

    kind: str
    place: _SpecPlace
    told: Mapping[str, str]


def _shaped(model: type[_Spec], written: dict[str, Any], log: FaultLog) -> _Spec:
    """The spec of `written`, with stand-ins for what `log` then calls broken."""
    try:
        return model.model_validate(written)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
    root = _SpecPlace.of(model)
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


def _tell_unknown_key(path: KeyPath, around: _SpecPlace, log: FaultLog) -> set[KeyPath]:
    """Tell of a key that is not known `around` it; the path of the key that was probably meant."""
    known = around.known_keys()
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    cure = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
    log.add_broken(path, "this key is not known", cure)
    return {(*path[:-1], name) for name in near}


def _tell_wrong_value(path: KeyPath, kind: str, value: Any, place: _SpecPlace, log: FaultLog) -> None:
    """Tell of a value of the wrong kind."""
    if kind == "literal_error" and not isinstance(value, dict | list):
        message = f"{quoted(value)} is not known"
    elif value is None or isinstance(value, dict | list):
        message = f"{kind_of(value)} cannot stand here"
    else:
        message = f"{quoted(value)} is {kind_of(value)}, which cannot stand here"
    log.add_broken(path, message, f"give {place.words}")


def _repaired(value: Any, place: _SpecPlace, path: KeyPath, broken: Mapping[KeyPath, str]) -> Any:
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


def _repaired_part(item: Any, around: _SpecPlace, path: KeyPath, broken: Mapping[KeyPath, str]) -> Any:
    place = around.part(path[-1])
    return place.stand_in() if path in broken else _repaired(item, place, path, broken)


def read_spec(model: type[_Spec], path: Path, log: FaultLog) -> _Spec:
    """Return the spec in `path`, with stand-ins for the parts that `log` then calls broken.

    Raises StudyFaults when nothing can be read.
    """
    written = read_yaml(path, log)
    if not isinstance(written, dict):
        message = "the file is empty" if written is None else f"the file holds {kind_of(written)}, not a mapping"
        needed = [name for name, field in model.model_fields.items() if field.is_required()]
        log.add((), message, f"write a mapping with the key{'s' * (len(needed) > 1)} {', '.join(needed)}")
        raise log.error()
    return _shaped(model, written, log)
