"""Use of the processors of this machine between two readings: by us, others, the kernel, and the hypervisor.

Sources: proc(5) (/proc/stat, /proc/PID/stat), the kernel's sched-stats (run delay), cgroups(7) (throttled time).
"""

import os
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from loadproof.system.awake import is_spinner
from loadproof.system.control_group import control_group_directories
from loadproof.system.control_group_counters import read_throttled_s
from loadproof.system.growth import Sparing
from loadproof.system.host_counters import CoreTimes, read_core_times
from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.process_files import ProcessKey, ProcessStat, parsed_stat, run_delays_ns
from loadproof.system.process_growth import ProcessCount, grown_by_process
from loadproof.system.process_identity import process_ids, ticks_since_boot

__all__ = ["MachineAccount", "MachineUse", "StrangerUse"]

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_INITIAL_NAMESPACE = "pid:[4026531836]"
"""PROC_PID_INIT_INO of the kernel: from any other namespace there are processes that cannot be seen."""
_UNSEEN: ProcessKey = (0, 0)
_UNSEEN_CORES = 0.05
"""The kernel samples what the machine does, and sums what a process does: by so much they may differ."""
_Delays = dict[tuple[ProcessKey, int], int]


@dataclass(frozen=True, slots=True)
class StrangerUse:
    """Processor use of a process that is not ours, in cores."""

    name: str
    cores: float


@dataclass(frozen=True, slots=True)
class MachineUse:
    """Processor use between two readings, in cores: seconds of processor time per second."""

    elapsed_s: float
    ours_cores: float
    kernel_cores: float
    """Use by kernel threads and interrupts, which work for all processes."""
    strangers: Mapping[ProcessKey, StrangerUse]
    """By process, of those that used any."""
    stolen_cores: float
    """Taken by the hypervisor."""
    waited_cores: float | None
    """Threads of ours that were ready to run and had no processor, without what a quota held up; None: not told."""

    @property
    def foreign_cores(self) -> float:
        """Processor use of all strangers together, in cores."""
        return sum(stranger.cores for stranger in self.strangers.values())

    def largest(self, most: int = 3) -> list[StrangerUse]:
        """The strangers that used most, the greediest first."""
        return sorted(self.strangers.values(), key=lambda stranger: -stranger.cores)[:most]


@dataclass(frozen=True, slots=True)
class _Reading:
    at_s: float
    stats: dict[ProcessKey, ProcessStat]
    ours: frozenset[ProcessKey]
    cores: Mapping[str, CoreTimes]

    def counts(self) -> dict[ProcessKey, ProcessCount]:
        return {key: ProcessCount(stat.parent, stat.own_ticks, stat.waited_ticks) for key, stat in self.stats.items()}


