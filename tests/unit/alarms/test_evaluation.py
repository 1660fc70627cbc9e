"""Evaluation of alarm rules over ticks and readings: when they fire, by which second, and what is no data."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from loadproof._engine import ApdexCounts, Delta
from loadproof.alarms.evaluation import AlarmChange, AlarmEvaluation
from loadproof.alarms.load_metrics import LoadMetrics
from loadproof.alarms.rule import AlarmRule, LoadMetric, RuleError, parse_rule
from loadproof.alarms.units import metric_limit, series_limit
from loadproof.judge.apdex import ApdexRow

from ..judge.simulated_service import MadeStall, SimulatedShard, SimulatedTick

ROWS = ("get", "open form", "flow")
RATED = {"open form": ApdexRow(0.5, 64)}
TIMEOUT_S = 10.0


def rule(text: str, lookback_s: int = 1, keep_firing_for_s: int = 0) -> AlarmRule:
    made = parse_rule(text)
    source = made.source
    limit = metric_limit(source, made.limit) if isinstance(source, LoadMetric) else series_limit(made.limit, "")
    made_rule = AlarmRule("busy", text, source, made.relation, limit, "", made.over_s, made.for_s)
    return replace(made_rule, lookback_s=lookback_s, keep_firing_for_s=keep_firing_for_s)


def evaluation(*rules: AlarmRule, load_s: float = 1000.0) -> AlarmEvaluation:
    thresholds_ms = sorted({one.threshold_ms for one in rules if one.threshold_ms is not None})
    metrics = LoadMetrics(rules, ROWS, 2, thresholds_ms, RATED, TIMEOUT_S)
    return AlarmEvaluation(rules, metrics, load_s)


def tick(
    second: int, *deltas: Delta, users: int = 0, stalls: Sequence[MadeStall] = (), last: bool = False
) -> SimulatedTick:
    return SimulatedTick(second, deltas, (SimulatedShard(3, users=users, stalls=tuple(stalls)),), last)


def calls(second: int, due: int, within: Sequence[int] = (), operation: int = 0, **counts: int) -> Delta:
    errors = {"status-503": counts.pop("errors")} if "errors" in counts else {}
    return Delta(second, operation, due=due, sent=due, within=list(within), errors=errors, **counts)  # type: ignore[arg-type]


def told(changes: Sequence[AlarmChange]) -> list[tuple[str, int, int]]:
    return [(change.phase.value, change.at_s, change.known_s) for change in changes]


def fed(
    made: AlarmEvaluation, values: Sequence[float | None], probe: str = "host", name: str = "load"
) -> list[AlarmChange]:
    """Take one reading a second, None: the reading is missing; then the seconds that a missing one is waited for."""
    changes = []
    for second, value in enumerate(values):
        if value is not None:
            made.reading(probe, name, second + 1.0, value)
        changes += made.ticked(tick(second))
    return changes + made.ticked(tick(len(values), last=True))


def test_a_series_fires_after_its_limit_was_exceeded_for_so_long() -> None:
    made = evaluation(rule("host load > 5 for 3s"))
    assert told(fed(made, [1, 6, 6, 6, 6, 6, 1])) == [("pending", 2, 2), ("firing", 5, 5), ("inactive", 7, 7)]


@pytest.mark.parametrize("gap", [None, 1.0])
def test_a_gap_or_one_value_within_the_limit_begins_anew(gap: float | None) -> None:
    made = evaluation(rule("host load > 5 for 3s"))
    changes = fed(made, [6, 6, 6, gap, 6, 6, 6, 6])
    assert [at_s for phase, at_s, _ in told(changes) if phase == "firing"] == [8]
    assert [phase for phase, at_s, _ in told(changes) if at_s == 4] == ["no-data" if gap is None else "inactive"]


def test_a_missing_reading_is_waited_for_and_one_that_comes_late_counts() -> None:
    made = evaluation(rule("host load > 5"))
    made.reading("host", "load", 1.0, 1.0)
    assert told(made.ticked(tick(0))) == []
    assert told(made.ticked(tick(1))) == []
    made.reading("host", "load", 2.02, 9.0)
    assert told(made.ticked(tick(2))) == [("firing", 2, 3)]
    assert told(made.ticked(tick(3))) == []
    assert told(made.ticked(tick(4))) == [("no-data", 3, 5)]


def test_readings_of_other_series_change_nothing() -> None:
    made = evaluation(rule("host load > 5"))
    made.reading("host", "loads", 1.0, 9.0)
    made.reading("process:host", "load", 1.0, 9.0)
    assert told([change for second in range(4) for change in made.ticked(tick(second))]) == [("no-data", 1, 3)]


def test_a_window_is_the_mean_of_its_readings() -> None:
    made = evaluation(rule("host load over 3s >= 4"))
    changes = fed(made, [0, 0, 6, 6, None, 0, 0])
    # Means: 0, 0, 2, 4, 6, 3, 0.
    assert [(phase, at_s) for phase, at_s, _ in told(changes)] == [("firing", 4), ("inactive", 6)]
    assert changes[0].value == 4.0


def test_a_rare_series_counts_for_its_lookback() -> None:
    made = evaluation(rule("host load > 5 for 2s", lookback_s=4))
    changes = fed(made, [9, None, None, None, None, None])
    assert [(phase, at_s) for phase, at_s, _ in told(changes)] == [("pending", 1), ("firing", 3), ("no-data", 5)]


def test_a_percentile_is_known_as_late_as_its_limit_and_counts_open_and_failed_calls() -> None:
    made = evaluation(rule("p90 > 2s"))
    changes = made.ticked(tick(0, calls(0, 100, [80])))
    changes += made.ticked(tick(1, calls(0, 0, [9])))
    # 89 of 100 within 2 s: eleven are open, or failed.
    assert changes == []
    changes = made.ticked(tick(2))
    assert told(changes) == [("firing", 1, 3)]
    assert changes[0].value == pytest.approx(0.11)
    # Nine slow calls in ten seconds of due time are at the limit, not above it.
    made = evaluation(rule("p90 > 2s"))
    late = [change for second in range(4) for change in made.ticked(tick(second, calls(second, 10, [9])))]
    assert late == []


def test_a_percentile_below_a_limit_fires_too() -> None:
    made = evaluation(rule("p90 < 1s for 1s"))
    changes = [change for second in range(4) for change in made.ticked(tick(second, calls(second, 10, [9])))]
    assert told(changes) == [("pending", 1, 2), ("firing", 2, 3)]


def test_a_window_of_calls_that_begins_before_the_trial_is_not_evaluated() -> None:
    made = evaluation(rule("errors over 3s > 10%"))
    changes = [
        change for second in range(14) for change in made.ticked(tick(second, calls(second, 10, completed=5, errors=5)))
    ]
    # Errors are final after the timeout.
    assert told(changes) == [("firing", 3, 13)]


def test_a_flow_may_last_longer_than_a_call() -> None:
    made = evaluation(rule("p90 of flow > 12s"), rule("errors of flow > 10%"))
    changes = made.ticked(tick(0, calls(0, 10, [0], operation=2)))
    changes += [change for second in range(1, 12) for change in made.ticked(tick(second))]
    # Ten flows are open: none is slow yet, and none failed.
    assert [phase for phase, _, _ in told(changes)] == []
    changes = made.ticked(tick(12, calls(0, 0, [10], operation=2, completed=8, errors=2)))
    assert told(changes) == [("firing", 1, 13), ("no-data", 2, 13)]
    assert changes[0].rule.text == "errors of flow > 10%"


def test_seconds_without_calls_and_seconds_of_a_stalled_generator_are_no_data() -> None:
    made = evaluation(rule("p90 of get > 1s"))
    stall = MadeStall(1.2, 1.9, 1.1, "busy")
    changes = made.ticked(tick(0, calls(0, 10, [0])))
    changes += made.ticked(tick(1, calls(1, 10, [0]), stalls=[stall]))
    changes += made.ticked(tick(2, calls(2, 10, [0])))
    changes += made.ticked(tick(3))
    changes += made.ticked(tick(4))
    phases = [(phase, at_s) for phase, at_s, _ in told(changes)]
    assert phases == [("firing", 1), ("no-data", 2), ("firing", 3), ("no-data", 4)]


def test_apdex_is_known_after_four_target_times_and_of_one_operation() -> None:
    groups = [10] + [0] * 31
    poor = ApdexCounts(groups, [4] + [0] * 31, [2] + [0] * 31)
    made = evaluation(rule('apdex of "open form" < 0.6'))
    delta = Delta(0, 1, due=10, sent=10, completed=6, apdex=poor)
    assert made.ticked(tick(0, delta)) == []
    assert made.ticked(tick(1)) == []
    changes = made.ticked(tick(2))
    assert told(changes) == [("firing", 1, 3)]
    assert changes[0].value == 0.5


def test_users_and_completed_calls_are_known_at_once() -> None:
    made = evaluation(rule("users >= 30"), rule("rate over 2s < 5/s"))
    changes = made.ticked(tick(0, calls(0, 9, completed=9, done=9), users=29))
    changes += made.ticked(tick(1, calls(1, 9, completed=1, done=0), users=30))
    assert told(changes) == [("firing", 2, 2), ("firing", 2, 2)]
    assert [change.value for change in changes] == [30.0, 4.5]


def test_nothing_is_evaluated_after_the_end_of_the_load() -> None:
    made = evaluation(rule("rate < 5/s for 2s"), load_s=3.0)
    changes = [change for second in range(3) for change in made.ticked(tick(second, calls(second, 9, done=9)))]
    changes += [change for second in range(3, 9) for change in made.ticked(tick(second))]
    assert changes == []
    assert made.evaluated_s == 3
    made = evaluation(rule("rate < 5/s"))
    made.ticked(tick(0, calls(0, 9, done=9)))
    made.load_ended(1)
    assert made.ticked(tick(1)) == []


def test_an_alarm_keeps_firing_through_values_within_its_limit() -> None:
    made = evaluation(rule("host load > 5", keep_firing_for_s=3))
    changes = fed(made, [6, 1, 1, 6, 1, None, 1, 1])
    assert [(phase, at_s) for phase, at_s, _ in told(changes)] == [("firing", 1), ("inactive", 8)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the rule is empty"),
        ("host load", "'host load' compares with no limit"),
        ("host load >", "'host load >' has no limit after >"),
        ("load > 5", "'load' is neither a metric nor a series"),
        ("host load > 5 for 1.5s", "for: '1.5s' is not a time of whole seconds"),
        ("host load over 0s > 5", "over: '0s' is not a time of whole seconds, 1s or more"),
        ("host load over 2h > 5", "over '2h' is longer than 1h"),
        ("p0 > 1s", "no call is below percentile 0"),
        ("users of get > 5", "users is of the whole load, not of 'get'"),
        ("load of get > 5", "'load' is no metric of calls"),
        (f"host {'x' * 400} > 5", "is too long for a rule"),
        ('apdex of "open form > 0.5', "has an open quotation mark"),
    ],
)
def test_a_text_that_is_no_rule_is_named(text: str, message: str) -> None:
    with pytest.raises(RuleError) as error:
        parse_rule(text)
    assert message in error.value.message
    assert error.value.cure


@pytest.mark.parametrize(
    ("text", "unit", "limit"),
    [
        ("95%", "share", 0.95),
        ("0.95", "share", 0.95),
        ("2GiB", "MiB", 2048.0),
        ("300", "MiB", 300.0),
        ("1.5s", "ms", 1500.0),
        ("40", "ms", 40.0),
        ("4 cores", "cores", 4.0),
        ("20/s", "1/s", 20.0),
        ("40", "", 40.0),
        ("40%", "", None),
        ("40ms", "share", None),
        ("1GiB", "share", None),
        ("5", "connections", 5.0),
    ],
)
def test_a_limit_is_in_the_unit_of_its_series(text: str, unit: str, limit: float | None) -> None:
    if limit is None:
        with pytest.raises(RuleError):
            series_limit(text, unit)
    else:
        assert series_limit(text, unit) == limit
