"""Answer of a staircase that was cut: what its trials show."""

from collections.abc import Sequence

from loadproof.methods.trial import Purpose
from loadproof.records import answer as records
from loadproof.records.answer import Outcome
from loadproof.records.trial import Trial

__all__ = ["partial"]


def partial(trials: Sequence[Trial]) -> records.Answer:
    """Return the partial answer of a staircase: its last passed plateau below the lowest failed one."""
    rated = [
        (trial.rate, trial) for trial in trials if trial.purpose == Purpose.PLATEAU.value and trial.rate is not None
    ]
    failed = min((rate for rate, trial in rated if trial.state == "failed"), default=None)
    passed = [(rate, trial) for rate, trial in rated if trial.state == "passed" and (failed is None or rate < failed)]
    rate, low = (passed[-1][1].measurement.rate, passed[-1][0]) if passed else (None, None)
    return records.Answer("plateaus", Outcome.UNDECIDED, rate, low=low, high=failed)
