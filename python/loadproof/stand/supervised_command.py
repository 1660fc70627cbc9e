"""The command for a supervisor. It is sent through a pipe as one line of JSON: every user can see arguments."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Self

__all__ = ["SupervisedCommand"]


@dataclass(frozen=True, slots=True)
class SupervisedCommand:
    """A command with everything filled in, secrets too: never to be stored or shown."""

    command: tuple[str, ...]
    directory: str
    environment: dict[str, str]
    cpus: tuple[int, ...]
    """CPUs that the command may use."""
    log: str | None = None
    """The file that standard output and error go to; None: nowhere."""
    log_bytes: int | None = None
    """Most bytes that the file keeps; None: as many as of a service."""
    groups: tuple[str, ...] = ()
    """Directories of its control group; removed with it."""
    joined_groups: tuple[str, ...] = ()
    """Directories of the control group of another command, which it joins; neither killed nor removed with it."""
    cpus_without_group: tuple[int, ...] = ()
    """CPUs that the command may use instead if it cannot join its control group."""
    oom_file: str | None = None
    """The file of its control group that counts out-of-memory kills."""
    ready_line: str = ""
    """Text that is watched for in the lines of its output."""
    stop_within_s: float = 0.0
    """Time between SIGTERM and SIGKILL."""
    may_daemonise: bool = False
    """True if the command goes on while its tree has a process, after the first process ended with exit code 0."""
    secrets: tuple[str, ...] = ()
    """Texts that become `***` in its output, see `SecretMask`."""

    def to_line(self) -> bytes:
        """One line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Self:
        """The command that `to_line` wrote.

        >>> told = SupervisedCommand(("true",), "/", {"A": "b"}, (0,))
        >>> SupervisedCommand.from_line(told.to_line()) == told
        True
        """
        read: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(line).items()
        }
        return cls(**read)
