"""Watches a stand while trials run: probe readings and what happens to services go to the store as they come."""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence

from loadproof.judge.tick import TickReading
from loadproof.method.trial import Trial
from loadproof.probes.prober import Prober
from loadproof.stand.stand import Stand
from loadproof.store.writer import RunWriter

__all__ = ["StandWatch"]

_MEMORY = {"process": "pss_mib", "cgroup": "memory_mib"}


class StandWatch:
    """Stores what the probes read and which services died; remembers the memory of the trial under way."""

    def __init__(self, prober: Prober, stand: Stand, writer: RunWriter) -> None:
        """All of them are open for as long as trials run."""
        self._prober = prober
        self._stand = stand
        self._writer = writer
        self._number: int | None = None
        self._began_s = 0.0
        self._memory: dict[str, dict[str, list[tuple[float, float]]]] = {}
        self.dead: set[str] = set()
        """Services that died and were not started again."""

    def trial_started(self, number: int, _trial: Trial, /) -> None:
        """Readings from now on stand beside the windows of trial `number`."""
        self._collect()
        self._number = number
        self._began_s = time.monotonic()
        self._memory = defaultdict(lambda: defaultdict(list))
        self._prober.align(self._began_s)

    def ticked(self, _tick: TickReading, /) -> None:
        """Takes what came in the last second."""
        self._take()

    def _take(self) -> None:
        self._collect()
        for death in self._stand.deaths():
            self.dead.add(death.service)
            kind = "oom-killed" if death.oom_kills else "died"
            text = f"the service {death.service} {death.how}"
            self._writer.event(kind, text, service=death.service, trial=self._number)

    def trial_ended(self) -> None:
        """Takes what came last; what follows belongs to no trial."""
        self._take()
        self._number = None

    @property
    def memory_mib(self) -> Mapping[str, Sequence[tuple[float, float]]]:
        """By service: (s since the trial began, MiB) of the last trial, of its control group where it has one."""
        return {
            service: kinds.get("cgroup") or kinds["process"] for service, kinds in sorted(self._memory.items()) if kinds
        }

    def _collect(self) -> None:
        rows = []
        for at_s, reading in self._prober.drain():
            rows.append((at_s, reading.probe, reading.name, reading.unit, reading.value))
            kind, _, service = reading.probe.partition(":")
            if self._number is not None and _MEMORY.get(kind) == reading.name and at_s >= self._began_s:
                self._memory[service][kind].append((at_s - self._began_s, reading.value))
        if rows:
            self._writer.readings(self._number, rows)
