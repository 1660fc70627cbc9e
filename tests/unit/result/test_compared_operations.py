"""Times of operations with each variant, the mean of percentiles beside the total, CPU in per cent and in points."""

import json
import math
from collections.abc import Mapping
from typing import Any

import pytest
from loadproof.judge.plateau import with_room
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.compare.judge.rounds import compare_rounds
from loadproof.methods.compare.machine import CompareSettings
from loadproof.methods.compare.result.operations import operation_times, percentile_means, primary_values
from loadproof.records.comparison import CpuShare, OperationTimes
from loadproof.records.json_form import plain
from loadproof.records.metric import Metric
from loadproof.result.cpu_shares import cpu_shares
from loadproof.stats.quantile_interval import calls_for_quantile, calls_needed

SETTINGS = CompareSettings(100.0, primary=("search",))
JUDGED_S = 100.0


def figures(variant: str, number: int, p95_ms: Mapping[str, float], calls: Mapping[str, int]) -> RoundFigures:
    values = {(Metric.P95, name): value for name, value in p95_ms.items()}
    return RoundFigures(variant, number, values, calls, answered=calls, judged_s=JUDGED_S)


def rounds() -> list[dict[str, RoundFigures]]:
    calls = {TOTAL: 10_000, "search": 9_000, "login": 50}
    made = []
    for number, drift in enumerate((0.5, 1.0, 2.0), 1):
        made.append(
            {
                "a": figures("a", number, {TOTAL: 40.0 * drift, "search": 30.0 * drift}, calls),
                "b": figures("b", number, {TOTAL: 20.0 * drift, "search": 10.0 * drift}, calls),
            }
        )
    return made


def times() -> dict[tuple[str, str], OperationTimes]:
    found = operation_times(rounds(), ["search", "login", "never"], ["a", "b"], SETTINGS)
    return {(one.operation, one.variant): one for one in found}


def test_the_times_are_those_of_every_operation_in_the_order_of_the_profile() -> None:
    found = times()
    assert list(found) == [(name, variant) for name in ("", "search", "login", "never") for variant in "ab"]
    # The geometric mean over rounds: that of twice and half is once.
    assert found["search", "a"].values["p95"] == pytest.approx(30.0)
    assert found["", "b"].values["p95"] == pytest.approx(20.0)
    assert (found["search", "a"].is_primary, found["login", "a"].is_primary) == (True, False)
    assert found["search", "a"].calls_per_s == pytest.approx(90.0)


def test_a_rare_operation_says_how_many_calls_it_lacks_and_how_long_a_run_would_take() -> None:
    few = times()["login", "a"].too_few["p99"]
    assert (few.calls, few.needed_calls) == (50.0, 1000)
    assert few.needed_calls == calls_needed("p99") == calls_for_quantile(0.99)
    # Half a call in a second: so many seconds of each variant are judged in each of three rounds.
    judged_s = with_room(1000) / 0.5
    assert few.run_s == SETTINGS.lasting_s(2, 3, judged_s)
    cycles = math.ceil(judged_s / SETTINGS.hold_s)
    # Three cycles of warm-up and one alone beside those that count, 5 s each, of two variants.
    assert few.run_s == 3 * 2 * 5.0 * (3 + 1 + cycles)


def test_an_operation_that_was_never_called_has_too_few_calls_for_all() -> None:
    never = times()["never", "b"]
    assert (never.calls_per_s, never.values) == (0.0, {})
    assert {(few.calls, few.run_s) for few in never.too_few.values()} == {(0.0, None)}
    assert set(never.too_few) == {"mean", "p50", "p90", "p95", "p99", "p99_9"}


def test_what_has_calls_enough_and_no_value_is_not_called_rare() -> None:
    # An operation without an answer leaves the total unknown, however many calls there were.
    assert "p99" not in times()["", "a"].too_few
    assert set(times()["login", "a"].too_few) == {"p90", "p95", "p99", "p99_9"}


def test_an_operation_that_was_never_answered_has_no_time_to_tell() -> None:
    one = {"a": RoundFigures("a", 1, {}, {"login": 5}, answered={"login": 0}, judged_s=JUDGED_S)}
    _, found = operation_times([one], ["login"], ["a"], SETTINGS)
    assert found.too_few["mean"].run_s is None


