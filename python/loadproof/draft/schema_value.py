"""A value that a JSON Schema of an OpenAPI document describes: its example, or one that is made up by its type."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from loadproof.draft.credentials import plain_text
from loadproof.draft.local_reference import LocalReferences

__all__ = ["Made", "SchemaValues", "given_example", "number_bounds", "type_of"]

_DEEPEST = 10
_MOST_VALUES = 200
_MOST_MERGES = 1_000
_MOST_EXAMPLE_VALUES = 5_000
_MOST_ITEMS = 10
_LONGEST_TEXT = 1_000
_LARGEST_NUMBER = 10**15
_DEEPEST_EXAMPLE = 40
_ONE_WORD = re.compile(r"\^([A-Za-z0-9_-]{1,64})\$")
"""A pattern that one word alone has."""
_FORMATS = {
    "date": "2026-01-15",
    "date-time": "2026-01-15T12:00:00Z",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "user@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uuid": "2f1c1b9e-6f0a-4c53-9d3e-0c8f5a7b1d24",
    "byte": "dGV4dA==",
}


@dataclass(frozen=True, slots=True)
class Made:
    """A value, and whether the document gives it; otherwise it was made up."""

    value: Any
    is_given: bool


def given_example(around: Mapping[str, Any]) -> Made | None:
    """The example of a parameter, a media type or a schema; None where there is none."""
    if "example" in around:
        return _given(around["example"])
    examples = around.get("examples")
    if isinstance(examples, list) and examples:
        return _given(examples[0])
    if isinstance(examples, Mapping):
        for example in examples.values():
            if isinstance(example, Mapping) and "value" in example:
                return _given(example["value"])
    return None


def type_of(schema: Mapping[str, Any]) -> str:
    """The JSON type that a schema means; of several the first that is not null, and text where nothing says it.

    >>> type_of({"type": ["null", "integer"]}), type_of({"properties": {}}), type_of({})
    ('integer', 'object', 'string')
    """
    written = schema.get("type")
    if isinstance(written, list):
        written = next((one for one in written if one != "null"), "null")
    if isinstance(written, str):
        return written
    return "object" if "properties" in schema else "array" if "items" in schema else "string"


class SchemaValues:
    """Makes values of the schemas of one document; a schema within itself ends where it may."""

    def __init__(self, references: LocalReferences) -> None:
        """`references` leads from a `$ref` to what it names."""
        self._references = references
        self._values_left = 0
        self._merges_left = 0

    def of(self, schema: Any) -> Made:
        """The example of a schema, or a value by its type; a property that only replies have is left out."""
        self._values_left, self._merges_left = _MOST_VALUES, _MOST_MERGES
        return self._of(schema, 0, frozenset())

    def flat(self, schema: Any) -> dict[str, Any]:
        """A schema without `$ref`, all of `allOf` in one and the first of `oneOf` and `anyOf`."""
        self._merges_left = _MOST_MERGES
        return self._flat(schema, 0)

    def _flat(self, schema: Any, depth: int) -> dict[str, Any]:
        self._merges_left -= 1
        known = self._references.resolved(schema)
        if not isinstance(known, Mapping) or depth > _DEEPEST or self._merges_left < 0:
            return {}
        flat = {key: value for key, value in known.items() if key not in ("allOf", "oneOf", "anyOf")}
        for word in ("allOf", "oneOf", "anyOf"):
            parts = known.get(word)
            if isinstance(parts, list):
                for part in parts[: _MOST_ITEMS if word == "allOf" else 1]:
                    _merge(flat, self._flat(part, depth + 1))
        return flat

    def _of(self, schema: Any, depth: int, within: frozenset[str]) -> Made:
        """`within` has the references of the schemas around this one."""
        self._values_left -= 1
        if depth > _DEEPEST or self._values_left < 0:
            return Made(None, False)
        flat, within = self._flat(schema, 0), within | _references_of(schema)
        return _given_by(flat) or self._made(flat, depth, within)

    def _made(self, flat: Mapping[str, Any], depth: int, within: frozenset[str]) -> Made:
        """A value by the type of a schema without `$ref`."""
        kind = type_of(flat)
        if kind == "object":
            return self._object(flat, depth, within)
        if kind == "array":
            return self._array(flat, depth, within)
        if kind in ("integer", "number"):
            return Made(_number(flat, whole=kind == "integer"), False)
        return Made({"boolean": True, "null": None}.get(kind, _text(flat)), False)

    def _object(self, flat: Mapping[str, Any], depth: int, within: frozenset[str]) -> Made:
        properties = flat.get("properties")
        if not isinstance(properties, Mapping):
            return Made({}, False)
        required = flat.get("required")
        needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set[str]()
        value: dict[str, Any] = {}
        is_given = True
        for name, schema in properties.items():
            if self._values_left <= 0:
                break
            known = self._references.resolved(schema)
            if isinstance(known, Mapping) and known.get("readOnly") is True:
                continue
            # What need not be there ends a schema that holds itself.
            if name not in needed and (depth >= _DEEPEST // 2 or _references_of(schema) & within):
                continue
            made = self._of(schema, depth + 1, within)
            is_given &= made.is_given
            value[plain_text(name)] = made.value
        return Made(value, is_given and bool(value))

    def _array(self, flat: Mapping[str, Any], depth: int, within: frozenset[str]) -> Made:
        items = flat.get("items", {})
        if depth >= _DEEPEST // 2 or _references_of(items) & within:
            return Made([], False)
        made = self._of(items, depth + 1, within)
        number = min(max(1, int(_finite(flat.get("minItems")) or 1)), _MOST_ITEMS)
        return Made([made.value] * number, made.is_given)


def _given_by(flat: Mapping[str, Any]) -> Made | None:
    """What a schema says itself of its values."""
    if (example := given_example(flat)) is not None:
        return example
    for word in ("const", "default"):
        if word in flat and (given := _given(flat[word])) is not None:
            return given
    choices = flat.get("enum")
    if isinstance(choices, list) and choices:
        return _given(next((one for one in choices if one is not None), None))
    return None


def _references_of(schema: Any, depth: int = 0) -> frozenset[str]:
    """The references that a schema is made of."""
    if not isinstance(schema, Mapping) or depth > 2:
        return frozenset()
    reference = schema.get("$ref")
    found = frozenset((reference,)) if isinstance(reference, str) else frozenset[str]()
    for word in ("allOf", "oneOf", "anyOf"):
        parts = schema.get(word)
        for part in parts[:_MOST_ITEMS] if isinstance(parts, list) else ():
            found |= _references_of(part, depth + 1)
    return found


def _merge(flat: dict[str, Any], part: Mapping[str, Any]) -> None:
    for key, value in part.items():
        known = flat.get(key)
        if isinstance(known, dict) and isinstance(value, Mapping):
            flat[key] = {**known, **value}
        elif isinstance(known, list) and isinstance(value, list):
            flat[key] = [*known, *value]
        else:
            flat.setdefault(key, value)


def _number(flat: Mapping[str, Any], *, whole: bool) -> int | float:
    low, high = number_bounds(flat)
    value = 1.0 if low is None else low
    if high is not None and value > high:
        value = high
    step = _finite(flat.get("multipleOf"))
    if step is not None and step > 0:
        value = math.ceil(value / step) * step
    return math.ceil(value) if whole or value == int(value) else value


def number_bounds(flat: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """The least and the highest number that a schema allows, in the words of 3.0 and of 3.1.

    >>> number_bounds({"minimum": 1, "exclusiveMinimum": True}), number_bounds({"exclusiveMaximum": 9})
    ((2.0, None), (None, 8.0))
    """
    low, high = _finite(flat.get("minimum")), _finite(flat.get("maximum"))
    above, below = flat.get("exclusiveMinimum"), flat.get("exclusiveMaximum")
    if above is True and low is not None:
        low += 1
    elif (limit := _finite(above)) is not None:
        low = limit + 1
    if below is True and high is not None:
        high -= 1
    elif (limit := _finite(below)) is not None:
        high = limit - 1
    return low, high


def _finite(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST_NUMBER:
        return None
    return float(value)


def _text(flat: Mapping[str, Any]) -> str:
    pattern, written = flat.get("pattern"), flat.get("format")
    if isinstance(pattern, str) and (word := _ONE_WORD.fullmatch(pattern)):
        return word[1]
    if isinstance(written, str) and written in _FORMATS:
        return _FORMATS[written]
    text = "text"
    least, most = _finite(flat.get("minLength")), _finite(flat.get("maxLength"))
    if least is not None and least > len(text):
        text = (text * _LONGEST_TEXT)[: min(int(least), _LONGEST_TEXT)]
    return text if most is None or most < 0 else text[: int(most)]


def _given(value: Any) -> Made | None:
    """What the document gives; None where it has more values, or deeper ones, than a request needs."""
    left = _MOST_EXAMPLE_VALUES
    level = [value]
    for _ in range(_DEEPEST_EXAMPLE):
        inner: list[Any] = []
        for one in level:
            inner += one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ()
        left -= len(inner)
        if not inner:
            return Made(_cleaned(value), True)
        if left < 0:
            return None
        level = inner
    return None


def _cleaned(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {plain_text(str(key)): _cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    if isinstance(value, str):
        return plain_text(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
