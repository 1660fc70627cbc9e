"""Heap dumps, damaged as files of bytes are: none is called clean with fewer objects than the whole."""

import gzip
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.jvm.heap.command import exit_code_of
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.heap.report import HeapReport

from tests.unit.jvm.heaps import book_shop

HEAD = 9
SEGMENT, END = 0x1C, 0x2C


@dataclass(frozen=True)
class Record:
    """One record of a dump."""

    at: int
    tag: int
    length: int


def whole_dump() -> bytes:
    return book_shop(30, cached=10, rest=20).written(segment_bytes=16_000)


def records(content: bytes) -> Iterator[Record]:
    at = content.index(b"\0") + 13
    while at < len(content):
        tag, _, length = struct.unpack_from(">BII", content, at)
        yield Record(at, tag, length)
        at += HEAD + length


def with_length(content: bytes, record: Record, length: int) -> bytes:
    return content[: record.at + 5] + struct.pack(">I", length) + content[record.at + HEAD :]


def report_of(tmp_path: Path, content: bytes) -> HeapReport:
    (tmp_path / "d.hprof").write_bytes(content)
    return report_of_heap_dumps([str(tmp_path / "d.hprof")])


def read(tmp_path: Path, content: bytes) -> tuple[int, int]:
    """The exit code of `loadproof heap`, and the number of objects."""
    try:
        report = report_of(tmp_path, content)
    except InputError:
        return 2, 0
    return exit_code_of(report), report.dumps[0].all.objects


def segments(content: bytes) -> list[Record]:
    return [record for record in records(content) if record.tag == SEGMENT]


def second_part(content: bytes, record: Record) -> int:
    """Where the second object of a segment begins; its first is an instance or an array of bytes."""
    at = record.at + HEAD
    if content[at] == 0x23:
        assert content[at + 17] == 8
        return at + 18 + int(struct.unpack_from(">I", content, at + 13)[0])
    assert content[at] == 0x21
    return at + 25 + int(struct.unpack_from(">I", content, at + 21)[0])


@pytest.mark.parametrize("place", [0, 2, -1], ids=["first", "middle", "last"])
@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "gzip"])
def test_a_segment_of_length_0_is_read_to_the_next_record(tmp_path: Path, place: int, *, is_packed: bool) -> None:
    whole = whole_dump()
    assert len(segments(whole)) > 3
    damaged = with_length(whole, segments(whole)[place], 0)
    report = report_of(tmp_path, gzip.compress(damaged) if is_packed else damaged)
    complete = report_of(tmp_path, whole)
    assert (report.suspects, report.classes) == (complete.suspects, complete.classes)
    assert {one.code for one in report.remarks} == {"mended", "one-dump"}
    assert exit_code_of(report) == 0


def test_all_segments_of_length_0_are_read(tmp_path: Path) -> None:
    whole = damaged = whole_dump()
    for record in segments(whole):
        damaged = with_length(damaged, record, 0)
    assert report_of(tmp_path, damaged).classes == report_of(tmp_path, whole).classes


def test_segments_of_length_0_of_a_real_jvm_are_read(tmp_path: Path) -> None:
    """Its roots are of all kinds: their tags are those of records, too."""
    whole = damaged = gzip.decompress((Path(__file__).parent / "dumps/shelves.hprof.gz").read_bytes())
    found = segments(whole)
    assert found
    for record in found:
        damaged = with_length(damaged, record, 0)
    report, complete = report_of(tmp_path, damaged), report_of(tmp_path, whole)
    assert (report.suspects, report.classes, report.tree) == (complete.suspects, complete.classes, complete.tree)


def test_a_segment_that_is_empty_is_no_broken_one(tmp_path: Path) -> None:
    whole = whole_dump()
    first = segments(whole)[0].at
    empty = struct.pack(">BII", SEGMENT, 0, 0)
    name = struct.pack(">BIIQ", 0x01, 0, 12, 99) + b"name"
    for between in (empty, empty * 3, empty + name * 4, name + empty):
        report = report_of(tmp_path, whole[:first] + between + whole[first:])
        assert (exit_code_of(report), {one.code for one in report.remarks}) == (0, {"one-dump"})


def test_roots_behind_a_length_of_0_are_content(tmp_path: Path) -> None:
    """Roots have tags that records have, too."""
    whole = whole_dump()
    last, end = segments(whole)[-1], next(record for record in records(whole) if record.tag == END)
    roots = whole.index(b"\x05" + struct.pack(">Q", 0x7_0000_0000), last.at)
    split = whole[:roots] + struct.pack(">BII", SEGMENT, 0, end.at - roots) + whole[roots:]
    split = with_length(split, last, roots - last.at - HEAD)
    assert read(tmp_path, split) == read(tmp_path, whole)
    behind = Record(roots, SEGMENT, 0)
    report = report_of(tmp_path, with_length(split, behind, 0))
    assert report.classes == report_of(tmp_path, whole).classes
    assert "mended" in {one.code for one in report.remarks}


