"""Where a heap lies among the mappings of a process: made texts of VMs, what only looks like one, and hostile ones."""

import mmap
import os
import time

import pytest
from loadproof.jvm.probe import heap_places
from loadproof.jvm.probe.heap_places import HeapPlaces, NoHeap, heap_range
from loadproof.system import address_space
from loadproof.system.address_space import Mapping, mappings_in, proportional_bytes_between
from loadproof.system.process_files import read_process_stat

MIB = 2**20
G1_OF_96 = b"""\
fa000000-fd000000 rw-p 00000000 00:00 0
fd000000-fff00000 ---p 00000000 00:00 0
fff00000-fff80000 rw-p 01200000 fe:00 77  /usr/lib/jvm/java-17-openjdk-amd64/lib/server/classes.jsa
fff80000-100000000 rw-p 00000000 00:00 0
800000000-800bc0000 rwxp 00001000 fe:00 77  /usr/lib/jvm/java-17-openjdk-amd64/lib/server/classes.jsa
800c00000-800d00000 rw-p 00000000 00:00 0
800d00000-840c00000 ---p 00000000 00:00 0
7f0000000000-7f0000021000 rw-p 00000000 00:00 0
7f0000021000-7f0004000000 ---p 00000000 00:00 0
7f1000000000-7f1001000000 r-xp 00000000 fe:00 78  /usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so
"""


def test_a_heap_is_found_with_an_archive_that_is_mapped_into_it() -> None:
    assert heap_range(mappings_in(G1_OF_96), 96 * MIB, 49 * MIB) == (0xFA000000, 0x100000000)


def test_of_two_of_its_size_it_is_the_one_that_has_what_it_committed() -> None:
    # A heap of 1 GiB beside a space of classes that is as large.
    text = b"c0000000-d0000000 rw-p 00000000 00:00 0 \nd0000000-100000000 ---p 00000000 00:00 0 \n" + G1_OF_96
    mappings = mappings_in(text)
    assert heap_range(mappings, 1024 * MIB, 256 * MIB) == (0xC0000000, 0x100000000)
    assert heap_range(mappings, 1024 * MIB, 1 * MIB) == (0x800C00000, 0x840C00000)


@pytest.mark.parametrize(("reserved", "committed"), [(96, 10), (97, 49), (1 << 30, 49)])
def test_a_heap_that_does_not_fit_is_not_found(reserved: int, committed: int) -> None:
    assert heap_range(mappings_in(G1_OF_96), reserved * MIB, committed * MIB) is None


def test_any_number_of_mappings_takes_a_bounded_time() -> None:
    hostile = [Mapping(page << 12, (page + 1) << 12, page % 2 == 0, b"") for page in range(65_530)]
    began_s = time.thread_time()
    assert heap_range(hostile, 1 << 50, 1 << 40) is None
    assert time.thread_time() - began_s < 2.0


def test_lines_that_are_no_mappings_are_left_out() -> None:
    names = b"7000-8000 rw-p 0 fe:00 9  /tmp/a\\012Pss: 9 kB\n"
    text = b"\0\xff\nzz-yy rw-p 0 0 0\n" + names + b"9" * 400 + b"-a rw-p 0 fe:00 9\n1000-2000 rw-p 0 00:00 0\n"
    assert [(one.begin, one.name) for one in mappings_in(text)] == [(0x7000, b"/tmp/a\\012Pss: 9 kB"), (0x1000, b"")]


def test_the_memory_of_a_part_of_a_process_is_what_was_written_in_it() -> None:
    with mmap.mmap(-1, 32 * MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as held:
        for at in range(0, 12 * MIB, mmap.PAGESIZE):
            held[at] = 1
        own = max(
            (one for one in address_space.mappings_of(os.getpid()) if not one.name and one.is_writable),
            key=lambda one: proportional_bytes_between(os.getpid(), one.begin, one.end),
        )
        assert proportional_bytes_between(os.getpid(), own.begin, own.end) >= 12 * MIB
        assert proportional_bytes_between(os.getpid(), own.end, own.end) == 0
        assert proportional_bytes_between(os.getpid(), 0, 1) == 0


def test_more_mappings_than_are_read_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_space, "_MOST_BYTES", 1000)
    with pytest.raises(ValueError, match="too many mappings"):
        proportional_bytes_between(os.getpid(), 1 << 62, 1 << 63)


def test_a_process_that_is_no_vm_is_looked_at_again_ever_more_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []
    now_s = 0.0

    def look(process_id: int) -> list[Mapping]:
        looked.append(now_s)
        return []

    monkeypatch.setattr(heap_places, "mappings_of", look)
    stat = read_process_stat(os.getpid())
    assert stat is not None
    places = HeapPlaces()
    for second in range(200):
        now_s = float(second)
        split = places.read(stat.key, now_s)
        assert split.heap is NoHeap.NOT_JAVA
        assert split.whole > MIB
    assert looked == [0.0, 1.0, 3.0, 7.0, 15.0, 31.0, 63.0, 127.0, 191.0]


def test_a_heap_in_shared_memory_is_all_that_the_process_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"""\
40000000000-40004000000 rw-s 00000000 00:01 3  /memfd:java_heap (deleted)
80000000000-80004000000 rw-s 00000000 00:01 3  /memfd:java_heap (deleted)
7f1000000000-7f1001000000 r-xp 00000000 fe:00 78  /usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so
"""
    monkeypatch.setattr(heap_places, "mappings_of", lambda process_id: mappings_in(text))
    stat = read_process_stat(os.getpid())
    assert stat is not None
    places = HeapPlaces()
    before = places.read(stat.key, 0.0).heap
    with mmap.mmap(-1, 8 * MIB) as shared:
        for at in range(0, 8 * MIB, mmap.PAGESIZE):
            shared[at] = 1
        after = places.read(stat.key, 1.0).heap
    assert not isinstance(before, NoHeap)
    assert not isinstance(after, NoHeap)
    assert after - before == 8 * MIB


def test_a_heap_is_sought_without_reading_any_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {4: b"", 5: b"", 6: G1_OF_96}
    monkeypatch.setattr(heap_places, "mappings_of", lambda process_id: mappings_in(texts[process_id]))
    monkeypatch.setattr(heap_places, "_sizes_of", lambda process_id: (96 * MIB, 49 * MIB))
    monkeypatch.setattr(heap_places, "proportional_memory", None)
    places = HeapPlaces()
    assert not places.seek([(4, 1), (5, 1)], 0.0)
    # One becomes a VM that is not ready, then it is.
    texts[5] = next(line for line in G1_OF_96.splitlines() if b"libjvm" in line)
    assert not places.seek([(4, 1), (5, 1)], 1.0)
    texts[5] = G1_OF_96
    assert places.seek([(4, 1), (5, 1)], 3.0)
    # One that is not found leaves what is other unknown, until it is gone.
    texts[6] = next(line for line in G1_OF_96.splitlines() if b"libjvm" in line)
    assert not places.seek([(5, 1), (6, 1)], 4.0)
    assert places.seek([(5, 1)], 4.5)


def test_a_vm_whose_heap_cannot_be_told_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap_places, "mappings_of", lambda process_id: mappings_in(G1_OF_96))
    stat = read_process_stat(os.getpid())
    assert stat is not None
    # This process shares no counters.
    assert HeapPlaces().read(stat.key, 0.0).heap is NoHeap.NOT_FOUND
