"""Two searches as they are done by hand: fixed steps upwards, and doubling with bisection; every plateau is full."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from loadproof.judge.plateau import PlateauSettings, Standard
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import SloKind

__all__ = ["Bisection", "FixedSteps", "counted", "full_plateau", "plateau"]

_MOST_TRIALS = 400
_SETTLE_S = 2.0
_RECOVERY_S = 60.0
_MOST_RECOVERIES = 3


def full_plateau(plateau_s: float, timeout_s: float) -> PlateauSettings:
    """Held to its end; only a hard overload, or all but certain failure, ends it sooner."""
    return PlateauSettings(plateau_s, 1e-6, timeout_s, early_pass=False, standard=Standard.HELD)


def counted(result: TrialResult) -> TrialResult:
    """As it is read by hand: passed where the counted shares are within their limits, however few calls there were."""
    verdict = result.verdict
    over = [one for one in verdict.results if one.slo.kind is not SloKind.RATE and one.share > one.slo.limit_share]
    if verdict.state is State.FAILED or not verdict.results:
        return result
    return replace(result, verdict=replace(verdict, state=State.FAILED if over else State.PASSED))


def plateau(rate: float, plateau_s: float) -> Trial:
    """One of them at `rate`."""
    return Trial(Purpose.SEARCH, rate, plateau_s, _SETTLE_S)


@dataclass(frozen=True, slots=True)
class FixedSteps:
    """Plateaus at `start_rate`, and always `step` calls/s more, until one does not pass; `skipped` came before."""

    start_rate: float
    step: float
    plateau_s: float
    skipped: int = 0
    """Plateaus below `start_rate` that are known to pass: counted in time, and not run."""

    @classmethod
    def through(
        cls, capacity: float, resolution: float, offset: float, simulated_from: float, plateau_s: float
    ) -> Self:
        """Steps of `resolution` of the capacity from one step and a part `offset` of one, run from `simulated_from`."""
        first = 1.0 + offset
        skipped = max(0, math.ceil(simulated_from / resolution - first))
        step = resolution * capacity
        return cls((first + skipped) * step, step, plateau_s, skipped)

    @property
    def skipped_s(self) -> float:
        """The time of the plateaus that were not run."""
        return self.skipped * (_SETTLE_S + self.plateau_s)

    def next(self, history: Sequence[TrialResult]) -> Trial | float | None:
        """The next plateau, or the last rate that passed (None: none did)."""
        if (history and history[-1].verdict.state is not State.PASSED) or len(history) >= _MOST_TRIALS:
            kept = self.skipped + sum(result.verdict.state is State.PASSED for result in history)
            return self.start_rate + self.step * (kept - self.skipped - 1) if kept else None
        return plateau(self.start_rate + self.step * len(history), self.plateau_s)


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
            return plateau(self.start_rate, self.plateau_s) if not loads else None
        if high / low - 1.0 <= self.precision or len(history) >= _MOST_TRIALS:
            return low
        rate = 2.0 * low if math.isinf(high) else math.sqrt(low * high)
        return plateau(rate, self.plateau_s)

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
