"""What may stand at one place of a file, as the types of a spec say it."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from loadproof.study.fault_log import KeyPath
from loadproof.study.written import Scalar

__all__ = ["SpecPlace"]

_EMPTY: dict[Any, Any] = {str: "", bool: False, int: 0, float: 0.0, list: [], dict: {}}


@dataclass(frozen=True, slots=True)
class SpecPlace:
    """The types of which one may stand at a place, the words for them, and an example that stands in."""

    branches: tuple[Any, ...]
    words: str = ""
    examples: tuple[Any, ...] = ()

    @staticmethod
    def of(annotation: Any, words: str = "", examples: Sequence[Any] = ()) -> "SpecPlace":
        """The place that `annotation` describes; a description inside it wins over `words`."""
        while get_origin(annotation) is Annotated:
            annotation, *notes = get_args(annotation)
            for note in notes:
                if isinstance(note, FieldInfo):
                    words, examples = note.description or words, note.examples or ()
                elif isinstance(note, Scalar):
                    examples = examples or (note.stand_in,)
        branches = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
        return SpecPlace(tuple(branch for branch in branches if branch is not NoneType), words, tuple(examples))

    @property
    def is_union(self) -> bool:
        """Whether more than one type may stand here: then errors name the type that they speak of."""
        return len(self.branches) > 1

    def takes_parts_of(self, value: Any) -> bool:
        """Whether `value` is a list or mapping of a kind that may stand here, whatever is in it."""
        if isinstance(value, list):
            return any(get_origin(branch) is list for branch in self.branches)
        return isinstance(value, dict) and any(
            get_origin(branch) is dict or _is_model(branch) for branch in self.branches
        )

    def known_keys(self) -> list[str]:
        """The keys that a mapping here may have; none where they are free."""
        return [key for branch in self.branches if _is_model(branch) for key in _fields(branch)]

    def needs(self, key: str) -> bool:
        """Whether a mapping here cannot do without `key`: a field without a default, or an entry under a free name."""
        field = self._field(key)
        return field.is_required() if field else any(get_origin(branch) is dict for branch in self.branches)

    def part(self, part: str | int) -> "SpecPlace":
        """The place of a key or of an item of a list."""
        if isinstance(part, str) and (field := self._field(part)):
            # pydantic takes the notes off the type of a field.
            noted = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
            return SpecPlace.of(noted, field.description or "", field.examples or ())
        for branch in self.branches:
            if get_origin(branch) is (dict if isinstance(part, str) else list):
                return SpecPlace.of(get_args(branch)[-1], self.words)
        return SpecPlace((Any,), self.words)

    def written_path(self, location: Sequence[int | str]) -> tuple[KeyPath, "SpecPlace"]:
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
            return SpecPlace.of(branch).stand_in()
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
