"""The stand of a study as it is run: its services, their limits and ready checks, resolved and frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from loadproof.model.target import service_target
from loadproof.study.simulated_service import SimulatedService

__all__ = ["Driver", "Limits", "Placement", "ReadyCheck", "ReadyKind", "ServiceSettings", "StandSettings"]


class Driver(StrEnum):
    """Ways to run the services."""

    PROCESS = "process"
    """The stand starts them as processes of its own."""
    EXTERNAL = "external"
    """Somebody else starts them; the stand only checks that the target answers."""
    SIMULATE = "simulate"
    """No service is started: the engine simulates one in virtual time."""


class Placement(StrEnum):
    """On which CPUs the services run."""

    APART = "apart"
    """On the second half of those allowed; the generator keeps to the first. With one CPU, both on it."""
    SHARED = "shared"
    """On all of them."""


class ReadyKind(StrEnum):
    """Kinds of checks that a service is ready."""

    HTTP = "http"
    """A GET on `text`, a URL, answers with a status from 200 to 399."""
    TCP = "tcp"
    """The service's port takes a connection."""
    LINE = "line"
    """A line of its output (standard output or error) contains `text`."""
    COMMAND = "command"
    """The command `text` (split as a shell would, without running one) ends with exit code 0."""


@dataclass(frozen=True, slots=True)
class ReadyCheck:
    """`text` may hold gaps: `${port}`, `${NAME.port}`, `${workspace}`."""

    kind: ReadyKind = ReadyKind.TCP
    text: str = ""
    within_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a service; None: loadproof sets no limit. `cpus` may be a fraction, as of a quota."""

    cpus: float | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """One service. Texts of `command`, `prepare`, `environment` and `ready` are templates.

    Their gaps: `${port}` (its own), `${NAME.port}` (of service NAME), `${workspace}` (the stand's scratch directory,
    gone with it), `${env:NAME}` (a secret of the user's environment: put in at the start, never stored or shown).
    `$${` is a plain `${`.
    """

    name: str
    command: tuple[str, ...]
    directory: Path
    """Working directory; absolute."""
    prepare: tuple[tuple[str, ...], ...] = ()
    """Commands that run to their end before the first start."""
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int | None = None
    """Port of the service; None: a free port."""
    ready: ReadyCheck = ReadyCheck()
    limits: Limits = Limits()
    after: tuple[str, ...] = ()
    """Services that must be ready before this one starts."""
    stop_within_s: float = 10.0
    link: str | None = None
    """Template of HOST:PORT that connections are passed on to; None: an ordinary service."""


@dataclass(frozen=True, slots=True)
class StandSettings:
    """The services of one variant, and the address that the load goes to (a template as those of a service).

    A simulated service has no address: there `target` is a word for reports.
    """

    driver: Driver
    target: str
    services: tuple[ServiceSettings, ...] = ()
    reset: tuple[tuple[str, ...], ...] = ()
    """Commands that run between variants, while the services are stopped."""
    maintenance: tuple[tuple[str, ...], ...] = ()
    """Commands that run between the cycles of a comparison, while the services are up and nobody is loaded."""
    placement: Placement = Placement.APART
    simulated: SimulatedService | None = None
    """The service of `Driver.SIMULATE`, and of no other."""
    simulated_levels: Mapping[str, float] = field(default_factory=dict)
    """By level of a feature that the simulated service has: the share by which its service times are longer then."""
    replicas: tuple[str, ...] = ()
    """Further targets, beside `target`: each call goes to the next one."""

    @property
    def targets(self) -> tuple[str, ...]:
        """All targets, in the order in which calls go round them."""
        return (self.target, *self.replicas)

    @property
    def target_names(self) -> tuple[str, ...]:
        """Names of several targets for reports, such as `api-1` for `http://127.0.0.1:${api-1.port}`; () for one."""
        return tuple(map(service_target, self.targets)) if self.replicas else ()
