"""The log of a VM as it grows: found among the files of a process, cut in a line, rotated, emptied, or long."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from loadproof.jvm.gc.followed_log import FollowedLog, open_log_of

HEAD = "[0.001s][info][gc     ] Using G1\n[0.002s][info][gc,init] Heap Region Size: 1M\n"
HEAD += "[0.003s][info][gc,init] Heap Max Capacity: 64M\n"


def collected(number: int, at_s: float, before: int, after: int) -> str:
    return (
        f"[{at_s:.3f}s][info][gc] GC({number}) Pause Young (Normal) (G1 Evacuation Pause) "
        f"{before}M->{after}M(64M) 2.000ms\n"
    )


@pytest.fixture
def log(tmp_path: Path) -> Iterator[IO[str]]:
    with (tmp_path / "any.txt").open("w", encoding="utf-8") as file:
        file.write(HEAD)
        file.flush()
        yield file


def followed(file: IO[str]) -> FollowedLog:
    return FollowedLog(f"/proc/{os.getpid()}/fd/{file.fileno()}")


def write(file: IO[str], text: str) -> None:
    file.write(text)
    file.flush()


def test_the_log_of_a_process_is_known_by_its_lines(tmp_path: Path, log: IO[str]) -> None:
    with (tmp_path / "gc.log").open("w", encoding="utf-8") as other:
        write(other, "[0.001s] this is not a log of collections, whatever its name\n")
        found = open_log_of(os.getpid())
        assert found is not None
        assert found.name == log.name
        found.close()


def test_a_log_without_decorations_is_known_too(tmp_path: Path) -> None:
    with (tmp_path / "gc.log").open("w", encoding="utf-8") as bare:
        write(bare, "Using Serial\nGC(0) Pause Young (Allocation Failure) 24M->4M(64M) 2.000ms\n")
        found = open_log_of(os.getpid())
        assert found is not None
        assert found.sums.pauses == 1
        found.close()


def test_a_file_that_is_only_read_is_not_that_of_the_process(tmp_path: Path) -> None:
    (tmp_path / "gc.log").write_text(HEAD, encoding="utf-8")
    with (tmp_path / "gc.log").open(encoding="utf-8"):
        assert open_log_of(os.getpid()) is None


def test_each_reading_has_what_came_since_and_a_line_that_is_cut_waits_for_its_end(log: IO[str]) -> None:
    file = followed(log)
    line = collected(0, 1.0, 24, 4)
    write(log, line[:40])
    assert file.read().pauses == 0
    write(log, line[40:])
    assert file.read().pauses == 1
    assert file.sums.paused_s == pytest.approx(0.002)
    write(log, collected(1, 3.0, 44, 6))
    sums = file.read()
    # 40 MiB in the two seconds between the collections.
    assert [sums.allocated_mib, sums.allocation_s] == pytest.approx([40.0, 2.0])
    assert (file.log.collector, file.log.heap_max_mib) == ("G1", 64.0)
    file.close()


def test_a_log_that_is_rotated_is_followed_into_its_next_part(tmp_path: Path, log: IO[str]) -> None:
    file = followed(log)
    write(log, collected(0, 1.0, 24, 4))
    os.rename(log.name, f"{log.name}.0")
    assert file.read().pauses == 1
    with Path(log.name).open("w", encoding="utf-8") as following:
        # As a VM: the same descriptor leads to the next part.
        os.dup2(following.fileno(), log.fileno())
        write(following, collected(1, 2.0, 24, 4))
        assert file.read().pauses == 2
    file.close()


def test_a_log_that_is_emptied_is_read_from_its_begin(log: IO[str]) -> None:
    file = followed(log)
    write(log, collected(0, 1.0, 24, 4))
    file.read()
    os.ftruncate(log.fileno(), 0)
    os.lseek(log.fileno(), 0, os.SEEK_SET)
    write(log, collected(1, 2.0, 24, 4))
    assert file.read().pauses == 2
    file.close()


def test_of_a_long_log_the_head_and_the_end_are_read(log: IO[str]) -> None:
    filler = "[1.500s][info][class,load] java.lang.Object source: jrt:/java.base\n" * 1000
    write(log, collected(0, 1.0, 24, 4))
    while log.tell() < 9 << 20:
        log.write(filler)
    write(log, collected(7, 9.0, 24, 4))
    file = followed(log)
    assert (file.sums.pauses, file.log.collector, file.log.heap_max_mib) == (1, "G1", 64.0)
    file.close()


def test_a_line_without_an_end_takes_a_bounded_room(log: IO[str]) -> None:
    file = followed(log)
    write(log, "x" * (3 << 20))
    file.read()
    write(log, "\n" + collected(0, 1.0, 24, 4))
    assert file.read().pauses == 1
    file.close()


def test_a_log_that_grows_too_fast_is_read_at_its_end_and_no_growth_is_made_of_the_gap(log: IO[str]) -> None:
    file = followed(log)
    write(log, collected(0, 1.0, 24, 4))
    file.read()
    write(log, "".join(collected(number, number + 1.0, 24, 4) for number in range(1, 2000)))
    sums = file.read(20_000)
    assert file.has_skipped
    assert 2 < sums.pauses < 200
    # 20 MiB in each second that was read.
    assert sums.allocated_mib / sums.allocation_s == pytest.approx(20.0)
    file.close()