def test_a_segment_of_length_0_with_rubbish_in_it_is_named_by_its_byte(tmp_path: Path) -> None:
    whole = whole_dump()
    record = segments(whole)[1]
    damaged = bytearray(with_length(whole, record, 0))
    damaged[second_part(whole, record)] = 0x7E
    report = report_of(tmp_path, bytes(damaged))
    extent = report.dumps[0].extent
    assert (extent.state, extent.at, exit_code_of(report)) == ("length", record.at, 4)


@pytest.mark.parametrize(
    ("change", "codes"), [(-1, {"length"}), (1, {"length", "corrupt"}), (7, {"length", "corrupt"})]
)
def test_a_length_of_a_segment_that_does_not_fit_is_no_cut(tmp_path: Path, change: int, codes: set[str]) -> None:
    whole = whole_dump()
    for record in segments(whole)[:-1]:
        report = report_of(tmp_path, with_length(whole, record, record.length + change))
        assert {one.code for one in report.remarks if one.kind == "unread"} <= codes
        assert exit_code_of(report) == 4


def test_a_segment_that_is_too_long_for_its_file_is_named_by_its_byte(tmp_path: Path) -> None:
    whole = whole_dump()
    record = segments(whole)[1]
    for length in (len(whole), 0x7FFFFFFF, 0xFFFFFFFF):
        report = report_of(tmp_path, with_length(whole, record, length))
        extent = report.dumps[0].extent
        assert (extent.state, extent.at) == ("length", record.at)
        assert exit_code_of(report) == 4
        assert report.dumps[0].all.objects > 0


def test_a_segment_whose_content_goes_on_is_named_by_its_byte(tmp_path: Path) -> None:
    whole = whole_dump()
    record = segments(whole)[1]
    report = report_of(tmp_path, with_length(whole, record, second_part(whole, record) - record.at - HEAD))
    extent = report.dumps[0].extent
    assert (extent.state, extent.at) == ("length", record.at)


@pytest.mark.parametrize("tag", [0x01, 0x02, END])
@pytest.mark.parametrize("length", [0, 1, 19, 100, 1 << 16, 1 << 24, 0x7FFFFFFF, 0xFFFFFFFF])
def test_no_length_of_a_record_makes_a_clean_dump_of_fewer_objects(tmp_path: Path, tag: int, length: int) -> None:
    whole = whole_dump()
    complete = read(tmp_path, whole)
    for record in [one for one in records(whole) if one.tag == tag][:3]:
        if record.length == length:
            continue
        exit_code, objects = read(tmp_path, with_length(whole, record, length))
        assert exit_code in (2, 4), (record, length)
        assert objects <= complete[1]


def test_flipped_bits_of_lengths_never_make_a_clean_dump_of_fewer_objects(tmp_path: Path) -> None:
    whole = whole_dump()
    complete = read(tmp_path, whole)
    assert complete[0] == 0
    for record in records(whole):
        if record.tag != SEGMENT and record.at % 3:
            continue
        for bit in range(0, 32, 3):
            exit_code, objects = read(tmp_path, with_length(whole, record, record.length ^ (1 << bit)))
            assert exit_code in (2, 4) or objects >= complete[1], (record, bit)


def test_a_dump_that_is_cut_inside_a_record_ends_with_4(tmp_path: Path) -> None:
    whole = whole_dump()
    for record in [*segments(whole), next(one for one in records(whole) if one.tag == END)]:
        for end in (record.at + 3, record.at + HEAD - 1, record.at + HEAD + record.length // 2):
            if end >= len(whole):
                continue
            report = report_of(tmp_path, whole[:end])
            assert (report.dumps[0].extent.state, exit_code_of(report)) == ("cut", 4)
    # The last segment of a VM that died: its length is 0, and the file ends inside it.
    last = segments(whole)[-1]
    report = report_of(tmp_path, with_length(whole, last, 0)[: last.at + HEAD + last.length // 2])
    assert (report.dumps[0].extent.state, exit_code_of(report)) == ("cut", 4)
    assert report.dumps[0].all.objects > 0


def test_a_gzip_that_is_cut_or_broken_ends_with_4(tmp_path: Path) -> None:
    whole = whole_dump()
    packed = gzip.compress(whole, mtime=0)
    for share in (0.3, 0.6, 0.9):
        assert read(tmp_path, packed[: int(len(packed) * share)])[0] == 4
    for place in (len(packed) // 2, len(packed) - 6):
        broken = packed[:place] + bytes([packed[place] ^ 0x55]) + packed[place + 1 :]
        exit_code, objects = read(tmp_path, broken)
        assert exit_code in (2, 4)
        assert objects <= read(tmp_path, whole)[1]


def test_a_dump_that_is_cut_beside_whole_ones_ends_with_4(tmp_path: Path) -> None:
    for at in (1, 2):
        content = book_shop(100, taken_ms=at * 60_000).written()
        (tmp_path / f"{at}.hprof").write_bytes(content if at == 1 else content[:-2000])
    report = report_of_heap_dumps([str(tmp_path / f"{at}.hprof") for at in (1, 2)])
    assert report.state == "kept"
    assert exit_code_of(report) == 4
