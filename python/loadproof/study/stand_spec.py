"""The stand section of a study file as it was written, and what its variants and presets change in it."""

from typing import Annotated, Literal

from pydantic import Field

from loadproof.model.memory_size import MemorySize
from loadproof.study.simulated_spec import SimulatedChangesSpec, SimulatedSpec
from loadproof.study.written import Scalar, Spec, UpToAnHour

__all__ = [
    "COMMAND_WORDS",
    "LINK_WORDS",
    "TARGET_WORDS",
    "Command",
    "LimitsSpec",
    "MethodName",
    "ReadySpec",
    "ServiceChangesSpec",
    "ServiceSpec",
    "StandSpec",
    "VariantServiceSpec",
    "VariantSpec",
]

COMMAND_WORDS = "a command: text that is split as a shell would (without running one), or a list of its words"
_Word = Annotated[str, Field(description="text (a number goes in quotes)")]
MethodName = Annotated[str, Field(description="the name of a method, such as capacity")]
Command = Annotated[str | list[_Word], Field(description=COMMAND_WORDS, examples=["true"])]
TARGET_WORDS = "the address that the load goes to, such as http://127.0.0.1:${NAME.port}"
LINK_WORDS = "an address to pass connections on to, such as 127.0.0.1:${NAME.port}"
_Address = Annotated[str, Field(description=TARGET_WORDS)]
_Memory = Annotated[MemorySize, Scalar(MemorySize, MemorySize.parse, "1GiB")]
_COMMANDS_WORDS = "a list of commands, such as [initdb ./data]"
_GAPS = "gaps: ${port}, ${NAME.port}, ${workspace}, ${sample_service}, ${env:NAME}"


class ReadySpec(Spec):
    """Check that a service is ready: one of http, tcp, line and command."""

    http: str | None = Field(default=None, description="a URL, such as http://127.0.0.1:${port}/healthz")
    """A page that answers with a status from 200 to 399."""
    tcp: Literal[True] | None = Field(default=None, description="true: the service's port takes a connection")
    """The port of the service takes a connection; this is what is waited for where ready is not written."""
    line: str | None = Field(default=None, description="text that a line of the service's output contains")
    """A line that the service writes to its standard output or error holds this text."""
    command: str | None = Field(
        default=None, description="a command that ends with exit code 0: text that is split as a shell would"
    )
    """A program that ends with exit code 0; it is run again until then."""
    within: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 60s")
    """The longest time from the start of the service until it is ready; 60s unless written."""


class LimitsSpec(Spec):
    """Limits of a service."""

    cpus: float | None = Field(default=None, description="a number of CPUs above 0, such as 1.5")
    """Number of CPUs that the service may use, above 0 and at most 4096; as many as the machine has unless written."""
    memory: _Memory | None = Field(default=None, description="an amount of memory, such as 512MiB")
    """Memory that the service may use, from 1MiB on; as much as the machine has unless written."""


class ServiceChangesSpec(Spec):
    """Settings of a service that a variant may change."""

    directory: str | None = Field(default=None, description="a working directory, relative to this file")
    """Working directory of the service and its prepare commands; the folder of the study file unless written."""
    prepare: list[Command] | None = Field(default=None, description=_COMMANDS_WORDS)
    """Commands that are run, in order, before the service is started; nothing unless written."""
    environment: dict[str, _Word] = Field(
        default={}, description=f"a mapping of names to text (a number goes in quotes); {_GAPS}"
    )
    """Variables of the service, added to those of the shell that starts the study."""
    ready: ReadySpec | None = Field(default=None, description="a mapping such as {http: 'http://127.0.0.1:${port}/'}")
    """Check that the service is ready; its port takes a connection, within 60s, unless written."""
    limits: LimitsSpec = Field(default=LimitsSpec(), description="a mapping with cpus or memory")
    """Limits of the service, held by control groups if the rights allow; all of the machine unless written."""
    stop_within: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 10s")
    """Longest time that the service may take to end before it is killed; 10s unless written."""


