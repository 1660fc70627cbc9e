"""Evidence of one trial: the input of the rules that look for its causes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from loadproof.judge.service_memory import ServiceMemory
from loadproof.model.message import Message
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.measurement import Measurement

__all__ = ["MemoryLine", "ServiceLimits", "TrialEvidence"]

_LEAST_READINGS = 2
_FEWEST_OF_A_SHARE = 5
"""Readings below which a share of them says nothing."""
_MOST_VALUE = 1e15
"""Bound of readings: a value of this size or more, or one that is not finite, is a fault of a target or a counter."""


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """Limits of a service in the study; None: the study sets no limit."""

    cpus: float | None = None
    memory_mib: float | None = None


class MemoryLine(Protocol):
    """Trend of one memory from the judge of a soak, as it was judged or as it was stored."""

    @property
    def name(self) -> str:
        """`memory_mib` or `live_set_mib` of a service."""

    @property
    def shape(self) -> str | None:
        """`leak` where it is one for certain; None: no memory."""

    @property
    def begin(self) -> float:
        """On its line, MiB."""

    @property
    def end(self) -> float:
        """On its line, MiB."""

    @property
    def per_hour(self) -> float:
        """MiB, with an interval of 95 %."""

    @property
    def per_hour_low(self) -> float:
        """Lower end of the interval of `per_hour`, MiB."""

    @property
    def per_hour_high(self) -> float:
        """Upper end of the interval of `per_hour`, MiB."""

    @property
    def exhaustion_s(self) -> float | None:
        """From the end until it is full, with an interval of 95 %; None: its limit is not known, or never."""

    @property
    def exhaustion_low_s(self) -> float | None:
        """Lower end of the interval of `exhaustion_s`, seconds."""

    @property
    def exhaustion_high_s(self) -> float | None:
        """Upper end of the interval of `exhaustion_s`, seconds."""


@dataclass(frozen=True, slots=True)
class TrialEvidence:
    """One trial: its measurement and what the probes read beside it."""

    number: int
    rate: float | None
    """Due per second; None: as many as can be."""
    state: str
    duration_s: float
    measurement: Measurement
    readings: Mapping[tuple[str, str], Sequence[tuple[float, float]]] = field(default_factory=dict)
    """(probe, name) → (s since the trial began, value), in order of time."""
    backlog: Sequence[tuple[float, float]] = ()
    """(s since the trial began, calls in flight or waiting)."""
    answered: Sequence[tuple[int, int, int]] = ()
    """(second, calls due, calls answered in it whenever they were due), of what is known by the second."""
    services: Mapping[str, ServiceLimits] = field(default_factory=dict)
    leaking: Collection[str] = ()
    """Services whose memory in use is known to leak: no garbage waits in it."""
    deaths: Sequence[Message] = ()
    """Text of the event of each service that ended by itself."""
    out_of_memory: Sequence[str] = ()
    """Services among them of which the kernel killed processes for want of memory."""
    last_lines: Mapping[str, str] = field(default_factory=dict)
    """Last lines that services wrote before they ended by themselves, on one line, by service."""
    logs: Mapping[str, str] = field(default_factory=dict)
    """The logs of its services, by service, from the run's directory on."""
    span: tuple[float, float] | None = None
    """Begin and end of what is judged of it, s since the trial began; None: not known."""
    connections: Sequence[tuple[float, float]] = ()
    """(s since the trial began, connections that the generator has open)."""
    memory: Mapping[str, ServiceMemory] = field(default_factory=dict)
    """Memory of each service in a hold, as far as it can be judged without the processes of the service."""
    lines: Sequence[MemoryLine] | None = None
    """Verdicts of the judge of a soak on the memory of the services; None: no judge of soaks saw the trial."""
    failures: int | None = None
    """Calls that broke its SLOs: slow, failed, dropped or cut; None: those without a response are all that is known."""
    timed_checks: Collection[str] = ()
    """Error kinds of checks on the response time, such as `check-quick`."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """An example of the failed replies in one line, by error kind."""
    databases: Mapping[str, DatabaseActivity] = field(default_factory=dict)
    """Activity of each database over the judged span, by service."""

    def points(self, probe: str, name: str) -> list[tuple[float, float]]:
        """A series over the whole trial as (s, value), without what cannot be true; empty where it was not read."""
        points = self.readings.get((probe, name), ())
        return [(at_s, value) for at_s, value in points if abs(value) < _MOST_VALUE]

    def values(self, probe: str, name: str) -> list[float]:
        """The values of `points`."""
        return [value for _, value in self.points(probe, name)]

    def settled(self, probe: str, name: str) -> float | None:
        """The mean of a series over the second half of the trial, when the load has settled; None: not read."""
        late = [value for at_s, value in self.points(probe, name) if at_s >= self.duration_s / 2]
        return sum(late) / len(late) if len(late) >= _LEAST_READINGS else None

    def often(self, probe: str, name: str, least: float) -> float:
        """The share of the readings of the second half of the trial that are `least` or more; 0: hardly read."""
        late = [value for at_s, value in self.points(probe, name) if at_s >= self.duration_s / 2]
        return sum(value >= least for value in late) / len(late) if len(late) >= _FEWEST_OF_A_SHARE else 0.0

    def in_span(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return the points that lie in the span; none if the span is unknown."""
        begin_s, end_s = self.span or (0.0, 0.0)
        return [(at_s, value) for at_s, value in points if begin_s <= at_s < end_s]

    def settled_of(self, service: str, name: str) -> float | None:
        """`settled` of a service: of its control group where that was read, else of its processes."""
        in_group = self.settled(f"cgroup:{service}", name)
        return self.settled(f"process:{service}", name) if in_group is None else in_group

    @property
    def service_names(self) -> list[str]:
        """Services that have readings or limits, or ran out of memory."""
        read = {probe.partition(":")[2] for probe, _ in self.readings if probe.startswith(("process:", "cgroup:"))}
        return sorted(read | set(self.services) | set(self.out_of_memory))

    def told_of_itself(self, *names: str) -> list[str]:
        """Services whose own page of metrics had a series of one of these names."""
        probes = {probe for probe, name in self.readings if name in names and probe.startswith("prometheus:")}
        return sorted(probe.removeprefix("prometheus:") for probe in probes)

    def probes_of(self, name: str) -> dict[str, str]:
        """By service the probe that read a series of that name of it, whichever kind it is; of several the first."""
        probes = sorted((probe for probe, read in self.readings if read == name and ":" in probe), reverse=True)
        return {probe.partition(":")[2]: probe for probe in probes}

    def host_parts(self, prefix: str, suffix: str) -> dict[str, float]:
        """Settled series of the host called `prefix` PART `suffix`, by part: cores, disks."""
        found = {}
        for probe, name in self.readings:
            part = name.removeprefix(prefix).removesuffix(suffix)
            value = self.settled(probe, name)
            if probe == "host" and part and value is not None and name == f"{prefix}{part}{suffix}":
                found[part] = value
        return found

    @property
    def doubts(self) -> dict[str, Message]:
        """Texts of the measurement's doubts by code."""
        return {doubt.code: doubt.text for doubt in self.measurement.doubts}
