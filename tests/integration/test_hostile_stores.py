"""A run directory that other people made: every command that opens it ends in one sentence, soon, and never in a trace.

The commands are found in the command line's own tables: a new one that takes a run is covered without a word here.
Most are called as `main` calls them, in this process: thousands of stores would need thousands of processes.
"""

import contextlib
import io
import os
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import typer
from loadproof import open_run
from loadproof.cli import main as command_line
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import known_runs
from loadproof.errors import RunDirectoryError
from loadproof.store.run_list import listed_runs

from ..hostile_stores import SCHEMA_ATTACKS, VALUE_CORRUPTIONS, columns, put, whole_run
from .command_line import loadproof

LONGEST_S = 30.0
"""On a machine that does much else; alone, a tenth of it."""
REFUSED = {ExitCode.BAD_INPUT}
DOCUMENTED = set(ExitCode) - {ExitCode.OWN_FAULT, ExitCode.INTERRUPTED}


def commands_on_runs() -> dict[str, list[str]]:
    """The words of each command that takes a run, without the run: an option for it, and places to write to."""
    found = {}
    for name, command in typer.main.get_command(command_line.app).commands.items():  # type: ignore[attr-defined]
        for parameter in command.params:
            completed = getattr(parameter, "_custom_shell_complete", None)
            if completed is not None and known_runs in _held_by(completed):
                option = [parameter.opts[0]] if parameter.param_type_name == "option" else []
                places = ["--csv", "csv"] if any("--csv" in other.opts for other in command.params) else []
                found[name] = [name, *places, *option]
    return found


def _held_by(function: Any) -> list[Any]:
    """Functions that typer wrapped into one another."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return cells + [
        inner for cell in cells if callable(cell) for inner in _held_by(cell) if hasattr(cell, "__closure__")
    ]


COMMANDS = commands_on_runs()


def words_of(name: str, run: Path) -> list[str]:
    """The command on a run; one that compares runs gets a sound one first."""
    return [*COMMANDS[name], *(["runs/whole"] if name == "compare" else []), str(run)]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the sound runs `whole` and `other`."""
    place = tmp_path_factory.mktemp("project")
    shutil.copytree(whole_run(place), place / "runs/other")
    return place


@pytest.fixture
def damaged(project: Path) -> Iterator[Path]:
    """A copy of `whole` beside it, to be damaged; its summary is gone, so that a list looks into the store."""
    run = project / "runs/damaged"
    shutil.copytree(project / "runs/whole", run)
    (run / "summary.json").unlink()
    yield run
    shutil.rmtree(run)


