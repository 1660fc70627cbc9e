"""Parser for the statuses that an operation expects: `201`, `2xx`, `200-299`, or a list of them."""

import re
from collections.abc import Sequence

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = ["ExpectationError", "expected_statuses"]

_CURE = 'write a status (201), a class (2xx), a range ("200-299"), or a list of them'
_LOWEST, _HIGHEST = 200, 599


class ExpectationError(WrittenValueError):
    """The value is not a status, a class or a range of statuses."""


def expected_statuses(items: Sequence[int | str]) -> tuple[tuple[int, int], ...]:
    """Inclusive ranges of final statuses (200 to 599), ascending and merged. Raises ExpectationError.

    >>> expected_statuses([404, "2xx", "300-399"])
    ((200, 399), (404, 404))
    """
    if not items:
        raise ExpectationError("an empty list expects nothing", _CURE)
    merged: list[tuple[int, int]] = []
    for low, high in sorted(_status_range(item) for item in items):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def _status_range(item: int | str) -> tuple[int, int]:
    text = str(item).strip().lower() if isinstance(item, str) or abs(item) < 10**9 else "out of range"
    if match := re.fullmatch(r"([0-9])xx", text):
        low, high = int(match[1]) * 100, int(match[1]) * 100 + 99
    elif match := re.fullmatch(r"([0-9]{3})(?:\s*-\s*([0-9]{3}))?", text):
        low, high = int(match[1]), int(match[2] or match[1])
    else:
        raise ExpectationError(f"{quoted(item)} is no status", _CURE)
    if not _LOWEST <= low <= high <= _HIGHEST:
        raise ExpectationError(f"{quoted(item)} is not within {_LOWEST} to {_HIGHEST}, ascending", _CURE)
    return low, high
