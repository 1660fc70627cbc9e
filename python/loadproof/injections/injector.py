"""Injector of one problem on one start of a stand, and the place that all injectors of the start share."""

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from loadproof.errors import InputError
from loadproof.injections.settings import Injection
from loadproof.model.message import Message
from loadproof.stand.running_service import RunningService
from loadproof.stand.stand_place import StandPlace

__all__ = ["NAMED", "InjectionError", "InjectionPlace", "Injector", "ServicesInjected"]


NAMED = "injection-did"
"""Code of the message that names an injection, with the message of its fault as the value `what`."""


class InjectionError(InputError):
    """An injection cannot be made, or was not undone; `told` says what went wrong, in words of the catalogue."""

    def __init__(self, text: str, told: Message) -> None:
        """`text` is the English of `told`, with its cure."""
        super().__init__(text, told)
        self.told: Message = told


class ServicesInjected(Protocol):
    """Stand as injectors see it."""

    @property
    def services(self) -> Mapping[str, RunningService]:
        """The services by name; empty with an external stand."""

    def members_of(self, service: str, /) -> Collection[int]:
        """Ids of the processes of a service."""

    def kill(self, service: str, /) -> None:
        """Kill all processes of a service; nobody takes that for a death by itself."""

    def restart(self, service: str, /) -> None:
        """Start a service anew on the same port. Raises ServiceError."""


@dataclass(frozen=True, slots=True)
class InjectionPlace:
    """Place of a start: lease, workspace and environment of its stand, its services, and the directory of commands."""

    place: StandPlace
    services: ServicesInjected
    directory: Path
    is_external: bool
    """True if others run the services: the study has agreed to injections."""
    closing: ExitStack = field(default_factory=ExitStack)
    """Resources that are closed at the end of the start, before its services are stopped."""


class Injector(Protocol):
    """One problem, made and undone as often as is asked for, by one thread.

    The order is `check` once before any load; for each occurrence `begin`, `fault` once a second, `end`, `remains`.
    """

    @property
    def injection(self) -> Injection:
        """The injection that is made."""

    def check(self) -> None:
        """Refuse what cannot be made or undone here. Raises InjectionError, which names value, place and cure."""

    def begin(self) -> None:
        """Make the problem. Before that, its undo is with a supervisor and its traces are on disk (`hold`).

        Raises InjectionError; the caller then calls `end`.
        """

    def fault(self) -> Message | None:
        """Return what has gone wrong since `begin`, such as a statement that failed; None: nothing has."""

    def end(self) -> None:
        """Undo the problem; also after a `begin` that failed, and twice. Raises InjectionError."""

    def remains(self) -> Message | None:
        """Return what is left of the problem, as it is seen from outside; None: nothing is left."""
