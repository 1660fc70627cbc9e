"""Primary operations: their p99 and mean are judged with the figures of the total, and share the error with them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.compare.judge.rounds import ComparisonSettings, JudgedRounds, compare_rounds
from loadproof.methods.compare.judge.sentence import comparison_sentence, visible_text
from loadproof.model.message import Listed, Message
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import PRIMARY, Metric
from loadproof.words.catalogue import words_of
from scipy import stats

from .made_rounds import rounds_of

TWO = ("operation-0", "operation-1")
SETTINGS = ComparisonSettings(most_rounds=3, primary=TWO)


def made(rounds: int, effects: Mapping[str, float] | None = None, **settings: float) -> list[dict[str, RoundFigures]]:
    """Rounds of six operations with a p99 and a mean each; `effects` are ratios of b by operation."""
    found = []
    for each in rounds_of("ab", rounds, operations=6, **settings):  # type: ignore[arg-type]
        shown = {}
        for variant, figures in each.items():
            values = dict(figures.values)
            for (metric, operation), value in figures.values.items():
                if operation != TOTAL:
                    ratio = (effects or {}).get(operation, 1.0) if variant == "b" else 1.0
                    values[metric, operation] = value * ratio
                    values[Metric.MEAN, operation] = 0.2 * value * ratio
            shown[variant] = replace(figures, values=values)
        found.append(shown)
    return found


def pair(comparison: JudgedRounds, metric: Metric, operation: str) -> Pair:
    return next(one for one in comparison.pairs if (one.metric, one.operation) == (metric, operation))


def codes(message: Message) -> set[str]:
    """Of a message and of all that it is made of."""
    found, waiting = set[str](), list[object]([message])
    while waiting:
        one = waiting.pop()
        if isinstance(one, Message):
            found.add(one.code)
            waiting += one.values.values()
        elif isinstance(one, Listed):
            waiting += one.items
    return found


def unadjusted(rounds: Sequence[Mapping[str, RoundFigures]], key: tuple[Metric, str]) -> float:
    """The p-value of one figure by itself."""
    logs = [math.log(each["b"].values[key] / each["a"].values[key]) for each in rounds]
    return float(stats.ttest_1samp(logs, 0.0).pvalue)


def test_p99_and_mean_of_each_primary_operation_share_the_error_of_the_family() -> None:
    rounds = made(5, {"operation-0": 1.05})
    comparison = compare_rounds(rounds, SETTINGS)
    found = pair(comparison, Metric.P99, "operation-0")
    assert found.family is Family.PRIMARY
    # Five figures of the total, and two of each of two operations; the pair is judged by its own scatter.
    assert found.p_value == pytest.approx(9 * unadjusted(rounds, (Metric.P99, "operation-0")))
    assert (found.p_value or 1.0) < 1.0
    keys = {(one.metric, one.operation) for one in comparison.primary}
    assert keys == {*((metric, TOTAL) for metric in PRIMARY), *((m, o) for m in (Metric.P99, Metric.MEAN) for o in TWO)}
    without = pair(compare_rounds(rounds, ComparisonSettings(most_rounds=3)), Metric.CPU, TOTAL).p_value or 0.0
    assert pair(comparison, Metric.CPU, TOTAL).p_value == pytest.approx(min(1.0, 9 / 5 * without))


def test_the_other_operations_stay_under_the_false_discovery_rate() -> None:
    comparison = compare_rounds(made(5), SETTINGS)
    rows = [one for one in comparison.pairs if one.family is Family.OPERATION]
    others = {f"operation-{place}" for place in range(2, 6)}
    assert {(one.metric, one.operation) for one in rows} == {
        (metric, name) for metric in (Metric.P99, Metric.MEAN) for name in others
    }


def test_each_figure_of_the_family_takes_from_the_others() -> None:
    rounds = made(5, {"operation-0": 1.06})
    visible = [
        compare_rounds(rounds, ComparisonSettings(most_rounds=3, primary=primary)).smallest_visible[Metric.CPU]
        for primary in ((), TWO, tuple(f"operation-{place}" for place in range(6)))
    ]
    assert visible == sorted(visible)
    assert visible[0] < visible[1] < visible[2]
    of_operations = compare_rounds(rounds, SETTINGS).visible_of_operations
    assert of_operations.keys() == set(TWO)
    assert all(set(shown) == {Metric.P99, Metric.MEAN} for shown in of_operations.values())


def test_holm_gives_the_share_of_an_operation_that_differs_to_the_others() -> None:
    # Of nine figures none, and then two, differ surely.
    for ratio, sharing in ((1.0, 9), (2.0, 7)):
        rounds = made(5, {"operation-0": 1.02, "operation-1": ratio})
        found = pair(compare_rounds(rounds, SETTINGS), Metric.P99, "operation-0")
        assert found.decision is not Decision.DIFFERENT
        assert found.p_value == pytest.approx(min(1.0, sharing * unadjusted(rounds, (Metric.P99, "operation-0"))))


def test_a_comparison_goes_on_until_each_primary_operation_is_told() -> None:
    rounds = made(5, scatter=0.002)
    assert compare_rounds(rounds, SETTINGS).is_settled
    unclear = [dict(each) for each in rounds]
    for number, each in enumerate(unclear):
        wild = each["b"].values[Metric.P99, "operation-1"] * (1.3 if number % 2 else 0.8)
        each["b"] = replace(each["b"], values={**each["b"].values, (Metric.P99, "operation-1"): wild})
    settings = replace(SETTINGS, most_rounds=8)
    comparison = compare_rounds(unclear, settings, last=False)
    assert not comparison.is_settled
    assert compare_rounds(unclear, ComparisonSettings(most_rounds=8), last=False).is_settled
    assert not comparison.may_decide_more(6)


def test_ranks_are_of_the_total_alone() -> None:
    comparison = compare_rounds(made(5, {"operation-0": 3.0}), SETTINGS)
    assert pair(comparison, Metric.P99, "operation-0").decision is Decision.DIFFERENT
    assert comparison.ranks(Metric.P99) == {"a": 1, "b": 1}


def _without(rounds: Sequence[Mapping[str, RoundFigures]], *keys: tuple[Metric, str]) -> list[dict[str, RoundFigures]]:
    return [
        {
            name: replace(one, values={key: value for key, value in one.values.items() if key not in keys})
            for name, one in each.items()
        }
        for each in rounds
    ]


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_a_primary_operation_with_too_few_calls_for_its_p99_is_named_and_takes_no_share(language: str) -> None:
    comparison = compare_rounds(_without(made(5), (Metric.P99, "operation-1")), SETTINGS)
    assert len(comparison.primary) == 8
    told = visible_text(comparison)
    assert {"comparison-few-calls", "comparison-visible-operations"} <= codes(told)
    text = words_of(language).told(told)
    assert "operation-1" in text
    assert words_of(language).figures.whole(1000) in text


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ({"operation-0": 2.0}, "comparison-operations-higher"),
        ({"operation-0": 0.5}, "comparison-operations-lower"),
        ({}, "comparison-operations-equivalent"),
    ],
)
def test_the_sentence_counts_the_pairs_of_primary_operations(
    language: str, effects: dict[str, float], expected: str
) -> None:
    comparison = compare_rounds(made(5, effects, scatter=0.002), SETTINGS)
    told = comparison_sentence(comparison)
    assert {"comparison-of-operations", expected} <= codes(told)
    text = words_of(language).told(told)
    assert ("operation-0" in text) is bool(effects)
    assert "comparison-of-operations" not in codes(comparison_sentence(compare_rounds(made(5))))
