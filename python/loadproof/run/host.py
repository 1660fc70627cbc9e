"""The machine that a run is made on: its facts."""

import os
import platform
import resource
from pathlib import Path
from typing import Any

__all__ = ["describe_host", "lacking_descriptors", "raise_descriptor_limit"]

_OTHER_FILES = 128
"""Files that a run has open beside its connections: the store, probes, supervisors, the engine's own."""


def describe_host() -> dict[str, Any]:
    """What a reader needs to know of the machine; keys carry their units."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return {
        "cpu_model": _cpu_model(),
        "cores": os.cpu_count() or 1,
        "cores_allowed": len(os.sched_getaffinity(0)),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "kernel": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "generator_nice": os.getpriority(os.PRIO_PROCESS, 0),
        "open_files_limit": soft,
        "local_ports": _first_line("/proc/sys/net/ipv4/ip_local_port_range"),
        "clock_source": _first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
    }


def raise_descriptor_limit() -> None:
    """Raises the soft limit of open files to the hard one, which needs no rights."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def lacking_descriptors(connections: int) -> tuple[int, int] | None:
    """(limit, needed) where the limit of open files is too low for so many connections; None where it is not.

    The limit is raised first as far as it may be, the hard one too where the rights allow.
    """
    raise_descriptor_limit()
    needed = connections + _OTHER_FILES
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return None
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, needed))
    except (OSError, ValueError):
        return soft, needed
    return None


def _first_line(path: str) -> str:
    try:
        return " ".join(Path(path).read_text(encoding="ascii").split())
    except OSError:
        return "unknown"


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
