"""The services that listen on a target which others run: found by their sockets, followed where they are replaced."""

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from loadproof.probes.go_build import go_version
from loadproof.stand.death import Death
from loadproof.store.writer import RunWriter
from loadproof.system.control_group_counters import ControlGroupCounters, read_control_group
from loadproof.system.growth import Sparing
from loadproof.system.listening_service import ListeningService, ancestors_of, listening_services
from loadproof.system.servers import TargetServers

__all__ = ["FoundServices"]

_MOST = 16
"""Services that are probed: a target with more has no single answer."""


class FoundServices:
    """They are looked at and nothing else: none is started, stopped or killed. To be used by one thread.

    `services` may be read by any. A service keeps its name when another process takes its place.
    """

    def __init__(self, servers: TargetServers, writer: RunWriter) -> None:
        """Looks once; events say what was found, and what becomes of it."""
        self._servers = servers
        self._writer = writer
        self._found: dict[str, ListeningService] = {}
        self._dead: set[str] = set()
        self._began: dict[str, ControlGroupCounters | None] = {}
        self._looking = Sparing()
        listening = servers.now()
        self.is_elsewhere = listening is None
        """Whether the target is on another machine."""
        if listening is None:
            self._writer.event("elsewhere", "the target is on another machine: its processes cannot be read")
        fresh = listening_services(listening or ())
        for service in fresh[:_MOST]:
            self._begin(_free_name(service.name, self._found), service)
        for name, service in self._found.items():
            text = f"the service {name} listens on the target, and is probed: process {service.process_id}"
            self._writer.event("found", text, service=name)
        if len(fresh) > _MOST:
            self._writer.event("not-probed", f"{len(fresh) - _MOST} more services listen on the target; none is probed")

    @property
    def services(self) -> Mapping[str, ListeningService]:
        """By name, dead ones too until others take their place."""
        return self._found

    def look_who_listens(self) -> None:
        """Goes on with who listens now, where who did has ended or does so no more."""
        self._take_over(listening_services(self._servers.now() or ()))

    def deaths(self, _patience_s: float = 0.0, /) -> list[Death]:
        """Services that ended since the last call; one whose place another process took without a break has not."""
        ended = [name for name in self._found.keys() - self._dead if not self._found[name].process.alive]
        now_s = time.monotonic()
        if not ended and not (self._dead and self._looking.due(now_s)):
            return []
        began_s = time.thread_time()
        fresh = listening_services(self._servers.now(fresh_s=0.0) or ())
        self._looking.spent(now_s, time.thread_time() - began_s)
        deaths = [self._death(name) for name in sorted(ended) if not self._has_heir(name, fresh)]
        self._take_over(fresh)
        return deaths

    def describe(self) -> None:
        """Stores what is known of each; for the end of a run, as a program of some size takes a while to look at."""
        for name, service in self._found.items():
            facts = {
                **_limits(self._began[name]),
                "runtime": go_version(f"/proc/{service.process_id}/exe") or "",
                "process": str(service.process_id),
                "program": service.program,
                "command": shlex.join(service.command),
            }
            self._writer.runtime(name, {fact: told for fact, told in facts.items() if told})

    def _death(self, name: str) -> Death:
        service = self._found[name]
        kills = max(0, _kills(_counters(service)) - _kills(self._began[name]))
        return Death(name, f"ended: there is no process {service.process_id} any more", kills)

    def _has_heir(self, name: str, fresh: Sequence[ListeningService]) -> bool:
        """Whether somebody who listened beside it still does, as when a program is replaced while it serves."""
        return any(service.listening & self._found[name].listening for service in fresh)

    def _take_over(self, fresh: Sequence[ListeningService]) -> None:
        """Gives the services that listen now the places of those that do no more."""
        places = {}
        for service in fresh:
            places[service.process_id] = next((name for name in self._found if self._is_of(service, name)), None)
        free = [service for service in fresh if places[service.process_id] is None]
        for name in sorted(self._found.keys() - set(places.values())):
            if not free:
                # One that lives may listen again.
                self._dead |= set() if self._found[name].process.alive else {name}
                continue
            heir = next((one for one in free if one.name == self._found[name].name), free[0])
            free.remove(heir)
            before = self._found[name].process_id
            self._begin(name, heir)
            text = f"the service {name} is process {heir.process_id} now, in place of process {before}"
            self._writer.event("replaced", text, service=name)
        for service in fresh:
            place = places[service.process_id]
            if place is not None:
                self._keep(place, replace(self._found[place], listening=service.listening))

    def _is_of(self, service: ListeningService, name: str) -> bool:
        """Whether `service` is the one of that name, or a part of it that listens alone now."""
        known = self._found[name].process
        line = (service.process_id, *ancestors_of(service.process_id))
        return known.process_id in line and known.alive

    def _begin(self, name: str, service: ListeningService) -> None:
        self._keep(name, service)
        self._dead.discard(name)
        self._began[name] = _counters(service)

    def _keep(self, name: str, service: ListeningService) -> None:
        # A new mapping each time, as other threads go over the old one.
        self._found = {**self._found, name: service}


def _counters(service: ListeningService) -> ControlGroupCounters | None:
    """Of its own group; None without one, or where that has gone."""
    try:
        return None if service.control_group is None else read_control_group(service.control_group)
    except OSError:
        return None


def _kills(counters: ControlGroupCounters | None) -> int:
    return 0 if counters is None else counters.oom_kills or 0


def _limits(counters: ControlGroupCounters | None) -> dict[str, str]:
    cpus, memory_bytes = (None, None) if counters is None else (counters.cpu_limit_cores, counters.memory_limit_bytes)
    limits = {} if cpus is None else {"cpus": f"{cpus:g}"}
    return limits if memory_bytes is None else {**limits, "memory": f"{memory_bytes / 2**20:g} MiB"}


def _free_name(name: str, taken: Mapping[str, object]) -> str:
    """The name, with a number where another service has it."""
    names = [name, *(f"{name}-{number}" for number in range(2, len(taken) + 2))]
    return next(one for one in names if one not in taken)
