"""A simulated service as the methods see a stand: it can be started anew."""

from collections.abc import Callable

from loadproof.run.simulated_watch import SIMULATED

__all__ = ["RestartableService"]


class RestartableService:
    """One service, which the engine starts anew between trials: cold, empty, its memory at the base."""

    def __init__(self, restart: Callable[[], None]) -> None:
        """`restart` starts it anew."""
        self._restart = restart
        self.services = (SIMULATED,)

    def restart(self, _name: str, /) -> None:
        """Starts the service anew."""
        self._restart()

    def restart_all(self) -> None:
        """Starts the service anew."""
        self._restart()
