"""What methods need of the services under load, whoever runs them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

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
    def memory_mib(self) -> Mapping[str, Sequence[tuple[float, float]]]:
        """By service: (s since the trial began, MiB) of the last trial."""
