"""Cycles of slots: all that is compared once, in orders of which each second one mirrors the one before.

What a slot is of is its key: a variant, or a level of a feature at a rate. Why so: docs/method/comparison.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Generic, TypeVar

from loadproof.judge.slot_judge import is_whole
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, Value, listed, milliseconds
from loadproof.records.doubt import DoubtCode

__all__ = [
    "CAPACITY_SHARE",
    "MOST_CYCLES",
    "STEADY_CYCLES",
    "Cycle",
    "CyclePlan",
    "CycledDetails",
    "cycle_told",
    "cycles_of",
    "gentle_rates",
    "has_died",
    "mirrored_order",
    "of_purpose",
]

CAPACITY_SHARE = 0.7
"""Part of the least capacity of all variants: a rate that each variant keeps with headroom in a slot."""
STEADY_CYCLES = 3
"""Over so many cycles of warm-up it is seen whether what a call costs still falls."""
MOST_CYCLES = 400
"""Counted cycles of one round, at most."""
_MOST_WARM_UP = 1.0 / 3.0
"""Largest part of the load of a limited round that may warm up."""
_ROUNDING_S = 1e-6
_MOST_GENTLE = 6
_FALL = 0.02
"""Fall of CPU per request from cycle to cycle, as a part: a service whose CPU falls by less is warm."""
_FEWEST_SEEN = 8
"""Counted cycles before it is seen whether the first of them were cold."""
_COLD_STEP = 0.10
"""On the scale of logarithms: cycles that cost more than those after them by less are not cold."""
_COLD_SPREADS = 3.0
_NORMAL_MAD = 1.4826
"""Standard deviation of a normal law in units of its median absolute deviation."""
_KINDS = (Purpose.WARM_UP, Purpose.COMPARE, Purpose.ALONE)

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class CycledDetails:
    """Details of the answer of a method that runs slots in cycles."""

    cycles: tuple[int, ...] = ()
    """Numbers of the cycles that count."""
    warm_up_cycles: int = 0
    """Number of warm-up cycles before them."""


@dataclass(frozen=True, slots=True)
class Cycle(Generic[Key]):
    """Each key once, for one purpose."""

    number: int
    purpose: Purpose
    slots: Mapping[Key, TrialResult]
    """In the order in which they were run."""

    @property
    def counts(self) -> bool:
        """True if every slot is whole (`is_whole`), or its service died: a death counts against its variant alone."""
        return all(is_whole(slot.measurement) or has_died(slot) for slot in self.slots.values())

    @property
    def may_count(self) -> bool:
        """True if the cycle does not count, but no doubt except disturbance or a dead service invalidates a slot."""
        kinds = {doubt.code for slot in self.slots.values() for doubt in slot.measurement.doubts if doubt.invalidates}
        return not self.counts and kinds <= {DoubtCode.DISTURBED, DoubtCode.SERVICE_DIED}

    @property
    def disturbed_s(self) -> int:
        """Seconds of all of its slots that others disturbed."""
        stretches = [stretch for slot in self.slots.values() for stretch in slot.measurement.disturbed_s]
        return sum(end - begin for begin, end in stretches)


def cycles_of(history: Sequence[TrialResult], key_of: Callable[[Trial], Key]) -> list[Cycle[Key]]:
    """The cycles of one round or start, the last of which may lack slots."""
    found: dict[int, dict[Key, TrialResult]] = {}
    for result in history:
        found.setdefault(result.trial.cycle, {})[key_of(result.trial)] = result
    return [Cycle(number, next(iter(slots.values())).trial.purpose, slots) for number, slots in found.items()]


def mirrored_order(keys: Sequence[Key], place: int, *seed: int) -> list[Key]:
    """The order at `place`, from 0: drawn for each pair of places, the second mirrors the first.

    >>> first, second = (mirrored_order("abc", place, 1) for place in (0, 1))
    >>> first[::-1] == second
    True
    """
    # Not at the top: who reads a study draws nothing.
    import numpy as np

    drawn = np.random.default_rng([*seed, place // 2])
    order = [keys[index] for index in drawn.permutation(len(keys))]
    return order[::-1] if place % 2 else order


def gentle_rates(first: float | None, rate: float) -> tuple[float, ...]:
    """The rates of the first cycles of warm-up: from that which a cold service can bear in doublings up to `rate`.

    >>> gentle_rates(300.0, 1500.0), gentle_rates(None, 1500.0), gentle_rates(300.0, 300.0)
    ((300.0, 600.0, 1200.0), (), ())
    """
    if not first:
        return ()
    return tuple(gentle for step in range(_MOST_GENTLE) if (gentle := first * 2**step) < rate)


def of_purpose(cycles: Sequence[Cycle[Key]], purpose: Purpose) -> list[Cycle[Key]]:
    """Return the cycles that were run for `purpose`."""
    return [cycle for cycle in cycles if cycle.purpose is purpose]


@dataclass(frozen=True, slots=True)
class CyclePlan(Generic[Key]):
    """Plan of slots: warm-up cycles until the service is warm, then the cycles that count, then perhaps one alone.

    If a slot is disturbed, its cycle still runs to its end, so that all keys get the same rows, and is repeated.
    If other processes are never quiet, the least disturbed cycles count.
    """

    keys: tuple[Key, ...]
    warm_up_cycles: int
    """After so many at the whole load what still falls is never steady."""
    counted_cycles: int
    seed: tuple[int, ...]
    gentle_cycles: int = 0
    """So many of less load come first: what a call costs in them says nothing of what it costs later."""
    alone: bool = False
    """True if, at the end, each key has a slot while the other keys are held still."""
    load_s: float | None = None
    """Seconds of load that all cycles together may take: cycles are counted as long as another pair of them ends within
    it. At most a third of it warms up, beyond the first three cycles. None: `counted_cycles` are counted."""

    def next(self, cycles: Sequence[Cycle[Key]], alive: Sequence[Key]) -> tuple[Purpose, int, Key] | None:
        """The purpose, the cycle and the key of the next slot, of those that are `alive`; None: all is run."""
        if cycles:
            missing = [key for key in self._order(cycles) if key in alive and key not in cycles[-1].slots]
            if missing:
                return cycles[-1].purpose, cycles[-1].number, missing[0]
        purpose = self._purpose_after(cycles, alive)
        if purpose is None:
            return None
        number, nothing = len(cycles) + 1, dict[Key, TrialResult]()
        begun = [*cycles, Cycle(number, purpose, nothing)]
        return purpose, number, next(key for key in self._order(begun) if key in alive)

    def cold(self, cycles: Sequence[Cycle[Key]]) -> list[Cycle[Key]]:
        """The first cycles after the warm-up that cost more than those after them: they warmed up, too, none counts.

        What a call costs in a Java VM stands still for half a minute and halves when its compiler is done, so that no
        look ahead sees it. A cycle is cold if it costs more than the median of the second half of all, by 10 % and by
        three standard deviations. The cost is that of all keys together: nothing is chosen by what they differ by. As
        in `is_steady`, the generator's own cost excuses one.
        """
        tried = of_purpose(cycles, Purpose.COMPARE)
        if len(tried) < _FEWEST_SEEN:
            return []
        costs = _costs_above_level(tried)
        cold = next((place for place, is_dear in enumerate(costs) if not is_dear), 0)
        cold = min(cold, len(tried) // 2)
        # Mirrored pairs stay whole.
        if sum(cycle.counts for cycle in tried[:cold]) % 2:
            cold += 1 + next((place for place, cycle in enumerate(tried[cold:]) if cycle.counts), 0)
        is_too_short = self.load_s is not None and len(tried) - cold < self.counted_cycles
        return [] if is_too_short else tried[:cold]

    def warmed(self, cycles: Sequence[Cycle[Key]]) -> list[Cycle[Key]]:
        """Cycles of warm-up, and those that turned out to be some."""
        return [*of_purpose(cycles, Purpose.WARM_UP), *self.cold(cycles)]

    def tried(self, cycles: Sequence[Cycle[Key]]) -> list[Cycle[Key]]:
        """Cycles of a warm service, disturbed ones among them."""
        return of_purpose(cycles, Purpose.COMPARE)[len(self.cold(cycles)) :]

    def counted(self, cycles: Sequence[Cycle[Key]]) -> list[int]:
        """The numbers of the cycles that count: undisturbed ones, and where they are few the least disturbed ones."""
        tried, fewest = self.tried(cycles), self.counted_cycles
        clean = [cycle for cycle in tried if cycle.counts]
        if self.load_s is None:
            clean = clean[:fewest]
        others = sorted((cycle for cycle in tried if cycle.may_count), key=lambda cycle: cycle.disturbed_s)
        return sorted(cycle.number for cycle in (*clean, *others[: max(0, fewest - len(clean))]))

    def expected(self, cycles: Sequence[Cycle[Key]]) -> int:
        """The number of counted cycles in the end, if no other cycle is disturbed."""
        tried = self.tried(cycles)
        clean = sum(cycle.counts for cycle in tried)
        if self.load_s is None or not tried:
            return self.counted_cycles
        left_s = self.load_s - _load_s(cycles) - int(self.alone) * _load_s(tried[-1:])
        pairs = max(0, int(left_s // (2.0 * _load_s(tried[-1:]))))
        return max(self.counted_cycles, clean + len(tried) % 2 + 2 * pairs)

    def is_steady(self, cycles: Sequence[Cycle[Key]], alive: Sequence[Key]) -> bool:
        """Return True if, in all `alive`, the cost of a call fell by under 2 % a cycle over the last three of warm-up.

        False if fewer than three warm-up cycles had the whole load. A fall that is no larger than the fall of the
        generator's own cost comes from the machine, which became faster. The generator's cost scatters by a fifth from
        slot to slot (docs/method/comparison.md), so it excuses a fall and never makes one.
        """
        last = of_purpose(cycles, Purpose.WARM_UP)[self.gentle_cycles :][-STEADY_CYCLES:]
        if len(last) < STEADY_CYCLES:
            return False
        first, now = last[0], last[-1]
        machine = _fall(_generator_cost(first), _generator_cost(now))
        for key in alive:
            costs = (_cost(cycle.slots[key]) if key in cycle.slots else None for cycle in (first, now))
            fell = _fall(*costs)
            if fell - max(0.0, machine) >= _FALL:
                return False
        return True

    def _purpose_after(self, cycles: Sequence[Cycle[Key]], alive: Sequence[Key]) -> Purpose | None:
        """Return the purpose of the cycle after these, the last of which is whole; None: no cycle follows."""
        warmed, tried = of_purpose(cycles, Purpose.WARM_UP), of_purpose(cycles, Purpose.COMPARE)
        most = self.gentle_cycles + self.warm_up_cycles
        if not tried and len(warmed) < most and self._may_warm(warmed) and not self.is_steady(cycles, alive):
            return Purpose.WARM_UP
        if self._may_count(cycles, tried):
            return Purpose.COMPARE
        # Beside the others frozen one variant has no company to be without.
        is_due = self.alone and bool(self.counted(cycles)) and not of_purpose(cycles, Purpose.ALONE) and len(alive) > 1
        return Purpose.ALONE if is_due else None

    def _may_warm(self, warmed: Sequence[Cycle[Key]]) -> bool:
        """Return True if another cycle of warm-up leaves enough load for cycles that count."""
        whole = warmed[self.gentle_cycles :]
        if self.load_s is None or len(whole) < STEADY_CYCLES:
            return True
        return _load_s(whole) + _load_s(whole[-1:]) <= _MOST_WARM_UP * self.load_s

    def _may_count(self, cycles: Sequence[Cycle[Key]], tried: Sequence[Cycle[Key]]) -> bool:
        """Return True if another cycle that may count is run."""
        if self.load_s is None:
            clean = sum(cycle.counts for cycle in self.tried(cycles))
            return clean < self.counted_cycles and len(tried) < 2 * self.counted_cycles
        if len(tried) < self.counted_cycles or len(tried) % 2:
            return True
        more_s = (2 + int(self.alone)) * _load_s(tried[-1:])
        return len(tried) < MOST_CYCLES and _load_s(cycles) + more_s <= self.load_s + _ROUNDING_S

    def _order(self, cycles: Sequence[Cycle[Key]]) -> list[Key]:
        """The order of the last of these cycles; one that repeats another has the order of that."""
        purpose = cycles[-1].purpose
        before = of_purpose(cycles[:-1], purpose)
        place = sum(cycle.counts for cycle in before) if purpose is Purpose.COMPARE else len(before)
        return mirrored_order(self.keys, place, *self.seed, _KINDS.index(purpose))


def _load_s(cycles: Sequence[Cycle[Key]]) -> float:
    return math.fsum(slot.trial.load_s for cycle in cycles for slot in cycle.slots.values())


def has_died(slot: TrialResult) -> bool:
    """Return True if the service died in the slot."""
    return any(doubt.code == DoubtCode.SERVICE_DIED for doubt in slot.measurement.doubts)


def cycle_told(
    cycles: Sequence[Cycle[Key]], plan: CyclePlan[Key], name_of: Callable[[Key], Value], where: Message
) -> Message:
    """Return the log message about the last cycle, whose slots are all run; `where` names its round or start."""
    last = cycles[-1]
    tried = plan.tried(cycles) if last.purpose is Purpose.COMPARE else of_purpose(cycles, last.purpose)
    told: dict[str, Value] = {"where": where, "figures": _figures_told(last, plan.keys, name_of)}
    if last.purpose is Purpose.WARM_UP:
        return Message("cycle-warms", **told, cycle=str(len(tried)))
    if last.purpose is Purpose.ALONE:
        return Message("cycle-alone", **told)
    if last.counts:
        clean, most = sum(cycle.counts for cycle in tried), str(plan.expected(cycles))
        return Message("cycle-counts", **told, cycle=str(clean), cycles=most)
    spoilt = [name_of(key) for key, slot in last.slots.items() if not is_whole(slot.measurement)]
    why = "disturbed" if last.may_count else "invalid"
    return Message("cycle-left-out", **told, why=why, variants=listed(spoilt))


def _figures_told(cycle: Cycle[Key], keys: Sequence[Key], name_of: Callable[[Key], Value]) -> Message:
    """CPU per request of each key, or the mean response time where nobody could read it.

    In the same order always, so that the lines of a log can be compared.
    """
    metric = "mean" if all(slot.cpu_ms_per_request is None for slot in cycle.slots.values()) else "cpu"
    shown: list[Value] = []
    for key in keys:
        slot, name = cycle.slots.get(key), name_of(key)
        if slot is None or has_died(slot):
            shown.append(Message("cycle-death", variant=name))
            continue
        response = slot.measurement.response
        mean_ms = response.mean_ms if response.count else None
        value = milliseconds(mean_ms if metric == "mean" else slot.cpu_ms_per_request)
        shown.append(Message("cycle-value", variant=name, value=value))
    return Message("cycle-figures", metric=Message("comparison-metric", metric=metric), values=listed(shown))


def _costs_above_level(tried: Sequence[Cycle[Key]]) -> list[bool]:
    """Return, for each cycle, True if it costs more than the median of the second half.

    The cost, less the excess cost of the generator, is above the median by 10 % and by three standard deviations.
    If the cost of any cycle is unknown, return `[False]`.
    """
    keys = tried[-1].slots.keys()
    costs = [_log_mean([_cost(cycle.slots[key]) if key in cycle.slots else None for key in keys]) for cycle in tried]
    machine = [_log_mean([_generator_cost(cycle)]) for cycle in tried]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(tried):
        return [False]
    half = len(tried) // 2
    level, usual = median(known[half:]), [cost for cost in machine[half:] if cost is not None]
    spread = _NORMAL_MAD * median(abs(cost - level) for cost in known[half:])
    most = level + max(_COLD_STEP, _COLD_SPREADS * spread)
    excused = [max(0.0, own - median(usual)) if usual and own is not None else 0.0 for own in machine]
    return [cost - own > most for cost, own in zip(known, excused, strict=True)]


def _log_mean(costs: Sequence[float | None]) -> float | None:
    """The mean of their logarithms; None: not all are known."""
    known = [math.log(cost) for cost in costs if cost]
    return math.fsum(known) / len(known) if known and len(known) == len(costs) else None


def _fall(first: float | None, now: float | None) -> float:
    """By which part a cost fell a cycle; 0 where nobody knows."""
    return 1.0 - (now / first) ** (1.0 / (STEADY_CYCLES - 1)) if first and now else 0.0


def _generator_cost(cycle: Cycle[Key]) -> float | None:
    """CPU of the generator for each call, on average over the slots; None: it is not known of all."""
    costs = [slot.generator_us_per_call for slot in cycle.slots.values()]
    known = [cost for cost in costs if cost]
    return math.fsum(known) / len(known) if known and len(known) == len(costs) else None


def _cost(slot: TrialResult) -> float | None:
    """CPU per request; where nobody could read it the mean response time, which falls with it. None: there is none."""
    response = slot.measurement.response
    cost = slot.cpu_ms_per_request
    if cost is None:
        cost = response.mean_ms if response.count else None
    return cost if cost is not None and 0.0 < cost < math.inf else None
