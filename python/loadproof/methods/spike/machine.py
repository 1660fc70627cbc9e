"""The spike: a baseline, a sudden load, and the baseline again, as often as asked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, Restart
from loadproof.methods.settings_check import OF_THE_METHOD, check_settings
from loadproof.methods.spike.judge import SHORTEST_WATCH_S, Recovery, SpikeJudge
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, count, duration
from loadproof.model.slo import Slo
from loadproof.model.stage import Stage
from loadproof.records.answer import Answer, Outcome
from loadproof.records.answer_metric import AnswerMetric
from loadproof.stats.distributions import student_t_quantile

__all__ = ["AFTER_S", "Spike", "SpikeDetails", "SpikeSettings", "recovery_metric"]

_RAMP_S = 5.0
"""Time from 0 to the baseline."""
_OF_ROUNDING = 1.0 / 12.0
"""Variance of a time that is known to a second, in s²."""
_TAIL = 0.025
AFTER_S = 60.0
"""Time at the baseline after a spike, unless written."""


@dataclass(frozen=True, slots=True)
class SpikeSettings:
    """Rates in calls/s, times in seconds. Raises ValueError for settings that nothing can be run with.

    >>> SpikeSettings(rate=500.0, base_rate=100.0).trial_s
    125.0
    """

    rate: float
    base_rate: float
    """Equal to `rate` if users are varied."""
    for_s: float = 30.0
    repeat: int = 5
    before_s: float = 30.0
    after_s: float = AFTER_S
    """Time at the baseline after the spike, in which the service is to recover."""
    recovery_limit_s: float | None = None
    """Limit of the SLO on the recovery; None: the service is to recover at all."""
    repeats: int = field(default=3, metadata=OF_THE_METHOD)
    """Most repetitions of trials that were not valid, in all."""
    users: int | None = None
    """Closed users of the spike; None: their number does not change."""
    base_users: int | None = None
    """Closed users of the baseline; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self, above_zero=("for_s", "repeat", "before_s"))
        if self.after_s < SHORTEST_WATCH_S:
            raise ValueError(f"after_s: {self.after_s:g} is too short; give {SHORTEST_WATCH_S:g} or more")

    @property
    def trial_s(self) -> float:
        """Length of one trial."""
        return math.fsum(stage.duration_s for stage in self.stages)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Shape of one trial: its held stages are the baseline, the spike, and the baseline again."""
        base, high = (
            (self.base_rate, self.base_users),
            (self.rate, self.base_users if self.users is None else self.users),
        )
        up = (Stage(_RAMP_S, *base), Stage(self.before_s, *base), Stage(0.0, *high), Stage(self.for_s, *high))
        return (*up, Stage(0.0, *base), Stage(self.after_s, *base))


@dataclass(frozen=True, slots=True, kw_only=True)
class SpikeDetails:
    """Details of the answer of a spike."""

    metrics: tuple[AnswerMetric, ...] = ()


class Spike(Method):
    """Method that measures how long a service needs to recover from a sudden load.

    >>> first = Spike(SpikeSettings(rate=500.0, base_rate=100.0)).next(())
    >>> [(span.rate, span.begin_s, span.end_s) for span in first.spans]
    [(100.0, 5.0, 35.0), (500.0, 35.0, 65.0), (100.0, 65.0, 125.0)]
    """

    name = "spike"

    def __init__(self, settings: SpikeSettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings
        self.users = settings.users

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next spike; the answer after the last one, or after one that settles it.

        No other spike follows a baseline that breaks its SLOs, or a service that does not recover.
        """
        settings = self.settings
        measured = [result for result in history if result.verdict.state is not State.INVALID]
        is_settled = bool(measured) and measured[-1].verdict.state is not State.PASSED
        if measured and _breaks_at_baseline(measured[-1]):
            is_settled = True
        given_up = len(history) - len(measured) > settings.repeats
        if is_settled or given_up or len(measured) >= settings.repeat:
            return self._answer(history, measured)
        return Trial(Purpose.LOAD, settings.rate, settings.trial_s, early_stop=False, stages=settings.stages)

    def judge(self, trial: Trial, timeline: Timeline, slos: Sequence[Slo], _timeout_s: float, /) -> SpikeJudge:
        """Judge the recovery."""
        before, _, after = (range(round(span.begin_s), round(span.end_s)) for span in trial.spans)
        return SpikeJudge(slos, timeline, before, after)

    def restart(self, history: Sequence[TrialResult], /) -> Restart:
        """A service that did not recover is started again, before the next method."""
        return Restart.GO_ON if history[-1].verdict.state is State.FAILED else Restart.NO

    def _answer(self, history: Sequence[TrialResult], measured: Sequence[TrialResult]) -> Answer:
        recovered = [result for result in measured if result.verdict.state is State.PASSED]
        metric = recovery_metric([_seconds(result) for result in recovered])
        outcome, reason = self._outcome(history, measured, metric)
        return Answer(
            self.name,
            outcome,
            self.settings.rate,
            reason,
            doubts=tuple(history[-1].measurement.doubts) if outcome is Outcome.INVALID else (),
            hold_s=self.settings.for_s,
            details=SpikeDetails(metrics=(metric,)),
        )

    def _outcome(
        self, history: Sequence[TrialResult], measured: Sequence[TrialResult], metric: AnswerMetric
    ) -> tuple[Outcome, Message]:
        if not measured:
            why = history[-1].verdict.reason
            return Outcome.INVALID, Message("spike-unmeasured", trials=count(len(history)), why=why)
        last = measured[-1]
        if _breaks_at_baseline(last):
            return Outcome.FAILED, Message("spike-baseline-failed", why=last.spans[0].verdict.reason)
        if last.verdict.state is State.FAILED:
            spike, of = count(len(measured)), count(self.settings.repeat)
            return Outcome.FAILED, Message("spike-failed", spike=spike, of=of, why=last.verdict.reason)
        if last.verdict.state is not State.PASSED:
            return Outcome.UNDECIDED, last.verdict.reason
        return self._against_limit(len(measured), metric)

    def _against_limit(self, spikes: int, metric: AnswerMetric) -> tuple[Outcome, Message]:
        limit_s, low, high = self.settings.recovery_limit_s, metric.low, metric.high
        shown = Message("spike-measured", spikes=count(spikes), of=count(self.settings.repeat))
        if limit_s is None:
            return Outcome.PASSED, shown
        if low is None or high is None:
            return Outcome.UNDECIDED, Message("spike-once")
        if high < limit_s:
            return Outcome.PASSED, shown
        if low >= limit_s:
            return Outcome.FAILED, Message("spike-too-slow", limit=duration(limit_s))
        return Outcome.UNDECIDED, Message("spike-near-limit", limit=duration(limit_s))


def _breaks_at_baseline(result: TrialResult) -> bool:
    """Return True if the baseline of the trial, before its spike, breaks an SLO."""
    return bool(result.spans) and result.spans[0].verdict.state is State.FAILED


def _seconds(result: TrialResult) -> float:
    recovery = result.details
    return (recovery.after_s or 0.0) if isinstance(recovery, Recovery) else 0.0


def recovery_metric(seconds: Sequence[float]) -> AnswerMetric:
    """Return the mean recovery, with Student's interval; each is known to a second.

    >>> found = recovery_metric([7.0, 8.0, 6.0])
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (7.0, 4.41, 9.59)
    """
    number = len(seconds)
    mean = math.fsum(seconds) / number if number else None
    low = high = None
    if mean is not None and number > 1:
        variance = math.fsum((one - mean) ** 2 for one in seconds) / (number - 1) + _OF_ROUNDING
        reach = student_t_quantile(_TAIL, number - 1) * math.sqrt(variance / number)
        low, high = max(0.0, mean - reach), mean + reach
    return AnswerMetric(name=Message("metric-recovery"), unit="s", value=mean, low=low, high=high, each=tuple(seconds))
