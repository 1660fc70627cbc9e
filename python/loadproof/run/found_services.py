"""The services that listen on a target which others run: found by their sockets, followed where they are replaced."""

import time
from collections.abc import Mapping, Sequence

from loadproof.model.message import Message, count
from loadproof.stand.death import Death
from loadproof.store.start_log import StartLog
from loadproof.system.control_group_counters import ControlGroupCounters, read_control_group
from loadproof.system.growth import Sparing
from loadproof.system.listening_service import ListeningService, ancestors_of, listening_services
from loadproof.system.process_identity import ticks_since_boot
from loadproof.system.servers import TargetServers

__all__ = ["FoundServices"]

_MOST = 16
"""Services that are probed: a target with more has no single answer."""


class FoundServices:
    """Services found on a target: only observed, never started, stopped or killed. For use by one thread.

    `services` may be read by any thread. A service keeps its name when another process takes its place.
    """

    def __init__(self, servers: TargetServers, log: StartLog) -> None:
        """Looks once; events say what was found, and what becomes of it."""
        self._servers = servers
        self._log = log
        self._found: dict[str, ListeningService] = {}
        self._dead: set[str] = set()
        self._began: dict[str, ControlGroupCounters | None] = {}
        self._listening: set[int] = set()
        self._looking = Sparing()
        self._seen_ticks = ticks_since_boot()
        """Last time at which no further service had ended, in clock ticks since boot, as process starts are counted."""
        listening = servers.now()
        self.is_elsewhere = listening is None
        """True if the target is on another machine."""
        if listening is None:
            self._log.event("elsewhere", Message("target-elsewhere"))
        fresh = self._services(listening)
        for service in fresh[:_MOST]:
            self._begin(_free_name(service.name, self._found), service)
        for name, service in self._found.items():
            told = Message("service-found", service=name, process=str(service.process_id))
            self._log.event("found", told, service=name)
        if len(fresh) > _MOST:
            self._log.event("not-probed", Message("services-not-probed", count=count(len(fresh) - _MOST)))

    @property
    def services(self) -> Mapping[str, ListeningService]:
        """By name, dead ones too until others take their place."""
        return self._found

    def look_who_listens(self) -> None:
        """Goes on with who listens now, where who did has ended or does so no more."""
        listening = self._servers.now() or set()
        if listening != self._listening:
            self._take_over(self._services(listening))

    def deaths(self, _patience_s: float = 0.0, /) -> list[Death]:
        """Services that ended since the last call; one whose place another process took without a break has not."""
        ended = sorted(name for name in self._found.keys() - self._dead if not self._found[name].process.alive)
        now_s = time.monotonic()
        if not ended and not (self._dead and self._looking.due(now_s)):
            self._seen_ticks = ticks_since_boot()
            return []
        began_s = time.thread_time()
        fresh = self._services(self._servers.now(fresh_s=0.0))
        free = [service for service in fresh if self._place_of(service) is None]
        # Who was there beside it took over, as where a program is replaced while it serves.
        heirs = sum(service.process.start_ticks <= self._seen_ticks for service in free)
        if died := ended[heirs:]:
            # Who takes their places is asked for with the next second: a death is told before it.
            self._dead |= set(died)
            return [self._death(name) for name in died]
        self._take_over(fresh)
        self._looking.spent(now_s, time.thread_time() - began_s)
        return []

    def describe(self) -> None:
        """Stores what is known of each; for the end of a run, as a program of some size takes a while to look at."""
        # No load waits for it to be imported.
        from loadproof.probes.go_build import go_version

        for name, service in self._found.items():
            facts = {
                **_limits(self._began[name]),
                "runtime": go_version(f"/proc/{service.process_id}/exe") or "",
                "process": str(service.process_id),
                "program": service.program,
                "command": service.command_shown,
            }
            self._log.runtime(name, {fact: told for fact, told in facts.items() if told})

    def _services(self, listening: set[int] | None) -> list[ListeningService]:
        self._listening = listening or set()
        return listening_services(self._listening)

    def _death(self, name: str) -> Death:
        service = self._found[name]
        kills = max(0, _kills(_counters(service)) - _kills(self._began[name]))
        return Death(name, Message("process-gone", process=str(service.process_id)), kills)

    def _take_over(self, fresh: Sequence[ListeningService]) -> None:
        """Gives the services that listen now the places of those that do no more."""
        places = [self._place_of(service) for service in fresh]
        free = [service for service, place in zip(fresh, places, strict=True) if place is None]
        for name in sorted(self._found.keys() - set(places)):
            if not free:
                return
            heir = next((one for one in free if one.name == self._found[name].name), free[0])
            free.remove(heir)
            before = str(self._found[name].process_id)
            self._begin(name, heir)
            told = Message("service-replaced", service=name, process=str(heir.process_id), before=before)
            self._log.event("replaced", told, service=name)

    def _place_of(self, service: ListeningService) -> str | None:
        """The name of the service that it is, or of which it is a part that listens alone now; None: it is new."""
        line = {service.process_id, *ancestors_of(service.process_id)}
        found = self._found.items()
        return next((name for name, known in found if known.process_id in line and known.process.alive), None)

    def _begin(self, name: str, service: ListeningService) -> None:
        # A new mapping each time, as other threads go over the old one.
        self._found = {**self._found, name: service}
        self._dead.discard(name)
        self._began[name] = _counters(service)


def _counters(service: ListeningService) -> ControlGroupCounters | None:
    """Return the counters of the service's own control group; None if it has none, or the group is gone."""
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
