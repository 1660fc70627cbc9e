"""Answer of a search that was cut: what its trials show."""

from collections.abc import Sequence

from loadproof.methods.factor import Factor
from loadproof.methods.trial import Purpose
from loadproof.records import answer as records
from loadproof.records.answer import Outcome
from loadproof.records.trial import Trial

__all__ = ["partial"]


def partial(trials: Sequence[Trial]) -> records.Answer:
    """Return the bounds that trials showed, and the highest rate, or most users, that a confirmation kept."""
    judged = [trial for trial in trials if trial.rate is not None and Purpose(trial.purpose).is_judged]
    factor = _factor(judged)
    rated = [(float(trial.users) if factor is Factor.USERS else trial.rate or 0.0, trial) for trial in judged]
    low = max((level for level, trial in rated if trial.state == "passed"), default=None)
    failed = [level for level, trial in rated if trial.state == "failed" and level > (low or 0.0)]
    held = [one for one in rated if one[1].state == "passed" and one[1].purpose == Purpose.CONFIRM.value]
    level, trial = max(held, key=lambda one: one[0], default=(None, None))
    answer = records.Answer("capacity", Outcome.UNDECIDED, level, low=low, high=min(failed, default=None))
    if factor is Factor.RATE:
        return answer
    rate, users = (None, None) if trial is None else (trial.measurement.rate, trial.users)
    return records.Answer(
        "capacity", Outcome.UNDECIDED, rate, low=answer.low, high=answer.high, unit=factor.unit, users=users
    )


def _factor(trials: Sequence[Trial]) -> Factor:
    """Return the factor that trials vary: users, if users alone load, or the rate stays and their number does not."""
    rates, users = {trial.rate for trial in trials}, {trial.users for trial in trials}
    return Factor.USERS if rates == {0.0} or (len(rates) == 1 and len(users) > 1) else Factor.RATE
