"""Pressure of `stress-ng` on CPU, memory or disk, in the control group of a service."""

import math
import os
import shutil
from pathlib import Path

from loadproof.injections.hold import Hold, Traces
from loadproof.injections.injector import InjectionError, InjectionPlace
from loadproof.injections.kinds.failure import injection_failure, step_text, unknown_service
from loadproof.injections.settings import Injection, PressureProblem
from loadproof.injections.undo import remove_directories, undo_words
from loadproof.model.message import Message, byte_size, count, mebibytes
from loadproof.stand.lease import MARK, kill_marked, marked_processes
from loadproof.stand.placement import narrowed
from loadproof.stand.running_service import RunningService
from loadproof.stand.service_failure import Failed
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.memory_room import memory_limit_bytes

__all__ = ["PressureInjector"]

_PROGRAM = "stress-ng"
_INSTALL = "apt-get install stress-ng (or the package of your system)"
_DISK_LEFT_BYTES = 10_000_000_000
_LOG_BYTES = 256 << 10
_EARLY_S = 0.3
"""Time within which stress-ng ends if it refuses its options."""
_ASKED_S = 1.0
_LEFT_ALONE_S = 30
"""Time after the end of the injection at which stress-ng ends by itself, however lost it is."""


class PressureInjector:
    """Processes of `stress-ng` that share the control group and the CPUs of a service."""

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """Starts nothing yet."""
        if not isinstance(injection.problem, PressureProblem):
            raise TypeError(f"{injection.problem!r} is no pressure")
        self._injection = injection
        self._problem = injection.problem
        self._place = place
        self._hold = Hold(place, injection)
        self._directory = (injection.problem.directory or place.place.workspace) / self._hold.token
        self._process: SupervisedProcess | None = None

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse what this machine has no program, memory or disk space for. Raises InjectionError."""
        self._program()
        self._refuse_memory(self._service())
        self._refuse_disk()
        self._hold.open()

    def begin(self) -> None:
        """Start stress-ng, the removal of its files with the guard. Raises InjectionError."""
        program, service = self._program(), self._service()
        # Others may have filled the disk since the check.
        self._refuse_disk()
        arguments = {
            "mark": self._hold.mark,
            "directories": [str(self._directory)],
            "token": self._hold.token,
            "within_s": self._injection.undo_within_s / 2.0,
        }
        traces = Traces(self._problem.kind.value, self._injection.name, directories=(str(self._directory),))
        self._hold.take(*undo_words("remove", arguments), traces)
        try:
            self._directory.mkdir(mode=0o700)
        except OSError as error:
            what = Message("file-refused", place=str(self._directory), why=str(error.strerror))
            raise self._failure(what, "give another directory") from error
        self._process = process = SupervisedProcess(self._told(program, service), self._hold.mark)
        if process.refused is not None:
            raise self._failure(step_text("pressure", process.refused), _INSTALL)
        if not process.joined:
            what = step_text("pressure", Message("injection-group-not-joined"))
            raise self._failure(what, "leave out the service, or run loadproof with rights for its control group")
        ended = process.wait(_EARLY_S)
        if ended is not None:
            how = Failed(ended.how, ended.recent).in_a_row(1)
            raise self._failure(step_text("pressure", how), f"look in its log: {self._log}")

    def fault(self) -> Message | None:
        """Return how stress-ng ended, if it has."""
        ended = None if self._process is None else self._process.poll()
        return None if ended is None else step_text("pressure", Failed(ended.how, ended.recent).in_a_row(1))

    def end(self) -> None:
        """End stress-ng and remove its files. Raises InjectionError."""
        if self._process is not None:
            self._process.stop()
            self._process = None
        kill_marked(self._hold.mark)
        if not remove_directories([str(self._directory)], self._hold.token, self._injection.undo_within_s):
            what = Message("injection-directory-left", directory=str(self._directory))
            raise self._failure(what, "remove the directory by hand")
        self._hold.drop()

    def remains(self) -> Message | None:
        """Return what is left: processes, or the directory."""
        left = marked_processes(self._hold.mark)
        if left:
            return Message("injection-processes-left", count=count(len(left)))
        if os.path.lexists(self._directory):
            return Message("injection-directory-left", directory=str(self._directory))
        return None

    @property
    def _log(self) -> Path:
        return self._place.place.logs / f"injection-{self._injection.name}.log"

    def _program(self) -> str:
        found = shutil.which(_PROGRAM, path=self._place.place.environment.get("PATH", os.defpath))
        if found is None:
            what = step_text("pressure", Message("injection-program-missing", program=_PROGRAM))
            raise self._failure(what, _INSTALL)
        return os.path.abspath(found)

    def _service(self) -> RunningService | None:
        name = self._problem.service
        if name is None:
            return None
        running = self._place.services.services.get(name)
        if running is None:
            raise unknown_service(self._injection.name, name, self._place)
        return running

    def _refuse_memory(self, service: RunningService | None) -> None:
        """Memory that is not there would make the kernel kill processes, of which nobody knows whose they are."""
        limit = None if service is None else service.limits.memory_bytes
        limits = [memory_limit_bytes(), _available_bytes(), *([] if limit is None else [limit])]
        if self._problem.memory_bytes >= min(limits):
            wanted, least = mebibytes(self._problem.memory_bytes / 2**20), mebibytes(min(limits) / 2**20)
            what = step_text("pressure", Message("injection-memory-short", wanted=wanted, limit=least))
            raise self._failure(what, "ask for less memory")

    def _refuse_disk(self) -> None:
        place = self._directory.parent
        try:
            free = shutil.disk_usage(place).free
        except OSError as error:
            what = Message("file-refused", place=str(place), why=str(error.strerror))
            raise self._failure(what, "give a directory that is there") from error
        if self._problem.disk_bytes and free - self._problem.disk_bytes < _DISK_LEFT_BYTES:
            needed = byte_size(self._problem.disk_bytes + _DISK_LEFT_BYTES)
            what = Message("injection-disk-short", directory=str(place), free=byte_size(free), needed=needed)
            raise self._failure(
                step_text("pressure", what), "free disk space, give another directory, or ask for a smaller file"
            )

    def _told(self, program: str, service: RunningService | None) -> SupervisedCommand:
        place = self._place.place
        group = None if service is None else service.control_group
        directories = () if group is None else tuple(dict.fromkeys(filter(None, (group.cpu, group.memory))))
        narrow = tuple(place.cpus if service is None else narrowed(place.cpus, service.limits.cpus))
        has_quota = group is not None and group.cpu is not None
        return SupervisedCommand(
            (program, *self._options()),
            str(self._directory),
            # No secrets: it needs none, and whatever it says is in a log.
            {"PATH": place.environment.get("PATH", os.defpath), MARK: self._hold.mark},
            cpus=tuple(place.cpus) if has_quota else narrow,
            cpus_without_group=narrow,
            log=str(self._log),
            log_bytes=_LOG_BYTES,
            joined_groups=tuple(map(str, directories)),
            stop_within_s=_ASKED_S,
        )

    def _options(self) -> list[str]:
        """Its options; those of memory and disk hold and write so many bytes in one process each."""
        problem = self._problem
        options = ["--timeout", f"{math.ceil(self._injection.for_s) + _LEFT_ALONE_S}s"]
        options += ["--temp-path", str(self._directory)]
        if problem.cpu:
            options += ["--cpu", str(problem.cpu)]
        if problem.memory_bytes:
            # One that the kernel kills for want of memory is not started again: the fault is to be seen.
            options += ["--vm", "1", "--vm-bytes", f"{problem.memory_bytes}b", "--vm-keep", "--oomable"]
        if problem.disk_bytes:
            options += ["--hdd", "1", "--hdd-bytes", f"{problem.disk_bytes}b"]
        return options

    def _failure(self, what: Message, cure: str) -> InjectionError:
        return injection_failure(self._injection.name, what, cure)


def _available_bytes() -> int:
    try:
        return numbers_by_name(read_kernel_file("/proc/meminfo"))["MemAvailable"] * 1024
    except (OSError, KeyError, ValueError):
        return memory_limit_bytes()
