"""Services under load as methods need them, run by loadproof or by others."""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from loadproof.judge.service_memory import ServiceMemory
from loadproof.model.message import Message
from loadproof.run.run_context import RunContext

__all__ = ["OwnServices", "ServiceWatch", "Services", "ServicesOfOthers", "ServicesUnderLoad"]


class Services(Protocol):
    """Services that can be started again."""

    @property
    def services(self) -> Collection[str]:
        """Names of the services; empty if others run the services."""

    def restart(self, name: str, /) -> None:
        """Starts one of them again."""

    def restart_all(self) -> None:
        """Starts all of them again."""


class ServiceWatch(Protocol):
    """Observations of the services while trials ran."""

    dead: set[str]
    """Services that died and were not started again."""

    @property
    def process_ids(self) -> Mapping[str, int]:
        """Process id of the root process of each service on this machine, by service; empty for models."""

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """By service: what was read of it in the last trial."""


class ServicesUnderLoad(Protocol):
    """Services as the driver of a method needs them: restarted if dead, with the observations of the last trial."""

    def revive(self, everything: bool, /) -> bool:
        """Starts again what has died, or with `everything` all services; whether it started any."""

    @property
    def died(self) -> str | None:
        """A service that died and was not started again."""

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """By service: what was read of it in the last trial."""


class ServicesOfOthers:
    """Services that others run: nothing can be started, and nothing is known of them."""

    died: str | None = None

    def revive(self, _everything: bool, /) -> bool:
        """Starts nothing."""
        return False

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """Nothing was read."""
        return {}


class OwnServices:
    """The services of one start, which are ours: those that died are started again, and warmed up."""

    def __init__(self, stand: Services, watch: ServiceWatch, context: RunContext, warm_up: Callable[[], None]) -> None:
        """`warm_up` is run after each start of any of them."""
        self._stand = stand
        self._watch = watch
        self._context = context
        self._warm_up = warm_up

    def revive(self, everything: bool, /) -> bool:
        """Starts again what has died, or with `everything` all services; whether there was anything to start.

        Raises ServiceError where one does not start again.
        """
        dead = set(self._stand.services) if everything else self._watch.dead
        if not dead or not self._stand.services:
            return False
        # In the order of the stand: what needs another service is started after it.
        names = [name for name in self._stand.services if name in dead]
        with self._context.interruption.at_once():
            if everything:
                self._stand.restart_all()
            for name in () if everything else names:
                self._stand.restart(name)
        why = "not-recovered" if everything else "died"
        for name in names:
            told = Message("service-restarted", service=name, why=why)
            self._context.log.event("restarted", told, service=name)
        self._watch.dead.clear()
        self._warm_up()
        return True

    @property
    def died(self) -> str | None:
        """The first by name of ours that died and were not started again; those of others come back by themselves."""
        return min(self._watch.dead.intersection(self._stand.services), default=None)

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """By service: what was read of it in the last trial."""
        return self._watch.memory
