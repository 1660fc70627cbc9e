"""Judge of a load of users: its SLOs over the steady part, Apdex and starts of each minute, and their evenness."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadproof._engine import ApdexCounts
from loadproof.judge.apdex import NO_CALLS, span_apdex
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.model.message import Message, listed, number
from loadproof.model.pause import Pause
from loadproof.model.slo import Slo
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.user_minutes import OperationMinutes, UserMinutes
from loadproof.stats.evenness import Evenness, PacedStarts, PoissonStarts, StartExpectation, evenness

__all__ = ["Pace", "UsersJudge"]

_MINUTE_S = 60
_KEPT_S = 120
"""Seconds for which the Apdex of each second is kept apart: a stall may still take them out of their minute."""
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Pace:
    """Pacing of the users who make all calls of one operation."""

    operation: str
    kind: str
    """Kind of the users."""
    pacing: Pause
    delay_deviation_s: float
    """Standard deviation of the time from the start of an iteration to the call."""


class UsersJudge:
    """Judges one load of users: `add` every tick, `final`, then `details`."""

    def __init__(
        self, slos: Sequence[Slo], timeline: Timeline, settings: PlateauSettings, paces: Sequence[Pace] = ()
    ) -> None:
        """Raises ValueError or KeyError when the plan lacks what an SLO names."""
        self._timeline = timeline
        self._plateau = PlateauJudge(slos, timeline, settings)
        self._paces = {pace.operation: pace for pace in paces}
        self._names = (*timeline.operations, *timeline.flows)
        self._starts: dict[str, defaultdict[int, int]] = {name: defaultdict(int) for name in self._names}
        self._seconds: defaultdict[int, dict[str, ApdexCounts]] = defaultdict(dict)
        self._apdex: dict[str, defaultdict[int, ApdexCounts]] = {
            name: defaultdict(lambda: NO_CALLS) for name in timeline.apdex_rows
        }
        self._evenness: dict[str, Evenness | None] | None = None

    def add(self, tick: TickReading) -> None:
        """Folds one tick in, beside the timeline."""
        start = self._timeline.span_start
        for delta in tick.deltas:
            if delta.second < start:
                continue
            name = self._names[delta.operation]
            self._starts[name][(delta.second - start) // _MINUTE_S] += delta.due
            if delta.apdex is not None:
                of_second = self._seconds[delta.second]
                of_second[name] = of_second.get(name, NO_CALLS) + delta.apdex
        self._fold(tick.second - _KEPT_S)

    def _fold(self, before: int) -> None:
        """Adds the seconds before one to their minutes, without those that are not judged."""
        for second in [second for second in self._seconds if second < before]:
            counts = self._seconds.pop(second)
            if second in self._timeline.left_out:
                continue
            minute = (second - self._timeline.span_start) // _MINUTE_S
            for name, of_second in counts.items():
                self._apdex[name][minute] += of_second

    def look(self, _elapsed_s: float) -> Verdict | None:
        """Return None: the load always goes to its end."""
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        """Return the next second; no look gives a verdict."""
        return elapsed_s + 1

    def final(self) -> Verdict:
        """The verdict of the SLOs over the steady part, by count."""
        return self._plateau.final()

    def doubts(self) -> tuple[Doubt, ...]:
        """Return doubts about SLOs that had too few calls, and about operations that were started unevenly."""
        uneven = [(name, found) for name, found in self._found().items() if found is not None and found.is_uneven]
        return (*self._plateau.doubts(), *(_uneven(name, found) for name, found in uneven[:_MOST_NAMED]))

    @property
    def _whole_minutes(self) -> int:
        return (self._timeline.span_stop - self._timeline.span_start) // _MINUTE_S

    def _found(self) -> dict[str, Evenness | None]:
        if self._evenness is None:
            starts = {
                name: [self._starts[name][minute] for minute in range(self._whole_minutes)]
                for name in self._names
                if self._starts[name]
            }
            self._evenness = evenness(starts, {name: self._expected(name, counts) for name, counts in starts.items()})
        return self._evenness

    def _expected(self, name: str, starts: Sequence[int]) -> StartExpectation:
        """Return the law of an even load of an operation; its calls per iteration are those that were made."""
        pace = self._paces.get(name)
        users = sum(one.users for one in self._timeline.user_kinds if pace is not None and one.kind == pace.kind)
        if pace is None or not users or not starts:
            return PoissonStarts()
        per_iteration = sum(starts) / len(starts) * pace.pacing.mean_s / (_MINUTE_S * users)
        return PacedStarts(users, pace.pacing, per_iteration, pace.delay_deviation_s)

    def details(self, _memory: Mapping[str, ServiceMemory]) -> UserMinutes:
        """Return the minutes of the steady part; a last part of a minute has Apdex and is in no test of evenness."""
        self._fold(self._timeline.span_stop)
        span_s = self._timeline.span_stop - self._timeline.span_start
        minutes = range(-(-span_s // _MINUTE_S))
        found = self._found()
        operations = tuple(
            self._minutes_of(name, minutes, found.get(name)) for name in self._names if self._starts[name]
        )
        return UserMinutes(begin_s=float(self._timeline.span_start), operations=operations)

    def _minutes_of(self, name: str, minutes: range, even: Evenness | None) -> OperationMinutes:
        row = self._timeline.apdex_rows.get(name)
        cells = (span_apdex(row, self._apdex[name][minute]) for minute in minutes) if row is not None else ()
        return OperationMinutes(
            operation=name,
            starts=tuple(self._starts[name][minute] for minute in minutes),
            apdex=tuple(cell.record() for cell in cells if cell is not None),
            dispersion=None if even is None else even.dispersion,
            expected_dispersion=None if even is None else even.expected_dispersion,
            is_uneven=even is not None and even.is_uneven,
            uneven_minutes=() if even is None else even.minutes,
        )


def _uneven(name: str, found: Evenness) -> Doubt:
    minutes = [str(minute + 1) for minute in found.minutes[:_MOST_NAMED]]
    text = Message(
        "operation-uneven",
        operation=name,
        dispersion=number(found.dispersion),
        expected=number(found.expected_dispersion),
        minutes=listed(minutes) if minutes else "-",
    )
    return Doubt(DoubtCode.UNEVEN, text)
