"""Reads this process, which is the generator, the controller and the prober in one."""

import os
import time
from collections.abc import Sequence

from loadproof.model.message import Message
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.process_memory import ProcessMemory
from loadproof.probes.reading import Reading
from loadproof.system.growth import per_second
from loadproof.system.process_files import descriptor_count, read_process_stat

__all__ = ["GeneratorProbe"]


class GeneratorProbe:
    """Reads one process alone: the services of a stand are its children, and are probed by their names."""

    name = "generator"
    slow = False

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._memory = ProcessMemory()
        self._before: tuple[float, float] | None = None

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure without /proc."""
        cpu_s = time.process_time()
        stat = read_process_stat(os.getpid())
        if stat is None:
            raise ProbeFailure(Message("proc-missing"))
        values = [("threads", "", float(stat.threads)), ("descriptors", "", float(descriptor_count(stat.key[0])))]
        values += self._memory.read([stat], now_s)
        if self._before is not None:
            cores = per_second(self._before[0], cpu_s, now_s - self._before[1])
            values += [] if cores is None else [("cpu_cores", "cores", cores)]
        self._before = (cpu_s, now_s)
        return [Reading(self.name, name, unit, value) for name, unit, value in values]

    def shortfalls(self) -> Sequence[Message]:
        """Return the shortfalls of the memory reading, see `ProcessMemory.shortfalls`."""
        return list(self._memory.shortfalls())
