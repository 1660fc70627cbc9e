"""When a line of a unified log of the JVM was written, by whichever of its decorations says it (JEP 158)."""

import re
from collections.abc import Callable
from datetime import datetime

__all__ = ["LineClock", "wall_s"]

_FEWEST_EPOCH_S = 1e9
"""Milliseconds above it, as seconds, are a date: no VM has been up for 30 years."""


def _decimal(text: bytes) -> float:
    return float(text.replace(b",", b"."))


def _date(text: bytes) -> float | None:
    try:
        return datetime.fromisoformat(text.replace(b",", b".").decode("ascii")).timestamp()
    except (ValueError, OverflowError):
        return None


_UPTIME = re.compile(rb"\[ *(\d{1,10}[.,]\d{1,9})s *\]")
_MILLIS = re.compile(rb"\[ *(\d{1,15})ms *\]")
_NANOS = re.compile(rb"\[ *(\d{1,20})ns *\]")
_TIME = re.compile(rb"\[ *(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,]\d{3}[+-]\d{4}) *\]")
_KINDS: tuple[tuple[re.Pattern[bytes], Callable[[bytes], float | None]], ...] = (
    (_UPTIME, _decimal),
    (_MILLIS, lambda text: int(text) / 1e3),
    (_NANOS, lambda text: int(text) / 1e9),
    (_TIME, _date),
)
"""uptime; uptimemillis or timemillis; uptimenanos or timenanos; time or utctime."""


class LineClock:
    """Reads the seconds of each line by the kind of time that the first stamped line has; an axis of its own each.

    >>> clock = LineClock()
    >>> clock.seconds(b"[2026-11-25T10:00:00.000+0000][12.345s][info][gc] GC(0) Pause Full"), clock.seconds(b"GC(1)")
    (12.345, None)
    """

    def __init__(self) -> None:
        """No line was read yet."""
        self._kind: tuple[re.Pattern[bytes], Callable[[bytes], float | None]] | None = None
        self.is_wall = False
        """Whether the seconds are of a date, not of the uptime of a VM."""

    @property
    def kind(self) -> bytes:
        """What the seconds are read from; clocks of the same kind have the same axis."""
        return b"" if self._kind is None else self._kind[0].pattern + (b"date" if self.is_wall else b"")

    def seconds(self, line: bytes) -> float | None:
        """When the line was written; None where it does not say so."""
        if self._kind is None:
            return self._learn(line)
        found = self._kind[0].search(line)
        return None if found is None else self._kind[1](found[1])

    def _learn(self, line: bytes) -> float | None:
        for kind in _KINDS:
            found = kind[0].search(line)
            read_s = None if found is None else kind[1](found[1])
            if read_s is not None:
                self._kind = kind
                self.is_wall = kind[0] is _TIME or read_s > _FEWEST_EPOCH_S
                return read_s
        return None


def wall_s(line: bytes) -> float | None:
    """The date of a line in seconds since 1970, whatever else it is decorated with; None where it has none.

    >>> wall_s(b"[1764064800123ms][5ms][gc] x"), wall_s(b"[5ms][gc] x")
    (1764064800.123, None)
    """
    found = _TIME.search(line)
    if found is not None:
        return _date(found[1])
    millis = _MILLIS.search(line)
    if millis is not None and int(millis[1]) / 1e3 > _FEWEST_EPOCH_S:
        return int(millis[1]) / 1e3
    return None
