"""Every error a user can meet.

```
LoadproofError              exit code 1
├── InputError              exit code 2: what was given cannot be run
│   ├── WrittenValueError   one value (a duration, an SLO, a URL, ...) is wrong as written
│   ├── StudyFaults         all faults of a study or profile file at once
│   ├── ForeignOptionsError options of other load tools in one command
│   ├── PathError           a path cannot be looked up
│   ├── FileWriteError      a file cannot be written
│   ├── TargetError         the target cannot be reached before any load
│   ├── RunDirectoryError   the run directory cannot be written or read
│   ├── ServiceError        a service of the stand does not start, or has ended
│   ├── ToggleError         a feature of a service could not be switched
│   └── InjectionError      an injection cannot be made, or was not undone
├── ResourceExhausted       exit code 4: a resource of this machine ran out after measuring began
├── OwnProcessFailed        exit code 4: a process of loadproof died or was stopped
├── PackageMissing          exit code 1: a package is not installed that loadproof does without
└── EngineFault             exit code 1: the generator could not go on
```
"""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "EngineFault",
    "Fault",
    "FileWriteError",
    "ForeignOptionsError",
    "InputError",
    "LoadproofError",
    "OwnProcessFailed",
    "PackageMissing",
    "PathError",
    "ResourceExhausted",
    "RunDirectoryError",
    "ServiceError",
    "StudyFaults",
    "TargetError",
    "ToggleError",
    "WrittenValueError",
]


class LoadproofError(Exception):
    """An error whose message names the value, the place and the cure."""


class InputError(LoadproofError):
    """Error for input that cannot be run, mostly raised before any load is sent."""

    def __init__(self, text: str, told: object = None) -> None:
        """`told`: the same as a `Message`, where the report of a run tells it too."""
        super().__init__(text)
        self.told = told


class WrittenValueError(InputError):
    """One value is wrong as written; `message` says what is wrong with it, `cure` what to write instead."""

    def __init__(self, message: str, cure: str) -> None:
        """Both without a full stop."""
        self.message = message
        self.cure = cure
        super().__init__(f"{message}. Cure: {cure}")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file, or, with `line` 0, of the command-line option that `file` names.

    >>> str(Fault("p.yaml", 3, "weight: 0 is not a weight", "give a number above 0"))
    'p.yaml:3: weight: 0 is not a weight. Cure: give a number above 0'
    """

    file: str
    line: int
    message: str
    cure: str

    def __str__(self) -> str:
        """`file:line: message. Cure: cure`; without the line where there is none."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message}. Cure: {self.cure}"


class StudyFaults(InputError):
    """All faults of one study or profile file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Keeps the faults in the order of their lines."""
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.file, fault.line)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class ForeignOptionsError(InputError):
    """Options of other load tools in one command."""

    def __init__(self, lines: Sequence[str]) -> None:
        """`lines`: an answer to each option, in the order in which they were typed, without line breaks."""
        super().__init__("\n".join(lines))


class PathError(InputError):
    """A path that the system refuses to look up: too long, in a loop of links, without the right to enter it."""

    def __init__(self, path: str, reason: str, hint: str) -> None:
        """`path` as it is shown; `reason` and `hint` without a full stop."""
        self.path = path
        self.reason = reason
        self.hint = hint
        super().__init__(f"{path}: {reason}. Cure: {hint}")


class FileWriteError(InputError):
    """A file that cannot be written; the file that was there before is as it was."""

    def __init__(self, path: str, reason: str, hint: str, option: str | None = None) -> None:
        """`path` as it is shown, `option` names it on the command line; `reason` and `hint` without a full stop."""
        self.path = path
        self.reason = reason
        self.hint = hint
        place = f"{path}:" if option is None else f"{option}: {path}"
        super().__init__(f"{place} cannot be written ({reason}). Cure: {hint}")


class TargetError(InputError):
    """The target cannot be reached; the message names every address that was tried."""


class RunDirectoryError(InputError):
    """The run directory cannot be made, written or read."""


class ServiceError(InputError):
    """A service of the stand does not start, or has ended; the message shows its last lines."""


class ToggleError(InputError):
    """A feature of a service could not be switched: its state is not known."""


class LevelError(LoadproofError):
    """A level of a feature was not reached, or had no effect; the feature is off again."""

    def __init__(self, level: str, told: object) -> None:
        """`told` is the Message that says why."""
        super().__init__(f"level {level}: {told}")
        self.level = level
        self.told = told


class ResourceExhausted(LoadproofError):
    """A resource of this machine ran out after measuring began, and the report could not be made."""

    def __init__(self, sentence: str, run_directory: str) -> None:
        """`sentence` names the resource and its cure; what was measured is in `run_directory`."""
        super().__init__(f"{sentence}, then show what was measured: loadproof report {run_directory}")


class OwnProcessFailed(LoadproofError):
    """A child process of loadproof itself, such as the supervisor of a service, died or was stopped."""

    def __init__(self, text: str, told: object) -> None:
        """`told` is the same as a `Message`, for the report of the run."""
        super().__init__(f"{text}. Cure: find in the log of the kernel what ended it, then repeat the command")
        self.told = told


class PackageMissing(LoadproofError):
    """A package is not installed that loadproof itself does without."""

    def __init__(self, package: str, wanted: str, install: str | None = None) -> None:
        """`package` as pip calls it; `wanted` is what needs it, `install` what to give to pip for it."""
        self.package = package
        super().__init__(f"{package} is not installed, and {wanted} needs it. Cure: pip install {install or package}")


class EngineFault(LoadproofError):
    """The generator could not go on for a reason that is not the target's."""
