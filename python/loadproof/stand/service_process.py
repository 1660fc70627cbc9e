"""One service as a child process: started, ready, stopped; never left behind."""

import json
import os
import select
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from loadproof.errors import InputError
from loadproof.stand.last_lines import last_lines

__all__ = ["ServiceError", "ServiceProcess"]

_STOP_PATIENCE_S = 10.0
_LONGEST_READY_LINE = 65536


class ServiceError(InputError):
    """A service did not start; the message shows its last lines."""


class ServiceProcess:
    """A service that says on one line of its standard output where it listens (stands/README.md, "Process").

    A context manager; must be used from one thread that outlives it, since the service dies with that thread.
    """

    def __init__(self, command: Sequence[str], log: Path, ready_within_s: float = 60.0) -> None:
        """`command` with its arguments; standard error goes to the file `log`."""
        self._command = [*command, "--die-with-parent"]
        self._log = log
        self._ready_within_s = ready_within_s
        self._process: subprocess.Popen[bytes] | None = None
        self.ready: dict[str, Any] = {}
        """What the ready line said."""

    @property
    def url(self) -> str:
        """Where the service listens."""
        return f"http://{self.ready['listening']}"

    @property
    def process_id(self) -> int:
        """The process, once it was started."""
        if self._process is None:
            raise ServiceError(f"{self._command[0]} was not started. Cure: enter the context first")
        return self._process.pid

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            try:
                # A group of its own: Ctrl-C is for the controller, which stops the service after the load.
                self._process = subprocess.Popen(
                    self._command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
                )
            except OSError as error:
                message = f"{self._command[0]} cannot be started ({error.strerror}). Cure: build it"
                raise ServiceError(message) from error
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
        deadline = time.monotonic() + self._ready_within_s
        received = b""
        while b"\n" not in received and len(received) < _LONGEST_READY_LINE:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not select.select([process.stdout], [], [], left_s)[0]:
                raise self._failure(f"was not ready within {self._ready_within_s:g} s")
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

    def _failure(self, what: str) -> ServiceError:
        shown = last_lines(self._log.read_text(encoding="utf-8", errors="replace"))
        return ServiceError(f"the service {Path(self._command[0]).name} {what}. Its last lines{shown}")

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
