"""Garbage collections of one variant in its counted slots of a round, from stored readings of probes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord

__all__ = ["SlotCollections", "slot_collections"]

_LIVE_SET, _HEAP_MAX, _PAUSES, _MAJOR = "live_set_mib", "heap_max_mib", "gc_pause_share", "major_collections_per_s"
_NAMES = (_LIVE_SET, _HEAP_MAX, _PAUSES, _MAJOR)
_KINDS = ("java", "prometheus", "simulated")
"""Kinds of probes; for each series of a service, the first kind that has it counts."""
_HALF_A_SECOND = 0.5
"""A reading is the mean of the second before it, and may come somewhat early."""
_MOST = 2.0**60


@dataclass(frozen=True, slots=True)
class SlotCollections:
    """Collections over all services of the variant with a heap that a probe reads; None: no probe could read it."""

    live_set_mib: float | None = None
    """The sum of what was alive after their collections, on average."""
    gc_percent: float | None = None
    """Pauses in per cent of the judged seconds, summed over services, at most 100."""
    major: int | None = None
    """Collections that included what lives long, of the service with the fewest, in the slots with their settling."""


def slot_collections(reader: RunReader, slots: Sequence[TrialRecord]) -> SlotCollections:
    """Return the collections that were read in `slots`. Raises RunDirectoryError."""
    read: dict[tuple[str, str, str], dict[int, list[tuple[float, float]]]] = {}
    for slot in slots:
        for probe, name, at_s, value in reader.readings_of_trial(slot, _NAMES):
            kind, _, service = probe.partition(":")
            if kind in _KINDS and 0.0 <= value < _MOST:
                read.setdefault((service, name, kind), {}).setdefault(slot.number, []).append((at_s, value))
    services = sorted({service for service, _, _ in read})

    def of(service: str, name: str) -> dict[int, list[tuple[float, float]]]:
        return next((found for kind in _KINDS if (found := read.get((service, name, kind)))), {})

    alive = [_mean([value for points in of(name, _LIVE_SET).values() for _, value in points]) for name in services]
    pauses = [found for name in services if (found := of(name, _PAUSES))]
    major = [found for name in services if (found := of(name, _MAJOR))]
    return SlotCollections(
        # Without one of the heaps it would be another sum from round to round.
        math.fsum(one for one in alive if one is not None) if alive and None not in alive else None,
        _percent(slots, pauses),
        min((count for found in major if (count := _counted(slots, found)) is not None), default=None),
    )


def _percent(slots: Sequence[TrialRecord], of_services: Sequence[dict[int, list[tuple[float, float]]]]) -> float | None:
    """A call that passes through two services waits for both."""
    shares = []
    for found in of_services:
        judged = [
            value
            for slot in slots
            for at_s, value in found.get(slot.number, ())
            if at_s > math.ceil(slot.trial.settle_s) + _HALF_A_SECOND
        ]
        share = _mean(judged)
        if share is None:
            return None
        shares.append(share)
    return min(100.0, 100.0 * math.fsum(shares)) if shares else None


def _counted(slots: Sequence[TrialRecord], found: dict[int, list[tuple[float, float]]]) -> int | None:
    """By the mean rate of each slot: the last second of one may have been read too late to be kept."""
    if any(slot.number not in found for slot in slots):
        return None
    rates = ((slot, _mean([value for _, value in found[slot.number]])) for slot in slots)
    return round(math.fsum((rate or 0.0) * slot.trial.load_s for slot, rate in rates))


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
