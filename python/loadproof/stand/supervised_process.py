"""A command under a supervisor, as the controller sees it: started, watched, stopped with its whole tree."""

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from loadproof.model.message import Message, count
from loadproof.stand.group_removal import remove_groups
from loadproof.stand.lease import MARK, kill_marked
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.undo import Undo
from loadproof.system.own_processes import FailedProcess, ProcessFault, StopWatch, forget_process, watch_process
from loadproof.system.process_files import read_process_stat
from loadproof.system.process_identity import descendants_of
from loadproof.system.secret_mask import SecretMask

__all__ = ["Ended", "SupervisedProcess"]

_PACKAGES = str(Path(__file__).resolve().parents[2])
_SUPERVISE = "import sys; sys.path.insert(0, sys.argv[1]); from loadproof.stand.supervisor import main; main()"
_START_PATIENCE_S = 20.0
_END_PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True)
class Ended:
    """End of a command; `exit_code` is negative for a signal, None if its supervisor was lost."""

    exit_code: int | None
    oom_kills: int = 0
    recent: str = ""
    """The end of its output."""

    @property
    def how(self) -> Message:
        """Description of the end, to be put after the name of the command.

        >>> from loadproof.words.catalogue import english
        >>> english(Ended(-9, oom_kills=1).how)
        'was killed by SIGKILL, as its control group had no memory left (1 process killed for that)'
        >>> english(Ended(3, oom_kills=2).how)
        'ended with exit code 3; 2 processes of its control group were killed for want of memory'
        """
        if self.exit_code is None:
            return Message("lost-supervisor")
        if self.exit_code >= 0:
            how = Message("ended-with-code", code=str(self.exit_code))
        else:
            how = Message("killed-by-signal", signal=_signal_name(-self.exit_code))
        if not self.oom_kills:
            return how
        kills = count(self.oom_kills)
        if self.exit_code == -signal.SIGKILL:
            return Message("killed-without-memory", signal=_signal_name(signal.SIGKILL), kills=kills)
        # Another process of its tree, and perhaps long ago: what follows from that is not known here.
        return Message("ended-with-members-killed", how=how, kills=kills)


