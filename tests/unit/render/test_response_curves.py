"""Response curves of single trials: which trials have one, their quantiles and their histogram."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.render.response_curves import response_curves
from loadproof.result.build import build_result
from loadproof.result.result import Result
from loadproof.result.series import ResponseCurves
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter

from ..store.made_run import MadeClock, MadeTick, answered, description_of, directory_in

SECONDS = 4


def curves_of(
    place: Path,
    runs: Sequence[tuple[Purpose, Sequence[float]]],
    decisive: int | None = None,
    settle_s: float = 0.0,
    left_out_s: tuple[tuple[int, int], ...] = (),
) -> tuple[ResponseCurves, Result]:
    """The curves of trials of four seconds, each with these response times, and the result of their run."""
    clock = MadeClock()
    with RunWriter(directory_in(place), description_of(), clock) as writer:
        for number, (purpose, values_ms) in enumerate(runs, 1):
            planned = Trial(purpose, 3.0, hold_s=SECONDS - settle_s, settle_s=settle_s, start=1)
            writer.trial_started(number, planned, method="load")
            span = Window(0)
            for second in range(SECONDS):
                clock.now_s += 1
                # What is not judged is slow, so that it is seen if it were counted.
                outside = second < settle_s or any(begin <= second < end for begin, end in left_out_s)
                delta = answered(second, 0, [9000.0] * 7 if outside else values_ms)
                writer.tick(number, MadeTick(second, [delta]))
            judged_s = SECONDS - settle_s - sum(end - begin for begin, end in left_out_s)
            measured = replace(span.measurement(judged_s), left_out_s=left_out_s)
            writer.trial_ended(number, TrialResult(planned, measured, Verdict(State.PASSED, Message.said("kept"))))
        with writer.reader() as reader:
            result = build_result(reader)
            shown = result if decisive is None else replace(result, decisive=decisive)
            return response_curves(reader, shown), result


def value_at(curves: ResponseCurves, nines: float) -> float | None:
    """The response time of the first trial at a quantile."""
    return curves.trials[0].quantiles_ms[list(curves.nines).index(nines)]


def test_quantiles_are_those_of_all_calls_of_the_span_together(tmp_path: Path) -> None:
    values_ms = [1.0] * 450 + [10.0] * 40 + [100.0] * 10
    curves, _ = curves_of(tmp_path, [(Purpose.LOAD, values_ms)])
    (curve,) = curves.trials
    assert (curve.trial, curve.calls) == (1, 4 * 500)
    assert [value_at(curves, nines) for nines in (0.301, 1.0)] == [1.0, 1.0]
    assert value_at(curves, 1.301) == pytest.approx(10.0, rel=1e-3)
    assert value_at(curves, 2.0) == pytest.approx(100.0, rel=1e-3)


def test_a_curve_ends_where_fewer_than_ten_calls_lie_beyond(tmp_path: Path) -> None:
    times_ms = [float(value) for value in range(1, 501)]
    curves, _ = curves_of(tmp_path, [(Purpose.LOAD, times_ms), (Purpose.LOAD, times_ms[:50])])
    assert 2.25 < curves.nines[-1] <= math.log10(2000 / 10) + 1e-3
    assert list(curves.nines) == sorted(set(curves.nines))
    assert 50 <= len(curves.nines) <= 70
    last, first = curves.trials[0], curves.trials[1]
    assert (last.trial, last.calls) == (2, 200)
    for curve in (last, first):
        for nines, value_ms in zip(curves.nines, curve.quantiles_ms, strict=True):
            beyond = curve.calls * min(10.0**-nines, 1 - 10.0**-nines)
            assert (value_ms is not None) == (beyond >= 10 - 0.02) or abs(beyond - 10) < 0.05
        known = [value_ms for value_ms in curve.quantiles_ms if value_ms is not None]
        assert known == sorted(known)


def test_what_is_not_judged_is_in_no_curve(tmp_path: Path) -> None:
    curves, _ = curves_of(tmp_path, [(Purpose.LOAD, [5.0] * 30)], settle_s=1.0, left_out_s=((2, 3),))
    (curve,) = curves.trials
    assert curve.calls == 2 * 30
    assert curve.edges_ms[-1] < 6.0


def test_the_histogram_holds_every_call_in_bins_of_one_ratio(tmp_path: Path) -> None:
    values_ms = [0.2 * 1.02**step for step in range(400)]
    curves, _ = curves_of(tmp_path, [(Purpose.LOAD, values_ms)])
    (curve,) = curves.trials
    assert len(curve.counts) == len(curve.edges_ms) - 1 == 60
    assert sum(curve.counts) == curve.calls == 1600
    assert curve.edges_ms[0] < 0.2
    assert curve.edges_ms[-1] > values_ms[-1]
    ratios = [high / low for low, high in pairwise(curve.edges_ms)]
    assert max(ratios) == pytest.approx(min(ratios), rel=5e-3)


@pytest.mark.parametrize("value_ms", [0.0, 0.003, 7.0, 4000.0])
def test_calls_of_one_response_time_are_one_bin(tmp_path: Path, value_ms: float) -> None:
    curves, _ = curves_of(tmp_path, [(Purpose.LOAD, [value_ms] * 30)])
    (curve,) = curves.trials
    assert curve.counts == [120]
    low, high = curve.edges_ms
    assert 0.0 < low < max(value_ms, 5e-4) < high


def test_recoveries_warm_ups_and_slots_have_no_curve(tmp_path: Path) -> None:
    purposes = [Purpose.RECOVER, Purpose.LOAD, Purpose.WARM_UP, Purpose.COMPARE, Purpose.ALONE, Purpose.DIAGNOSE]
    curves, _ = curves_of(tmp_path, [(purpose, [1.0] * 10) for purpose in purposes])
    assert [curve.trial for curve in curves.trials] == [2]


def test_the_decisive_trial_comes_first_and_at_most_forty_have_a_curve(tmp_path: Path) -> None:
    curves, result = curves_of(tmp_path, [(Purpose.SEARCH, [1.0] * 3)] * 45, decisive=2)
    assert [answer.decisive for answer in result.answers] == [45]
    assert [curve.trial for curve in curves.trials] == [2, 45, *range(7, 45)]


def test_a_trial_without_an_answered_call_has_no_curve(tmp_path: Path) -> None:
    curves, _ = curves_of(tmp_path, [(Purpose.LOAD, [])])
    assert (list(curves.nines), curves.trials) == ([], [])
