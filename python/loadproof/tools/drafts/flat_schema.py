"""Schemas of an OpenAPI document without references and compositions: all that is said of a value in one mapping."""

from collections.abc import Mapping
from typing import Any

from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.left_out import Losses
from loadproof.tools.drafts.local_reference import LocalReferences

__all__ = ["FlatSchemas", "references_of", "type_of"]

_DEEPEST = 10
_MOST_PARTS = 1_000
_MOST_OF_ALL = 10
_WITHOUT_EFFECT = ("$ref", "title", "summary", "description", "deprecated", "externalDocs", "xml", "nullable")


def type_of(schema: Mapping[str, Any]) -> str:
    """Return the JSON type that a schema means: of several the first but null, and text where nothing says it.

    >>> type_of({"type": ["null", "integer"]}), type_of({"properties": {}}), type_of({})
    ('integer', 'object', 'string')
    """
    written = schema.get("type")
    if isinstance(written, list):
        written = next((one for one in written if one != "null" and isinstance(one, str)), "null" if written else None)
    if isinstance(written, str):
        return written
    is_object = "properties" in schema or "additionalProperties" in schema
    return "object" if is_object else "array" if "items" in schema or "prefixItems" in schema else "string"


class FlatSchemas:
    """Flattens the schemas of one document: `allOf` into one, and the first of `oneOf` and `anyOf`."""

    def __init__(self, references: LocalReferences, losses: Losses, *, are_siblings_read: bool) -> None:
        """`references` follows each `$ref`; keys beside one count from OpenAPI 3.1 on (`are_siblings_read`)."""
        self._references = references
        self._losses = losses
        self._are_siblings_read = are_siblings_read
        self._parts_left = 0

    def restart(self) -> None:
        """Allow the parts of one more value."""
        self._parts_left = _MOST_PARTS

    def of(self, schema: Any, place: str) -> dict[str, Any]:
        """Return one schema flat; what is left out is a loss at `place`."""
        flat = self._flat(schema, 0, place)
        if "discriminator" in flat:
            _discriminate(flat, flat["discriminator"], schema)
        return flat

    def is_of_replies(self, schema: Any) -> bool:
        """True for the schema of a property that only replies have (`readOnly`)."""
        if not self._references.leads_somewhere(schema):
            return False
        known = self._references.resolved(schema)
        if not isinstance(known, Mapping):
            return False
        return known.get("readOnly") is True or (self._are_siblings_read and schema.get("readOnly") is True)

    def _flat(self, schema: Any, depth: int, place: str) -> dict[str, Any]:
        self._parts_left -= 1
        if schema is True:
            return {}
        if depth > _DEEPEST or self._parts_left < 0:
            self._losses.add(f"schemas of more than {_MOST_PARTS:,} parts, or nested too deeply", place)
            return {}
        known = checked("schema", self._references.resolved(schema), self._losses, place)
        self._tell_of_types(known.get("type"), place)
        if isinstance(schema, Mapping) and isinstance(schema.get("$ref"), str):
            known = self._with_siblings(schema, known, place)
        flat = {key: value for key, value in known.items() if key not in ("allOf", "oneOf", "anyOf")}
        for word in ("allOf", "oneOf", "anyOf"):
            parts = known.get(word, [])
            if word != "allOf":
                parts = [part for part in parts if not _is_null(part)] or parts[:1]
                if len(parts) > 1:
                    self._losses.add("the first of several schemas (oneOf, anyOf) is sent", place)
                    first = next((one for one in parts if self._references.leads_somewhere(one)), parts[0])
                    parts = [first]
            elif len(parts) > _MOST_OF_ALL:
                self._losses.add(f"parts of allOf after the first {_MOST_OF_ALL}", place)
            for part in parts[:_MOST_OF_ALL]:
                _merge(flat, self._flat(part, depth + 1, place))
                if word != "allOf" and "discriminator" in flat:
                    _discriminate(flat, flat["discriminator"], part)
        return flat

    def _tell_of_types(self, types: Any, place: str) -> None:
        if isinstance(types, list) and (not types or not all(isinstance(one, str) for one in types)):
            self._losses.add("the types of a schema are no list of text", place)

    def _with_siblings(self, schema: Mapping[str, Any], known: dict[str, Any], place: str) -> dict[str, Any]:
        """The keys of a referenced schema, and from OpenAPI 3.1 on those beside the reference."""
        beside = {key: value for key, value in schema.items() if key not in _WITHOUT_EFFECT and key[:2] != "x-"}
        if not beside:
            return known
        if not self._are_siblings_read:
            self._losses.add("keys beside a $ref, which do not count before OpenAPI 3.1", place)
            return known
        merged = checked("schema", beside, self._losses, place)
        _merge(merged, known)
        return merged


def _is_null(schema: Any) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "null"


def _discriminate(flat: dict[str, Any], discriminator: Any, schema: Any) -> None:
    """Set the property that names the schema which was chosen of several, unless the document gives its value."""
    key = discriminator.get("propertyName") if isinstance(discriminator, Mapping) else discriminator
    name = _name_of_reference(schema)
    properties = flat.get("properties", {})
    if not isinstance(key, str) or name is None or not isinstance(properties, Mapping):
        return
    known = properties.get(key, {})
    if isinstance(known, Mapping) and not known.keys() & {"const", "enum", "example", "examples", "default", "$ref"}:
        mapping = discriminator.get("mapping") if isinstance(discriminator, Mapping) else None
        for word, target in mapping.items() if isinstance(mapping, Mapping) else ():
            if target in (schema["$ref"], name):
                name = word
                break
        flat["properties"] = {**properties, key: {**known, "const": name}}


def _name_of_reference(schema: Any) -> str | None:
    reference = schema.get("$ref") if isinstance(schema, Mapping) else None
    return reference.rpartition("/")[2] if isinstance(reference, str) else None


def references_of(schema: Any, depth: int = 0) -> frozenset[str]:
    """The references that a schema is made of."""
    if not isinstance(schema, Mapping) or depth > 2:
        return frozenset()
    reference = schema.get("$ref")
    found = frozenset((reference,)) if isinstance(reference, str) else frozenset[str]()
    for word in ("allOf", "oneOf", "anyOf"):
        parts = schema.get(word)
        for part in parts[:_MOST_OF_ALL] if isinstance(parts, list) else ():
            found |= references_of(part, depth + 1)
    return found


def _merge(flat: dict[str, Any], part: Mapping[str, Any]) -> None:
    for key, value in part.items():
        known = flat.get(key)
        if key == "enum" and isinstance(known, list) and isinstance(value, list):
            flat[key] = [one for one in known if one in value] or known
            continue
        if isinstance(known, dict) and isinstance(value, Mapping):
            flat[key] = {**known, **value}
        elif key == "required" and isinstance(known, list) and isinstance(value, list):
            flat[key] = [*known, *value]
        else:
            flat.setdefault(key, value)
