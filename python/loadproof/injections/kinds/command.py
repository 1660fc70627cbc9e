"""Command of the study that makes a problem, with its undo and its check."""

import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from loadproof.errors import OwnProcessFailed, WrittenValueError
from loadproof.injections.hold import Hold, Traces
from loadproof.injections.injector import InjectionPlace
from loadproof.injections.kinds.failure import injection_failure, step_text
from loadproof.injections.settings import CommandProblem, Injection
from loadproof.injections.undo import undo_words
from loadproof.model.message import Message, count
from loadproof.stand.lease import kill_marked, marked_processes
from loadproof.stand.service_failure import Failed
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.study.secret import named_secrets

__all__ = ["CommandInjector"]

_LOG_BYTES = 256 << 10
_LONGEST_ASKED_S = 2.0
"""Time from SIGTERM to SIGKILL at the end, at most."""
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 0.5
_CURE = "correct the command; its output is in {log}"


class CommandInjector:
    """A command that runs while the injection lasts; its whole process tree is killed at the end."""

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """Starts nothing yet."""
        if not isinstance(injection.problem, CommandProblem):
            raise TypeError(f"{injection.problem!r} is no command")
        self._injection = injection
        self._problem = injection.problem
        self._place = place
        self._hold = Hold(place, injection)
        self._process: SupervisedProcess | None = None
        self._log = f"injection-{injection.name}.log"
        self._is_made = False
        self._ended_s = 0.0

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse a command whose gaps cannot be filled, or whose program is not there. Raises InjectionError."""
        steps = {"run": self._problem.run, "undo": self._problem.undo, "check": self._problem.check}
        for step, words in steps.items():
            if words is None:
                continue
            told = self._told(words)
            name = told.command[0]
            # As execvpe looks for it: a name with a slash is a path from the directory of the command.
            path = Path(told.directory) / name if "/" in name else name
            if shutil.which(path, path=told.environment.get("PATH", os.defpath)) is None:
                what = Message("injection-program-missing", program=self._place.place.shown(words[:1]))
                cure = "install the program, or correct the command"
                raise injection_failure(self._injection.name, step_text(step, what), cure)
        if self._problem.undo is not None:
            self._hold.open()

    def begin(self) -> None:
        """Start the command, its undo with the guard. Raises InjectionError."""
        told = replace(self._told(self._problem.run), may_daemonise=True, stop_within_s=self._asked_s)
        if self._problem.undo is not None:
            undo = self._told(self._problem.undo)
            words, environment = undo_words("run", {"mark": self._hold.mark, "words": undo.command})
            traces = Traces(self._injection.problem.kind.value, self._injection.name)
            self._hold.take(words, {**environment, **undo.environment}, traces, directory=Path(undo.directory))
        self._is_made = True
        self._process = SupervisedProcess(told, self._hold.mark)
        if self._process.refused is not None:
            raise self._failure("run", self._process.refused)

    def fault(self) -> Message | None:
        """Return how the command failed; one that ended with exit code 0 has not."""
        process = self._process
        if process is None:
            return None
        ended = process.poll()
        if ended is None or ended.exit_code == 0:
            return None
        return step_text("run", Failed(ended.how, ended.recent).in_a_row(1))

    def end(self) -> None:
        """Kill the process tree, then run the undo. Raises InjectionError."""
        self._ended_s = time.monotonic()
        if self._process is not None:
            self._process.stop()
            self._process = None
        kill_marked(self._hold.mark)
        if self._is_made and self._problem.undo is not None:
            wrong = self._attempt("undo", self._problem.undo, self._injection.undo_within_s)
            if wrong is not None:
                # The guard keeps the undo, and tries again at the end of the start.
                raise self._failure("undo", wrong)
            self._hold.drop()
        self._is_made = False

    def remains(self) -> Message | None:
        """Return what is left: processes, or the failure of the check, repeated until the time for the undo is over."""
        left = marked_processes(self._hold.mark)
        if left:
            return Message("injection-processes-left", count=count(len(left)))
        if self._problem.check is None:
            return None
        deadline_s, pause_s = self._ended_s + self._injection.undo_within_s, _FIRST_PAUSE_S
        while True:
            within_s = max(_LONGEST_PAUSE_S, deadline_s - time.monotonic())
            wrong = self._attempt("check", self._problem.check, within_s)
            if wrong is None:
                return None
            if time.monotonic() + pause_s > deadline_s:
                return step_text("check", wrong)
            time.sleep(pause_s)
            pause_s = min(2.0 * pause_s, _LONGEST_PAUSE_S)

    @property
    def _asked_s(self) -> float:
        return min(_LONGEST_ASKED_S, self._injection.undo_within_s / 4.0)

    def _told(self, words: Sequence[str]) -> SupervisedCommand:
        """`words` with everything filled in. Raises InjectionError."""
        place = self._place.place
        processes = {name: service.process_id for name, service in self._place.services.services.items()}
        try:
            told = place.told((), self._place.directory, None, {}, self._log)
            filled = tuple(place.filled(word, None, processes) for word in words)
        except WrittenValueError as error:
            raise injection_failure(self._injection.name, Message.said(error.message), error.cure) from error
        own = named_secrets(self._problem, place.environment).values()
        return replace(told, command=filled, log_bytes=_LOG_BYTES, secrets=tuple({*told.secrets, *own}))

    def _attempt(self, step: str, words: Sequence[str], within_s: float) -> Message | None:
        """Run a command to its end, and return what is wrong with that."""
        mark = f"{self._place.place.mark(None)}/{step}/{self._injection.name}"
        try:
            failed = self._place.place.attempt(self._told(words), mark, within_s)
        except OwnProcessFailed as error:
            return error.told if isinstance(error.told, Message) else Message.said(str(error))
        return None if failed is None else failed.in_a_row(1)

    def _failure(self, step: str, what: Message) -> Exception:
        log = self._place.place.logs / self._log
        return injection_failure(self._injection.name, step_text(step, what), _CURE.format(log=log))
