"""Serialization of parameters by `style` and `explode` (OpenAPI 3.0.4 and 3.1.1, "Style Examples"; RFC 6570)."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["DEFAULT_STYLES", "STYLES", "ParameterStyle", "primitive_text", "serialize"]

STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
"""Styles that a parameter may have, by its place."""
DEFAULT_STYLES = {place: styles[0] for place, styles in STYLES.items()}
_DELIMITERS = {"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}
_MOST_MEMBERS = 500
_DEEPEST = 8

_Encode = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class ParameterStyle:
    """Form of a serialized value; `tabDelimited` is `tsv` of Swagger 2.0."""

    style: str
    explode: bool
    label_delimiter: str = ","
    """Between the members of a label that is not exploded: a comma (RFC 6570), a dot up to OpenAPI 3.0.3 and 3.1.0."""
    between_pairs: str = "&"


def serialize(name: str, value: Any, form: ParameterStyle, encode: _Encode) -> str:
    """Return the text of a parameter in the form `form`, with names and values encoded by `encode`.

    The text of a query or cookie has the name in it; that of a path or header is what takes the place of the value.

    >>> colors, mix = ["blue", "black"], {"R": 100, "G": 200}
    >>> serialize("color", colors, ParameterStyle("form", explode=False), str)
    'color=blue,black'
    >>> serialize("color", mix, ParameterStyle("matrix", explode=True), str)
    ';R=100;G=200'
    >>> serialize("color", mix, ParameterStyle("deepObject", explode=True), str)
    'color[R]=100&color[G]=200'
    """
    if form.style == "deepObject" and isinstance(value, Mapping):
        pairs = ((encode(key), encode(primitive_text(one))) for key, one in _deep(name, value, 0))
        return form.between_pairs.join(f"{key}={text}" for key, text in pairs)
    key = encode(name)
    if isinstance(value, Mapping):
        members = [(encode(inner), encode(primitive_text(one))) for inner, one in value.items() if one is not None]
        if form.explode:
            return _exploded([f"{inner}={text}" for inner, text in members], form)
        return _joined(key, [text for member in members for text in member], form)
    if isinstance(value, list):
        texts = [encode(primitive_text(one)) for one in value if one is not None]
        if not form.explode:
            return _joined(key, texts, form)
        return _exploded(texts if form.style in ("simple", "label") else [f"{key}={text}" for text in texts], form)
    return _joined(key, [encode(primitive_text(value))], form)


def primitive_text(value: Any) -> str:
    """The text of a value that is no list or mapping; these are written as JSON.

    >>> [primitive_text(value) for value in (True, None, 1.5, "a", [1])]
    ['true', '', '1.5', 'a', '[1]']
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _exploded(members: list[str], form: ParameterStyle) -> str:
    if form.style == "simple":
        return ",".join(members)
    if form.style in ("label", "matrix"):
        sign = "." if form.style == "label" else ";"
        return "".join(sign + member for member in members)
    return form.between_pairs.join(members)


def _joined(key: str, texts: list[str], form: ParameterStyle) -> str:
    """The members of a value side by side, after the name where the style has it."""
    if form.style == "simple":
        return ",".join(texts)
    if form.style == "label":
        return "." + form.label_delimiter.join(texts)
    text = _DELIMITERS.get(form.style, ",").join(texts)
    if form.style == "matrix":
        return f";{key}={text}" if text else f";{key}"
    return f"{key}={text}"


def _deep(name: str, value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """Pairs of a deep object; a list within it repeats its name, which no specification says."""
    if isinstance(value, Mapping) and depth < _DEEPEST:
        for key, inner in value.items():
            yield from _deep(f"{name}[{key}]", inner, depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        for inner in value[:_MOST_MEMBERS]:
            yield from _deep(name, inner, depth + 1)
    elif value is not None:
        yield name, value
