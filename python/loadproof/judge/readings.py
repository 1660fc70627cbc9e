"""Readings of one series over a trial, kept as plain numbers: 16 bytes each, where a pair in a list takes 112."""

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

__all__ = ["TimedReadings"]


class TimedReadings(Sequence[tuple[float, float]]):
    """Pairs of (s since the trial began, value), in the order in which they were read.

    >>> readings = TimedReadings()
    >>> readings.append(1.0, 64.0)
    >>> readings.append(2.0, 65.5)
    >>> len(readings), readings[-1], readings[:1], list(readings)
    (2, (2.0, 65.5), [(1.0, 64.0)], [(1.0, 64.0), (2.0, 65.5)])
    """

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._at_s = array("d")
        self._values = array("d")

    def append(self, at_s: float, value: float) -> None:
        """Add the latest reading."""
        self._at_s.append(at_s)
        self._values.append(value)

    def __len__(self) -> int:
        return len(self._at_s)

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return zip(self._at_s, self._values, strict=True)

    @overload
    def __getitem__(self, place: int) -> tuple[float, float]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[float, float]]: ...

    def __getitem__(self, place: int | slice) -> tuple[float, float] | Sequence[tuple[float, float]]:
        if isinstance(place, slice):
            return list(zip(self._at_s[place], self._values[place], strict=True))
        return self._at_s[place], self._values[place]
