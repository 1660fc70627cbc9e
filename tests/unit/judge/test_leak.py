"""How memories of a known truth are called; the rates are in docs/method/tables."""

from collections.abc import Sequence

import numpy as np
import pytest
from loadproof.judge.leak import HORIZON, MemoryShape, Span, Why, live_set_trend, memory_trend
from loadproof.judge.leak_collection import collection_seen
from loadproof.judge.service_memory import Memory, ServiceMemory
from loadproof.judge.soak_figures import Shortage
from loadproof.judge.soak_memory import memory_trends
from loadproof.records.trend import Steadiness, Trend
from loadproof.stats.leak_envelope import envelope_of
from loadproof.system.runtime import Collector
from loadproof.words.catalogue import english

from ..stats.made_series import Series, autoregressive, sawtooth, warm_up

LINE = np.linspace(0.0, 1.0, 3600)


def trend_of(
    values: Series | Sequence[float], limit_mib: float | None = None, collector: Collector = Collector.NONE
) -> Trend:
    readings = list(enumerate(np.asarray(values).tolist()))
    (trend,) = memory_trends(
        {"api": ServiceMemory(readings, (), limit_mib, collector)}, Span(0.0, float(len(readings)))
    )
    assert isinstance(trend, Trend)
    return trend


def noise(seed: int = 5, count: int = 3600) -> Series:
    return 0.2 * autoregressive(np.random.default_rng(seed), count, 0.5)


def test_memory_that_leaks_is_named_with_its_size() -> None:
    trend = trend_of(100.0 + np.linspace(0, 5, 60) + noise(count=60))
    assert (trend.steadiness, trend.rises, trend.shape) == (Steadiness.NOT_STEADY, True, "leak")
    assert trend.per_hour == pytest.approx(300, rel=0.1)
    assert trend.per_hour_low < trend.per_hour < trend.per_hour_high
    assert "the memory of api rose from" in english(trend.text)


@pytest.mark.parametrize("limit_mib", [None, 200.0, 8192.0])
def test_five_per_cent_in_an_hour_are_found_whatever_the_limit(limit_mib: float | None) -> None:
    shapes = [trend_of(100.0 + noise(seed) + 5.0 * LINE, limit_mib).shape for seed in range(10)]
    assert shapes == ["leak"] * 10


def test_the_time_until_the_memory_is_full_has_an_interval() -> None:
    trend = trend_of(100.0 + noise() + 10.0 * LINE, 200.0)
    # 90 MiB are left at 10 MiB/h.
    assert trend.exhaustion_s == pytest.approx(9 * 3600, rel=0.03)
    assert trend.exhaustion_low_s is not None
    assert trend.exhaustion_high_s is not None
    assert trend.exhaustion_low_s <= 9 * 3600 <= trend.exhaustion_high_s
    assert trend.exhaustion_high_s - trend.exhaustion_low_s < 0.1 * 9 * 3600
    assert "full 9" in english(trend.text)


@pytest.mark.parametrize("period_s", [9.3, 17.0, 97.0, 250.0])
@pytest.mark.parametrize(("leak_mib", "told"), [(0.0, "none"), (10.0, "leak")])
def test_memory_that_is_freed_again_is_judged_by_what_stays(period_s: float, leak_mib: float, told: str) -> None:
    teeth = sawtooth(np.random.default_rng(6), 3600, 30.0, period_s)
    assert trend_of(100.0 + teeth + leak_mib * LINE, 200.0, Collector.UNKNOWN).shape == told


def test_a_rise_without_a_collection_is_no_leak_where_a_collector_may_come() -> None:
    trend = trend_of(100.0 + noise() + 10.0 * LINE, 200.0, Collector.UNKNOWN)
    assert (trend.shape, trend.steadiness, trend.rises) == ("too_short", Steadiness.TOO_SHORT, False)
    assert "no collection was seen" in english(trend.text)
    assert trend.needed_s == 7200.0


