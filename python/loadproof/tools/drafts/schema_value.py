"""A value that a JSON Schema of an OpenAPI document describes: its example, or one that is made up by its type."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.tools.drafts.credentials import plain_text
from loadproof.tools.drafts.flat_schema import FlatSchemas, references_of, type_of
from loadproof.tools.drafts.left_out import Losses
from loadproof.tools.drafts.local_reference import LocalReferences
from loadproof.tools.drafts.parameter_style import primitive_text
from loadproof.tools.drafts.pattern_text import text_of_pattern

__all__ = ["Made", "SchemaValues", "number_bounds"]

_DEEPEST = 10
_MOST_VALUES = 200
_MOST_EXAMPLE_VALUES = 5_000
_MOST_ITEMS = 10
_LONGEST_TEXT = 1_000
_LARGEST_NUMBER = 10**15
_DEEPEST_EXAMPLE = 40
_NOT_FOLLOWED = (
    *("not", "if", "dependentSchemas", "dependentRequired", "dependencies", "contains", "propertyNames"),
    *("$dynamicRef", "$recursiveRef", "contentSchema"),
)
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


class SchemaValues:
    """Values of the schemas of one document; a schema within itself ends where it may."""

    def __init__(self, references: LocalReferences, losses: Losses, *, are_siblings_read: bool) -> None:
        """`references` follows each `$ref`; keys beside one count from OpenAPI 3.1 on (`are_siblings_read`)."""
        self._references = references
        self._losses = losses
        self._flat = FlatSchemas(references, losses, are_siblings_read=are_siblings_read)
        self._values_left = 0

    def of(self, schema: Any, place: str = "") -> Made:
        """Return the example of a schema, or a value by its type; properties that only replies have are left out."""
        self._values_left = _MOST_VALUES
        self._flat.restart()
        return self._of(schema, 0, frozenset(), place)

    def flat(self, schema: Any, place: str = "") -> dict[str, Any]:
        """Return a schema without `$ref`: all of `allOf` in one, and the first of `oneOf` and `anyOf`."""
        self._flat.restart()
        return self._flat.of(schema, place)

    def example_of(self, around: Mapping[str, Any], place: str = "") -> Made | None:
        """Return the example of a parameter or media type, by its keys; None where there is none."""
        for word in ("example", "x-example"):
            if word in around:
                return self._given(around[word], place)
        examples = around.get("examples")
        if isinstance(examples, list) and examples:
            return self._given(examples[0], place)
        for example in examples.values() if isinstance(examples, Mapping) else ():
            known = self._references.resolved(example)
            for word in ("value", "dataValue"):
                if isinstance(known, Mapping) and word in known:
                    return self._given(known[word], place)
            is_elsewhere = isinstance(known, Mapping) and {"externalValue", "serializedValue"} & known.keys()
            self._losses.add(
                "examples that are in another file, or serialized" if is_elsewhere else "examples without a value",
                place,
            )
        return None

    def _given(self, value: Any, place: str) -> Made | None:
        made = _given(value)
        if made is None:
            self._losses.add(f"examples of more than {_MOST_EXAMPLE_VALUES:,} values, or nested too deeply", place)
        return made

    def _of(self, schema: Any, depth: int, within: frozenset[str], place: str) -> Made:
        """`within` has the references of the schemas around this one."""
        self._values_left -= 1
        if depth > _DEEPEST or self._values_left < 0:
            self._losses.add(f"schemas of more than {_MOST_VALUES:,} values, or nested too deeply", place)
            return Made(None, False)
        flat, within = self._flat.of(schema, place), within | references_of(schema)
        return self._given_by(flat, place) or self._made(flat, depth, within, place)

    def _given_by(self, flat: Mapping[str, Any], place: str) -> Made | None:
        """Return the value that a schema gives by itself: example, default, constant or enumeration."""
        made = self.example_of(flat, place)
        for word in ("const", "default"):
            if made is None and word in flat:
                made = self._given(flat[word], place)
        choices = flat.get("enum")
        if made is None and choices:
            made = self._given(next((one for one in choices if one is not None), None), place)
        if made is None:
            return None
        properties = flat.get("properties")
        if isinstance(made.value, dict) and isinstance(properties, Mapping):
            kept = {key: one for key, one in made.value.items() if not self._flat.is_of_replies(properties.get(key))}
            return Made(kept, True)
        if type_of(flat) == "string" and "type" in flat and isinstance(made.value, bool | int | float):
            self._losses.add("examples that are numbers, or true or false, where the schema says string", place)
            return Made(primitive_text(made.value), True)
        return made

    def _made(self, flat: Mapping[str, Any], depth: int, within: frozenset[str], place: str) -> Made:
        """A value by the type of a schema without `$ref`."""
        kind = type_of(flat)
        if unread := [quoted(word) for word in _NOT_FOLLOWED if word in flat]:
            self._losses.add("keys of schemas that made-up values do not follow", ", ".join(unread))
        if kind == "object":
            return self._object(flat, depth, within, place)
        if kind == "array":
            return self._array(flat, depth, within, place)
        if kind in ("integer", "number"):
            return Made(self._number(flat, place, whole=kind == "integer"), False)
        if kind not in ("string", "boolean", "null", "file"):
            self._losses.add(f"the type of a schema is {quoted(kind)}, which is none; text is sent", place)
        if (_finite(flat.get("minLength")) or 0) > _LONGEST_TEXT:
            self._losses.add(f"made-up text of more than {_LONGEST_TEXT:,} letters", place)
        if kind == "string" and "pattern" in flat:
            least, most = _finite(flat.get("minLength")) or 0, _finite(flat.get("maxLength")) or _LONGEST_TEXT
            if (text := text_of_pattern(flat["pattern"], int(least), int(most))) is not None:
                return Made(plain_text(text), False)
            self._losses.add("made-up text may not match the pattern", place)
        return Made({"boolean": True, "null": None}.get(kind, _text(flat)), False)

    def _object(self, flat: Mapping[str, Any], depth: int, within: frozenset[str], place: str) -> Made:
        properties = flat.get("properties", {})
        required = flat.get("required")
        needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set[str]()
        value: dict[str, Any] = {}
        is_given = True
        for name, schema in properties.items():
            where = f"{place}.{plain_text(name)}" if place else plain_text(name)
            if self._values_left <= 0:
                self._losses.add(f"properties of a body of more than {_MOST_VALUES:,} values", quoted(where))
                break
            if self._flat.is_of_replies(schema):
                continue
            # What need not be there ends a schema that holds itself.
            if name not in needed and references_of(schema) & within:
                self._losses.add("optional properties and lists that hold their own schema", quoted(where))
                continue
            if name not in needed and depth >= _DEEPEST // 2:
                self._losses.add(f"optional properties more than {_DEEPEST // 2} levels deep", quoted(where))
                continue
            made = self._of(schema, depth + 1, within, where)
            is_given &= made.is_given
            value[plain_text(name)] = made.value
        if undescribed := [plain_text(name) for name in sorted(needed - properties.keys())]:
            self._losses.add("properties that are required and that nothing describes", quoted(undescribed[0]))
            value |= dict.fromkeys(undescribed[:_MOST_ITEMS], "text")
            is_given = False
        others = flat.get("additionalProperties")
        if not value and isinstance(others, Mapping) and (_finite(flat.get("minProperties")) or 0) >= 1:
            value["key"] = self._of(others, depth + 1, within, f"{place}.key").value
        return Made(value, is_given and bool(value))

    def _array(self, flat: Mapping[str, Any], depth: int, within: frozenset[str], place: str) -> Made:
        first = flat.get("prefixItems", [])
        if first:
            several = [self._of(one, depth + 1, within, place) for one in first[:_MOST_ITEMS]]
            return Made([one.value for one in several], all(one.is_given for one in several))
        items = flat.get("items", {})
        most = _finite(flat.get("maxItems"))
        if most is not None and most < 1:
            return Made([], False)
        if depth >= _DEEPEST // 2 or references_of(items) & within:
            self._losses.add("optional properties and lists that hold their own schema", quoted(place))
            return Made([], False)
        made = self._of(items, depth + 1, within, place)
        least = int(_finite(flat.get("minItems")) or 1)
        number = min(max(1, least), _MOST_ITEMS)
        if least > _MOST_ITEMS or (number > 1 and flat.get("uniqueItems") is True):
            self._losses.add("made-up lists with fewer items than they need, or with equal ones", place)
        return Made([made.value] * number, made.is_given)

    def _number(self, flat: Mapping[str, Any], place: str, *, whole: bool) -> int | float:
        low, high = _finite(flat.get("minimum")), _finite(flat.get("maximum"))
        above, below = _finite(flat.get("exclusiveMinimum")), _finite(flat.get("exclusiveMaximum"))
        least = max((one for one in (low, above) if one is not None), default=None)
        most = min((one for one in (high, below) if one is not None), default=None)
        wanted = [1.0 if least is None else least]
        wanted += [] if least is None else [least + 1]
        wanted += [] if least is None or most is None else [(least + most) / 2]
        wanted += [] if most is None else [most, most - 1]
        step = _finite(flat.get("multipleOf"))
        for one in wanted:
            value = math.ceil(one / step) * step if step is not None and step > 0 else one
            value = math.ceil(value) if whole or value == int(value) else value
            is_above = least is None or value > least or (value == least == low and above != least)
            is_below = most is None or value < most or (value == most == high and below != most)
            is_open = (value == low and flat.get("exclusiveMinimum") is True) or (
                value == high and flat.get("exclusiveMaximum") is True
            )
            if is_above and is_below and not is_open:
                return value
        self._losses.add("made-up numbers out of their bounds", place)
        return math.ceil(wanted[0]) if whole else wanted[0]


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
    written = flat.get("format")
    if isinstance(written, str) and written in _FORMATS:
        return _FORMATS[written]
    text = "text"
    least, most = _finite(flat.get("minLength")), _finite(flat.get("maxLength"))
    if least is not None and least > len(text):
        text = (text * _LONGEST_TEXT)[: min(int(least), _LONGEST_TEXT)]
    return text if most is None or most < 0 else text[: int(most)]


def _given(value: Any) -> Made | None:
    """Return `value` of the document, cleaned; None if it has more or deeper values than a request needs."""
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
