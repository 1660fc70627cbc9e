"""A small process that runs one command for the controller, and takes its whole process tree down with either.

It is the subreaper of the tree (PR_SET_CHILD_SUBREAPER, prctl(2)), so that nothing escapes by forking, setsid or both.
Standard input is the line of a SupervisedCommand, then `stop`, then nothing: its end means that the controller is dead.
Before `stop` there may be lines of an Undo, or `drop`: what is to be done before the tree ends, the last one alone.
Standard output is a line of JSON for each event: `started`, `refused`, `line`, `moved`, `ended`.

Started for every service and command, so it imports little.
"""

import ctypes
import json
import os
import select
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from loadproof.stand.bounded_log import BoundedLog
from loadproof.stand.group_removal import remove_groups
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.undo import Undo
from loadproof.system.process_identity import children_of, descendants_of, kill_all
from loadproof.system.secret_mask import SecretMask

__all__ = ["Supervisor", "main"]

_SET_PDEATHSIG = 1
_SET_CHILD_SUBREAPER = 36
_CHUNK = 1 << 18
_PIPE_BYTES = 1 << 20
_RECENT = 8192
_LONGEST_LINE = 65536
_ROUND_S = 0.02
_WOKEN_BY = (signal.SIGCHLD, signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_NEVER_HEARD = {signal.SIGKILL, signal.SIGSTOP}
_PRCTL = ctypes.CDLL(None, use_errno=True).prctl


def main() -> None:
    """Runs what standard input says; ends when all of it has ended."""
    controller = os.getppid()
    wakened, wakes = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    for number in _WOKEN_BY:
        signal.signal(number, lambda *_: None)
    # A second line of defence: the signal comes when the controller's thread dies; the loop sees if it was the last.
    _PRCTL(_SET_PDEATHSIG, int(signal.SIGUSR1))
    _PRCTL(_SET_CHILD_SUBREAPER, 1)
    Supervisor(controller, wakened).run()


class Supervisor:
    """The loop over the controller's wishes, the command's output and the ends of its processes."""

    def __init__(self, controller: int, wakened: int) -> None:
        """`wakened` is readable after a signal, and says which."""
        self._controller = controller
        self._wakened = wakened
        self._poll = select.poll()
        self._poll.register(0, select.POLLIN)
        self._poll.register(wakened, select.POLLIN)
        self._output = -1
        self._main = 0
        self._exit_code: int | None = None
        self._deadline_s: float | None = None
        self._asked: set[int] = set()
        self._ended = False
        self._recent = b""
        self._line = b""
        self._watching = False
        self._wish = b""
        self._undo: Undo | None = None

    def run(self) -> None:
        """Starts the command and stays until its whole tree has gone."""
        line = b""
        while not line.endswith(b"\n"):
            read = os.read(0, 1 << 20)
            if not read:
                return
            line += read
        self._command = SupervisedCommand.from_line(line)
        # Away from the generator, whose CPUs this process was born with.
        with suppress(OSError):
            os.sched_setaffinity(0, self._command.cpus)
        self._mask = SecretMask(self._command.secrets).stream()
        log, most_bytes = self._command.log, self._command.log_bytes
        self._log = BoundedLog.of_size(Path(log), most_bytes) if log else None
        self._watching = bool(self._command.ready_line)
        if self._start():
            while not self._ended:
                self._round()
            self._drain()
        self._finish()

    def _start(self) -> bool:
        self._output, written = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        os.set_blocking(written, True)
        _enlarge(written)
        told, telling = os.pipe2(os.O_CLOEXEC)
        supervisor = os.getpid()
        self._main = os.fork()
        if self._main == 0:
            _become(self._command, written, telling, supervisor)
        os.close(written)
        os.close(telling)
        with os.fdopen(told, "rb") as pipe:
            said: dict[str, Any] = json.loads(pipe.read() or b"{}")
        if "refused" in said:
            os.waitpid(self._main, 0)
            _say(**said)
            return False
        self._poll.register(self._output, select.POLLIN)
        _say(started=self._main, joined=said.get("joined", True))
        return True

    def _round(self) -> None:
        for descriptor, _ in self._poll.poll(self._patience_ms()):
            if descriptor == self._output:
                self._read_output()
            elif descriptor == 0:
                self._obey()
            elif {*os.read(self._wakened, 64)} & {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}:
                self._undo_and_kill()
        if os.getppid() != self._controller:
            self._undo_and_kill()
        self._reap()
        if self._deadline_s is not None and not self._ended:
            self._ask_to_end()

    def _patience_ms(self) -> float | None:
        return None if self._deadline_s is None else _ROUND_S * 1000

    def _obey(self) -> None:
        if not self._hears():
            self._poll.unregister(0)
            self._undo_and_kill()

    def _hears(self) -> bool:
        """Takes what the controller says, or waits for it; whether there was more than the end."""
        read = os.read(0, _CHUNK)
        *lines, self._wish = (self._wish + read).split(b"\n")
        for line in lines:
            if line == b"drop":
                self._undo = None
            elif line != b"stop":
                self._undo = Undo.from_line(line)
            elif self._deadline_s is None:
                self._switch_back()
                self._deadline_s = time.monotonic() + self._command.stop_within_s
        return bool(read)

    def _undo_and_kill(self) -> None:
        # What the controller said just before it died.
        while select.select([0], [], [], 0.0)[0] and self._hears():
            continue
        self._switch_back()
        self._kill_tree()

    def _switch_back(self) -> None:
        """Switch off the feature that may still be on, while the service lives: once, whether that succeeds or not."""
        undo, self._undo = self._undo, None
        if undo is not None:
            undo.run(_started_beside, self._drain)

    def _ask_to_end(self) -> None:
        """SIGTERM once for each of our children, which grow by the orphans of those that ended; SIGKILL at the end."""
        if self._deadline_s is not None and time.monotonic() >= self._deadline_s:
            self._kill_tree()
            return
        for child in children_of(os.getpid()) - self._asked:
            self._asked.add(child)
            # Only our own children: their ids cannot pass to others before we have reaped them.
            os.kill(child, signal.SIGTERM)

    def _reap(self) -> None:
        """Takes the ends of children; the tree has ended with the last, or with its first process if that matters."""
        gone = False
        while True:
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self._ended = True
                return
            if child == 0:
                break
            gone |= self._buried(child, status)
        if not gone or self._deadline_s is not None:
            return
        if not self._command.may_daemonise or self._exit_code != 0:
            self._kill_tree()
            return
        self._main = min(children_of(os.getpid()), default=0)
        _say(moved=self._main)

    def _buried(self, child: int, status: int) -> bool:
        """Note the end of a child. Return True if it is the main process, on which the other processes depend."""
        self._asked.discard(child)
        if child != self._main:
            return False
        self._exit_code = os.waitstatus_to_exitcode(status)
        return True

    def _kill_tree(self) -> None:
        while not self._ended:
            for group in self._command.groups:
                _write(Path(group) / "cgroup.kill", "1")
            kill_all(descendants_of(os.getpid()))
            self._drain()
            time.sleep(_ROUND_S)
            try:
                while True:
                    child, status = os.waitpid(-1, os.WNOHANG)
                    if child == 0:
                        break
                    self._buried(child, status)
            except ChildProcessError:
                self._ended = True

    def _drain(self) -> None:
        while self._output >= 0 and self._read_output():
            continue

    def _read_output(self) -> bool:
        """Takes one piece of output; whether there may be more."""
        try:
            chunk = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return False
        if not chunk:
            self._poll.unregister(self._output)
            os.close(self._output)
            self._output = -1
            return False
        if self._watching:
            self._watch(chunk)
        self._keep(self._mask.masked(chunk))
        return True

    def _keep(self, shown: bytes) -> None:
        self._recent = (self._recent + shown[-_RECENT:])[-_RECENT:]
        if self._log is not None:
            self._log.write(shown)

    def _watch(self, chunk: bytes) -> None:
        wanted = self._command.ready_line.encode(errors="surrogateescape")
        *lines, self._line = (self._line + chunk).split(b"\n")
        if any(wanted in line for line in lines) or wanted in self._line:
            self._watching = False
            _say(line=True)
        self._line = self._line[-_LONGEST_LINE:]

    def _finish(self) -> None:
        self._keep(self._mask.rest())
        if self._log is not None:
            self._log.close()
        kills = _oom_kills(self._command.oom_file)
        remove_groups(self._command.groups)
        recent = self._recent.decode(errors="replace")
        _say(ended=self._exit_code if self._exit_code is not None else 0, oom_kills=kills, recent=recent)


def _started_beside(told: SupervisedCommand) -> int:
    """The id of a child that becomes the command; what it writes is lost, as nobody is left to read it."""
    nowhere = os.open("/dev/null", os.O_WRONLY | os.O_CLOEXEC)
    supervisor, child = os.getpid(), os.fork()
    if child == 0:
        _become(told, nowhere, nowhere, supervisor)
    os.close(nowhere)
    return child


def _become(told: SupervisedCommand, output: int, telling: int, supervisor: int) -> None:
    """Turns this new process into the command; a failure is reported through the pipe `telling`."""
    said: Mapping[str, Any] = {}
    try:
        os.setsid()
        _PRCTL(_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != supervisor:
            os._exit(127)
        signal.set_wakeup_fd(-1)
        # Whatever loadproof itself was born with: `nohup` and a shell's `&` ignore some, and a Java VM honours that.
        for number in signal.valid_signals() - _NEVER_HEARD:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        groups = (*told.groups, *told.joined_groups)
        joined = all(_write(Path(group) / "cgroup.procs", "0") for group in groups)
        os.sched_setaffinity(0, told.cpus if joined else told.cpus_without_group)
        os.chdir(told.directory)
        nothing = os.open("/dev/null", os.O_RDONLY)
        for source, aim in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(source, aim)
        if not joined:
            os.write(telling, json.dumps({"joined": False}).encode())
        os.execvpe(told.command[0], told.command, told.environment)  # noqa: S606 - without a shell on purpose
    except OSError as error:
        place = os.fsdecode(error.filename or "")
        # If a program is in no directory of PATH, the error names the last of them.
        is_program = os.path.basename(place) == told.command[0]
        said = {"refused": error.strerror or str(error), "place": "" if is_program else place}
    except BaseException as error:
        said = {"refused": type(error).__name__, "place": ""}
    os.write(telling, json.dumps(said).encode())
    os._exit(127)


def _say(**event: object) -> None:
    try:
        os.write(1, json.dumps(event).encode() + b"\n")
    except OSError:
        # The controller is dead; the end of standard input says so too.
        return


def _write(path: Path, text: str) -> bool:
    try:
        # Without creating: what is not there is not a control of this group.
        with path.open("r+") as file:
            file.write(text)
    except OSError:
        return False
    return True


def _enlarge(pipe: int) -> None:
    import fcntl

    try:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except OSError:
        return


def _oom_kills(path: str | None) -> int:
    if path is None:
        return 0
    try:
        text = Path(path).read_text(encoding="ascii")
    except OSError:
        return 0
    counts = (line.split() for line in text.splitlines())
    return next((int(fields[1]) for fields in counts if len(fields) == 2 and fields[0] == "oom_kill"), 0)


if __name__ == "__main__":
    main()