class MachineAccount:
    """Reads the machine again and again; each reading tells of the time since the one before.

    Ours are this process with all that descends from it, and the processes that were adopted with theirs; a process
    stays ours when its parent ends.
    """

    def __init__(self) -> None:
        """Reads once."""
        self._cpus: frozenset[int] | None = None
        self._adopted: set[int] = {os.getpid()}
        self._lines: dict[int, tuple[bytes, ProcessStat]] = {}
        self._hides = _hides_processes()
        self._waits = _Waits()
        self._before = self._reading(frozenset())
        self._waits.read(self._before.ours, self._before.at_s)

    @property
    def ours(self) -> frozenset[ProcessKey]:
        """The processes that are ours, by the last reading."""
        return self._before.ours

    @property
    def stats(self) -> Mapping[ProcessKey, ProcessStat]:
        """Kernel's record of each process at the last reading; the same object if nothing has changed."""
        return self._before.stats

    @property
    def is_told_waits(self) -> bool:
        """True if this kernel tells how long a thread waited for a processor."""
        return self._waits.told

    @property
    def hides_processes(self) -> bool:
        """True if some processes of this machine cannot be seen from here: they are strangers without a name."""
        return self._hides

    def adopt(self, process_ids: Collection[int]) -> None:
        """From the next reading on these are ours, with all that descends from them."""
        self._adopted.update(process_ids)

    def keep_to_own_cpus(self) -> None:
        """From now on only processors count that a process of ours may use: elsewhere nobody disturbs it."""
        cpus: set[int] = set()
        for process_id, _ in self._before.ours:
            try:
                cpus |= os.sched_getaffinity(process_id)
            except OSError:
                continue
        self._cpus = None if len(cpus) >= (os.cpu_count() or 1) else frozenset(cpus)

    def read(self) -> MachineUse:
        """Return the use since the last reading. Raises OSError without /proc."""
        before, now = self._before, self._reading(self._before.ours)
        self._before = now
        elapsed_s = max(now.at_s - before.at_s, 1e-3)
        grown = grown_by_process(before.counts(), now.counts(), now.stats.keys() - before.stats.keys())
        ours_ticks, kernel_ticks = 0, 0
        strangers: dict[ProcessKey, StrangerUse] = {}
        for key, ticks in grown.items():
            stat = now.stats[key]
            if is_spinner(stat):
                # It takes what nobody wants, and keeps a processor from nobody.
                continue
            if stat.is_kernel:
                kernel_ticks += ticks
            elif key in now.ours:
                ours_ticks += ticks
            elif self._cpus is None or stat.cpu in self._cpus:
                strangers[key] = StrangerUse(stat.name, ticks / _TICKS_PER_S / elapsed_s)
        busy, interrupts, stolen = self._machine(before.cores, now.cores)
        unseen = (busy - sum(grown.values())) / _TICKS_PER_S / elapsed_s
        if self._hides and unseen > _UNSEEN_CORES:
            strangers[_UNSEEN] = StrangerUse("processes that cannot be seen", unseen)
        return MachineUse(
            elapsed_s,
            ours_ticks / _TICKS_PER_S / elapsed_s,
            (kernel_ticks + interrupts) / _TICKS_PER_S / elapsed_s,
            strangers,
            stolen / _TICKS_PER_S / elapsed_s,
            self._waits.read(now.ours, now.at_s),
        )

    def _reading(self, former: frozenset[ProcessKey]) -> _Reading:
        at_s = time.monotonic()
        stats: dict[ProcessKey, ProcessStat] = {}
        lines: dict[int, tuple[bytes, ProcessStat]] = {}
        for process_id in process_ids():
            known = self._lines.get(process_id)
            try:
                text = read_kernel_file(f"/proc/{process_id}/stat")
            except OSError:
                continue  # It has ended.
            # Most processes sleep: what has not changed need not be taken apart again.
            stat = known[1] if known is not None and known[0] == text else parsed_stat(process_id, text)
            if stat is not None:
                lines[process_id] = (text, stat)
                stats[stat.key] = stat
        self._lines = lines
        return _Reading(at_s, stats, self._of_ours(stats, former), read_core_times())

    def _of_ours(self, stats: Mapping[ProcessKey, ProcessStat], former: frozenset[ProcessKey]) -> frozenset[ProcessKey]:
        children: dict[int, list[ProcessKey]] = {}
        for key, stat in stats.items():
            children.setdefault(stat.parent, []).append(key)
        # Who keeps processors awake waits for them all the time.
        able = {key for key, stat in stats.items() if not is_spinner(stat)}
        found = {key for key in able if key in former or key[0] in self._adopted}
        waiting = list(found)
        while waiting:
            for child in children.get(waiting.pop()[0], ()):
                if child not in found and child in able:
                    found.add(child)
                    waiting.append(child)
        return frozenset(found)

    def _machine(self, before: Mapping[str, CoreTimes], now: Mapping[str, CoreTimes]) -> tuple[int, int, int]:
        """Ticks of processes, of interrupts, and stolen, on the processors that count; none of them goes back."""
        names = ["cpu"] if self._cpus is None else [f"cpu{cpu}" for cpu in self._cpus]
        busy = interrupts = stolen = 0
        for name in names:
            former, latter = before.get(name), now.get(name)
            if former is not None and latter is not None:
                interrupts += max(0, latter.interrupts - former.interrupts)
                busy += max(0, latter.busy - latter.interrupts - former.busy + former.interrupts)
                stolen += max(0, latter.steal - former.steal)
        return busy, interrupts, stolen


