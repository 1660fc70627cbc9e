"""What is gathered of a log takes a bounded room and loses nothing that matters."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.jvm.gc.lines import Row
from loadproof.jvm.gc.live_set import LiveSetPoints
from loadproof.jvm.gc.pause_times import PauseTimes
from loadproof.jvm.gc.stretches import MOST_STRETCHES, LogStretches


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0.001, 1e6), min_size=1, max_size=60), st.sampled_from([0.5, 0.9, 0.99, 0.999]))
def test_quantiles_are_those_of_the_sorted_pauses(pauses: list[float], share: float) -> None:
    times = PauseTimes()
    for pause_ms in pauses:
        times.add(pause_ms)
    rank = next(rank for rank in range(1, len(pauses) + 1) if rank >= share * len(pauses) - 1e-9 * len(pauses))
    assert times.quantile_ms(share) == pytest.approx(sorted(pauses)[rank - 1], rel=6e-4, abs=6e-4)
    assert times.longest_ms == max(pauses)
    assert times.total_ms == pytest.approx(sum(pauses))


def test_millions_of_unlike_pauses_take_a_bounded_room() -> None:
    times, chance = PauseTimes(), random.Random(3)
    for _ in range(30_000):
        times.add(chance.uniform(1e4, 1e5))
    assert len(times._counts) <= 9_001


def test_stretches_lose_nothing_when_they_become_wider() -> None:
    stretches, chance = LogStretches(), random.Random(4)
    ends = sorted(chance.uniform(0.0, 5000.0) for _ in range(1000))
    for end_s in ends:
        stretches.pause(end_s, 2.0)
        stretches.allocated(max(0.0, end_s - 700.0), end_s, 10.0)
    assert len(stretches.all) <= MOST_STRETCHES
    assert sum(one.pauses.count for one in stretches.all) == 1000
    assert sum(one.stopped_s for one in stretches.all) == pytest.approx(2.0)
    assert sum(one.allocated_mib for one in stretches.all) == pytest.approx(10_000.0)
    assert len(stretches.whole(5000.0)) == int(5000.0 / stretches.width_s)


def test_a_time_far_away_is_a_stretch_too() -> None:
    stretches = LogStretches()
    stretches.pause(1e12, 1.0)
    assert len(stretches.all) <= MOST_STRETCHES


def test_live_sets_of_years_are_thinned_and_counted() -> None:
    points = LiveSetPoints()
    for number in range(50_000):
        points.row(float(number), "", Row(number, "", "Live", (None, float(number), 0.0, 0.0)))
    assert len(points.points) <= 4096
    assert (points.collections, points.last_mib, points.most_mib) == (50_000, 49_999.0, 49_999.0)
    assert points.points == sorted(points.points)