class ServiceSpec(ServiceChangesSpec):
    """A service that the stand starts: a program, or a link to another service."""

    command: Command | None = Field(default=None, description=COMMAND_WORDS, examples=["true"])
    """The program that is the service; it runs in the foreground. No shell reads it. Required, except for a link."""
    link: str | None = Field(default=None, description=LINK_WORDS)
    """Address of another service that connections to this one are passed on to, in place of a command: injections of
    `network` make faults on the way. A link takes port and after alone. It starts after the services that its address
    names; services that shall use it are given its port. Its CPU is part of the stand's, with and without a fault."""
    port: int | None = Field(default=None, description="a port from 1 to 65535; a free one unless written")
    """The port that `${port}` stands for; a free one, chosen at each start, unless written."""
    after: list[str] = Field(default=[], description="a list of services that must be ready before, such as [database]")
    """Services that have to be ready before this one is started; none unless written."""


class VariantServiceSpec(ServiceChangesSpec):
    """Settings that a variant changes in a service; environment and limits are merged, all else is replaced."""

    of_changes = "A variant that does not write it has that of the stand."

    command: Command | None = Field(default=None, description=COMMAND_WORDS)
    """The program of this variant; that of the stand unless written."""


_Service = Annotated[ServiceSpec, Field(description="a mapping with a command or a link")]
_VariantService = Annotated[
    VariantServiceSpec, Field(description="a mapping of what differs, such as {limits: {cpus: 2}}")
]


class StandSpec(Spec):
    """The services under load and the address that the load goes to."""

    driver: Literal["process", "external", "simulate"] | None = Field(
        default=None, description="process (the default where there are services), external or simulate"
    )
    """Way to run the services: process starts them, external finds them running, simulate makes one up in virtual time;
    process if there are services, else external, unless written."""
    target: str | None = Field(default=None, description=TARGET_WORDS)
    """Address that the load goes to: http, https or unix. Required, except for simulate, which has none."""
    targets: list[_Address] | None = Field(default=None, description="a list of 2 to 16 addresses, in place of target")
    """Addresses of several replicas: each call goes to the next address. A flow keeps to one of the addresses, and so
    does a user."""
    services: dict[str, _Service] = Field(default={}, description="a mapping of names to services")
    """Services that the stand starts, by name, up to 100; an external and a simulated stand have none."""
    reset: list[Command] = Field(default=[], description=_COMMANDS_WORDS)
    """Commands that run in order before each start, the first one too, while no service of the stand runs; up to 10 min
    each."""
    maintenance: list[Command] = Field(default=[], description="a list of commands, such as [vacuumdb --analyze]")
    """Commands that are run, in order, for each variant between the cycles of a comparison, while no variant is loaded;
    up to 60s each."""
    placement: Literal["apart", "shared"] = Field(default="apart", description="apart or shared")
    """Division of the CPUs: generator and services get half each (apart) or share all (shared); apart unless
    written."""
    simulated: SimulatedSpec | None = Field(default=None, description="a mapping with workers and service_time")
    """The service that the driver simulate makes up."""
    injections: bool = Field(default=False, description="true to allow injections into services that others run")
    """True allows the injections of the study with driver external, where others run the services; false unless
    written."""


class VariantSpec(Spec):
    """One configuration of the stand: what differs from `stand`."""

    target: str | None = Field(default=None, description="the address that the load goes to, where it differs")
    """Address that the load goes to; that of the stand unless written."""
    services: dict[str, _VariantService] = Field(default={}, description="a mapping of services to what differs")
    """Settings of services that differ, by their names."""
    reset: list[Command] | None = Field(default=None, description=_COMMANDS_WORDS)
    """Commands that run before each start, in place of those of the stand; those of the stand unless written."""
    maintenance: list[Command] | None = Field(
        default=None, description="a list of commands, such as [vacuumdb --analyze]"
    )
    """Commands that are run between the cycles of a comparison, in place of those of the stand; those of the stand
    unless written."""
    placement: Literal["apart", "shared"] | None = Field(default=None, description="apart or shared")
    """Division of the CPUs between generator and services; that of the stand unless written."""
    simulated: SimulatedChangesSpec | None = Field(
        default=None, description="a mapping of what differs in the simulated service"
    )
    """Settings of the simulated service that differ, key by key; null takes a key of the stand away."""
    only: list[MethodName] | None = Field(
        default=None, description="a list of what is run on it, such as [warm_up, soak]; all unless written"
    )
    """Methods that are run on this variant, of those that are run at all; all of them unless written. Without warm_up
    in the list, there is no warm-up."""
