"""What a reader gives back: trials, seconds of the generator, events, and how the run ended."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from loadproof._engine import Histogram
from loadproof.method.trial import Trial

__all__ = ["Ending", "Event", "ResponseRow", "ShardSecond", "StoredReply", "TrialRecord"]


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """One trial as it was stored: `verdict` and `measurement` as in `--json`, None without an end."""

    number: int
    variant: str | None
    method: str
    trial: Trial
    started_s: float
    """Since the run began."""
    duration_s: float
    """From its start to its end, or to the last second on disk."""
    cut_short: bool
    """It has no end on disk: its process was killed, or it is under way."""
    verdict: dict[str, Any] | None
    measurement: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ShardSecond:
    """What one shard of the generator said of itself in one second of a trial, or at the end of a minute of it."""

    second: int
    shard: int
    cpu_s: float
    in_flight: int
    waiting: int
    connections: int
    longest_turn_ms: float
    lateness: Histogram
    faults: dict[str, int]


class ResponseRow(NamedTuple):
    """One delta of the response times of one operation, by index, over `seconds` from `second` on."""

    second: int
    seconds: int
    operation: int
    due: int
    completed: int
    done: int
    """Completions in those seconds, whenever they were due."""
    response: bytes | None
    """As it is stored, for `Histogram.merge_blob`; None when it is empty."""


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply that was not as its operation expects; `head` and `body` are text with secrets masked."""

    operation: str
    kind: str
    due_s: float
    """Since the trial began."""
    service_ms: float
    head: str
    body: str
    body_bytes: int


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a service, such as its start, its death or its restart."""

    at_s: float
    """Since the run began."""
    trial: int | None
    kind: str
    service: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How the run ended."""

    duration_s: float
    interrupted: bool
