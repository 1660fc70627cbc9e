"""One round of a comparison: all variants are up, and slots of load go round them in mirrored pairs of cycles.

Why so, and what it can see: docs/method/comparison.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.slot_judge import SlotJudge, is_whole
from loadproof.judge.timeline import Timeline
from loadproof.method.method import NOTHING_OBSERVED, Answer, Method, Observed, Outcome, StartSoFar
from loadproof.method.settings_check import OF_THE_METHOD, check_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Listing, Message, Value, count, listed, milliseconds
from loadproof.model.slo import Slo

__all__ = [
    "CAPACITY_SHARE",
    "LEAST_SLOT_S",
    "MOST_ROUNDS",
    "CompareRound",
    "CompareSettings",
    "Cycle",
    "cycles_of",
    "mirrored_order",
]

LEAST_SLOT_S = 5.0
CAPACITY_SHARE = 0.7
"""Of the least capacity of all variants: so much each of them keeps with room for what a slot may bring."""
MOST_ROUNDS = 12
_SETTLE_PART = 0.2
_FALL = 0.02
"""Of CPU per request from cycle to cycle: what falls by less is warm."""
_STEADY_CYCLES = 3
_PATIENCE_S = 60.0
_STORED = ("outcome", "rate", "reason", "doubts", "cycles", "warm_up_cycles", "died")


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """`rate` in calls/s, times in seconds, margins in per cent and points. Raises ValueError where nothing can be run.

    >>> CompareSettings(500.0).settle_s, CompareSettings(500.0).hold_s
    (1.0, 4.0)
    """

    rate: float | None = None
    """The common load: one that all variants keep, else it is their queues that are compared. None: `CAPACITY_SHARE` of
    the least capacity that was found."""
    rounds: int = 8
    """The most of them: fresh starts of every variant."""
    slot_s: float = 5.0
    """Load on one variant at a time: a fifth of it settles, the rest is judged.

    A cycle has to be short beside the memory of the machine's drift: docs/method/comparison.md.
    """
    budget_s: float | None = None
    """No round begins that would not end within it; None: as long as the rounds take."""
    together: bool = field(default=True, metadata=OF_THE_METHOD)
    """Whether all variants of a round are up at once, as far as memory suffices; else each is started by itself."""
    response_margin_percent: float = 5.0
    cpu_margin_percent: float = 3.0
    memory_margin_percent: float = 5.0
    error_margin_points: float = 0.5
    warm_up_cycles: int = field(default=12, metadata=OF_THE_METHOD)
    """After so many a variant whose CPU per request still falls is never steady."""
    counted_cycles: int = field(default=4, metadata=OF_THE_METHOD)
    alone: bool = field(default=True, metadata=OF_THE_METHOD)
    """Whether each variant has a slot while the others are held still."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("rate", "rounds", "counted_cycles"))
        if self.slot_s < LEAST_SLOT_S:
            raise ValueError(f"slot_s: {self.slot_s:g} leaves too little to judge; give {LEAST_SLOT_S:g} or more")
        if self.rounds > MOST_ROUNDS:
            raise ValueError(f"rounds: {self.rounds} are more than there are looks for; give {MOST_ROUNDS} or fewer")

    @property
    def settle_s(self) -> float:
        """What of a slot is not judged: connections are opened there."""
        return float(max(1, round(_SETTLE_PART * self.slot_s)))

    @property
    def hold_s(self) -> float:
        """What of a slot is judged."""
        return self.slot_s - self.settle_s

    def round_s(self, variants: int, warm_up_cycles: int = _STEADY_CYCLES) -> float:
        """Seconds of load of a round whose variants are warm after `warm_up_cycles`, if no cycle is repeated.

        >>> CompareSettings(500.0).round_s(variants=2)
        80.0
        """
        return self.slot_s * variants * (warm_up_cycles + self.counted_cycles + int(self.alone and self.together))

    @property
    def longest_cycles(self) -> int:
        """Cycles that a round has at most."""
        return self.warm_up_cycles + 2 * self.counted_cycles + int(self.alone and self.together)


