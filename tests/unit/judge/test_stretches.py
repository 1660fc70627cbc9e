import random

from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof._engine import Histogram, Tally
from loadproof.judge.stretches import MOST_STRETCHES, Stretches

from .simulated_service import SimulatedTick, simulated_delta


def answered(*times_ms: float) -> Histogram:
    histogram = Histogram()
    for time_ms in times_ms:
        histogram.record_ms(time_ms)
    return histogram


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 500), st.integers(0, 40), st.integers(0, 1000))
def test_every_call_of_the_span_is_in_its_stretch_and_nothing_grows(seconds: int, start: int, seed: int) -> None:
    chance, stretches = random.Random(seed), Stretches(start)
    for second in range(seconds):
        late = max(0, second - chance.randrange(30))
        stretches.add(
            SimulatedTick(
                second,
                (simulated_delta(second, due=2), simulated_delta(late, completed=1, response=answered(late + 1.0))),
                (),
            )
        )
        assert (second - start) // stretches.width_s < MOST_STRETCHES
    whole = stretches.until(seconds)
    width_s = stretches.width_s
    assert len(whole) == max(0, seconds - start) // width_s <= MOST_STRETCHES
    for index, stretch in enumerate(whole):
        assert stretch.due == 2 * width_s
        assert stretch.response.count == stretch.completed
        if stretch.completed:
            begins_ms = float(start + index * width_s)
            assert begins_ms < stretch.response.quantile_ms(0.0) + 0.5
            assert stretch.response.max_ms < begins_ms + width_s + 1.0


def test_percentiles_come_from_merged_histograms() -> None:
    stretches = Stretches(0)
    for second in range(240):
        times_ms = [1.0] * 9 if second % 2 == 0 else [100.0]
        delta = simulated_delta(second, due=len(times_ms), completed=len(times_ms), response=answered(*times_ms))
        stretches.add(SimulatedTick(second, (delta,), ()))
    assert stretches.width_s == 2
    # The mean of the two medians would be 50 ms.
    assert {round(stretch.response.quantile_ms(0.5), 1) for stretch in stretches.until(240)} == {1.0}


def test_a_day_takes_no_more_room_than_minutes() -> None:
    stretches, histogram = Stretches(0), answered(*(1.01**power for power in range(900)))
    for second in range(0, 86_400, 60):
        stretches.add(SimulatedTick(second, (simulated_delta(second, due=900, completed=900, response=histogram),), ()))
    kept = stretches.until(86_400)
    assert len(kept) <= MOST_STRETCHES
    assert sum(stretch.is_packed for stretch in kept) >= len(kept) - 2
    assert sum(stretch.due for stretch in kept) == 900 * -(-len(kept) * stretches.width_s // 60)
    # 900 buckets of a stretch are packed into some two bytes each; as counts they are 35,000 bytes and more.
    tally = Tally(response=histogram)
    before = tally.response.buckets()
    tally.pack()
    assert tally.response.buckets() == before
