"""Starts stands/known-truth and runs loadproof against it."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from loadproof.stand.last_lines import last_lines

from bench.error import BenchError

__all__ = ["TruthServer", "measured", "started", "truth_server"]

_BINARY = Path(__file__).parents[2] / "stands/known-truth/target/release/known-truth"
_READY_WITHIN_S = 60.0
_STOP_PATIENCE_S = 10.0
_LONGEST_READY_LINE = 65536


class TruthServer:
    """`known-truth` on a free port, which says on one line where it listens (stands/README.md, "Process").

    A context manager; must be used from one thread that outlives it, since the server dies with that thread.
    Entering raises BenchError where it does not start.
    """

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        """Its mode and options; standard error goes to the file `log`."""
        self._command = [str(_BINARY), *arguments, "--die-with-parent"]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self.ready: dict[str, Any] = {}
        """What the ready line said."""

    @property
    def url(self) -> str:
        """Where the server listens."""
        return f"http://{self.ready['listening']}"

    @property
    def process_id(self) -> int:
        """Of the server while it runs."""
        if self._process is None:
            raise BenchError("known-truth was not started. Cure: enter the context first")
        return self._process.pid

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            # A group of its own: Ctrl-C is for the bench, which stops the server after the load.
            self._process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )
        try:
            self.ready = self._read_ready_line(self._process)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _read_ready_line(self, process: subprocess.Popen[bytes]) -> dict[str, Any]:
        if process.stdout is None:
            raise self._failure("has no standard output")
        deadline = time.monotonic() + _READY_WITHIN_S
        received = b""
        while b"\n" not in received and len(received) < _LONGEST_READY_LINE:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not select.select([process.stdout], [], [], left_s)[0]:
                raise self._failure(f"was not ready within {_READY_WITHIN_S:g} s")
            chunk = os.read(process.stdout.fileno(), 4096)
            if not chunk:
                raise self._failure(f"ended with exit code {process.wait()} before it was ready")
            received += chunk
        try:
            ready = json.loads(received)
            listening = ready["listening"]
        except (ValueError, KeyError, TypeError):
            raise self._failure(f"said {received[:80]!r} instead of where it listens") from None
        return {**ready, "listening": str(listening)}

    def _failure(self, what: str) -> BenchError:
        shown = last_lines(self._log.read_text(encoding="utf-8", errors="replace"))
        return BenchError(f"known-truth {what}. Its last lines{shown}")

    def _stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_STOP_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None


def truth_server(log: Path, *arguments: str) -> TruthServer:
    """The server in a mode, on a free port; its own messages go to `log`. Raises BenchError when it is not built."""
    if not _BINARY.is_file():
        raise BenchError(f"{_BINARY} is not built. Cure: make stands")
    return TruthServer(arguments, log)


def started(url: str | None, out: Path, *arguments: str, python: str | Path = sys.executable) -> subprocess.Popen[str]:
    """`loadproof VERB URL` as a user would run it; `python` is the interpreter that has loadproof."""
    verb, *options = arguments
    target = [] if url is None else [url]
    command = [python, "-m", "loadproof", verb, *target, *options, "--json", "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def measured(process: subprocess.Popen[str], within_s: float) -> dict[str, Any]:
    """What the process printed as its result. Raises BenchError with its last words when that is none."""
    try:
        output, messages = process.communicate(timeout=within_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    try:
        result: dict[str, Any] = json.loads(output)
    except ValueError as error:
        raise BenchError(f"loadproof gave no result: {messages.strip()[-500:]}") from error
    return result
