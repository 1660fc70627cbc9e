"""The answer of a capacity search."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from loadproof.judge.doubt import Doubt

__all__ = ["Answer", "Outcome"]


class Outcome(StrEnum):
    """How a capacity search ended."""

    FOUND = "found"
    AT_LEAST = "at_least"
    """The highest rate that was allowed is confirmed; the capacity may be higher."""
    DRIFTING = "drifting"
    """The service got slower all through the search: it has no capacity to be found."""
    NONE_PASSED = "none_passed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Answer:
    """The highest confirmed rate and the interval of the capacity, in calls per second, and why.

    `rate` is None where nothing was confirmed. `high` is the lowest rate that was not kept, None where there
    was none.
    """

    outcome: Outcome
    rate: float | None
    low: float | None
    high: float | None
    reason: str
    doubts: tuple[Doubt, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For `--json`, without the trials."""
        return {
            "outcome": self.outcome.value,
            "rate": self.rate,
            "low": self.low,
            "high": self.high,
            "reason": self.reason,
            "doubts": [doubt.as_dict() for doubt in self.doubts],
        }
