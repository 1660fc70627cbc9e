"""The running account of one trial: plain counts by due second, and merged histograms of its span."""

import math
from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from loadproof._engine import Delta, Tally
from loadproof.judge.apdex import ApdexRow, apdex_of_whole, span_apdex
from loadproof.judge.apdex_seconds import ApdexSeconds
from loadproof.judge.batches import Batches, ResponseBatches
from loadproof.judge.disturbance import Disturbances, MachineSecond
from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.response_intervals import ResponseIntervals
from loadproof.judge.saturation import ResourceReading, SaturatedLeaveOut, Saturations
from loadproof.judge.second_counts import SecondCounts
from loadproof.judge.stalls import Stalls
from loadproof.judge.tick import StallReading, TickReading
from loadproof.model.profile import BEFORE
from loadproof.model.user_counts import UserCount
from loadproof.records.doubt import Doubt
from loadproof.stats.share_test import BadCalls

__all__ = ["Timeline"]

_MOST_PENDING = 32
"""Ticks that are added to the span at once."""


@dataclass(slots=True)
class _PendingTick:
    """The deltas of a tick that the span does not have yet; histograms cannot be taken apart again."""

    second: int
    deltas: Sequence[Delta]
    seconds: list[int]
    """The due seconds of the span that are still to be added."""


class _Span:
    """The calls of some due seconds, by row: sums, and batches for the intervals of their response times."""

    def __init__(self, start: int, rows: int) -> None:
        self._rows = rows
        self.tallies = [Tally() for _ in range(rows)]
        self.batches = Batches(start, rows)

    def add(self, folded: Sequence[tuple[Sequence[Delta], int, int]]) -> None:
        Tally.add_each(self.tallies, folded)

    def add_batch(self, deltas: Sequence[Delta], seconds: Sequence[int], at_second: int) -> None:
        self.batches.add(deltas, seconds)
        while self.batches.is_full:
            self.batches.widen()
        self.batches.pack_closed(at_second)


