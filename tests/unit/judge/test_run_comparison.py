"""Two runs told apart by their starts: how often equal ones are called worse, and what is told of unequal ones."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from loadproof.judge.pair_effects import ComparisonSettings
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.judge.run_comparison import Basis, RunComparison, RunStarts, Standing, compare_starts
from loadproof.records.comparison import Decision
from loadproof.records.metric import PARTS_OF_MEMORY, PRIMARY, Metric

_SPREAD = {Metric.P99: 0.02, Metric.MEAN: 0.01, Metric.CPU: 0.005, Metric.MEMORY: 0.01}


def starts(random: np.random.Generator, number: int, slower: float = 1.0, spread: float = 1.0) -> list[RoundFigures]:
    """Of one service: p99, mean, CPU and memory of a start scatter, and no call fails."""
    return [
        RoundFigures(
            "",
            start,
            {
                **{
                    (metric, TOTAL): 10.0 * slower * math.exp(spread * deviation * random.standard_normal())
                    for metric, deviation in _SPREAD.items()
                },
                (Metric.ERRORS, TOTAL): 0.0,
            },
            scatter={(Metric.ERRORS, TOTAL): 1e-4},
        )
        for start in range(number)
    ]


def compared(
    a: Sequence[RoundFigures], b: Sequence[RoundFigures], earlier: Sequence[RoundFigures] = (), others: int = 1
) -> RunComparison:
    return compare_starts(RunStarts("main", a), RunStarts("branch", b), earlier, others=others)


@pytest.mark.parametrize(
    ("number", "earlier", "unlike"), [(3, 0, 1.0), (5, 0, 1.0), (4, 0, 3.0), (1, 3, 1.0), (1, 9, 1.0)]
)
def test_equal_services_are_seldom_called_worse(number: int, earlier: int, unlike: float) -> None:
    random = np.random.default_rng(7)
    tries, worse, different = 600, 0, 0
    for _ in range(tries):
        found = compared(starts(random, number), starts(random, number, spread=unlike), starts(random, earlier))
        worse += found.standing is Standing.WORSE
        different += any(pair.decision is Decision.DIFFERENT for pair in found.pairs)
    # Two standard errors of 5 % are 1.8 %; to one side it is half.
    assert different / tries <= 0.068
    assert worse / tries <= 0.043


def test_what_is_worse_by_the_margin_is_seldom_called_no_worse() -> None:
    random = np.random.default_rng(8)
    tries = 600
    missed = sum(
        compared(starts(random, 4), starts(random, 4, slower=1.05)).standings[Metric.MEAN] is Standing.NO_WORSE
        for _ in range(tries)
    )
    assert missed / tries <= 0.068


def test_a_large_difference_is_seen_and_a_quicker_run_is_no_worse() -> None:
    random = np.random.default_rng(9)
    main, branch = starts(random, 5), starts(random, 5, slower=1.2)
    found = compared(main, branch)
    assert (found.basis, found.standing) == (Basis.STARTS, Standing.WORSE)
    assert found.standings[Metric.ERRORS] is Standing.NO_WORSE
    back = compared(branch, main)
    assert back.standing is Standing.NO_WORSE
    assert next(pair for pair in back.pairs if pair.metric is Metric.CPU).decision is Decision.DIFFERENT
    assert [pair.metric for pair in found.pairs] == list(PRIMARY)


def test_single_starts_are_told_apart_by_three_earlier_ones_and_by_no_fewer() -> None:
    random = np.random.default_rng(10)
    main, branch, earlier = starts(random, 1), starts(random, 1, slower=2.0), starts(random, 6)
    assert compared(main, branch, earlier).standing is Standing.WORSE
    for known in range(3):
        found = compared(main, branch, earlier[:known])
        assert (found.basis, found.standing) == (Basis.NOTHING, Standing.CANNOT_TELL)
        assert all(pair.low is None and pair.effect is not None for pair in found.pairs)
    mixed = compared(starts(random, 5), branch, earlier)
    assert (mixed.basis, mixed.standing) == (Basis.EARLIER, Standing.WORSE)


def test_what_is_worse_by_less_than_the_margin_does_not_matter() -> None:
    random = np.random.default_rng(11)
    main, branch = starts(random, 12, spread=0.2), starts(random, 12, slower=1.02, spread=0.2)
    found = compared(main, branch)
    assert found.standing is Standing.NO_WORSE
    narrow = ComparisonSettings(margins=dict.fromkeys(Metric, 1.0))
    found = compare_starts(RunStarts("main", main), RunStarts("branch", branch), settings=narrow)
    assert found.standing is Standing.WORSE


def test_a_metric_that_one_lacks_is_left_out_and_the_others_share_the_error_of_several_runs() -> None:
    random = np.random.default_rng(12)
    main, branch = starts(random, 4), starts(random, 4, slower=1.1)
    without = [
        RoundFigures("", one.round, {key: value for key, value in one.values.items() if key[0] is not Metric.MEMORY})
        for one in branch
    ]
    assert Metric.MEMORY not in compared(main, without).standings
    # The more runs are compared, the more a difference has to show.
    few = [compared(starts(random, 3), starts(random, 3, slower=1.07), others=many).standing for many in (1, 400)]
    assert few[1] is not Standing.WORSE
    assert compared(main[:0], branch).standings == {}
    assert compared(main[:0], branch).standing is Standing.CANNOT_TELL


@pytest.mark.parametrize(("memory_mib", "standing"), [(0.43, Standing.CANNOT_TELL), (50.0, Standing.WORSE)])
def test_a_small_memory_is_also_that_of_who_else_maps_its_libraries(memory_mib: float, standing: Standing) -> None:
    def one(mib: float) -> RoundFigures:
        return RoundFigures("", 0, {(Metric.MEMORY, TOTAL): mib})

    earlier = [one(memory_mib * more) for more in (1.0, 1.01, 0.99, 1.0, 1.01, 0.99)]
    assert compared([one(memory_mib)], [one(1.45 * memory_mib)], earlier).standing is standing


def with_parts(figures: Sequence[RoundFigures], heap_mib: float) -> list[RoundFigures]:
    """The same starts with what a probe read of their heaps."""
    parts = {(Metric.HEAP_COMMITTED, TOTAL): heap_mib, (Metric.PAGE_CACHE, TOTAL): 64.0}
    return [replace(one, values={**one.values, **parts}) for one in figures]


def test_a_heap_of_another_size_is_told_and_makes_no_run_worse() -> None:
    random = np.random.default_rng(11)
    a, b = (starts(random, 5, spread=0.1) for _ in range(2))
    alone = compared(a, b)
    found = compared(with_parts(a, 512.0), with_parts(b, 768.0))
    parts = {pair.metric: pair for pair in found.memory_parts}
    assert set(parts) == {Metric.HEAP_COMMITTED, Metric.PAGE_CACHE}
    assert parts[Metric.HEAP_COMMITTED].decision is Decision.DIFFERENT
    assert parts[Metric.HEAP_COMMITTED].effect_percent == pytest.approx(50.0)
    assert parts[Metric.PAGE_CACHE].decision is Decision.EQUIVALENT
    # The claim is that of the figures without them, to the last digit.
    assert (found.standing, found.pairs, found.standings) == (alone.standing, alone.pairs, alone.standings)
    assert alone.standing is Standing.NO_WORSE
    assert compared(with_parts(a, 512.0), b).memory_parts == ()


@pytest.mark.parametrize(("number", "earlier"), [(3, 0), (5, 0), (1, 4)])
def test_equal_parts_are_seldom_called_different(number: int, earlier: int) -> None:
    random = np.random.default_rng(12)

    def drawn(count: int) -> list[RoundFigures]:
        scattered = 512.0 * np.exp(0.01 * random.standard_normal((len(PARTS_OF_MEMORY), count)))
        return [
            RoundFigures(
                "", start, {(part, TOTAL): row[start] for part, row in zip(PARTS_OF_MEMORY, scattered, strict=True)}
            )
            for start in range(count)
        ]

    tries = 600
    told = sum(
        any(
            pair.decision is Decision.DIFFERENT
            for pair in compared(drawn(number), drawn(number), drawn(earlier)).memory_parts
        )
        for _ in range(tries)
    )
    # Two standard errors of 5 % are 1.8 %.
    assert told / tries <= 0.068
