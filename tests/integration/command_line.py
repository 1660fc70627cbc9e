"""`loadproof ...` as a process of the tests: started, watched, interrupted, ended; never left behind.

`CommandLine` starts it as its users do. `loadproof`, which a thousand tests call, forks it off a process that has
imported all of it: a process of its own, with its directory, environment, streams and exit code, and a second earlier.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.reduction import DupFd
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import loadproof as package
from loadproof.__main__ import main
from loadproof.result.result_json import result_of, to_json

__all__ = ["FORGIVING", "CommandLine", "Ended", "loadproof"]

FORGIVING = ("--slo", "p99<1s", "--slo", "rate±50%", "--timeout", "2s")
"""Limits that a busy machine does not break: sends may be 100 ms late, and a stall may move a few completions."""

_LONGEST_START_S = 20.0
_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([__name__, "tests.integration.every_module"])


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: exit code, standard output, standard error and wall time."""

    exit_code: int
    output: str
    messages: str
    took_s: float

    @property
    def result(self) -> dict[str, Any]:
        """Standard output as JSON that keeps to the published schema; fails when anything else stands there."""
        parsed: dict[str, Any] = json.loads(self.output)
        assert to_json(result_of(parsed)) == parsed
        return parsed


class CommandLine:
    """One command under way; a context manager that kills what is left of it."""

    def __init__(self, *words: object, cwd: Path, environment: Mapping[str, str] | None = None) -> None:
        """Starts `loadproof WORDS` in the directory `cwd`."""
        self._began_s = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "loadproof", *map(str, words)],
            cwd=cwd,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def send(self, number: signal.Signals) -> float:
        """Sends a signal and returns the instant, in s of the monotonic clock."""
        self.process.send_signal(number)
        return time.monotonic()

    def ended(self, within_s: float) -> Ended:
        """Waits for the end, at most `within_s`; raises subprocess.TimeoutExpired."""
        output, messages = self.process.communicate(timeout=within_s)
        return Ended(self.process.returncode, output, messages, time.monotonic() - self._began_s)

    def wait_for_second(self, run: Path, second: int, trial: int = 1, within_s: float = _LONGEST_START_S) -> None:
        """Returns once `second` (from 0) of a trial of the run in directory `run` is on disk."""
        query = "SELECT COUNT(*) FROM shard WHERE trial = ? AND tick_second >= ?"
        self._wait_for(run, query, (trial, second), f"second {second} of trial {trial}", within_s)

    def wait_for_event(self, run: Path, kind: str, within_s: float = _LONGEST_START_S) -> None:
        """Returns once an event of this kind is on disk."""
        self._wait_for(run, "SELECT COUNT(*) FROM event WHERE kind = ?", (kind,), f"event {kind}", within_s)

    def _wait_for(self, run: Path, query: str, values: tuple[object, ...], what: str, within_s: float) -> None:
        deadline_s = time.monotonic() + within_s
        while not _has_any(run / "run.db", query, values):
            assert self.process.poll() is None, self.process.communicate()[1]
            assert time.monotonic() < deadline_s, f"no {what} in {run}"
            time.sleep(0.01)


def loadproof(*words: object, cwd: Path, within_s: float = 30.0) -> Ended:
    """Runs `loadproof WORDS` in `cwd` to its end; raises subprocess.TimeoutExpired."""
    began_s = time.monotonic()
    with ThreadPoolExecutor(2) as reader:
        pipes = [os.pipe(), os.pipe()]
        streams = [_Duplicate(written) for _, written in pipes]
        process = _FORKS.Process(target=_command, args=(list(map(str, words)), str(cwd), dict(os.environ), *streams))
        process.start()
        for _, written in pipes:
            os.close(written)
        read = [reader.submit(_all_of, readable) for readable, _ in pipes]
        process.join(within_s)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(["loadproof", *map(str, words)], within_s)
        output, messages = (each.result() for each in read)
        return Ended(process.exitcode, output, messages, time.monotonic() - began_s)


def _all_of(readable: int) -> str:
    with open(readable, encoding="utf-8") as stream:
        return stream.read()


class _Duplicate:
    """A file descriptor on its way into a process that is being started; there it is a number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _number_of, (DupFd(self._number),)


def _number_of(duplicate: Any) -> int:
    return int(duplicate.detach())


def _command(words: Sequence[str], cwd: str, environment: Mapping[str, str], output: int, messages: int) -> None:
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), output, messages)):
        os.dup2(stream, number)
        os.close(stream)
    # Those of the process that imported it know where they led then.
    sys.stdout = open(1, "w", encoding=sys.stdout.encoding, closefd=False)  # noqa: SIM115 - is closed with the process
    sys.stderr = open(2, "w", encoding=sys.stderr.encoding, errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = [f"{package.__path__[0]}/__main__.py", *words]
    main()


def _has_any(database: Path, query: str, values: tuple[object, ...]) -> bool:
    if not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return bool(connection.execute(query, values).fetchone()[0])
    except sqlite3.OperationalError:
        # The tables are not made yet.
        return False