class Timeline:
    """Every tick of one trial, folded as it comes; memory grows by plain counts per second alone.

    Those are kept of the whole profile and of what is `followed`: of the rest the sums over the span are enough.

    The span holds the due seconds from `settle_s`, rounded up, to `close_span`'s second, but for those that stalls of
    the generator or saturated machines that make load spoil, or others on the machine disturb (`left_out`);
    `take_disturbed` takes the latter in. The whole
    profile is the sum of its operations: a flow is made of their calls, and is counted for itself alone.
    """

    def __init__(
        self,
        operations: Sequence[str],
        thresholds_ms: Sequence[float],
        settle_s: float,
        flows: Sequence[str] = (),
        followed: Collection[str] | None = None,
        reach_s: float = 0.0,
        disturbances: Disturbances | None = None,
    ) -> None:
        """Names and thresholds as in the plan; the span begins at `settle_s`, ramp included.

        `followed` are the operations and flows that `counts` is asked for; None: all. A stall may take out due seconds
        up to `reach_s` before it: the longest time for which a call may be open. `disturbances` know the run.
        """
        self.operations = tuple(operations)
        self.flows = tuple(flows)
        """Names of the flows: their deltas have the indices after the operations."""
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
        self._followed = {
            index: SecondCounts(len(self.thresholds_ms))
            for index, name in enumerate(self._names)
            if followed is None or name in followed
        }
        self._clean = _Span(self.span_start, len(self._names))
        self._disturbed: _Span | None = None
        """Calls of disturbed seconds, kept apart from the clean span because histograms cannot be taken apart again."""
        self.takes_disturbed = False
        """True if the seconds that others disturbed are judged, too."""
        self.forgiven: frozenset[int] = frozenset()
        """Due seconds that are judged as if no call of them were bad."""
        self._pending: list[_PendingTick] = []
        self._first_open = 0
        """First second whose calls are not added up yet."""
        self._reach_s = math.ceil(reach_s)
        self.stalls = Stalls()
        self.disturbances = disturbances or Disturbances()
        self.saturations = Saturations()
        self.left_out: frozenset[int] = frozenset()
        """Due seconds of the span that are not judged, as far as ticks have come."""
        self._backlog = array("q")
        self._latest_merged = -1
        self.apdex_rows: Mapping[str, ApdexRow] = {}
        """Rows with a target time of Apdex, by name."""
        self.user_kinds: tuple[UserCount, ...] = ()
        """Closed users of each kind."""
        self._apdex = ApdexSeconds.of(self._names, len(self.operations), {})
        self._outside: dict[int, Tally] = {}
        """Calls that users make once per session, by row: over the whole trial, as most are made while users join."""

    def with_users(self, user_kinds: Sequence[UserCount], rows: Mapping[str, ApdexRow]) -> Self:
        """Return the timeline itself, of a load of users of these kinds, which counts Apdex of `rows`, by name."""
        self.apdex_rows = rows
        self.user_kinds = tuple(user_kinds)
        self._apdex = ApdexSeconds.of(self._names, len(self.operations), rows)
        self._outside = {index: Tally() for index, name in enumerate(self._names) if name.startswith(BEFORE)}
        return self

    def leaving_out(self, saturated: SaturatedLeaveOut) -> Self:
        """Return the timeline itself, which leaves out of account what a study says of saturated machines."""
        self.saturations = Saturations(saturated)
        return self

    def add_resources(self, readings: Sequence[ResourceReading]) -> None:
        """Takes what probes read of machines; a probe that waits for a page tells of a second after it was added."""
        for reading in readings:
            self.saturations.add(reading, self._first_open, self._levels)
        if readings:
            self._leave_out()

    def add(
        self,
        tick: TickReading,
        unexcused: Collection[StallReading] = (),
        machine: Sequence[MachineSecond] = (),
    ) -> None:
        """Folds one tick in, with what others did on the machine in the seconds that it ends.

        Stalls in `unexcused` are the stand's own doing, and take nothing out of the judgement.
        """
        stalls = [stall for shard in tick.shards for stall in shard.stalls]
        self.stalls.keep([stall for stall in stalls if stall in unexcused])
        self.generator.longest_turn_ms = max(self.generator.longest_turn_ms, 1000.0 * self.stalls.longest_kept_s)
        self.stalls.add([stall for stall in stalls if stall not in unexcused], self._levels)
        for second in machine:
            self.disturbances.add(second, self._levels)
        self._add_deltas(tick)
        if tick.last:
            # The drain is over: what is in flight now says nothing of the plateau.
            self.settled = True
            self._leave_out()
            return
        self.ended_s = max(self.ended_s, tick.second + 1)
        while len(self._backlog) <= tick.second:
            self._backlog.append(sum(shard.in_flight + shard.waiting for shard in tick.shards))
        self.stalls.second_ended(tick.second, self._backlog[tick.second])
        self.disturbances.second_ended(tick.second, self._backlog[tick.second])
        self.saturations.second_ended(tick.second, self._backlog[tick.second])
        self._leave_out()
        if tick.second == self.span_start - 1:
            self.generator.begin(tick.second + 1, tick.shards)
        elif self._in_span(tick.second):
            self.generator.add(tick.second + 1, tick.shards)

    def _levels(self, second: int) -> list[int]:
        return self.backlog(self.judged(self.span_start, min(second, self.ended_s)))

    def _leave_out(self) -> None:
        spoiled = self._spoiled()
        if not self.takes_disturbed:
            spoiled |= self.disturbances.seconds(self.ended_s)
        if spoiled or self.left_out:
            self.left_out = frozenset(second for second in spoiled if self._in_span(second))

    def _spoiled(self) -> set[int]:
        """Return the due seconds that are left out whatever is judged: those of stalls and of saturated machines."""
        return self.stalls.seconds(self.ended_s) | self.saturations.seconds(self.ended_s)

    def take_disturbed(self, *, at_best: bool = False) -> None:
        """From now on seconds that others disturbed are judged like all others; not those of stalls.

        With `at_best` none of their calls counts as bad: no service could have done better beside nobody.
        """
        self.takes_disturbed = True
        self._leave_out()
        spoiled = self.disturbances.seconds(self.ended_s) if at_best else ()
        self.forgiven = frozenset(spoiled) - self.left_out

    def leave_disturbed_out(self) -> None:
        """From now on seconds that others disturbed are not judged, as at the start."""
        self.takes_disturbed, self.forgiven = False, frozenset()
        self._leave_out()

    @property
    def disturbed_s(self) -> int:
        """Seconds of the span that are left out because of others on the machine alone."""
        return sum(second < self.span_stop for second in self.left_out - self._spoiled())

    @property
    def saturated_s(self) -> int:
        """Seconds of the span that are left out because of saturated machines that make load, and of no stall."""
        saturated = self.saturations.seconds(self.ended_s) - self.stalls.seconds(self.ended_s)
        return sum(second < self.span_stop for second in self.left_out & saturated)

    def judged(self, start: int, stop: int) -> Sequence[int]:
        """The due seconds from `start` and before `stop` that are judged, in their order."""
        if not self.left_out:
            return range(start, max(start, stop))
        return [second for second in range(start, stop) if second not in self.left_out]

    def _add_deltas(self, tick: TickReading) -> None:
        deltas, calls = tick.deltas, len(self.operations)
        of_calls = Tally.by_second(deltas, calls)
        for second, counts in of_calls:
            self._whole.add(second, counts)
        in_span = []
        for second, counts in Tally.by_second(deltas) if self.flows else of_calls:
            if self._in_span(second):
                in_span.append(second)
                if counts.due:
                    self._latest_merged = max(self._latest_merged, second)
        self._pending.append(_PendingTick(tick.second, deltas, in_span))
        if len(self._pending) > self._reach_s + _MOST_PENDING:
            self._first_open = max(self._first_open, tick.second - self._reach_s)
            self._fold(self._first_open)
        for delta in deltas if self._followed or self.apdex_rows or self._outside else ():
            if delta.operation in self._followed:
                self._followed[delta.operation].add(delta.second, delta)
            self._apdex.add(delta, in_span=self._in_span(delta.second))
            if delta.operation in self._outside:
                self._outside[delta.operation].add(delta)

    def close_span(self, second: int) -> None:
        """Ends the span before due second `second`; later calls are not judged.

        Raises ValueError when calls due later were already merged, as histograms cannot be taken apart.
        """
        if self._latest_merged >= second:
            raise ValueError(
                f"the span cannot end before second {second}: calls due in second {self._latest_merged} "
                "are already in it; close the span before adding later ticks"
            )
        self.span_end = second

    @property
    def span_stop(self) -> int:
        """First second after the judged part, as far as ticks have come."""
        ended = max(self.ended_s, self.span_start)
        return ended if self.span_end is None else max(self.span_start, min(ended, self.span_end))

    def counts(self, operation: str | None = None) -> SecondCounts:
        """The counts of one operation or flow, or of the profile. Raises KeyError for a name that is not followed."""
        if operation is None:
            return self._whole
        if operation not in self._names:
            raise KeyError(f"operation {operation!r} is not in the plan ({', '.join(self._names)})")
        index = self._names.index(operation)
        if index not in self._followed:
            raise KeyError(f"operation {operation!r} is not followed second by second")
        return self._followed[index]

    def apdex_calls(self, operation: str | None, seconds: Sequence[int]) -> BadCalls:
        """Return calls and lost points of Apdex in each second, of a row or of all operations with a target time.

        Until the trial has ended a call that is open counts as frustrated. Raises KeyError for a row without a target
        time.
        """
        return self._apdex.calls(operation, seconds, has_ended=self.settled)

    def apdex_groups(self, operation: str | None) -> BadCalls:
        """Return calls and lost points of Apdex by group of users; raises KeyError for a row without a target time."""
        return self._apdex.groups(operation)

    def backlog(self, seconds: Sequence[int]) -> list[int]:
        """Calls in flight or waiting at the end of each of `seconds`, which ascend, as far as they have ended."""
        if isinstance(seconds, range):
            return list(self._backlog[seconds.start : seconds.stop])
        return [self._backlog[second] for second in seconds if second < len(self._backlog)]

    def threshold_index(self, threshold_ms: float) -> int:
        """The place of a counted threshold in the plan. Raises ValueError when the plan does not count it."""
        for index, counted_ms in enumerate(self.thresholds_ms):
            if math.isclose(counted_ms, threshold_ms, rel_tol=1e-9):
                return index
        raise ValueError(
            f"the plan does not count calls against {threshold_ms:g} ms; plan with counted_thresholds_ms(slos)"
        )

    def measurement(self, doubts: Sequence[Doubt] = ()) -> MeasuredSpan:
        """Return the measurement of the judged seconds: of all calls, and of each operation and flow.

        Call this once, at the end.
        """
        self._fold(None)
        span = self._judged_span()
        batches = span.batches.until(self.span_stop)
        rows, apdex = (
            self.apdex_rows,
            {name: tally.apdex for name, tally in zip(self._names, span.tallies, strict=True)},
        )
        parts = {
            name: replace(self._measure(tally, batches.of([index])), apdex=span_apdex(rows.get(name), apdex[name]))
            for index, (name, tally) in enumerate(zip(self._names, span.tallies, strict=True))
        }
        for index, tally in self._outside.items():
            parts[self._names[index]] = self._measure(tally, batches.of([index]), float(self.ended_s))
        whole = Tally()
        for tally in span.tallies[: len(self.operations)]:
            whole.add(tally)
        measured = self._measure(whole, batches.of(range(len(self.operations))))
        left_out = _stretches([second for second in self.left_out if second < self.span_stop])
        spoiled = self.disturbances.spoiled(self.ended_s)
        disturbed = _stretches([second for second in spoiled if self.span_start <= second < self.span_stop])
        whole_profile = replace(measured, operations=parts, flows=self.flows, doubts=tuple(doubts))
        whole_profile = replace(whole_profile, apdex=apdex_of_whole(rows, apdex, self.operations))
        machines = self.saturations.records(self.span_start, self.span_stop, self.left_out)
        return replace(whole_profile, left_out_s=left_out, disturbed_s=disturbed, machines=machines)

    def _judged_span(self) -> _Span:
        """The clean seconds, with the disturbed ones where those are judged too."""
        disturbed = self._disturbed
        if disturbed is None or not (self.takes_disturbed or self.disturbances.is_steady):
            return self._clean
        whole = _Span(self.span_start, len(self._names))
        for part in (self._clean, disturbed):
            for mine, theirs in zip(whole.tallies, part.tallies, strict=True):
                mine.add(theirs)
        whole.batches = self._clean.batches.with_those_of(disturbed.batches)
        return whole

    def _fold(self, before: int | None) -> None:
        """Adds what is pending to the span, of the due seconds before one; None: all. No stall takes it out again."""
        left_out = self._spoiled()
        disturbed = self.disturbances.spoiled(self.ended_s) - left_out
        folded: dict[bool, list[tuple[Sequence[Delta], int, int]]] = {False: [], True: []}
        for tick in self._pending:
            ripe = [second for second in tick.seconds if before is None or second < before]
            tick.seconds = [second for second in tick.seconds if second not in ripe]
            for is_disturbed in (False, True):
                seconds = [
                    second for second in ripe if second not in left_out and (second in disturbed) is is_disturbed
                ]
                if seconds:
                    folded[is_disturbed] += [(tick.deltas, begin, end) for begin, end in _stretches(seconds)]
                    self._part(is_disturbed).add_batch(tick.deltas, seconds, tick.second)
        for is_disturbed, deltas in folded.items():
            if deltas:
                self._part(is_disturbed).add(deltas)
        self._pending = [tick for tick in self._pending if tick.seconds]

    def _part(self, is_disturbed: bool) -> _Span:
        if not is_disturbed:
            return self._clean
        if self._disturbed is None:
            self._disturbed = _Span(self.span_start, len(self._names))
        return self._disturbed

    def _in_span(self, second: int) -> bool:
        return second >= self.span_start and (self.span_end is None or second < self.span_end)

    def _measure(self, span: Tally, batches: ResponseBatches, over_s: float | None = None) -> MeasuredSpan:
        """Return the measurement of a tally, over the judged seconds of the span or `over_s` of the trial."""
        duration_s = float(len(self.judged(self.span_start, self.span_stop))) if over_s is None else over_s
        within, response = span.within, span.response
        return MeasuredSpan(
            duration_s=duration_s,
            rate=span.done / duration_s if duration_s else 0.0,
            due=span.due,
            sent=span.sent,
            completed=span.completed,
            dropped=span.dropped,
            cut=span.cut,
            retried=span.retried,
            bytes_received=span.bytes_received,
            bytes_sent=span.bytes_sent,
            errors_by_kind=span.errors,
            within=(*within, *([0] * (len(self.thresholds_ms) - len(within)))),
            response=response,
            wait=span.wait,
            lateness=span.lateness,
            service=span.service,
            response_intervals=ResponseIntervals(response, batches),
        )


def _stretches(seconds: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Seconds as stretches of [begin, end).

    >>> _stretches([7, 3, 4])
    ((3, 5), (7, 8))
    """
    found: list[tuple[int, int]] = []
    for second in sorted(seconds):
        if found and found[-1][1] == second:
            found[-1] = (found[-1][0], second + 1)
        else:
            found.append((second, second + 1))
    return tuple(found)
