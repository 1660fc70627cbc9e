"""Files that are cut, broken, hostile, too large, or no heap dumps of HotSpot at all."""

import gzip
import random
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.jvm.heap.document import heap_document
from loadproof.jvm.heap.dumps import report_of_heap_dumps, report_on_heaps
from loadproof.jvm.heap.file import read_heap_dump
from loadproof.render.html_document import html_document
from loadproof.words.catalogue import words_of

from bench.large_heap import FIELD, write_large_heap
from tests.unit.jvm.heaps import book_shop


def test_a_dump_that_is_cut_anywhere_is_counted_as_far_as_it_goes(tmp_path: Path) -> None:
    heap = book_shop(3, cached=2, rest=20)
    whole = heap.written(segment_bytes=4096)
    place = tmp_path / "d.hprof"
    before = 0
    for end in [*range(40, len(whole), 37), len(whole) - 1]:
        place.write_bytes(whole[:end])
        dump = read_heap_dump(str(place))
        assert (dump.extent.state, dump.kept) == ("cut", None)
        assert dump.all.objects >= before
        before = dump.all.objects
    place.write_bytes(whole)
    assert read_heap_dump(str(place)).extent.state == "whole"
    report = report_on_heaps([("d", dump)])
    assert (report.state, [one.code for one in report.remarks]) == ("cannot_tell", ["cut", "one-dump"])


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 1 << 32), st.integers(1, 12))
def test_any_broken_dump_is_read_or_refused(tmp_path: Path, seed: int, changes: int) -> None:
    chance = random.Random(seed)
    content = bytearray(book_shop(3, cached=2, rest=0).written(segment_bytes=2000))
    for _ in range(changes):
        content[chance.randrange(len(content))] = chance.choice([0, 0x7F, 0xFF, chance.randrange(256)])
    place = tmp_path / "d.hprof"
    place.write_bytes(bytes(content))
    try:
        report = report_of_heap_dumps([str(place)])
    except InputError:
        return
    html_document(heap_document(report, words_of("en")), "en")


@pytest.mark.parametrize("length", [0x7FFFFFFF, 0xFFFFFFFF, 0x80000000])
@pytest.mark.parametrize("record", ["array", "values", "instance", "text", "segment"])
def test_lengths_that_no_memory_holds_are_refused(tmp_path: Path, record: str, length: int) -> None:
    head = b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 8, 1)
    one = bytes(7) + b"\x08"
    inner = {
        "array": b"\x22" + one + bytes(4) + struct.pack(">I", length) + one,
        "values": b"\x23" + one + bytes(4) + struct.pack(">IB", length, 11),
        "instance": b"\x21" + one + bytes(4) + one + struct.pack(">I", length),
    }
    if record in inner:
        content = struct.pack(">BII", 0x1C, 0, len(inner[record])) + inner[record]
    else:
        content = struct.pack(">BII", 0x01 if record == "text" else 0x1C, 0, length) + one
    place = tmp_path / "d.hprof"
    place.write_bytes(head + content)
    dump = read_heap_dump(str(place))
    assert dump.extent.state in ("corrupt", "length", "cut")
    assert dump.all.objects == 0


def test_a_circle_of_classes_and_two_objects_at_one_address_end(tmp_path: Path) -> None:
    heap = book_shop(5)
    low = heap.make_class("a/Low", fields=[("one", "L")])
    high = heap.make_class("a/High", superclass=low, fields=[("two", "L")])
    heap.classes[low].superclass = high
    place = tmp_path / "d.hprof"
    place.write_bytes(heap.written())
    assert read_heap_dump(str(place)).kept is not None
    place.write_bytes(heap.written(copies=2))
    dump = read_heap_dump(str(place))
    assert dump.kept is not None
    assert dump.kept.reachable.objects <= dump.all.objects // 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "it is empty"),
        (b"JAVA PROFILE 1.0.3\0" + bytes(100), "of Android"),
        (b"\0\x12portable heap dump" + bytes(100), "of OpenJ9"),
        (b"0SECTION       TITLE subcomponent dump routine", "of OpenJ9"),
        (b"\x7fELF" + bytes(12) + b"\x04" + bytes(100), "a core of a process"),
        (b"PK\x03\x04" + bytes(100), "an archive"),
        (b"Full thread dump OpenJDK", "loadproof threads"),
        (b"GET / HTTP/1.1\r\n", "no heap dump of a JVM"),
        (gzip.compress(b"text", mtime=0), "no heap dump of a JVM"),
        (b"\x1f\x8b\x08broken", "its head cannot be read"),
        (b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 3, 1), "neither 4 nor 8"),
        (b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQBIIB", 8, 1, 0x1C, 0, 9, 0xFE) + bytes(8), "of Android"),
    ],
)
def test_what_is_no_dump_of_hotspot_is_refused_by_its_name(tmp_path: Path, content: bytes, told: str) -> None:
    place = tmp_path / "d"
    place.write_bytes(content)
    with pytest.raises(InputError, match=told):
        read_heap_dump(str(place))


def test_a_dump_in_gzip_says_the_same(tmp_path: Path) -> None:
    content = book_shop(20).written()
    (tmp_path / "plain").write_bytes(content)
    # HotSpot writes blocks of gzip, one after the other.
    middle = len(content) // 2
    (tmp_path / "packed").write_bytes(gzip.compress(content[:middle]) + gzip.compress(content[middle:]))
    plain_dump, packed = (read_heap_dump(str(tmp_path / name)) for name in ("plain", "packed"))
    assert (plain_dump.kept, plain_dump.classes) == (packed.kept, packed.classes)


def test_the_dump_of_the_bench_says_what_it_was_made_of(tmp_path: Path) -> None:
    write_large_heap(tmp_path / "d.hprof", 5000)
    report = report_of_heap_dumps([str(tmp_path / "d.hprof")])
    suspect = report.suspects[0]
    assert (suspect.class_name, suspect.field) == FIELD
    assert suspect.share > 0.99
    assert suspect.own_objects == 4 * 5000 + 2


def test_too_little_memory_leaves_the_classes(tmp_path: Path) -> None:
    place = tmp_path / "d.hprof"
    place.write_bytes(book_shop(3000).written())
    dump = read_heap_dump(str(place), 300_000)
    assert (dump.extent.state, dump.kept) == ("memory", None)
    assert dump.extent.needed_bytes is not None
    assert dump.extent.needed_bytes > 300_000
    assert next(row.objects for row in dump.classes if row.name == "book.Price") == 3100
