"""A disk that refuses data: said before the run where it can be known, survived during the run."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from loadproof.errors import RunDirectoryError
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.store.journal import Journal, RowBatch
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter

from .made_run import description_of, directory_in, tick_of

ROOT = Path(__file__).parents[3]
TRIAL = Trial(Purpose.LOAD, 100.0, hold_s=5.0)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 66 MiB, of which `create` demands 64."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=66m", "tmpfs", str(place)], check=False, capture_output=True
    )
    if not mounted or mounted.returncode:
        pytest.skip("no right to mount a small disk here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def _fill(disk: Path, leave_bytes: int) -> Path:
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(disk).free - leave_bytes)
    return ballast


def test_a_full_disk_is_said_before_the_run(small_disk: Path) -> None:
    _fill(small_disk, 10 * 2**20)
    with pytest.raises(RunDirectoryError, match=r"only 10 MiB are free.*needs 64 MiB.*--out"):
        RunDirectory.create("load", path=small_disk / "run")
    assert not (small_disk / "run").exists()


def test_a_disk_that_fills_up_loses_nothing_of_the_answer_and_is_said(small_disk: Path) -> None:
    directory = directory_in(small_disk)
    writer = RunWriter(directory, description_of())
    writer.trial_started(1, TRIAL, method="load")
    writer.tick(1, tick_of(0, [1.0]))
    assert writer.failure is None
    _fill(small_disk, 0)
    for second in range(1, 8):
        writer.tick(1, tick_of(second, [float(value) for value in range(1, 300)]))
    verdict = Verdict(State.PASSED, Message.said("kept"))
    writer.trial_ended(1, TrialResult(TRIAL, Window(0).measurement(5.0), verdict))
    writer.ended()
    failure = writer.failure
    assert failure is not None
    assert 0 < failure.lost_seconds <= 7
    assert str(failure).startswith("from 0 s of the run on the disk is full: run.db lacks")
    with writer.reader() as reader:
        assert len(list(reader.windows(1))) == 8
        assert reader.verdict(reader.trials()[0]) == verdict.record()
        assert reader.ending() is not None
        assert reader.storage_failures() == [failure]
    with pytest.raises(RunDirectoryError, match=r"no space left.*--out"):
        directory.write_report("x" * 100_000)
    assert not directory.report_markdown.exists()
    writer.close()
    with RunReader(directory) as reader:
        assert len(list(reader.windows(1))) == 8 - failure.lost_seconds


def test_a_disk_that_is_freed_in_time_gets_everything(small_disk: Path) -> None:
    directory = directory_in(small_disk)
    with RunWriter(directory, description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        ballast = _fill(small_disk, 0)
        for second in range(30):
            writer.tick(1, tick_of(second, [1.0, 2.0]))
        assert writer.failure is not None
        ballast.unlink()
        writer.tick(1, tick_of(30, [1.0, 2.0]))
        assert writer.failure is None
    with RunReader(directory) as reader:
        assert [window.second for window in reader.windows(1)] == list(range(31))
        assert reader.storage_failures() == []


def test_a_file_that_may_not_grow_does_not_stop_the_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.unit.store.killed_writer", str(tmp_path), "200", str(1_020_000)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert "200" in lines
    assert re.match(r"failure: from \d+ s of the run on run.db has the largest size that a file may have", lines[-3])
    assert lines[-2] == "seen: 200"
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        assert 0 < sum(window.seconds for window in reader.windows(1)) < 200


def test_only_ticks_are_given_up_and_they_are_counted() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    journal = Journal(connection, 0.0, capacity=3)
    for number in range(10):
        journal.write(RowBatch([("INSERT INTO second VALUES (?)", [(number,)])], is_tick=True))
    journal.write(RowBatch([("INSERT INTO second VALUES (?)", [(100,)])]))
    assert journal.failure is not None
    assert journal.failure.lost_seconds == 10
    connection.execute("CREATE TABLE second (number INTEGER)")
    journal.write(RowBatch([]))
    assert [row[0] for row in connection.execute("SELECT number FROM second")] == [7, 8, 9, 100]
    assert journal.failure.lost_seconds == 7


def test_a_read_only_disk_is_said_before_the_run_and_can_still_be_read(small_disk: Path) -> None:
    with RunWriter(directory_in(small_disk), description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        writer.tick(1, tick_of(0, [1.0]))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(RunDirectoryError, match=r"cannot be written \(read-only file system\).*--out"):
        RunDirectory.create("load", parent=small_disk / "runs")
    with RunReader(RunDirectory.open(small_disk / "run")) as reader:
        assert len(list(reader.windows(1))) == 1
