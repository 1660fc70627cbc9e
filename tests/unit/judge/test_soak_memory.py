"""What is told of the memory of services with a collector: by what is alive, or not at all."""

from collections.abc import Callable

import numpy as np
import pytest
from loadproof.judge.leak import Span
from loadproof.judge.service_memory import Memory, ServiceMemory
from loadproof.judge.soak_memory import memory_trends
from loadproof.model.message import Message, count
from loadproof.records.trend import Steadiness, Trend
from loadproof.system.runtime import Collector
from loadproof.words.catalogue import english

from ..stats.made_series import autoregressive
from .simulated_soak import SimulatedSoak

HOUR = Span(0.0, 3600.0)
COLLECTED = [collector for collector in Collector if collector.is_there]


def alive(mib: Callable[[float], float], collections: int, seed: int = 3) -> Memory:
    """What was alive after so many collections in an hour, about as far apart."""
    rng = np.random.default_rng(seed)
    places = (np.arange(collections) + rng.uniform(0.2, 0.8, collections)) * 3600.0 / collections
    return [(at_s, mib(at_s) + rng.normal(0.0, 0.3)) for at_s in places.tolist()]


def heap_that_fills(most: float = 512.0) -> Memory:
    """As a VM shows itself to the kernel: it takes its heap once, and then stays there."""
    noise = 0.2 * autoregressive(np.random.default_rng(5), 3600, 0.5)
    values = most - 0.7 * most * np.exp(-np.arange(3600.0) / 400.0) + noise
    return list(enumerate(values.tolist()))


def trends(memory: ServiceMemory, disturbed_s: int = 0) -> list[Trend]:
    found = [trend for trend in memory_trends({"api": memory}, HOUR, disturbed_s) if isinstance(trend, Trend)]
    assert all(trend.name.endswith(" of api") for trend in found)
    return found


@pytest.mark.parametrize("collections", [10, 12, 60, 1500])
def test_a_leak_in_a_heap_is_told_with_the_time_until_the_heap_is_full(collections: int) -> None:
    # 60 MiB/h from 92 MiB, in a heap of 512 MiB on a machine of 32 GiB: full 6 h after the end.
    live_set = alive(lambda at_s: 92.0 + at_s / 60.0, collections)
    (trend,) = trends(ServiceMemory(heap_that_fills(), live_set, 32768.0, Collector.JAVA, 512.0))
    assert (trend.name, trend.shape, trend.steadiness) == ("live_set_mib of api", "leak", Steadiness.NOT_STEADY)
    assert trend.per_hour == pytest.approx(60.0, rel=0.05)
    assert trend.exhaustion_s == pytest.approx(6 * 3600, rel=0.05)
    assert "at that pace its 512 MiB are full" in english(trend.text)


def test_of_a_service_that_ended_it_is_told_how_far_it_came_and_no_time_until_it_is_full() -> None:
    live_set = alive(lambda at_s: 92.0 + at_s / 10.0, 60)
    ended = ServiceMemory(heap_that_fills(), live_set, 32768.0, Collector.JAVA, 512.0, has_ended=True)
    (trend,) = trends(ended)
    assert (trend.shape, trend.steadiness) == ("leak", Steadiness.NOT_STEADY)
    assert (trend.exhaustion_s, trend.exhaustion_low_s, trend.exhaustion_high_s) == (None, None, None)
    assert english(trend.text).endswith(" MiB of its 512 MiB over 1 h, until the service ended")


def test_a_live_set_that_moved_and_stays_within_what_matters_has_no_interval_beyond_its_movement() -> None:
    # As read of a VM of 320 MiB without a leak: before its old generation was looked at, and its level after.
    mib = [3.0, 3.0, 3.0, 3.0, 3.0, 9.9, 15.0, 14.7, 14.5, 14.1, 13.9, 13.7, 13.7, 13.7, 13.7, 13.8, 13.8]
    live_set = [(at_s * 212.0, one) for at_s, one in enumerate(mib)]
    (trend,) = trends(ServiceMemory((), live_set, 2048.0, Collector.JAVA, 320.0))
    assert (trend.shape, trend.steadiness) == ("none", Steadiness.STEADY)
    assert trend.per_hour_low >= -15.0
    # What is told is told of the whole interval: not full within ten lengths.
    assert trend.per_hour <= trend.per_hour_high <= (320.0 - 13.8) / 10.0


def test_a_live_set_that_stays_is_none() -> None:
    live_set = alive(lambda _: 92.0, 12)
    (trend,) = trends(ServiceMemory(heap_that_fills(), live_set, 32768.0, Collector.JAVA, 512.0))
    assert (trend.name, trend.shape) == ("live_set_mib of api", "none")


