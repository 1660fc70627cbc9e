"""Watches services while trials run, a stand's or those of others: readings and what happens to them are stored."""

from __future__ import annotations

import os
import time
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from loadproof.judge.readings import TimedReadings
from loadproof.judge.saturation import ResourceReading
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.records.machine_use import MachineRole
from loadproof.run.machine_readings import MachineReadings
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.system.runtime import Collector, collector_of
from loadproof.trial.observer import SeenBeside, Witness

if TYPE_CHECKING:
    from loadproof.probes.probe import ProbedService
    from loadproof.probes.reading import Reading
    from loadproof.records.database_activity import DatabaseActivity
    from loadproof.stand.death import Death

__all__ = ["ReadProbes", "StandWatch", "WatchedServices", "service_memory"]

_USED = (("cgroup", "memory_mib"), ("process", "pss_mib"))
"""The first that was read."""
_CPU = "cpu_cores"
_KNOWN_TRIALS = 4
"""An interval that ended late is one of the last trial, or of the one before."""
_SATURATED_SHARE = 0.9
"""Share of the cores of the machine: if the services use more, too little is left for the generator."""
_READ_BEFORE_S = 2.0
_READ_AFTER_S = 1.0
"""A reading is the mean of the second before it; where the machine is starved it comes late."""
_LIVE_SETS = (("java", "live_set_mib"), ("prometheus", "live_set_mib"))
_HEAP_MAX = (("java", "heap_max_mib"), ("prometheus", "heap_max_mib"))
_LIVE_SET_MAX = (("java", "live_set_max_mib"),)
_LIMIT = (("cgroup", "memory_limit_mib"),)
_OF_MEMORY = frozenset((*_USED, *_LIVE_SETS, *_HEAP_MAX, *_LIVE_SET_MAX, *_LIMIT))
_CONCLUDED_WITHIN_S = 1.0
"""Time for the last activity of a trial; what an overloaded server answers later is not lost either."""
_LAST_WORD_S = 2.0
"""A supervisor that sees its service end first ends what is left of its tree, then says so."""
_MACHINE_MIB = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20


class ReadProbes(Protocol):
    """Reader of the probes beside the load: a prober, or a prober that begins later."""

    def align(self, began_monotonic_s: float, /) -> None:
        """A trial begins: readings stand beside its windows from now on."""

    def drain(self) -> Sequence[tuple[float, Reading]]:
        """Return the readings since the last call, each with its time."""

    def conclude(self, within_s: float, /) -> None:
        """The trial has ended: wait until the intervals of databases under way have ended, `within_s` at most."""

    def activities(self) -> Sequence[DatabaseActivity]:
        """Return the intervals of databases that ended since the last call, on the monotonic clock."""


class WatchedServices(Protocol):
    """Services under load, whoever runs them: a stand, or those that listen on a target which others run."""

    @property
    def services(self) -> Mapping[str, ProbedService]:
        """By name."""

    def look_who_listens(self) -> None:
        """Asked before each trial: whether who listens is who should, or still who did."""

    def deaths(self, patience_s: float = 0.0, /) -> Sequence[Death]:
        """Services that ended by themselves since the last call; one that is just ending is waited for so long."""


