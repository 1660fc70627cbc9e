"""The unexpected end of a service."""

from dataclasses import dataclass

from loadproof.model.message import Message

__all__ = ["Death"]


@dataclass(frozen=True, slots=True)
class Death:
    """End of a service: its name, how it ended, and how many of its processes were killed for lack of memory."""

    service: str
    how: Message
    oom_kills: int = 0
    last_lines: str = ""
    """Last output of the service on one line, with secrets masked; empty if the service wrote nothing."""
    is_ours: bool = False
    """True if its supervisor, a process of loadproof, died and took the service along."""
