"""Judge of a spike: seconds from its end until the share of bad calls is back at that of the baseline.

The service has recovered at the start of the first three 5-second windows in a row of which none has a larger share of
bad calls than the baseline, for any SLO; nor has their first second, and no second on end since the spike has more than
half of its calls bad. The conditional binomial test says what is above the baseline, at 1 % over all SLOs (Przyborowski
and Wilenski 1940, *Biometrika* 31). As bad calls come in bursts, both counts are divided by the dispersion of the
baseline (docs/method/plateau-verdict.md, "The fail test"). The recovery is known to a second: its middle is reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.thresholds import PARTS
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.model.message import Message, count, duration
from loadproof.model.slo import Slo, SloKind
from loadproof.records.doubt import Doubt
from loadproof.stats.share_test import BadCalls, burst_dispersion

__all__ = ["SHORTEST_WATCH_S", "Recovery", "SpikeJudge"]

_WINDOW_S = 5
_IN_A_ROW = 3
SHORTEST_WATCH_S = _WINDOW_S * _IN_A_ROW
"""Seconds of windows that show a recovery."""
_ERROR = 0.01
_OVERLOADED = 0.5
_FEWEST_CALLS = 20


@dataclass(frozen=True, slots=True)
class Recovery:
    """Recovery of one spike: seconds from its end; None: not recovered while it was watched, or not measured."""

    after_s: float | None


@dataclass(frozen=True)
class _Share:
    """Share of bad calls of one SLO in a trial, against that of the baseline."""

    slo: Slo
    timeline: Timeline
    baseline: Sequence[int]

    def calls(self, seconds: Sequence[int], part: float = 1.0) -> BadCalls:
        """Return the calls of these seconds, with those over `part` of the threshold, or failed, as the bad ones."""
        if self.slo.kind is SloKind.APDEX:
            return self.timeline.apdex_calls(self.slo.operation, seconds)
        counts = self.timeline.counts(self.slo.operation)
        if self.slo.threshold_ms is None:
            return BadCalls(counts.due_in(seconds), counts.missing(seconds))
        threshold = self.timeline.threshold_index(self.slo.threshold_ms * part)
        return BadCalls(counts.due_in(seconds), counts.over(threshold, seconds))

    @cached_property
    def _dispersion(self) -> float:
        """Dispersion of the bad calls of the baseline; calls over parts of the threshold show it where few are bad."""
        parts = PARTS[1:] if self.slo.threshold_ms is not None else ()
        return burst_dispersion(self.calls(self.baseline), *(self.calls(self.baseline, part) for part in parts))

    def is_above(self, seconds: Sequence[int], error: float) -> bool:
        """Return True if the share of these seconds is above that of the baseline, at this error."""
        from scipy.special import betainc

        before, after = self.calls(self.baseline), self.calls(seconds)
        bad, due = sum(after.bad), sum(after.due)
        if bad == 0:
            return False
        scale = self._dispersion
        chance = due / (due + sum(before.due))
        # P(X >= bad) of a binomial number is an incomplete beta function, also where a scale makes it no whole number.
        return bool(betainc(bad / scale, sum(before.bad) / scale + 1.0, chance) < error)

    def failed(self, seconds: Sequence[int]) -> SloResult:
        """Return the result of the SLO in these seconds, in which it is broken."""
        calls = self.calls(seconds)
        return SloResult(self.slo, State.FAILED, calls.share, calls.share, calls.share, sum(calls.due))


class SpikeJudge:
    """Judges one trial with a spike between two holds of the baseline: `add`, `final`, then `details`."""

    def __init__(self, slos: Sequence[Slo], timeline: Timeline, before: range, after: range) -> None:
        """`before` and `after` are the due seconds at the rate of the baseline."""
        self._slos = [slo for slo in slos if slo.kind is not SloKind.RATE]
        self._timeline = timeline
        self._before = before
        self._after = after
        # Windows that other processes disturbed are told apart here.
        timeline.take_disturbed()

    def add(self, tick: TickReading) -> None:
        """Nothing: the timeline has all counts."""

    def look(self, _elapsed_s: float) -> Verdict | None:
        """Return None: the trial always goes to its end."""
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        """Return the next second; no look gives a verdict."""
        return elapsed_s + 1

    def doubts(self) -> tuple[Doubt, ...]:
        """Return no doubt of its own."""
        return ()

    def final(self) -> Verdict:
        """Passed if the service recovered; invalid if only windows that others disturbed speak against it."""
        watched = [self._after[index : index + _WINDOW_S] for index in range(0, len(self._after), _WINDOW_S)]
        fewest = min((sum(one.calls(self._after).due) / len(watched) for one in self._shares), default=0.0)
        if fewest < _FEWEST_CALLS:
            told = {"calls": count(int(fewest)), "needed": count(_FEWEST_CALLS), "window": duration(_WINDOW_S)}
            return Verdict(State.UNDECIDED, Message("spike-few-calls", **told))
        if 2 * len(self._baseline) < len(self._before):
            return Verdict(State.INVALID, Message("spike-baseline-disturbed", held=duration(len(self._before))))
        if self._recovered_s != self._first_quiet(self._spoiled):
            return Verdict(State.INVALID, Message("spike-recovery-disturbed"))
        if self._recovered_s is None:
            return self._not_recovered()
        return Verdict(State.PASSED, Message("spike-recovered", after=duration(self._recovered_s)))

    def _not_recovered(self) -> Verdict:
        """Failed if each of the last windows is above the baseline: a service that pauses now and then may be back."""
        held = duration(len(self._after))
        last = [
            self._after[-stop - _WINDOW_S : len(self._after) - stop] for stop in range(0, SHORTEST_WATCH_S, _WINDOW_S)
        ]
        above = [one for one in self._shares if all(one.is_above(window, self._error) for window in last)]
        if not above:
            return Verdict(State.UNDECIDED, Message("spike-unsteady", held=held))
        results = tuple(one.failed(self._after[-SHORTEST_WATCH_S:]) for one in above)
        return Verdict(State.FAILED, Message("spike-not-recovered", held=held), results, decided_by=results[0].slo)

    def details(self, _memory: Mapping[str, ServiceMemory]) -> Recovery:
        """Return the recovery."""
        return Recovery(self._recovered_s)

    @cached_property
    def _spoiled(self) -> set[int]:
        """Seconds that stalls of the generator or other processes disturbed."""
        ended_s = self._timeline.ended_s
        return self._timeline.stalls.seconds(ended_s) | self._timeline.disturbances.seconds(ended_s)

    @cached_property
    def _baseline(self) -> list[int]:
        return [second for second in self._before if second not in self._spoiled]

    @cached_property
    def _shares(self) -> list[_Share]:
        return [_Share(slo, self._timeline, self._baseline) for slo in self._slos]

    @property
    def _error(self) -> float:
        return _ERROR / len(self._shares)

    @cached_property
    def _overload_stop(self) -> int:
        """First second after the spike in which no SLO has more than half of its calls bad."""

        def is_overloaded(second: int) -> bool:
            return any(one.calls([second]).share > _OVERLOADED for one in self._shares)

        return next((second for second in self._after if not is_overloaded(second)), self._after.stop)

    @cached_property
    def _recovered_s(self) -> float | None:
        return self._first_quiet(frozenset())

    def _first_quiet(self, excused: Set[int]) -> float | None:
        """Return the recovery, in seconds after the spike; a window with an `excused` second is not above the baseline.

        None: the service does not recover.
        """

        @lru_cache(None)
        def is_above(begin: int, end: int) -> bool:
            window = range(begin, end)
            return excused.isdisjoint(window) and any(one.is_above(window, self._error) for one in self._shares)

        for start in range(self._overload_stop, self._after.stop - SHORTEST_WATCH_S + 1):
            windows = [(begin, begin + _WINDOW_S) for begin in range(start, start + SHORTEST_WATCH_S, _WINDOW_S)]
            if not any(is_above(*window) for window in [(start, start + 1), *windows]):
                return max(0.0, start - self._after.start - 0.5)
        return None
