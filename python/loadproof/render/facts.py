"""Names with their values, from keys that carry their units."""

from collections.abc import Mapping
from typing import Any

from loadproof.model.message import Message, mebibytes
from loadproof.render.cells import joined, named
from loadproof.render.document import Block, Facts, Paragraph
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["fact_name", "facts_block"]

_MINUTE_S = 60
_HOUR_S = 3600
_UNITS = {"s": "second", "ms": "millisecond", "gib": "gibibyte", "percent": "percent"}


def facts_block(facts: Mapping[str, Any], words: Words) -> Block:
    """Keys are words joined by `_`, with units; values are numbers, texts, or lists or objects of them."""
    if not facts:
        return Paragraph(words("page-about-not-recorded"))
    return Facts([_fact(str(name), value, words) for name, value in facts.items()])


def fact_name(name: str, words: Words) -> str:
    """The name of a setting or a fact, a setting of one method with it before; as it is where it is not known.

    >>> from loadproof.words.catalogue import words_of
    >>> fact_name("cpu_model", words_of("en")), fact_name("soak_hold", words_of("en"))
    ('CPU model', 'soak: hold')
    """
    spaced = name.replace("_", " ")
    method, _, setting = spaced.partition(" ")
    own, of_method = (f"page-fact-{text.replace(' ', '-')}" for text in (spaced, setting))
    method_name = f"page-method-{method}"
    if not words.knows(own) and words.knows(of_method) and words.knows(method_name):
        return words("page-fact-of-method", method=words(method_name), fact=words(of_method))
    return named(words, own, spaced)


def _fact(name: str, value: Any, words: Words) -> tuple[str, str]:
    stem, _, suffix = name.rpartition("_")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (stem and is_number and suffix in (*_UNITS, "mib", "mhz")):
        return fact_name(name, words), _value(value, words)
    shown = fact_name(stem, words)
    if suffix == "mib":
        return shown, words.value(mebibytes(value))
    # Where nothing is lost by it.
    if suffix == "s" and value >= _MINUTE_S and value % (1 if value < _HOUR_S else _MINUTE_S) == 0:
        return shown, words.duration(value)
    if suffix == "mhz":
        return shown, f"{_value(value, words)} MHz"
    return shown, words(f"unit-{_UNITS[suffix]}", number=_value(value, words))


def _value(value: Any, words: Words) -> str:
    if value is None or isinstance(value, int | float):
        return _number(value, words)
    match value:
        case list() | tuple():
            return joined(words, [_value(inner, words) for inner in value])
        case Message():
            return printable(words.told(value), limit=500)
        case Mapping():
            pairs = (_fact(str(name), inner, words) for name, inner in value.items() if inner is not None)
            return joined(words, [f"{name} {shown}" for name, shown in pairs])
        case _:
            return printable(str(value), limit=500)


def _number(value: float | None, words: Words) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return words("page-yes" if value else "page-no")
    return words.figures.whole(value) if float(value).is_integer() else words.figures.plain(value)
