"""The machine that a run is made on: its facts."""

import os
import platform
import resource
from pathlib import Path
from typing import Any

__all__ = ["describe_host"]


def describe_host() -> dict[str, Any]:
    """Return the facts about the machine that a reader needs; keys carry their units."""
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
