"""Ctrl-C at any moment of any command: exit code 130 or the signal, no stack trace, nothing left behind.

The terminal sends SIGINT to the whole process group, so each command is the leader of a group of its own. If the signal
comes before the first line of loadproof, Python itself prints a stack trace (`is_of_python`): no package can change it.
"""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from loadproof.system.process_identity import kill_all

from .command_line import CommandLine, loadproof
from .recording_server import RecordingServer
from .words_of_commands import Places, commands, known_commands

ROOT = Path(__file__).parents[2]
DUMPS = ROOT / "tests/unit/jvm/dumps"
MARK = "LOADPROOF_TEST_OF_SIGNALS"
ENTRIES = {
    "script": (str(Path(sys.executable).with_name("loadproof")),),
    "module": (sys.executable, "-m", "loadproof"),
}
LONGEST_END_S = 40.0
SENTENCES = re.compile(r"^(File|Traceback|Exception ignored|Fatal Python error)", re.MULTILINE)
FRAME = re.compile(r'/loadproof/(?!__init__\.py|__main__\.py)[^"]*"')
"""A line of ours; `__main__` takes SIGINT from Python in its first statement, and an interrupt may wait until then."""


@dataclass(frozen=True, slots=True)
class Ended:
    """End of one command that got signals."""

    exit_code: int
    output: str
    messages: str

    @property
    def is_of_python(self) -> bool:
        """True if Python was interrupted before the first line of loadproof."""
        return bool(SENTENCES.search(self.messages)) and not FRAME.search(self.messages)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    place = tmp_path_factory.mktemp("signals")
    with RecordingServer() as server:
        runs = place / "runs" / "a", place / "runs" / "b"
        found = Places(runs, server.url, place, DUMPS)
        for run in runs:
            # In virtual time: no run waits for a quiet machine.
            assert loadproof(*commands(found)["run"], "--out", run, cwd=place).exit_code in (0, 4)
        yield found


