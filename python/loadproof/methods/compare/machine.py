"""One round of a comparison: all variants are up, and slots of load go round them in mirrored pairs of cycles.

Why so, and what it can see: docs/method/comparison.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from loadproof.judge.slot_judge import SlotJudge
from loadproof.judge.timeline import Timeline
from loadproof.methods.cycles import (
    STEADY_CYCLES,
    Cycle,
    CycledDetails,
    CyclePlan,
    cycle_told,
    cycles_of,
    gentle_rates,
    has_died,
)
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, StartSoFar
from loadproof.methods.settings_check import OF_THE_METHOD, check_settings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Listing, Message, count, listed
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = [
    "BUDGETED_SLOT_S",
    "LEAST_SLOT_S",
    "MOST_PRIMARY",
    "MOST_ROUNDS",
    "CompareRound",
    "CompareSettings",
    "RoundDetails",
]

LEAST_SLOT_S = 2.0
"""Shortest slot: a second settles, a second is judged."""
BUDGETED_SLOT_S = 3.0
"""Length of a slot if a budget limits rounds: more and shorter slots take away more of the machine's drift."""
MOST_ROUNDS = 12
MOST_PRIMARY = 20
"""Primary operations: the error of the comparison is shared among two figures of each."""
_SETTLE_PART = 0.2
_PATIENCE_S, _PATIENCE_PART = 60.0, 0.1
"""Waiting for a quiet machine in a round: seconds, and at most this part of its load if that is limited."""


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """`rate` in calls/s (0: users alone load), times in seconds, margins in per cent and points.

    Raises ValueError where nothing can be run.

    >>> CompareSettings(500.0).settle_s, CompareSettings(500.0).hold_s
    (1.0, 4.0)
    """

    rate: float | None = None
    """The common load: one that all variants keep, else it is their queues that are compared. None: `CAPACITY_SHARE` of
    the least capacity that was found."""
    rounds: int = 8
    """The most of them: fresh starts of every variant."""
    slot_s: float = 5.0
    """Load on one variant at a time: a fifth of it settles, at least a second, the rest is judged.

    A cycle has to be short beside the memory of the machine's drift: docs/method/comparison.md.
    """
    budget_s: float | None = None
    """All rounds share it (`round_plan`), and none begins that would not end within it; None: as long as they take."""
    together: bool = field(default=True, metadata=OF_THE_METHOD)
    """True if all variants of a round are up at once, as far as memory suffices; False: each starts by itself."""
    primary: tuple[str, ...] = ()
    """Operations whose p99 and mean answer the comparison, as the figures of the total do."""
    response_margin_percent: float = 5.0
    cpu_margin_percent: float = 3.0
    memory_margin_percent: float = 5.0
    error_margin_points: float = 0.5
    warm_up_slot_s: float = field(default=5.0, metadata=OF_THE_METHOD)
    """A slot of warm-up, where those that count are shorter."""
    warm_up_cycles: int = field(default=12, metadata=OF_THE_METHOD)
    """After so many a variant whose CPU per request still falls is never steady."""
    counted_cycles: int = field(default=4, metadata=OF_THE_METHOD)
    gentle_rate: float | None = field(default=None, metadata=OF_THE_METHOD)
    """Rate that a cold service can bear, in calls/s; None: no gentle cycles.

    The first warm-up cycles start at this rate and double it up to `rate`.
    """
    alone: bool = field(default=True, metadata=OF_THE_METHOD)
    """True if each variant has a slot while the other variants are held still."""
    round_load_s: float | None = field(default=None, metadata=OF_THE_METHOD)
    """Seconds of load that a round may take; None: `counted_cycles` are counted, however long it takes."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("rounds", "counted_cycles"))
        if self.slot_s < LEAST_SLOT_S:
            raise ValueError(f"slot_s: {self.slot_s:g} leaves too little to judge; give {LEAST_SLOT_S:g} or more")
        if len(self.primary) > MOST_PRIMARY:
            raise ValueError(f"primary: {len(self.primary)} operations are too many; give {MOST_PRIMARY} or fewer")
        if self.rounds > MOST_ROUNDS:
            raise ValueError(f"rounds: {self.rounds} are more than there are looks for; give {MOST_ROUNDS} or fewer")

    @property
    def settle_s(self) -> float:
        """Seconds at the start of a slot that are not judged: connections are opened then."""
        return float(max(1, round(_SETTLE_PART * self.slot_s)))

    @property
    def hold_s(self) -> float:
        """Seconds of a slot that are judged."""
        return self.slot_s - self.settle_s

    def round_s(self, variants: int, warm_up_cycles: int = STEADY_CYCLES) -> float:
        """Seconds of load of a round whose variants are warm after `warm_up_cycles`, if no cycle is repeated.

        Those of less load, which come first, are not among them.

        >>> CompareSettings(500.0).round_s(variants=2), CompareSettings(500.0, gentle_rate=200.0).round_s(variants=2)
        (80.0, 100.0)
        """
        counted = self.counted_cycles + int(self.alone and self.together)
        return variants * (self.warm_up_s * (self.gentle_cycles + warm_up_cycles) + self.slot_s * counted)

    @property
    def warm_up_s(self) -> float:
        """Length of a slot of warm-up, in seconds."""
        return max(self.slot_s, self.warm_up_slot_s)

    def lasting_s(self, variants: int, rounds: int, judged_s: float) -> float:
        """Seconds of load of so many rounds in which `judged_s` seconds of each variant are judged.

        >>> CompareSettings(500.0).lasting_s(variants=2, rounds=3, judged_s=16.0)
        240.0
        """
        cycles = max(1, math.ceil(judged_s / self.hold_s))
        return rounds * replace(self, counted_cycles=cycles).round_s(variants)

    @property
    def shortest(self) -> CompareSettings:
        """The shortest round: the shortest slots, and none alone.

        >>> CompareSettings(500.0).shortest.round_s(variants=2)
        28.0
        """
        return replace(self, slot_s=LEAST_SLOT_S, warm_up_slot_s=LEAST_SLOT_S, alone=False)

    def within(self, load_s: float, variants: int) -> CompareSettings:
        """A round of at most `load_s` seconds of load; what does not fit is shortened, the warm-up first.

        >>> short = CompareSettings(500.0).within(40.0, variants=2)
        >>> short.slot_s, short.warm_up_s, short.alone, short.round_load_s
        (2.0, 3.0, True, 40.0)
        """
        shortest = self.shortest
        slots = range(int(self.slot_s), int(LEAST_SLOT_S) - 1, -1)
        shorter = (
            replace(self, slot_s=float(slot_s), warm_up_slot_s=float(warm_up_s), alone=alone)
            for alone in dict.fromkeys((self.alone, False))
            for slot_s in slots
            for warm_up_s in range(int(max(self.warm_up_s, slot_s)), slot_s - 1, -1)
        )
        fitting = next((one for one in (self, *shorter) if one.round_s(variants) <= load_s), shortest)
        return replace(fitting, round_load_s=max(load_s, shortest.round_s(variants)))

    @property
    def gentle_cycles(self) -> int:
        """Cycles of less load; 0 where the rate is not known yet."""
        return 0 if self.rate is None else len(gentle_rates(self.gentle_rate, self.rate))

    @property
    def longest_s(self) -> float:
        """Seconds of load that one variant gets at most, over all rounds."""
        if self.budget_s is not None:
            return self.budget_s
        counted = 2 * self.counted_cycles + int(self.alone and self.together)
        warm_up_s = self.warm_up_s * (self.gentle_cycles + self.warm_up_cycles)
        return self.rounds * (warm_up_s + self.slot_s * counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDetails(CycledDetails):
    """Details of the answer of one round, the same for each of its variants."""

    died: tuple[str, ...] = ()
    """Variants whose services died."""


class CompareRound(Method):
    """Comparison of variants that are up together and get the same load, slot by slot.

    Cycles come in pairs. The order of the first cycle is random, and the second cycle mirrors it: a machine drift that
    is even over a pair affects all variants alike. Warm-up cycles come before the cycles that count. If `alone` is set,
    each variant has a slot alone at the end. If a slot is disturbed, its cycle still runs to its end, so that all
    variants get the same rows, and is repeated. If other processes are never quiet, the least disturbed cycles count,
    with a doubt. If a variant dies, it is left out from then on.

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
        self.users = settings.users
        self.variants = tuple(variants)
        self._number = number
        self._seed = seed

    @classmethod
    def of(cls, settings: CompareSettings, start: StartSoFar) -> CompareRound:
        """A round of the variants that `start` names."""
        return cls(settings, start.variants, start.number, start.seed)

    @property
    def _plan(self) -> CyclePlan[str]:
        settings = self.settings
        return CyclePlan(
            self.variants,
            settings.warm_up_cycles,
            settings.counted_cycles,
            (self._seed, self._number),
            settings.gentle_cycles,
            alone=settings.alone and settings.together,
            load_s=settings.round_load_s,
        )

    def patience_s(self, _history: Sequence[TrialResult], waited_s: float, /) -> float:
        """Cycles that others disturb are repeated: that costs less than to wait for who may never be quiet."""
        load_s = self.settings.round_load_s
        return (_PATIENCE_S if load_s is None else min(_PATIENCE_S, _PATIENCE_PART * load_s)) - waited_s

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next slot, or what was measured."""
        cycles = _cycles(history)
        died = [result.trial.variant for result in history if has_died(result)]
        alive = [variant for variant in self.variants if variant not in died]
        if len(alive) < min(2, len(self.variants)):
            return self._answer(cycles, died)
        step = self._plan.next(cycles, alive)
        return self._answer(cycles, died) if step is None else self._slot(*step)

    def so_far(self, _history: Sequence[TrialResult], _why: Message, /) -> None:
        """A round that was cut says nothing."""

    def told_after(self, history: Sequence[TrialResult], /) -> Message | None:
        """Return the log message about the last cycle, once each variant that is alive has had its slot; else None."""
        cycles, died = _cycles(history), [result.trial.variant for result in history if has_died(result)]
        if any(name not in cycles[-1].slots for name in self.variants if name not in died):
            return None
        return cycle_told(cycles, self._plan, str, Message("cycle-in-round", round=str(self._number)))

    def judge(self, _trial: Trial, timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> SlotJudge:
        """A slot is held to its end."""
        return SlotJudge(timeline)

    def _slot(self, purpose: Purpose, cycle: int, variant: str) -> Trial:
        settings = self.settings
        rates = gentle_rates(settings.gentle_rate, settings.rate or 0.0)
        warms = purpose is Purpose.WARM_UP
        gentle = rates[cycle - 1 : cycle] if warms else ()
        return Trial(
            purpose,
            gentle[0] if gentle else settings.rate,
            (settings.warm_up_s if warms else settings.slot_s) - settings.settle_s,
            settle_s=settings.settle_s,
            early_stop=False,
            variant=variant,
            start=self._number,
            cycle=cycle,
        )

    def _answer(self, cycles: Sequence[Cycle[str]], died: Sequence[str]) -> Answer:
        warmed, tried = self._plan.warmed(cycles), self._plan.tried(cycles)
        alive = [variant for variant in self.variants if variant not in died]
        counted = self._plan.counted(cycles)
        steady = self._plan.is_steady(cycles, alive)
        outcome = Outcome.MEASURED if counted and len(alive) >= min(2, len(self.variants)) else Outcome.INVALID
        told = {"counted": count(len(counted)), "cycles": count(len(tried)), "warm": count(len(warmed))}
        if died:
            reason = Message("round-with-deaths", variants=listed(died, Listing.AND))
        elif not counted:
            reason = Message("round-disturbed", cycles=count(len(tried)))
        else:
            reason = Message("round-measured", **told)
        return Answer(
            self.name,
            outcome,
            self.settings.rate,
            reason,
            doubts=tuple(self._doubts(cycles, counted, steady=steady)),
            details=RoundDetails(cycles=tuple(counted), warm_up_cycles=len(warmed), died=tuple(died)),
        )

    def _doubts(self, cycles: Sequence[Cycle[str]], counted: Sequence[int], *, steady: bool) -> Iterator[Doubt]:
        number, warmed = str(self._number), len(self._plan.warmed(cycles))
        if warmed and not steady:
            yield Doubt(DoubtCode.NOT_WARM, Message("round-never-steady", round=number, cycles=count(warmed)))
        tried = self._plan.tried(cycles)
        disturbed = sum(cycle.number in counted and not cycle.counts for cycle in tried)
        if disturbed or (tried and len(counted) < self.settings.counted_cycles):
            told = {"counted": count(len(counted)), "disturbed": count(disturbed), "cycles": count(len(tried))}
            yield Doubt(DoubtCode.DISTURBED_SECONDS, Message("round-of-disturbed-cycles", round=number, **told))
        opened = [
            name
            for name in self.variants
            for cycle in tried
            if name in cycle.slots
            if any(doubt.code == DoubtCode.OPENED_CONNECTIONS for doubt in cycle.slots[name].measurement.doubts)
        ]
        for name in dict.fromkeys(opened):
            text = Message("round-opened-connections", round=number, variant=name, slots=count(opened.count(name)))
            yield Doubt(DoubtCode.OPENED_CONNECTIONS, text)


def _cycles(history: Sequence[TrialResult]) -> list[Cycle[str]]:
    return cycles_of(history, lambda trial: trial.variant)
