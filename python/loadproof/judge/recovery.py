"""Judges whether the service is back at its baseline after a failed trial."""

import math
from collections.abc import Sequence

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.model.message import Message, duration
from loadproof.model.slo import Slo, SloKind

__all__ = ["RecoveryJudge"]

_QUIET_S = 2
_DEVIATIONS = 3.0


class RecoveryJudge:
    """Judges a low load against a trial at that rate that passed: `look` once a second, then `final`.

    Recovered: in each of two seconds on end, no counted response time was exceeded by a larger share of calls
    than in the baseline, but for an SLO's limit and three binomial standard deviations, no more calls were
    missing, and no more were in flight than the baseline's response time keeps there.
    """

    def __init__(self, slos: Sequence[Slo], timeline: Timeline, baseline: MeasuredSpan) -> None:
        """`baseline` has the same counted thresholds as `timeline`."""
        self._timeline = timeline
        self._baseline = baseline
        limits = [slo.limit_share for slo in slos if slo.kind is not SloKind.RATE]
        self._limit_share = min(limits, default=0.01)

    def look(self, elapsed_s: float) -> Verdict | None:
        """Passed as soon as the service is back at its baseline; None: go on holding."""
        # The calls of the second that just ended may still be open; the one before has had a second and more.
        stop = min(math.floor(elapsed_s), self._timeline.ended_s) - 1
        latest = self._timeline.judged(self._timeline.span_start, stop)[-_QUIET_S:]
        if len(latest) < _QUIET_S or not all(self._quiet(second) for second in latest):
            return None
        return Verdict(State.PASSED, Message("recovery-back", after=duration(stop)), early=True)

    def next_look_s(self, elapsed_s: int) -> int:
        """Return the next second at which `look` may decide: the next one, as it may be the second quiet one."""
        return elapsed_s + 1

    def final(self) -> Verdict:
        """Failed when the hold ended before the service was back."""
        found = self.look(self._timeline.ended_s)
        if found is not None:
            return found
        held_s = self._timeline.span_stop - self._timeline.span_start
        return Verdict(State.FAILED, Message("recovery-not-back", held=duration(held_s)))

    def _quiet(self, second: int) -> bool:
        counts, baseline = self._timeline.counts(), self._baseline
        due = counts.due_in([second])[0]
        if due == 0 or baseline.due == 0:
            return due == 0
        bad = [counts.over(index, [second])[0] for index in range(len(self._timeline.thresholds_ms))]
        before = [baseline.due - within for within in baseline.within]
        bad.append(due - counts.completed[second])
        before.append(baseline.missing)
        usual = [self._usual(due, count / baseline.due) for count in before]
        return all(count <= most for count, most in zip(bad, usual, strict=True)) and self._drained(second)

    def _usual(self, due: int, share: float) -> float:
        expected = max(share, self._limit_share) * due
        return expected + _DEVIATIONS * math.sqrt(expected) + 1.0

    def _drained(self, second: int) -> bool:
        backlog = self._timeline.backlog([second])
        response = self._baseline.response
        usual = self._baseline.rate * (response.mean_ms if response.count else 0.0) / 1000.0
        return not backlog or backlog[0] <= 2.0 * usual + _DEVIATIONS * math.sqrt(usual) + 2.0