def test_the_mean_of_percentiles_weighs_a_rare_operation_as_a_frequent_one() -> None:
    calls = {TOTAL: 100_000, "maven": 99_000, "roles": 1_000}
    made = [
        {
            "g1": figures("g1", 1, {TOTAL: 42.0, "maven": 42.0, "roles": 2290.0}, calls),
            "zgc": figures("zgc", 1, {TOTAL: 17.2, "maven": 17.2, "roles": 1840.0}, calls),
        }
    ]
    found = operation_times(made, ["maven", "roles"], ["g1", "zgc"], SETTINGS)
    (mean,) = percentile_means(found, ["maven", "roles"], ["g1", "zgc"])
    assert (mean.metric, mean.operations, mean.whole) == ("p95", 2, 2)
    assert mean.values == {"g1": pytest.approx(1166.0), "zgc": pytest.approx(928.6)}
    # Users saw their p95 fall by 59 %; the mean of percentiles says 20 %.
    assert mean.values["zgc"] / mean.values["g1"] - 1.0 == pytest.approx(-0.204, abs=1e-3)


def test_the_mean_is_over_the_operations_that_every_variant_has() -> None:
    calls = {"a": 1_000, "b": 1_000, "c": 1_000}
    made = [
        {
            "one": figures("one", 1, {"a": 10.0, "b": 20.0, "c": 90.0}, calls),
            "two": figures("two", 1, {"a": 10.0, "b": 20.0}, calls),
        }
    ]
    found = operation_times(made, ["a", "b", "c", "never"], ["one", "two"], SETTINGS)
    (mean,) = percentile_means(found, ["a", "b", "c", "never"], ["one", "two", "never measured"])
    assert (mean.operations, mean.whole, mean.values) == (2, 4, {"one": 15.0, "two": 15.0})
    assert percentile_means(found, ["a"], ["one", "two"]) == ()


def _shares(services: Mapping[str, Any], cpu_ms: Mapping[str, float], rate: float = 1000.0) -> tuple[CpuShare, ...]:
    made = [
        {name: RoundFigures(name, number, {(Metric.CPU, TOTAL): value}) for name, value in cpu_ms.items()}
        for number in (1, 2, 3)
    ]
    study = {"variants": [{"name": name, **services[name]} for name in cpu_ms]}
    return cpu_shares(compare_rounds(made).pairs, study, rate)


def _limited(cpus: float | None) -> dict[str, Any]:
    return {"cpus": 8, "services": [{"name": "api", "cpus": cpus, "memory_mib": None}]}


def test_40_per_cent_that_become_50_are_10_points_and_25_per_cent() -> None:
    # At 1,000 calls/s 6.4 ms of CPU for each are 6.4 of 16 CPUs.
    (found,) = _shares({"g1": _limited(16.0), "zgc": _limited(16.0)}, {"g1": 6.4, "zgc": 8.0})
    assert [found.a_percent, found.b_percent] == pytest.approx([40.0, 50.0])
    assert [found.points, found.effect_percent] == pytest.approx([10.0, 25.0])
    assert (found.of, found.cpus_a, found.cpus_b) == ("limit", 16.0, 16.0)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= 10.0 <= found.high
    assert json.loads(json.dumps(plain(found)))["points"] == pytest.approx(10.0)


def test_without_a_limit_the_cpus_of_the_machine_are_the_whole() -> None:
    (found,) = _shares({"g1": _limited(None), "zgc": _limited(4.0)}, {"g1": 2.0, "zgc": 4.0})
    assert found.of == "machine"
    assert [found.a_percent, found.points] == pytest.approx([25.0, 25.0])
    unknown = {"services": [{"name": "api", "cpus": None, "memory_mib": None}]}
    assert _shares({"g1": unknown, "zgc": unknown}, {"g1": 2.0, "zgc": 4.0}) == ()


def test_variants_with_other_limits_are_each_in_per_cent_of_their_own() -> None:
    (found,) = _shares({"small": _limited(2.0), "large": _limited(4.0)}, {"small": 1.0, "large": 1.0})
    assert [found.a_percent, found.b_percent] == pytest.approx([50.0, 25.0])
    assert [found.points, found.effect_percent] == pytest.approx([-25.0, -50.0])
    assert (found.low or 0.0) <= -25.0 <= (found.high or 0.0)


def test_without_a_rate_there_is_no_share() -> None:
    assert cpu_shares(compare_rounds([]).pairs, None, None) == ()


def test_what_is_judged_of_primary_operations_stands_in_each_round() -> None:
    one = RoundFigures("a", 1, {(Metric.P99, "search"): 12.0, (Metric.P95, "search"): 9.0, (Metric.MEAN, "x"): 1.0})
    assert primary_values(one, ["search", "login"]) == {"search": {"p99": 12.0}, "login": {}}
