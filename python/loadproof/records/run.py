"""How a result was got, as it stands in `result.json`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from loadproof.model.message import Message

__all__ = ["Arrivals", "Event", "Operation", "Profile", "Run", "Runtime", "Service", "Slo", "Study", "Variant"]

Arrivals = Literal["poisson", "constant", "closed", "users"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation or flow of the profile, or one of several targets; `request` is its line, or a flow's calls."""

    name: str
    kind: Literal["operation", "flow", "target"]
    weight: float
    request: str
    tags: Mapping[str, str]
    thresholds_ms: tuple[float, ...] = ()
    """Thresholds of the SLOs that hold for an operation: its own and, except for a flow, those of all calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The profile; `base_rate` is its rate at N = 1, null where the profile has shares alone."""

    base_rate: float | None
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slo:
    """One SLO: at most `limit_percent` of the due calls may break it."""

    text: str
    kind: str
    limit_percent: float
    threshold_ms: float | None
    operation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One service of a variant, as a reader needs to know it; secrets are masked."""

    name: str
    command: tuple[str, ...]
    cpus: float | None
    memory_mib: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One configuration of the stand."""

    name: str
    driver: str
    target: str
    placement: str
    """`apart`: the generator and the services keep to different CPUs; `shared`: they do not."""
    cpus: int | None
    """CPUs of the machine that its services may use; null where others run them."""
    services: tuple[Service, ...]
    simulated: Mapping[str, Any] | None = None
    """The simulated service in the keys of the engine's plan, times in ns; null for a real one."""
    only: tuple[str, ...] | None = None
    """The methods that are run on it, of those of the study; null: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """The study that a run was made of; null for a run without one."""

    name: str
    description: str | None
    file: str | None
    preset: str | None
    variants: tuple[Variant, ...]
    against_itself: str | None = None
    """The variant of an A/A, whose twin is the other one; null where variants differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened to a service, such as its start, its warm-up, its death or its restart."""

    at_s: float
    trial: int | None
    kind: str
    service: str | None
    text: Message
    variant: str | None
    start: int
    """Of the variant, from 1; 0: between starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """What the runtime of a service said of itself, such as the flags that a Java VM runs with."""

    variant: str | None
    start: int
    service: str
    facts: Mapping[str, str]
    """Such as `runtime`: OpenJDK 64-Bit Server VM 25.0.3, `collector`: G1, `MaxHeapSize`: 512 MiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How the result was got."""

    loadproof: str
    verb: str
    command: tuple[str, ...]
    repeat: str
    target: str
    subject: str = ""
    """The name of the study, else the target with the path of its only request."""
    started_at: str
    duration_s: float
    """In virtual time where that is true of the run."""
    virtual_time: bool
    """Whether the service was simulated and time was virtual: nothing was measured on a real service."""
    time_note: Message
    """Says so in words; empty where it is not so."""
    interrupted: bool
    ended: bool
    arrivals: Arrivals
    """`closed` saturates the target; with `users` nothing comes but from closed users."""
    arrivals_note: Message
    seed: int
    profile: Profile
    slos: tuple[Slo, ...]
    thresholds_ms: tuple[float, ...]
    method: Mapping[str, Any]
    """Settings: words joined by `_`, with units; values are numbers, texts, lists or objects of them."""
    environment: Mapping[str, Any]
    study: Study | None
    events: tuple[Event, ...]
    runtimes: tuple[Runtime, ...]
    alike: tuple[tuple[str, ...], ...]
    """Names of variants with the same commands, limits and runtimes: what differs between them is not known."""
