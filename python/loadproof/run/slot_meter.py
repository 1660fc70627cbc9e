"""Use of every variant of a comparison, read when a slot begins, has settled and has ended.

All variants are read each time: if a variant works while another one is loaded, this is its own deferred work. If a
feature is switched between slots, use is also read before and after the switch.
"""

import math
import os
from collections.abc import Collection, Mapping
from typing import Protocol

from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial
from loadproof.stand.running_service import RunningService
from loadproof.stand.stand import Stand
from loadproof.store.writer import RunWriter
from loadproof.system.control_group_counters import read_control_group
from loadproof.system.process_files import (
    ProcessKey,
    ProcessStat,
    process_cpu_s,
    proportional_memory_bytes,
    read_process_stat,
)
from loadproof.system.process_growth import ProcessCount, grown
from loadproof.system.process_tree import ProcessTree
from loadproof.trial.observer import Meter

__all__ = ["ServicesUse", "SimulatedUse", "SlotMeter", "VariantMeter"]

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_MIB = 2.0**20


class VariantMeter(Protocol):
    """Meter of the use of one variant."""

    def cpu_s(self) -> float | None:
        """Processor time since some moment before the first call; None where it cannot be known."""

    def memory_mib(self) -> float | None:
        """Return the memory that the variant holds now, MiB; None if it cannot be known."""

    def ticked(self, tick: TickReading, /) -> None:
        """Told of every tick of the variant's own slots."""


class ServicesUse:
    """Use of the services of a stand: by their control groups where these count, else by their processes."""

    def __init__(self, stand: Stand, names: Collection[str] = ()) -> None:
        """`stand` is up; of `names` alone if there are any, else of all of its services."""
        self._stand = stand
        self._names = frozenset(names)
        self._of_service: dict[tuple[str, int], _ServiceUse] = {}

    def cpu_s(self) -> float | None:
        """All services together; None where there are none."""
        for name, service in self._stand.services.items():
            if self._names and name not in self._names:
                continue
            self._of_service.setdefault((name, service.process_id), _ServiceUse(service))
        used = [use.cpu_s() for use in self._of_service.values()]
        return sum(used) if used else None

    def memory_mib(self) -> float | None:
        """All services together: of their groups, else the proportional share of their processes.

        None where that cannot be read of one of them: resident memory counts a heap of ZGC of JDK 17 three times.
        """
        if not self._of_service:
            # Their processes are found as their time is read.
            self.cpu_s()
        held = [use.memory_mib() for use in self._of_service.values()]
        known = [mib for mib in held if mib is not None]
        return sum(known) if held and len(known) == len(held) else None

    def ticked(self, _tick: TickReading, /) -> None:
        """The kernel counts."""


class _ServiceUse:
    """Use of one service; its processor time is kept when the service ends."""

    def __init__(self, service: RunningService) -> None:
        self._group = service.control_group
        directory = None if self._group is None else self._group.memory or self._group.cpu
        self._tree = ProcessTree(service.process_id, None if directory is None else directory / "cgroup.procs")
        self._members: list[ProcessStat] = []
        self._before: dict[ProcessKey, ProcessCount] = {}
        self._used_s = 0.0

    def cpu_s(self) -> float:
        try:
            group_s = None if self._group is None else read_control_group(self._group).cpu_s
        except OSError:
            return self._used_s
        scan = self._tree.scan()
        self._members = list(scan.members.values())
        counts = {
            key: ProcessCount(stat.parent, stat.own_ticks, stat.waited_ticks) for key, stat in scan.members.items()
        }
        if counts:
            self._used_s += grown(self._before, counts, scan.born) / _TICKS_PER_S
        self._before = counts
        if group_s is not None:
            self._used_s = group_s
            return group_s
        return self._used_s + math.fsum(map(_beyond_ticks_s, self._members))

    def memory_mib(self) -> float | None:
        try:
            held = None if self._group is None else read_control_group(self._group).memory_bytes
        except OSError:
            held = None
        if held is not None:
            return held / _MIB
        sizes = [_bytes_of(stat) for stat in self._members]
        known = [size for size in sizes if size is not None]
        return sum(known) / _MIB if len(known) == len(sizes) else None


def _beyond_ticks_s(stat: ProcessStat) -> float:
    """CPU that a process has used since its last whole tick."""
    try:
        return max(0.0, process_cpu_s(stat.key[0]) - stat.own_ticks / _TICKS_PER_S)
    except OSError:
        return 0.0


def _bytes_of(stat: ProcessStat) -> int | None:
    """Return the memory of a process, bytes; 0 if it has just ended, None if its memory may not be read."""
    try:
        return proportional_memory_bytes(stat.key[0])
    except OSError:
        now = read_process_stat(stat.key[0])
        return 0 if now is None or now.zombie or now.key != stat.key else None


