"""Counters of a control group, the same for both versions (cgroups(7), Linux cgroup-v1 and cgroup-v2 guides)."""

from dataclasses import dataclass
from pathlib import Path

from loadproof.system.control_group import ControlGroup
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.pressure_file import waited_s

__all__ = ["ControlGroupCounters", "read_control_group", "read_throttled_s"]

_NO_LIMIT_BYTES = 1 << 60
"""Version 1 says the greatest number of whole pages where there is no limit."""


@dataclass(frozen=True, slots=True)
class ControlGroupCounters:
    """Counters and limits at one moment; None: not told here, or no limit is set."""

    cpu_s: float | None
    """Version 1 tells it only where `cpu` and `cpuacct` are mounted together."""
    cpu_limit_cores: float | None
    periods: int | None
    throttled_periods: int | None
    memory_bytes: int | None
    """In use, without pages of files that can be reclaimed (both lists of them, active and inactive)."""
    memory_limit_bytes: int | None
    oom_kills: int | None
    page_cache_bytes: int | None = None
    """Pages of files on both lists; memory that is shared without a file of a disk, such as a heap of ZGC, is none."""
    refaulted_file_pages: int | None = None
    """Pages of files that were read again soon after they had been given back: the page cache was too small."""
    refaulted_anon_pages: int | None = None
    """The same of memory that had gone to swap."""
    memory_waited_s: float | None = None
    """Time in which some process of the group waited for memory; version 2 alone tells it."""


def read_control_group(group: ControlGroup) -> ControlGroupCounters:
    """Read now. Raises FileNotFoundError when a directory of the group is gone."""
    for directory in (group.cpu, group.memory):
        if directory is not None and not directory.is_dir():
            raise FileNotFoundError(f"the control group {directory} is gone")
    return _read_second(group) if group.version == 2 else _read_first(group)


def read_throttled_s(directory: Path) -> float:
    """For how long quotas held up the processes of a group of the controller `cpu` so far: its own, and those above."""
    held_s = 0.0
    for place in (directory, *directory.parents):
        numbers = _numbers(place, "cpu.stat")
        if not numbers:
            break
        held_s += numbers.get("throttled_usec", 0) / 1e6 + numbers.get("throttled_time", 0) / 1e9
    return held_s


def _read_second(group: ControlGroup) -> ControlGroupCounters:
    cpu = _numbers(group.cpu, "cpu.stat")
    used_us = cpu.get("usage_usec")
    quota = _text(group.cpu, "cpu.max").split()
    limited = len(quota) == 2 and quota[0].isdigit() and quota[1].isdigit() and int(quota[1]) > 0
    memory = _numbers(group.memory, "memory.stat")
    reclaimable = _page_cache(memory, "") or 0
    return ControlGroupCounters(
        cpu_s=None if used_us is None else used_us / 1e6,
        cpu_limit_cores=int(quota[0]) / int(quota[1]) if limited else None,
        periods=cpu.get("nr_periods"),
        throttled_periods=cpu.get("nr_throttled"),
        memory_bytes=_less(_number(group.memory, "memory.current"), reclaimable),
        memory_limit_bytes=_number(group.memory, "memory.max"),
        oom_kills=_numbers(group.memory, "memory.events").get("oom_kill"),
        page_cache_bytes=_page_cache(memory, ""),
        refaulted_file_pages=memory.get("workingset_refault_file"),
        refaulted_anon_pages=memory.get("workingset_refault_anon"),
        memory_waited_s=None if group.memory is None else waited_s(group.memory / "memory.pressure"),
    )


def _read_first(group: ControlGroup) -> ControlGroupCounters:
    cpu = _numbers(group.cpu, "cpu.stat")
    used_ns = _number(group.cpu, "cpuacct.usage")
    quota_us, period_us = _number(group.cpu, "cpu.cfs_quota_us"), _number(group.cpu, "cpu.cfs_period_us")
    memory = _numbers(group.memory, "memory.stat")
    reclaimable = _page_cache(memory, "total_") or 0
    limit_bytes = _number(group.memory, "memory.limit_in_bytes")
    return ControlGroupCounters(
        cpu_s=None if used_ns is None else used_ns / 1e9,
        # No quota is written as -1, which is no whole number here.
        cpu_limit_cores=quota_us / period_us if quota_us and period_us else None,
        periods=cpu.get("nr_periods"),
        throttled_periods=cpu.get("nr_throttled"),
        memory_bytes=_less(_number(group.memory, "memory.usage_in_bytes"), reclaimable),
        memory_limit_bytes=limit_bytes if limit_bytes is not None and limit_bytes < _NO_LIMIT_BYTES else None,
        oom_kills=_numbers(group.memory, "memory.oom_control").get("oom_kill"),
        page_cache_bytes=_page_cache(memory, "total_"),
        refaulted_file_pages=memory.get("total_workingset_refault_file"),
        refaulted_anon_pages=memory.get("total_workingset_refault_anon"),
    )


def _page_cache(memory: dict[str, int], prefix: str) -> int | None:
    """Return the page cache by `memory.stat`, bytes; None: not told.

    `file` (version 2) and `cache` include shared memory, so they are not read.
    """
    lists = [memory[name] for name in (f"{prefix}inactive_file", f"{prefix}active_file") if name in memory]
    return sum(lists) if lists else None


def _less(used: int | None, reclaimable: int) -> int | None:
    return None if used is None else max(0, used - reclaimable)


def _numbers(directory: Path | None, name: str) -> dict[str, int]:
    return numbers_by_name(_text(directory, name))


def _number(directory: Path | None, name: str) -> int | None:
    text = _text(directory, name).strip()
    return int(text) if text.isdigit() else None


def _text(directory: Path | None, name: str) -> bytes:
    """Empty where the kernel does not have this file, such as that of a controller which is off."""
    if directory is None:
        return b""
    try:
        return read_kernel_file(directory / name)
    except OSError:
        return b""
