"""The answer of a comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from loadproof.judge.comparison import Comparison
from loadproof.judge.comparison_decision import Difference
from loadproof.judge.doubt import Doubt
from loadproof.judge.verdict import State
from loadproof.method.trial import TrialResult

__all__ = ["CompareAnswer", "CompareOutcome", "answer_of", "not_measured"]


class CompareOutcome(StrEnum):
    """How a comparison ended."""

    DIFFERENT = "different"
    """At least one metric of one operation differs by what matters."""
    EQUIVALENT = "equivalent"
    """Whatever differs is smaller than the margins, everywhere."""
    UNDECIDED = "undecided"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class CompareAnswer:
    """B (`variants[1]`) against A at `rate` calls/s; `comparison` None: some start could not be measured."""

    outcome: CompareOutcome
    variants: tuple[str, str]
    rate: float
    reason: str
    comparison: Comparison | None = None
    doubts: tuple[Doubt, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For `--json`, without the trials."""
        return {
            "outcome": self.outcome.value,
            "variants": list(self.variants),
            "rate": self.rate,
            "reason": self.reason,
            "comparison": None if self.comparison is None else self.comparison.as_dict(),
            "doubts": [doubt.as_dict() for doubt in self.doubts],
        }


def answer_of(comparison: Comparison, variants: tuple[str, str], holds: Sequence[TrialResult]) -> CompareAnswer:
    """The answer from the rows and from the valid `holds` behind them."""
    different, equivalent, unknown = (len(comparison.rows_that_are(kind)) for kind in Difference)
    rows = (
        f"of {len(comparison.rows)} figures {different} differ, {equivalent} are equivalent, {unknown} cannot be told"
    )
    reason = f"{rows}, from {comparison.starts[0]} starts of {variants[0]} and {comparison.starts[1]} of {variants[1]}"
    failed = [result for result in holds if result.verdict.state is State.FAILED]
    if failed:
        named = " and ".join(name for name in variants if any(result.trial.variant == name for result in failed))
        reason += f"; {len(failed)} holds of {named} did not keep their SLOs: queues are compared there, not work"
    outcome = CompareOutcome.EQUIVALENT if unknown == 0 else CompareOutcome.UNDECIDED
    outcome = CompareOutcome.DIFFERENT if different else outcome
    doubts = {doubt: None for result in holds for doubt in result.measurement.doubts}
    return CompareAnswer(outcome, variants, holds[0].trial.rate or 0.0, reason, comparison, tuple(doubts))


def not_measured(variants: tuple[str, str], last: TrialResult, tries: int) -> CompareAnswer:
    """The answer where `tries` starts on end gave no valid hold."""
    trial, starts = last.trial, "one start" if tries == 1 else f"{tries} starts"
    reason = f"{trial.variant} could not be measured in {starts}: {last.verdict.reason}"
    doubts = tuple(last.measurement.doubts)
    return CompareAnswer(CompareOutcome.INVALID, variants, trial.rate or 0.0, reason, doubts=doubts)
