"""Reads the control group of a service."""

from collections.abc import Iterator, Sequence

from loadproof.model.message import Message
from loadproof.probes.probe import ProbeFailure, ServicesNow
from loadproof.probes.reading import Reading
from loadproof.system.control_group import ControlGroup
from loadproof.system.control_group_counters import ControlGroupCounters, read_control_group
from loadproof.system.growth import per_second

__all__ = ["ControlGroupProbe"]

_MIB = 2**20


class ControlGroupProbe:
    """Processor time, throttling, memory with its page cache, and OOM kills.

    It begins anew when the service has another process or group.

    `cpu_cores` is left out where the group does not count it (version 1 with `cpuacct` apart); `process:SERVICE` has
    the same.
    """

    slow = False

    def __init__(self, service: str, services: ServicesNow) -> None:
        """`service` is looked up in `services` at every reading."""
        self.name = f"cgroup:{service}"
        self._service = service
        self._services = services
        self._start: tuple[int, ControlGroup] | None = None
        self._before: ControlGroupCounters | None = None
        self._before_s = 0.0
        self._former_kills = 0

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure when the service or its group is not there."""
        service = self._services().get(self._service)
        if service is None or service.control_group is None:
            raise ProbeFailure(Message("service-without-control-group", service=self._service))
        start = (service.process_id, service.control_group)
        now = read_control_group(service.control_group)
        if self._start != start:
            self._begin(start)
        values = [*self._levels(now), *self._rates(now, now_s - self._before_s)]
        self._before, self._before_s = now, now_s
        return [Reading(self.name, name, unit, value) for name, unit, value in values if value is not None]

    def shortfalls(self) -> Sequence[Message]:
        """Return no shortfalls: values that this probe leaves out do not matter."""
        return ()

    def _begin(self, start: tuple[int, ControlGroup]) -> None:
        """Kills of an earlier start in the same group are not this one's."""
        same_group = self._start is not None and self._start[1] == start[1]
        self._former_kills = (self._before.oom_kills or 0) if same_group and self._before else 0
        self._start, self._before = start, None

    def _levels(self, now: ControlGroupCounters) -> Iterator[tuple[str, str, float | None]]:
        yield "cpu_limit_cores", "cores", now.cpu_limit_cores
        yield "memory_mib", "MiB", _mib(now.memory_bytes)
        yield "memory_limit_mib", "MiB", _mib(now.memory_limit_bytes)
        yield "page_cache_mib", "MiB", _mib(now.page_cache_bytes)
        if now.oom_kills is not None:
            # A group that was removed and made again counts from zero.
            self._former_kills = self._former_kills if now.oom_kills >= self._former_kills else 0
            yield "oom_kills", "", float(now.oom_kills - self._former_kills)

    def _rates(self, now: ControlGroupCounters, elapsed_s: float) -> Iterator[tuple[str, str, float | None]]:
        before = self._before
        if before is None:
            return
        yield "cpu_cores", "cores", per_second(before.cpu_s, now.cpu_s, elapsed_s)
        if now.cpu_limit_cores is not None:
            yield "throttled_share", "", _throttled_share(before, now)
        refaulted = (
            ("file_refaults_per_s", before.refaulted_file_pages, now.refaulted_file_pages),
            ("anon_refaults_per_s", before.refaulted_anon_pages, now.refaulted_anon_pages),
        )
        yield from ((name, "1/s", per_second(past, pages, elapsed_s)) for name, past, pages in refaulted)
        waited = per_second(before.memory_waited_s, now.memory_waited_s, elapsed_s)
        yield "memory_pressure_share", "", None if waited is None else min(1.0, waited)


def _throttled_share(before: ControlGroupCounters, now: ControlGroupCounters) -> float | None:
    if before.periods is None or now.periods is None or before.throttled_periods is None:
        return None
    periods, throttled = now.periods - before.periods, (now.throttled_periods or 0) - before.throttled_periods
    if periods < 0 or throttled < 0:
        return None
    # An idle group has no periods, and was not throttled.
    return min(1.0, throttled / periods) if periods else 0.0


def _mib(size_bytes: int | None) -> float | None:
    return None if size_bytes is None else size_bytes / _MIB
