"""All looks at the machine that take time, spread over about a minute; and `examine`, the whole look."""

import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from loadproof.judge import limits
from loadproof.judge.machine_speed import speed_doubts
from loadproof.run.host import describe_host
from loadproof.system.control_group import ControlGroup, control_group_directories
from loadproof.system.control_group_counters import read_control_group
from loadproof.system.host_counters import read_core_times
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.machine_account import MachineAccount, MachineUse
from loadproof.system.yardstick import work_us
from loadproof.tools.doctor import machine
from loadproof.tools.doctor.check import LIMITS, CheckModel, DoctorModel, Figure, cannot_tell, concluded, doubt, fine
from loadproof.tools.doctor.limits import kernel, open_files, ports, queues, rights
from loadproof.tools.doctor.wake_ups import Slept, begin_sleeps, sleep_states, stalls, timers, told_by

__all__ = ["LEAST_S", "MOST_S", "Minute", "examine"]

LEAST_S, MOST_S = 5.0, 600.0
_WAKE_UPS_PART, _MOST_WAKE_UPS_S = 0.2, 4.0
_PIECES = 12
"""Readings of the machine's speed and of the disk, spread over the look."""
_BLOCK = b"\0" * 4096
_MIB = 1 << 20


def examine(for_s: float, directory: Path, say: Callable[[CheckModel], None]) -> DoctorModel:
    """Looks at this machine for `for_s`, and says each check as soon as it is known; `directory`: where runs go."""
    began_s = time.monotonic()
    checks: list[CheckModel] = []

    def told(check: CheckModel) -> None:
        checks.append(check)
        say(check)

    # A load raises the limit of open files; a service that the user starts from here does not.
    host = describe_host()
    account = _account()
    for look in (machine.cores, machine.frequency, machine.clock, open_files, ports, queues):
        told(look())
    told(cannot_tell("kernel", "/proc cannot be read") if account is None else kernel(account))
    told(rights())
    if account is None:
        told(cannot_tell("sleep states", "/proc cannot be read: who was at work meanwhile is not known"))
    else:
        account.keep_to_own_cpus()
        told(sleep_states(min(_MOST_WAKE_UPS_S, for_s * _WAKE_UPS_PART), account))
    minute = Minute(account, directory)
    minute.look(max(1.0, for_s - (time.monotonic() - began_s)))
    for check in (
        timers(minute.slept, minute.clock_offsets_s),
        stalls(minute.slept),
        minute.speed(),
        minute.memory(),
        minute.disk(),
    ):
        told(check)
    for check in (minute.steal(), minute.others()):
        told(check)
    return concluded(checks, time.monotonic() - began_s, host)


def _account() -> MachineAccount | None:
    try:
        return MachineAccount()
    except OSError:
        return None


