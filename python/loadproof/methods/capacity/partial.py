"""Answer of a search that was cut: what its trials show."""

from collections.abc import Sequence

from loadproof.methods.trial import Purpose
from loadproof.records import answer as records
from loadproof.records.answer import Outcome
from loadproof.records.trial import Trial

__all__ = ["partial"]


def partial(trials: Sequence[Trial]) -> records.Answer:
    """Return the bounds that trials showed, and the highest rate that a confirmation kept."""
    rated = [(trial.rate, trial) for trial in trials if trial.rate is not None and Purpose(trial.purpose).is_judged]
    low = max((rate for rate, trial in rated if trial.state == "passed"), default=None)
    failed = [rate for rate, trial in rated if trial.state == "failed" and rate > (low or 0.0)]
    confirmed = [rate for rate, trial in rated if trial.state == "passed" and trial.purpose == Purpose.CONFIRM.value]
    return records.Answer(
        "capacity", Outcome.UNDECIDED, max(confirmed, default=None), low=low, high=min(failed, default=None)
    )
