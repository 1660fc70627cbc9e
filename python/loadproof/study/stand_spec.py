"""The stand section of a study file as it was written, and what its variants and presets change in it."""

from typing import Annotated, Literal

from pydantic import Field

from loadproof.model.memory_size import MemorySize
from loadproof.study.simulated_spec import SimulatedChangesSpec, SimulatedSpec
from loadproof.study.written import Scalar, Spec, UpToAnHour

__all__ = [
    "TARGET_WORDS",
    "Command",
    "LimitsSpec",
    "ReadySpec",
    "ServiceChangesSpec",
    "ServiceSpec",
    "StandSpec",
    "VariantServiceSpec",
    "VariantSpec",
]

_COMMAND_WORDS = "a command: text that is split as a shell would (without running one), or a list of its words"
_Word = Annotated[str, Field(description="text (a number goes in quotes)")]
Command = Annotated[str | list[_Word], Field(description=_COMMAND_WORDS, examples=["true"])]
TARGET_WORDS = "the address that the load goes to, such as http://127.0.0.1:${NAME.port}"
_Memory = Annotated[MemorySize, Scalar(MemorySize, MemorySize.parse, "1GiB")]
_COMMANDS_WORDS = "a list of commands, such as [initdb ./data]"
_GAPS = "gaps: ${port}, ${NAME.port}, ${workspace}, ${sample_service}, ${env:NAME}"


class ReadySpec(Spec):
    """How a service is seen to be ready: one of http, tcp, line and command."""

    http: str | None = Field(default=None, description="a URL, such as http://127.0.0.1:${port}/healthz")
    tcp: Literal[True] | None = Field(default=None, description="true: the service's port takes a connection")
    line: str | None = Field(default=None, description="text that a line of the service's output contains")
    command: str | None = Field(
        default=None, description="a command that ends with exit code 0: text that is split as a shell would"
    )
    within: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 60s")


class LimitsSpec(Spec):
    """What a service may use."""

    cpus: float | None = Field(default=None, description="a number of CPUs above 0, such as 1.5")
    memory: _Memory | None = Field(default=None, description="an amount of memory, such as 512MiB")


class ServiceChangesSpec(Spec):
    """Settings of a service that a variant may change."""

    directory: str | None = Field(default=None, description="a working directory, relative to this file")
    prepare: list[Command] | None = Field(default=None, description=_COMMANDS_WORDS)
    environment: dict[str, _Word] = Field(
        default={}, description=f"a mapping of names to text (a number goes in quotes); {_GAPS}"
    )
    ready: ReadySpec | None = Field(default=None, description="a mapping such as {http: 'http://127.0.0.1:${port}/'}")
    limits: LimitsSpec = Field(default=LimitsSpec(), description="a mapping with cpus or memory")
    stop_within: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 10s")


class ServiceSpec(ServiceChangesSpec):
    """A service that the stand starts."""

    command: Command = Field(description=_COMMAND_WORDS, examples=["true"])
    port: int | None = Field(default=None, description="a port from 1 to 65535; a free one unless written")
    after: list[str] = Field(default=[], description="a list of services that must be ready before, such as [database]")


class VariantServiceSpec(ServiceChangesSpec):
    """What a variant changes in a service; environment and limits are merged, all else is replaced."""

    command: Command | None = Field(default=None, description=_COMMAND_WORDS)


_Service = Annotated[ServiceSpec, Field(description="a mapping with a command")]
_VariantService = Annotated[
    VariantServiceSpec, Field(description="a mapping of what differs, such as {limits: {cpus: 2}}")
]


class StandSpec(Spec):
    """The services under load and the address that the load goes to."""

    driver: Literal["process", "external", "simulate"] | None = Field(
        default=None, description="process (the default where there are services), external or simulate"
    )
    target: str | None = Field(default=None, description=TARGET_WORDS)
    services: dict[str, _Service] = Field(default={}, description="a mapping of names to services")
    reset: list[Command] = Field(default=[], description=_COMMANDS_WORDS)
    placement: Literal["apart", "shared"] = Field(default="apart", description="apart or shared")
    simulated: SimulatedSpec | None = Field(default=None, description="a mapping with workers and service_time")


class VariantSpec(Spec):
    """One configuration of the stand: what differs from `stand`."""

    target: str | None = Field(default=None, description="the address that the load goes to, where it differs")
    services: dict[str, _VariantService] = Field(default={}, description="a mapping of services to what differs")
    reset: list[Command] | None = Field(default=None, description=_COMMANDS_WORDS)
    placement: Literal["apart", "shared"] | None = Field(default=None, description="apart or shared")
    simulated: SimulatedChangesSpec | None = Field(
        default=None, description="a mapping of what differs in the simulated service"
    )
