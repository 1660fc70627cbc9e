"""One SLO on the calls of one span that are final."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.limits import LIMITS
from loadproof.judge.thresholds import PARTS
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import SloResult, State
from loadproof.model.slo import Slo, SloKind
from loadproof.stats.share_test import (
    BadCalls,
    ShareBounds,
    bounds,
    burst_dispersion,
    fewest_calls,
    tail_bound,
    tail_draw,
)

__all__ = ["SloJudgement", "shortfall"]


@dataclass(frozen=True, slots=True)
class SloJudgement:
    """Judges one SLO on a timeline; `timeout_s` is the timeout of its calls.

    Raises ValueError where the plan does not count the thresholds that the SLO needs.
    """

    slo: Slo
    timeline: Timeline
    timeout_s: float

    def __post_init__(self) -> None:
        """Fails now, not at the first look."""
        self.timeline.counts(self.slo.operation)
        if self.slo.kind is SloKind.APDEX:
            self._longest_target_s()
        if self.slo.threshold_ms is not None:
            for part in PARTS:
                self.timeline.threshold_index(self.slo.threshold_ms * part)

    def _longest_target_s(self) -> float:
        """Return the longest target time of the calls that the SLO is about. Raises ValueError without one."""
        own, rows = self.slo.operation, self.timeline.apdex_rows
        targets = [row.target_s for name, row in rows.items() if own is None or name == own]
        if not targets:
            raise ValueError(f"{self.slo.text}: no target time of Apdex; give the operation one")
        return max(targets)

    def final_stop(self) -> int:
        """The first second of the span whose calls may still change what they count for."""
        timeline = self.timeline
        if timeline.settled:
            return timeline.span_stop
        if self.slo.kind is SloKind.APDEX:
            # After 4T a call that is open is frustrated, whatever becomes of it.
            answered = math.floor(timeline.ended_s - 4.0 * self._longest_target_s())
            return max(timeline.span_start, min(answered, timeline.span_stop))
        if self.slo.threshold_ms is not None:
            # A call due in second s has used up its threshold at the latest at s + 1 + threshold.
            answered = math.floor(timeline.ended_s - self.slo.threshold_ms / 1000.0)
            return max(timeline.span_start, min(answered, timeline.span_stop))
        counts = timeline.counts(self.slo.operation)
        # A flow has no timeout of its own: one that is open may still fail however long ago it was due.
        settled_after_s = math.inf if self.slo.operation in timeline.flows else self.timeout_s
        for second in range(timeline.span_start, timeline.span_stop):
            if second + 1 + settled_after_s > timeline.ended_s and counts.unsettled(second):
                return second
        return timeline.span_stop

    def bad_calls(self, part: float = 1.0) -> BadCalls:
        """Due and bad calls of the final seconds; `part` of the threshold for a percentile."""
        seconds = self.timeline.judged(self.timeline.span_start, self.final_stop())
        counts = self._counted(seconds, part)
        if forgiven := self.timeline.forgiven:
            bad = [0 if second in forgiven else calls for second, calls in zip(seconds, counts.bad, strict=True)]
            return BadCalls(counts.due, bad)
        return counts

    def _counted(self, seconds: Sequence[int], part: float = 1.0) -> BadCalls:
        """Due and bad calls of some seconds; of an Apdex the points that it lacks stand for bad calls.

        Each point is of a call of its own, so their variance is at most that of bad calls.
        """
        if self.slo.kind is SloKind.APDEX:
            return self.timeline.apdex_calls(self.slo.operation, seconds)
        counts = self.timeline.counts(self.slo.operation)
        if self.slo.threshold_ms is None:
            return BadCalls(counts.due_in(seconds), counts.missing(seconds))
        index = self.timeline.threshold_index(self.slo.threshold_ms * part)
        return BadCalls(counts.due_in(seconds), counts.over(index, seconds))

    @property
    def _waits_for_answers(self) -> bool:
        """True if a call that is still open may yet keep the SLO or break it by its time."""
        return self.slo.threshold_ms is not None or self.slo.kind is SloKind.APDEX

    def overloaded(self, hold_s: float, seconds: int = LIMITS.overloaded_s) -> bool:
        """Return True if each of the last final `seconds` is grossly bad, and the SLO is lost.

        Grossly bad: the share of bad calls is at least half-way from the limit to 1; all these seconds together must
        have at least `LIMITS.fewest_overloaded` due calls. Lost: more calls are bad than the whole of `hold_s` may
        have at the rate so far. A burst that a long hold can bear is no overload. False for an SLO of the rate.
        """
        if self.slo.kind is SloKind.RATE:
            return False
        # Errors that are known already cannot become fewer: they need not wait for open calls.
        stop = self.final_stop() if self._waits_for_answers else self.timeline.span_stop
        latest = self.timeline.judged(self.timeline.span_start, stop)[-seconds:]
        if len(latest) < seconds:
            return False
        found = self._counted(latest)
        gross = 0.5 * (1.0 + self.slo.limit_share)
        if sum(found.due) < LIMITS.fewest_overloaded or not all(
            d > 0 and b >= gross * d for d, b in zip(found.due, found.bad, strict=True)
        ):
            return False
        calls = self.bad_calls() if self._waits_for_answers else self._known_calls()
        expected = sum(calls.due) * max(1.0, hold_s / max(1, len(calls.due)))
        return sum(calls.bad) > self.slo.limit_share * expected

    def calls_lacking(self, error: float) -> int:
        """Return the number of due calls that are missing to prove the SLO at all; 0 if there were enough."""
        if self.slo.kind is SloKind.RATE:
            return 0
        return max(0, fewest_calls(self.slo.limit_share, error) - sum(self.bad_calls().due))

    def result(self, error: ShareBounds, hold_s: float = 0.0) -> SloResult:
        """The SLO by its final calls; `error.low` may be spent on failing, `error.high` on passing.

        A rate that falls short before `hold_s` is over fails only by more than the whole hold may lack.
        """
        if self.slo.kind is SloKind.RATE:
            return self._rate_result(hold_s)
        calls, limit, tail = self.bad_calls(), self.slo.limit_share, None
        parts: tuple[BadCalls, ...] = ()
        if self.slo.threshold_ms is None:
            of_apdex = self.slo.kind is SloKind.APDEX
            grouped = (self.timeline.apdex_groups(self.slo.operation),) if of_apdex else ()
            found = bounds(calls, limit, error, grouped=grouped)
        else:
            half, quarter = self.bad_calls(PARTS[1]), self.bad_calls(PARTS[2])
            found = bounds(calls, limit, error, (half,))
            parts = (half,)
            tail = _drawn(calls, half, quarter)
            drawn = tail_bound(calls, half, quarter, limit, error.high) if found.high > limit else None
            if drawn is not None and drawn.high <= limit:
                found = ShareBounds(found.low, max(drawn.high, calls.share))
        state = State.UNDECIDED
        if found.low > limit:
            state = State.FAILED
        elif found.high <= limit and self.calls_lacking(error.high) == 0:
            state = State.PASSED
        return SloResult(
            self.slo, state, calls.share, found.low, found.high, sum(calls.due), burst_dispersion(calls, *parts), tail
        )

    def overload_result(self) -> SloResult:
        """The result that goes with `overloaded`: by count, without a test."""
        calls = self.bad_calls() if self._waits_for_answers else self._known_calls()
        share = calls.share
        tail = None
        if self.slo.threshold_ms is not None:
            tail = _drawn(calls, self.bad_calls(PARTS[1]), self.bad_calls(PARTS[2]))
        return SloResult(self.slo, State.FAILED, share, share, share, sum(calls.due), burst_dispersion(calls), tail)

    def _known_calls(self) -> BadCalls:
        return self._counted(self.timeline.judged(self.timeline.span_start, self.timeline.span_stop))

    def _rate_result(self, hold_s: float) -> SloResult:
        seconds = self.timeline.judged(self.timeline.span_start, self.timeline.span_stop)
        share, short = shortfall(self.timeline, self.slo, seconds, max(1.0, hold_s / max(1, len(seconds))))
        # Calls due before the span's end and answered after it are no shortfall once a steady
        # number is in flight.
        _, still_short = shortfall(self.timeline, self.slo, seconds[len(seconds) // 2 :])
        # Of a total nothing can be forgiven in parts.
        state = State.FAILED if short and still_short and not self.timeline.forgiven else State.PASSED
        return SloResult(self.slo, state, share, share, share)


def _drawn(calls: BadCalls, half: BadCalls, quarter: BadCalls) -> tuple[float, float] | None:
    found = tail_draw(calls, half, quarter)
    return (found.log_share, found.deviation) if found is not None else None


def shortfall(timeline: Timeline, slo: Slo, seconds: Sequence[int], room: float = 1.0) -> tuple[float, bool]:
    """The gap between due and done in `seconds` as a share of due, and whether it is a shortfall beyond the limit.

    It counts only beyond `room` limits, and beyond twice the square root of the calls in flight, by which their
    number varies by chance.
    """
    counts = timeline.counts(slo.operation)
    due, done = sum(counts.due_in(seconds)), sum(counts.done_in(seconds))
    if due == 0:
        return 0.0, False
    in_flight = timeline.backlog(seconds[-1:])
    noise = 2.0 * math.sqrt(max(1, in_flight[0] if in_flight else 1))
    return abs(due - done) / due, due - done > room * slo.limit_share * due + noise
