"""A feature against a bound: what is shown, what is refuted, and how many starts would do."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.overhead.judge.starts import FEWEST_STARTS, JudgedLevels, OverheadBounds, judge_overhead
from loadproof.methods.overhead.judge.text import level_text, overhead_sentence
from loadproof.model.cell import Cell
from loadproof.records.metric import Metric
from loadproof.records.overhead import OverheadVerdict
from loadproof.words.catalogue import english
from scipy import stats

RATE = 100.0
OFF, ON = Cell("off", RATE), Cell("on", RATE)
CELLS = (OFF, ON)
SCATTER = (0.010, -0.006, 0.002, -0.009, 0.003)
"""Of logarithms, from start to start; their mean is 0."""


def figures(values: Mapping[Metric, float], number: int, scatter: float = 0.0) -> RoundFigures:
    return RoundFigures(
        "base",
        number,
        {(metric, TOTAL): value for metric, value in values.items()},
        {TOTAL: 1000},
        {(Metric.ERRORS, TOTAL): scatter},
    )


def starts_of(percent: float, scatter: Sequence[float] = SCATTER) -> list[dict[Cell, RoundFigures]]:
    """Starts whose level is that much costlier in CPU and mean than off, whatever the start is like."""
    found = []
    for number, own in enumerate(scatter, start=1):
        # Starts differ by tens of per cent from each other, and that must not matter.
        base = 2.0 * (1.0 + 0.1 * number)
        more = (1.0 + percent / 100.0) * math.exp(own)
        off = {Metric.CPU: base, Metric.MEAN: 3.0 * base, Metric.ERRORS: 0.0}
        on = {Metric.CPU: base * more, Metric.MEAN: 3.0 * base * more, Metric.ERRORS: 0.0}
        found.append({OFF: figures(off, number, 1e-6), ON: figures(on, number, 1e-6)})
    return found


def judged(percent: float, scatter: Sequence[float] = SCATTER, bound: float = 5.0) -> JudgedLevels:
    bounds = OverheadBounds(dict.fromkeys((Metric.CPU, Metric.MEAN), bound))
    return judge_overhead(starts_of(percent, scatter), CELLS, "off", bounds)


def test_the_upper_bound_is_that_of_students_t_to_one_side() -> None:
    (cpu,) = [effect for effect in judged(2.0).effects if effect.metric is Metric.CPU]
    deviation = float(np.std(SCATTER, ddof=1)) / math.sqrt(len(SCATTER))
    upper = math.log(1.02) + stats.t.ppf(0.95, 4) * deviation
    half = stats.t.ppf(0.975, 4) * deviation
    assert cpu.effect == pytest.approx(2.0)
    assert cpu.upper == pytest.approx(100.0 * math.expm1(upper))
    assert cpu.low == pytest.approx(100.0 * math.expm1(math.log(1.02) - half))
    assert cpu.high == pytest.approx(100.0 * math.expm1(math.log(1.02) + half))
    assert cpu.off is not None
    assert cpu.on == pytest.approx(1.02 * cpu.off)


@pytest.mark.parametrize(
    ("percent", "verdict"),
    [
        (0.0, OverheadVerdict.SHOWN),
        (2.0, OverheadVerdict.SHOWN),
        (4.8, OverheadVerdict.NOT_SHOWN),
        (5.2, OverheadVerdict.NOT_SHOWN),
        (8.0, OverheadVerdict.REFUTED),
    ],
)
def test_a_bound_is_shown_refuted_or_neither(percent: float, verdict: OverheadVerdict) -> None:
    overhead = judged(percent)
    assert overhead.verdict is verdict
    assert {effect.verdict for effect in overhead.effects if effect.metric in (Metric.CPU, Metric.MEAN)} == {verdict}


def test_a_feature_that_saves_is_shown_to_cost_less() -> None:
    assert judged(-20.0).verdict is OverheadVerdict.SHOWN


def test_few_starts_tell_nothing_however_clear_they_are() -> None:
    few = judged(0.0, SCATTER[:4])
    assert few.verdict is OverheadVerdict.NOT_SHOWN
    assert few.starts_needed == FEWEST_STARTS
    assert judged(50.0, SCATTER[:4]).verdict is OverheadVerdict.NOT_SHOWN
    two = judged(0.0, SCATTER[:2])
    assert [(effect.upper, effect.starts_needed) for effect in two.effects] == [(None, FEWEST_STARTS)] * 3
    assert "tell nothing, three are needed" in english(level_text(two.effects[0]))


def test_the_starts_that_would_do_do_it_nine_times_in_ten() -> None:
    wide = [4.0 * one for one in SCATTER]
    overhead = judged(3.0, wide)
    assert overhead.verdict is OverheadVerdict.NOT_SHOWN
    needed = overhead.starts_needed
    assert needed is not None
    assert needed > 5
    deviation = float(np.std(wide, ddof=1))
    random = np.random.default_rng(5)
    draws = math.log(1.03) + deviation * random.standard_normal((4000, needed))
    upper = draws.mean(axis=1) + stats.t.ppf(0.95, needed - 1) * draws.std(axis=1, ddof=1) / math.sqrt(needed)
    assert 0.86 <= float((upper < math.log(1.05)).mean()) <= 0.95


def test_no_number_of_starts_shows_what_costs_the_bound_or_more() -> None:
    assert judged(5.1, [3.0 * one for one in SCATTER]).starts_needed is None


def test_of_several_levels_each_is_shown_by_itself_and_refuted_beside_the_others() -> None:
    levels = ("off", *(f"level-{number}" for number in range(20)))
    cells = [Cell(level, RATE) for level in levels]
    # By itself that is surely above 5 %; of twenty that cost 5 % one would often look so by chance.
    scatter = [2.0 * one for one in SCATTER]
    deviation = float(np.std(scatter, ddof=1)) / math.sqrt(5)
    just = 100.0 * math.expm1(math.log(1.05) + 3.5 * deviation)
    starts = []
    for own, base in zip(starts_of(just, scatter), starts_of(0.0, scatter), strict=True):
        starts.append({OFF: base[OFF], cells[1]: own[ON]} | dict.fromkeys(cells[2:], base[ON]))
    bounds = OverheadBounds()
    alone = judge_overhead(starts, [cells[0], cells[1]], "off", bounds)
    beside = judge_overhead(starts, cells, "off", bounds)
    assert alone.verdict is OverheadVerdict.REFUTED
    assert beside.verdict is OverheadVerdict.NOT_SHOWN
    others = [effect for effect in beside.effects if effect.level != "level-0" and effect.metric is Metric.CPU]
    assert {effect.verdict for effect in others} == {OverheadVerdict.SHOWN}


def test_the_p99_is_told_and_decides_nothing() -> None:
    starts = starts_of(0.0)
    for number, start in enumerate(starts):
        for cell, value in ((OFF, 10.0), (ON, 30.0 + number)):
            old = start[cell]
            start[cell] = RoundFigures(
                "base", number, {**old.values, (Metric.P99, TOTAL): value}, old.calls, old.scatter
            )
    overhead = judge_overhead(starts, CELLS, "off")
    (p99,) = [effect for effect in overhead.effects if effect.metric is Metric.P99]
    assert (p99.decides, p99.verdict) == (False, OverheadVerdict.REFUTED)
    assert overhead.verdict is OverheadVerdict.SHOWN


def test_errors_are_bounded_in_points_and_no_failure_at_all_is_not_certain() -> None:
    starts = starts_of(0.0)
    (errors,) = [effect for effect in judge_overhead(starts, CELLS, "off").effects if effect.metric is Metric.ERRORS]
    assert (errors.effect, errors.bound, errors.verdict) == (0.0, 0.5, OverheadVerdict.SHOWN)
    assert errors.upper is not None
    assert errors.upper > 0.0
    few_calls = [{cell: figures({Metric.ERRORS: 0.0}, number, scatter=4.0) for cell in CELLS} for number in range(1, 6)]
    (unsure,) = [one for one in judge_overhead(few_calls, CELLS, "off").effects if one.metric is Metric.ERRORS]
    assert unsure.verdict is OverheadVerdict.NOT_SHOWN


def test_nothing_is_shown_where_nobody_could_read_the_cpu() -> None:
    starts = [
        {cell: figures({Metric.MEAN: 3.0}, number) for cell in CELLS} for number, _ in enumerate(SCATTER, start=1)
    ]
    overhead = judge_overhead(starts, CELLS, "off")
    assert [(one.metric, one.verdict) for one in overhead.effects] == [
        (Metric.CPU, OverheadVerdict.NOT_SHOWN),
        (Metric.MEAN, OverheadVerdict.SHOWN),
    ]
    assert (overhead.verdict, overhead.starts_needed) == (OverheadVerdict.NOT_SHOWN, None)
    assert "it could not be read" in english(level_text(overhead.effects[0]))


def test_a_start_that_lacks_a_level_is_left_out_of_it_alone() -> None:
    starts = starts_of(2.0)
    del starts[0][ON]
    (cpu,) = [effect for effect in judge_overhead(starts, CELLS, "off").effects if effect.metric is Metric.CPU]
    assert (cpu.starts, cpu.verdict) == (4, OverheadVerdict.NOT_SHOWN)


@pytest.mark.parametrize(
    ("percent", "told"),
    [
        (0.0, "Over 5 starts the overhead is shown to be below 5 %: CPU per request at most 0.72 %"),
        (8.0, "Over 5 starts an overhead below 5 % is refuted: CPU per request 8 % (7 % to 9"),
        (4.8, "Over 5 starts an overhead below 5 % is not shown: CPU per request 4.8 % (3.8"),
    ],
)
def test_the_sentence_names_what_decides(percent: float, told: str) -> None:
    sentence = english(overhead_sentence(judged(percent), 5.0))
    assert sentence.startswith(told[:60]), sentence
    assert "  " not in sentence


def test_figures_that_one_start_does_not_tell_are_named_together() -> None:
    sentence = english(overhead_sentence(judged(4.8, SCATTER[:1]), 5.0))
    assert sentence.count("not known") == 1, sentence
    assert all(name in sentence for name in ("CPU per request", "mean response time", "share of failed calls"))


def test_without_any_start_nothing_is_told() -> None:
    empty = judge_overhead([], CELLS, "off")
    assert (empty.verdict, empty.effects) == (OverheadVerdict.NOT_SHOWN, ())
    assert english(overhead_sentence(empty, 5.0)) == "No start was measured: nothing is told of the overhead."
