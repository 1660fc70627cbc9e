"""JSON Schemas (draft 2020-12) of what is typed here, as the page of web/ and scripts read it."""

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from loadproof.model.message import Message
from loadproof.records.json_form import MESSAGES, json_names, message_fields

__all__ = ["json_schema"]

_DEFINITIONS = "#/$defs/"
_REFERENCE = f"{_DEFINITIONS}Message"
_MESSAGE = {
    "title": "Message",
    "description": "What makes a text in any language: its code in the catalogues, and what fills its gaps.",
    "type": "object",
    "properties": {"code": {"type": "string"}, "values": {"type": "object", "additionalProperties": True}},
    "required": ["code", "values"],
    "additionalProperties": False,
}


class _Schema(GenerateJsonSchema):
    """A dataclass has no keys but its own, all of which are written, and beside its texts their codes."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> dict[str, Any]:
        """Called by pydantic."""
        kind: Any = schema["cls"]
        if kind is Message:
            return {"type": "string"}
        made = super().dataclass_schema(schema)
        made["additionalProperties"] = False
        for name in made["properties"].keys() - set(json_names(kind)):
            del made["properties"][name]
            made["required"].remove(name)
        if message_fields(kind):
            made["properties"][MESSAGES] = {"type": "object"}
        return made

    def field_is_required(self, *_: Any, **_options: Any) -> bool:
        """Called by pydantic."""
        return True


def json_schema(kind: type, *, suffix: str = "", is_open: bool = False) -> dict[str, Any]:
    """The schema of a dataclass as `json_form.plain` writes it; names of types get `suffix`.

    With `is_open` the outermost object may have other keys.
    """
    schema = TypeAdapter(kind).json_schema(mode="serialization", schema_generator=_Schema)
    schema = _with_english(schema)
    definitions = schema.get("$defs", {})
    enumerations = {name: definitions.pop(name) for name in list(definitions) if "enum" in definitions[name]}
    schema = _with_values(schema, enumerations)
    definitions = schema.get("$defs", {})
    if "Message" in definitions:
        definitions["Message"] = _MESSAGE
        for one in (schema, *definitions.values()):
            if MESSAGES in one["properties"]:
                one["properties"][MESSAGES] = {"type": "object", "additionalProperties": {"$ref": _REFERENCE}}
    if is_open:
        schema["additionalProperties"] = True
    return _renamed(schema, suffix)


def _with_english(value: Any) -> Any:
    """A copy in which a message stands as the text that it is."""
    if isinstance(value, list):
        return [_with_english(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("$ref") == _REFERENCE:
        return {"type": "string"}
    return {key: _with_english(inner) for key, inner in value.items()}


def _with_values(value: Any, enumerations: dict[str, Any]) -> Any:
    """A copy in which the values of an enumeration stand where it is referred to."""
    if isinstance(value, list):
        return [_with_values(item, enumerations) for item in value]
    if not isinstance(value, dict):
        return value
    enumeration = enumerations.get(str(value.get("$ref", "")).removeprefix(_DEFINITIONS))
    if enumeration is not None:
        return {
            **{key: inner for key, inner in value.items() if key != "$ref"},
            "enum": enumeration["enum"],
            "type": "string",
        }
    return {key: _with_values(inner, enumerations) for key, inner in value.items()}


def _renamed(schema: dict[str, Any], suffix: str) -> dict[str, Any]:
    named: dict[str, Any] = _with_references(schema, suffix)
    named["title"] += suffix
    if "$defs" in named:
        named["$defs"] = {name + suffix: {**one, "title": name + suffix} for name, one in named["$defs"].items()}
    return named


def _with_references(value: Any, suffix: str) -> Any:
    if isinstance(value, list):
        return [_with_references(item, suffix) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: inner + suffix if key == "$ref" else _with_references(inner, suffix) for key, inner in value.items()}
