"""Stretches of a run that are never rolled up to minutes: the seconds around each injection."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loadproof.store.record import InjectionRecord

__all__ = ["KeptSeconds", "seconds_around", "seconds_around_record"]

_LEAST_BEFORE_S, _LEAST_AFTER_S = 300.0, 600.0
_LENGTHS_BEFORE, _LENGTHS_AFTER = 2.0, 3.0


@dataclass(slots=True)
class KeptSeconds:
    """Stretches of time by name, in seconds of one axis; one that is named again ends anew, and begins no later."""

    _stretches: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)

    def keep(self, stretches: Mapping[tuple[str, int], tuple[float, float]], later_s: float = 0.0) -> None:
        """Keep stretches, by name and number of the occurrence, `later_s` later on this axis."""
        for key, (begin_s, end_s) in stretches.items():
            before = self._stretches.get(key, (float("inf"), 0.0))
            self._stretches[key] = (min(before[0], begin_s + later_s), end_s + later_s)

    def holds(self, begin_s: float, end_s: float) -> bool:
        """Return True if a stretch has a part of the time from `begin_s` to `end_s`.

        >>> kept = KeptSeconds()
        >>> kept.keep({("lag", 1): (100.0, 200.0)}, 1000.0)
        >>> [kept.holds(begin_s, begin_s + 60.0) for begin_s in (1000.0, 1060.0, 1180.0, 1200.0)]
        [False, True, True, False]
        """
        return any(begin_s < end and begin < end_s for begin, end in self._stretches.values())

    def forget(self, before_s: float) -> None:
        """Forget the stretches that end by `before_s`."""
        self._stretches = {key: one for key, one in self._stretches.items() if one[1] > before_s}


def seconds_around(begun_s: float, for_s: float, undone_s: float | None) -> tuple[float, float]:
    """Return the stretch around an occurrence of `for_s` seconds; without an undo it has no end.

    It is 5 minutes or two lengths before, and 10 minutes or three lengths after, whichever is longer.

    >>> seconds_around(1000.0, 60.0, 1061.0), seconds_around(1000.0, 600.0, None)
    ((700.0, 1661.0), (-200.0, inf))
    """
    begin_s = begun_s - max(_LEAST_BEFORE_S, _LENGTHS_BEFORE * for_s)
    if undone_s is None:
        return begin_s, float("inf")
    return begin_s, undone_s + max(_LEAST_AFTER_S, _LENGTHS_AFTER * for_s)


def seconds_around_record(record: InjectionRecord) -> tuple[float, float]:
    """Return the stretch around an occurrence as far as it is known; one that was left ends as if it were undone."""
    if record.ended_s is None:
        return seconds_around(record.begun_s, 0.0, None)
    for_s = record.ended_s - record.begun_s
    return seconds_around(record.begun_s, for_s, record.ended_s if record.undone_s is None else record.undone_s)
