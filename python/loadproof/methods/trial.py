"""Trial that a method asks for, and the result that it gets back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.verdict import Verdict
from loadproof.methods.factor import Factor
from loadproof.model.stage import Stage
from loadproof.model.user_counts import UserCount
from loadproof.records.trial import HeldStage

__all__ = ["Purpose", "Trial", "TrialResult", "TrialSpan", "loaded_s"]


class Purpose(StrEnum):
    """Reason for running a trial."""

    LOAD = "load"
    BRACKET = "bracket"
    SEARCH = "search"
    CONFIRM = "confirm"
    RECOVER = "recover"
    """A low load held until latency is back at its baseline."""
    SOAK = "soak"
    WARM_UP = "warm-up"
    """A load until a fresh start is warm: nothing of it is judged or compared."""
    COMPARE = "compare"
    """A slot that is compared with others: some seconds of load on one variant while the others idle, or with a feature
    at one of its levels."""
    ALONE = "alone"
    """Such a slot while the others are held still: what their company costs."""
    USERS = "users"
    """A number of users, judged minute by minute."""
    PLATEAU = "plateau"
    """One step of a staircase."""
    SMOKE = "smoke"
    """A few calls of each operation, judged by their replies alone."""
    DIAGNOSE = "diagnose"
    """A load during which services are asked what they do: nothing of it is judged or compared."""

    @property
    def is_judged(self) -> bool:
        """True if the trial is judged.

        Recoveries and warm-ups prepare judged trials. A diagnosis follows judged trials.

        >>> [purpose.value for purpose in Purpose if not purpose.is_judged]
        ['recover', 'warm-up', 'diagnose']
        """
        return self not in (Purpose.RECOVER, Purpose.WARM_UP, Purpose.DIAGNOSE)


@dataclass(frozen=True, slots=True)
class TrialSpan:
    """Judged part of a trial, in seconds since the start of the trial, at a rate in calls/s (None: saturating)."""

    rate: float | None
    begin_s: float
    end_s: float
    users: int | None = field(default=None, repr=False)
    """Closed users; None: the trial states no number."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One plateau: `ramp_s` from `ramp_from` to `rate`, then `rate` held for at most `settle_s` + `hold_s` + `tail_s`.

    The span is those `hold_s`. `rate` is in arrivals per second; None saturates, 0 leaves
    the load to the users. With `early_stop` the judge may end the hold once it can decide.
    """

    purpose: Purpose
    rate: float | None
    hold_s: float
    settle_s: float = 0.0
    ramp_s: float = 0.0
    ramp_from: float = 0.0
    early_stop: bool = True
    users: int | None = None
    """Closed users of all kinds, beside the calls that are due by `rate`; None: as many as the profile counts."""
    factor: Factor = field(default=Factor.RATE, repr=False)
    """Factor that the method of the trial varies."""
    user_kinds: tuple[UserCount, ...] = field(default=(), repr=False)
    """Users of each kind at their most; set when the trial is run."""
    tail_s: float = 0.0
    """The load goes on so long after the span: what happens at the end of a hold is not judged."""
    variant: str = ""
    """Variant that gets the load; empty: the only one that is up."""
    start: int = 0
    """The number of the start of its variant that the trial is part of, from 1; 0: whichever is up."""
    cycle: int = 0
    """Cycle of a slot within its round or start, from 1; 0: in no cycle. All slots of a cycle get the same arrivals."""
    level: str = ""
    """Level of the feature in this slot, if a feature is switched within a start; empty: nothing is switched."""
    stages: tuple[Stage, ...] = field(default=(), repr=False)
    """Shape of the load, in place of a ramp and a hold; `rate` is its highest rate, `hold_s` all of its time."""

    @property
    def shape(self) -> list[tuple[float, float, float]]:
        """Segments of the load: rates at the start and at the end of each, in calls/s, and its seconds.

        >>> Trial(Purpose.LOAD, 100.0, hold_s=20.0, ramp_s=5.0).shape
        [(0.0, 100.0, 5.0), (100.0, 100.0, 20.0)]
        """
        rate = self.rate or 0.0
        if self.stages:
            rates = [0.0, *(stage.rate for stage in self.stages)]
            parts = [(before, stage.rate, stage.duration_s) for before, stage in zip(rates, self.stages, strict=False)]
        else:
            hold_s = self.settle_s + self.hold_s + self.tail_s
            parts = [(self.ramp_from, rate, self.ramp_s), (rate, rate, hold_s)]
        return [part for part in parts if part[-1] > 0]

    @property
    def factor_level(self) -> float:
        """Level of the factor that is varied: a rate in calls/s (0 where it saturates), or users.

        >>> Trial(Purpose.SEARCH, 0.0, 30.0, users=300, factor=Factor.USERS).factor_level
        300.0
        >>> Trial(Purpose.SEARCH, 50.0, 30.0).factor_level
        50.0
        """
        return self.factor.level(self)

    def at(self, level: float) -> Trial:
        """Return the trial at another level of its factor.

        >>> Trial(Purpose.SEARCH, 0.0, 30.0, users=300, factor=Factor.USERS).at(200.0).users
        200
        """
        return replace(self, users=int(level)) if self.factor is Factor.USERS else replace(self, rate=level)

    @property
    def user_steps(self) -> list[tuple[float, float, int | None]]:
        """Closed users by time: start of a step, seconds until the number is reached, and the number.

        Users join and leave over the ramp of the trial, with stages over the time of each stage.

        >>> Trial(Purpose.PLATEAU, 0.0, hold_s=20.0, ramp_s=5.0, users=300).user_steps
        [(0.0, 5.0, 300)]
        >>> shape = (Stage(5.0, 0.0, 9), Stage(20.0, 0.0, 9), Stage(5.0, 0.0, 2))
        >>> Trial(Purpose.LOAD, 0.0, 30.0, stages=shape).user_steps
        [(0.0, 5.0, 9), (25.0, 5.0, 2)]
        """
        if not any(stage.users is not None for stage in self.stages):
            return [(0.0, self.ramp_s, self.users)]
        steps: list[tuple[float, float, int | None]] = []
        at_s, before = 0.0, 0
        for stage in self.stages:
            if stage.users is not None and stage.users != before:
                steps.append((at_s, stage.duration_s, stage.users))
                before = stage.users
            at_s += stage.duration_s
        return steps

    def planned_users(self, at_s: float) -> tuple[int, float] | None:
        """Return the closed users to be reached at an instant, and the seconds until then; None: no number is given.

        >>> shape = (Stage(5.0, 0.0, 9), Stage(20.0, 0.0, 9), Stage(5.0, 0.0, 2))
        >>> trial = Trial(Purpose.LOAD, 0.0, 30.0, stages=shape)
        >>> [trial.planned_users(at_s) for at_s in (0.0, 4.0, 24.0, 26.0)]
        [(9, 5.0), (9, 1.0), (9, 0.0), (2, 4.0)]
        """
        begun = [step for step in self.user_steps if step[0] <= at_s]
        if not begun:
            return None
        begin_s, over_s, users = begun[-1]
        return None if users is None else (users, max(0.0, begin_s + over_s - at_s))

    @property
    def spans(self) -> tuple[TrialSpan, ...]:
        """Judged parts: each stage that is held; without stages one, what follows the ramp and the settling time.

        >>> Trial(Purpose.PLATEAU, 100.0, hold_s=20.0, settle_s=2.0, ramp_s=5.0, tail_s=3.0).spans
        (TrialSpan(rate=100.0, begin_s=7.0, end_s=27.0),)
        >>> shape = (Stage(5.0, 80.0), Stage(9.0, 80.0), Stage(0.0, 200.0), Stage(5.0, 200.0), Stage(5.0, 0.0))
        >>> [(one.rate, one.begin_s, one.end_s) for one in Trial(Purpose.LOAD, 200.0, 24.0, stages=shape).spans]
        [(80.0, 5.0, 14.0), (200.0, 14.0, 19.0)]
        """
        if not self.stages:
            return (TrialSpan(self.rate, self.ramp_s + self.settle_s, self.span_stop_s, self.users),)
        found, at_s, before = [], 0.0, Stage(0.0, 0.0, 0)
        for stage in self.stages:
            if stage.holds(before):
                found.append(TrialSpan(stage.rate, at_s, at_s + stage.duration_s, stage.users))
            at_s += stage.duration_s
            before = stage
        return tuple(found)

    def of_span(self, span: TrialSpan) -> Trial:
        """Return the trial that one of its spans is by itself: what comes before the span is its settling time."""
        hold_s = span.end_s - span.begin_s
        users = self.users if span.users is None else span.users
        held = replace(self, stages=(), ramp_s=0.0, tail_s=0.0, rate=span.rate, users=users)
        return replace(held, hold_s=hold_s, settle_s=span.begin_s)

    @property
    def span_stop_s(self) -> float:
        """Latest end of the span, in seconds since the start of the trial."""
        return self.ramp_s + self.settle_s + self.hold_s

    @property
    def load_s(self) -> float:
        """Most seconds of load, with ramp, settling time and tail.

        >>> Trial(Purpose.PLATEAU, 500.0, hold_s=60.0, settle_s=5.0, ramp_s=10.0, tail_s=5.0).load_s
        80.0
        """
        return self.span_stop_s + self.tail_s


@dataclass(frozen=True, slots=True)
class TrialResult:
    """A trial with its measurement and verdict."""

    trial: Trial
    measurement: MeasuredSpan
    verdict: Verdict
    cpu_ms_per_request: float | None = None
    """CPU of the variant from the begin of its slot to the end, for each call that was completed in it; None: unknown,
    or no slot of a comparison."""
    generator_us_per_call: float | None = None
    """CPU of the generator for each call of the same slot: what the machine was like meanwhile."""
    spans: tuple[TrialResult, ...] = ()
    """Result of each span, of a trial with stages."""
    details: Any = None
    """Findings of the method's own judge beside its verdict (`DetailedJudge`), for the next step; None: it has none."""
    took_s: float = 0.0
    """Seconds on the clock from the begin of the trial to its end, first run included where it was run again, and the
    wait for a quiet machine after it; 0 where nobody measured it."""

    def held_stage(self) -> HeldStage:
        """Return the record of a stage that was held, as one of `spans`."""
        begin_s = self.trial.settle_s
        return HeldStage(
            rate=self.trial.rate or 0.0,
            begin_s=begin_s,
            end_s=begin_s + self.trial.hold_s,
            verdict=self.verdict.record(),
            measurement=self.measurement.record(),
        )


def loaded_s(result: TrialResult) -> float:
    """Seconds of load that a trial took."""
    return result.trial.ramp_s + result.trial.settle_s + result.measurement.span_s
