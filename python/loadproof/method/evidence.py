"""What the trials of a capacity search show, read from its history alone."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.verdict import State
from loadproof.method.trial import Purpose, TrialResult

__all__ = ["Evidence", "over_limit"]

_LOADS = (Purpose.BRACKET, Purpose.SEARCH, Purpose.CONFIRM)


def over_limit(result: TrialResult) -> bool:
    """Whether an undecided trial leans to failing: the counted share of one of its SLOs is over the limit.

    A plateau without results (too few calls, never steady) leans to failing, as nothing speaks for it.
    """
    results = result.verdict.results
    if not results:
        return True
    passed = all(slo.state is State.PASSED for slo in results)
    return passed or any(slo.share > slo.slo.limit_share for slo in results)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The trials at a load, without recoveries and without those that were not valid, in their order."""

    trials: tuple[TrialResult, ...]
    repeated_start: bool = False
    """The first trial did not pass and was repeated: the second one stands for both."""

    @classmethod
    def of(cls, history: Sequence[TrialResult]) -> "Evidence":
        """Takes what counts from `history`; a failure of the first trial counts only once it was repeated."""
        loads = [
            result
            for result in history
            if result.trial.purpose in _LOADS
            and result.trial.rate is not None
            and result.verdict.state is not State.INVALID
        ]
        # A cold service may fail its very first plateau: the second one at that rate stands for both.
        if len(loads) > 1 and loads[0].verdict.state is not State.PASSED and loads[1].trial.rate == loads[0].trial.rate:
            return cls(tuple(loads[1:]), repeated_start=True)
        return cls(tuple(loads))

    @property
    def high(self) -> float | None:
        """The lowest rate that was shown to fail; None when none was."""
        return min(self._rates(State.FAILED), default=None)

    @property
    def ceiling(self) -> float | None:
        """The lowest rate that failed, or was left undecided and leans to failing, above the floor."""
        floor, high = self.floor, self.high
        doubtful = [rate for rate in self._undecided(leaning_over=True) if floor is None or rate > floor]
        return min([*doubtful, *([high] if high is not None else [])], default=None)

    @property
    def low(self) -> float | None:
        """The highest rate that was shown to pass, below every failed one and every refused confirmation."""
        return max(self._kept(self._rates(State.PASSED)), default=None)

    @property
    def floor(self) -> float | None:
        """The rate the search goes on above: `low`, or a higher undecided one that leans to passing."""
        candidates = [*self._rates(State.PASSED), *self._undecided(leaning_over=False)]
        return max(self._kept(candidates), default=None)

    @property
    def confirmed(self) -> float | None:
        """The highest rate that was confirmed and that nothing below it contradicts."""
        return max(self._kept(self._rates(State.PASSED, Purpose.CONFIRM)), default=None)

    def is_doubtful(self, rate: float) -> bool:
        """Whether only one trial speaks against `rate`, and that was left undecided."""
        at_rate = [result for result in self.trials if result.trial.rate == rate]
        return len(at_rate) == 1 and at_rate[0].verdict.state is State.UNDECIDED

    def last_at(self, rate: float) -> TrialResult:
        """The last trial at `rate` that did not pass. Raises LookupError when there is none."""
        for result in reversed(self.trials):
            if result.trial.rate == rate and result.verdict.state is not State.PASSED:
                return result
        raise LookupError(f"every trial at {rate:g} calls/s passed")

    @property
    def bar(self) -> float:
        """The lowest rate that failed or was refused by a confirmation; infinite before there is one."""
        return min([*self._rates(State.FAILED), *self.refusals], default=math.inf)

    @property
    def refusals(self) -> list[float]:
        """The rates of the confirmations that did not pass, in their order."""
        return [
            self._rate(result)
            for result in self.trials
            if result.trial.purpose is Purpose.CONFIRM and result.verdict.state is not State.PASSED
        ]

    def _rates(self, state: State, purpose: Purpose | None = None) -> list[float]:
        return [
            self._rate(result)
            for result in self.trials
            if result.verdict.state is state and purpose in {None, result.trial.purpose}
        ]

    def _kept(self, rates: list[float]) -> list[float]:
        """Those of `rates` that no failure and no refused confirmation at or below them takes back."""
        bar = self.bar
        return [rate for rate in rates if rate < bar]

    def _undecided(self, *, leaning_over: bool) -> list[float]:
        return [
            self._rate(result)
            for result in self.trials
            if result.verdict.state is State.UNDECIDED
            and (over_limit(result) or result.trial.purpose is Purpose.CONFIRM) is leaning_over
        ]

    @staticmethod
    def _rate(result: TrialResult) -> float:
        return result.trial.rate or 0.0