def test_a_live_set_that_rises_is_a_leak_whatever_collects_it() -> None:
    alive: Memory = list(enumerate((60.0 + noise() + 10.0 * LINE).tolist()))
    (trend,) = memory_trends({"api": ServiceMemory(alive, alive, 400.0, Collector.JAVA)}, Span(0.0, 3600.0))
    assert isinstance(trend, Trend)
    assert (trend.name, trend.shape) == ("live_set_mib of api", "leak")


@pytest.mark.parametrize("period_s", [2.5, 9.3, 97.0, 900.0])
def test_collections_are_seen_by_their_quick_falls(period_s: float) -> None:
    teeth = sawtooth(np.random.default_rng(6), 3600, 30.0, period_s)
    assert collection_seen(100.0 + teeth + noise())


def test_what_is_taken_at_once_and_given_back_slowly_is_no_collection() -> None:
    teeth = sawtooth(np.random.default_rng(6), 3600, 30.0, 900.0)
    assert not collection_seen(100.0 - teeth + noise())


def test_noise_is_not_taken_for_collections() -> None:
    seen = [
        collection_seen(100.0 + 20.0 * LINE + 2.0 * autoregressive(np.random.default_rng(seed), 3600, memory))
        for seed in range(100)
        for memory in (0.0, 0.5, 0.9, 0.99)
    ]
    assert sum(seen) <= 4


def test_a_few_turns_do_not_tell_what_stays() -> None:
    trend = trend_of(100.0 + sawtooth(np.random.default_rng(6), 3600, 30.0, 900.0) + 10.0 * LINE, 200.0)
    assert (trend.shape, trend.steadiness) == ("too_short", Steadiness.TOO_SHORT)
    assert trend.needed_s is not None
    assert trend.needed_s >= 9000.0
    assert "turns of up to 15 min" in english(trend.text)


@pytest.mark.parametrize(("period_s", "whole"), [(17.0, True), (97.0, True), (250.0, True), (900.0, False)])
def test_the_envelope_is_what_stays_in_use_where_a_stretch_holds_a_turn(period_s: float, whole: bool) -> None:
    teeth = sawtooth(np.random.default_rng(6), 3600, 30.0, period_s)
    found = envelope_of(np.arange(3600.0), 100.0 + teeth, 3600.0)
    assert found.whole is whole
    assert found.turn_s == pytest.approx(period_s, rel=0.1, abs=8.0)
    if whole:
        assert max(found.values) <= 102.0
        assert found.step_s >= period_s


def test_a_cache_that_has_filled_is_no_leak() -> None:
    trend = trend_of(150.0 + noise() - warm_up(3600, 50.0), 400.0)
    assert (trend.shape, trend.steadiness, trend.rises) == ("levelling_off", Steadiness.STEADY, False)


def test_a_cache_that_still_fills_is_not_called_a_leak() -> None:
    trend = trend_of(100.0 + noise() + 60.0 * (1.0 - np.exp(-LINE)), 250.0)
    assert (trend.shape, trend.rises) == ("too_short", False)
    assert trend.needed_s is not None
    assert trend.needed_s > 3600.0


def test_a_leak_after_a_warm_up_has_the_pace_of_the_leak() -> None:
    # After half of the hour this warm-up still adds a tenth to the slope.
    trend = trend_of(250.0 + noise() - 100.0 * np.exp(-8.0 * LINE) + 20.0 * LINE, 600.0)
    assert trend.shape == "leak"
    assert trend.per_hour == pytest.approx(20.0, rel=0.03)


def test_no_leak_is_told_by_what_was_excluded() -> None:
    text = english(trend_of(100.0 + noise(), 200.0).text)
    assert text == "the memory of api showed no leak over 1 h that would fill its 200 MiB within 10 h"


