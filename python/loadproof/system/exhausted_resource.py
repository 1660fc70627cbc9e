"""Resources of this machine that ran out: which one an error names, and one sentence for the user."""

import errno
import os
import re
import resource
from dataclasses import dataclass

__all__ = ["CpuTimeUsedUp", "ExhaustedResource", "exhausted_resource"]

_OF_ENGINE = re.compile(r"\(os error (\d+)\)")
"""End of the message of a Rust std::io::Error."""
_LONGEST_CHAIN = 16

_BY_ERRNO = {
    errno.EMFILE: "open-files",
    errno.ENFILE: "file-table",
    errno.ENOSPC: "disk",
    errno.EDQUOT: "quota",
    errno.EROFS: "read-only",
    errno.EFBIG: "file-size",
    errno.ENOMEM: "memory",
    errno.ENOBUFS: "memory",
    errno.EADDRNOTAVAIL: "ports",
}
_BY_SQLITE = {
    "SQLITE_FULL": "disk",
    "SQLITE_READONLY": "read-only",
    "SQLITE_NOMEM": "memory",
    "SQLITE_IOERR_NOMEM": "memory",
}
_NO_TEMPORARY_DIRECTORY = "No usable temporary directory"
"""Words of `tempfile.gettempdir`."""
_NO_THREAD = "can't start new thread"
_OF_IMPORT = {
    "Too many open files": "open-files",
    "Cannot allocate memory": "memory",
    "failed to map segment": "memory",
}
"""Words of the dynamic linker in an ImportError, which has no errno."""

_TOLD = {
    "open-files": ("no more files can be opened", "raise the limit of open files (ulimit -n 4096)"),
    "file-table": ("this machine has no more open files", "close files of other processes, or raise fs.file-max"),
    "disk": ("the disk is full", "free space there, or give another place (--out, TMPDIR)"),
    "quota": ("the disk quota is used up", "free space there, raise the quota, or give another place (--out, TMPDIR)"),
    "read-only": ("the place is read-only", "make it writable, or give another place (--out, TMPDIR)"),
    "file-size": ("a file reached the largest size allowed", "raise the limit of file sizes (ulimit -f)"),
    "memory": (
        "there is no more memory",
        "free memory, or raise its limit (ulimit -v, memory.max of the control group)",
    ),
    "processes": (
        "no more processes or threads can be started",
        "raise the limit (ulimit -u, pids.max of its control group), or end other processes",
    ),
    "ports": ("no local port is free", "widen net.ipv4.ip_local_port_range, or wait for closed connections to go"),
    "temporary-directory": (
        "no directory for temporary files can be written",
        "free space or raise the limit of file sizes (ulimit -f), or set TMPDIR to a directory that can be written",
    ),
    "proc": (
        "the kernel's accounts of processes are not there",
        "mount them (mount -t proc proc /proc), or give the container its /proc",
    ),
    "cpu-time": ("the CPU time of the process is used up", "raise the limit of CPU time (ulimit -t)"),
}
"""By resource: what happened, and the cure."""


class CpuTimeUsedUp(Exception):
    """The limit of CPU time of this process was reached (SIGXCPU)."""


@dataclass(frozen=True, slots=True)
class ExhaustedResource:
    """One resource that ran out; `name` is a key that the message `resource-exhausted` knows, too."""

    name: str
    place: str = ""
    """File that was to be opened or written, where that is known."""
    why: str = ""
    """The words of the system."""

    @property
    def sentence(self) -> str:
        """Sentence for the user: the place, what happened, and a hint.

        >>> ExhaustedResource("disk", "/data/run.db", "No space left on device").sentence[:54]
        '/data/run.db: the disk is full (no space left on devic'
        """
        what, cure = _TOLD[self.name]
        return f"{self.place or 'this machine'}: {what}{self._reason}. Cure: {cure}"

    @property
    def cure(self) -> str:
        """Hint for the user, without a full stop."""
        return _TOLD[self.name][1]

    @property
    def _reason(self) -> str:
        return f" ({self.why[:1].lower()}{self.why[1:]})" if self.why else ""


def exhausted_resource(error: BaseException) -> ExhaustedResource | None:
    """The resource that `error`, or an error that caused it, says has run out; None: it says something else.

    >>> exhausted_resource(OSError(24, "Too many open files", "/proc/1/stat"))
    ExhaustedResource(name='open-files', place='/proc/1/stat', why='Too many open files')
    >>> exhausted_resource(OSError(2, "No such file or directory")) is None
    True
    """
    caused: BaseException | None = error
    for _ in range(_LONGEST_CHAIN):
        if caused is None:
            break
        if (found := _named_by(caused)) is not None:
            return found
        caused = caused.__cause__ or caused.__context__
    return None


def _named_by(error: BaseException) -> ExhaustedResource | None:
    if isinstance(error, MemoryError | CpuTimeUsedUp):
        return ExhaustedResource("memory" if isinstance(error, MemoryError) else "cpu-time")
    if isinstance(error, OSError):
        return _of_errno(error.errno, error)
    # Of sqlite3.Error, which is not imported here: this module is needed where memory is scarce.
    if (code := getattr(error, "sqlite_errorname", None)) is not None:
        return _named(_of_sqlite(code), error)
    if isinstance(error, ImportError):
        return _named(next((name for words, name in _OF_IMPORT.items() if words in str(error)), None), error)
    if isinstance(error, RuntimeError):
        return _named("processes" if str(error) == _NO_THREAD else None, error)
    number = _OF_ENGINE.search(str(error))
    return None if number is None else _of_errno(int(number[1]), error)


def _of_sqlite(code: str) -> str | None:
    # SQLite has no code for EFBIG.
    if code.startswith("SQLITE_CANTOPEN"):
        return "open-files" if _are_open_files_used_up() else None
    is_limited = resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY
    return "file-size" if code == "SQLITE_IOERR_WRITE" and is_limited else _BY_SQLITE.get(code)


def _are_open_files_used_up() -> bool:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC))
    except OSError as error:
        return error.errno == errno.EMFILE
    return False


def _named(name: str | None, error: BaseException) -> ExhaustedResource | None:
    return None if name is None else ExhaustedResource(name, why=str(error))


def _is_proc_missing(error: BaseException) -> bool:
    place = getattr(error, "filename", None)
    return place is not None and os.fsdecode(str(place)).startswith("/proc/") and not os.path.exists("/proc/self/stat")


def _of_errno(number: int | None, error: BaseException) -> ExhaustedResource | None:
    if number == errno.ENOENT and _NO_TEMPORARY_DIRECTORY in str(error):
        return ExhaustedResource("temporary-directory")
    if number == errno.ENOENT and _is_proc_missing(error):
        return ExhaustedResource("proc", "/proc")
    # Of fork(2) and clone(2) alone; a socket or file that is not ready raises it too, and that is waited for elsewhere.
    name = "processes" if number == errno.EAGAIN else _BY_ERRNO.get(number or 0)
    if name is None or number is None:
        return None
    place = getattr(error, "filename", None)
    return ExhaustedResource(name, "" if place is None else os.fsdecode(str(place)), os.strerror(number))
