"""What a reader gives back: trials, seconds of the generator, and how the run ended."""

from dataclasses import dataclass
from typing import Any

from loadproof._engine import Histogram
from loadproof.method.trial import Trial

__all__ = ["Ending", "ShardSecond", "TrialRecord"]


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """One trial as it was stored: `verdict` and `measurement` as in `--json`, None without an end."""

    number: int
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
    """What one shard of the generator said of itself in one second of a trial."""

    second: int
    shard: int
    cpu_s: float
    in_flight: int
    waiting: int
    connections: int
    longest_turn_ms: float
    lateness: Histogram
    faults: dict[str, int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the run ended. `answer` is that of a capacity search, None for a plain load."""

    duration_s: float
    interrupted: bool
    answer: dict[str, Any] | None
