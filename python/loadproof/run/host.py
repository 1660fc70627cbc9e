"""The machine that a run is made on: its facts, and what else uses it."""

import os
import platform
import resource
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from loadproof.system.process_tree import ProcessTree

__all__ = ["CpuTimes", "describe_host", "lacking_descriptors", "own_cpu_s", "raise_descriptor_limit"]

_OTHER_FILES = 128
"""Files that a run has open beside its connections: the store, probes, supervisors, the engine's own."""


@dataclass(frozen=True, slots=True)
class CpuTimes:
    """CPU seconds of the whole machine since boot, at one instant."""

    at_s: float
    busy_s: float
    """Of processes: interrupts, those of the network among them, are nobody's."""
    steal_s: float

    @classmethod
    def now(cls) -> Self:
        """Read from /proc/stat (proc(5)); zeros where the system has none."""
        try:
            fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
        except OSError:
            fields = ["0"] * 8
        user, nice, system, _idle, _iowait, _irq, _softirq, steal = (int(field) for field in fields[:8])
        ticks = os.sysconf("SC_CLK_TCK")
        return cls(
            at_s=time.monotonic(),
            busy_s=(user + nice + system) / ticks,
            steal_s=steal / ticks,
        )

    def foreign_share(self, before: "CpuTimes", own_s: float) -> float:
        """Share (0 to 1) of the machine's time that was used since `before`, without `own_s` of it."""
        elapsed_s = max(self.at_s - before.at_s, 1e-9) * (os.cpu_count() or 1)
        return min(1.0, max(0.0, (self.busy_s - before.busy_s - own_s) / elapsed_s))

    def steal_share(self, before: "CpuTimes") -> float:
        """Share (0 to 1) of the machine's time that its host gave to other machines since `before`."""
        elapsed_s = max(self.at_s - before.at_s, 1e-9) * (os.cpu_count() or 1)
        return max(0.0, (self.steal_s - before.steal_s) / elapsed_s)


def own_cpu_s() -> float:
    """CPU seconds of this process and of all that descends from it, also of what has ended: a stand of ours with it."""
    members = ProcessTree(os.getpid()).scan().members.values()
    return sum(stat.own_ticks + stat.waited_ticks for stat in members) / os.sysconf("SC_CLK_TCK")


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