@dataclass(slots=True)
class Minute:
    """Readings of the machine, second by second; each check covers all of the readings."""

    account: MachineAccount | None
    directory: Path
    root: Path = machine.ROOT
    uses: list[MachineUse] = field(default_factory=list)
    work_us: list[float] = field(default_factory=list)
    clock_offsets_s: list[float] = field(default_factory=list)
    fsync_ms: list[float] = field(default_factory=list)
    slept: Slept | None = None
    swapped_pages: int = 0
    pressure: dict[str, float | None] = field(default_factory=dict)
    """Share of the time in which some task waited, for `memory` and for `io`; None: not reported here."""
    _unwritten: str = ""

    def look(self, for_s: float) -> None:
        """Looks for so long; a second at least. An interruption goes through and leaves no process behind."""
        with suppress(OSError):
            if self.account is not None:
                self.account.read()
        began_s = time.monotonic()
        before, pages = _pressure_us(self.root), _swapped_pages(self.root)
        sleeping = begin_sleeps(for_s)
        try:
            self._seconds(began_s, for_s)
            self.slept = told_by(sleeping)
        finally:
            if sleeping is not None and sleeping.poll() is None:
                sleeping.kill()
                sleeping.wait()
        elapsed_us = (time.monotonic() - began_s) * 1e6
        after = _pressure_us(self.root)
        for name in ("memory", "io"):
            first, last = before.get(name), after.get(name)
            self.pressure[name] = None if first is None or last is None else max(0, last - first) / elapsed_us
        self.swapped_pages = max(0, _swapped_pages(self.root) - pages)

    def _seconds(self, began_s: float, for_s: float) -> None:
        each_s, piece_s = 1.0, began_s
        for second in range(1, max(1, int(for_s)) + 1):
            if time.monotonic() >= piece_s:
                self.work_us.append(work_us())
                self._write()
                piece_s += max(each_s, for_s / _PIECES)
            time.sleep(max(0.0, began_s + second * each_s - time.monotonic()))
            self.clock_offsets_s.append(_clock_offset_s())
            if self.account is not None:
                with suppress(OSError):
                    self.uses.append(self.account.read())

    def _write(self) -> None:
        try:
            with tempfile.TemporaryFile(dir=self.directory) as file:
                file.write(_BLOCK)
                file.flush()
                began_s = time.perf_counter()
                os.fsync(file.fileno())
                self.fsync_ms.append((time.perf_counter() - began_s) * 1e3)
        except OSError as error:
            self._unwritten = error.strerror or str(error)

    def others(self) -> CheckModel:
        """Check which other processes used processors that we may use, second by second."""
        if not self.uses:
            return cannot_tell("others", "/proc cannot be read")
        taken = [use.foreign_cores for use in self.uses]
        disturbed = sum(one >= limits.LIMITS.disturbing_cores for one in taken)
        by_name: dict[str, float] = defaultdict(float)
        for use in self.uses:
            for stranger in use.strangers.values():
                by_name[stranger.name] += stranger.cores / len(self.uses)
        largest = sorted(by_name.items(), key=lambda one: -one[1])[:3]
        names = ", ".join(f"{name} {cores:.2f}" for name, cores in largest if cores >= 0.02)
        found = (
            f"{median(taken):.2f} cores (worst second {max(taken):.2f}); "
            f"{disturbed} of {len(taken)} s with {limits.LIMITS.disturbing_cores:.1f} or more"
        )
        found += f"; most: {names}" if names else ""
        figures: dict[str, Figure] = {
            "median_cores": round(median(taken), 4),
            "worst_cores": round(max(taken), 4),
            "disturbed_s": disturbed,
            "seconds": len(taken),
            **{f"{place}_name": name for place, (name, _) in zip(("first", "second", "third"), largest, strict=False)},
        }
        if disturbed > LIMITS.disturbed_part * len(taken):
            steady = 2 * disturbed > len(taken)
            effect = (
                "a service is measured beside them, and not what it could do alone"
                if steady
                else "such seconds are not judged where the load waits for them; too many, and a trial cannot tell"
            )
            cure = (
                "stop them, or accept them as part of the environment (--shared-machine); "
                "name them in LOADPROOF_OURS=PID where they are part of the service"
            )
            return doubt("others", found, effect, cure, **figures)
        return fine("others", found, **figures)

    def steal(self) -> CheckModel:
        """Check the steal time: processor time that the hypervisor took, second by second."""
        if not self.uses:
            return cannot_tell("steal", "/proc cannot be read")
        if machine.is_virtual(self.root) and not _ever_stolen(self.root):
            return cannot_tell("steal", "the host of this virtual machine has told of none since it was started")
        stolen = [use.stolen_cores for use in self.uses]
        disturbed = sum(one >= limits.LIMITS.disturbing_cores for one in stolen)
        found = (
            f"{median(stolen):.2f} cores (worst second {max(stolen):.2f}); "
            f"{disturbed} of {len(stolen)} s with {limits.LIMITS.disturbing_cores:.1f} or more"
        )
        figures: dict[str, Figure] = {
            "median_cores": round(median(stolen), 4),
            "worst_cores": round(max(stolen), 4),
            "disturbed_s": disturbed,
        }
        if disturbed > LIMITS.disturbed_part * len(stolen):
            effect = "generator and service stand still meanwhile; such seconds are not judged"
            return doubt(
                "steal", found, effect, "a machine with processors of its own (dedicated host, bare metal)", **figures
            )
        return fine("steal", found, **figures)

    def speed(self) -> CheckModel:
        """Check if the same work took the same processor time during the whole look."""
        least, most = min(self.work_us), max(self.work_us)
        found = f"the same work took {least:.3g} to {most:.3g} us of CPU time in {len(self.work_us)} readings"
        figures: dict[str, Figure] = {
            "least_us": round(least, 2),
            "most_us": round(most, 2),
            "readings": len(self.work_us),
        }
        if not speed_doubts(self.work_us):
            return fine("speed", found, **figures)
        cure = "cool it, or rent one without burst credits; compare variants in interleaved starts only (run)"
        third = max(1, len(self.work_us) // 3)
        if self.uses and median(use.foreign_cores for use in self.uses) >= limits.LIMITS.disturbing_cores:
            found += ", beside others who share its caches"
            cure = "look again without them"
        elif min(self.work_us[-third:]) > max(self.work_us[:third]):
            found += ", and ever longer: heat, or the burst credits of a cloud machine"
        effect = "what is measured now and what is measured later differ by the machine"
        return doubt("speed", found, effect, cure, **figures)

    def memory(self) -> CheckModel:
        """Check free memory, swapping, and the share of the time in which some task waited for memory."""
        told = _numbers(self.root / "proc/meminfo")
        if "MemAvailable" not in told:
            return cannot_tell("memory", "/proc/meminfo cannot be read")
        free = told["MemAvailable"] << 10
        left = _group_memory_left(self.root)
        if left is not None:
            free = min(free, left)
        swap = (told.get("SwapTotal", 0) - told.get("SwapFree", 0)) << 10
        waited = self.pressure.get("memory")
        found = (
            f"{free / _MIB:,.0f} MiB free{' (control group)' if left == free else ''}, {swap / _MIB:,.0f} MiB in swap"
        )
        found += f" ({self.swapped_pages:,} pages meanwhile)"
        found += "" if waited is None else f", {100 * waited:.1f} % of the time waited"
        figures: dict[str, Figure] = {
            "free_mib": round(free / _MIB),
            "swap_mib": round(swap / _MIB),
            "swapped_pages": self.swapped_pages,
            "waited_part": waited,
        }
        if free < LIMITS.least_memory_bytes or self.swapped_pages or (waited or 0.0) > LIMITS.pressure_part:
            effect = "calls wait for pages to be read from disk, of the generator and of the service"
            return doubt("memory", found, effect, "end what holds memory, or swapoff -a (root) once it fits", **figures)
        return fine("memory", found, **figures)

    def disk(self) -> CheckModel:
        """Check if a run can be stored in the directory of runs, and how long a small write takes there."""
        try:
            told = os.statvfs(self.directory)
        except OSError as error:
            return cannot_tell("disk", f"{self.directory}: {error.strerror}")
        free = told.f_bavail * told.f_frsize
        figures: dict[str, Figure] = {"free_mib": round(free / _MIB), "waited_part": self.pressure.get("io")}
        if not self.fsync_ms:
            return doubt(
                "disk",
                f"{self.directory.absolute()} cannot be written ({self._unwritten})",
                "a run has no place for its results",
                "cd into a directory of yours, or --out DIR",
                **figures,
            )
        worst_ms, waited = max(self.fsync_ms), self.pressure.get("io")
        found = (
            f"{free / _MIB:,.0f} MiB free, a small fsync takes {median(self.fsync_ms):.2g} ms (worst {worst_ms:.2g})"
        )
        found += "" if waited is None else f", {100 * waited:.1f} % of the time waited"
        figures |= {"fsync_median_ms": round(median(self.fsync_ms), 3), "fsync_max_ms": round(worst_ms, 3)}
        if free < LIMITS.least_disk_bytes or worst_ms > LIMITS.fsync_ms or (waited or 0.0) > LIMITS.pressure_part:
            effect = "whatever writes with care waits: logs and databases of the service, the store of the run"
            cure = "stop what else writes, make room, or keep runs and data on another disk (--out DIR)"
            return doubt("disk", found, effect, cure, **figures)
        return fine("disk", found, **figures)


def _clock_offset_s() -> float:
    """By how much the clock of the day is ahead of the one that nobody sets, by the quickest of some readings."""
    readings = []
    for _ in range(5):
        before_s, day_s, after_s = time.monotonic(), time.time(), time.monotonic()
        readings.append((after_s - before_s, day_s - (before_s + after_s) / 2.0))
    return min(readings)[1]


def _pressure_us(root: Path) -> dict[str, int]:
    """By memory and io: for how long some task waited so far (Documentation/accounting/psi.rst)."""
    waited = {}
    for name in ("memory", "io"):
        words = (machine.kernel_text(root / "proc/pressure" / name) or "").split()
        total = next((word for word in words if word.startswith("total=")), "").partition("=")[2]
        if total.isdigit():
            waited[name] = int(total)
    return waited


def _swapped_pages(root: Path) -> int:
    told = _numbers(root / "proc/vmstat")
    return told.get("pswpin", 0) + told.get("pswpout", 0)


def _ever_stolen(root: Path) -> bool:
    try:
        return read_core_times(root / "proc")["cpu"].steal > 0
    except (OSError, KeyError):
        return False


def _group_memory_left(root: Path) -> int | None:
    places = control_group_directories(root / "proc/self/cgroup", root / "proc/self/mountinfo")
    own = places.get("memory", places.get(""))
    try:
        told = read_control_group(ControlGroup(1 if "memory" in places else 2, None, own))
    except OSError:
        return None
    if told.memory_limit_bytes is None or told.memory_bytes is None:
        return None
    return max(0, told.memory_limit_bytes - told.memory_bytes)


def _numbers(path: Path) -> dict[str, int]:
    try:
        return numbers_by_name(read_kernel_file(path))
    except OSError:
        return {}
