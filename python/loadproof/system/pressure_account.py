"""Use of disks and memory between two moments, by process name, and the time that the machine waited for them.

Sources: proc(5) (/proc/PID/io, /proc/diskstats, /proc/meminfo, /proc/vmstat) and Documentation/accounting/psi.rst (the
pressure files: time in which at least one task waited).
"""

import os
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from loadproof.system.control_group import control_group_directories
from loadproof.system.growth import Sparing
from loadproof.system.host_counters import HostCounters, read_host
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.pressure_file import waited_s
from loadproof.system.process_files import ProcessKey, ProcessStat, proportional_memory_bytes
from loadproof.system.process_growth import ProcessCount, grown_by_process

__all__ = ["PressureAccount", "PressureUse"]

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_Waited = tuple[float | None, float | None]
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_LEAST_READ_BYTES = 16 * 2**20
"""To walk through the mappings of a process costs milliseconds."""


@dataclass(frozen=True, slots=True)
class PressureUse:
    """Use of disks and memory in a stretch of time."""

    elapsed_s: float
    disk_bytes: int
    """Bytes that all disks read and wrote, the kernel's own work for files included."""
    ours_bytes: int
    """Bytes for our processes without this one: such as a service, not the store of a run."""
    own_bytes: int
    """Bytes for this process."""
    others_bytes: Mapping[str, int]
    """Bytes for other processes that may be read here, by name."""
    is_part_unread: bool
    """True if some processes, other ones or ours, may not be read here."""
    disk_waited_s: float | None
    """Time in which something on this machine waited for a disk; None: not told. Without pressure files it is that of
    processors which had nothing else to do, and thus less."""
    memory_waited_s: float | None
    """And for memory: a page that was swapped out or taken back, or any to come free."""
    ours_disk_waited_s: float | None
    """Time in which a process of ours waited for a disk; None: not told, as it has no control group of its own."""
    ours_memory_waited_s: float | None
    """And for memory."""
    swapped_bytes: int
    """To swap and from it."""
    ours_faults: int
    """Pages of ours that had to come from a disk."""
    least_available_share: float | None
    """Least share of the machine's memory that was free or could be freed at once; None: not told."""
    ours_held_bytes: int
    """Memory that our processes hold, this process included."""
    others_held_bytes: Mapping[str, int]
    """Memory that other processes hold, by name."""


@dataclass(frozen=True, slots=True)
class _Totals:
    """Counters of the kernel for the whole machine, at one moment."""

    at_s: float
    host: HostCounters
    disk_waited_s: float | None
    memory_waited_s: float | None
    swapped_pages: int


