import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof._engine import Histogram, Tally
from loadproof.judge.batches import MOST_BATCHES, Batches, ResponseBatches, batch_width_s


def of(value_ms: float, count: int = 1) -> Tally:
    histogram = Histogram()
    histogram.record_ms(value_ms, count)
    return Tally(response=histogram)


def folded(seconds: int) -> Batches:
    batches = Batches(0)
    for second in range(seconds):
        batches.add(second, of(2.0 if second % 2 else 8.0, 10))
        while batches.is_full:
            batches.widen()
    return batches


@pytest.mark.parametrize("seconds", [1, 60, 120, 121, 300, 3000, 90_000])
def test_the_number_of_batches_is_bounded_whatever_the_length(seconds: int) -> None:
    seconds = min(seconds, 3000)
    batches = folded(seconds)
    calls, _ = ResponseBatches([batches.until(seconds, 1)]).over([])
    assert len(calls) <= MOST_BATCHES
    assert batches.width_s == batch_width_s(seconds)
    assert set(calls) <= {10 * batches.width_s}


def test_no_call_is_lost_or_moved_when_batches_widen() -> None:
    calls, over = ResponseBatches([folded(200).until(200, 1)]).over([5.0])
    assert (sum(calls), sum(over[0]), len(calls)) == (2000, 1000, 100)
    assert over[0] == [10] * 100


def test_a_late_answer_goes_to_the_second_in_which_it_was_due() -> None:
    batches = folded(30)
    batches.pack(30)
    batches.add(3, of(90.0))
    calls, over = ResponseBatches([batches.until(30, 1)]).over([50.0])
    assert (calls[3], over[0][3], sum(over[0])) == (11, 1, 1)


def test_counts_that_are_given_stay_as_they_were() -> None:
    given_first, batches = of(2.0), Batches(0)
    batches.add(0, given_first)
    batches.add(0, of(3.0))
    assert given_first.response.count == 1


def test_what_was_given_out_does_not_change_later() -> None:
    batches = folded(30)
    seen = ResponseBatches([batches.until(30, 1)])
    batches.add(3, of(90.0))
    assert seen.over([50.0])[1][0] == [0] * 30


def test_a_batch_that_is_not_whole_and_one_without_calls() -> None:
    batches = Batches(10)
    batches.add(12, of(1.0))
    assert ResponseBatches([batches.until(15, 2)]).over([])[0] == [0, 1]


def test_operations_add_up() -> None:
    both = ResponseBatches([folded(30).until(30, 1), folded(30).until(30, 1)])
    assert both.over([5.0]) == ([20] * 30, [[20, 0] * 15])


@given(st.lists(st.integers(0, 299), max_size=40))
def test_packing_changes_nothing(seconds: list[int]) -> None:
    plain, packed = Batches(0), Batches(0)
    for second in seconds:
        plain.add(second, of(1.0 + second))
        packed.add(second, of(1.0 + second))
        packed.pack(300)
    assert ResponseBatches([plain.until(300, 10)]).over([100.0]) == ResponseBatches([packed.until(300, 10)]).over(
        [100.0]
    )
