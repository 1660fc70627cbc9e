"""Names with their values, from keys that carry their units."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.document import Block, Facts, Paragraph
from loadproof.report.figures import duration_text
from loadproof.report.plain_text import printable

__all__ = ["facts_block"]

_MINUTE_S = 60
_HOUR_S = 3600
_UNITS = {"s": "s", "ms": "ms", "mib": "MiB", "gib": "GiB", "mhz": "MHz", "percent": "%"}


def facts_block(facts: Mapping[str, Any]) -> Block:
    """Keys are words joined by `_`, with units; values are numbers, texts, or lists or objects of them."""
    return Facts([_fact(str(name), value) for name, value in facts.items()]) if facts else Paragraph("Not recorded.")


def _fact(name: str, value: Any) -> tuple[str, str]:
    stem, _, suffix = name.rpartition("_")
    unit = _UNITS.get(suffix) if stem and isinstance(value, int | float) else None
    words = printable((stem if unit else name).replace("_", " "))
    # Where nothing is lost by it.
    if unit == "s" and value >= _MINUTE_S and value % (1 if value < _HOUR_S else _MINUTE_S) == 0:
        return words, duration_text(value)
    return (words, f"{_value(value)} {unit}" if unit else _value(value))


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.10g}"
    if isinstance(value, list | tuple):
        return ", ".join(_value(inner) for inner in value)
    if isinstance(value, Mapping):
        pairs = (_fact(str(name), inner) for name, inner in value.items() if inner is not None)
        return ", ".join(f"{name} {shown}" for name, shown in pairs)
    return printable(str(value), limit=500)