class SimulatedUse:
    """Use of a simulated service: the service time of its calls counts as processor time."""

    def __init__(self, operations: int, base_bytes: int = 0) -> None:
        """Deltas from index `operations` on are those of flows, which are made of calls; it begins at `base_bytes`."""
        self._operations = operations
        self._cpu_s = 0.0
        self._memory_mib = base_bytes / _MIB if base_bytes else None

    def cpu_s(self) -> float | None:
        """So far."""
        return self._cpu_s

    def memory_mib(self) -> float | None:
        """Return the memory that the engine reported last, MiB; None if the service has no memory."""
        return self._memory_mib

    def ticked(self, tick: TickReading, /) -> None:
        """Adds the calls of a tick."""
        for delta in tick.deltas:
            if delta.operation < self._operations and delta.service.count:
                self._cpu_s += delta.service.count * delta.service.mean_ms / 1e3
        memory_bytes = (tick.service or {}).get("memory_bytes", 0.0)
        if memory_bytes:
            self._memory_mib = memory_bytes / _MIB


class SlotMeter(Meter):
    """Stores what all variants of a round have used by each boundary of a slot."""

    subject = "use"

    def __init__(self, writer: RunWriter, round_number: int, operations: int) -> None:
        """Variants are added when they are up; deltas from index `operations` on are those of flows."""
        self._writer = writer
        self._round = round_number
        self._operations = operations
        self._meters: dict[str, VariantMeter] = {}
        self._trial: Trial | None = None
        self._number = 0
        self._completed = 0
        self._began_cpu_s: float | None = None
        self._generator_cpu_s: dict[int, float] = {}
        self.cpu_ms_per_request: float | None = None
        """Processor time of the loaded variant per completed call of the last slot, ms; None: not known."""
        self.generator_us_per_call: float | None = None
        """Processor time of the generator per completed call of the last slot, µs; None: not known, or virtual time."""

    def add(self, variant: str, meter: VariantMeter) -> None:
        """`variant` is up, and read from now on."""
        self._meters[variant] = meter

    @property
    def memory_mib(self) -> Mapping[str, float]:
        """Memory that each variant holds now, MiB, by variant; variants whose memory is not known are left out."""
        held = {name: meter.memory_mib() for name, meter in self._meters.items()}
        return {name: mib for name, mib in held.items() if mib is not None}

    def rested(self, boundary: str) -> None:
        """Nobody is loaded."""
        self._read(None, boundary)

    def cycle_ended(self) -> None:
        """Read the use at the end of a cycle; work of the variants until the next slot counts with the next cycle."""
        self._read(self._number, "maintenance")

    def switching(self, boundary: str) -> None:
        """A feature is about to be switched (`switch`), or was just (`switched`), after the last slot."""
        self._read(self._number or None, boundary)

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """A slot begins."""
        self._trial, self._number, self._completed = trial, number, 0
        self._generator_cpu_s = {}
        self._began_cpu_s = self._read(number, "begin").get(trial.variant)

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """A second of a slot has ended."""
        trial = self._trial
        if trial is None:
            return
        self._completed += sum(delta.completed for delta in tick.deltas if delta.operation < self._operations)
        for shard in tick.shards:
            self._generator_cpu_s[shard.shard] = shard.cpu_s
        if (own := self._meters.get(trial.variant)) is not None:
            own.ticked(tick)
        if not tick.last and tick.second + 1 == round(trial.settle_s):
            self._read(number, "settled")

    def trial_ended(self) -> None:
        """The slot is over, and all of its calls are answered."""
        trial = self._trial
        if trial is not None:
            used_s = self._read(self._number, "end", own=trial.variant).get(trial.variant)
            self.cpu_ms_per_request = self.generator_us_per_call = None
            generator_s = math.fsum(self._generator_cpu_s.values())
            if generator_s and self._completed:
                self.generator_us_per_call = 1e6 * generator_s / self._completed
            if used_s is not None and self._began_cpu_s is not None and self._completed:
                self.cpu_ms_per_request = 1e3 * max(0.0, used_s - self._began_cpu_s) / self._completed
        self._trial = None

    def _read(self, number: int | None, boundary: str, own: str | None = None) -> dict[str, float]:
        """The processor time of each variant that has one; memory is read of the variant `own` alone: it costs."""
        used = {name: meter.cpu_s() for name, meter in self._meters.items()}
        held = {own: self._meters[own].memory_mib()} if own in self._meters else {}
        rows = [(name, self._round, cpu_s, held.get(name)) for name, cpu_s in used.items()]
        self._writer.variant_use(number, boundary, rows)
        return {name: cpu_s for name, cpu_s in used.items() if cpu_s is not None}
