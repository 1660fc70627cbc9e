"""Metrics of calls and users by due second, as far as they are final.

A metric of calls is final once no call can change it: a percentile as late as its limit, Apdex as late as 4T, errors as
late as the timeout, errors of a flow once none is open. So an alarm on slow calls fires while slow calls are still
open, and never for an early count.
"""

import math
from array import array
from collections.abc import Collection, Mapping, Sequence

from loadproof._engine import Tally
from loadproof.alarms.rule import AlarmRule, LoadMetric, LoadMetricKind
from loadproof.judge.apdex import ApdexRow
from loadproof.judge.apdex_seconds import ApdexSeconds
from loadproof.judge.second_counts import SecondCounts
from loadproof.judge.tick import TickReading

__all__ = ["LoadMetrics"]

_APDEX_TOLERATED = 4.0


class LoadMetrics:
    """Calls and users of one trial by due second, of the rows that rules name; one number per second and column."""

    def __init__(
        self,
        rules: Sequence[AlarmRule],
        rows: Sequence[str],
        operations: int,
        thresholds_ms: Sequence[float],
        apdex_rows: Mapping[str, ApdexRow],
        timeout_s: float,
    ) -> None:
        """`rows` are the names of results by index, the first `operations` of them operations.

        Calls end within `timeout_s` of their due time, flows may go on for longer.
        """
        metrics = [rule.source for rule in rules if isinstance(rule.source, LoadMetric)]
        self._operations = operations
        self._thresholds_ms = tuple(thresholds_ms)
        self._timeout_s = timeout_s
        self._whole = SecondCounts(len(thresholds_ms))
        self._counts_whole = any(metric.row is None and metric.kind.is_of_calls for metric in metrics)
        named = {metric.row for metric in metrics}
        self._rows = {row: SecondCounts(len(thresholds_ms)) for row in rows if row in named}
        # A flow lasts as long as its steps together.
        self._flows = frozenset(rows[operations:])
        self._index = {index: row for index, row in enumerate(rows) if row in self._rows}
        self._apdex_rows = apdex_rows
        self._apdex = ApdexSeconds.of(rows, operations, apdex_rows)
        self._counts_apdex = any(metric.kind is LoadMetricKind.APDEX for metric in metrics)
        self._gauges = {
            kind: array("d") for kind in (LoadMetricKind.USERS, LoadMetricKind.IN_FLIGHT, LoadMetricKind.WAITING)
        }
        self._has_ended = False

    def add(self, tick: TickReading) -> None:
        """Add the counts of one tick."""
        if self._counts_whole:
            for second, counts in Tally.by_second(tick.deltas, self._operations):
                self._whole.add(second, counts)
        if self._index or self._counts_apdex:
            for delta in tick.deltas:
                if delta.operation in self._index:
                    self._rows[self._index[delta.operation]].add(delta.second, delta)
                self._apdex.add(delta, in_span=False)
        if tick.last:
            self._has_ended = True
            return
        now = {
            LoadMetricKind.USERS: sum(shard.users for shard in tick.shards),
            LoadMetricKind.IN_FLIGHT: sum(shard.in_flight for shard in tick.shards),
            LoadMetricKind.WAITING: sum(shard.waiting for shard in tick.shards),
        }
        for kind, value in now.items():
            gauge = self._gauges[kind]
            # A tick that was lost leaves no hole: its gauge is that of the next one.
            gauge.extend([float(value)] * (tick.second + 1 - len(gauge)))

    def is_final(self, rule: AlarmRule, second: int, elapsed_s: int) -> bool:
        """Return True if no call that is open after `elapsed_s` can change the value of `rule` up to `second`."""
        metric = rule.source
        if not isinstance(metric, LoadMetric):
            raise TypeError(f"{rule.name} is no rule on a metric of calls")
        if metric.kind is LoadMetricKind.ERRORS and metric.row in self._flows:
            counts = self._rows[metric.row]
            return second < elapsed_s and not any(
                counts.unsettled(one) for one in range(max(0, second + 1 - rule.over_s), second + 1)
            )
        return second + 1 + self._late_s(rule, metric) <= elapsed_s

    def _late_s(self, rule: AlarmRule, metric: LoadMetric) -> int:
        """Return the seconds after which a due second is final."""
        longest_s = math.inf if metric.row in self._flows else self._timeout_s
        if metric.kind is LoadMetricKind.PERCENTILE:
            return math.ceil(min(rule.limit / 1000.0, longest_s))
        if metric.kind is LoadMetricKind.APDEX:
            rows = self._apdex_rows.values() if metric.row is None else [self._apdex_rows[metric.row]]
            return math.ceil(min(_APDEX_TOLERATED * max(row.target_s for row in rows), longest_s))
        return math.ceil(self._timeout_s) if metric.kind is LoadMetricKind.ERRORS else 0

    def value(self, rule: AlarmRule, second: int, left_out: Collection[int] = ()) -> float | None:
        """Return the value of `rule` over the seconds up to `second`, but for those `left_out`; None: no data.

        A percentile has the share of calls above its limit, failed calls among them; errors a share; Apdex a score. A
        window that begins before the trial is no data.
        """
        metric = rule.source
        first = second + 1 - rule.over_s
        if not isinstance(metric, LoadMetric) or first < 0:
            return None
        seconds = [one for one in range(first, second + 1) if one not in left_out]
        if not seconds:
            return None
        if (gauge := self._gauges.get(metric.kind)) is not None:
            known = [gauge[one] for one in seconds if one < len(gauge)]
            return math.fsum(known) / len(known) if known else None
        return self._of_calls(rule, metric, seconds)

    def _of_calls(self, rule: AlarmRule, metric: LoadMetric, seconds: Sequence[int]) -> float | None:
        if metric.kind is LoadMetricKind.APDEX:
            calls = self._apdex.calls(metric.row, seconds, has_ended=self._has_ended)
            return 1.0 - math.fsum(calls.bad) / total if (total := sum(calls.due)) else None
        counts = self._whole if metric.row is None else self._rows[metric.row]
        if metric.kind is LoadMetricKind.RATE:
            return sum(counts.done_in(seconds)) / len(seconds)
        is_errors = metric.kind is LoadMetricKind.ERRORS
        bad = counts.missing(seconds) if is_errors else counts.over(self._place(rule.limit), seconds)
        return sum(bad) / due if (due := sum(counts.due_in(seconds))) else None

    def _place(self, limit_ms: float) -> int:
        for place, counted_ms in enumerate(self._thresholds_ms):
            if math.isclose(counted_ms, limit_ms, rel_tol=1e-9):
                return place
        raise ValueError(f"the plan does not count calls against {limit_ms:g} ms")