def called(words: list[str], place: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Exit code and standard error of a command, called as `main` calls it. Raises what would be a trace."""
    monkeypatch.chdir(place)
    monkeypatch.setattr("sys.argv", ["loadproof", *words])
    messages = io.StringIO()
    began_s = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(messages):
        code = command_line._exit_code()
    assert time.monotonic() - began_s < LONGEST_S, words
    return code, messages.getvalue()


def check_commands(run: Path, names: list[str], what: str, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The exit codes of commands on a damaged run, all of which are documented; a refusal is one line with a cure."""
    codes = set()
    for name in names:
        code, said = called(words_of(name, run), run.parents[1], monkeypatch)
        assert code in DOCUMENTED, (what, name, code, said)
        if code == ExitCode.BAD_INPUT:
            assert ". Cure: " in said, (what, name, said)
            assert len(said.splitlines()) == 1, (what, name, said)
        codes.add(int(code))
    return codes


def test_the_commands_are_found() -> None:
    assert set(COMMANDS) >= {"compare", "export", "open", "report", "run", "show"}


def test_a_value_of_every_column_is_damaged(project: Path, damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each column with two kinds of damage in turn; test_every_value_is_damaged has all kinds."""
    kinds = list(VALUE_CORRUPTIONS)
    names = list(COMMANDS)
    store = (project / "runs/whole/run.db").read_bytes()
    refused = 0
    for index, (table, column) in enumerate(columns(project / "runs/whole")):
        for kind in (kinds[2 * index % len(kinds)], kinds[(2 * index + 1) % len(kinds)]):
            (damaged / "run.db").write_bytes(store)
            with contextlib.suppress(sqlite3.IntegrityError):
                put(damaged / "run.db", table, column, VALUE_CORRUPTIONS[kind], every_row=index % 2 == 0)
            what = f"{table}.{column}: {kind}"
            codes = check_commands(damaged, ["show", names[index % len(names)]], what, monkeypatch)
            refused += ExitCode.BAD_INPUT in codes
    assert refused > 50


@pytest.mark.parametrize("kind", VALUE_CORRUPTIONS)
def test_every_value_is_damaged(project: Path, damaged: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = (project / "runs/whole/run.db").read_bytes()
    for table, column in columns(project / "runs/whole"):
        for every_row in (False, True):
            (damaged / "run.db").write_bytes(store)
            with contextlib.suppress(sqlite3.IntegrityError):
                put(damaged / "run.db", table, column, VALUE_CORRUPTIONS[kind], every_row=every_row)
            check_commands(damaged, list(COMMANDS), f"{table}.{column}: {kind}", monkeypatch)


def flipped(store: bytes, seed: int) -> bytes:
    """The bytes of a store with some of them changed, mostly in its schema, or cut."""
    chance = random.Random(seed)
    if chance.random() < 0.1:
        return store[: chance.randrange(len(store))]
    changed = bytearray(store)
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        changed[chance.randrange(len(store) if chance.random() < 0.5 else 12_000)] = chance.randrange(256)
    return bytes(changed)


def check_flipped(project: Path, damaged: Path, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    store = (project / "runs/whole/run.db").read_bytes()
    names = list(COMMANDS)
    for seed in seeds:
        (damaged / "run.db").write_bytes(flipped(store, seed))
        check_commands(damaged, [names[seed % len(names)]], f"seed {seed}", monkeypatch)
        states = {row.name: row.state for row in listed_runs(project / "runs")}
        assert {states["whole"], states["other"]} & {"damaged", "foreign"} == set()


def test_bytes_are_flipped(project: Path, damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_flipped(project, damaged, range(100), monkeypatch)


def test_bytes_are_flipped_by_the_thousand(project: Path, damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_flipped(project, damaged, range(100, 1500), monkeypatch)


HARMLESS = {
    "the application of others",
    "another encoding",
    "two endings",
    "trials that are missing",
    "windows by the second, a year apart",
}
"""Attacks on a schema after which the run can be read all the same."""

SEEN_ON_READING = {"tables that share a page", "operations that are missing"}
"""Attacks that a list of runs, which looks at a few columns, does not see."""


@pytest.mark.parametrize("attack", SCHEMA_ATTACKS)
def test_the_schema_is_of_others(project: Path, damaged: Path, attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(damaged / "run.db")) as database, database:
        SCHEMA_ATTACKS[attack](database)
    # `open` shows a page, and looks into no store.
    reading = [name for name in COMMANDS if name != "open"]
    codes = check_commands(damaged, reading, attack, monkeypatch)
    if attack not in HARMLESS:
        assert codes == REFUSED
        states = {row.name: row.state for row in listed_runs(project / "runs")}
        assert states["damaged"] in ("damaged", *(("ended",) if attack in SEEN_ON_READING else ()))
        with pytest.raises(RunDirectoryError, match=r"damaged/run\.db"):
            open_run(damaged)


def test_a_damaged_run_beside_others_spoils_none_of_them(project: Path, damaged: Path) -> None:
    with closing(sqlite3.connect(damaged / "run.db")) as database, database:
        SCHEMA_ATTACKS["an endless view for run"](database)
    listed = loadproof("runs", cwd=project)
    assert (listed.exit_code, listed.messages) == (0, "")
    (line,) = (line for line in listed.output.splitlines() if line.startswith("damaged "))
    assert "damaged" in line.removeprefix("damaged ")
    assert "Traceback" not in loadproof("compare", "runs/whole", "runs/other", cwd=project).messages
    assert loadproof("compare", "runs/whole", "runs/other", cwd=project).exit_code in (0, 4)
    assert loadproof("show", "last", "--short", cwd=project).exit_code in (0, 4)
    assert loadproof("run", "--continue", "other", cwd=project).exit_code in (0, 4)


@pytest.mark.parametrize("name", ["run.db", "run.db-wal", "run.db-shm", "run.db-journal", "run.db-end", "summary.json"])
@pytest.mark.parametrize("made", ["a pipe", "a directory", "a link to itself", "garbage"])
def test_a_file_of_the_run_is_another_thing(
    project: Path, damaged: Path, name: str, made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = damaged / name
    place.unlink(missing_ok=True)
    match made:
        case "a pipe":
            os.mkfifo(place)
        case "a directory":
            place.mkdir()
        case "a link to itself":
            place.symlink_to(place)
        case _:
            place.write_bytes(random.Random(1).randbytes(8192))
    codes = check_commands(damaged, list(COMMANDS), f"{name}: {made}", monkeypatch)
    if name == "run.db":
        assert codes - {0} == REFUSED
    assert called(["runs"], project, monkeypatch)[0] == 0


ALL = ("report", "show", "export", "compare")


@pytest.mark.parametrize(
    ("table", "column", "kind", "refusing"),
    [
        ("run", "environment", "lists nested deeply", ALL),
        ("run", "environment", "a number of JSON", ALL),
        ("trial", "ended_monotonic", "1e308", ALL),
        ("trial", "planned", "numbers of 1e308", ALL),
        ("series", "unit", "a blob", ALL),
        ("window", "due", "10^18", ALL),
        # Reports read measurements, not the counts of each second.
        ("window", "errors", "objects nested deeply", ("export",)),
    ],
)
def test_a_real_process_names_the_column(
    project: Path, damaged: Path, table: str, column: str, kind: str, refusing: tuple[str, ...]
) -> None:
    put(damaged / "run.db", table, column, VALUE_CORRUPTIONS[kind])
    for name in refusing:
        ended = loadproof(*words_of(name, damaged), cwd=project)
        assert ended.exit_code == 2, (name, ended.messages)
        (line,) = ended.messages.splitlines()
        assert line.startswith("error: ")
        assert f"{damaged}/run.db" in line
        assert f"{table}.{column}: " in line
        assert ". Cure: " in line
