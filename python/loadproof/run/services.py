"""What methods need of the services under load, whoever runs them."""

from collections.abc import Collection, Mapping
from typing import Protocol

from loadproof.judge.service_memory import ServiceMemory

__all__ = ["ServiceWatch", "Services"]


class Services(Protocol):
    """Services that can be started again."""

    @property
    def services(self) -> Collection[str]:
        """Their names; none where others run them."""

    def restart(self, name: str, /) -> None:
        """Starts one of them again."""

    def restart_all(self) -> None:
        """Starts all of them again."""


class ServiceWatch(Protocol):
    """What was seen of them while trials ran."""

    dead: set[str]
    """Services that died and were not started again."""

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """By service: what was read of it in the last trial."""