def test_the_live_set_goes_before_the_memory_in_use() -> None:
    used: Memory = list(enumerate((100.0 + 80.0 * LINE).tolist()))
    alive: Memory = list(enumerate((60.0 + noise()).tolist()))
    (trend,) = memory_trends({"api": ServiceMemory(used, alive, 400.0)}, Span(0.0, 3600.0))
    assert isinstance(trend, Trend)
    assert (trend.name, trend.shape) == ("live_set_mib of api", "none")


def test_memory_below_a_mebibyte_does_not_matter() -> None:
    assert trend_of(10.0 + np.linspace(0.0, 0.9, 60)).steadiness is Steadiness.STEADY


def test_memory_that_was_hardly_read_is_a_shortage() -> None:
    memory = ServiceMemory([(float(at_s), 100.0) for at_s in range(0, 60, 6)])
    (found,) = memory_trends({"api": memory}, Span(0.0, 60.0))
    assert isinstance(found, Shortage)
    assert "read in 10 stretches, 20 are needed" in english(found.text)


def test_a_few_readings_that_rise_show_a_rise_and_no_more() -> None:
    found = memory_trend(list(enumerate([23.0, 38.0, 54.0, 70.0, 85.0, 95.0])), Span(0.0, 6.0), 128.0)
    assert found is not None
    assert (found.shape, found.why, found.rises) == (MemoryShape.TOO_SHORT, Why.FEW_READINGS, True)


@pytest.mark.parametrize("every_s", [0.5, 1.0, 2.0, 2.7])
def test_the_slope_of_memory_does_not_depend_on_how_often_it_is_read(every_s: float) -> None:
    readings = [(5.0 + at_s, 100.0 + 0.1 * at_s) for at_s in np.arange(0.3, 60.0, every_s).tolist()]
    (trend,) = memory_trends({"api": ServiceMemory(readings, collector=Collector.NONE)}, Span(5.0, 65.0))
    assert isinstance(trend, Trend)
    assert trend.per_hour == pytest.approx(360, rel=0.02)


def test_memory_of_a_service_that_died_is_judged_to_its_death() -> None:
    memory = ServiceMemory([(float(at_s), 100.0 + at_s) for at_s in range(30)])
    (trend,) = memory_trends({"api": memory}, Span(0.0, 60.0))
    assert isinstance(trend, Trend)
    assert trend.end == pytest.approx(129, abs=1.0)


def test_three_days_are_judged_in_a_moment() -> None:
    readings = np.column_stack((np.arange(259_200.0), 100.0 + noise(count=259_200)))
    found = memory_trend(readings.tolist(), Span(0.0, 259_200.0), 200.0)
    assert found is not None
    assert found.shape is MemoryShape.NONE


def test_a_rise_that_is_no_line_and_cannot_fill_the_memory_is_none() -> None:
    quickens = 100.0 + noise() + 10.0 * LINE**3
    assert trend_of(quickens, 8192.0).shape == "none"
    assert trend_of(quickens, 150.0).shape == "too_short"


@pytest.mark.parametrize(("rise_mib", "told"), [(0.0, {"none"}), (0.6, {"too_short"}), (0.9, {"too_short", "leak"})])
def test_a_rise_below_a_mebibyte_that_fills_a_small_heap_is_not_called_none(rise_mib: float, told: set[str]) -> None:
    steps = np.linspace(0.0, rise_mib, 20)
    found = live_set_trend([(0.9 * at, 13.0 + step) for at, step in enumerate(steps.tolist())], Span(0.0, 18.0), 17.5)
    assert found is not None
    assert found.shape.value in told
    full_s = found.full_after_s(found.per_s)
    assert found.shape is MemoryShape.NONE or (full_s is not None and full_s < HORIZON * found.span_s)


def test_readings_of_one_moment_have_no_trend() -> None:
    assert memory_trend([(3.0, 100.0)] * 9, Span(0.0, 30.0), 512.0) is None
    assert memory_trend([(0.1 * n, 100.0 + n) for n in range(9)], Span(0.0, 30.0), None) is None
