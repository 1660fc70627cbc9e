"""One start in which a feature is switched: slots of load go round its levels and some rates, in mirrored cycles.

Why so, and what it can see: docs/method/overhead.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.judge.slot_judge import SlotJudge
from loadproof.judge.timeline import Timeline
from loadproof.methods.cycles import (
    STEADY_CYCLES,
    Cycle,
    CycledDetails,
    CyclePlan,
    cycle_told,
    cycles_of,
    has_died,
)
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, StartSoFar
from loadproof.methods.settings_check import OF_THE_METHOD
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.cell import OFF, Cell
from loadproof.model.message import Message, Value, count, rate
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = [
    "LEAST_JUDGED_S",
    "LEAST_SLOT_S",
    "MOST_STARTS",
    "OverheadSettings",
    "OverheadStart",
    "SwitchedDetails",
]

MOST_STARTS = 100
LEAST_SLOT_S = 5.0
LEAST_JUDGED_S = 2.0
"""Shortest judged part of a slot, in seconds."""
_SETTLE_PART = 0.2
_PATIENCE_S = 60.0
_GENTLE_CYCLE = 0
"""Number of the load before the first cycle."""


@dataclass(frozen=True, slots=True)
class OverheadSettings:
    """Rates in calls/s, times in seconds, bounds in per cent and points. Raises ValueError where nothing can be run.

    >>> settings = OverheadSettings((500.0,))
    >>> settings.cells, settings.counted_cycles, settings.start_s
    ((Cell(level='off', rate=500.0), Cell(level='on', rate=500.0)), 44, 470.0)
    """

    rates: tuple[float, ...] = ()
    """Rates that the service keeps at every level (0: users alone load).

    Empty: `CAPACITY_SHARE` of the least capacity that was found.
    """
    levels: tuple[str, ...] = ("on",)
    """Levels of the feature, without `OFF`."""
    starts: int = 5
    """Number of starts to measure: the units of replication."""
    slot_s: float = 5.0
    """Load at one level and rate, of which the begin settles and the rest is judged.

    A cycle has to be short beside the memory of the machine's drift: docs/method/overhead.md.
    """
    settle_s: float | None = None
    """Seconds of a slot that are not judged: the after-effects of a switch end in them. None: a fifth, at least 1 s."""
    hold_s: float = 480.0
    """Load of one start at most, its warm-up of three cycles in it; one pair of cycles counts in any case."""
    bound_percent: float = 5.0
    """Most that the feature is claimed to cost, in percent, for each metric without a bound of its own."""
    budget_s: float | None = None
    """No start begins that would not end within it; None: as long as the starts take."""
    response_bound_percent: float | None = None
    cpu_bound_percent: float | None = None
    memory_bound_percent: float | None = None
    error_bound_points: float = 0.5
    services: tuple[str, ...] = ()
    """Services whose CPU and memory are measured; (): all of the stand."""
    gentle_rate: float | None = None
    """Rate of a load before the first slot, with the feature off; None: there is none."""
    gentle_s: float = 0.0
    """Length of that load."""
    warm_up_slot_s: float = field(default=LEAST_SLOT_S, metadata=OF_THE_METHOD)
    """Length of a slot in cycles that only warm up, in seconds; at most `slot_s`."""
    warm_up_cycles: int = field(default=12, metadata=OF_THE_METHOD)
    """After so many a start whose CPU per request still falls is never steady."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        if not all(0.0 <= rate_per_s < math.inf for rate_per_s in self.rates) or len({*self.rates}) < len(self.rates):
            shown = ", ".join(f"{one:g}" for one in self.rates)
            raise ValueError(f"rates: {shown} are not numbers of 0 or more, each once; give such as (500, 1000)")
        if not self.levels or OFF in self.levels or len({*self.levels}) < len(self.levels):
            raise ValueError(f"levels: {', '.join(self.levels)} are none to switch to; name each once, and not {OFF}")
        if not 1 <= self.starts <= MOST_STARTS:
            raise ValueError(f"starts: {self.starts} is not from 1 to {MOST_STARTS}; give a number such as 5")
        if (self.gentle_rate is None) != (self.gentle_s <= 0.0) or not 0.0 < (self.gentle_rate or 1.0) < math.inf:
            raise ValueError("gentle_rate: a gentle start has a rate and a length above 0; give both, or neither")
        if self.slot_s < LEAST_SLOT_S or not math.isfinite(self.slot_s):
            raise ValueError(f"slot_s: {self.slot_s:g} leaves too little to judge; give {LEAST_SLOT_S:g} or more")
        if not (self.settled_s >= 1.0 and self.slot_s - self.settled_s >= LEAST_JUDGED_S):
            raise ValueError(f"settle_s: {self.settled_s:g} is not from 1 to what leaves enough of {self.slot_s:g} s")
        bounds = (self.bound_percent, self.response_bound_percent, self.cpu_bound_percent, self.memory_bound_percent)
        for bound in (*bounds, self.error_bound_points, self.hold_s, self.budget_s):
            if bound is not None and not 0.0 < bound < math.inf:
                raise ValueError(f"bound_percent: {bound:g} is not a bound; give a number above 0")

    @property
    def rate(self) -> float | None:
        """The first of the rates; None where it is a part of the capacity."""
        return self.rates[0] if self.rates else None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells that a cycle has slots of: every level at every rate."""
        return tuple(Cell(level, rate_per_s) for rate_per_s in self.rates for level in (OFF, *self.levels))

    @property
    def settled_s(self) -> float:
        """After so much of a slot its judged part begins."""
        return _fifth_s(self.slot_s) if self.settle_s is None else self.settle_s

    @property
    def counted_cycles(self) -> int:
        """Cycles that count: whole mirrored pairs, as many as the start has time for."""
        cells = (1 + len(self.levels)) * max(1, len(self.rates))
        left_s = self.hold_s - STEADY_CYCLES * cells * self._warm_up_s
        return 2 * max(1, int(left_s // (2.0 * cells * self.slot_s)))

    @property
    def start_s(self) -> float:
        """Seconds of load of a start that is warm after three cycles, if none is repeated."""
        return self.load_s(STEADY_CYCLES, self.counted_cycles)

    @property
    def longest_s(self) -> float:
        """Most seconds of load of a start."""
        return self.load_s(self.warm_up_cycles, 2 * self.counted_cycles)

    def load_s(self, warm_up_cycles: int, cycles: int) -> float:
        """Return the seconds of load of a start of so many cycles of warm-up and so many after them.

        >>> OverheadSettings((500.0,)).load_s(3, 44)
        470.0
        """
        cells = (1 + len(self.levels)) * max(1, len(self.rates))
        return self.gentle_s + cells * (warm_up_cycles * self._warm_up_s + cycles * self.slot_s)

    @property
    def _warm_up_s(self) -> float:
        return min(self.warm_up_slot_s, self.slot_s)


def _fifth_s(slot_s: float) -> float:
    return float(max(1, round(_SETTLE_PART * slot_s)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedDetails(CycledDetails):
    """Details of the answer of one start in which a feature is switched."""

    lost: Mapping[str, Message] = field(default_factory=dict)
    """Levels that were not reached, with the reason."""


class OverheadStart(Method):
    """Measurement of a service at each level of a feature and each rate, slot by slot, within one start.

    Cycles come in pairs. The order of the first cycle is random, and the second cycle mirrors it (with two cells A B B
    A or B A A B): a machine drift that is even over a pair affects all cells alike. Warm-up cycles, with shorter slots,
    come before the cycles that count. If a slot is disturbed, its cycle is repeated. If a service dies, the start ends.

    >>> one = OverheadStart(OverheadSettings((500.0,)), "base").next(())
    >>> one.purpose.value, one.settle_s, one.hold_s, one.level in ("off", "on")
    ('warm-up', 1.0, 4.0, True)
    """

    name = "overhead"

    def __init__(self, settings: OverheadSettings, variant: str, number: int = 1, seed: int = 1) -> None:
        """`variant` is up; `number` is that of the start, from 1, and `seed` that of the study.

        Raises ValueError where the settings have no rate: without one a load saturates.
        """
        if not settings.rates:
            raise ValueError("rates: there is none to load with; give one, or that of the least capacity")
        self.settings = settings
        self.users = settings.users
        self._variant = variant
        self._number = number
        self._plan = CyclePlan(settings.cells, settings.warm_up_cycles, settings.counted_cycles, (seed, number))
        self._lost = dict[str, Message]()

    @classmethod
    def of(cls, settings: OverheadSettings, start: StartSoFar) -> OverheadStart:
        """A start of the one variant that `start` names."""
        (variant,) = start.variants
        return cls(settings, variant, start.number, start.seed)

    def patience_s(self, _history: Sequence[TrialResult], waited_s: float, /) -> float:
        """Cycles that others disturb are repeated: that costs less than to wait for who may never be quiet."""
        return _PATIENCE_S - waited_s

    def lose(self, level: str, why: Message) -> None:
        """Leaves `level` out from now on, and of what is measured: it was not reached, for the reason `why`."""
        self._lost[level] = why

    @property
    def _alive(self) -> list[Cell]:
        return [cell for cell in self._plan.keys if cell.level not in self._lost]

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next slot, or what was measured."""
        settings = self.settings
        if not history and settings.gentle_rate is not None:
            return self._slot_at(
                Purpose.WARM_UP, _GENTLE_CYCLE, Cell(OFF, settings.gentle_rate), settings.gentle_s, 0.0
            )
        cycles, died = _cycles(history), bool(history) and has_died(history[-1])
        is_over = died or len(self._lost) == len(self.settings.levels)
        step = None if is_over else self._plan.next(cycles, self._alive)
        return self._answer(cycles, died=died) if step is None else self._slot(*step)

    def so_far(self, _history: Sequence[TrialResult], _why: Message, /) -> None:
        """A start that was cut says nothing."""

    def told_after(self, history: Sequence[TrialResult], /) -> Message | None:
        """Return the log message about the last cycle, once each of its slots was run; else None."""
        cycles = _cycles(history)
        if not cycles or any(cell not in cycles[-1].slots for cell in self._alive):
            return None
        where = Message("cycle-in-start", variant=self._variant, start=str(self._number))
        return cycle_told(cycles, self._plan, self._named, where)

    def judge(self, _trial: Trial, timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> SlotJudge:
        """A slot is held to its end."""
        return SlotJudge(timeline)

    def _named(self, cell: Cell) -> Value:
        if len(self.settings.rates) == 1:
            return cell.level
        return Message("overhead-cell", level=cell.level, rate=rate(cell.rate))

    def _slot(self, purpose: Purpose, cycle: int, cell: Cell) -> Trial:
        settings = self.settings
        slot_s, settle_s = settings.slot_s, settings.settled_s
        if purpose is Purpose.WARM_UP:
            slot_s = min(settings.warm_up_slot_s, slot_s)
            settle_s = _fifth_s(slot_s)
        return self._slot_at(purpose, cycle, cell, slot_s, settle_s)

    def _slot_at(self, purpose: Purpose, cycle: int, cell: Cell, slot_s: float, settle_s: float) -> Trial:
        return Trial(
            purpose,
            cell.rate,
            slot_s - settle_s,
            settle_s=settle_s,
            early_stop=False,
            variant=self._variant,
            start=self._number,
            cycle=cycle,
            level=cell.level,
        )

    def _answer(self, cycles: Sequence[Cycle[Cell]], *, died: bool) -> Answer:
        warmed, tried = self._plan.warmed(cycles), self._plan.tried(cycles)
        is_lost = len(self._lost) == len(self.settings.levels)
        counted = [] if died or is_lost else self._plan.counted(cycles)
        if died:
            reason = Message("overhead-with-death")
        elif is_lost:
            reason = list(self._lost.values())[-1]
        elif not counted:
            reason = Message("round-disturbed", cycles=count(len(tried)))
        else:
            told = {"counted": count(len(counted)), "cycles": count(len(tried)), "warm": count(len(warmed))}
            reason = Message("round-measured", **told)
        return Answer(
            self.name,
            Outcome.MEASURED if counted else Outcome.INVALID,
            self._rate,
            reason,
            doubts=tuple(self._doubts(cycles, counted)),
            details=SwitchedDetails(cycles=tuple(counted), warm_up_cycles=len(warmed), lost=dict(self._lost)),
        )

    @property
    def _rate(self) -> float | None:
        rates = self.settings.rates
        return rates[0] if len(rates) == 1 else None

    def not_switched(self, reason: Message) -> Answer:
        """Make the answer of a start whose feature could not be switched, or not back."""
        return Answer(self.name, Outcome.INVALID, self._rate, reason)

    def _doubts(self, cycles: Sequence[Cycle[Cell]], counted: Sequence[int]) -> Iterator[Doubt]:
        where = {"variant": self._variant, "start": str(self._number)}
        warmed, tried = self._plan.warmed(cycles), self._plan.tried(cycles)
        if tried and not self._plan.is_steady(cycles, self._alive):
            yield Doubt(DoubtCode.NOT_WARM, Message("overhead-never-steady", **where, cycles=count(len(warmed))))
        disturbed = sum(cycle.number in counted and not cycle.counts for cycle in tried)
        if disturbed or (tried and len(counted) < self._plan.counted_cycles):
            told = {"counted": count(len(counted)), "disturbed": count(disturbed), "cycles": count(len(tried))}
            yield Doubt(DoubtCode.DISTURBED_SECONDS, Message("overhead-of-disturbed-cycles", **where, **told))
        opened = sum(
            doubt.code == DoubtCode.OPENED_CONNECTIONS
            for cycle in tried
            for slot in cycle.slots.values()
            for doubt in slot.measurement.doubts
        )
        if opened:
            text = Message("overhead-opened-connections", **where, slots=count(opened))
            yield Doubt(DoubtCode.OPENED_CONNECTIONS, text)


def _cycles(history: Sequence[TrialResult]) -> list[Cycle[Cell]]:
    """The cycles of slots, without the gentle start."""
    return cycles_of([result for result in history if result.trial.cycle != _GENTLE_CYCLE], _cell_of)


def _cell_of(trial: Trial) -> Cell:
    return Cell(trial.level, trial.rate or 0.0)
