"""When the counters of a Java VM tell what is alive, by what real VMs showed."""

from collections.abc import Sequence

import pytest
from loadproof.jvm.vm.live_set import LiveSetFollower, filled_share, heap_max_bytes, live_set_max_bytes
from loadproof.system.java_counters import VmCounters

SERIAL, PARALLEL, G1 = "Copy:MSC", "ParScav:MSC", "GarbageFirst"


def counters(policy: str, old: int, young: int, full: int, cycles: int = 0, cause: str = "No GC") -> VmCounters:
    return {
        "sun.gc.policy.name": policy,
        "sun.gc.cause": cause,
        "sun.gc.generation.1.space.0.used": old,
        "sun.gc.generation.0.maxCapacity": 256,
        "sun.gc.generation.1.maxCapacity": 512,
        "sun.gc.collector.0.invocations": young,
        "sun.gc.collector.1.invocations": full,
        "sun.gc.collector.2.invocations": cycles,
    }


def told(*read: VmCounters) -> Sequence[int | None]:
    live_set = LiveSetFollower()
    return [live_set.read(one) for one in read]


@pytest.mark.parametrize("policy", [SERIAL, PARALLEL, G1])
def test_a_full_collection_tells_it_once(policy: str) -> None:
    read = [counters(policy, old, young, full) for old, young, full in ((90, 3, 7), (60, 3, 8), (65, 5, 8), (50, 6, 9))]
    assert told(*read) == [None, 60, None, 50]


def test_what_was_collected_before_the_first_reading_is_not_told() -> None:
    assert told(counters(SERIAL, 60, 3, 8)) == [None]


def test_a_collection_under_way_is_told_when_it_has_ended() -> None:
    busy = counters(SERIAL, 90, 3, 8, cause="Allocation Failure")
    assert told(counters(SERIAL, 80, 3, 7), busy, counters(SERIAL, 60, 3, 8)) == [None, None, 60]


def test_after_a_cycle_of_g1_the_least_is_told_when_young_collections_take_no_more() -> None:
    steps = [(120, 9, 0), (90, 9, 2), (92, 10, 2), (70, 11, 2), (66, 12, 2), (67, 13, 2), (68, 14, 2), (80, 20, 2)]
    read = [counters(G1, old, young, 0, cycles) for old, young, cycles in steps]
    assert told(*read) == [None, None, None, None, None, None, 66, None]


def test_a_cycle_whose_pauses_lie_on_both_sides_of_a_reading_is_one() -> None:
    steps = [(120, 9, 0), (95, 9, 1), (90, 9, 2), (91, 11, 2)]
    assert told(*(counters(G1, old, young, 0, cycles) for old, young, cycles in steps)) == [None, None, None, 90]


def test_cycles_that_follow_each_other_closely_are_told_by_the_next() -> None:
    steps = [(120, 9, 0), (90, 10, 2), (93, 12, 4), (95, 14, 6)]
    assert told(*(counters(G1, old, young, 0, cycles) for old, young, cycles in steps)) == [None, None, 90, 93]


def test_what_survived_the_collections_after_a_cycle_of_g1_is_alive_too() -> None:
    steps = [(120, 9, 0, 4), (90, 9, 2, 9), (70, 11, 2, 5), (71, 12, 2, 6), (72, 13, 2, 7)]
    read = [counters(G1, old, young, 0, cycles) for old, young, cycles, _ in steps]
    survived = [{"sun.gc.generation.0.space.1.used": 0, "sun.gc.generation.0.space.2.used": one[3]} for one in steps]
    assert told(*({**one, **more} for one, more in zip(read, survived, strict=True))) == [None, None, None, None, 75]


def test_young_collections_tell_nothing() -> None:
    assert told(*(counters(G1, 90 - number, number, 0) for number in range(9))) == [None] * 9


@pytest.mark.parametrize("policy", ["", "ParNew:CMS"])
def test_a_collector_whose_counters_do_not_tell_is_silent(policy: str) -> None:
    read = [counters(policy, 90 - number, number, number, number) for number in range(9)]
    assert told(*read) == [None] * 9
    assert heap_max_bytes(read[0]) is None


@pytest.mark.parametrize("value", [-1, 2**62, "text"])
def test_what_cannot_be_a_size_is_none(value: int | str) -> None:
    read = counters(SERIAL, 60, 3, 8) | {"sun.gc.generation.1.space.0.used": value}
    assert told(counters(SERIAL, 60, 3, 7), read) == [None, None]
    assert heap_max_bytes(read | {"sun.gc.generation.1.maxCapacity": value}) is None
    assert heap_max_bytes(read) == 512 + 256


@pytest.mark.parametrize(
    ("policy", "heap", "may_live"), [(SERIAL, 150, 100.0), (PARALLEL, 150, 100.0), (G1, 100, 97.5)]
)
def test_old_objects_may_not_take_all_of_a_heap(policy: str, heap: int, may_live: float) -> None:
    mib = 2**20
    most = {"sun.gc.generation.0.maxCapacity": 50 * mib, "sun.gc.generation.1.maxCapacity": 100 * mib}
    read = counters(policy, int(may_live * mib), 3, 8) | most
    assert (heap_max_bytes(read), live_set_max_bytes(read)) == (heap * mib, may_live * mib)
    assert filled_share(read) == 1.0


def test_a_heap_of_no_more_than_the_regions_that_are_kept_free_has_no_room() -> None:
    assert (live_set_max_bytes(counters(G1, 90, 3, 8)), filled_share(counters(G1, 90, 3, 8))) == (0, None)
