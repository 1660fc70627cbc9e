"""Time of a line in a unified log of the JVM, from whichever of its decorations has it (JEP 158)."""

from collections.abc import Iterable

from loadproof._engine import gc_log_seconds

__all__ = ["LineClock", "wall_s"]

_FEWEST_EPOCH_S = 1e9
"""Milliseconds above it, as seconds, are a date: no VM has been up for 30 years."""
_DATE, _MILLIS = "date", "millis"
_KINDS = ("uptime", _MILLIS, "nanos", _DATE)
"""uptime; uptimemillis or timemillis; uptimenanos or timenanos; time or utctime."""


class LineClock:
    """The kind of time that the first stamped line of a file has; each kind is an axis of its own.

    >>> clock = LineClock([b"GC(1)", b"[2026-11-25T10:00:00.000+0000][12.345s][info][gc] GC(0) Pause Full"])
    >>> clock.kind, clock.is_wall, clock.seconds(b"[13.5s] GC(2)"), clock.seconds(b"GC(3)")
    ('uptime', False, 13.5, None)
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        """Reads lines until one has a time."""
        self.kind: str | None = None
        """Kind of time in the first stamped line; None: no line has a time."""
        self.is_wall = False
        """True if the seconds are of a date, not of the uptime of a VM."""
        self.begin_s: float | None = None
        self.begin_wall_s: float | None = None
        """Both of the first line that has a time."""
        for line in lines:
            if self._learn(line):
                break

    @property
    def axis(self) -> str | None:
        """Clocks of one axis can be compared."""
        return self.kind if self.kind is None else f"{self.kind} {self.is_wall}"

    def seconds(self, line: bytes) -> float | None:
        """Return the time of the line, seconds; None if the line has none."""
        return None if self.kind is None else gc_log_seconds(line, self.kind)

    def _learn(self, line: bytes) -> bool:
        for kind in _KINDS:
            read_s = gc_log_seconds(line, kind)
            if read_s is not None:
                self.kind, self.begin_s = kind, read_s
                self.is_wall = kind == _DATE or read_s > _FEWEST_EPOCH_S
                self.begin_wall_s = wall_s(line)
                return True
        return False


def wall_s(line: bytes) -> float | None:
    """The date of a line in seconds since 1970, whatever else it is decorated with; None where it has none.

    >>> wall_s(b"[1764064800123ms][5ms][gc] x"), wall_s(b"[5ms][gc] x")
    (1764064800.123, None)
    """
    date_s = gc_log_seconds(line, _DATE)
    if date_s is not None:
        return date_s
    millis_s = gc_log_seconds(line, _MILLIS)
    return millis_s if millis_s is not None and millis_s > _FEWEST_EPOCH_S else None
