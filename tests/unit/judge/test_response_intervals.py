import numpy as np
import pytest
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.timeline import Timeline
from loadproof.records.json_form import plain
from loadproof.records.measurement import Bounds
from loadproof.stats.quantile_interval import Interval

from .simulated_service import SimulatedShard, SimulatedTick, simulated_delta


def histogram(times_ms: "np.typing.NDArray[np.float64]") -> Histogram:
    made = Histogram()
    for time_ms in times_ms:
        made.record_ms(float(time_ms))
    return made


def measured(seconds: int, operations: int, late_second: int | None = None) -> tuple[MeasuredSpan, Timeline]:
    """Exponential response times of 1 ms and more from 200 calls/s of each operation; settled for 2 s."""
    rng = np.random.default_rng(6)
    timeline = Timeline([f"call {number}" for number in range(operations)], (), settle_s=2.0)
    for second in range(seconds + 2):
        deltas = [
            simulated_delta(second, 200, 200, (), 200, {}, operation, response=histogram(rng.exponential(1.0, 200)))
            for operation in range(operations)
        ]
        if late_second == second:
            deltas.append(simulated_delta(2, 1, 1, (), 0, response=histogram(np.array([5000.0]))))
        timeline.add(SimulatedTick(second, tuple(deltas), (SimulatedShard(0),)))
    return timeline.measurement(), timeline


def test_the_whole_and_each_operation_have_intervals_that_hold_the_truth() -> None:
    measurement, _ = measured(60, 2)
    for part in (measurement, *measurement.operations.values()):
        interval = part.response_intervals.by_name()["p95"]
        assert isinstance(interval, Interval)
        assert interval.low_ms < -np.log(0.05) < interval.high_ms
    widths = []
    for told in (measurement.record(), measurement.operations["call 0"].record()):
        assert told.response_interval_ms is not None
        p50 = told.response_interval_ms.p50
        assert isinstance(p50, Bounds)
        widths.append(p50.high - p50.low)
    assert 0.2 < widths[0] / widths[1] < 1.5


@pytest.mark.parametrize("operations", [1, 6])
def test_a_long_span_is_folded_and_keeps_every_call(operations: int) -> None:
    measurement, timeline = measured(130, operations, late_second=125)
    (calls, over) = measurement.response_intervals._batches.over([1000.0])  # type: ignore[union-attr]
    assert (len(calls), sum(calls)) == (65, measurement.response.count)
    assert over[0] == [1] + [0] * 64
    assert timeline.measurement().record() == measurement.record()


def test_what_is_due_before_or_after_the_span_is_not_in_it() -> None:
    measurement, _ = measured(30, 1)
    (calls, _) = measurement.response_intervals._batches.over([])  # type: ignore[union-attr]
    assert calls == [200] * 30


def test_the_keys_for_scripts() -> None:
    shown = plain(measured(30, 1)[0].record())
    assert isinstance(shown["response_ms"]["p99"], float)
    intervals = shown["response_interval_ms"]
    assert intervals["scope"] == "within one start"
    assert set(intervals["p90"]) == {"low", "high"}
    assert intervals["p90"]["low"] <= shown["response_ms"]["p90"] <= intervals["p90"]["high"]
    assert intervals["p99_9"] == {"needed_calls": 10_000}


def test_a_span_without_an_answer_has_none() -> None:
    timeline = Timeline(("call",), (), settle_s=0.0)
    timeline.add(SimulatedTick(0, (), (SimulatedShard(0),)))
    assert set(plain(timeline.measurement().record())["response_interval_ms"].values()) == {"within one start", None}
