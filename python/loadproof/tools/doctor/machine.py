"""Processors, their frequency and the clock, as the kernel tells of them; `root` is where /proc and /sys are."""

import os
import time
from collections.abc import Collection
from pathlib import Path

from loadproof.stand.placement import generator_cpus, service_cpus
from loadproof.study.stand_settings import Placement
from loadproof.system.control_group import ControlGroup, control_group_directories
from loadproof.system.control_group_counters import read_control_group
from loadproof.system.kernel_file import read_kernel_file
from loadproof.tools.doctor.check import LIMITS, CheckModel, cannot_tell, doubt, fine

__all__ = ["ROOT", "clock", "cores", "frequency", "is_virtual", "kernel_text"]

ROOT = Path("/")
_CPUS = "sys/devices/system/cpu"
_CLOCK_READINGS = 20_000


def kernel_text(path: Path) -> str | None:
    """Return the text of a small file on one line; None if the file does not exist or cannot be read."""
    try:
        return " ".join(read_kernel_file(path).decode("utf-8", "replace").split())
    except OSError:
        return None


def is_virtual(root: Path = ROOT) -> bool:
    """Return True if /proc/cpuinfo has the flag of a hypervisor (x86 only; other processors have no such flag)."""
    return " hypervisor " in f"{kernel_text(root / 'proc/cpuinfo') or ''} "


def cores(root: Path = ROOT, allowed: Collection[int] | None = None) -> CheckModel:
    """Check how many processors this process may use, and if they are whole processors."""
    allowed = sorted(os.sched_getaffinity(0) if allowed is None else allowed)
    online = _listed(kernel_text(root / _CPUS / "online") or "")
    quota_cores, throttled = _quota(root)
    pairs = [cpu for cpu in allowed if len(_siblings(root, cpu) & set(allowed)) > 1]
    found = f"{len(allowed)} of {len(online) or os.cpu_count()} may be used"
    found += f", {len(pairs)} of them are siblings of one core (SMT)" if pairs else ", none shares a core"
    figures = {"allowed": len(allowed), "online": len(online) or None, "smt_siblings": len(pairs)}
    if quota_cores is not None:
        held = f", {throttled} periods throttled so far" if throttled else ""
        return doubt(
            "cores",
            f"{found}; a quota of {quota_cores:.3g} cores (control group{held})",
            "once it is used up, generator and service stand still for the rest of a period (mostly 100 ms)",
            "give whole processors and no quota (docker run --cpuset-cpus=0-3, not --cpus; no CPU limit of a pod)",
            **figures,
            quota_cores=quota_cores,
        )
    if len(allowed) == 1:
        return doubt(
            "cores",
            "one may be used",
            "generator and service wait for each other where the service runs here, too",
            "give it two or more, or load from another machine",
            **figures,
        )
    generator, service = _kept_apart(allowed)
    shared = {cpu for cpu in generator if _siblings(root, cpu) & set(service)}
    if shared:
        return doubt(
            "cores",
            f"{found}; `placement: apart` gives both halves of a core to generator and service",
            "each slows the other down by the core that they share",
            "echo off > /sys/devices/system/cpu/smt/control (root), or load from another machine",
            **figures,
        )
    return fine("cores", f"{found}, no quota", **figures)


def frequency(root: Path = ROOT, allowed: Collection[int] | None = None) -> CheckModel:
    """Check which governor decides how fast processors run, and the turbo state."""
    allowed = sorted(os.sched_getaffinity(0) if allowed is None else allowed)
    told = {kernel_text(root / _CPUS / f"cpu{cpu}/cpufreq/scaling_governor") for cpu in allowed}
    governors = sorted(governor for governor in told if governor)
    turbo = _turbo(root)
    if not governors:
        where = "the host of this virtual machine decides" if is_virtual(root) else "this kernel does not tell"
        return cannot_tell("frequency", f"{where}; its speed is timed below", turbo=turbo)
    found = f"governor {', '.join(governors)}{f', turbo {turbo}' if turbo else ''}"
    if governors != ["performance"]:
        return doubt(
            "frequency",
            found,
            "processors slow down between calls: a light load looks slower than a heavy one",
            "cpupower frequency-set -g performance (root)",
            governor=", ".join(governors),
            turbo=turbo,
        )
    return fine("frequency", found, governor="performance", turbo=turbo)


