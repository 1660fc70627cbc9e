"""Run directories: named, never overwritten, and refused in plain words."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from loadproof.errors import RunDirectoryError
from loadproof.methods.trial import Purpose, Trial
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import SCHEMA_VERSION
from loadproof.store.writer import RunWriter

from .made_run import description_of, directory_in, tick_of


@pytest.fixture
def finished(tmp_path: Path) -> RunDirectory:
    """A small finished run."""
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of()) as writer:
        writer.trial_started(1, Trial(Purpose.LOAD, 100.0, hold_s=5.0), method="load")
        for second in range(50):
            writer.tick(1, tick_of(second, [float(value) for value in range(1, 100)]))
        writer.ended()
    return directory


def test_a_new_run_is_named_after_its_start_and_verb(tmp_path: Path) -> None:
    made = [RunDirectory.create("capacity", parent=tmp_path / "runs").path for _ in range(3)]
    assert len(set(made)) == 3
    assert all(re.fullmatch(r"\d{8}T\d{6}Z-capacity(-\d)?", path.name) for path in made)
    assert all(list(path.iterdir()) == [path / "artifacts"] for path in made)


def test_an_existing_run_is_never_overwritten(finished: RunDirectory) -> None:
    before = finished.database.read_bytes()
    with pytest.raises(RunDirectoryError, match=r"not empty.*never overwritten.*new directory"):
        RunDirectory.create("load", path=finished.path)
    assert finished.database.read_bytes() == before


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file")
    with pytest.raises(RunDirectoryError, match=r"runs: cannot be written \(.*\). Cure"):
        RunDirectory.create("load", parent=tmp_path / "runs")
    with pytest.raises(RunDirectoryError, match=r"cannot be written \(not a directory\)"):
        RunDirectory.create("load", path=tmp_path / "runs" / "deeper")


def test_results_are_put_in_place_whole(finished: RunDirectory) -> None:
    finished.write_result({"rate": 1.5, "text": "ü"})
    finished.write_report("# Report\n")
    assert json.loads(finished.result_json.read_text()) == {"rate": 1.5, "text": "ü"}
    assert {path.name for path in finished.path.iterdir()} == {
        "run.db",
        "result.json",
        "report.md",
        "artifacts",
    }


def test_a_path_that_is_no_run_is_refused(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "none", "does not exist"), (tmp_path, "has no run.db")):
        with pytest.raises(RunDirectoryError, match=f"{words}.*Cure"):
            RunDirectory.open(path)


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "run.db") as connection:
        connection.execute("CREATE TABLE other (x)")
    with pytest.raises(RunDirectoryError, match=r"not a run of loadproof.*Cure"):
        RunReader(RunDirectory.open(tmp_path))


def test_a_newer_schema_is_refused(finished: RunDirectory) -> None:
    with sqlite3.connect(finished.database) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer = rf"written by a newer loadproof \(schema {SCHEMA_VERSION + 1}.*update loadproof"
    with pytest.raises(RunDirectoryError, match=newer):
        RunReader(finished)


@pytest.mark.parametrize("offset", [0, 100, 20_000, 60_000])
def test_a_damaged_database_is_said(finished: RunDirectory, offset: int) -> None:
    content = bytearray(finished.database.read_bytes())
    content[offset : offset + 20_000] = b"\xa5" * 20_000
    finished.database.write_bytes(content)
    with pytest.raises(RunDirectoryError, match=r"run.db: .*Cure:"):
        RunReader(finished)


def test_a_truncated_database_is_said(finished: RunDirectory) -> None:
    content = finished.database.read_bytes()
    for length in (0, 10, 1000, len(content) // 2):
        finished.database.write_bytes(content[:length])
        with pytest.raises(RunDirectoryError, match=r"run.db: .*Cure:"):
            RunReader(finished)


def test_a_damaged_histogram_is_said(finished: RunDirectory) -> None:
    with sqlite3.connect(finished.database) as connection:
        connection.execute("UPDATE window SET response = x'00ff' WHERE due_second = 3")
    with RunReader(finished) as reader, pytest.raises(RunDirectoryError, match=r"is damaged.*Cure"):
        list(reader.windows(1))
