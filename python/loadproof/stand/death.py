"""The unexpected end of a service."""

from dataclasses import dataclass

from loadproof.model.message import Message

__all__ = ["Death"]


@dataclass(frozen=True, slots=True)
class Death:
    """Which service ended, how, and how many of its processes were killed for want of memory."""

    service: str
    how: Message
    oom_kills: int = 0
    last_lines: str = ""
    """What it wrote last, on one line, with secrets masked; empty where it wrote nothing."""
    is_ours: bool = False
    """True if its supervisor, a process of loadproof, died and took the service along."""
