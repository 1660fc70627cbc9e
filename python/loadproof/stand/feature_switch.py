"""A feature of one stand that is up, switched from level to level, and off in the end whatever happens."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import FileWriteError, LevelError, ToggleError
from loadproof.model.message import Message, duration
from loadproof.stand.toggle_place import OUTPUT_BYTES, TogglePlace
from loadproof.study.toggle_settings import LevelToggle, ToggleStep
from loadproof.system.atomic_write import made_directory
from loadproof.system.path_lookup import absolute_path
from loadproof.words.catalogue import english

__all__ = ["FeatureSwitch", "Switched"]

_FIRST_PAUSE_S = 0.01
_LONGEST_PAUSE_S = 0.25
_LONGEST_LINE = 200


@dataclass(frozen=True, slots=True)
class Switched:
    """Switch to a level that was reached: how it went, the time it took in seconds, and what its steps wrote."""

    how: Message
    """Outcome of the last on or off step; a ready step does not count."""
    took_s: float
    said: str = ""
    """The last line that the ready step of the level wrote, or its on step without one."""
    left: str = ""
    """The last line that the off step of the level before wrote."""


class FeatureSwitch:
    """Knows which level is on; nobody knows it before `begin`, nor after a step that failed."""

    def __init__(self, place: TogglePlace, toggles: Mapping[str, LevelToggle], off: str, log: Path) -> None:
        """`toggles` are by level, `off` is the name of the level at which none is on; steps write to `log`."""
        self._place = place
        self._toggles = toggles
        self._off = off
        # The supervisor of a step has another working directory.
        self._log = absolute_path(log)
        self._may_be_on: LevelToggle | None = None
        self.level: str | None = None
        """Name of the level that is on; None: not known."""
        self._said = ""
        self._unreported: Message | None = None
        """Fault of the last attempt to switch off."""

    def begin(self) -> None:
        """Switches every level off, so that the state is known. Raises ToggleError."""
        self._prepare_log()
        for step, timeout_s in dict.fromkeys((one.off, one.timeout_s) for one in self._toggles.values()):
            self._take(step, timeout_s, self._off)
        self.level = self._off

    def to(self, level: str) -> Switched:
        """Switches to `level`, off first what is on; back when its ready step succeeds.

        Raises LevelError if a level was not reached or its off step failed, and the feature is off now; ToggleError if
        nobody knows whether it is off.
        """
        began_s, before = time.monotonic(), self.level
        self.level = None
        how, said, left = Message("ended-with-code", code="0"), "", ""
        if self._may_be_on is not None:
            toggle = self._may_be_on
            with self._off_after(before or self._off):
                how = self._take(toggle.off, toggle.timeout_s, self._off)
            left = self._said
            self._forget()
        if level != self._off:
            toggle = self._toggles[level]
            # Before it is on: if this process dies from here on, another one knows.
            self._may_be_on = toggle
            self._hold(toggle)
            with self._off_after(level):
                how = self._take(toggle.on, toggle.timeout_s, level)
                if toggle.ready is not None:
                    self._await(toggle.ready, toggle.timeout_s, level)
            said = self._said
        self.level = level
        return Switched(how, time.monotonic() - began_s, said, left)

    @contextmanager
    def _off_after(self, level: str) -> Iterator[None]:
        """If a step fails meanwhile the feature is switched off, and only `level` is lost."""
        try:
            yield
        except ToggleError as error:
            if level == self._off:
                raise
            self._unreported = self.undo()
            if self._unreported is not None:
                raise
            raise LevelError(level, error.told) from error

    def undo(self) -> Message | None:
        """Switches off what may be on; what is wrong with how that went, if anything, and was not yet reported."""
        toggle, wrong = self._may_be_on, self._unreported
        self._unreported = None
        if toggle is None:
            return wrong
        self.level = None
        try:
            self._take(toggle.off, toggle.timeout_s, self._off)
            self.level = self._off
        except ToggleError as error:
            wrong = error.told if isinstance(error.told, Message) else Message.said(str(error))
        # Also where it failed: who tried it has told of it, and the supervisor would only try it again.
        self._forget()
        return wrong

    def _take(self, step: ToggleStep, timeout_s: float, level: str) -> Message:
        """Take a step and return how it ended. Raises ToggleError if the step did not succeed."""
        how, wrong = self._taken(step, timeout_s)
        if wrong is not None:
            raise self._error(step, level, wrong)
        return how

    def _await(self, step: ToggleStep, timeout_s: float, level: str) -> None:
        """Asks again until the step succeeds. Raises ToggleError where it does not in time."""
        deadline_s, pause_s = time.monotonic() + timeout_s, _FIRST_PAUSE_S
        while True:
            left_s = max(0.001, deadline_s - time.monotonic())
            _, wrong = self._taken(step, left_s)
            if wrong is None:
                return
            if deadline_s - time.monotonic() <= pause_s:
                raise self._error(step, level, Message("not-ready-within", limit=duration(timeout_s), why=wrong))
            time.sleep(pause_s)
            pause_s = min(2.0 * pause_s, _LONGEST_PAUSE_S)

    def _taken(self, step: ToggleStep, timeout_s: float) -> tuple[Message, Message | None]:
        began = _size(self._log)
        how, wrong = self._place.taken(step, timeout_s, self._log)
        self._said = _last_line(self._log, began)
        return how, wrong

    def _error(self, step: ToggleStep, level: str, wrong: Message) -> ToggleError:
        told = Message("toggle-failed", level=level, step=self._place.shown(step), what=wrong)
        return ToggleError(f"{english(told)}. Its output: {self._log}. Cure: correct it, or raise its timeout", told)

    def _hold(self, toggle: LevelToggle) -> None:
        try:
            self._place.hold(toggle.off, toggle.timeout_s)
        except FileWriteError as error:
            raise _refused(error) from error

    def _forget(self) -> None:
        self._may_be_on = None
        try:
            self._place.drop()
        except FileWriteError:
            # The lease then says that the feature may be on, which is the careful answer.
            return

    def _prepare_log(self) -> None:
        try:
            made_directory(self._log.parent)
        except FileWriteError as error:
            raise _refused(error) from error


def _size(log: Path) -> int:
    try:
        return log.stat().st_size
    except OSError:
        return 0


def _last_line(log: Path, began: int) -> str:
    """The last line with text that was written from byte `began` on, cut to what a report has room for."""
    try:
        with log.open("rb") as file:
            file.seek(began)
            written = file.read(OUTPUT_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    lines = [line.strip() for line in written.splitlines() if line.strip()]
    return lines[-1][:_LONGEST_LINE] if lines else ""


def _refused(error: FileWriteError) -> ToggleError:
    told = Message("file-refused", place=error.path, why=error.reason)
    return ToggleError(english(told), told)
