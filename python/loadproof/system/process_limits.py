"""Limits of this process that would end a command before its report: address space, data, CPU time (setrlimit(2))."""

import os
import resource
import signal
import threading
import time

from loadproof.errors import InputError
from loadproof.system.exhausted_resource import CpuTimeUsedUp, ExhaustedResource
from loadproof.system.kernel_file import read_kernel_file

__all__ = [
    "check_cpu_time",
    "check_memory_limits",
    "check_proc",
    "keep_algebra_to_one_thread",
    "raise_at_end_of_cpu_time",
    "warn_before_end_of_cpu_time",
]

_LEAST_MEMORY_BYTES = 512 * 2**20
"""SciPy with one thread needs up to 350 MiB of address space. Below its need OpenBLAS ends the process by itself."""
_BY_SIZE = ((resource.RLIMIT_AS, "ulimit -v"), (resource.RLIMIT_DATA, "ulimit -d"))
_ALGEBRA_THREADS = "OPENBLAS_NUM_THREADS"
_LEAST_CPU_TIME_S = 3.0
"""CPU time of the shortest run with its report."""
_FOR_THE_REPORT_S = 5
"""CPU time that the end of a run may take, of a limit that is long enough."""


def check_memory_limits() -> None:
    """Raises InputError where a limit leaves too little memory for any command; the message names limit and cure."""
    for limit, command in _BY_SIZE:
        soft, _hard = resource.getrlimit(limit)
        if soft != resource.RLIM_INFINITY and soft < _LEAST_MEMORY_BYTES:
            raise _too_low("memory", f"{soft // 2**20} MiB", f"{_LEAST_MEMORY_BYTES // 2**20} MiB", command)


def check_proc() -> None:
    """Raises InputError where /proc is not there: a load reads who uses the machine while it lasts."""
    try:
        read_kernel_file("/proc/stat")
    except FileNotFoundError as error:
        raise InputError(ExhaustedResource("proc", "/proc").sentence) from error
    except OSError:
        # Refused readings are doubts of the run.
        return


def keep_algebra_to_one_thread() -> None:
    """Has OpenBLAS, once NumPy loads it, start no threads of its own; ours are small matrices.

    Where a thread cannot be started it raises SIGINT, and each takes 40 MiB of address space. Services do not inherit
    the setting: it is in the environment of this process alone, not in `os.environ`, of which theirs are made.
    """
    if _ALGEBRA_THREADS not in os.environ:
        os.putenv(_ALGEBRA_THREADS, "1")


def check_cpu_time() -> None:
    """Raises InputError where the limit of CPU time ends a run before its report."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    needed_s = time.process_time() + _LEAST_CPU_TIME_S
    if hard != resource.RLIM_INFINITY and hard < needed_s:
        raise _too_low("CPU time", f"{hard} s", f"{needed_s:.1f} s", "ulimit -t")


def raise_at_end_of_cpu_time() -> None:
    """Has CpuTimeUsedUp raised in the main thread shortly before the kernel kills this process for its CPU time."""
    if threading.current_thread() is threading.main_thread():
        warn_before_end_of_cpu_time()
        signal.signal(signal.SIGXCPU, _raise)


def warn_before_end_of_cpu_time() -> None:
    """Lowers the soft limit of CPU time below the hard one: SIGXCPU comes first then, SIGKILL after it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY:
        return
    warned_s = max(1, hard - min(_FOR_THE_REPORT_S, hard // 2))
    if soft == resource.RLIM_INFINITY or soft > warned_s:
        resource.setrlimit(resource.RLIMIT_CPU, (warned_s, hard))


def _raise(_number: int, _frame: object) -> None:
    # It comes every second from now on, and what is told then takes its time.
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    raise CpuTimeUsedUp


def _too_low(what: str, limit: str, needed: str, command: str) -> InputError:
    return InputError(
        f"{what}: the limit of {limit} ({command}) is too low, {needed} are needed. "
        f"Cure: raise it, such as by {command} unlimited before the command"
    )