def clock(root: Path = ROOT) -> CheckModel:
    """The clock source, what one reading costs, and how fine timers are."""
    source = kernel_text(root / "sys/devices/system/clocksource/clocksource0/current_clocksource")
    slack_ns = kernel_text(root / "proc/self/timerslack_ns")
    resolution_ns = round(time.clock_getres(time.CLOCK_MONOTONIC) * 1e9)
    read_ns = _clock_read_ns()
    slack = f", timer slack {int(slack_ns) / 1e3:.3g} us" if slack_ns and slack_ns.isdigit() else ""
    found = f"{source or 'source not told'}, {read_ns:.0f} ns a reading, resolution {resolution_ns} ns{slack}"
    figures = {"source": source, "read_ns": round(read_ns, 1), "resolution_ns": resolution_ns}
    if resolution_ns > 1e6:
        return doubt(
            "clock",
            found,
            "sends wait for the next tick of the kernel, which is late by milliseconds",
            "a kernel with high-resolution timers (no highres=off, no nohz=off on its command line)",
            **figures,
        )
    if read_ns > LIMITS.clock_read_ns:
        return doubt(
            "clock",
            found,
            "each instant is read by a call into the kernel: the generator does less in the same time",
            "clocksource=tsc on the kernel's command line, where available_clocksource in /sys has it",
            **figures,
        )
    return fine("clock", found, **figures)


def _clock_read_ns() -> float:
    """The quickest of some batches: what else the machine does is no part of it."""
    batches = []
    for _ in range(5):
        began_ns = time.perf_counter_ns()
        for _ in range(_CLOCK_READINGS // 5):
            time.perf_counter_ns()
        batches.append((time.perf_counter_ns() - began_ns) / (_CLOCK_READINGS // 5))
    return min(batches)


def _kept_apart(allowed: list[int]) -> tuple[list[int], list[int]]:
    if set(allowed) == os.sched_getaffinity(0):
        return generator_cpus(Placement.APART), service_cpus(Placement.APART)
    return allowed[: len(allowed) // 2], allowed[len(allowed) // 2 :]


def _siblings(root: Path, cpu: int) -> set[int]:
    return _listed(kernel_text(root / _CPUS / f"cpu{cpu}/topology/thread_siblings_list") or str(cpu))


def _listed(text: str) -> set[int]:
    """The numbers of such a list as `0-3,8`; what is no number is left out.

    >>> _listed("0-2,8")
    {0, 1, 2, 8}
    """
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if first.isdigit() and (last or first).isdigit():
            numbers |= set(range(int(first), min(int(last or first), int(first) + 65_536) + 1))
    return numbers


def _quota(root: Path) -> tuple[float | None, int]:
    """The tightest quota of our control group and those above it, in cores, and its throttled periods."""
    places = control_group_directories(root / "proc/self/cgroup", root / "proc/self/mountinfo")
    own = places.get("cpu", places.get(""))
    tightest, throttled = None, 0
    for place in () if own is None else (own, *own.parents):
        try:
            told = read_control_group(ControlGroup(1 if "cpu" in places else 2, place, None))
        except OSError:
            break
        if told.periods is None and told.cpu_s is None:
            break
        if told.cpu_limit_cores is not None and (tightest is None or told.cpu_limit_cores < tightest):
            tightest, throttled = told.cpu_limit_cores, told.throttled_periods or 0
    return tightest, throttled


def _turbo(root: Path) -> str | None:
    off = kernel_text(root / _CPUS / "intel_pstate/no_turbo")
    on = kernel_text(root / _CPUS / "cpufreq/boost")
    if off is None and on is None:
        return None
    return "on" if off == "0" or on == "1" else "off"
