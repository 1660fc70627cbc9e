"""Step by which a supervisor switches off a feature that may still be on, before its service ends.

The supervisor takes the step also if the controller is dead. The step is kept in the supervisor's memory only, because
it may hold secrets. An empty file records that the step succeeded.
"""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.system.process_identity import descendants_of, kill_all

__all__ = ["Undo"]

_ROUND_S = 0.02
_PAUSE_S = 0.2


@dataclass(frozen=True, slots=True)
class Undo:
    """One call or command with everything filled in, secrets too: never to be stored or shown."""

    within_s: float
    receipt: str
    """The file that says that it succeeded."""
    command: SupervisedCommand | None = None
    """Command to run; None: a call of `url` is made instead."""
    url: str = ""
    method: str = "GET"
    is_repeated: bool = False
    """True if a call that fails is made again until its time is over: an injection may have overloaded the service."""

    def to_line(self) -> bytes:
        """One line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Self:
        """The one that `to_line` wrote.

        >>> undo = Undo(1.0, "/tmp/done", SupervisedCommand(("true",), "/", {"A": "b"}, (0,)))
        >>> Undo.from_line(undo.to_line()) == undo
        True
        """
        read: dict[str, Any] = json.loads(line)
        if (command := read.pop("command")) is not None:
            read["command"] = SupervisedCommand.from_line(json.dumps(command).encode())
        return cls(**read)

    def run(self, start: Callable[[SupervisedCommand], int], meanwhile: Callable[[], None]) -> bool:
        """Take the step. Return True if it succeeded in its time.

        `start` makes a command a child of this process and gives its id; `meanwhile` is called while that runs.
        """
        is_done = self._is_answered() if self.command is None else self._has_ended(start(self.command), meanwhile)
        if is_done:
            # Without it the next run says that the feature may be on, which is the careful answer.
            with suppress(OSError):
                Path(self.receipt).touch(0o600)
        return is_done

    def _is_answered(self) -> bool:
        # Not at the top: few supervisors ever call anybody.
        from loadproof.stand.http_call import called

        deadline_s = time.monotonic() + self.within_s
        while True:
            if called(self.url, max(_ROUND_S, deadline_s - time.monotonic()), self.method).fault is None:
                return True
            if not self.is_repeated or time.monotonic() + _PAUSE_S > deadline_s:
                return False
            time.sleep(_PAUSE_S)

    def _has_ended(self, child: int, meanwhile: Callable[[], None]) -> bool:
        """Return True if the child ended with exit code 0. If it takes too long, kill the child and its descendants."""
        deadline_s = time.monotonic() + self.within_s
        while time.monotonic() < deadline_s:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended == child:
                return os.waitstatus_to_exitcode(status) == 0
            meanwhile()
            time.sleep(_ROUND_S)
        kill_all({child, *descendants_of(child)})
        os.waitpid(child, 0)
        return False
