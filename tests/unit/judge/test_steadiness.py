"""How figures of a known truth are called; the rates are in docs/method/tables."""

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from loadproof.judge.soak_figures import error_figure
from loadproof.judge.steadiness import SoakSeries, trend_of
from loadproof.judge.stretches import Stretch
from loadproof.model.message import Message
from loadproof.model.slo import parse_slo
from loadproof.records.trend import Steadiness
from loadproof.words.catalogue import english

from ..stats.made_series import Series, autoregressive, warm_up

LINE = np.linspace(0.0, 1.0, 60)


def response(values: Series) -> SoakSeries:
    return SoakSeries("response_p50_ms", "ms", Message("figure-response-p50"), values.tolist(), 1.0, 0.1, 0.0)


def calls(series_of: Callable[[np.random.Generator], Series], runs: int = 60) -> Counter[Steadiness]:
    rng = np.random.default_rng(11)
    return Counter(trend_of(response(series_of(rng))).steadiness for _ in range(runs))


def noise(rng: np.random.Generator, remembered: float = 0.5) -> Series:
    return 100.0 + 8.0 * autoregressive(rng, 60, remembered)


def test_a_share_may_have_risen_to_all_at_the_most() -> None:
    # All is well until the service is gone: the last stretches have 90 % and all.
    completed = [1000] * 18 + [991, 100, 0]
    stretches = cast(list[Stretch], [SimpleNamespace(due=1000, completed=calls) for calls in completed])
    trend = trend_of(error_figure(stretches, 3, [parse_slo("errors<1%")]))
    assert trend.steadiness is Steadiness.TOO_SHORT
    assert trend.per_hour_high == pytest.approx(100.0 * 3600.0 / 60.0)
    assert "may have risen by up to 100 %" in english(trend.text)


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


def test_no_time_is_told_below_zero() -> None:
    line = np.linspace(0.0, 1.0, 200)
    noise_ms = np.random.default_rng(5).normal(0.0, 3.0, len(line))
    rose = trend_of(response(6.0 + 60.0 * line**2 + noise_ms))
    assert rose.begin < 0.0
    assert "from 0 ms to 55" in english(rose.text)
