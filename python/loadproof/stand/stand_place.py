"""Place of a stand: its ports, workspace, CPUs and logs. Fills the gaps of its texts and runs its commands."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.model.message import Message, duration
from loadproof.stand.lease import MARK, Lease
from loadproof.stand.own_process_failure import require_running
from loadproof.stand.service_failure import Failed, StartFailure
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.study.secret import masked_words
from loadproof.study.stand_template import fill_stand_text
from loadproof.system.secret_mask import SecretMask

__all__ = ["StandPlace"]

_COMMAND_WITHIN_S = 600.0


@dataclass(frozen=True, slots=True)
class StandPlace:
    """Ports, workspace, environment, CPUs, logs, lease and secrets that the services of one stand share."""

    ports: Mapping[str, int]
    workspace: Path
    environment: Mapping[str, str]
    """The user's, secrets and all."""
    cpus: list[int]
    logs: Path
    lease: Lease
    secrets: tuple[str, ...]
    """Secrets of all services and of the profile, masked in the output of each command, as it may write any secret."""

    def filled(self, text: str, own: str | None = None, processes: Mapping[str, int] | None = None) -> str:
        """`text` with its gaps filled for the service `own`, secrets too. Raises StandTextError.

        `processes` are the ids of services, once they are up.
        """
        return fill_stand_text(text, self.ports, own, self.workspace, self.environment, processes)

    def shown(self, texts: Sequence[str], own: str | None = None, processes: Mapping[str, int] | None = None) -> str:
        """The command `texts` as it may be seen: secrets are `***`."""
        shown = shlex.join(self.filled(text, own, processes) for text in masked_words(texts)).replace("'***'", "***")
        return SecretMask(self.secrets).text(shown)

    def told(
        self, command: Sequence[str], directory: Path, own: str | None, environment: Mapping[str, str], log: str | None
    ) -> SupervisedCommand:
        """`command` with everything filled in; `log` is a file name. Raises StandTextError."""
        filled = {name: self.filled(text, own) for name, text in environment.items()}
        return SupervisedCommand(
            command=tuple(self.filled(text, own) for text in command),
            directory=str(directory),
            environment={**self.environment, **filled, MARK: self.mark(own)},
            cpus=tuple(self.cpus),
            log=None if log is None else str(self.logs / log),
            secrets=self.secrets,
        )

    def mark(self, own: str | None) -> str:
        """Return the mark that processes of the service `own` carry; None: processes of no service."""
        return f"{self.lease.token}/{own or ''}"

    def run(self, told: SupervisedCommand, shown: str, own: str | None = None) -> None:
        """Runs a command to its end, ten minutes at most. Raises ServiceError if it fails, and OwnProcessFailed."""
        wrong = self.attempt(told, f"{self.mark(own)}/command", _COMMAND_WITHIN_S)
        if wrong is not None:
            what = Message("command-of-stand-did", command=shown, what=wrong.told)
            if own:
                what = Message("command-of-service-did", command=shown, service=own, what=wrong.told)
            raise StartFailure(Failed(what, wrong.output), f"\nIts log: {told.log}. Cure: correct the command")

    def attempt(self, told: SupervisedCommand, mark: str, within_s: float) -> Failed | None:
        """Runs a command to its end; what is wrong with how it went, if anything. Raises OwnProcessFailed."""
        marked = replace(told, environment={**told.environment, MARK: mark})
        process = SupervisedProcess(marked, mark)
        try:
            ended = process.wait(within_s)
            require_running(process)
        finally:
            last = process.stop()
        if process.refused is not None:
            return Failed(process.refused)
        if ended is not None and ended.exit_code == 0:
            return None
        late = Message("not-ended-within", limit=duration(within_s))
        return Failed(late if ended is None else last.how, last.recent)
