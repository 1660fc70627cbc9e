"""Counters of /proc for the whole machine (proc(5)): processor times, memory, disks, network interfaces."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.pressure_file import waited_s
from loadproof.system.process_files import read_process_stat

__all__ = ["CoreTimes", "DiskCounters", "HostCounters", "NetworkCounters", "read_core_times", "read_host"]

_SECTOR_BYTES = 512
"""Size of a sector in /proc/diskstats, whatever sectors the disk itself has."""
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_MEMORY_DISKS = ("loop", "ram", "zram")


@dataclass(frozen=True, slots=True)
class CoreTimes:
    """Clock ticks since boot of one core, or of all: at work, waiting for disks, given to other machines, in all."""

    busy: int
    iowait: int
    steal: int
    total: int
    interrupts: int = 0
    """Part of `busy`: of interrupts, soft ones among them, which belong to no process."""


@dataclass(frozen=True, slots=True)
class DiskCounters:
    """One whole disk since boot."""

    busy_ms: int
    read_bytes: int
    written_bytes: int


@dataclass(frozen=True, slots=True)
class NetworkCounters:
    """One network interface since it came up."""

    received_bytes: int
    sent_bytes: int


@dataclass(frozen=True, slots=True)
class HostCounters:
    """All of it at one moment. Disks and interfaces that never moved a byte are left out."""

    cores: dict[str, CoreTimes]
    """`cpu` is all of them together, `cpu0` the first."""
    memory_available_bytes: int | None
    disks: dict[str, DiskCounters]
    networks: dict[str, NetworkCounters]
    memory_used_bytes: int | None = None
    """Memory in use, without caches and without shared memory, which the kernel counts as cache.

    `free` of procps before 4 and most dashboards show it like this."""
    memory_shared_bytes: int | None = None
    """Shared memory: tmpfs and memfd, such as a heap of ZGC."""
    memory_waited_s: float | None = None
    """Time since boot in which some process waited for memory; None: no pressure file."""
    memory_total_bytes: int | None = None
    swapped_in_bytes: int | None = None
    """Bytes that were read back from swap since boot; None: not told."""
    swapped_out_bytes: int | None = None


def read_core_times(proc: Path = Path("/proc")) -> dict[str, CoreTimes]:
    """Return the times of each core, and of all cores as `cpu`. Raises OSError without /proc/stat."""
    cores = {}
    for line in read_kernel_file(proc / "stat").splitlines():
        words = line.split()
        if not words or not words[0].startswith(b"cpu") or len(words) < 9:
            continue
        # Guests' time, which follows, is counted in user and nice already.
        user, nice, system, idle, iowait, irq, softirq, steal = map(int, words[1:9])
        busy = user + nice + system + irq + softirq
        name = words[0].decode("ascii", "replace")
        cores[name] = CoreTimes(busy, iowait, steal, busy + idle + iowait + steal, irq + softirq)
    return cores


def read_host(
    proc: Path = Path("/proc"), blocks: Path = Path("/sys/block"), spinners: Collection[int] = ()
) -> HostCounters:
    """Read now. Raises OSError without /proc/stat; of the rest, what is not there is left out.

    The time of the processes `spinners`, which keep processors awake, is idle.
    """
    memory = numbers_by_name(_optional(proc / "meminfo"))
    available_kib, shared_kib, used_kib = memory.get("MemAvailable"), memory.get("Shmem"), _used_kib(memory)
    total_kib, swaps = memory.get("MemTotal"), _optional(proc / "vmstat")
    return HostCounters(
        cores=_without(spinners, read_core_times(proc)),
        memory_available_bytes=None if available_kib is None else available_kib * 1024,
        disks=_disks(_optional(proc / "diskstats"), blocks),
        networks=_networks(_optional(proc / "net/dev")),
        memory_used_bytes=None if used_kib is None else used_kib * 1024,
        memory_shared_bytes=None if shared_kib is None else shared_kib * 1024,
        memory_waited_s=waited_s(proc / "pressure/memory"),
        memory_total_bytes=None if total_kib is None else total_kib * 1024,
        swapped_in_bytes=_pages_bytes(swaps, b"pswpin "),
        swapped_out_bytes=_pages_bytes(swaps, b"pswpout "),
    )


def _pages_bytes(text: bytes, name: bytes) -> int | None:
    """Find one counter of pages; a walk through all of some 200 lines would cost four times as much."""
    begin = text.find(b"\n" + name)
    value = text[begin + 1 + len(name) :].split(b"\n", 1)[0] if begin >= 0 else b""
    return int(value) * _PAGE_BYTES if value.isdigit() else None


def _used_kib(memory: Mapping[str, int]) -> int | None:
    """`Cached` has shared memory in it."""
    if "MemTotal" not in memory or "MemFree" not in memory:
        return None
    cached = sum(memory.get(name, 0) for name in ("Buffers", "Cached", "SReclaimable"))
    return max(0, memory["MemTotal"] - memory["MemFree"] - cached)


def _without(spinners: Collection[int], cores: dict[str, CoreTimes]) -> dict[str, CoreTimes]:
    for process_id in spinners:
        stat = read_process_stat(process_id)
        if stat is not None:
            for core in cores.keys() & {"cpu", f"cpu{stat.cpu}"}:
                cores[core] = replace(cores[core], busy=cores[core].busy - stat.own_ticks)
    return cores


def _optional(path: Path) -> bytes:
    try:
        return read_kernel_file(path)
    except OSError:
        return b""


def _disks(text: bytes, blocks: Path) -> dict[str, DiskCounters]:
    """Whole disks alone: what a partition did, its disk did."""
    disks = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) < 13 or words[3] == words[7] == b"0":
            continue
        name = words[2].decode("utf-8", "replace")
        if name.startswith(_MEMORY_DISKS) or not (blocks / name.replace("/", "!")).exists():
            continue
        sectors_read, sectors_written, busy_ms = int(words[5]), int(words[9]), int(words[12])
        disks[name] = DiskCounters(busy_ms, sectors_read * _SECTOR_BYTES, sectors_written * _SECTOR_BYTES)
    return disks


def _networks(text: bytes) -> dict[str, NetworkCounters]:
    networks = {}
    for line in text.splitlines():
        name, colon, counters = line.rpartition(b":")
        words = counters.split()
        if not colon or len(words) < 16 or words[0] == words[8] == b"0":
            continue
        networks[name.strip().decode("utf-8", "replace")] = NetworkCounters(int(words[0]), int(words[8]))
    return networks