def _signal_name(number: int) -> str:
    """Real-time signals have no names of their own.

    >>> _signal_name(9), _signal_name(40)
    ('SIGKILL', 'signal 40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _runs(process_id: int) -> bool:
    stat = read_process_stat(process_id)
    # A first thread that has ended shows as a zombie while others go on.
    return stat is not None and not (stat.zombie and stat.threads <= 1)


class SupervisedProcess:
    """One command; must be stopped in the end. Used by one thread at a time, while any other may call `failure`."""

    def __init__(self, told: SupervisedCommand, mark: str) -> None:
        """Starts it; `mark` is what its processes carry in their environment. See `refused`."""
        self._mark = mark
        self._told = told
        self._lock = threading.RLock()
        self._received = b""
        self._undo_s = 0.0
        self._is_told_to_end = False
        self._failure: FailedProcess | None = None
        self.process_id = 0
        """The root of its tree; it may become another when the command daemonises."""
        self.joined = True
        """True if the command runs in its control group, or has none."""
        self.line_seen = False
        """True if the output of the command held the ready line."""
        self.refused: Message | None = None
        """Reason why the command could not be started, such as "cannot be started (...)"; None: it was started."""
        self.ended: Ended | None = None
        self._supervisor = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SUPERVISE, _PACKAGES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={MARK: mark},
            bufsize=0,
            start_new_session=True,
        )
        self._control, self._events = self._supervisor.stdin, self._supervisor.stdout
        self._stops = StopWatch(self._supervisor.pid)
        watch_process(self)
        try:
            self._tell(told.to_line())
            self._wait_until(lambda: self.process_id > 0 or self.ended is not None, _START_PATIENCE_S)
        except BaseException:
            self.stop()
            raise
        if self.process_id == 0:
            self._failure = self.failure()
            self.stop()
            self.refused = self.refused or Message("not-startable", why=Message("supervisor-without-answer"))

    @property
    def supervisor_id(self) -> int:
        """The process id of the supervisor."""
        return self._supervisor.pid

    def failure(self) -> FailedProcess | None:
        """Return what happened to the supervisor; None if it does its work, or ended after `stop`.

        While another thread waits for news or stops the command, only what is known already.
        """
        if not self._lock.acquire(blocking=False):
            return self._failure
        try:
            self.poll()
            if self._failure is None and self.ended is None and self._stops.was_stopped():
                return self._failed(ProcessFault.STOPPED)
            return self._failure
        finally:
            self._lock.release()

    def _failed(self, fault: ProcessFault) -> FailedProcess:
        _, _, own = self._mark.partition("/")
        service, _, command = own.partition("/")
        return FailedProcess("command" if command or not service else "supervisor", service, fault)

    def hold(self, undo: Undo | None) -> None:
        """Have the supervisor do `undo` before it ends the command, for whatever reason; None: do nothing."""
        with self._lock:
            if self.ended is None:
                self._undo_s = 0.0 if undo is None else undo.within_s
                self._tell(b"drop\n" if undo is None else undo.to_line())

    def poll(self, within_s: float = 0.0) -> Ended | None:
        """Takes news of the supervisor, waiting `within_s` for the first; how the command ended, if it has."""
        with self._lock:
            if self.ended is None and self._events is not None and _has_news(self._events, within_s):
                read = os.read(self._events.fileno(), 1 << 16)
                if not read:
                    # Only a supervisor that was killed goes without a word; its command may have left orphans.
                    self._lose()
                self._received += read
                *lines, self._received = self._received.split(b"\n")
                for line in lines:
                    self._take(line)
            return self.ended

    def has_ended(self) -> bool:
        """Return True if the command has ended by now, even if its supervisor has not said so yet."""
        return self.settled(_END_PATIENCE_S) is not None

    def members(self) -> set[int]:
        """Ids of the processes of its tree and of its control group."""
        if self.ended is not None:
            # The id of its supervisor may be that of another process by now.
            return set()
        grouped = (_grouped(Path(group) / "cgroup.procs") for group in self._told.groups if self.joined)
        return descendants_of(self.supervisor_id).union(*grouped)

    def settled(self, within_s: float) -> Ended | None:
        """Return how the command ended; None if it has not.

        If the root of its tree is gone, wait up to `within_s` for the supervisor to say how the command ended, or that
        another process is the root.
        """
        self.poll()
        self._wait_until(lambda: self.ended is not None or _runs(self.process_id), within_s)
        return self.ended

    def wait(self, within_s: float) -> Ended | None:
        """Waits until the command has ended; None if it has not `within_s`."""
        self._wait_until(lambda: self.ended is not None, within_s)
        return self.ended

    def stop(self) -> Ended:
        """SIGTERM, and SIGKILL after the command's `stop_within_s`, to the whole tree; returns when it has gone.

        What the supervisor holds (`hold`) is done before.
        """
        self._is_told_to_end = True
        forget_process(self)
        with self._lock:
            if self.ended is None:
                # A supervisor that somebody stopped would not hear it.
                self._supervisor.send_signal(signal.SIGCONT)
                self._tell(b"stop\n")
                longest_s = self._undo_s + self._told.stop_within_s + _END_PATIENCE_S
                self._wait_until(lambda: self.ended is not None, longest_s)
            if self.ended is None:
                self._supervisor.kill()
                self._lose()
            return self.ended or Ended(None)

    def _wait_until(self, reached: Callable[[], bool], within_s: float) -> None:
        deadline_s = time.monotonic() + within_s
        while not reached() and (left_s := deadline_s - time.monotonic()) > 0:
            self.poll(left_s)

    def _tell(self, line: bytes) -> None:
        try:
            if self._control is not None:
                left = memoryview(line)
                while left:
                    left = left[self._control.write(left) :]
        except OSError:
            # The supervisor has gone; the end of its events says so too.
            return

    def _take(self, line: bytes) -> None:
        event = json.loads(line)
        if "started" in event:
            self.process_id, self.joined = event["started"], event["joined"]
        elif "moved" in event:
            self.process_id = event["moved"] or self.process_id
        elif "line" in event:
            self.line_seen = True
        elif "refused" in event:
            place = event["place"] or self._told.command[0]
            shown = SecretMask(self._told.secrets).text(place)
            self.refused = Message("not-startable", why=Message("file-refused", place=shown, why=event["refused"]))
        elif "ended" in event:
            self._close(Ended(event["ended"], event["oom_kills"], event["recent"]))

    def _lose(self) -> None:
        """Do the work of a lost supervisor: kill the marked processes and remove the control groups."""
        if not self._is_told_to_end:
            self._failure = self._failed(ProcessFault.DIED)
        kill_marked(self._mark)
        remove_groups(self._told.groups)
        self._close(Ended(None))

    def _close(self, ended: Ended) -> None:
        self.ended = ended
        for pipe in (self._control, self._events):
            if pipe is not None:
                pipe.close()
        self._supervisor.wait()


def _has_news(pipe: IO[bytes], within_s: float) -> bool:
    """Return True if the pipe can be read or has ended. select(2) would refuse it beside a thousand connections."""
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    return bool(waiting.poll(1000.0 * within_s))


def _grouped(listing: Path) -> set[int]:
    try:
        return {int(line) for line in listing.read_text(encoding="ascii").split()}
    except (OSError, ValueError):
        return set()
