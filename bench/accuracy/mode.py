"""A server of known truth, and the loads that it meets."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.accuracy.server_log import ServerLog
from bench.accuracy.true_server import TrueServer

__all__ = ["Mode"]


@dataclass(frozen=True, slots=True)
class Mode:
    """One mode of stands/known-truth with its numbers."""

    name: str
    server: tuple[str, ...]
    """The command line of known-truth, without its log."""
    few: int
    """Connections that are busy for much of the time, or all of it; 12 divides it, so that shards have equal parts."""
    truth: Callable[[ServerLog], TrueServer]
    seconds: int = 6
    """How long it is loaded; 6,000 calls hold six beyond their p99.9."""
    timeout_s: float = 10.0
    errors: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Kinds of errors of the result, each with the outcomes of the server's log that it must equal in number."""
    dies: bool = False
    slow_phase: str | None = None
    """The phase (`first_byte`, `transfer`) that holds the logged service, where the mode is about that."""