def interrupted(
    words: Sequence[object],
    place: Path,
    after_s: float,
    numbers: Sequence[signal.Signals] = (signal.SIGINT,),
    pause_s: float = 0.0,
    entry: str = "module",
) -> Ended:
    """The end of a command whose process group gets the signals from `after_s` on; nothing of it may be left."""
    scratch, mark = place / "scratch", str(uuid.uuid4())
    scratch.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*ENTRIES[entry], *map(str, words)],
        cwd=place,
        env={**os.environ, MARK: mark, "TMPDIR": str(scratch)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        time.sleep(after_s)
        for number in numbers:
            if process.poll() is None:
                os.killpg(process.pid, number)
            time.sleep(pause_s)
        output, messages = process.communicate(timeout=LONGEST_END_S)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    left = until_none(mark)
    kill_all(left)
    assert left == set(), f"processes outlived {words} that got {numbers} after {after_s:.3f} s"
    ended = Ended(process.returncode, output.decode(), messages.decode())
    if process.returncode not in (-number for number in numbers):
        assert list(scratch.iterdir()) == [], f"files outlived {words} that got {numbers} after {after_s:.3f} s"
    return ended


def until_none(mark: str) -> set[int]:
    """Processes with the mark in their environment, once there is none, or after 5 s."""
    deadline_s = time.monotonic() + 5.0
    while (found := {*marked(mark)}) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    return found


def marked(mark: str) -> Iterator[int]:
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in environment.read_bytes():
                yield int(environment.parent.name)
        except OSError:
            continue


def assert_orderly(ended: Ended, numbers: Sequence[signal.Signals], usual: frozenset[int] = frozenset()) -> None:
    """Asserts the exit code and a standard error without a stack trace."""
    if ended.is_of_python:
        return
    assert not SENTENCES.search(ended.messages), ended.messages
    assert ended.exit_code in {130, *(-number for number in numbers), *usual}, ended.messages


def is_whole(run: Path, place: Path) -> bool:
    """True if a run directory can be read and reported."""
    with closing(sqlite3.connect(run / "run.db")) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    ended = loadproof("report", run, "--json", cwd=place)
    return ended.exit_code in (0, 3, 4, 130) and bool(ended.result)


USUAL = frozenset({0, 2, 3, 4})
"""Exit codes of a command that came to its end before the signal."""


def test_each_command_has_a_line(places: Places) -> None:
    assert sorted(commands(places)) == known_commands()


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("verb", known_commands())
def test_ctrl_c_while_a_command_starts(places: Places, tmp_path: Path, verb: str, entry: str) -> None:
    # Moments that differ from command to command, all of them after Python's own start and before the usual end.
    after_s = 0.08 + 0.61803 * known_commands().index(verb) % 1.0 * 0.5
    ended = interrupted(commands(places)[verb], tmp_path, after_s, entry=entry)
    assert_orderly(ended, [signal.SIGINT], USUAL)


@pytest.mark.parametrize("verb", ["load", "demo"])
def test_a_terminal_that_is_closed_ends_a_run_gently(places: Places, tmp_path: Path, verb: str) -> None:
    run, mark = tmp_path / "run", str(uuid.uuid4())
    words = ("demo",) if verb == "demo" else ("load", places.target, "--rate", 20, "--for", "60s")
    with CommandLine(*words, "--out", run, cwd=tmp_path, environment={MARK: mark}) as command:
        command.wait_for_second(run, 1)
        command.send(signal.SIGHUP)
        ended = command.ended(within_s=LONGEST_END_S)
    assert ended.exit_code == 130, ended.messages
    assert not SENTENCES.search(ended.messages), ended.messages
    assert until_none(mark) == set()
    assert is_whole(run, tmp_path)


@pytest.mark.parametrize("verb", ["load", "demo"])
def test_ten_signals_in_a_row_lose_nothing(places: Places, tmp_path: Path, verb: str) -> None:
    run, mark = tmp_path / "run", str(uuid.uuid4())
    words = ("demo",) if verb == "demo" else ("load", places.target, "--rate", 20, "--for", "60s")
    with CommandLine(*words, "--out", run, cwd=tmp_path, environment={MARK: mark}) as command:
        command.wait_for_second(run, 1)
        for _ in range(10):
            command.send(signal.SIGINT)
            time.sleep(0.05)
        ended = command.ended(within_s=LONGEST_END_S)
    assert ended.exit_code in (130, -signal.SIGINT), ended.messages
    assert not SENTENCES.search(ended.messages), ended.messages
    assert until_none(mark) == set()
    assert is_whole(run, tmp_path)


def test_a_parent_that_ignores_hangups_is_respected(places: Places, tmp_path: Path) -> None:
    words = [*ENTRIES["module"], *map(str, ("load", places.target, "--rate", 20, "--for", "2s", "--out", "run"))]
    with subprocess.Popen(
        ["nohup", *words], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGHUP)
        assert process.wait(30) in (0, 4)
    assert is_whole(tmp_path / "run", tmp_path)


def test_a_load_that_was_stopped_goes_on(places: Places, tmp_path: Path) -> None:
    words = ("load", places.target, "--rate", 20, "--for", "3s", "--out", tmp_path / "run")
    ended = interrupted(words, tmp_path, 1.5, [signal.SIGTSTP, signal.SIGCONT], 0.5)
    assert not SENTENCES.search(ended.messages), ended.messages
    assert ended.exit_code in (0, 4)
    assert is_whole(tmp_path / "run", tmp_path)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("verb", known_commands())
def test_ctrl_c_at_many_moments(places: Places, tmp_path: Path, verb: str, entry: str) -> None:
    moments = [0.01 * step for step in range(0, 40, 2)] + [0.4 + 0.37 * step for step in range(6)]
    for after_s in moments:
        numbers = [signal.SIGINT] * (1 + int(1000 * after_s) % 3)
        ended = interrupted(commands(places)[verb], tmp_path, after_s, numbers, 0.02, entry)
        assert_orderly(ended, [signal.SIGINT], USUAL)
