"""Place that switches a feature of one stand: fills the gaps of its steps, takes them, and has them undone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.model.message import Message
from loadproof.stand.bounded_log import BoundedLog
from loadproof.stand.http_call import called
from loadproof.stand.lease import MARK, HeldToggle
from loadproof.stand.stand_place import StandPlace
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.stand.undo import Undo
from loadproof.study.secret import masked
from loadproof.study.toggle_settings import ToggleKind, ToggleStep
from loadproof.system.process_identity import ProcessIdentity
from loadproof.system.secret_mask import SecretMask

__all__ = ["OUTPUT_BYTES", "TogglePlace"]

OUTPUT_BYTES = 64 << 10
"""Most bytes kept of the output of the steps of one start."""
_PROCESS_VARIABLE = "LOADPROOF_PID_"
_NOT_IN_NAMES = re.compile(r"[^A-Z0-9]")


@dataclass(frozen=True, slots=True)
class TogglePlace:
    """Place, directory and processes that the steps of one feature share; to be used by one thread."""

    place: StandPlace
    directory: Path
    processes: Mapping[str, int]
    """Process ids of the services that are up, by name."""
    holder: SupervisedProcess | None
    """Process whose supervisor switches the feature off if this process cannot; None: the service has ended."""

    def shown(self, step: ToggleStep) -> str:
        """The step as it may be seen: secrets are `***`."""
        if step.kind is ToggleKind.URL:
            return f"{step.words[0]} {self.place.filled(masked(step.words[1]), None, self.processes)}"
        return self.place.shown(step.words, None, self.processes)

    def taken(self, step: ToggleStep, within_s: float, log: Path) -> tuple[Message, Message | None]:
        """Takes a step, within its time: how it ended, and what is wrong with that; what it writes goes to `log`."""
        if step.kind is ToggleKind.COMMAND:
            told = self._told(step, log)
            failed = self.place.attempt(told, told.environment[MARK], within_s)
            ended = Message("ended-with-code", code="0")
            return (ended, None) if failed is None else (failed.told, failed.in_a_row(1))
        answer = called(self._url(step), within_s, step.words[0], OUTPUT_BYTES)
        self._keep(f"{self.shown(step)}: {answer.status}\n".encode() + answer.body + b"\n", log)
        return Message("ready-status", status=str(answer.status)), answer.fault

    def hold(self, step: ToggleStep, within_s: float) -> None:
        """From now on `step` is taken by the supervisor before it ends its service, if this process does not.

        On disk is only of which kind it is, and who that supervisor is. Raises FileWriteError where that cannot be
        written.
        """
        lease, holder = self.place.lease, self.holder
        if holder is None:
            return
        identity = ProcessIdentity.of(holder.supervisor_id)
        lease.toggle = None if identity is None else HeldToggle(step.kind.value, identity)
        lease.write()
        receipt = str(lease.receipt)
        if step.kind is ToggleKind.URL:
            undo = Undo(within_s, receipt, url=self._url(step), method=step.words[0])
        else:
            undo = Undo(within_s, receipt, self._told(step, None))
        holder.hold(undo)

    def drop(self) -> None:
        """Nothing is on any more, or what is was told: nobody has to switch it off. Raises FileWriteError."""
        if self.holder is not None:
            self.holder.hold(None)
        self.place.lease.toggle = None
        self.place.lease.write()

    def _url(self, step: ToggleStep) -> str:
        return self.place.filled(step.words[1], None, self.processes)

    def _told(self, step: ToggleStep, log: Path | None) -> SupervisedCommand:
        own = {_variable(name): str(number) for name, number in self.processes.items()}
        filled = tuple(self.place.filled(word, None, self.processes) for word in step.words)
        told = self.place.told((), self.directory, None, {}, None)
        return replace(
            told,
            command=filled,
            environment={**told.environment, **own, MARK: f"{self.place.mark(None)}/toggle"},
            log=None if log is None else str(log),
            log_bytes=OUTPUT_BYTES,
        )

    def _keep(self, output: bytes, log: Path) -> None:
        mask = SecretMask(self.place.secrets).stream()
        kept = BoundedLog.of_size(log, OUTPUT_BYTES)
        kept.write(mask.masked(output) + mask.rest())
        kept.close()


def _variable(service: str) -> str:
    """The variable that holds the process id of a service.

    >>> _variable("api-2")
    'LOADPROOF_PID_API_2'
    """
    return _PROCESS_VARIABLE + _NOT_IN_NAMES.sub("_", service.upper())
