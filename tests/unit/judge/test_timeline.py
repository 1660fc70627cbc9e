import tracemalloc
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof._engine import Delta, Histogram
from loadproof.judge.timeline import Timeline

from .simulated_service import SimulatedShard, SimulatedTick, simulated_delta


def delta(
    second: int,
    operation: int = 0,
    due: int = 0,
    completed: int = 0,
    *,
    timeouts: int = 0,
    done: int = 0,
    slow_ms: float = 2.0,
) -> Delta:
    response = Histogram()
    if completed:
        response.record_ms(slow_ms, completed)
    return simulated_delta(
        second=second,
        due=due,
        completed=completed,
        within=(completed if slow_ms <= 10.0 else 0,),
        done=done,
        errors={"timeout": timeouts} if timeouts else {},
        operation=operation,
        response=response,
    )


def tick(second: int, deltas: Sequence[Delta], in_flight: int = 0, last: bool = False) -> SimulatedTick:
    return SimulatedTick(second, tuple(deltas), (SimulatedShard(in_flight, cpu_s=0.5 * (second + 1)),), last)


@pytest.fixture
def timeline() -> Timeline:
    return Timeline(("get", "put"), (10.0,), settle_s=1.5)


def test_the_span_begins_at_the_first_whole_second_after_settling(timeline: Timeline) -> None:
    for second in range(5):
        timeline.add(tick(second, [delta(second, due=100, completed=100, done=100)]))
    measurement = timeline.measurement()
    assert (measurement.duration_s, measurement.due, measurement.rate) == (3.0, 300, 100.0)
    assert measurement.response.count == 300


def test_a_slow_call_counts_where_it_was_due_and_the_rate_where_it_was_done(timeline: Timeline) -> None:
    timeline.add(tick(0, []))
    timeline.add(tick(1, []))
    timeline.add(tick(2, [delta(2, due=10)], in_flight=10))
    timeline.add(tick(3, [delta(2, completed=10, slow_ms=900.0), delta(3, done=10)]))
    assert timeline.counts().over(0, range(2, 4)) == [10, 0]
    assert timeline.counts().done_in(range(2, 4)) == [0, 10]
    assert timeline.counts().unsettled(2) == 0
    assert timeline.backlog(range(2, 4)) == [10, 0]


def test_calls_due_after_the_span_was_closed_are_left_out(timeline: Timeline) -> None:
    timeline.close_span(4)
    for second in range(6):
        timeline.add(tick(second, [delta(second, due=100, completed=90, timeouts=10, done=90)]))
    measurement = timeline.measurement()
    assert (measurement.due, measurement.errors_by_kind, measurement.duration_s) == (
        200,
        {"timeout": 20},
        2.0,
    )


def test_a_call_of_the_span_answered_in_the_drain_still_counts(timeline: Timeline) -> None:
    timeline.close_span(3)
    timeline.add(tick(2, [delta(2, due=10)], in_flight=10))
    timeline.add(tick(9, [delta(2, completed=10, slow_ms=20.0), delta(9, done=10)], last=True))
    measurement = timeline.measurement()
    assert (measurement.completed, measurement.within, measurement.rate) == (10, (0,), 0.0)
    assert timeline.settled
    assert timeline.backlog(range(2, 10)) == [10]


def test_a_span_cannot_be_closed_before_what_is_in_it(timeline: Timeline) -> None:
    timeline.add(tick(5, [delta(5, due=1)]))
    with pytest.raises(ValueError, match="already in it"):
        timeline.close_span(5)


def test_operations_add_up_to_the_whole(timeline: Timeline) -> None:
    for second in range(2, 5):
        timeline.add(tick(second, [delta(second, 0, 30, 30, done=30), delta(second, 1, 10, 8, timeouts=2, done=8)]))
    measurement = timeline.measurement()
    assert [part.due for part in measurement.operations.values()] == [90, 30]
    assert measurement.operations["put"].errors == measurement.errors == 6
    assert measurement.rate == pytest.approx(sum(part.rate for part in measurement.operations.values()))
    assert measurement.response.count == 114


def test_the_processor_share_is_that_of_the_span(timeline: Timeline) -> None:
    for second in range(6):
        timeline.add(tick(second, []))
    assert timeline.generator.cpu_share == {0: pytest.approx(0.5)}


def test_an_unknown_operation_or_threshold_is_named(timeline: Timeline) -> None:
    with pytest.raises(KeyError, match="'post' is not in the plan"):
        timeline.counts("post")
    with pytest.raises(ValueError, match="does not count calls against 20 ms"):
        timeline.threshold_index(20.0)


rows = st.tuples(st.integers(0, 8), st.integers(0, 1), st.integers(0, 50), st.integers(0, 50))


@given(st.lists(rows, max_size=60))
def test_the_order_and_grouping_of_deltas_does_not_matter(drawn: list[tuple[int, int, int, int]]) -> None:
    deltas = [delta(second, operation, due + done, done, done=done) for second, operation, due, done in drawn]
    at_once, one_by_one = (Timeline(("get", "put"), (10.0,), settle_s=2.0) for _ in range(2))
    at_once.add(tick(9, deltas))
    one_by_one.add(tick(9, []))
    for one in reversed(deltas):
        one_by_one.add(tick(9, [one]))
    assert at_once.measurement().record() == one_by_one.measurement().record()


def test_a_second_costs_plain_numbers_only(timeline: Timeline) -> None:
    for second in range(2000):
        timeline.add(tick(second, [delta(second, due=10, completed=10, done=10)]))
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for second in range(2000, 6000):
        timeline.add(tick(second, [delta(second, due=10, completed=10, done=10)]))
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Two tables (whole, one operation) of nine columns of eight bytes, grown in steps.
    assert (after - before) / 4000 < 400
