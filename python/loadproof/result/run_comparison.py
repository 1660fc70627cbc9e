"""What a comparison of stored runs says, as `loadproof compare --json` prints it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.comparison import Pair

__all__ = ["RUNS_SCHEMA_VERSION", "ComparedRun", "Note", "RunsComparison", "StandingName"]

RUNS_SCHEMA_VERSION: Literal[1] = 1
StandingName = Literal["worse", "no worse", "cannot tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One thing that is told besides."""

    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRun:
    """One run, or one variant of it, against the same of the baseline."""

    run: str
    variant: str | None
    """Null where a run has but one."""
    state: StandingName
    sentence: Message
    load: Literal["load", "soak", "confirm", "plateau"] | None
    """Which held loads were compared; null where the two have none in common."""
    rate: float | None
    users: int | None
    starts: int
    """Of the run, under that load."""
    baseline_starts: int
    basis: Literal["starts", "earlier starts", "nothing"]
    """What says how far equal starts lie apart."""
    earlier_starts: int
    """Of other runs of the same profile, variant and load beside the baseline, where those of the two are too few."""
    pairs: tuple[Pair, ...]
    """As those of `comparisons` in `result.json`: A is the baseline; `rounds` are the starts that both have."""
    standings: Mapping[str, StandingName]
    """By metric. `state` is what all of them make together."""
    memory_parts: tuple[Pair, ...]
    """Heap after collections, committed heap, other memory and page cache, as far as both have them; not in `state`."""
    unlike: tuple[Note, ...]
    """What differs between the two besides: machines, versions, profiles."""
    unknown: tuple[Note, ...]
    """What the comparison cannot know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsComparison:
    """Stored runs against the first of them."""

    schema_version: Literal[1]
    state: StandingName
    sentence: Message
    baseline: str
    margins: Mapping[str, float]
    """By metric, in per cent or points: what is worse by less does not matter."""
    comparisons: tuple[ComparedRun, ...]
