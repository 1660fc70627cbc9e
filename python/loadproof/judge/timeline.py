"""The running account of one trial: plain counts by due second, and merged histograms of its span."""

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from loadproof._engine import Histogram
from loadproof.judge.batches import Batches, Parts, ResponseBatches
from loadproof.judge.doubt import Doubt
from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.measurement import Measurement
from loadproof.judge.response_intervals import ResponseIntervals
from loadproof.judge.second_counts import SecondCounts
from loadproof.judge.tick import DeltaReading, TickReading

__all__ = ["Timeline"]

_MOST_KEPT_OPEN = 2
"""Rows up to which batches are kept as they are; more are packed, once answers to their calls are rare."""
_OPEN_S = 16
_WIDENED_PER_TICK = 2
"""Making batches wider takes some 20 ms for each row: the rows take turns."""


class _SpanTimes:
    """Merged histograms and error kinds of one operation over the span, and its response times in batches."""

    def __init__(self, span_start: int) -> None:
        self.batches = Batches(span_start)
        self.response = Histogram()
        self.wait = Histogram()
        self.lateness = Histogram()
        self.service = Histogram()
        self.errors: Counter[str] = Counter()

    def add_delta(self, delta: DeltaReading) -> None:
        # A histogram of a delta may be made at each access.
        response = delta.response
        if delta.completed:
            self.batches.add(delta.second, response)
        self._add(delta, response)

    def add(self, other: "_SpanTimes") -> None:
        self._add(other, other.response)

    def _add(self, other: "DeltaReading | _SpanTimes", response: Histogram) -> None:
        self.response.merge(response)
        self.wait.merge(other.wait)
        self.lateness.merge(other.lateness)
        self.service.merge(other.service)
        self.errors.update(other.errors)


