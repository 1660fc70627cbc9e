"""Memory that may not be read proportionally, or only at a cost, is still given, and said to be so."""

import time
from dataclasses import replace

import pytest
from loadproof.jvm.probe.heap_places import HeapPlaces, NoHeap, SplitMemory
from loadproof.model.message import Message, duration
from loadproof.probes.process_memory import ProcessMemory
from loadproof.system.process_files import ProcessKey, ProcessStat

STAT = ProcessStat((5, 1), 1, zombie=False, own_ticks=0, waited_ticks=0, threads=1, resident_bytes=30 << 20)


def test_without_rights_it_is_the_resident_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: HeapPlaces, key: ProcessKey, now_s: float) -> SplitMemory:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(HeapPlaces, "read", refuse)
    memory = ProcessMemory()
    assert list(memory.read([STAT], 1.0)) == [("pss_mib", "MiB", 30.0)]
    (shortfall,) = memory.shortfalls()
    assert shortfall == Message("memory-not-proportional", why=Message.said("Permission denied"))


def test_a_costly_reading_is_kept_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = 0

    def costly(_self: HeapPlaces, key: ProcessKey, now_s: float) -> SplitMemory:
        nonlocal readings
        readings += 1
        until_s = time.thread_time() + 0.02
        while time.thread_time() < until_s:
            pass
        return SplitMemory(readings << 20, NoHeap.NOT_JAVA)

    monkeypatch.setattr(HeapPlaces, "read", costly)
    memory = ProcessMemory()
    values = [value for second in range(5) for _, _, value in memory.read([STAT], float(second))]
    assert values == [1.0, 1.0, 1.0, 1.0, 2.0]
    assert list(memory.shortfalls()) == [Message("memory-read-seldom", every=duration(4))]
    # With the memory of a control group beside it, it is read no second time and nothing is lacking.
    beside = ProcessMemory(has_group=True)
    assert [value for second in range(99) for _, _, value in beside.read([STAT], float(second))] == [3.0]
    assert list(beside.shortfalls()) == []


def test_other_memory_is_that_of_all_processes_without_the_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {5: SplitMemory(300 << 20, 200 << 20), 6: SplitMemory(40 << 20, NoHeap.NOT_JAVA)}
    monkeypatch.setattr(HeapPlaces, "read", lambda _self, key, now_s: parts[key[0]])
    alive = [STAT, replace(STAT, key=(6, 1))]
    memory = ProcessMemory()
    assert list(memory.read(alive, 1.0)) == [("pss_mib", "MiB", 340.0), ("other_memory_mib", "MiB", 140.0)]
    assert list(memory.shortfalls()) == []
    # Without the heap of one of them what is other is not known.
    parts[6] = SplitMemory(40 << 20, NoHeap.NOT_FOUND)
    lost = ProcessMemory()
    assert list(lost.read(alive, 1.0)) == [("pss_mib", "MiB", 340.0)]
    assert list(lost.shortfalls()) == [Message("memory-heap-not-found")]
    # Without any heap it is the memory of the processes, which has a name already.
    parts[5] = parts[6] = SplitMemory(40 << 20, NoHeap.NOT_JAVA)
    assert list(ProcessMemory().read(alive, 1.0)) == [("pss_mib", "MiB", 80.0)]


def test_a_heap_is_told_from_other_memory_each_five_seconds_however_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    read_at: list[float] = []

    def costly(_self: HeapPlaces, key: ProcessKey, now_s: float) -> SplitMemory:
        read_at.append(now_s)
        until_s = time.thread_time() + 0.02
        while time.thread_time() < until_s:
            pass
        return SplitMemory((300 << 20) + len(read_at), 200 << 20)

    monkeypatch.setattr(HeapPlaces, "read", costly)
    monkeypatch.setattr(HeapPlaces, "seek", lambda _self, keys, now_s: True)
    memory = ProcessMemory(has_group=True)
    told = [value for second in range(12) for _, _, value in list(memory.read([STAT], float(second)))[1:]]
    assert read_at == [0.0, 5.0, 10.0]
    # Between, the last value holds.
    assert [round((mib - 100.0) * 2**20) for mib in told] == [1] * 5 + [2] * 5 + [3] * 2
    assert list(memory.shortfalls()) == []


def test_a_heap_that_is_found_late_is_told_however_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_s = 7.0

    def costly(_self: HeapPlaces, key: ProcessKey, now_s: float) -> SplitMemory:
        until_s = time.thread_time() + 0.02
        while time.thread_time() < until_s:
            pass
        return SplitMemory(300 << 20, NoHeap.NOT_FOUND if now_s < begun_s else 200 << 20)

    monkeypatch.setattr(HeapPlaces, "read", costly)
    monkeypatch.setattr(HeapPlaces, "seek", lambda _self, keys, now_s: now_s >= begun_s)
    memory = ProcessMemory(has_group=True)
    names = [[name for name, _, _ in memory.read([STAT], float(second))] for second in range(20)]
    assert names == [["pss_mib"]] + 6 * [[]] + 13 * [["pss_mib", "other_memory_mib"]]
    assert list(memory.shortfalls()) == []
