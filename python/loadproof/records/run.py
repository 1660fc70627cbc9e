"""Facts on a run, as in `result.json`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_STORED, rounded

__all__ = [
    "Arrivals",
    "Event",
    "Run",
    "RunOperation",
    "RunProfile",
    "RunSlo",
    "RunStudy",
    "RunVariant",
    "Runtime",
    "Service",
    "StudyInjection",
]

Arrivals = Literal["poisson", "constant", "closed", "users"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOperation:
    """Operation or flow of the profile, or one of several targets; `request` is its request line, or a flow's calls."""

    name: str
    kind: Literal["operation", "before", "flow", "target"] = "operation"
    """`before`: calls that users make once per session, in no total. Flows and targets add up calls of operations.

    Rows come in this order of kinds."""
    weight: float
    request: str
    tags: Mapping[str, str] = field(default_factory=dict)
    apdex_target_s: float | None = field(default=None, metadata=rounded(6))
    """Target time T of Apdex; null without Apdex."""
    users: tuple[str, ...] = ()
    """Kinds of users that make its calls; empty if open arrivals make some of them."""
    calls_per_iteration: int = 1
    """Most calls of it in one iteration of a user; loops with a condition count once."""
    thresholds_ms: tuple[float, ...] = field(default=(), metadata=NOT_STORED)
    """Thresholds of the SLOs that hold for an operation: its own and, except for a flow, those of all calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProfile:
    """Load profile; `base_rate` is its rate at N = 1, null if the profile has shares only."""

    base_rate: float | None
    operations: tuple[RunOperation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSlo:
    """SLO: at most `limit_percent` of the due calls may break it."""

    text: str
    kind: str
    limit_percent: float
    threshold_ms: float | None
    operation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """Service of a variant, with its secrets masked."""

    name: str
    command: tuple[str, ...]
    cpus: float | None
    memory_mib: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunVariant:
    """Configuration of the system under test."""

    name: str
    driver: str
    target: str
    placement: str
    """`apart`: generator and services use different CPUs; `shared`: they share CPUs."""
    cpus: int | None
    """CPUs of the machine that its services may use; null if loadproof did not start them."""
    services: tuple[Service, ...]
    simulated: Mapping[str, Any] | None = None
    """Simulated service in the keys of the engine's plan, times in ns; null for a real service."""
    only: tuple[str, ...] | None = None
    """Methods of the study that are run on this variant; null: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyAlarm:
    """Alarm of a study as it was written."""

    name: str
    rule: str
    stops: bool
    """True if a trial ends when it fires."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyInjection:
    """Injection of a study, with its secrets masked; times in seconds."""

    name: str
    kind: str
    """`command`, `sql`, `http`, `stop`, `kill`, `pressure`, `network` or `slowdown`."""
    problem: Message
    """Problem in words."""
    after_s: float
    """Start of the first occurrence, since the start of the trial."""
    for_s: float
    """Length of each occurrence."""
    repeat: int
    """Occurrences in each trial."""
    every_s: float
    """Time from the start of one occurrence to the start of the next; 0: there is only one."""
    methods: tuple[str, ...] = ()
    """Methods whose trials have the injection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStudy:
    """Study of a run; null for a run without one."""

    name: str
    description: str | None
    file: str | None
    preset: str | None
    variants: tuple[RunVariant, ...]
    alarms: tuple[StudyAlarm, ...] = ()
    """Alarms that were evaluated in each trial."""
    injections: tuple[StudyInjection, ...] = ()
    """Injections of the trials of their methods."""
    against_itself: str | None = None
    """Variant of an A/A, compared with its twin; null if variants differ."""


@dataclass(frozen=True, slots=True)
class Event:
    """Event of a run, such as the start, warm-up, death or restart of a service, or a note of a campaign."""

    at_s: float = field(metadata=rounded(3))
    trial: int | None
    kind: str
    service: str | None
    text: Message
    variant: str | None = None
    start: int = 0
    """Number of the start of the variant, from 1; 0: between starts."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """Facts that the runtime of a service reported, such as the flags of a Java VM."""

    variant: str | None
    start: int
    service: str
    facts: Mapping[str, str]
    """Facts by name, such as `runtime`: OpenJDK 64-Bit Server VM 25.0.3, `collector`: G1, `MaxHeapSize`: 512 MiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Facts on the run of a result."""

    loadproof: str
    verb: str
    command: tuple[str, ...]
    repeat: str
    target: str
    subject: str = ""
    """Name of the study; without one the target with the path of its only request."""
    started_at: str
    duration_s: float = field(metadata=rounded(3))
    """Duration; virtual seconds if `virtual_time`."""
    virtual_time: bool
    """True if the service was simulated and time was virtual: no real service was measured."""
    time_note: Message
    """Note on virtual time in words; empty for real time."""
    interrupted: bool
    ended: bool
    arrivals: Arrivals
    """`closed`: the target is saturated; `users`: all load comes from closed users."""
    arrivals_note: Message
    seed: int
    profile: RunProfile
    slos: tuple[RunSlo, ...]
    thresholds_ms: tuple[float, ...]
    method: Mapping[str, Any]
    """Settings by name with units; values are numbers, texts, lists or objects of them."""
    environment: Mapping[str, Any]
    study: RunStudy | None
    events: tuple[Event, ...]
    runtimes: tuple[Runtime, ...]
    alike: tuple[tuple[str, ...], ...]
    """Groups of variants with the same commands, limits and runtimes, whose difference is unknown."""
