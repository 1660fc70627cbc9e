"""The kinds of memories on which the judge of leaks is measured: healthy ones, leaks, and what cannot be told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.method.memory_series import Series, Service

__all__ = ["HEALTHY", "LEAKING", "UNTOLD", "UNTOLD_LEAKS", "Kind"]

_SeriesOf = Callable[[Service], Series]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is read of a service, and whether garbage that waits for its collector may be in it, as far as is known."""

    series_of: _SeriesOf
    may_hold_garbage: bool
    is_live_set: bool = False
    """Read once for each collection: the series stands still between."""


def _used(series_of: _SeriesOf) -> Kind:
    """The memory of a service with a collector, or of one of which it is not known."""
    return Kind(series_of, True)


def _own(series_of: _SeriesOf) -> Kind:
    """The memory of a service that is known to have no collector: what is no longer used is freed at once."""
    return Kind(series_of, False)


def _warming(one: Service) -> Series:
    return one.filling(one.seconds / 50, one.seconds / 8)


def _slow_cache(one: Service) -> Series:
    return one.filling(one.seconds / 8, one.seconds)


def _teeth(one: Service) -> Series:
    """Garbage of many turns."""
    return one.teeth(2.0, one.seconds / 20)


def _page_cache(one: Service, most_part: float, most_s: float) -> Series:
    return one.noise(one.between(0.003, most_part), one.between(one.seconds / 200, most_s))


def _live(series_of: _SeriesOf, lengths: float = 0.05) -> Kind:
    """The live set after collections 2 s to `lengths` of the soak apart."""
    return Kind(lambda one: one.collected(series_of(one), 2.0, lengths * one.seconds), False, True)


HEALTHY: Mapping[str, Kind] = {
    "level with noise": _own(lambda one: one.quiet()),
    "collections each 2 s to 2 lengths": _used(lambda one: one.quiet() + one.teeth(2.0, 2.0 * one.seconds)),
    "warm-up growth": _own(lambda one: one.quiet() + _warming(one)),
    "warm-up growth with collections": _used(lambda one: one.quiet() + _warming(one) + _teeth(one)),
    "slow cache": _own(lambda one: one.quiet() + _slow_cache(one)),
    "warm-up growth, then a slow cache": _own(lambda one: one.quiet() + _warming(one) + _slow_cache(one)),
    "daily wave": _own(lambda one: one.quiet() + one.wave()),
    "page cache": _own(lambda one: one.quiet() + _page_cache(one, 0.03, one.seconds / 20)),
    "a pool that grows by steps": _own(lambda one: one.quiet() + one.steps()),
    "live set, level": _live(lambda one: one.quiet(), 2.0),
    "live set, warm-up": _live(lambda one: one.quiet() + _warming(one)),
    "live set, slow cache": _live(lambda one: one.quiet() + _slow_cache(one)),
}
"""Without a leak; what fills levels off within the soak or was about to."""

LEAKING: Mapping[str, Kind] = {
    "leak": _own(lambda one: one.quiet() + one.leaked()),
    "leak with collections": _used(lambda one: one.quiet() + one.leaked() + _teeth(one)),
    "leak with page cache": _own(lambda one: one.quiet() + one.leaked() + _page_cache(one, 0.01, one.seconds / 50)),
    "leak after warm-up growth": _own(lambda one: one.quiet() + one.leaked() + _warming(one)),
    "live set, leak": _live(lambda one: one.quiet() + one.leaked()),
    "live set, leak after warm-up": _live(lambda one: one.quiet() + one.leaked() + _warming(one)),
}
"""Leaks that fill the memory within ten lengths of the soak."""

UNTOLD: Mapping[str, Kind] = {
    "collections rarer than the soak": _used(lambda one: one.quiet() + one.teeth(one.seconds, 2.0 * one.seconds)),
    "very slow cache": _own(lambda one: one.quiet() + one.filling(one.seconds, 3.0 * one.seconds)),
}
"""Healthy, though a soak of that length shows nearly or exactly what it would of a leak."""

UNTOLD_LEAKS: Mapping[str, Kind] = {
    "leak, no collection seen": _used(lambda one: one.quiet() + one.leaked()),
    "leak, few collections": _used(lambda one: one.quiet() + one.leaked() + one.teeth(one.seconds / 20, one.seconds)),
    "leak beside a slow cache": _own(lambda one: one.quiet() + one.leaked() + _slow_cache(one)),
}
"""Leaks that a soak of that length hardly shows apart from what else goes on."""
