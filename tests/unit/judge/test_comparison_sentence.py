"""What a comparison says in one breath: two sentences at most, whatever the number of variants and of open pairs."""

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from loadproof.judge.round_figures import TOTAL
from loadproof.methods.compare.judge.rounds import ComparisonSettings, JudgedRounds
from loadproof.methods.compare.judge.sentence import comparison_sentence
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import PRIMARY, Metric, Scale
from loadproof.words.catalogue import english, words_of

LONGEST = 300
SMALLEST = {Metric.P99: 12.34, Metric.MEAN: 8.12, Metric.CPU: 3.141, Metric.MEMORY: 5.25, Metric.ERRORS: 0.125}
LEVELS = {"one": 1.0, "two": 1.05, "three": 1.2, "four": 1.5}
D, E, U, N = Decision.DIFFERENT, Decision.EQUIVALENT, Decision.CANNOT_TELL, Decision.NOT_RUN


def pair(a: str, b: str, metric: Metric, decision: Decision, percent: float = 13.4) -> Pair:
    """With an interval of two per cent, or points, to either side."""
    rounds = 0 if decision is N else 5
    bare = Pair(a=a, b=b, metric=metric, operation=TOTAL, family=Family.PRIMARY, decision=decision, rounds=rounds)
    if decision is N:
        return bare
    known = replace(bare, low=percent - 2.0, high=percent + 2.0)
    return replace(known, points=percent) if metric.scale is Scale.POINTS else replace(known, effect_percent=percent)


def compared(
    variants: Sequence[str],
    decisions: Mapping[Metric, Sequence[Decision]],
    levels: Mapping[str, float],
    rounds: int = 5,
) -> JudgedRounds:
    """`decisions` of each figure are those of the pairs in their order."""
    pairs = [
        pair(a, b, metric, decision, 100.0 * (levels[b] / levels[a] - 1.0))
        for metric, of_metric in decisions.items()
        for (a, b), decision in zip(itertools.combinations(variants, 2), of_metric, strict=True)
    ]
    return JudgedRounds(tuple(variants), rounds, ComparisonSettings(), tuple(pairs), SMALLEST)


def told(variants: Sequence[str], decisions: Mapping[Metric, Sequence[Decision]], rounds: int = 5) -> str:
    return english(comparison_sentence(compared(variants, decisions, LEVELS, rounds)))


def test_of_two_variants_each_figure_is_told() -> None:
    decisions = {Metric.P99: [U], Metric.MEAN: [E], Metric.CPU: [D], Metric.MEMORY: [E], Metric.ERRORS: [U]}
    assert told(["one", "three"], decisions) == (
        "After 5 rounds, three against one: CPU per request 20 % higher (18 % to 22 %); "
        "equivalent: mean response time, memory. "
        "Cannot be told: p99 (visible from 12.3 %), share of failed calls (visible from 0.125 points)."
    )
    assert told(["three", "one"], {metric: [U] for metric in PRIMARY}).startswith(
        "After 5 rounds, one against three: no difference is shown. Cannot be told: "
    )


def test_of_more_the_one_with_the_lowest_is_named_where_all_pairs_with_it_are_told() -> None:
    decisions = {Metric.CPU: [E, D, D, D, U, U], Metric.MEMORY: [E] * 6, Metric.P99: [D, U, U, U, U, U]}
    variants = ["one", "two", "three", "four"]
    assert told(variants, decisions) == (
        "After 5 rounds one has the lowest CPU per request, three is 20 % above (18 % to 22 %); "
        "also different: p99 in 1 of 6 pairs; equivalent: memory. "
        "Cannot be told: 7 of 12 pairs (visible: CPU per request from 3.14 %)."
    )
    both = {Metric.CPU: [E, D, D, D, D, U]}
    assert told(variants, both).startswith(
        "After 5 rounds one and two have the lowest CPU per request, three is 14.3 % above"
    )
    # Told the other way round: the pair has the higher variant first.
    assert told(["three", "one", "four"], {Metric.CPU: [D, D, D]}) == (
        "After 5 rounds one has the lowest CPU per request, 16.7 % below three (14.7 % to 18.7 %)."
    )


def test_where_no_variant_is_surely_lowest_pairs_are_counted() -> None:
    decisions = {Metric.CPU: [U, D, D, D, D, U], Metric.P99: [U] * 6, Metric.MEAN: [U] * 6}
    assert told(["one", "two", "three", "four"], decisions) == (
        "After 5 rounds CPU per request differs in 4 of 6 pairs, most with four: 50 % above one (48 % to 52 %). "
        "Cannot be told: 14 of 18 pairs (visible: CPU per request from 3.14 %, p99 from 12.3 %)."
    )


def test_who_was_in_no_round_is_named_and_hides_nobody() -> None:
    decisions = {Metric.CPU: [D, N, N]}
    assert told(["one", "two", "three"], decisions) == (
        "After 5 rounds one has the lowest CPU per request, two is 5 % above (3 % to 7 %). In no round: three."
    )
    assert told(["one", "two"], {Metric.CPU: [N]}) == "No two variants were in a round together."


def test_fewer_than_three_rounds_tell_nothing() -> None:
    assert told(["one", "two"], {Metric.CPU: [U]}, rounds=2) == (
        "After 2 rounds nothing can be told: three are needed."
    )


def test_two_that_never_met_leave_open_who_is_lowest() -> None:
    sentence = told(["one", "two", "three"], {Metric.CPU: [N, D, D]})
    assert sentence.startswith("After 5 rounds CPU per request differs in 2 of 2 pairs")


@pytest.mark.parametrize("variants", [2, 4, 6])
@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_it_is_short_whatever_was_found(language: str, variants: int) -> None:
    random_ = random.Random(variants)
    names = [letter * 10 for letter in "abcdef"[:variants]]
    pairs = variants * (variants - 1) // 2
    words = words_of(language)
    kinds = [(D,), (E,), (U,), (D, E), (D, U), (E, U), (D, E, U)]
    for _ in range(150):
        decisions = {metric: random_.choices(random_.choice(kinds), k=pairs) for metric in PRIMARY}
        levels = {name: 1.0 + random_.random() for name in names}
        sentence = words.told(comparison_sentence(compared(names, decisions, levels)))
        # An abbreviation of Russian ends no sentence.
        whole = sentence.replace("п.п.", "пп")
        assert whole.count(". ") + whole.count("。") <= 2
        assert "\n" not in sentence
        assert len(sentence) <= (LONGEST if language == "en" else 1.15 * LONGEST), sentence