class Timeline:
    """Every tick of one trial, folded as it comes; memory grows by plain counts per second alone.

    The span holds the due seconds from `settle_s`, rounded up, to `close_span`'s second. The whole profile is the sum
    of its operations: a flow is made of their calls, and is counted for itself alone.
    """

    def __init__(
        self, operations: Sequence[str], thresholds_ms: Sequence[float], settle_s: float, flows: Sequence[str] = ()
    ) -> None:
        """Names and thresholds as in the plan; the span begins at `settle_s`, ramp included."""
        self.operations = tuple(operations)
        self.flows = tuple(flows)
        """Their deltas have the indices after those of the operations."""
        self._names = (*self.operations, *self.flows)
        self.thresholds_ms = tuple(thresholds_ms)
        self.span_start = math.ceil(settle_s)
        self.span_end: int | None = None
        self.ended_s = 0
        """Seconds of the trial that have ended, by the ticks seen."""
        self.settled = False
        """True after the closing tick: no call is open."""
        self.generator = GeneratorReading()
        self._whole = SecondCounts(len(self.thresholds_ms))
        self._by_operation = [SecondCounts(len(self.thresholds_ms)) for _ in self._names]
        self._times = [_SpanTimes(self.span_start) for _ in self._names]
        self._backlog = array("q")
        self._latest_merged = -1

    def add(self, tick: TickReading) -> None:
        """Folds one tick in."""
        for delta in tick.deltas:
            self._by_operation[delta.operation].add(delta)
            if delta.operation < len(self.operations):
                self._whole.add(delta)
            if self._in_span(delta.second):
                self._times[delta.operation].add_delta(delta)
                if delta.due:
                    self._latest_merged = max(self._latest_merged, delta.second)
        self._bound_batches(tick.second)
        if tick.last:
            # The drain is over: what is in flight now says nothing of the plateau.
            self.settled = True
            return
        self.ended_s = max(self.ended_s, tick.second + 1)
        while len(self._backlog) <= tick.second:
            self._backlog.append(sum(shard.in_flight + shard.waiting for shard in tick.shards))
        if tick.second == self.span_start - 1:
            self.generator.begin(tick.second + 1, tick.shards)
        elif self._in_span(tick.second):
            self.generator.add(tick.second + 1, tick.shards)

    def close_span(self, second: int) -> None:
        """Ends the span before due second `second`; later calls are not judged.

        Raises ValueError when calls due later were already merged, as histograms cannot be taken apart.
        """
        if self._latest_merged >= second:
            message = (
                f"the span cannot end before second {second}: calls due in second {self._latest_merged} "
                "are already in it; close the span before adding later ticks"
            )
            raise ValueError(message)
        self.span_end = second

    @property
    def span_stop(self) -> int:
        """First second after the judged part, as far as ticks have come."""
        ended = max(self.ended_s, self.span_start)
        return ended if self.span_end is None else max(self.span_start, min(ended, self.span_end))

    def counts(self, operation: str | None = None) -> SecondCounts:
        """The counts of one operation or flow, or of the profile. Raises KeyError for a name not in the plan."""
        if operation is None:
            return self._whole
        if operation not in self._names:
            raise KeyError(f"operation {operation!r} is not in the plan ({', '.join(self._names)})")
        return self._by_operation[self._names.index(operation)]

    def backlog(self, start: int, stop: int) -> list[int]:
        """Calls in flight or waiting at the end of each second from `start` to before `stop`."""
        return list(self._backlog[start:stop])

    def threshold_index(self, threshold_ms: float) -> int:
        """The place of a counted threshold in the plan. Raises ValueError when the plan does not count it."""
        for index, counted_ms in enumerate(self.thresholds_ms):
            if math.isclose(counted_ms, threshold_ms, rel_tol=1e-9):
                return index
        cure = "plan with counted_thresholds_ms(slos)"
        raise ValueError(f"the plan does not count calls against {threshold_ms:g} ms; {cure}")

    def measurement(self, doubts: Sequence[Doubt] = ()) -> Measurement:
        """What the span gave up to now: the whole of the calls, and each operation and flow."""
        batches = self._batches()
        parts = {
            name: self._measure(counts, times, batches[index : index + 1])
            for index, (name, counts, times) in enumerate(
                zip(self._names, self._by_operation, self._times, strict=True)
            )
        }
        whole = _SpanTimes(self.span_start)
        for times in self._times[: len(self.operations)]:
            whole.add(times)
        measured = self._measure(self._whole, whole, batches[: len(self.operations)])
        return replace(measured, operations=parts, flows=self.flows, doubts=tuple(doubts))

    def _bound_batches(self, second: int) -> None:
        """Keeps the number of batches and their room within bounds."""
        full = [times.batches for times in self._times if times.batches.is_full]
        for batches in full[:_WIDENED_PER_TICK]:
            batches.widen()
        if len(self._names) > _MOST_KEPT_OPEN:
            for times in self._times:
                times.batches.pack(second - _OPEN_S)

    def _batches(self) -> list[list[Parts]]:
        width_s = max((times.batches.width_s for times in self._times), default=1)
        return [times.batches.until(self.span_stop, width_s) for times in self._times]

    def _in_span(self, second: int) -> bool:
        return second >= self.span_start and (self.span_end is None or second < self.span_end)

    def _measure(
        self,
        counts: SecondCounts,
        times: _SpanTimes,
        batches: Sequence[Sequence[Parts]],
    ) -> Measurement:
        start, stop = self.span_start, self.span_stop
        duration_s = stop - start
        response = times.response.copy()
        return Measurement(
            duration_s=float(duration_s),
            rate=sum(counts.done_in(start, stop)) / duration_s if duration_s else 0.0,
            due=sum(counts.due[start:stop]),
            sent=sum(counts.sent[start:stop]),
            completed=sum(counts.completed[start:stop]),
            dropped=sum(counts.dropped[start:stop]),
            cut=sum(counts.cut[start:stop]),
            errors_by_kind=dict(times.errors),
            within=tuple(sum(column[start:stop]) for column in counts.within),
            response=response,
            wait=times.wait.copy(),
            lateness=times.lateness.copy(),
            service=times.service.copy(),
            response_intervals=ResponseIntervals(response, ResponseBatches(batches)),
        )
