"""Process that has the sessions of an SQL injection, as the controller sees it.

It is started before any load, so that its start disturbs nothing, and serves all occurrences. It needs no supervisor:
it ends when its standard input does, and the sessions are undone by a guard process that does not need it.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from loadproof.injections.kinds.sql_order import SessionCounts, SqlOrder

__all__ = ["SqlClient"]

_PACKAGES = str(Path(__file__).resolve().parents[3])
_RUN = "import sys; sys.path.insert(0, sys.argv[1]); from loadproof.injections.kinds.sql_sessions import main; main()"
_LONGEST_LINE = 1 << 16


class SqlClient:
    """The process and its pipes; used by one thread at a time."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Starts it with all that `environment` has. Raises OSError."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _RUN, _PACKAGES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=dict(environment),
            bufsize=0,
            start_new_session=True,
        )
        self._orders, self._news = _opened(self._process.stdin), _opened(self._process.stdout)
        # An order that is not taken must not hold anybody up.
        os.set_blocking(self._orders.fileno(), False)
        self._received = b""
        self._counts = SessionCounts()

    @property
    def process_id(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """True if the process is gone, through no order of ours."""
        return self._process.poll() is not None

    def begin(self, order: SqlOrder, within_s: float) -> SessionCounts:
        """Open the sessions of `order`. Return the counts once each runs or has failed, or after `within_s`."""
        self._counts = SessionCounts()
        ends_s = time.monotonic() + within_s
        self._send(order.to_line(), ends_s)
        while self._counts.running + self._counts.failed < order.sessions and self._take(ends_s):
            continue
        return self._counts

    def counts(self) -> SessionCounts:
        """Return the counts as they are now."""
        while self._take(0.0):
            continue
        return self._counts

    def end(self, within_s: float) -> bool:
        """Have all sessions cancelled and closed. Return True once they are, for their client."""
        ends_s = time.monotonic() + within_s
        self._send(b"end\n", ends_s)
        while not self._counts.is_closed and self._take(ends_s):
            continue
        return self._counts.is_closed

    def close(self) -> None:
        """Kill the process; its sockets are closed with it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._orders, self._news):
            pipe.close()

    def _send(self, line: bytes, ends_s: float) -> None:
        left = memoryview(line)
        waiting = select.poll()
        waiting.register(self._orders, select.POLLOUT)
        try:
            while left and waiting.poll(max(0.0, 1e3 * (ends_s - time.monotonic()))):
                left = left[self._orders.write(left) or 0 :]
        except OSError:
            # It has gone, which `has_ended` says too.
            return

    def _take(self, ends_s: float) -> bool:
        """Take one piece of news, waiting until `ends_s`. Return False if none came."""
        waiting = select.poll()
        waiting.register(self._news, select.POLLIN)
        if not waiting.poll(max(0.0, 1e3 * (ends_s - time.monotonic()))):
            return False
        read = os.read(self._news.fileno(), _LONGEST_LINE)
        *lines, self._received = (self._received + read).split(b"\n")
        for line in lines:
            self._counts = SessionCounts.from_line(line)
        return bool(read)


def _opened(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TypeError("the process has no pipe. Cure: start it with stdin and stdout as pipes")
    return pipe
