"""Evaluation of the rules of a study in one trial, once per due second and rule."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.alarms.load_metrics import LoadMetrics
from loadproof.alarms.rule import AlarmRule, LoadMetric, LoadMetricKind, ProbeSeries
from loadproof.alarms.state import INACTIVE, AlarmPhase, AlarmState, next_state
from loadproof.judge.tick import TickReading

__all__ = ["AlarmChange", "AlarmEvaluation", "is_true"]

READING_PATIENCE_S = 2
"""Seconds for which the reading of a second is waited for; without one the second has no data."""


@dataclass(frozen=True, slots=True)
class AlarmChange:
    """Change of the phase of an alarm; seconds since the trial began."""

    rule: AlarmRule
    phase: AlarmPhase
    at_s: int
    """Evaluation that changed it: the end of a due second."""
    known_s: int
    """Time at which the values of that second were final."""
    active_since_s: float | None
    """First of the true evaluations on end; None: the phase is neither pending nor firing."""
    value: float | None
    """Value of the evaluation; None: no data."""


@dataclass(slots=True)
class _Evaluated:
    """State of one rule."""

    rule: AlarmRule
    state: AlarmState = INACTIVE
    next_second: int = 0
    readings: dict[int, float] = field(default_factory=dict)
    """Readings of its series by second, as far as an evaluation may still need them."""


class AlarmEvaluation:
    """Evaluates rules second by second as ticks and readings come."""

    def __init__(self, rules: Sequence[AlarmRule], metrics: LoadMetrics, load_s: float) -> None:
        """Every rule is inactive; the load lasts for `load_s` at most."""
        self._metrics = metrics
        self._end_s = math.floor(load_s)
        # A window of calls that begins before the trial says nothing.
        starts = (rule.over_s - 1 if isinstance(rule.source, LoadMetric) else 0 for rule in rules)
        self._rules = [_Evaluated(rule, next_second=start) for rule, start in zip(rules, starts, strict=True)]
        self.evaluated_s = 0
        """Seconds of the trial that were evaluated as far as the windows of rules allow."""
        self._by_series: dict[ProbeSeries, list[_Evaluated]] = {}
        for one in self._rules:
            if isinstance(one.rule.source, ProbeSeries):
                self._by_series.setdefault(one.rule.source, []).append(one)
        self._stalled: set[int] = set()

    def load_ended(self, second: int) -> None:
        """Nothing is due from `second` on: later seconds are not evaluated."""
        self._end_s = min(self._end_s, second)

    def reading(self, probe: str, name: str, at_s: float, value: float) -> None:
        """Take a reading at `at_s` of the trial: it is of the second that ended then."""
        second = math.floor(at_s + 0.5) - 1
        for one in self._by_series.get(ProbeSeries(probe, name), ()):
            one.readings[second] = value

    def ticked(self, tick: TickReading) -> list[AlarmChange]:
        """Take a tick, and return the changes of all evaluations that are final now, oldest first.

        Due seconds in which the generator stalled are left out of metrics of calls. After the closing tick everything
        is final, but no due second is left to evaluate.
        """
        self._metrics.add(tick)
        for shard in tick.shards:
            for stall in shard.stalls:
                self._stalled.update(range(math.floor(stall.oldest_due_s), math.ceil(stall.end_s)))
        elapsed_s = tick.second + (0 if tick.last else 1)
        changes = [change for one in self._rules for change in self._evaluate(one, elapsed_s, is_final=tick.last)]
        self.evaluated_s = min(elapsed_s, self._end_s)
        return sorted(changes, key=lambda change: change.at_s)

    def _evaluate(self, one: _Evaluated, elapsed_s: int, *, is_final: bool) -> list[AlarmChange]:
        changes = []
        while one.next_second < min(elapsed_s, self._end_s) and (is_final or self._is_final(one, elapsed_s)):
            second = one.next_second
            value = self._value(one, second)
            true = None if value is None else is_true(one.rule, value)
            before, at_s = one.state, second + 1
            one.state = next_state(before, at_s, true, one.rule.for_s, one.rule.keep_firing_for_s)
            one.next_second += 1
            if one.state.phase is not before.phase:
                phase, since_s = one.state.phase, one.state.active_since_s
                changes.append(AlarmChange(one.rule, phase, at_s, max(at_s, elapsed_s), since_s, value))
        return changes

    def _is_final(self, one: _Evaluated, elapsed_s: int) -> bool:
        if isinstance(one.rule.source, ProbeSeries):
            return one.next_second in one.readings or one.next_second + 1 + READING_PATIENCE_S <= elapsed_s
        return self._metrics.is_final(one.rule, one.next_second, elapsed_s)

    def _value(self, one: _Evaluated, second: int) -> float | None:
        if not isinstance(one.rule.source, ProbeSeries):
            return self._metrics.value(one.rule, second, self._stalled)
        rule = one.rule
        first = second + 1 - max(rule.over_s, rule.lookback_s)
        for old in [key for key in one.readings if key < first]:
            del one.readings[old]
        known = [key for key in one.readings if key <= second]
        if rule.over_s == 1:
            return one.readings[max(known)] if known else None
        values = [one.readings[key] for key in known if key > second - rule.over_s]
        return math.fsum(values) / len(values) if values else None


def is_true(rule: AlarmRule, value: float) -> bool:
    """Return True if the rule is true for a value of `LoadMetrics.value`, or of a series.

    A percentile is above its limit if more calls than its tail are.
    """
    metric = rule.source
    if isinstance(metric, LoadMetric) and metric.kind is LoadMetricKind.PERCENTILE:
        return (value > metric.tail_share + 1e-12) is rule.relation.is_upper
    return rule.relation.holds(value, rule.limit)