@dataclass(frozen=True, slots=True)
class Cycle:
    """Every variant once, for one purpose."""

    number: int
    purpose: Purpose
    slots: Mapping[str, TrialResult]
    """By variant, in the order in which they were run."""

    @property
    def counts(self) -> bool:
        """Whether no slot was disturbed; one in which its service died counts against its variant alone."""
        return all(is_whole(slot.measurement) or _has_died(slot) for slot in self.slots.values())

    @property
    def may_count(self) -> bool:
        """Whether nothing but others on the machine speaks against it."""
        kinds = {doubt.kind for slot in self.slots.values() for doubt in slot.measurement.doubts if doubt.invalidates}
        return not self.counts and kinds <= {DoubtCode.DISTURBED, DoubtCode.SERVICE_DIED}

    @property
    def disturbed_s(self) -> int:
        """Seconds of all of its slots that others disturbed."""
        stretches = [stretch for slot in self.slots.values() for stretch in slot.measurement.disturbed_s]
        return sum(end - begin for begin, end in stretches)


def cycles_of(history: Sequence[TrialResult]) -> list[Cycle]:
    """The cycles of one round, the last of which may lack slots."""
    found: dict[int, dict[str, TrialResult]] = {}
    for result in history:
        found.setdefault(result.trial.cycle, {})[result.trial.variant] = result
    return [Cycle(number, next(iter(slots.values())).trial.purpose, slots) for number, slots in found.items()]


