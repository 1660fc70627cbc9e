"""Memory limit for all processes that we start, and the number of processes that the kernel killed for lack of it."""

import os
from pathlib import Path

from loadproof.system.control_group import ControlGroup, control_group_directories
from loadproof.system.control_group_counters import read_control_group
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file

__all__ = ["kills_for_memory", "memory_limit_bytes"]

_MACHINE_BYTES = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def memory_limit_bytes(
    groups: Path = Path("/proc/self/cgroup"), mounts_file: Path = Path("/proc/self/mountinfo")
) -> int:
    """The memory of the machine, or the least limit of the control group of a process and of those above it.

    >>> 0 < memory_limit_bytes() <= _MACHINE_BYTES
    True
    """
    own = control_group_directories(groups, mounts_file)
    version, directory = (1, own["memory"]) if "memory" in own else (2, own.get(""))
    limits = [_MACHINE_BYTES]
    for place in () if directory is None else (directory, *directory.parents):
        if not (place / "cgroup.procs").exists():
            break
        limit = read_control_group(ControlGroup(version, None, place)).memory_limit_bytes
        limits += [] if limit is None else [limit]
    return min(limits)


def kills_for_memory(counters: Path = Path("/proc/vmstat")) -> int:
    """Processes of this machine that the kernel has killed for want of memory since its start; 0 where it is not told.

    >>> kills_for_memory() >= 0
    True
    """
    try:
        return numbers_by_name(read_kernel_file(counters)).get("oom_kill", 0)
    except OSError:
        return 0
