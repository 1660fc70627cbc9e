"""Two searches as they are done by hand: fixed steps upwards, and doubling with bisection; every plateau is full."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.plateau import PlateauSettings, Standard
from loadproof.judge.verdict import State
from loadproof.method.trial import Purpose, Trial, TrialResult

__all__ = ["Bisection", "FixedSteps", "full_plateau"]

_MOST_TRIALS = 400
_RECOVERY_S = 60.0
_MOST_RECOVERIES = 3


def full_plateau(plateau_s: float, timeout_s: float) -> PlateauSettings:
    """Held to its end and passed by count; only a hard overload, or all but certain failure, ends it sooner."""
    return PlateauSettings(plateau_s, 1e-6, timeout_s, early_pass=False, standard=Standard.HELD)


@dataclass(frozen=True, slots=True)
class FixedSteps:
    """Plateaus from `start_rate`, each `ratio` times the one before, until one does not pass."""

    start_rate: float
    ratio: float
    plateau_s: float

    def next(self, history: Sequence[TrialResult]) -> Trial | float | None:
        """The next plateau, or the last rate that passed (None: none did)."""
        if (history and history[-1].verdict.state is not State.PASSED) or len(history) >= _MOST_TRIALS:
            return history[-2].trial.rate if len(history) > 1 else None
        return Trial(Purpose.SEARCH, self.start_rate * self.ratio ** len(history), self.plateau_s, 2.0)


@dataclass(frozen=True, slots=True)
class Bisection:
    """Plateaus at doubled rates until one fails, then between the last two until they are within `precision`."""

    start_rate: float
    precision: float
    plateau_s: float

    def next(self, history: Sequence[TrialResult]) -> Trial | float | None:
        """The next plateau or recovery, or the highest rate that passed (None: none did)."""
        if history and self._must_rest(history):
            return Trial(Purpose.RECOVER, self.start_rate, _RECOVERY_S)
        loads = [result for result in history if result.trial.purpose is not Purpose.RECOVER]
        failed = [result.trial.rate or 0.0 for result in loads if result.verdict.state is not State.PASSED]
        high = min(failed, default=math.inf)
        low = max((r.trial.rate or 0.0 for r in loads if r.verdict.state is State.PASSED), default=None)
        if low is None:
            return Trial(Purpose.SEARCH, self.start_rate, self.plateau_s, 2.0) if not loads else None
        if high / low - 1.0 <= self.precision or len(history) >= _MOST_TRIALS:
            return low
        rate = 2.0 * low if math.isinf(high) else math.sqrt(low * high)
        return Trial(Purpose.SEARCH, rate, self.plateau_s, 2.0)

    def _must_rest(self, history: Sequence[TrialResult]) -> bool:
        """After a plateau that did not pass, until one recovery succeeded; three attempts are enough."""
        if not any(result.verdict.state is State.PASSED for result in history):
            return False
        for attempts, result in enumerate(reversed(history)):
            if result.trial.purpose is not Purpose.RECOVER:
                return result.verdict.state is not State.PASSED and attempts < _MOST_RECOVERIES
            if result.verdict.state is State.PASSED:
                return False
        return False
