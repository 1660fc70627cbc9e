"""A service of the stand while it runs."""

from dataclasses import dataclass

from loadproof.study.stand_settings import Limits
from loadproof.system.control_group import ControlGroup

__all__ = ["RunningService"]


@dataclass(frozen=True, slots=True)
class RunningService:
    """Where a service is to be found, and what it may use; after a restart it is another one."""

    name: str
    process_id: int
    """The root of its process tree."""
    port: int
    control_group: ControlGroup | None
    """Its own; None where there are no rights to make one."""
    limits: Limits
    """As they were asked for; the stand's doubts say which of them do not hold."""
    command_shown: str
    """With `***` for secrets."""

    @property
    def url(self) -> str:
        """Where it listens, if it does on its port of this machine."""
        return f"http://127.0.0.1:{self.port}"
