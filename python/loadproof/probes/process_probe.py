"""Reads the processes of a service: processor time, memory, threads, descriptors, context switches, disk transfers."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from loadproof.model.message import Message
from loadproof.probes.probe import ProbedService, ProbeFailure, ServicesNow
from loadproof.probes.process_memory import ProcessMemory
from loadproof.probes.reading import Reading
from loadproof.probes.switch_rate import SwitchRate
from loadproof.system.growth import per_second
from loadproof.system.process_files import ProcessKey, ProcessStat, descriptor_count, transferred_bytes
from loadproof.system.process_growth import ProcessCount, grown
from loadproof.system.process_tree import ProcessTree, TreeScan

__all__ = ["ProcessProbe"]

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_MIB = 2**20
_Counts = dict[ProcessKey, ProcessCount]


class ProcessProbe:
    """The root process of a service with all its descendants, added up; begins anew when the root is another one."""

    slow = False

    def __init__(self, service: str, services: ServicesNow) -> None:
        """`service` is looked up in `services` at every reading."""
        self.name = f"process:{service}"
        self._service = service
        self._services = services
        self._root: int | None = None
        self._unreadable: dict[str, str] = {}
        self._memory = ProcessMemory()

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure when the service does not run."""
        service = self._services().get(self._service)
        if service is None:
            raise ProbeFailure(Message("service-not-running", service=self._service))
        if service.process_id != self._root:
            self._begin(service)
        scan = self._tree.scan()
        alive = [stat for stat in scan.members.values() if not stat.zombie]
        if not alive:
            process = str(service.process_id)
            raise ProbeFailure(Message("service-process-ended", process=process, service=self._service))
        values = [("processes", "", float(len(alive))), ("threads", "", float(sum(stat.threads for stat in alive)))]
        values += self._rates(scan, now_s)
        values += self._memory.read(alive, now_s)
        values += self._descriptors(alive)
        return [Reading(self.name, name, unit, value) for name, unit, value in values]

    def shortfalls(self) -> Sequence[Message]:
        """Return the shortfalls of the memory reading, and what could not be read of the processes."""
        unreadable = [
            Message("process-files-unreadable", what=what, why=why) for what, why in list(self._unreadable.items())
        ]
        return [*self._memory.shortfalls(), *unreadable]

    def _begin(self, service: ProbedService) -> None:
        group = service.control_group
        directory = None if group is None else group.memory or group.cpu
        self._root = service.process_id
        self._memory = ProcessMemory(has_group=group is not None and group.memory is not None)
        self._tree = ProcessTree(service.process_id, None if directory is None else Path(directory) / "cgroup.procs")
        self._switches = SwitchRate()
        self._before_s = float("inf")
        self._cpu: _Counts = {}
        self._read: _Counts = {}
        self._written: _Counts = {}

    def _rates(self, scan: TreeScan, now_s: float) -> Iterator[tuple[str, str, float]]:
        """Yield the rates of all counters; nothing at the first reading."""
        cpu = {key: ProcessCount(stat.parent, stat.own_ticks, stat.waited_ticks) for key, stat in scan.members.items()}
        read, written = self._transfers(scan)
        elapsed_s = now_s - self._before_s
        for name, unit, before, now, scale in (
            ("cpu_cores", "cores", self._cpu, cpu, _TICKS_PER_S),
            ("read_mib_per_s", "MiB/s", self._read, read, _MIB),
            ("written_mib_per_s", "MiB/s", self._written, written, _MIB),
        ):
            growth = per_second(0, grown(before, now, scan.born) / scale, elapsed_s)
            if growth is not None and now:
                yield name, unit, growth
        self._cpu, self._read, self._written, self._before_s = cpu, read, written, now_s
        yield from self._switches.read(scan, now_s)

    def _transfers(self, scan: TreeScan) -> tuple[_Counts, _Counts]:
        read: _Counts = {}
        written: _Counts = {}
        for key, stat in scan.members.items():
            try:
                read_bytes, written_bytes = transferred_bytes(key[0])
            except PermissionError as error:
                self._unreadable["transfers"] = str(error.strerror)
            except OSError:
                continue  # It has ended since the scan.
            else:
                read[key] = ProcessCount(stat.parent, 0, read_bytes)
                written[key] = ProcessCount(stat.parent, 0, written_bytes)
        return read, written

    def _descriptors(self, alive: Sequence[ProcessStat]) -> Iterator[tuple[str, str, float]]:
        count = 0
        for stat in alive:
            try:
                count += descriptor_count(stat.key[0])
            except PermissionError as error:
                self._unreadable["descriptors"] = str(error.strerror)
                return
            except OSError:
                continue
        yield "descriptors", "", float(count)
