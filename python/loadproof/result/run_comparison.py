"""Comparison of stored runs, as `loadproof compare --json` prints it."""

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
    """Purpose of the held loads that were compared; null if the two runs have none in common."""
    rate: float | None
    users: int | None
    starts: int
    """Number of starts of the run under that load."""
    baseline_starts: int
    basis: Literal["starts", "earlier starts", "nothing"]
    """Source of the spread between equal starts."""
    earlier_starts: int
    """Number of earlier starts under the same load, read if one of the two runs has too few starts.

    Earlier starts belong to other runs in the directory of the baseline, with the same profile and variant, on the
    same machine.
    """
    pairs: tuple[Pair, ...]
    """Pairs as in `comparisons` of `result.json`: A is the baseline; `rounds` are the starts that both have."""
    standings: Mapping[str, StandingName]
    """By metric. `state` is what all of them make together."""
    memory_parts: tuple[Pair, ...]
    """Heap after collections, committed heap, other memory and page cache, as far as both have them; not in `state`."""
    unlike: tuple[Note, ...]
    """Other differences between the two runs: machines, versions, profiles."""
    unknown: tuple[Note, ...]
    """Facts that the comparison cannot know."""


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
