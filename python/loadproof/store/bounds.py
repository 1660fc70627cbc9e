"""Bounds of what a store may hold: of numbers by the unit in their names, of texts, and of how many values.

What is beyond is legal in its type and absurd: charts, sums and dates of it would overflow, or drawing it would take
minutes and all memory.
"""

import math
from typing import Any

__all__ = ["LONGEST_TEXT", "check_bounds", "largest_of"]

LONGEST_TEXT = 200_000
"""Characters of one text. A word of a command line, the longest that loadproof stores, has 131,072 bytes at most."""
_MOST_VALUES = 300_000
"""In one JSON document. A measurement of a thousand operations has a third of this."""
_LARGEST = 1e100
"""Largest number under a name without a unit: a product of three such numbers is still finite."""
_LARGEST_S = 1e10
"""Three hundred years; also of Unix time."""
_SECONDS = ("_s", "second", "seconds", "_at", "_monotonic")
_UNITS = {"_ms": 1e3 * _LARGEST_S, "_us": 1e6 * _LARGEST_S}


def largest_of(name: str) -> float:
    """Greatest magnitude of a number of this name.

    >>> largest_of("started_at"), largest_of("hold_s"), largest_of("rate")
    (10000000000.0, 10000000000.0, 1e+100)
    """
    if name.endswith(_SECONDS):
        return _LARGEST_S
    return next((largest for unit, largest in _UNITS.items() if name.endswith(unit)), _LARGEST)


def check_bounds(value: Any) -> None:
    """Check each number within a decoded JSON value by its name, each text, and how many values there are.

    Numbers in a list have its name. Raises ValueError if one is out of bounds; NaN and infinity mean "not known", and
    never are.

    >>> check_bounds({"trial": {"hold_s": 1e308}})
    Traceback (most recent call last):
    ...
    ValueError: hold_s: 1e+308 is out of bounds
    """
    waiting: list[tuple[str, Any]] = [("", value)]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        name, held = waiting.pop()
        if isinstance(held, dict):
            waiting += held.items()
        elif isinstance(held, list):
            waiting += [(name, inner) for inner in held]
        elif isinstance(held, str):
            if len(held) > LONGEST_TEXT:
                raise ValueError(f"{name[:80] or 'a text'} has {len(held)} characters, more than {LONGEST_TEXT}")
        elif isinstance(held, int | float) and math.isfinite(held) and abs(held) > largest_of(name):
            raise ValueError(f"{name[:80] or 'a number'}: {held!r:.80} is out of bounds")
    if waiting:
        raise ValueError(f"it has more than {_MOST_VALUES} values")