class StandWatch(Witness):
    """Stores what the probes read and which services died; remembers the memory of the trial under way."""

    subject = "services"

    def __init__(
        self,
        prober: ReadProbes,
        stand: WatchedServices,
        writer: RunWriter,
        log: StartLog,
        roles: Mapping[str, MachineRole] | None = None,
    ) -> None:
        """All of them are open for as long as trials run; `log` is that of the start.

        `roles` are those of the machines that probes read, by name; this machine is under test unless they say else.
        """
        self._prober = prober
        self._stand = stand
        self._writer = writer
        self._log = log
        self._number: int | None = None
        self._began_s = 0.0
        self._begins: deque[tuple[float, int]] = deque(maxlen=_KNOWN_TRIALS)
        """Start and number of the last trials."""
        self._memory: dict[str, dict[tuple[str, str], TimedReadings]] = {}
        """By service, then by kind of probe and series."""
        self._cores: dict[str, TimedReadings] = {}
        self._collectors: dict[str, Collector] = {}
        self._died: list[str] = []
        self._machines = MachineReadings(roles or {})
        self.dead: set[str] = set()
        """Services that died and were not started again."""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Readings from now on stand beside the windows of trial `number`."""
        self._collect()
        try:
            self._stand.look_who_listens()
        finally:
            # A look that is refused leaves the readings where they belong.
            self._begin(number)
        # Read while they live, and only where it is asked for.
        running = self._stand.services.items() if trial.purpose is Purpose.SOAK else ()
        self._collectors = {name: _collector_of(service.process_id) for name, service in running}

    def _begin(self, number: int) -> None:
        self._number = number
        self._began_s = time.monotonic()
        self._begins.append((self._began_s, number))
        self._memory = defaultdict(lambda: defaultdict(TimedReadings))
        self._cores = defaultdict(TimedReadings)
        self._died = []
        self._collectors = {}
        self._machines.begin(self._began_s)
        self._prober.align(self._began_s)

    def ticked(self, _number: int, _tick: TickReading, /) -> None:
        """Takes what came in the last second."""
        self._take()

    def _take(self, patience_s: float = 0.0) -> None:
        self._collect()
        for death in self._stand.deaths(patience_s):
            if death.is_ours:
                # It did not die by itself (`OwnProcessWatch`).
                continue
            self.dead.add(death.service)
            self._died.append(death.service)
            kind = "oom-killed" if death.oom_kills else "died"
            text = Message("service-did", service=death.service, what=death.how)
            self._log.event(kind, text, service=death.service, trial=self._number)
            if death.last_lines:
                text = Message("last-lines-of-service", service=death.service, lines=death.last_lines)
                self._log.event("last-lines", text, service=death.service, trial=self._number)

    def saturated(self, begin_s: float, end_s: float, /) -> bool:
        """Return True if all services together used over nine tenths of the cores.

        Readings from 2 s before `begin_s` to 1 s after `end_s` count, summed by second.
        """
        self._collect()
        used: dict[int, dict[str, float]] = defaultdict(dict)
        for service, points in self._cores.items():
            for at_s, cores in points:
                if begin_s - _READ_BEFORE_S <= at_s <= end_s + _READ_AFTER_S:
                    used[round(at_s)][service] = cores
        most = max((sum(of_services.values()) for of_services in used.values()), default=0.0)
        return most > _SATURATED_SHARE * (os.cpu_count() or 1)

    def trial_ended(self) -> SeenBeside:
        """Takes what came last, a death in the last moment too; what follows belongs to no trial."""
        self._prober.conclude(_CONCLUDED_WITHIN_S)
        self._take(_LAST_WORD_S)
        self._number = None
        return SeenBeside(tuple(self._died), resources=tuple(self._machines.taken()))

    def resources(self) -> Sequence[ResourceReading]:
        """Return the use of this machine and of others, as probes have read it since the last call."""
        self._collect()
        return self._machines.taken()

    @property
    def process_ids(self) -> Mapping[str, int]:
        """Process id of the root process of each service, by service; a dead service stays until its restart."""
        return {name: service.process_id for name, service in self._stand.services.items()}

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """By service, of the last trial: what it used, its live set where a probe reads it, and its limit."""
        return {
            service: replace(
                service_memory(series, self._collectors.get(service, Collector.UNKNOWN), _MACHINE_MIB),
                has_ended=service in self._died,
            )
            for service, series in sorted(self._memory.items())
        }

    def _collect(self) -> None:
        rows = []
        drained = self._prober.drain()
        if self._number is not None:
            self._machines.add(drained)
        for at_s, reading in drained:
            rows.append((at_s, reading.probe, reading.name, reading.unit, reading.value))
            if (told := reading.happening) is not None:
                self._log.event(told.kind, told.text, service=told.service, trial=self._number)
            kind, _, service = reading.probe.partition(":")
            if self._number is not None and service and reading.name == _CPU:
                self._cores[service].append(at_s - self._began_s, reading.value)
            is_memory = service and (kind, reading.name) in _OF_MEMORY
            if self._number is not None and is_memory and at_s >= self._began_s:
                self._memory[service][kind, reading.name].append(at_s - self._began_s, reading.value)
        if rows:
            self._writer.readings(self._number, rows)
        for activity in self._prober.activities():
            number = next((number for began_s, number in reversed(self._begins) if began_s <= activity.begin_s), None)
            if number is not None:
                self._writer.database_activity(number, activity)


def _collector_of(process_id: int) -> Collector:
    """Return the garbage collector of a service, by its root process and all descendants of that process."""
    # For soaks alone.
    from loadproof.system.process_tree import ProcessTree

    return collector_of(member for member, _ in ProcessTree(process_id).scan().members)


_Series = Mapping[tuple[str, str], Sequence[tuple[float, float]]]


def service_memory(series: _Series, collector: Collector, machine_mib: float | None) -> ServiceMemory:
    """The memory of a service by what was read of it in one trial, by kind of probe and series.

    `machine_mib` is all that the machine has, None where that is not known.
    """

    def last(names: Sequence[tuple[str, str]]) -> float | None:
        return next((mib for _, mib in _first(series, names)[-1:] if mib > 0.0), None)

    limits = [mib for mib in (last(_LIMIT), machine_mib) if mib is not None]
    return ServiceMemory(
        used=_first(series, _USED),
        live_set=series.get(_LIVE_SETS[0]) or _changes(series.get(_LIVE_SETS[1], ())),
        limit_mib=min(limits, default=None),
        collector=collector,
        heap_max_mib=last(_HEAP_MAX),
        live_set_max_mib=last(_LIVE_SET_MAX),
    )


def _first(series: _Series, names: Sequence[tuple[str, str]]) -> Sequence[tuple[float, float]]:
    """The first of these series that was read."""
    return next((series[name] for name in names if series.get(name)), ())


def _changes(live_set: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A page says the same until the next collection."""
    return [reading for place, reading in enumerate(live_set) if not place or reading[1] != live_set[place - 1][1]]