class PressureAccount:
    """Reads again and again, from a beginning on; what is told is of all the time since.

    Processes are told by `stats`, those of one reading of a MachineAccount; which of them are ours by the keys `ours`.
    """

    def __init__(self, proc: Path = Path("/proc")) -> None:
        """`proc` is where the kernel tells it."""
        self._proc = proc
        self._sparing = Sparing()
        self._counts: dict[ProcessKey, ProcessCount] = {}
        self._seen: dict[ProcessKey, ProcessStat] = {}
        self._refused: set[ProcessKey] = set()
        self._bytes: Counter[str] = Counter()
        self._ours_bytes = self._own_bytes = self._ours_faults = 0
        self._least_available_share: float | None = None
        self._began = self._totals()
        self._groups: dict[Path, _Waited] = {}

    @property
    def is_told_waits(self) -> bool:
        """True if the kernel tells how long the machine waits for memory and disks (pressure files)."""
        return self._began.memory_waited_s is not None

    @property
    def is_part_unread(self) -> bool:
        """True if some process's bytes may not be read. init does not count: it may be guarded, and does little."""
        return any(process_id != 1 for process_id, _ in self._refused)

    def begin(self, stats: Mapping[ProcessKey, ProcessStat], ours: Collection[ProcessKey]) -> None:
        """From now on."""
        self._counts, self._seen, self._refused = {}, {}, set()
        self._look(stats, since_ticks=float("inf"))
        self._bytes.clear()
        self._ours_bytes = self._own_bytes = self._ours_faults = 0
        self._least_available_share = None
        self._began = self._totals()
        self._groups = {place: _group_waited_s(place) for place in _own_groups(ours)}

    def read(self, stats: Mapping[ProcessKey, ProcessStat], ours: Collection[ProcessKey]) -> None:
        """Adds what was used since the last reading, unless it was read so short ago that it costs too much."""
        now_s = time.monotonic()
        if self._sparing.due(now_s):
            began_s = time.thread_time()
            self._add(stats, ours)
            self._sparing.spent(now_s, time.thread_time() - began_s)

    def told(
        self, stats: Mapping[ProcessKey, ProcessStat], ours: Collection[ProcessKey], short_share: float
    ) -> PressureUse:
        """All since it began, read to its end.

        Where less than `short_share` of the memory was left, a page that several processes hold, or one of them more
        than once, is shared out among all that hold it; else each time counts, as that costs nothing to read.
        """
        self._add(stats, ours)
        began, now, least = self._began, self._totals(), self._least_available_share
        is_short = least is not None and least < short_share
        others_held: Counter[str] = Counter()
        ours_held = 0
        for key, stat in stats.items():
            if stat.is_kernel:
                continue
            held = _proportional_bytes(stat) if is_short else stat.resident_bytes
            if key in ours:
                ours_held += held
            else:
                others_held[stat.name] += held
        groups = [(self._groups[place], _group_waited_s(place)) for place in _own_groups(ours) & self._groups.keys()]
        return PressureUse(
            elapsed_s=max(now.at_s - began.at_s, 1e-3),
            disk_bytes=_moved(began.host, now.host),
            ours_bytes=self._ours_bytes,
            own_bytes=self._own_bytes,
            others_bytes=dict(self._bytes),
            is_part_unread=self.is_part_unread,
            disk_waited_s=_grown(began.disk_waited_s, now.disk_waited_s),
            memory_waited_s=_grown(began.memory_waited_s, now.memory_waited_s),
            ours_disk_waited_s=_longest((before[0], after[0]) for before, after in groups),
            ours_memory_waited_s=_longest((before[1], after[1]) for before, after in groups),
            swapped_bytes=max(0, now.swapped_pages - began.swapped_pages) * _PAGE_BYTES,
            ours_faults=self._ours_faults,
            least_available_share=self._least_available_share,
            ours_held_bytes=ours_held,
            others_held_bytes=others_held,
        )

    def _add(self, stats: Mapping[ProcessKey, ProcessStat], ours: Collection[ProcessKey]) -> None:
        before, seen = self._counts, self._seen
        born = self._look(stats, self._before_ticks)
        for key, grown in grown_by_process(before, self._counts, born).items():
            if key[0] == os.getpid():
                self._own_bytes += grown
            elif key in ours:
                self._ours_bytes += grown
            else:
                self._bytes[stats[key].name] += grown
        for key in ours:
            former, stat = seen.get(key), stats.get(key)
            if former is not None and stat is not None:
                self._ours_faults += max(0, stat.faults - former.faults)
        self._note_available()

    def _look(self, stats: Mapping[ProcessKey, ProcessStat], since_ticks: float) -> set[ProcessKey]:
        """Reads who has done anything since the last look; gives those that were born after `since_ticks`."""
        counts: dict[ProcessKey, ProcessCount] = {}
        for key, stat in stats.items():
            known = self._counts.get(key)
            if known is not None and self._seen.get(key) is stat:
                # The same object: nothing that the kernel says of it has changed.
                counts[key] = known
                continue
            if stat.is_kernel:
                continue
            try:
                numbers = numbers_by_name(read_kernel_file(self._proc / str(key[0]) / "io"))
            except PermissionError:
                self._refused.add(key)
                continue
            except OSError:
                continue  # It has ended.
            moved = numbers.get("read_bytes", 0) + numbers.get("write_bytes", 0)
            counts[key] = ProcessCount(stat.parent, 0, moved)
        self._refused &= stats.keys()
        self._counts, self._seen = counts, dict(stats)
        self._before_ticks = time.clock_gettime(time.CLOCK_BOOTTIME) * _TICKS_PER_S
        return {key for key in counts if key[1] > since_ticks}

    def _totals(self) -> _Totals:
        host, told_s = read_host(self._proc), waited_s(self._proc / "pressure/io")
        paged = numbers_by_name(_optional(self._proc / "vmstat"))
        return _Totals(
            time.monotonic(),
            host,
            _idle_for_disks_s(host) if told_s is None else told_s,
            waited_s(self._proc / "pressure/memory"),
            paged.get("pswpin", 0) + paged.get("pswpout", 0),
        )

    def _note_available(self) -> None:
        told = numbers_by_name(_optional(self._proc / "meminfo"))
        total, available = told.get("MemTotal", 0), told.get("MemAvailable")
        if total > 0 and available is not None:
            share = available / total
            least = self._least_available_share
            self._least_available_share = share if least is None else min(least, share)


def _proportional_bytes(stat: ProcessStat) -> int:
    """Return the PSS of a process, bytes; the resident memory if PSS may not be read or is too little to matter."""
    if stat.resident_bytes < _LEAST_READ_BYTES:
        return stat.resident_bytes
    try:
        return proportional_memory_bytes(stat.key[0])
    except OSError:
        return stat.resident_bytes


def _idle_for_disks_s(host: HostCounters) -> float | None:
    cores = host.cores.get("cpu")
    return None if cores is None else cores.iowait / _TICKS_PER_S


def _moved(before: HostCounters, now: HostCounters) -> int:
    moved = 0
    for name, disk in now.disks.items():
        former = before.disks.get(name)
        if former is not None:
            moved += max(0, disk.read_bytes - former.read_bytes) + max(0, disk.written_bytes - former.written_bytes)
    return moved


def _grown(before: float | None, now: float | None) -> float | None:
    return None if before is None or now is None else max(0.0, now - before)


def _longest(waits: Iterable[tuple[float | None, float | None]]) -> float | None:
    grown = [_grown(before, after) for before, after in waits]
    return max((wait for wait in grown if wait is not None), default=None)


def _group_waited_s(place: Path) -> _Waited:
    return waited_s(place / "io.pressure"), waited_s(place / "memory.pressure")


def _own_groups(ours: Collection[ProcessKey]) -> set[Path]:
    """The groups (version 2) of our services, where each has one, and nobody else is in it; else none."""
    ids = {process_id for process_id, _ in ours}
    by_text = {_optional(Path(f"/proc/{one}/cgroup")): one for one in ids}
    # What works for this process, such as supervisors, is in its group, and is no service.
    by_text.pop(_optional(Path("/proc/self/cgroup")), None)
    places = {control_group_directories(Path(f"/proc/{one}/cgroup")).get("") for one in by_text.values()}
    found = {place for place in places if place is not None}
    for place in found:
        members = _optional(place / "cgroup.procs").split()
        if not members or not ids.issuperset(int(member) for member in members if member.isdigit()):
            return set()
    return found


def _optional(path: Path) -> bytes:
    try:
        return read_kernel_file(path)
    except OSError:
        return b""
