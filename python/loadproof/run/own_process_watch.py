"""Child processes of a run that die or are stopped: their trial is not valid, and the run ends with its report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from loadproof.errors import OwnProcessFailed
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.stand.own_process_failure import own_process_error, own_process_text
from loadproof.store.record import StartState
from loadproof.system.own_processes import failed_processes
from loadproof.trial.observer import SeenBeside, Witness

if TYPE_CHECKING:
    from loadproof.run.opening import OpenRun
    from loadproof.run.run_context import RunContext
    from loadproof.store.start_log import StartLog
    from loadproof.store.writer import RunWriter

__all__ = ["OwnProcessWatch", "cut_by_own_process", "require_own_processes"]

_EVENT = "own-process-failed"


class OwnProcessWatch(Witness):
    """Ends the run when a process of loadproof fails during a trial, and doubts that trial."""

    subject = "own processes"

    def __init__(self, context: RunContext) -> None:
        """`context` is that of the run."""
        self._context = context
        self._number: int | None = None
        self._doubts: list[Doubt] = []

    def trial_started(self, number: int, _trial: Trial, /) -> None:
        """Forget earlier trials: whatever does not run by now spoils this one."""
        self._number, self._doubts = number, []

    def ticked(self, _number: int, _tick: TickReading, /) -> None:
        """Look once a second."""
        self._look()

    def trial_ended(self) -> SeenBeside:
        """Return the doubts about the trial."""
        self._look()
        return SeenBeside(doubts=tuple(self._doubts))

    def _look(self) -> None:
        for failed in failed_processes():
            doubt = Doubt(DoubtCode.OWN_PROCESS_FAILED, own_process_text(failed))
            if doubt not in self._doubts:
                self._doubts.append(doubt)
                self._context.log.event(_EVENT, doubt.text, trial=self._number)
                _end_run(self._context, doubt, self._context.log)


def require_own_processes() -> None:
    """Raise OwnProcessFailed if a process of loadproof failed: nothing that is seen now speaks of the service."""
    for failed in failed_processes():
        raise own_process_error(failed)


@contextmanager
def cut_by_own_process(opened: OpenRun) -> Iterator[None]:
    """End the run, with its report, if a process of loadproof fails outside of any trial."""
    try:
        yield
    except OwnProcessFailed as error:
        told = error.told if isinstance(error.told, Message) else Message.said(str(error))
        opened.writer.log.event(_EVENT, told)
        _end_run(opened.context, Doubt(DoubtCode.OWN_PROCESS_FAILED, told), _cut_start(opened.writer))


def _cut_start(writer: RunWriter) -> StartLog:
    """The log of the last start that was begun and did not come to its end, else that of the run."""
    with writer.reader() as reader:
        cut = [start for start in reader.starts() if start.state is StartState.UNDER_WAY]
    return writer.log_of(cut[-1].variant, cut[-1].number) if cut else writer.log


def _end_run(context: RunContext, doubt: Doubt, cut: StartLog) -> None:
    """Ask for the end of the run; the doubt belongs to the start that was cut, and goes when it is repeated."""
    cut.doubt(doubt)
    context.live.say(Message("run-cut-by-own-process", why=doubt.text))
    context.interruption.cut()
