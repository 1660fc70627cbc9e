"""One trial of a forecast: an assumed service, judged by the judges of the real one."""

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from loadproof._engine import Delta
from loadproof.forecast.assumed_service import AssumedService, Counts, Numbers, OfferedLoad
from loadproof.forecast.assumed_timeline import AssumedTimeline
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.tick import FailedReplyReading, ShardState
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo
from loadproof.stats.looks import Looks
from loadproof.trial.judging import Assessment, TrialJudge, judging_of
from loadproof.trial.loop import run_trial

__all__ = ["AssumedRun", "LoadShape"]


@dataclass(frozen=True, slots=True)
class LoadShape:
    """Parts of a profile that affect trial verdicts; `shares`: shares of all calls, by operation that an SLO names.

    Each arrival brings `calls_per_arrival` calls, and `users` make `user_calls_per_s` besides.
    """

    slos: tuple[Slo, ...]
    shares: tuple[tuple[str, float], ...] = ()
    calls_per_arrival: float = 1.0
    user_calls_per_s: float = 0.0
    users: int = 0
    timeout_s: float = 10.0
    is_poisson: bool = True

    def of_users(self, users: int | None) -> float:
        """Return a number of users as a multiple of `users`; None: the trial states none.

        >>> LoadShape((), users=100).of_users(300), LoadShape(()).of_users(None)
        (3.0, 1.0)
        """
        return 1.0 if users is None or not self.users else users / self.users


class AssumedRun:
    """Trials on one start of an assumed service, one after the other; `load_s` counts the seconds they took."""

    def __init__(self, service: AssumedService, shape: LoadShape, rng: np.random.Generator) -> None:
        """Start with an empty queue. If a trial leaves calls in the queue, the next trial starts with this backlog."""
        self._service = service
        self._shape = shape
        self._rng = rng
        self._backlog_s = 0.0
        rest = max(0.0, 1.0 - math.fsum(share for _, share in shape.shares))
        self._operations = (*(name for name, _ in shape.shares), "the rest")
        self._shares = [*(share for _, share in shape.shares), rest]
        self._thresholds_ms = counted_thresholds_ms(shape.slos)
        limits_ms = {slo.threshold_ms for slo in shape.slos}
        self._limits = [place for place, limit_ms in enumerate(self._thresholds_ms) if limit_ms in limits_ms]
        self.load_s = 0.0

    def run(self, trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        """The trial, ended as early as its judge lets it; `history` has those before it."""
        shape, rng = self._shape, self._rng
        length_s = math.ceil(trial.span_stop_s)
        calls_per_s = shape.calls_per_arrival * _rates(trial, length_s)
        calls_per_s += shape.of_users(trial.users) * shape.user_calls_per_s
        load = OfferedLoad(calls_per_s, shape.is_poisson, self._backlog_s)
        served = self._service.serve(load, tuple(limit_ms / 1000.0 for limit_ms in self._thresholds_ms), rng)
        due: Counts = rng.multinomial(served.calls, self._shares)
        within = _within(due, served.over, rng)
        timeline = AssumedTimeline(
            self._operations,
            self._thresholds_ms,
            trial.ramp_s + trial.settle_s,
            served,
            due,
            within,
            shape.timeout_s,
        )
        judging = judging_of(trial, shape, history, timeline)
        is_loaded = bool((served.mean_s > shape.timeout_s).any()) or _may_overload(due, within[self._limits])
        if trial.purpose is not Purpose.RECOVER and not is_loaded:
            settings = plateau_settings(trial, shape.timeout_s)
            early_s = [timeline.span_start + held_s for held_s in Looks(settings.hold_s, settings.alpha).early_s]
            judging = replace(judging, judge=_JudgeAt(judging.judge, early_s))
        result = run_trial(_AssumedGenerator(length_s), trial, Assessment(timeline, judging, shape.slos))
        self._backlog_s = float(served.left_s[timeline.ended_s - 1])
        self.load_s += timeline.ended_s + trial.tail_s
        return result


class _JudgeAt:
    """A judge of a plateau on which nothing is overloaded: looks but those planned say nothing, and cost time."""

    def __init__(self, judge: TrialJudge, early_s: Sequence[int]) -> None:
        """`early_s`: the seconds of the planned looks, ascending."""
        self._early_s = early_s
        self.look = judge.look
        self.final = judge.final

    def next_look_s(self, elapsed_s: int) -> float:
        """The next planned look, if there is one."""
        place = bisect_right(self._early_s, elapsed_s)
        return self._early_s[place] if place < len(self._early_s) else math.inf


class _AssumedGenerator:
    """Ends the seconds of a trial whose calls are known beforehand, one by one."""

    def __init__(self, length_s: int) -> None:
        self._length_s = length_s
        self._seconds = 0

    def start(self, _trial: Trial, _number: int, /) -> None:
        """The service has served it already."""

    def run_ahead(self, _second: int, /) -> None:
        """There is nothing to run."""

    def tick(self, _timeout_s: float, /) -> "_Second":
        """The next second, or the end."""
        tick = _Second(self._seconds, last=self._seconds >= self._length_s)
        self._seconds += 1
        return tick

    def stop(self) -> None:
        """The second that ended was the last."""
        self._length_s = self._seconds

    finish = stop


class _Second:
    """A tick that says no more than that its second has ended."""

    deltas: Sequence[Delta] = ()
    failed_replies: Sequence[FailedReplyReading] = ()
    shards: Sequence[ShardState] = ()
    service: Mapping[str, float] = MappingProxyType({})

    def __init__(self, second: int, *, last: bool) -> None:
        self.second = second
        self.last = last


def _may_overload(due: Counts, within: Counts) -> bool:
    """Return True if half or more of an operation's calls, or of all calls, are over a limit for 3 s in a row."""
    all_due = np.column_stack((due, due.sum(axis=1)))
    all_within = np.concatenate((within, within.sum(axis=2, keepdims=True)), axis=2)
    gross = (all_due > 0) & (2 * all_within <= all_due)
    return bool((gross[:, :-2] & gross[:, 1:-1] & gross[:, 2:]).any())


def _rates(trial: Trial, length_s: int) -> Numbers:
    """Arrivals/s of each second."""
    rate = trial.rate or 0.0
    middle_s = np.arange(length_s) + 0.5
    risen = np.minimum(middle_s / trial.ramp_s, 1.0) if trial.ramp_s else np.ones(length_s)
    return trial.ramp_from + (rate - trial.ramp_from) * risen


def _within(due: Counts, over: Numbers, rng: np.random.Generator) -> Counts:
    """Calls within each threshold (thresholds × seconds × operations), each threshold's among the next one's."""
    left, slower = due, []
    before = np.ones(len(due))
    for shares in over:
        # A call over a threshold is over every lower one: those are thinned further.
        thinned = np.divide(shares, before, out=np.zeros_like(shares), where=before > 0.0)
        left = rng.binomial(left, np.minimum(thinned, 1.0)[:, None])
        slower.append(left)
        before = shares
    return np.array([due - bad for bad in slower], dtype=np.int64).reshape(len(over), *due.shape)
