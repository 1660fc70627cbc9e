"""Rankings: who is surely better, what shares a rank, and what has none."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.judge.ranking import RankedRate, RankOrder, rank
from loadproof.judge.rate_spread import RateSpread
from loadproof.judge.start_rate import Bound, StartRate, VariantRates, Within, bound_of
from loadproof.model.message import Message
from loadproof.words.catalogue import english
from scipy import stats

SEARCHED = 1.03
"""What a search leaves open to both sides."""


def searched(name: str, *rates: float, without: Sequence[str] = ()) -> VariantRates:
    return VariantRates(
        name, tuple(StartRate(rate, rate / SEARCHED, rate * SEARCHED) for rate in rates), tuple(without)
    )


def at_least(name: str, *rates: float) -> VariantRates:
    return VariantRates(name, tuple(StartRate(rate, bound=Bound.AT_LEAST) for rate in rates))


def below(name: str, *rates: float) -> VariantRates:
    return VariantRates(name, tuple(StartRate(rate, bound=Bound.BELOW) for rate in rates))


def stepped(name: str, *steps: tuple[float, float]) -> VariantRates:
    return VariantRates(name, tuple(StartRate(low, low, high) for low, high in steps))


def ranks(ranking: RankOrder) -> dict[str, int | None]:
    return {variant.name: variant.rank for variant in ranking.variants}


def by_name(ranking: RankOrder) -> dict[str, RankedRate]:
    return {variant.name: variant for variant in ranking.variants}


def test_variants_far_apart_have_ranks_of_their_own() -> None:
    ranking = rank(
        [searched("c", 990, 1000, 1010), searched("a", 1980, 2000, 2020), searched("b", 1485, 1500, 1515)],
        Within.ESTIMATE,
    )
    assert [(variant.name, variant.rank) for variant in ranking.variants] == [("a", 1), ("b", 2), ("c", 3)]
    assert set(by_name(ranking)["c"].beaten_by) == {"a", "b"}


def test_those_that_cannot_be_told_apart_share_a_rank_and_the_next_rank_counts_them() -> None:
    ranking = rank(
        [searched("a", 1990, 2000, 2030), searched("b", 1960, 1985, 2010), searched("c", 990, 1000, 1010)],
        Within.ESTIMATE,
    )
    assert ranks(ranking) == {"a": 1, "b": 1, "c": 3}


@pytest.mark.parametrize(("lead", "is_seen"), [(1.039, False), (1.040, True)])
def test_a_lead_is_sure_beyond_the_studentized_range(lead: float, is_seen: bool) -> None:
    # The search leaves more open than the starts show: its deviation is what counts.
    deviation = math.log(SEARCHED**2) / (2.0 * 2.0537)
    needed = stats.studentized_range.ppf(0.97, 2, 4) * deviation / math.sqrt(3.0)
    assert math.log(1.039) < needed < math.log(1.040)
    a, b = (searched(name, rate, rate * 1.0001, rate / 1.0001) for name, rate in (("a", 1000.0 * lead), ("b", 1000.0)))
    assert ranks(rank([a, b], Within.ESTIMATE))["b"] == (2 if is_seen else 1)


def test_a_variant_that_scatters_much_is_not_called_worse_by_the_others_calm() -> None:
    calm = [searched(f"calm-{index}", 1000.0, 1001.0, 999.0) for index in range(5)]
    wild = searched("wild", 750.0, 820.0, 930.0)
    assert ranks(rank([*calm, wild], Within.ESTIMATE))["wild"] == 1
    # Pooled over all of them, its own scatter would be a sixth of what it is.
    squares = 2.0 * float(stats.tvar([math.log(rate.rate) for rate in wild.rates]))
    half = stats.studentized_range.ppf(0.97, 6, 12) * math.sqrt(squares / 12.0 / 3.0)
    assert math.log(1000.0) - math.log(750.0 * 820.0 * 930.0) / 3.0 > half


def test_fewer_than_three_numbers_have_no_rank_and_say_why() -> None:
    ranking = rank(
        [
            searched("lost", 1000.0, without=("drifting", "not_run")),
            searched("early", 1000.0, 1010.0),
            searched("none", without=("not run", "not run", "not run")),
            searched("a", 1000.0, 1010.0, 1020.0),
            searched("b", 500.0, 505.0, 510.0),
        ],
        Within.ESTIMATE,
    )
    found = by_name(ranking)
    assert english(found["lost"].unranked) == "2 of 3 starts gave no rate: drifting, not run"
    assert english(found["none"].unranked) == "3 of 3 starts gave no rate: not run"
    assert english(found["early"].unranked) == "two starts of the 3 that a ranking needs"
    assert [found[name].rank for name in ("lost", "early", "none", "a", "b")] == [None, None, None, 1, 2]
    assert found["lost"].rate == pytest.approx(1000.0)
    assert found["lost"].low is None
    assert found["none"].rate is None
    assert [variant.name for variant in ranking.variants][:2] == ["a", "b"]


def test_one_variant_alone_has_no_rank_but_its_interval() -> None:
    ranking = rank([searched("a", 1000.0, 1010.0, 1020.0), searched("b", 1000.0)], Within.ESTIMATE)
    assert not ranking.is_ranked
    assert english(by_name(ranking)["a"].unranked) == "no other variant has starts enough to compare it with"
    low, high = by_name(ranking)["a"].low, by_name(ranking)["a"].high
    assert low is not None
    assert high is not None
    assert low < 1000.0
    assert high > 1020.0


def test_a_lower_bound_beats_and_is_never_beaten() -> None:
    ranking = rank(
        [
            at_least("top", 3000.0, 3000.0, 3000.0),
            searched("more", 4000.0, 4010.0, 4020.0),
            searched("less", 1000.0, 1010.0, 1020.0),
        ],
        Within.ESTIMATE,
    )
    found = by_name(ranking)
    assert found["top"].rank == 1
    assert found["more"].rank == 1
    assert set(found["less"].beaten_by) == {"top", "more"}
    assert (found["top"].low, found["top"].high, found["top"].between) == (None, None, None)
    assert found["top"].bound is Bound.AT_LEAST


def test_an_upper_bound_is_beaten_and_never_beats() -> None:
    ranking = rank(
        [
            below("bottom", 1000.0, 1000.0, 1000.0),
            searched("a", 2000.0, 2010.0, 2020.0),
            searched("worse", 500.0, 505.0, 510.0),
        ],
        Within.ESTIMATE,
    )
    assert by_name(ranking)["bottom"].beaten_by == ("a",)
    assert by_name(ranking)["worse"].beaten_by == ("a",)


def test_bounds_to_both_sides_are_not_ranked() -> None:
    both = VariantRates("both", (*at_least("", 3000.0, 3000.0).rates, *below("", 1000.0).rates))
    ranking = rank([both, searched("a", 2000.0, 2010.0, 2020.0), searched("b", 900.0, 905.0, 910.0)], Within.ESTIMATE)
    assert by_name(ranking)["both"].rank is None
    assert "passed in one start" in english(by_name(ranking)["both"].unranked)
    assert bound_of(both.rates) is None


def test_who_is_behind_one_is_behind_all_ahead_of_it() -> None:
    # How far the two bounds are from the truth is not known; that `middle` lies between them settles their order.
    step = (1500.0, 3000.0)
    middle, top, bottom = (
        stepped("middle", step, step, step),
        at_least("top", *[3000.0] * 3),
        below("bottom", *[500.0] * 3),
    )
    assert ranks(rank([top, middle, bottom], Within.STEP)) == {"top": 1, "middle": 2, "bottom": 3}
    assert ranks(rank([top, bottom], Within.STEP)) == {"top": 1, "bottom": 1}


def test_bounds_alone_do_not_say_how_starts_differ() -> None:
    ranking = rank([at_least("a", 3000.0, 3000.0, 3000.0), below("b", 1000.0, 1000.0, 1000.0)], Within.ESTIMATE)
    assert ranks(ranking) == {"a": 1, "b": 1}


def test_equal_values_of_steps_are_no_zero_error() -> None:
    step, next_one = (1500.0, 3000.0), (3000.0, 4500.0)
    lower = stepped("lower", step, step, step)
    # One step apart, in every start: the starts of both agree that a rate divides them.
    apart = rank([lower, stepped("upper", next_one, next_one, next_one)], Within.STEP)
    assert ranks(apart) == {"upper": 1, "lower": 2}
    # One start that does not agree, and they cannot be told apart.
    assert ranks(rank([lower, stepped("upper", next_one, step, next_one)], Within.STEP))["lower"] == 1
    found = by_name(apart)["lower"]
    assert found.low == pytest.approx(1500.0)
    assert found.high == pytest.approx(3000.0)
    assert found.within == pytest.approx(math.log(2.0) / math.sqrt(12.0))
    # A finer grid leaves less open.
    fine = [stepped(name, *[(rate, 1.05 * rate)] * 3) for name, rate in (("a", 1000.0), ("b", 1050.0))]
    assert ranks(rank(fine, Within.STEP)) == {"a": 2, "b": 1}


def test_rounding_never_makes_a_difference_easier_to_see() -> None:
    """Rounding is known: with its degrees of freedom alone, three starts that scatter would seem to scatter less."""
    rates = {"a": (1000.0, 1060.0, 1120.0), "top": (1320.0, 1320.0, 1320.0)}
    top = at_least("top", *rates["top"])
    for width in (1.0001, 1.05, 1.1, 1.2):
        a = stepped("a", *((rate, rate * width) for rate in rates["a"]))
        assert ranks(rank([a, top], Within.STEP))["a"] == 1, width
    # The same lead is seen where the spread is known from more starts.
    more = [stepped(name, *((rate, rate * 1.1) for rate in rates["a"])) for name in ("b", "c", "d")]
    assert ranks(rank([stepped("a", *((rate, rate * 1.1) for rate in rates["a"])), *more, top], Within.STEP))["a"] == 2


def test_starts_that_are_all_bounds_say_nothing_of_the_spread() -> None:
    exact = searched("a", 1000.0, 1050.0, 1100.0)
    alone, beside = (
        RateSpread.of(variants, Within.ESTIMATE)
        for variants in ([exact], [exact, at_least("b", 3000.0, 3000.0, 3000.0), below("c", 10.0, 10.0, 10.0)])
    )
    assert alone == beside
    assert alone.degrees == 2
    # One that is no bound tells with the others of its variant.
    mixed = VariantRates("mixed", (*exact.rates[:1], *at_least("", 3000.0, 3000.0).rates))
    assert RateSpread.of([exact, mixed], Within.ESTIMATE).degrees == 4


def test_equal_values_without_any_interval_say_nothing() -> None:
    bare = [VariantRates(name, (StartRate(rate),) * 3) for name, rate in (("a", 2000.0), ("b", 1000.0))]
    assert ranks(rank(bare, Within.ESTIMATE)) == {"a": 1, "b": 1}


def test_what_cannot_be_a_rate_is_refused() -> None:
    for rate in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="cannot be ranked"):
            StartRate(rate)
    with pytest.raises(ValueError, match="does not hold the rate"):
        StartRate(100.0, 101.0, 110.0)


RATES = st.floats(min_value=10.0, max_value=1e5)
BOUNDS = st.sampled_from([Bound.EXACT, Bound.EXACT, Bound.EXACT, Bound.AT_LEAST, Bound.BELOW])


@st.composite
def starts(draw: st.DrawFn) -> StartRate:
    rate, width, bound = draw(RATES), draw(st.floats(min_value=1.001, max_value=1.5)), draw(BOUNDS)
    return StartRate(rate, rate / width, rate * width, bound) if bound is Bound.EXACT else StartRate(rate, bound=bound)


@st.composite
def studies(draw: st.DrawFn) -> list[VariantRates]:
    given_rates = draw(st.lists(st.lists(starts(), max_size=5), min_size=1, max_size=5))
    return [VariantRates(f"v{index}", tuple(rates)) for index, rates in enumerate(given_rates)]


def scaled(variant: VariantRates, factor: float) -> VariantRates:
    return VariantRates(
        variant.name,
        tuple(
            StartRate(
                rate.rate * factor,
                None if rate.low is None else rate.low * factor,
                None if rate.high is None else rate.high * factor,
                rate.bound,
            )
            for rate in variant.rates
        ),
    )


def said(ranking: RankOrder) -> dict[str, tuple[int | None, frozenset[str], Message]]:
    return {
        variant.name: (variant.rank, frozenset(variant.beaten_by), variant.unranked) for variant in ranking.variants
    }


@settings(max_examples=60, deadline=None)
@given(studies(), st.sampled_from(Within), st.randoms(use_true_random=False))
def test_neither_the_order_of_starts_nor_that_of_variants_matters(
    variants: list[VariantRates], within: Within, random: object
) -> None:
    shuffle = getattr(random, "shuffle")  # noqa: B009
    mixed = []
    for variant in variants:
        rates = list(variant.rates)
        shuffle(rates)
        mixed.append(VariantRates(variant.name, tuple(rates)))
    shuffle(mixed)
    assert said(rank(mixed, within)) == said(rank(variants, within))


@settings(max_examples=60, deadline=None)
@given(studies(), st.sampled_from(Within), st.sampled_from([0.25, 4.0, 1024.0]))
def test_other_units_change_rates_alone(variants: list[VariantRates], within: Within, factor: float) -> None:
    before, after = rank(variants, within), rank([scaled(variant, factor) for variant in variants], within)
    assert said(before) == said(after)
    for was, now in zip(before.variants, after.variants, strict=True):
        for name in ("rate", "low", "high"):
            value = getattr(was, name)
            assert getattr(now, name) == (None if value is None else pytest.approx(value * factor))


@settings(max_examples=60, deadline=None)
@given(studies(), st.sampled_from(Within))
def test_who_is_behind_one_is_behind_all_that_are_ahead_of_it(variants: list[VariantRates], within: Within) -> None:
    found = by_name(rank(variants, within))
    for variant in found.values():
        for ahead in variant.beaten_by:
            assert set(found[ahead].beaten_by) < set(variant.beaten_by)
            assert (found[ahead].rank or 0) < (variant.rank or 0)


@settings(max_examples=60, deadline=None)
@given(studies(), st.sampled_from(Within))
def test_what_carries_far_more_than_all_others_is_first_alone(variants: list[VariantRates], within: Within) -> None:
    exact = [variant for variant in variants if len(variant.rates) >= 3 and bound_of(variant.rates) is Bound.EXACT]
    if not exact:
        return
    best = scaled(exact[0], 1e60)
    ranking = rank([best, *(variant for variant in variants if variant.name != best.name)], within)
    found = by_name(ranking)
    others = [variant for variant in found.values() if variant.rank is not None and variant.name != best.name]
    if others:
        assert found[best.name].rank == 1
        assert all(best.name in other.beaten_by or other.bound is Bound.AT_LEAST for other in others)
