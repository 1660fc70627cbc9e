"""Where a verb writes to: closed, full, unread, of few letters, or gone: no stack trace, and the exit code is true."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from loadproof.cli.result import exit_code_of
from loadproof.result.result_json import result_of

from .command_line import FORGIVING, CommandLine, loadproof
from .recording_server import RecordingServer
from .undisturbed import stood_still

SIMULATED = """
name: größe ≤
stand: {driver: simulate, simulated: {workers: 2, service_time: {exponential: 5ms}}}
profile: {operations: {größe: {request: GET /}}, slo: p99<200ms}
methods: {load: {rate: 50, hold: 5s}}
"""
NO_TEXT = b"out-\xff\xfe-\xe9"
BROKEN_LOAD = ("--rate", "100", "--for", "1s", "--slo", "p50<1us", "--timeout", "2s")
"""A load whose verdict is an exit code of its own: 3, or 4 on a machine that something else keeps busy."""


@dataclass(frozen=True, slots=True)
class Shell:
    """How a line of a shell ended."""

    exit_code: int
    output: bytes
    messages: str


def in_shell(words: tuple[object, ...], redirected: str, place: Path, **environment: str) -> Shell:
    """Runs `loadproof WORDS` with its streams as a shell redirects them; the exit code is that of loadproof."""
    command: list[str | bytes] = [sys.executable, "-m", "loadproof", *(os.fsencode(str(word)) for word in words)]
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; "$@" {redirected}', "bash", *command],
        cwd=place,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    messages = done.stderr.decode(errors="backslashreplace")
    assert "Traceback" not in messages, messages
    assert "Exception ignored" not in messages, messages
    return Shell(done.returncode, done.stdout, messages)


def ended_as(exit_code: int, words: tuple[object, ...], redirected: str, place: Path, **environment: str) -> Shell:
    """`in_shell`, whose exit code has to be `exit_code`; -1: that of the result which it leaves in `out`."""
    if exit_code == -1 and "--out" not in words:
        shutil.rmtree(place / "out", ignore_errors=True)
        words = (*words, "--out", "out")
    ended = in_shell(words, redirected, place, **environment)
    expected = code_of(place / "out") if exit_code == -1 else exit_code
    assert ended.exit_code == expected, ended.messages
    return ended


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    with RecordingServer() as server:
        yield server.url


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, target: str) -> Path:
    """A run whose verdict is no 0."""
    place = tmp_path_factory.mktemp("reported")
    ended = loadproof("load", target, *BROKEN_LOAD, "--out", place / "run", cwd=place)
    assert ended.exit_code in (3, 4), ended.messages
    return place / "run"


def code_of(run: Path) -> int:
    """The exit code of a run, as its result has it; never 1."""
    code = int(exit_code_of(result_of(json.loads((run / "result.json").read_text(encoding="utf-8")))))
    assert code in (0, 3, 4)
    return code


def is_sound(database: Path) -> bool:
    """Whether nothing wrote into a database what is not its own."""
    with closing(sqlite3.connect(database)) as connection:
        return bool(connection.execute("PRAGMA quick_check").fetchone() == ("ok",))


def verbs(run: Path, target: str, place: Path) -> dict[str, tuple[tuple[object, ...], int]]:
    """Commands that print something, with the exit codes of those that run nothing."""
    (place / "simulated.yaml").write_text(SIMULATED, encoding="utf-8")
    capacity = ("--start-rate", 100, "--max-rate", 100, "--hold", "1s", "--confirm", "1s", "--slo", "p50<1us")
    return {
        "load": (("load", target, *BROKEN_LOAD), -1),
        "load-json": (("load", target, *BROKEN_LOAD, "--json"), -1),
        "capacity": (("capacity", target, *capacity, "--timeout", "1s"), -1),
        "run": (("run", "simulated.yaml"), -1),
        "report": (("report", run), code_of(run)),
        "report-json": (("report", run, "--json"), code_of(run)),
        "plan": (("plan", "simulated.yaml"), 4),
        "schema": (("schema", "result"), 0),
        "help": (("--help",), 0),
    }


VERBS = ("load", "load-json", "capacity", "run", "report", "report-json", "plan", "schema", "help")


@pytest.mark.parametrize("verb", VERBS)
def test_nobody_reads_standard_output(tmp_path: Path, run: Path, target: str, verb: str) -> None:
    words, exit_code = verbs(run, target, tmp_path)[verb]
    ended_as(exit_code, words, ">&-", tmp_path)
    # `true` reads nothing, and has ended before anything is written.
    ended_as(exit_code, words, "| true", tmp_path)


@pytest.mark.parametrize("verb", ["report", "report-json", "schema"])
def test_the_first_line_is_enough_for_who_reads(tmp_path: Path, run: Path, target: str, verb: str) -> None:
    words, exit_code = verbs(run, target, tmp_path)[verb]
    ended = ended_as(exit_code, words, "| head -1", tmp_path)
    assert ended.output.count(b"\n") == 1


@pytest.mark.parametrize("verb", VERBS)
def test_standard_output_that_takes_nothing_is_said(tmp_path: Path, run: Path, target: str, verb: str) -> None:
    words, _ = verbs(run, target, tmp_path)[verb]
    ended = in_shell(words, "> /dev/full", tmp_path)
    assert ended.exit_code == 1
    assert "error: standard output cannot be written (no space left on device). Cure: " in ended.messages


@pytest.mark.parametrize("redirected", ["2>&-", "2>/dev/full", ">&- 2>&- <&-", "2>&1 >/dev/null | true"])
def test_standard_error_may_be_anything(tmp_path: Path, target: str, redirected: str) -> None:
    ended_as(-1, ("load", target, *BROKEN_LOAD), redirected, tmp_path)
    assert is_sound(tmp_path / "out/run.db")
    assert in_shell(("report", "nowhere"), redirected, tmp_path).exit_code == 2


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("encoding", ["ascii", "ascii:strict", "latin-1"])
def test_an_encoding_of_few_letters(tmp_path: Path, run: Path, target: str, verb: str, encoding: str) -> None:
    words, exit_code = verbs(run, target, tmp_path)[verb]
    ended = ended_as(exit_code, words, "", tmp_path, PYTHONIOENCODING=encoding)
    text = ended.output.decode(encoding.partition(":")[0])
    assert text
    if verb.endswith("json"):
        assert json.loads(text)["due"] > 0
    if verb == "report-json":
        assert json.loads(text) == loadproof(*words, cwd=tmp_path).result


def test_a_locale_of_ascii_alone(tmp_path: Path, run: Path) -> None:
    ended = ended_as(code_of(run), ("report", run), "", tmp_path, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert ended.output.isascii()
    assert b"?" not in ended.output.replace(b"?x=", b"")


@pytest.mark.parametrize("verb", ["load", "load-json", "capacity", "run"])
def test_a_run_directory_that_is_no_text(tmp_path: Path, run: Path, target: str, verb: str) -> None:
    words, _ = verbs(run, target, tmp_path)[verb]
    out = tmp_path / os.fsdecode(NO_TEXT)
    ended = in_shell((*words, "--out", out), "", tmp_path)
    exit_code = code_of(out)
    assert ended.exit_code == exit_code, ended.messages
    assert b"\\xff\\xfe-\\xe9" in ended.output or verb == "load-json"
    names = {"artifacts", "report.html", "report.md", "result.json", "run.db", "summary.json"}
    assert {entry.name for entry in out.iterdir()} == names
    result = json.loads((out / "result.json").read_text(encoding="utf-8"))
    if verb == "load-json":
        assert json.loads(ended.output) == result
    again = in_shell(("report", out, "--json"), "", tmp_path)
    assert (again.exit_code, json.loads(again.output)) == (exit_code, result)
    assert in_shell(("report", out), "", tmp_path).exit_code == exit_code


def test_a_study_and_a_schema_in_a_place_that_is_no_text(tmp_path: Path) -> None:
    place = tmp_path / os.fsdecode(NO_TEXT)
    place.mkdir()
    (place / "s.yaml").write_text(SIMULATED, encoding="utf-8")
    assert in_shell(("plan", place / "s.yaml"), "", tmp_path).exit_code == 4
    assert json.loads(in_shell(("plan", place / "s.yaml", "--json"), "", tmp_path).output)
    ran = in_shell(("run", place / "s.yaml", "--out", place / "run"), "", tmp_path)
    assert ran.exit_code == code_of(place / "run"), ran.messages
    assert in_shell(("run", place / "none.yaml"), "", tmp_path).exit_code == 2
    assert in_shell(("schema", "plan", "--out", place / "schema.json"), "", tmp_path).exit_code == 0
    assert json.loads((place / "schema.json").read_text(encoding="utf-8"))


def damaged(run: Path, place: Path, number: int) -> Path:
    """A copy of the run with some bytes of its database changed by chance."""
    chance = random.Random(number)
    copy = place / f"damaged-{number}"
    shutil.copytree(run, copy)
    pages = bytearray((copy / "run.db").read_bytes())
    for _ in range(chance.choice((1, 5, 200))):
        pages[chance.randrange(len(pages))] = chance.randrange(256)
    (copy / "run.db").write_bytes(pages)
    return copy


@pytest.mark.parametrize("kind", ["random", "headed", "empty", "cut", "directory", "fifo", "foreign", "journal"])
def test_a_database_that_is_none(tmp_path: Path, run: Path, kind: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    database = copy / "run.db"
    whole = database.read_bytes()
    database.unlink()
    noise = random.Random(1).randbytes(len(whole))
    if kind == "directory":
        database.mkdir()
    elif kind == "fifo":
        os.mkfifo(database)
    elif kind == "foreign":
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.executescript(
                "CREATE TABLE run (version TEXT); INSERT INTO run VALUES ('x'); PRAGMA user_version = 5"
            )
    elif kind == "journal":
        database.write_bytes(whole)
        (copy / "run.db-wal").write_bytes(noise)
    else:
        head = {"random": noise, "headed": whole[:100] + noise[100:], "empty": b"", "cut": whole[: len(whole) // 2]}
        database.write_bytes(head[kind])
    ended = in_shell(("report", copy), "", tmp_path)
    if kind == "journal":
        assert ended.exit_code == code_of(run)
        return
    assert (ended.exit_code, ended.output) == (2, b"")
    assert ended.messages.startswith("error: ")
    assert "Cure: " in ended.messages


def test_a_database_with_some_bytes_changed(tmp_path: Path, run: Path) -> None:
    for number in range(6):
        ended = in_shell(("report", damaged(run, tmp_path, number), "--json"), "", tmp_path)
        assert ended.exit_code in (2, 3, 4), ended.messages


@pytest.mark.parametrize("as_json", [False, True])
def test_a_run_directory_that_is_deleted_during_the_run(tmp_path: Path, target: str, as_json: bool) -> None:
    run = tmp_path / "run"
    options = ("--rate", 50, "--for", "3s", "--arrivals", "constant", *FORGIVING, "--out", run)
    with CommandLine("load", target, *options, *(["--json"] if as_json else []), cwd=tmp_path) as command:
        command.wait_for_second(run, 0)
        shutil.rmtree(run)
        ended = command.ended(within_s=30)
    assert ended.exit_code == 1, ended.messages
    assert "Traceback" not in ended.messages
    assert "the run cannot be written to disk (the run directory is gone); it goes on in memory" in ended.messages
    assert (
        f"error: {run}: the run directory is gone, so that nothing of the run could be kept. Cure: " in ended.messages
    )
    assert not run.exists()
    if as_json:
        assert ended.result["due"] == 150 or stood_still(ended.result)
        told = next(doubt["text"] for doubt in ended.result["doubts"] if doubt["code"] == "not-stored")
        assert "the run directory is gone" in told
    else:
        assert "within one start" in ended.output
        assert "run directory:" not in ended.output
