"""The timeline of a trial on an assumed service: its seconds are known beforehand, and are shown one by one."""

from array import array
from collections.abc import Collection, Sequence

import numpy as np

from loadproof._engine import Histogram
from loadproof.forecast.assumed_service import Counts, Numbers, ServedSeconds
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.second_counts import SecondCounts
from loadproof.judge.tick import StallReading, TickReading
from loadproof.judge.timeline import Timeline
from loadproof.records.doubt import Doubt

__all__ = ["AssumedTimeline"]


class AssumedTimeline(Timeline):
    """Timeline of an assumed trial as the judges read it; each tick adds one second.

    If the mean response time of a second exceeds the timeout, the calls of this second are dropped once the timeout has
    passed. No call fails otherwise.
    """

    def __init__(
        self,
        operations: Sequence[str],
        thresholds_ms: Sequence[float],
        settle_s: float,
        served: ServedSeconds,
        due: Counts,
        within: Counts,
        timeout_s: float,
    ) -> None:
        """`due` holds calls by second and operation, `within` those within each threshold (thresholds first)."""
        super().__init__(operations, thresholds_ms, settle_s)
        self._served = served
        expired = served.mean_s > timeout_s
        in_flight = np.minimum(served.in_flight, np.cumsum(served.calls)).astype(np.int64)
        self._in_flight: list[int] = in_flight.tolist()
        done = np.maximum(served.calls - np.diff(in_flight, prepend=0), 0)
        self._all = _AssumedCounts(self, due.sum(axis=1), within.sum(axis=2), done, expired, timeout_s)
        self._own = {
            name: _AssumedCounts(self, due[:, index], within[:, :, index], done, expired, timeout_s)
            for index, name in enumerate(self.operations)
        }

    def add(
        self,
        tick: TickReading,
        _unexcused: Collection[StallReading] = (),
        _machine: Sequence[MachineSecond] = (),
    ) -> None:
        """Ends one second more; the closing tick leaves no call open."""
        if tick.last:
            self.settled = True
        else:
            self.ended_s = tick.second + 1

    def counts(self, operation: str | None = None) -> SecondCounts:
        """The counts of one operation, or of all."""
        return self._all if operation is None else self._own[operation]

    def backlog(self, seconds: Sequence[int]) -> list[int]:
        """Calls in flight at the end of each of `seconds`, as far as they have ended."""
        return [self._in_flight[second] for second in seconds if second < self.ended_s]

    def measurement(self, doubts: Sequence[Doubt] = ()) -> MeasuredSpan:
        """Counts of the span; of the response times only the mean is known."""
        start, stop = self.span_start, self.span_stop
        counts, duration_s = self._all, stop - start
        due, dropped = sum(counts.due[start:stop]), sum(counts.dropped[start:stop])
        response, nothing = Histogram(), Histogram()
        if due > dropped:
            weights = self._served.calls[start:stop]
            mean_s: Numbers = (self._served.mean_s[start:stop] * weights).sum() / max(1, int(weights.sum()))
            response.record_ms(1000.0 * float(mean_s), due - dropped)
        return MeasuredSpan(
            duration_s=float(duration_s),
            rate=sum(counts.done[start:stop]) / duration_s if duration_s else 0.0,
            due=due,
            sent=due - dropped,
            completed=due - dropped,
            dropped=dropped,
            cut=0,
            errors_by_kind={},
            within=tuple(sum(column[start:stop]) for column in counts.within),
            response=response,
            wait=nothing,
            lateness=nothing,
            service=response,
            doubts=tuple(doubts),
        )


class _AssumedCounts(SecondCounts):
    """The counts of all seconds, of which those of open calls are not told before their time."""

    def __init__(
        self,
        timeline: AssumedTimeline,
        due: Counts,
        within: Counts,
        done: Counts,
        expired: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]",
        timeout_s: float,
    ) -> None:
        super().__init__(0)
        self._timeline = timeline
        self._timeout_s = timeout_s
        dropped = np.where(expired, due, 0)
        self.due = array("q", due.tolist())
        self.sent = self.completed = array("q", (due - dropped).tolist())
        self.dropped = array("q", dropped.tolist())
        self.cut = self.errors = array("q", [0] * len(due))
        self.done = array("q", done.tolist())
        self.within = [array("q", column) for column in within.tolist()]

    def missing(self, seconds: Sequence[int]) -> list[int]:
        """Calls of each second that are known to be dropped."""
        ended_s, dropped = self._timeline.ended_s, self.dropped
        return [dropped[second] if second + self._timeout_s <= ended_s else 0 for second in seconds]

    def unsettled(self, second: int) -> int:
        """Calls that will be dropped and are not yet."""
        is_open = second + self._timeout_s > self._timeline.ended_s and not self._timeline.settled
        return self.dropped[second] if is_open else 0
