"""A service of the stand while it runs."""

from dataclasses import dataclass

from loadproof.study.stand_settings import Limits
from loadproof.system.control_group import ControlGroup

__all__ = ["RunningService"]


@dataclass(frozen=True, slots=True)
class RunningService:
    """Name, process, port, control group and limits of a running service; a restart makes a new record."""

    name: str
    process_id: int
    """The root of its process tree."""
    port: int
    control_group: ControlGroup | None
    """Control group of this service alone; None if none could be made, or the service could not join it."""
    limits: Limits
    """Limits that were asked for; the stand's doubts name the limits that do not hold."""
    command_shown: str
    """With `***` for secrets."""

    @property
    def url(self) -> str:
        """URL of the service, if it listens on its port of this machine."""
        return f"http://127.0.0.1:{self.port}"