def mirrored_order(variants: Sequence[str], place: int, *seed: int) -> list[str]:
    """The order at `place`, from 0: drawn for each pair of places, the second mirrors the first.

    >>> first, second = (mirrored_order("abc", place, 1) for place in (0, 1))
    >>> first[::-1] == second
    True
    """
    # Not at the top: who reads a study draws nothing.
    import numpy as np

    drawn = np.random.default_rng([*seed, place // 2])
    order = [variants[index] for index in drawn.permutation(len(variants))]
    return order[::-1] if place % 2 else order


class CompareRound(Method):
    """What each of some variants that are up together does with the same load, slot by slot.

    Cycles come in pairs, the order of the first drawn, the second mirroring it: a drift of the machine that is even
    over a pair takes from all alike. Cycles of warm-up go before those that count, and last each variant has a slot
    alone. A cycle with a disturbed slot is run to its end, so that all variants get the same rows, and repeated; where
    others are never quiet the least disturbed ones are taken, with a doubt. A variant that dies is left out from then
    on.

    >>> one = CompareRound(CompareSettings(500.0), ("a", "b")).next(())
    >>> one.purpose.value, one.settle_s, one.hold_s, one.cycle
    ('warm-up', 1.0, 4.0, 1)
    """

    name = "compare"

    def __init__(self, settings: CompareSettings, variants: Sequence[str], number: int = 1, seed: int = 1) -> None:
        """`variants` are up; `number` is that of the round, from 1, and `seed` that of the study.

        Raises ValueError where the settings have no rate: without one a load saturates.
        """
        if settings.rate is None:
            raise ValueError("rate: there is none to compare at; give that of the least capacity")
        self.settings = settings
        self.variants = tuple(variants)
        self._number = number
        self._seed = seed

    @classmethod
    def of(cls, settings: CompareSettings, start: StartSoFar) -> CompareRound:
        """A round of the variants that `start` names."""
        return cls(settings, start.variants, start.number, start.seed)

    @property
    def patience_s(self) -> float:
        """Cycles that others disturb are repeated: that costs less than to wait for who may never be quiet."""
        return _PATIENCE_S

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next slot, or what was measured."""
        cycles = cycles_of(history)
        died = [result.trial.variant for result in history if _has_died(result)]
        alive = [variant for variant in self.variants if variant not in died]
        if len(alive) < min(2, len(self.variants)):
            return self._answer(cycles, died)
        if cycles:
            missing = [name for name in self._order(cycles) if name in alive and name not in cycles[-1].slots]
            if missing:
                return self._slot(cycles[-1].purpose, cycles[-1].number, missing[0])
        purpose = self._purpose_after(cycles, alive)
        if purpose is None:
            return self._answer(cycles, died)
        number = len(cycles) + 1
        begun = [*cycles, Cycle(number, purpose, {})]
        return self._slot(purpose, number, next(name for name in self._order(begun) if name in alive))

    def so_far(self, _history: Sequence[TrialResult], _why: Message, /) -> None:
        """A round that was cut says nothing."""

    def told_after(self, history: Sequence[TrialResult], /) -> Message | None:
        """What the last cycle showed, once each variant that is alive has had its slot."""
        cycles = cycles_of(history)
        last, died = cycles[-1], [result.trial.variant for result in history if _has_died(result)]
        if any(name not in last.slots for name in self.variants if name not in died):
            return None
        tried = _of(cycles, last.purpose)
        told: dict[str, Value] = {"round": str(self._number), "figures": _figures_told(last, self.variants)}
        if last.purpose is Purpose.WARM_UP:
            return Message("cycle-warms", **told, cycle=str(len(tried)))
        if last.purpose is Purpose.ALONE:
            return Message("cycle-alone", **told)
        if last.counts:
            clean, most = sum(cycle.counts for cycle in tried), str(self.settings.counted_cycles)
            return Message("cycle-counts", **told, cycle=str(clean), cycles=most)
        spoilt = [name for name, slot in last.slots.items() if not is_whole(slot.measurement)]
        why = "disturbed" if last.may_count else "invalid"
        return Message("cycle-left-out", **told, why=why, variants=listed(spoilt))

    def judge(self, _trial: Trial, timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> SlotJudge:
        """A slot is held to its end."""
        return SlotJudge(timeline)

    def _slot(self, purpose: Purpose, cycle: int, variant: str) -> Trial:
        settings = self.settings
        return Trial(
            purpose,
            settings.rate,
            settings.hold_s,
            settle_s=settings.settle_s,
            early_stop=False,
            variant=variant,
            start=self._number,
            cycle=cycle,
        )

    def _purpose_after(self, cycles: Sequence[Cycle], alive: Sequence[str]) -> Purpose | None:
        """That of the cycle after these, whose last is whole; None: the round is over."""
        settings = self.settings
        warmed, tried = _of(cycles, Purpose.WARM_UP), _of(cycles, Purpose.COMPARE)
        if not tried and len(warmed) < settings.warm_up_cycles and not _is_steady(warmed, alive):
            return Purpose.WARM_UP
        clean = sum(cycle.counts for cycle in tried)
        if clean < settings.counted_cycles and len(tried) < 2 * settings.counted_cycles:
            return Purpose.COMPARE
        # Beside the others frozen one variant has no company to be without.
        is_due = (
            settings.alone
            and settings.together
            and bool(self._counted(tried))
            and not _of(cycles, Purpose.ALONE)
            and len(alive) > 1
        )
        return Purpose.ALONE if is_due else None

    def _order(self, cycles: Sequence[Cycle]) -> list[str]:
        """The order of the last of these cycles; one that repeats another has the order of that."""
        purpose = cycles[-1].purpose
        before = _of(cycles[:-1], purpose)
        place = sum(cycle.counts for cycle in before) if purpose is Purpose.COMPARE else len(before)
        kinds = (Purpose.WARM_UP, Purpose.COMPARE, Purpose.ALONE)
        return mirrored_order(self.variants, place, self._seed, self._number, kinds.index(purpose))

    def _answer(self, cycles: Sequence[Cycle], died: Sequence[str]) -> Answer:
        warmed, tried = _of(cycles, Purpose.WARM_UP), _of(cycles, Purpose.COMPARE)
        alive = [variant for variant in self.variants if variant not in died]
        counted = self._counted(tried)
        steady = _is_steady(warmed, alive)
        outcome = Outcome.MEASURED if counted and len(alive) >= min(2, len(self.variants)) else Outcome.INVALID
        told = {"counted": count(len(counted)), "cycles": count(len(tried)), "warm": count(len(warmed))}
        if died:
            reason = Message("round-with-deaths", variants=listed(died, Listing.AND))
        elif not counted:
            reason = Message("round-disturbed", cycles=count(len(tried)))
        else:
            reason = Message("round-measured", **told)
        details = {"cycles": tuple(counted), "warm_up_cycles": len(warmed), "died": tuple(died)}
        doubts = tuple(self._doubts(cycles, counted, steady=steady))
        return Answer(self.name, outcome, self.settings.rate, reason, doubts=doubts, details=details, stored=_STORED)

    def _counted(self, tried: Sequence[Cycle]) -> list[int]:
        """The numbers of the cycles that count: undisturbed ones, else those that others disturbed least."""
        most = self.settings.counted_cycles
        clean = [cycle for cycle in tried if cycle.counts][:most]
        others = sorted((cycle for cycle in tried if cycle.may_count), key=lambda cycle: cycle.disturbed_s)
        return sorted(cycle.number for cycle in (*clean, *others[: most - len(clean)]))

    def _doubts(self, cycles: Sequence[Cycle], counted: Sequence[int], *, steady: bool) -> Iterator[Doubt]:
        number, warmed = str(self._number), len(_of(cycles, Purpose.WARM_UP))
        if warmed and not steady:
            yield Doubt(DoubtCode.NOT_WARM, Message("round-never-steady", round=number, cycles=count(warmed)))
        tried = _of(cycles, Purpose.COMPARE)
        disturbed = sum(cycle.number in counted and not cycle.counts for cycle in tried)
        if disturbed or (tried and len(counted) < self.settings.counted_cycles):
            told = {"counted": count(len(counted)), "disturbed": count(disturbed), "cycles": count(len(tried))}
            yield Doubt(DoubtCode.DISTURBED_SECONDS, Message("round-of-disturbed-cycles", round=number, **told))
        opened = [
            name
            for name in self.variants
            for cycle in tried
            if name in cycle.slots
            if any(doubt.kind is DoubtCode.OPENED_CONNECTIONS for doubt in cycle.slots[name].measurement.doubts)
        ]
        for name in dict.fromkeys(opened):
            text = Message("round-opened-connections", round=number, variant=name, slots=count(opened.count(name)))
            yield Doubt(DoubtCode.OPENED_CONNECTIONS, text)


def _of(cycles: Sequence[Cycle], purpose: Purpose) -> list[Cycle]:
    return [cycle for cycle in cycles if cycle.purpose is purpose]


def _is_steady(warmed: Sequence[Cycle], variants: Sequence[str]) -> bool:
    """Whether what a call costs fell by less than 2 % a cycle over the last three cycles, in all `variants`.

    What fell by no more than the generator's own cost did is the machine's, which grew faster. That cost scatters by a
    fifth from slot to slot (docs/method/comparison.md), so it excuses a fall and never makes one.
    """
    last = warmed[-_STEADY_CYCLES:]
    if len(last) < _STEADY_CYCLES:
        return False
    first, now = last[0], last[-1]
    machine = _fall(_generator_cost(first), _generator_cost(now))
    for name in variants:
        costs = (_cost(cycle.slots[name]) if name in cycle.slots else None for cycle in (first, now))
        fell = _fall(*costs)
        if fell - max(0.0, machine) >= _FALL:
            return False
    return True


def _fall(first: float | None, now: float | None) -> float:
    """By which part a cost fell a cycle; 0 where nobody knows."""
    return 1.0 - (now / first) ** (1.0 / (_STEADY_CYCLES - 1)) if first and now else 0.0


def _generator_cost(cycle: Cycle) -> float | None:
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


def _figures_told(cycle: Cycle, variants: Sequence[str]) -> Message:
    """CPU per request of each variant, or the mean response time where nobody could read it.

    In the same order always, so that the lines of a log can be compared.
    """
    metric = "mean" if all(slot.cpu_ms_per_request is None for slot in cycle.slots.values()) else "cpu"
    shown: list[Value] = []
    for name in variants:
        slot = cycle.slots.get(name)
        if slot is None or _has_died(slot):
            shown.append(Message("cycle-death", variant=name))
            continue
        response = slot.measurement.response
        mean_ms = response.mean_ms if response.count else None
        value = milliseconds(mean_ms if metric == "mean" else slot.cpu_ms_per_request)
        shown.append(Message("cycle-value", variant=name, value=value))
    return Message("cycle-figures", metric=Message("comparison-metric", metric=metric), values=listed(shown))


def _has_died(slot: TrialResult) -> bool:
    return any(doubt.kind is DoubtCode.SERVICE_DIED for doubt in slot.measurement.doubts)
