"""Common base of every written section of a file, and scalars that read themselves."""

import ast
import inspect
import itertools
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError, core_schema

from loadproof.errors import WrittenValueError
from loadproof.model.duration import Duration

__all__ = ["GIVE", "SLO_WORDS", "UNREADABLE", "Scalar", "SloTexts", "Spec", "UpToAnHour"]

GIVE = "\n\nGive "
"""Separator in a description of the schema, between the meaning of a key and the form of its value."""
UNREADABLE = "unreadable"
"""The kind of the pydantic error of a scalar that cannot be read; its context has `message` and `cure`."""

SLO_WORDS = "SLOs such as [p99<50ms, errors<1%]"
_Slo = Annotated[str, Field(description=SLO_WORDS, examples=["errors<1%"])]
SloTexts = str | list[_Slo]


class Spec(BaseModel):
    """Strict: a number is never taken for text nor text for a number, and unknown keys are faults.

    The description of a field completes the cure "give ..."; its first example, if it has one, stands in for a value
    of the wrong kind while the rest of the file is checked. The text below a field says what the key means. The schema
    has both.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    of_changes: ClassVar[str] = ""
    """Text that is added to the meaning of each key in a section that changes another section."""

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Return the text below each field, by the name of the field."""
        return _meanings(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """With what each key means before the form of its value, as editors show it."""
        made = handler(schema)
        properties = handler.resolve_ref_schema(made).get("properties", {})
        for name, text in cls.meanings().items():
            meaning = f"{text} {cls.of_changes}".rstrip()
            key = properties[cls.model_fields[name].alias or name]
            key["description"] = f"{meaning}{GIVE}{key['description']}"
        return made


def _meanings(model: type[Spec]) -> dict[str, str]:
    """The texts below the fields of `model` and of what it is made of, by the names of the fields."""
    found: dict[str, str] = {}
    for one in reversed(model.__mro__):
        if not issubclass(one, Spec) or one is Spec:
            continue
        (written,) = ast.parse(textwrap.dedent(inspect.getsource(one))).body
        body = written.body if isinstance(written, ast.ClassDef) else []
        for field, below in itertools.pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
                text = ast.literal_eval(below.value)
                found[field.target.id] = inspect.cleandoc(text).replace("\n", " ")
    return {name: text for name, text in found.items() if name in model.model_fields}


@dataclass(frozen=True, slots=True)
class Scalar:
    """A note on a type that stands in a file as text: `read` makes a value of it, and raises WrittenValueError.

    `stand_in` is text that can be read, for the place of one that cannot. In Python the value may be given as well,
    so `kind` is none that a file has.
    """

    kind: type
    read: Callable[[Any], Any]
    stand_in: str
    or_whole: bool = False
    """True if a whole number may stand in place of the text."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Text, or the value itself."""
        return core_schema.no_info_plain_validator_function(self._value)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema of the scalar as it stands in a file."""
        return {"anyOf": [{"type": "integer"}, {"type": "string"}]} if self.or_whole else {"type": "string"}

    def _value(self, written: Any) -> Any:
        if isinstance(written, self.kind):
            return written
        if not (isinstance(written, str) or (self.or_whole and type(written) is int)):
            raise PydanticKnownError("string_type")
        try:
            return self.read(written)
        except WrittenValueError as error:
            told = {"message": error.message, "cure": error.cure}
            raise PydanticCustomError(UNREADABLE, "{message}. Cure: {cure}", told) from error


UpToAnHour = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, 3600.0), "10s")]
"""A duration above 0."""
