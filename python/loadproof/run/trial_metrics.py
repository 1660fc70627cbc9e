"""Totals of a trial so far, passed on each second for export: each update includes all earlier ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from loadproof._engine import Tally
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial, TrialResult
from loadproof.trial.observer import TrialListener

__all__ = ["RUNNING", "RowTotals", "TrialMetrics", "TrialTotals", "bucket_limits_ms"]

RUNNING = "running"
"""The state of a trial before it has a verdict."""

_SHORTEST_GAP_S = 0.5
"""Less than the second between two ticks; virtual time has thousands of them."""
_STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.5)
_LONGEST_MS = 60_000.0


@dataclass(frozen=True, slots=True)
class RowTotals:
    """All calls of one operation, or all runs of one flow, since the begin of the trial."""

    name: str
    kind: str
    """`operation` or `flow`; the calls of a flow are in its operations."""
    counts: Mapping[str, int]
    """Due, sent, completed, dropped, cut."""
    errors: Mapping[str, int]
    buckets: tuple[int, ...]
    """Completed calls by their response time: up to each limit and above the one before, then those above all."""
    response_sum_ms: float
    response_max_ms: float


@dataclass(frozen=True, slots=True, eq=False)
class TrialTotals:
    """One trial as it is now."""

    labels: Mapping[str, str | int]
    began_ns: int
    at_ns: int
    """Both since 1970."""
    state: str
    """`RUNNING`, or the state of its verdict: then nothing follows."""
    rows: tuple[RowTotals, ...]

    @property
    def is_last(self) -> bool:
        """True if the trial has its verdict."""
        return self.state != RUNNING


def bucket_limits_ms(thresholds_ms: Sequence[float]) -> tuple[float, ...]:
    """Upper limits of the buckets of response times: 0.1 ms to a minute, and `thresholds_ms` of SLOs among them.

    >>> [limit for limit in bucket_limits_ms([350.0]) if 200 <= limit <= 750]
    [200.0, 300.0, 350.0, 500.0, 750.0]
    """
    ladder = (step * 10.0**decade for decade in range(-1, 5) for step in _STEPS)
    return tuple(sorted({round(limit, 3) for limit in ladder if limit <= _LONGEST_MS} | {_LONGEST_MS, *thresholds_ms}))


class TrialMetrics(TrialListener):
    """Adds up one trial, and hands its totals over each second and once it is judged."""

    subject = "metrics"

    def __init__(
        self,
        names: Sequence[str],
        operations: int,
        limits_ms: Sequence[float],
        labels: Mapping[str, str | int],
        take: Callable[[TrialTotals], None],
    ) -> None:
        """Rows are called `names`; those from index `operations` on are flows. `take` must not wait."""
        self._names = names
        self._operations = operations
        self._limits_ms = limits_ms
        self._labels = labels
        self._take = take
        self._tallies = [Tally() for _ in names]
        self._began_ns = 0
        self._told_at_s = 0.0

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Keeps what the trial is."""
        self._began_ns = time.time_ns()
        self._told_at_s = time.monotonic()
        about = {"purpose": trial.purpose.value, "rate": "max" if trial.rate is None else f"{trial.rate:.6g}"}
        start = {"start": trial.start} if trial.start else {}
        self._labels = {**self._labels, **start, "trial": number, **about}

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        """Adds a second. The closing tick is told with the verdict."""
        for delta in tick.deltas:
            self._tallies[delta.operation].add(delta)
        now_s = time.monotonic()
        if not tick.last and now_s - self._told_at_s >= _SHORTEST_GAP_S:
            self._told_at_s = now_s
            self._tell(RUNNING)

    def trial_judged(self, _number: int, result: TrialResult, /) -> None:
        """Tells all."""
        self._tell(result.verdict.state.value)

    def _tell(self, state: str) -> None:
        rows = tuple(
            self._totals(name, "operation" if index < self._operations else "flow", tally)
            for index, (name, tally) in enumerate(zip(self._names, self._tallies, strict=True))
        )
        self._take(TrialTotals(self._labels, self._began_ns, time.time_ns(), state, rows))

    def _totals(self, name: str, kind: str, tally: Tally) -> RowTotals:
        response = tally.response
        up_to = [0, *response.counts_up_to(self._limits_ms), response.count]
        counted = response.count > 0
        return RowTotals(
            name=name,
            kind=kind,
            counts={of: getattr(tally, of) for of in ("due", "sent", "completed", "dropped", "cut")},
            errors=tally.errors,
            buckets=tuple(above - below for below, above in pairwise(up_to)),
            response_sum_ms=response.mean_ms * response.count if counted else 0.0,
            response_max_ms=response.max_ms if counted else 0.0,
        )