@pytest.mark.parametrize("collections", [0, 1, 9])
@pytest.mark.parametrize("collector", COLLECTED)
def test_without_enough_collections_nothing_is_told_and_a_cure_is_named(collector: Collector, collections: int) -> None:
    live_set = alive(lambda _: 92.0, collections)
    (trend,) = trends(ServiceMemory(heap_that_fills(), live_set, 4096.0, collector))
    assert (trend.name, trend.shape, trend.steadiness) == ("memory_mib of api", "cannot_tell", Steadiness.CANNOT_TELL)
    assert not trend.rises
    assert trend.text.code == "memory-garbage"
    assert trend.text.values["read"] == count(collections)
    assert trend.text.values["cure"] == Message("memory-cure", collector=collector.value)
    assert "10 are needed; hold for longer" in english(trend.text)


@pytest.mark.parametrize("collector", COLLECTED)
def test_a_service_with_a_collector_of_which_hardly_anything_was_read_is_not_told_either(collector: Collector) -> None:
    (trend,) = trends(ServiceMemory([(float(at_s), 90.0) for at_s in range(8)], collector=collector))
    assert trend.shape == "cannot_tell"


def test_collections_before_the_span_do_not_count() -> None:
    live_set = [(-float(number), 92.0 - number) for number in range(60, 0, -1)]
    (trend,) = trends(ServiceMemory(heap_that_fills(), live_set, 4096.0, Collector.JAVA, 512.0))
    assert trend.shape == "cannot_tell"


@pytest.mark.parametrize(("rise_mib", "named"), [(600.0, ["leak"]), (440.0, ["leak"]), (400.0, [])])
def test_a_rise_that_no_heap_explains_is_a_leak_outside_of_it(rise_mib: float, named: list[str]) -> None:
    # 92 of the heap's 512 MiB were in use from the beginning: 420 MiB of a rise may be heap, what is new included.
    used = [(float(at_s), 300.0 + rise_mib * at_s / 3600.0) for at_s in range(3600)]
    found = trends(ServiceMemory(used, alive(lambda _: 92.0, 20), 4096.0, Collector.JAVA, 512.0, 340.0))
    assert [trend.shape for trend in found] == ["none", *named]
    assert [trend.name for trend in found][1:] == ["memory_mib of api"] * len(named)


def test_a_heap_is_full_when_what_may_live_in_it_is() -> None:
    live_set = alive(lambda at_s: 60.0 + at_s / 120.0, 30)
    whole, part = (
        trends(ServiceMemory(heap_that_fills(), live_set, 4096.0, Collector.JAVA, 150.0, most))[0]
        for most in (None, 100.0)
    )
    assert whole.exhaustion_s == pytest.approx((150.0 - 90.0) * 120.0, rel=0.05)
    assert part.exhaustion_s == pytest.approx((100.0 - 90.0) * 120.0, rel=0.1)
    assert "its 100 MiB are full" in english(part.text)


def test_a_heap_without_a_known_maximum_has_no_time_until_it_is_full() -> None:
    live_set = alive(lambda at_s: 92.0 + at_s / 60.0, 30)
    (trend,) = trends(ServiceMemory(heap_that_fills(), live_set, 32768.0, Collector.NODE))
    assert (trend.shape, trend.exhaustion_s) == ("leak", None)


def test_without_a_collector_the_live_set_stands_beside_the_memory() -> None:
    used = [(float(at_s), 100.0 + at_s / 60.0) for at_s in range(3600)]
    found = trends(ServiceMemory(used, alive(lambda _: 60.0, 60), 400.0, Collector.NONE))
    assert [(trend.name, trend.shape) for trend in found] == [
        ("live_set_mib of api", "none"),
        ("memory_mib of api", "leak"),
    ]


def test_a_page_of_a_service_elsewhere_without_collections_tells_nothing() -> None:
    assert trends(ServiceMemory((), alive(lambda _: 60.0, 3), 400.0)) == []


def test_memory_says_how_much_of_it_others_disturbed() -> None:
    (trend,) = trends(ServiceMemory(heap_that_fills(), alive(lambda _: 92.0, 20), None, Collector.JAVA, 512.0), 40)
    assert trend.shape == "none"
    assert english(trend.text).endswith("; others disturbed 40 s of it")


def test_a_soak_whose_memory_cannot_be_told_is_steady_and_says_so() -> None:
    _, shown = SimulatedSoak(hold_s=120, collector=Collector.JAVA).run(lambda second: 100.0 + 2.0 * second)
    assert shown.steadiness is Steadiness.STEADY
    assert english(shown.reason).startswith("none of 3 figures rose by what matters; the memory of api cannot be told")


def test_a_leak_is_told_of_a_soak_that_others_disturbed_throughout() -> None:
    soak = SimulatedSoak(hold_s=120, taken_cores=lambda second: 0.8 if second < 50 else 0.0, too_disturbed=True)
    _, shown = soak.run(lambda second: 100.0 + 2.0 * second)
    assert shown.steadiness is Steadiness.NOT_STEADY
    assert "the memory of api rose from" in english(shown.reason)
    assert "others disturbed" in english(shown.reason)
    _, shown = soak.run(lambda _: 100.0)
    assert shown.steadiness is Steadiness.TOO_SHORT
    assert [trend.shape for trend in shown.trends] == ["none"]
