"""How figures of a known truth are called; the rates are in docs/method.md."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from loadproof.judge.soak_figures import Shortage, memory_figures
from loadproof.judge.steadiness import Figure, Steadiness, Trend, trend_of
from loadproof.report.result_model import TrendModel

from .made_series import Series, autoregressive, sawtooth, warm_up

LINE = np.linspace(0.0, 1.0, 60)


def response(values: Series) -> Figure:
    return Figure("response_p50_ms", "ms", "the median response time", values.tolist(), 1.0, 0.1, 0.0)


def memory(values: Series) -> Trend:
    (figure,) = memory_figures({"api": list(enumerate(values.tolist()))}, 0.0, float(len(values)))
    assert isinstance(figure, Figure)
    return trend_of(figure)


def calls(series_of: Callable[[np.random.Generator], Series], runs: int = 60) -> Counter[Steadiness]:
    rng = np.random.default_rng(11)
    return Counter(trend_of(response(series_of(rng))).steadiness for _ in range(runs))


def noise(rng: np.random.Generator, remembered: float = 0.5) -> Series:
    return 100.0 + 8.0 * autoregressive(rng, 60, remembered)


@pytest.mark.parametrize("remembered", [0.0, 0.5, 0.8])
def test_a_level_is_hardly_ever_called_a_rise(remembered: float) -> None:
    told = calls(lambda rng: noise(rng, remembered))
    assert told[Steadiness.NOT_STEADY] + told[Steadiness.NEVER_STEADY] <= 5
    if remembered <= 0.5:
        assert told[Steadiness.STEADY] >= 50


def test_a_rise_that_begins_late_is_not_steady() -> None:
    told = calls(lambda rng: noise(rng, 0.0) + 60.0 * np.clip(2.0 * LINE - 1.0, 0.0, None))
    assert told[Steadiness.NOT_STEADY] >= 50


def test_a_rise_throughout_is_never_steady() -> None:
    told = calls(lambda rng: noise(rng, 0.0) + 60.0 * LINE)
    assert told[Steadiness.NEVER_STEADY] >= 50
    assert told[Steadiness.STEADY] == 0


def test_times_that_still_fall_are_never_steady() -> None:
    told = calls(lambda rng: noise(rng, 0.0) - 60.0 * LINE)
    assert told[Steadiness.NEVER_STEADY] >= 50


def test_a_warm_up_that_levels_off_is_left_out() -> None:
    told = calls(lambda rng: noise(rng, 0.0) + warm_up(60, 100.0))
    assert told[Steadiness.STEADY] >= 50


def test_noise_too_wide_for_the_length_is_said_to_be() -> None:
    rng = np.random.default_rng(2)
    trend = trend_of(response(100.0 + 60.0 * autoregressive(rng, 60, 0.5)))
    assert trend.steadiness is Steadiness.TOO_SHORT
    assert trend.needed_s is not None
    assert trend.needed_s > 60


def test_a_rise_beyond_noise_that_does_not_matter_is_steady() -> None:
    trend = trend_of(response(100.0 + 5.0 * LINE))
    assert (trend.steadiness, trend.rises) == (Steadiness.STEADY, False)
    assert trend.per_hour_low > 0


def test_memory_that_leaks_is_named_with_its_size() -> None:
    rng = np.random.default_rng(5)
    trend = memory(100.0 + np.linspace(0, 5, 60) + 0.2 * rng.normal(size=60))
    assert (trend.steadiness, trend.rises) == (Steadiness.NOT_STEADY, True)
    assert trend.per_hour == pytest.approx(300, rel=0.1)
    assert trend.per_hour_low < trend.per_hour < trend.per_hour_high
    assert "the memory of api rose from" in trend.text


@pytest.mark.parametrize(("leak", "told"), [(0.0, Steadiness.STEADY), (10.0, Steadiness.NOT_STEADY)])
def test_memory_that_is_freed_again_is_judged_by_what_stays(leak: float, told: Steadiness) -> None:
    rng = np.random.default_rng(6)
    assert memory(100.0 + sawtooth(rng, 3600, 30.0, 17.0) + np.linspace(0.0, leak, 3600)).steadiness is told


def test_memory_below_a_mebibyte_does_not_matter() -> None:
    assert memory(10.0 + np.linspace(0.0, 0.9, 60)).steadiness is Steadiness.STEADY


def test_memory_that_was_hardly_read_is_a_shortage() -> None:
    (found,) = memory_figures({"api": [(float(at_s), 100.0) for at_s in range(0, 60, 6)]}, 0.0, 60.0)
    assert isinstance(found, Shortage)
    assert "read in 10 stretches, 20 are needed" in found.text


@pytest.mark.parametrize("every_s", [0.5, 1.0, 2.0, 2.7])
def test_the_slope_of_memory_does_not_depend_on_how_often_it_is_read(every_s: float) -> None:
    readings = [(5.0 + at_s, 100.0 + 0.1 * at_s) for at_s in np.arange(0.3, 60.0, every_s).tolist()]
    (figure,) = memory_figures({"api": readings}, 5.0, 65.0)
    assert isinstance(figure, Figure)
    assert trend_of(figure).per_hour == pytest.approx(360, rel=0.02)


def test_memory_of_a_service_that_died_is_judged_to_its_death() -> None:
    (figure,) = memory_figures({"api": [(float(at_s), 100.0 + at_s) for at_s in range(30)]}, 0.0, 60.0)
    assert isinstance(figure, Figure)
    assert trend_of(figure).end == pytest.approx(129, abs=1.0)


def test_a_trend_has_the_keys_of_the_result() -> None:
    TrendModel.model_validate(trend_of(response(100.0 + 5.0 * LINE)).as_dict())
