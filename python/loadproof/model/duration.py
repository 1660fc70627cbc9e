"""Durations as they are written (`10s`, `1m30s`: the unit is never left out), and as sentences say them."""

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = [
    "Duration",
    "DurationError",
    "duration_parts",
    "exact_seconds",
    "format_duration",
    "parse_duration",
]

_UNIT_SECONDS = {
    "h": Decimal(3600),
    "m": Decimal(60),
    "s": Decimal(1),
    "ms": Decimal("0.001"),
    "us": Decimal("0.000001"),
    "µs": Decimal("0.000001"),
    "μs": Decimal("0.000001"),
}
_UNIT_NAMES = "us, ms, s, m or h"
_PART = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)\s*(?P<unit>[^0-9.\s]*)\s*")
_LONGEST_TEXT = 40
_LONGEST_S = 366 * 86400
_SHORTEST_S = 1e-9
_NANOS = 1_000_000_000


class DurationError(WrittenValueError):
    """The text is not a duration."""


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration with the text that it was written as, for messages that compare it with others.

    >>> Duration.parse("1m30s").seconds, Duration.parse("250us").nanos
    (90.0, 250000)
    """

    text: str
    exact_s: Decimal

    @classmethod
    def parse(cls, text: str) -> Self:
        """Zero or more, at most 366 days. Raises DurationError."""
        return cls(text, exact_seconds(text))

    @classmethod
    def parse_up_to(cls, highest_s: float, text: str, kind: str = "duration") -> Self:
        """Above 0 and at most `highest_s`; `kind` is what the cure calls it. Raises DurationError.

        >>> Duration.parse_up_to(60.0, "1m").seconds
        60.0
        """
        duration = cls.parse(text)
        if not 0 < duration.seconds <= highest_s:
            highest = format_duration(highest_s)
            cure = f"write a {kind} such as 10s"
            raise DurationError(f"{quoted(text)} is not above 0 and at most {highest}", cure)
        return duration

    @classmethod
    def parse_whole(cls, lowest_s: int, text: str) -> Self:
        """Parse a duration of whole seconds, such as a window, of `lowest_s` or more. Raises DurationError.

        >>> Duration.parse_whole(1, "1m").seconds
        60.0
        """
        duration = cls.parse(text)
        if duration.seconds != int(duration.seconds) or duration.seconds < lowest_s:
            least = f", {format_duration(lowest_s)} or more" if lowest_s else ""
            message = f"{quoted(text)} is not a time of whole seconds{least}"
            such = "30s or 2m" if lowest_s <= 30 else f"{format_duration(2 * lowest_s)}"
            raise DurationError(message, f"write a time such as {such}")
        return duration

    @classmethod
    def parse_at_most(cls, highest_s: float, text: str) -> Self:
        """Zero or more, at most `highest_s`. Raises DurationError."""
        duration = cls.parse(text)
        if duration.seconds > highest_s:
            message = f"{quoted(text)} is more than {format_duration(highest_s)}"
            raise DurationError(message, "write a shorter duration, such as 10s")
        return duration

    @classmethod
    def parse_from(cls, least_ns: int, most_s: int, text: str) -> Self:
        """Parse a duration from `least_ns` to `most_s`, compared in whole nanoseconds. Raises DurationError.

        >>> Duration.parse_from(1, 60, "5ms").nanos
        5000000
        """
        duration = cls.parse(text)
        if not least_ns <= duration.nanos <= most_s * _NANOS:
            least = {0: "0s", 1: "1 ns"}.get(least_ns, f"{least_ns / _NANOS:g} s")
            message = f"{quoted(text)} is not from {least} to {most_s // 3600}h"
            raise DurationError(message, "write a duration such as 5ms")
        return duration

    @property
    def seconds(self) -> float:
        """Seconds as a binary number."""
        return float(self.exact_s)

    @property
    def nanos(self) -> int:
        """Whole nanoseconds, rounded down."""
        return int(self.exact_s * _NANOS)


def parse_duration(text: str) -> float:
    """Seconds (zero or more, at most 366 days) of a duration with its unit. Raises DurationError.

    >>> parse_duration("1m30s"), parse_duration("250ms")
    (90.0, 0.25)
    """
    return float(exact_seconds(text))


def exact_seconds(text: str) -> Decimal:
    """Seconds of a duration, without the rounding of binary numbers. Raises DurationError.

    >>> exact_seconds("2.3ms") * 1000
    Decimal('2.3000')
    """
    written = text.strip()
    if not written:
        raise DurationError("the duration is empty", "write a number with its unit, such as 10s")
    if written.startswith(("-", "−")):
        raise DurationError(f"{quoted(written)} is negative", "write a duration of zero or more, such as 10s")
    if len(written) > _LONGEST_TEXT:
        raise DurationError(f"{quoted(written)} is too long a text", "write a duration such as 1m30s")
    total = sum((seconds for _, seconds in _parts(written)), Decimal(0))
    if total > _LONGEST_S:
        raise DurationError(f"{quoted(written)} is more than 366 days", "write a shorter duration")
    return total


def _parts(written: str) -> list[tuple[Decimal, Decimal]]:
    """(unit in s, part in s) of each part, largest unit first."""
    parts: list[tuple[Decimal, Decimal]] = []
    position = 0
    while position < len(written):
        part = _PART.match(written, position)
        if part is None:
            raise DurationError(
                f"{quoted(written)} is not a duration",
                f"write a number and its unit ({_UNIT_NAMES}), such as 10s",
            )
        if not part["unit"]:
            raise DurationError(
                f"{quoted(written)} has no unit", f"write {part['number']}s or {part['number']}ms, as meant"
            )
        unit_s = _UNIT_SECONDS.get(part["unit"])
        if unit_s is None:
            raise DurationError(f"{quoted(written)} has the unknown unit {quoted(part['unit'])}", f"use {_UNIT_NAMES}")
        if parts and unit_s >= parts[-1][0]:
            raise DurationError(
                f"{quoted(written)} has its units out of order",
                "write each unit once, the largest first, such as 1m30s",
            )
        parts.append((unit_s, unit_s * Decimal(part["number"])))
        position = part.end()
    return parts


def format_duration(seconds: float) -> str:
    """The shortest text that `parse_duration` reads back as exactly `seconds`.

    `seconds` is 0, or between 1 ns and 366 days. Raises DurationError.

    >>> format_duration(90.0), format_duration(0.25), format_duration(0.0)
    ('1m30s', '250ms', '0s')
    """
    if not (seconds == 0 or _SHORTEST_S <= seconds <= _LONGEST_S):
        raise DurationError(f"{seconds!r} s is not between 1 ns and 366 days", "give a duration in that range, or 0")
    exact = Decimal(repr(float(seconds)))
    if exact == 0:
        return "0s"
    if exact < 1:
        unit = "ms" if exact >= _UNIT_SECONDS["ms"] else "us"
        return f"{_plain(exact / _UNIT_SECONDS[unit])}{unit}"
    hours, rest = divmod(exact, 3600)
    minutes, rest = divmod(rest, 60)
    shown = [(hours, "h"), (minutes, "m"), (rest, "s")]
    return "".join(f"{_plain(number)}{unit}" for number, unit in shown if number)


def _plain(number: Decimal) -> str:
    """`number` without an exponent and without trailing zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


_HOUR_MIN = 60


def duration_parts(duration_s: float) -> list[tuple[float, str]]:
    """A duration as at most two numbers with the names of their units, the larger first.

    >>> duration_parts(252.0), duration_parts(4.3)
    ([(4, 'minute'), (12, 'second')], [(4.3, 'second')])
    """
    tenths = math.floor(10 * duration_s + 0.5)
    if duration_s < 10 and tenths % 10:
        return [(tenths / 10, "second")]
    seconds = math.floor(duration_s + 0.5)
    if seconds < 60 * _HOUR_MIN:
        return _parts_of(*divmod(seconds, 60), "minute", "second")
    return _parts_of(*divmod(math.floor(duration_s / 60 + 0.5), _HOUR_MIN), "hour", "minute")


def _parts_of(whole: int, rest: int, unit: str, smaller: str) -> list[tuple[float, str]]:
    if not whole:
        return [(rest, smaller)]
    return [(whole, unit), (rest, smaller)] if rest else [(whole, unit)]
