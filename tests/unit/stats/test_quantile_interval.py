import numpy as np
import pytest
from loadproof.records.measurement import QUANTILES, CallsNeeded
from loadproof.stats.quantile_interval import Interval, quantile_intervals
from numpy.typing import NDArray

Values = NDArray[np.float64]


def found(responses: Values, batches: int = 60) -> dict[str, Interval | CallsNeeded]:
    """The intervals of response times in order of their due time, in equal batches."""
    ascending = np.sort(responses)

    def quantile_ms(quantile: float) -> float:
        return float(ascending[max(0, int(np.ceil(quantile * len(ascending))) - 1)])

    parts = np.array_split(responses, batches)
    over = {name: [int((part > quantile_ms(share)).sum()) for part in parts] for name, share in QUANTILES.items()}
    return quantile_intervals(quantile_ms, [len(part) for part in parts], over)


def width(interval: Interval | CallsNeeded) -> float:
    assert isinstance(interval, Interval)
    return interval.high_ms - interval.low_ms


def test_of_independent_calls_every_quantile_has_an_interval_that_holds_it() -> None:
    responses = np.random.default_rng(1).exponential(1.0, 60_000)
    intervals = found(responses)
    for name, share in QUANTILES.items():
        interval = intervals[name]
        assert isinstance(interval, Interval)
        assert interval.low_ms < -np.log(1.0 - share) < interval.high_ms


def test_bursts_make_an_interval_as_much_wider_as_there_are_fewer_of_them() -> None:
    rng = np.random.default_rng(1)
    alone = [width(found(rng.exponential(1.0, 60_000))["p50"]) for _ in range(20)]
    in_hundreds = [width(found(np.repeat(rng.exponential(1.0, 600), 100))["p50"]) for _ in range(20)]
    assert np.mean(in_hundreds) / np.mean(alone) == pytest.approx(10.0, rel=0.3)


def test_few_bursts_give_no_interval_but_the_calls_that_one_needs() -> None:
    responses = np.random.default_rng(1).exponential(1.0, 60_000)
    responses[30_000:31_000] += 100.0
    interval = found(responses)["p99_9"]
    assert isinstance(interval, CallsNeeded)
    assert interval.needed_calls > 60_000


def test_ten_calls_must_lie_beyond_a_quantile() -> None:
    intervals = found(np.random.default_rng(1).exponential(1.0, 5_000))
    assert isinstance(intervals["p99"], Interval)
    assert intervals["p99_9"] == CallsNeeded(needed_calls=10_000)


def test_a_plateau_of_some_seconds_has_none() -> None:
    intervals = found(np.random.default_rng(1).exponential(1.0, 10_000), batches=10)
    assert intervals["p50"] == CallsNeeded(needed_calls=20_000)


def test_calls_that_all_take_the_same_have_an_interval_without_width() -> None:
    assert width(found(np.full(60_000, 5.0))["p99"]) == 0.0


def test_without_a_call_there_is_none() -> None:
    nothing = {name: [0] * 30 for name in QUANTILES}
    intervals = quantile_intervals(lambda share: float("nan"), [0] * 30, nothing)
    assert intervals["p50"] == CallsNeeded(needed_calls=20)


@pytest.mark.parametrize("name", QUANTILES)
def test_the_ends_are_in_order(name: str) -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        interval = found(np.repeat(rng.lognormal(0.0, 1.0, 3000), 10))[name]
        assert isinstance(interval, CallsNeeded) or interval.low_ms <= interval.high_ms