@dataclass(slots=True)
class _Waits:
    """Time that threads waited for a processor. Many threads are read less often; the last value holds meanwhile."""

    told: bool = True
    # Marks rest on it: a figure of seconds ago marks the wrong ones.
    _sparing: Sparing = field(default_factory=lambda: Sparing(0.01))
    _delays_ns: _Delays = field(default_factory=dict)
    _throttled_s: dict[Path, float] = field(default_factory=dict)
    _groups: dict[ProcessKey, Path | None] = field(default_factory=dict)
    _processes: frozenset[ProcessKey] = frozenset()
    _before_ticks: float = 0.0
    _before_s: float | None = None
    _last_cores: float | None = None

    def read(self, processes: Collection[ProcessKey], now_s: float) -> float | None:
        """Cores of waiting since the last reading; None where the kernel does not tell, or nothing was read before."""
        if not self.told or not self._sparing.due(now_s):
            return self._last_cores
        began_s = time.thread_time()
        delays_ns: _Delays = {}
        for key in processes:
            try:
                delays_ns.update(((key, thread), delay) for thread, delay in run_delays_ns(key[0]).items())
            except PermissionError:
                continue
            except FileNotFoundError:
                self.told = self.told and os.path.exists("/proc/self/schedstat")
            except OSError:
                continue  # It has ended.
        # Of this process something is counted, wherever anything is: it has run.
        self.told = self.told and (bool(delays_ns) or not processes)
        held_s = self._held_s(processes)
        if self._before_s is not None and self.told:
            elapsed_s = max(now_s - self._before_s, 1e-3)
            waited_s = 0.0
            for (key, thread), delay in delays_ns.items():
                # Who joined us with a past of its own counts from here.
                is_born = key in self._processes or key[1] > self._before_ticks
                grown_s = (delay - self._delays_ns.get((key, thread), 0 if is_born else delay)) / 1e9
                # The group counts once a processor what each of its threads waits for.
                group = self._groups.get(key)
                waited_s += max(0.0, grown_s - (held_s.get(group, 0.0) if group is not None else 0.0))
            self._last_cores = waited_s / elapsed_s
        self._delays_ns, self._before_s = delays_ns, now_s
        self._processes, self._before_ticks = frozenset(processes), ticks_since_boot()
        self._sparing.spent(now_s, time.thread_time() - began_s)
        return self._last_cores

    def _held_s(self, processes: Collection[ProcessKey]) -> dict[Path, float]:
        """By control group: for how long its quota held it up since the last reading."""
        self._groups = {key: self._groups[key] if key in self._groups else _cpu_group(key) for key in processes}
        before = self._throttled_s
        places = {place for place in self._groups.values() if place is not None}
        self._throttled_s = {place: read_throttled_s(place) for place in places}
        return {place: now - before.get(place, now) for place, now in self._throttled_s.items()}


def _cpu_group(key: ProcessKey) -> Path | None:
    places = control_group_directories(Path(f"/proc/{key[0]}/cgroup"))
    return places.get("cpu", places.get(""))


def _hides_processes() -> bool:
    """Return True if this mount of /proc, or a namespace of process ids, hides some processes."""
    try:
        if os.readlink("/proc/self/ns/pid") != _INITIAL_NAMESPACE:
            return True
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    fields = [line.split() for line in mounts]
    options = [words[3].split(",") for words in fields if len(words) > 3 and words[1] == "/proc"]
    hidden = {"hidepid=1", "hidepid=2", "hidepid=4", "hidepid=noaccess", "hidepid=invisible", "hidepid=ptraceable"}
    return bool(options) and os.geteuid() != 0 and not hidden.isdisjoint(options[-1])
