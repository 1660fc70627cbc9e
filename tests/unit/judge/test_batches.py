import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof._engine import Delta, Histogram
from loadproof.judge.batches import MOST_BATCHES, Batches, batch_width_s

from .simulated_service import simulated_delta


def of(value_ms: float, count: int = 1, second: int = 0, operation: int = 0) -> Delta:
    histogram = Histogram()
    histogram.record_ms(value_ms, count)
    return simulated_delta(second, due=count, completed=count, operation=operation, response=histogram)


def add(batches: Batches, second: int, value_ms: float, count: int = 1) -> None:
    batches.add([of(value_ms, count, second)], [second])


def folded(seconds: int, operations: int = 1) -> Batches:
    batches = Batches(0, operations)
    for second in range(seconds):
        value_ms = 2.0 if second % 2 else 8.0
        batches.add([of(value_ms, 10, second, operation) for operation in range(operations)], [second])
        while batches.is_full:
            batches.widen()
    return batches


@pytest.mark.parametrize("seconds", [1, 60, 120, 121, 300, 3000, 90_000])
def test_the_number_of_batches_is_bounded_whatever_the_length(seconds: int) -> None:
    seconds = min(seconds, 3000)
    batches = folded(seconds)
    calls, _ = batches.until(seconds).over([])
    assert len(calls) <= MOST_BATCHES
    assert batches.width_s == batch_width_s(seconds)
    assert set(calls) <= {10 * batches.width_s}


def test_no_call_is_lost_or_moved_when_batches_widen() -> None:
    calls, over = folded(200).until(200).over([5.0])
    assert (sum(calls), sum(over[0]), len(calls)) == (2000, 1000, 100)
    assert over[0] == [10] * 100


def test_a_late_answer_goes_to_the_second_in_which_it_was_due() -> None:
    batches = folded(30)
    batches.pack(30)
    add(batches, 3, 90.0)
    calls, over = batches.until(30).over([50.0])
    assert (calls[3], over[0][3], sum(over[0])) == (11, 1, 1)


def test_deltas_that_are_given_stay_as_they_were() -> None:
    given_first, batches = of(2.0), Batches(0)
    for _ in range(20):
        batches.add([given_first], [0])
    assert batches.until(1).over([])[0] == [20]
    assert given_first.response.count == 1


@pytest.mark.parametrize("seconds", [30, 130, 300])
@pytest.mark.parametrize("late", [1, 9])
def test_what_was_given_out_does_not_change_later(seconds: int, late: int) -> None:
    batches = folded(seconds)
    seen = batches.until(seconds)
    for _ in range(late):
        add(batches, 3, 90.0)
    batches.pack(seconds)
    before = batches.until(seconds)
    add(batches, 3, 90.0)
    batches.widen()
    assert sum(seen.over([50.0])[1][0]) == 0
    assert sum(before.over([50.0])[1][0]) == late
    assert sum(batches.until(seconds).over([50.0])[1][0]) in (late + 1, 0)


def test_a_batch_that_is_not_whole_and_one_without_calls() -> None:
    batches = Batches(10)
    batches.add([of(1.0, second=12)], [12])
    batches.widen()
    assert batches.until(15).over([])[0] == [0, 1]


def test_each_operation_and_all_of_them_together() -> None:
    both = folded(30, operations=2).until(30)
    assert both.over([5.0]) == ([20] * 30, [[20, 0] * 15])
    assert both.of([1]).over([5.0]) == ([10] * 30, [[10, 0] * 15])


def test_only_the_seconds_that_are_asked_for_are_added() -> None:
    batches = Batches(2)
    batches.add([of(1.0, second=second) for second in range(6)], [2, 3, 4])
    assert batches.until(6).over([])[0] == [1, 1, 1, 0]


@settings(deadline=None)
@given(st.lists(st.integers(0, 299), max_size=40))
def test_packing_changes_nothing(seconds: list[int]) -> None:
    plain, packed = Batches(0), Batches(0)
    for second in seconds:
        add(plain, second, 1.0 + second)
        add(packed, second, 1.0 + second)
        packed.pack(300)
    for _ in range(2):
        assert plain.until(300).over([100.0]) == packed.until(300).over([100.0])
        plain.widen()
        packed.widen()
