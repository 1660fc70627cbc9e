"""Verdict of the judge on one plateau."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from loadproof.model.message import Message
from loadproof.model.slo import Slo
from loadproof.model.typed_json import as_written
from loadproof.records import trial as recorded

__all__ = ["SloResult", "State", "Verdict"]


class State(StrEnum):
    """Outcome of a plateau."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    """The share over an SLO is too near its limit to tell within the time allowed."""
    INVALID = "invalid"
    """The measurement bears no verdict: what it would have shown may be the generator's, or its service died."""


@dataclass(frozen=True, slots=True)
class SloResult:
    """One SLO on one plateau: the share (0 to 1) of due calls that broke it, and the bounds that decided."""

    slo: Slo
    state: State
    share: float
    share_low: float
    share_high: float
    calls: int = 0
    """Due calls that the share is of; 0 where it was not counted from calls."""
    dispersion: float = 1.0
    """Variance over mean of the number of bad calls, as they come in bursts."""
    drawn: tuple[float, float] | None = None
    """ln share as the tail below the threshold draws it on, and the deviation of that; None where it cannot."""

    def record(self) -> recorded.SloVerdict:
        """Return the record of the SLO, with shares in per cent."""
        verdict = recorded.SloVerdict(
            slo=self.slo.text,
            state=cast(Any, self.state.value),
            over_percent=100 * self.share,
            over_percent_low=100 * self.share_low,
            over_percent_high=100 * self.share_high,
            limit_percent=100 * self.slo.limit_share,
        )
        return as_written(verdict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a plateau, one result per SLO, and the reason."""

    state: State
    reason: Message
    results: tuple[SloResult, ...] = ()
    early: bool = False
    """Decided before the planned hold was over."""
    worst_lateness_ms: float | None = None
    """The generator's own, of any call sent in the span, also where it is not judged; None: nothing was sent."""
    decided_by: Slo | None = None
    """The SLO in the reason: if any failed the one that explains the failure, else the one nearest to its limit."""
    warm_after_s: float | None = None
    """Time in s at which the steady part of a warm-up began; None if it did not, and for other plateaus."""

    def record(self) -> recorded.Verdict:
        """Return the record of the verdict."""
        verdict = recorded.Verdict(
            state=cast(Any, self.state.value),
            reason=self.reason,
            early=self.early,
            worst_lateness_ms=self.worst_lateness_ms,
            decided_by=None if self.decided_by is None else self.decided_by.text,
            slos=tuple(result.record() for result in self.results),
            warm_after_s=self.warm_after_s,
        )
        return as_written(verdict)
