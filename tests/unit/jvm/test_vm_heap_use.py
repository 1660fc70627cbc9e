"""What the counters of a VM say of its heap: made counters of each collector, without collections, and hostile ones."""

from collections.abc import Mapping

import pytest
from loadproof.jvm.vm.heap_use import HeapAfterCollections, heap_committed_bytes, heap_reserved_bytes

MIB = 2**20
G1: dict[str, int | str] = {
    "sun.gc.policy.name": "GarbageFirst",
    "sun.gc.cause": "No GC",
    "sun.gc.generation.0.maxCapacity": 256 * MIB,
    "sun.gc.generation.1.maxCapacity": 256 * MIB,
    "sun.gc.generation.0.capacity": 44 * MIB,
    "sun.gc.generation.1.capacity": 84 * MIB,
    "sun.gc.generation.0.space.0.used": 12 * MIB,
    "sun.gc.generation.0.space.1.used": 0,
    "sun.gc.generation.0.space.2.used": 3 * MIB,
    "sun.gc.generation.1.space.0.used": 60 * MIB,
    "sun.gc.collector.0.invocations": 5,
    "sun.gc.collector.1.invocations": 0,
    "sun.gc.collector.2.invocations": 2,
}
SERIAL: dict[str, int | str] = {**G1, "sun.gc.policy.name": "Copy:MSC"}
Z: dict[str, int | str] = {
    "sun.gc.cause": "No GC",
    # The space of Shenandoah says as much.
    "sun.gc.generation.1.space.0.capacity": 256 * MIB,
    "sun.gc.generation.1.maxCapacity": 256 * MIB + 8,
    "sun.gc.generation.1.capacity": 128 * MIB,
    "sun.gc.generation.1.space.0.used": 90 * MIB,
    "sun.gc.collector.2.name": "Z concurrent cycle pauses",
    "sun.gc.collector.2.invocations": 3,
}


def told(*readings: Mapping[str, int | str]) -> list[float | None]:
    heap = HeapAfterCollections()
    return [None if (size := heap.read(dict(one))) is None else size / MIB for one in readings]


@pytest.mark.parametrize("counters", [G1, SERIAL])
def test_after_a_collection_the_eden_is_empty_whatever_was_made_in_it_since(counters: Mapping[str, int | str]) -> None:
    young = {**counters, "sun.gc.collector.0.invocations": 6}
    full = {**young, "sun.gc.collector.1.invocations": 1, "sun.gc.generation.1.space.0.used": 20 * MIB}
    assert told(counters, counters, young, young, full) == [None, None, 63.0, None, 23.0]


def test_a_collection_that_goes_on_is_told_when_it_has_ended() -> None:
    begun = {**G1, "sun.gc.collector.0.invocations": 6, "sun.gc.cause": "G1 Evacuation Pause"}
    assert told(G1, begun, {**begun, "sun.gc.cause": "No GC"}) == [None, None, 63.0]


def test_pauses_of_a_cycle_of_g1_are_no_collections() -> None:
    assert told(G1, {**G1, "sun.gc.collector.2.invocations": 4}) == [None, None]


def test_z_tells_it_once_a_cycle_has_ended() -> None:
    begun = {**Z, "sun.gc.collector.2.invocations": 5, "sun.gc.cause": "Allocation Rate"}
    ended = {**Z, "sun.gc.collector.2.invocations": 6}
    assert told(Z, begun, ended, ended) == [None, None, 90.0, None]
    # With generations the first collector counts the pauses of minor collections, and both have what is in use.
    minor = {**Z, "sun.gc.collector.0.invocations": 3, "sun.gc.generation.0.space.0.used": 5 * MIB}
    assert told(Z, minor) == [None, 95.0]


def test_shenandoah_counts_no_collections() -> None:
    named = {**Z, "sun.gc.collector.1.name": "Shenandoah full", "sun.gc.collector.1.invocations": 5}
    assert told(named, {**named, "sun.gc.collector.1.invocations": 9}) == [None, None]


def test_a_vm_that_began_anew_or_tells_nothing_gives_nothing() -> None:
    assert (
        told(G1, {**G1, "sun.gc.collector.0.invocations": 1}, {}, {"sun.gc.policy.name": "GarbageFirst"}) == [None] * 4
    )


def test_sizes_of_heaps() -> None:
    assert [heap_committed_bytes(dict(one)) for one in (G1, Z, {})] == [128 * MIB, 128 * MIB, None]
    # Each generation of G1 may take all of the heap; Serial reserves both.
    assert [heap_reserved_bytes(dict(one)) for one in (G1, SERIAL, Z, {})] == [256 * MIB, 512 * MIB, 256 * MIB, None]


@pytest.mark.parametrize("hostile", [-1, 1 << 62, "many"])
def test_numbers_that_no_heap_has_are_not_told(hostile: int | str) -> None:
    odd = {**Z, "sun.gc.generation.1.capacity": hostile, "sun.gc.generation.1.maxCapacity": hostile}
    assert heap_committed_bytes(odd) is None
    assert heap_reserved_bytes(odd) is None
    assert told(odd, {**odd, "sun.gc.collector.2.invocations": 6, "sun.gc.generation.1.space.0.used": hostile}) == [
        None,
        None,
    ]
