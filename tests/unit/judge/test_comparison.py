"""Comparisons of rounds made by hand: decisions, looks, forecasts, what is told."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from loadproof.judge.comparison_text import pair_text
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.compare.judge.rounds import ComparisonSettings, JudgedRounds, compare_rounds
from loadproof.methods.compare.judge.sentence import visible_text
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import PRIMARY, Metric
from loadproof.words.catalogue import words_of
from scipy import stats

from .made_rounds import rounds_of

CPU_HIGHER = {("b", Metric.CPU): 1.134}


def pair(comparison: JudgedRounds, metric: Metric, a: str = "a", b: str = "b", operation: str = TOTAL) -> Pair:
    return next(
        one for one in comparison.pairs if (one.a, one.b, one.metric, one.operation) == (a, b, metric, operation)
    )


def _differences(rounds: Sequence[Mapping[str, RoundFigures]], metric: Metric) -> list[float]:
    values = [(each["a"].values[metric, TOTAL], each["b"].values[metric, TOTAL]) for each in rounds]
    return [b - a if metric is Metric.ERRORS else math.log(b / a) for a, b in values]


def test_two_variants_are_judged_by_students_test_on_differences_within_rounds() -> None:
    rounds = rounds_of("ab", 5, effects=CPU_HIGHER)
    found = pair(compare_rounds(rounds, ComparisonSettings(most_rounds=3)), Metric.CPU)
    logs = _differences(rounds, Metric.CPU)
    expected = stats.ttest_1samp(logs, 0.0)
    low, high = expected.confidence_interval(0.95)
    unadjusted = [stats.ttest_1samp(_differences(rounds, metric), 0.0).pvalue for metric in PRIMARY]
    assert found.p_value == pytest.approx(len(PRIMARY) * unadjusted[PRIMARY.index(Metric.CPU)])
    assert (found.low, found.high) == pytest.approx((100.0 * np.expm1(low), 100.0 * np.expm1(high)))
    assert found.effect_percent == pytest.approx(100.0 * np.expm1(np.mean(logs)))


def test_a_difference_larger_than_the_machines_drift_within_a_round_is_seen_through_the_drift_between_rounds() -> None:
    comparison = compare_rounds(rounds_of("ab", 5, effects=CPU_HIGHER, machine=0.3))
    found = pair(comparison, Metric.CPU)
    assert found.decision is Decision.DIFFERENT
    assert (found.low or 0.0) < (found.effect or 0.0) < (found.high or 0.0)
    assert found.effect == pytest.approx(13.4, abs=2.0)
    assert pair(comparison, Metric.MEMORY).decision is Decision.EQUIVALENT
    assert comparison.ranks(Metric.CPU) == {"a": 1, "b": 2}


def test_13_per_cent_of_cpu_do_not_pass_as_4_points() -> None:
    found = pair(compare_rounds(rounds_of("ab", 8, effects={("b", Metric.CPU): 34.65 / 30.55})), Metric.CPU)
    assert found.decision is Decision.DIFFERENT
    assert found.effect_percent == pytest.approx(13.4, abs=1.0)
    assert found.points is None


def test_errors_are_told_in_points_and_in_per_cent() -> None:
    found = pair(compare_rounds(rounds_of("ab", 5, effects={("b", Metric.ERRORS): 2.0})), Metric.ERRORS)
    assert found.decision is Decision.DIFFERENT
    assert found.points == pytest.approx(2.0, abs=0.1)
    assert found.effect_percent == pytest.approx(1000.0, rel=0.1)
    assert (found.low or 0.0) < 2.0 < (found.high or 0.0)


def test_a_shown_difference_within_the_margin_is_equivalent() -> None:
    rounds = rounds_of("ab", 8, effects={("b", Metric.CPU): 1.01}, scatter=0.001)
    found = pair(compare_rounds(rounds), Metric.CPU)
    assert found.decision is Decision.EQUIVALENT
    assert (found.p_value or 1.0) < 0.01
    strict = pair(compare_rounds(rounds, ComparisonSettings(margins={Metric.CPU: 0.5})), Metric.CPU)
    assert strict.decision is Decision.DIFFERENT


def test_each_pair_of_many_is_judged_by_the_pooled_variance() -> None:
    rounds = rounds_of("abcdef", 4, effects={("c", Metric.P99): 0.8})
    comparison = compare_rounds(rounds)
    different = [one for one in comparison.primary if one.decision is Decision.DIFFERENT]
    assert {(one.a, one.b) for one in different} == {("a", "c"), ("b", "c"), ("c", "d"), ("c", "e"), ("c", "f")}
    assert comparison.ranks(Metric.P99) == {"a": 2, "b": 2, "c": 1, "d": 2, "e": 2, "f": 2}
    assert len(comparison.primary) == 5 * 15


def test_a_pair_that_scatters_more_than_the_others_counts_with_its_own_variance() -> None:
    rounds = [dict(each) for each in rounds_of("abcdef", 5, scatter=0.01)]
    for number, each in enumerate(rounds):
        wild = each["c"].values[Metric.CPU, TOTAL] * (1.5 if number % 2 else 0.7)
        each["c"] = RoundFigures("c", number + 1, {**each["c"].values, (Metric.CPU, TOTAL): wild})
    comparison = compare_rounds(rounds)
    calm, moved = pair(comparison, Metric.CPU), pair(comparison, Metric.CPU, "a", "c")
    assert (moved.high or 0.0) - (moved.low or 0.0) > 1.3 * ((calm.high or 0.0) - (calm.low or 0.0))


def test_holm_gives_the_share_of_a_metric_away_once_all_its_pairs_differ() -> None:
    slightly = {("b", Metric.MEAN): 1.03}
    one = compare_rounds(rounds_of("ab", 4, effects=slightly, scatter=0.012, seed=7))
    clear = {**slightly, ("b", Metric.P99): 2.0, ("b", Metric.CPU): 2.0, ("b", Metric.MEMORY): 2.0}
    many = compare_rounds(rounds_of("ab", 4, effects=clear, scatter=0.012, seed=7))
    assert (pair(many, Metric.MEAN).p_value or 1.0) < 0.6 * (pair(one, Metric.MEAN).p_value or 0.0)


def test_early_looks_err_less_than_the_last_one() -> None:
    rounds = rounds_of("ab", 3)
    early, last = (pair(compare_rounds(rounds, last=is_last), Metric.P99) for is_last in (False, True))
    assert (early.high or 0.0) - (early.low or 0.0) > (last.high or 0.0) - (last.low or 0.0)
    looks = ComparisonSettings(most_rounds=8).looks
    assert [rounds for rounds in range(1, 9) if looks.is_due(rounds)] == [3, 5, 8]
    spent = sum(looks.error_at(rounds, last=rounds == 8) for rounds in (3, 5, 8))
    assert spent == pytest.approx(0.05)


def test_two_rounds_tell_nothing_but_the_effect() -> None:
    comparison = compare_rounds(rounds_of("ab", 2))
    assert {one.decision for one in comparison.primary} == {Decision.CANNOT_TELL}
    assert all(one.low is None and one.effect is not None for one in comparison.primary)
    assert not comparison.is_settled
    assert comparison.may_decide_more(8)
    assert not comparison.may_decide_more(2)


def test_a_comparison_is_settled_once_each_primary_pair_is_told() -> None:
    comparison = compare_rounds(rounds_of("ab", 5, effects=CPU_HIGHER, scatter=0.004))
    assert {one.decision for one in comparison.primary} == {Decision.DIFFERENT, Decision.EQUIVALENT}
    assert comparison.is_settled
    assert not comparison.may_decide_more(8)


def test_the_forecast_ends_what_no_more_rounds_would_tell() -> None:
    rounds = rounds_of(
        "ab", 5, effects={("b", metric): 1.05 for metric in (Metric.P99, Metric.MEAN)}, scatter=0.3, seed=9
    )
    assert not compare_rounds(rounds, last=False).may_decide_more(6)
    near = rounds_of("ab", 3, effects={("b", Metric.P99): 1.15}, scatter=0.02)
    assert compare_rounds(near, last=False).may_decide_more(8)


def test_a_round_without_a_variant_drops_its_pairs_alone() -> None:
    rounds = [dict(each) for each in rounds_of("abc", 5, effects={("b", Metric.CPU): 1.3})]
    del rounds[1]["c"], rounds[3]["c"]
    comparison = compare_rounds(rounds)
    assert pair(comparison, Metric.CPU).rounds == 5
    assert pair(comparison, Metric.CPU).decision is Decision.DIFFERENT
    assert pair(comparison, Metric.CPU, "a", "c").rounds == 3


def test_a_variant_that_never_started_is_not_run_and_the_others_go_on() -> None:
    comparison = compare_rounds(rounds_of("ab", 5, effects=CPU_HIGHER), variants=("a", "b", "c"))
    assert pair(comparison, Metric.CPU).decision is Decision.DIFFERENT
    absent = pair(comparison, Metric.CPU, "a", "c")
    assert absent.decision is Decision.NOT_RUN
    assert absent.effect is None
    assert not comparison.is_settled


def test_what_no_round_knows_is_not_compared() -> None:
    rounds = [
        {
            name: RoundFigures(
                name, shown.round, {key: v for key, v in shown.values.items() if key[0] is not Metric.CPU}
            )
            for name, shown in each.items()
        }
        for each in rounds_of("ab", 3)
    ]
    assert Metric.CPU not in {one.metric for one in compare_rounds(rounds).pairs}


def test_no_failure_at_all_is_equivalent_as_far_as_calls_say() -> None:
    rounds = [
        {
            name: RoundFigures(name, number, {(Metric.ERRORS, TOTAL): 0.0}, {}, {(Metric.ERRORS, TOTAL): variance})
            for name in "ab"
        }
        for number in (1, 2, 3)
        for variance in (1e-6,)
    ]
    assert pair(compare_rounds(rounds), Metric.ERRORS).decision is Decision.EQUIVALENT
    few = [
        {name: RoundFigures(name, 1, shown.values, {}, {(Metric.ERRORS, TOTAL): 1.0}) for name, shown in each.items()}
        for each in rounds
    ]
    assert pair(compare_rounds(few), Metric.ERRORS).decision is Decision.CANNOT_TELL


def test_operations_share_what_is_known_of_their_variances() -> None:
    changed = {("b", Metric.P99): 1.2}
    many = compare_rounds(rounds_of("ab", 4, effects=changed, operations=8))
    rows = [one for one in many.pairs if one.family is Family.OPERATION]
    assert len(rows) == 8
    assert {one.decision for one in rows} == {Decision.DIFFERENT}
    three = compare_rounds(rounds_of("ab", 4, effects=changed, operations=3))
    assert sum(one.family is Family.OPERATION for one in three.pairs) == 3


def test_an_operation_that_lacks_somewhere_stands_alone() -> None:
    rounds = [dict(each) for each in rounds_of("abc", 4, operations=6, effects={("b", Metric.P99): 1.5})]
    values = {key: value for key, value in rounds[0]["a"].values.items() if key != (Metric.P99, "operation-0")}
    rounds[0]["a"] = RoundFigures("a", 1, values)
    comparison = compare_rounds(rounds)
    assert pair(comparison, Metric.P99, operation="operation-0").rounds == 3
    assert pair(comparison, Metric.P99, operation="operation-1").rounds == 4
    assert pair(comparison, Metric.P99, operation="operation-1").decision is Decision.DIFFERENT


def test_the_mean_of_the_operations_ratios_stands_beside_the_total() -> None:
    rounds = [
        {
            name: RoundFigures(name, shown.round, shown.values, {}, {}, {Metric.P99: 20.0 if name == "a" else 30.0})
            for name, shown in each.items()
        }
        for each in rounds_of("ab", 3)
    ]
    comparison = compare_rounds(rounds)
    assert pair(comparison, Metric.P99).geometric_percent == pytest.approx(50.0)
    assert pair(comparison, Metric.MEAN).geometric_percent is None


def test_the_smallest_visible_difference_is_one_that_is_seen_nine_times_in_ten() -> None:
    smallest = np.median(
        [compare_rounds(rounds_of("ab", 5, seed=seed)).smallest_visible[Metric.CPU] for seed in range(40)]
    )
    effects = {("b", Metric.CPU): 1.0 + smallest / 100.0}
    margins = {Metric.CPU: 0.01}
    seen = [
        pair(compare_rounds(rounds_of("ab", 5, effects=effects, seed=seed), ComparisonSettings(margins)), Metric.CPU)
        for seed in range(100, 200)
    ]
    assert 0.75 < np.mean([one.decision is Decision.DIFFERENT for one in seen]) < 0.99


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_each_pair_and_what_could_be_seen_is_told(language: str) -> None:
    comparison = compare_rounds(rounds_of("ab", 4, effects={**CPU_HIGHER, ("b", Metric.P99): 1.02}, scatter=0.006))
    assert words_of(language).told(visible_text(comparison))
    assert all(words_of(language).told(pair_text(one)) for one in comparison.pairs)


def test_where_rounds_have_too_few_calls_for_a_p99_it_is_said() -> None:
    def told(rounds: Sequence[Mapping[str, RoundFigures]]) -> str:
        return words_of("en").told(visible_text(compare_rounds(rounds)))

    rounds = rounds_of("ab", 4)
    without = [
        {
            name: replace(one, values={key: value for key, value in one.values.items() if key[0] is not Metric.P99})
            for name, one in each.items()
        }
        for each in rounds
    ]
    assert "nothing is told" not in told(rounds)
    assert "Of p99 nothing is told: it needs 1,000 answered calls of each variant in a round." in told(without)


def test_the_pairs_that_matter_most_come_first() -> None:
    effects = {(name, Metric.CPU): 1.0 + 0.3 * place for place, name in enumerate("abcdef")}
    comparison = compare_rounds(rounds_of("abcdef", 4, effects=effects))
    assert (comparison.by_importance[0].a, comparison.by_importance[0].b) == ("a", "f")


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="error"):
        ComparisonSettings(error=1.0)
    with pytest.raises(ValueError, match="margins"):
        ComparisonSettings(margins={Metric.P99: 0.0})
    with pytest.raises(ValueError, match="most_rounds"):
        ComparisonSettings(most_rounds=0)
