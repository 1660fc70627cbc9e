"""The search of the highest rate that keeps the SLO: bracket, search, confirm."""

import math
from collections.abc import Sequence

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.verdict import State
from loadproof.method.capacity_answer import Answer, Outcome
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.confirm import confirmation
from loadproof.method.evidence import Evidence
from loadproof.method.repetition import NotMeasured, repetition
from loadproof.method.trial import Purpose, Trial, TrialResult

__all__ = ["Capacity", "baseline"]

_START_ATTEMPTS = 2


def baseline(history: Sequence[TrialResult]) -> TrialResult | None:
    """The first trial that passed: what a recovery is compared with; None before there is one."""
    passed = (result for result in Evidence.of(history).trials if result.verdict.state is State.PASSED)
    return next(passed, None)


class Capacity:
    """A pure state machine: `next(history)` says what to run, or answers; the history is its only state."""

    def __init__(self, settings: CapacitySettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings

    def next(self, history: Sequence[TrialResult]) -> Trial | Answer:
        """The next trial after these, in their order, or the answer; the same history gives the same."""
        settings = self.settings
        step = self._repeat(history) or self._after_last(history) or self._load(Evidence.of(history))
        if isinstance(step, Answer):
            return step
        if len(history) >= settings.max_trials:
            return self._undecided(history, f"the search did not end within {settings.max_trials} trials")
        if _used_s(history) + step.ramp_s + step.settle_s + step.hold_s > settings.max_total_s:
            return self._undecided(history, f"the search did not end within {settings.max_total_s:.0f} s of load")
        return step

    def _repeat(self, history: Sequence[TrialResult]) -> Trial | Answer | None:
        again = repetition(history, self.settings.repeats)
        return self._undecided(history, again.reason, again.doubts) if isinstance(again, NotMeasured) else again

    def _after_last(self, history: Sequence[TrialResult]) -> Trial | Answer | None:
        """What the last trial, which was valid, asks for before the search may go on; None: nothing."""
        if not history:
            return None
        last = history[-1]
        if last.trial.purpose is Purpose.RECOVER:
            if last.verdict.state is State.PASSED:
                return None
            rate = last.trial.rate or 0.0
            text = f"{last.verdict.reason} of {rate:g} calls/s, which it kept before"
            return self._undecided(
                history, f"the service did not recover: {text}", (Doubt(DoubtCode.NOT_RECOVERED, text),)
            )
        before = baseline(history)
        if last.verdict.state is State.FAILED and before is not None:
            return Trial(Purpose.RECOVER, before.trial.rate, self.settings.recovery_hold_s)
        return None

    def _load(self, evidence: Evidence) -> Trial | Answer:
        """The next load by the evidence so far."""
        floor, ceiling, settings = evidence.floor, evidence.ceiling, self.settings
        if floor is None:
            return self._without_floor(evidence)
        if evidence.confirmed is not None:
            return self._after_confirmation(evidence, evidence.confirmed)
        if len(evidence.refusals) > 1:
            return self._confirm(evidence, self._further_down(evidence))
        if self._is_narrow(floor, ceiling):
            return self._narrowed(evidence, floor, ceiling)
        if ceiling is None:
            return self._plateau(Purpose.BRACKET, min(2.0 * floor, settings.max_rate))
        return self._plateau(Purpose.SEARCH, _between(floor, ceiling))

    def _narrowed(self, evidence: Evidence, floor: float, ceiling: float | None) -> Trial | Answer:
        """The interval is as narrow as was asked for: its floor is confirmed, once its ceiling is no mere stall."""
        if ceiling is not None and evidence.is_doubtful(ceiling):
            # One stall of the service may have left it undecided: the answer does not rest on that alone.
            return self._plateau(Purpose.SEARCH, ceiling)
        return self._confirm(evidence, floor)

    def _after_confirmation(self, evidence: Evidence, confirmed: float) -> Trial | Answer:
        exhausted = len(evidence.refusals) >= self.settings.max_confirmations
        if exhausted or self._is_narrow(confirmed, evidence.ceiling):
            return self._confirmed(evidence, confirmed, evidence.ceiling)
        return self._confirm(evidence, _between(confirmed, evidence.bar))

    def _further_down(self, evidence: Evidence) -> float:
        """The next rate to confirm where what short trials kept does not last: steps that double."""
        doublings = 2 ** (len(evidence.refusals) - 1) - 1
        rate = evidence.bar / (1.0 + 0.5 * self.settings.precision) ** doublings
        return max(self.settings.start_rate, _rounded(rate))

    def _confirm(self, evidence: Evidence, rate: float) -> Trial | Answer:
        settings, refusals = self.settings, evidence.refusals
        if len(refusals) >= settings.max_confirmations:
            reason = f"none of {len(refusals)} confirmations held, the last at {refusals[-1]:g} calls/s"
            return Answer(Outcome.UNDECIDED, None, evidence.low, evidence.ceiling, reason)
        return confirmation(rate, settings.confirm_ramp_s, settings.settle_s, settings.confirm_hold_s)

    def _without_floor(self, evidence: Evidence) -> Trial | Answer:
        settings, trials = self.settings, evidence.trials
        if len(trials) < _START_ATTEMPTS and not evidence.repeated_start:
            return self._plateau(Purpose.BRACKET, settings.start_rate)
        start = evidence.last_at(settings.start_rate)
        again = "in two trials" if len(trials) < _START_ATTEMPTS else "in a later trial, though it did at first"
        reason = f"the lowest rate, {settings.start_rate:g} calls/s, did not pass {again}: {start.verdict.reason}"
        outcome = Outcome.NONE_PASSED if evidence.high is not None else Outcome.UNDECIDED
        return Answer(outcome, None, None, evidence.high or settings.start_rate, reason)

    def _is_narrow(self, floor: float, ceiling: float | None) -> bool:
        if ceiling is None:
            return floor >= self.settings.max_rate
        return ceiling / floor - 1.0 <= self.settings.precision

    def _plateau(self, purpose: Purpose, rate: float) -> Trial:
        return Trial(purpose, rate, self.settings.hold_s, self.settings.settle_s)

    def _confirmed(self, evidence: Evidence, rate: float, ceiling: float | None) -> Answer:
        kept = f"{rate:g} calls/s kept every SLO through a confirmation of {self.settings.confirm_hold_s:g} s"
        if ceiling is None:
            return Answer(Outcome.AT_LEAST, rate, rate, None, f"{kept}, and no higher rate was allowed")
        above = evidence.last_at(ceiling)
        how = "failed" if above.verdict.state is State.FAILED else "could not be shown to"
        return Answer(Outcome.FOUND, rate, rate, ceiling, f"{kept}; {ceiling:g} calls/s {how}: {above.verdict.reason}")

    def _undecided(self, history: Sequence[TrialResult], reason: str, doubts: tuple[Doubt, ...] = ()) -> Answer:
        evidence = Evidence.of(history)
        return Answer(Outcome.UNDECIDED, None, evidence.low, evidence.ceiling, reason, doubts)


def _between(floor: float, ceiling: float) -> float:
    """The geometric mean, in four significant digits where that stays between the two."""
    middle = math.sqrt(floor * ceiling)
    rounded = _rounded(middle)
    return rounded if floor < rounded < ceiling else middle


def _rounded(rate: float) -> float:
    return float(f"{rate:.4g}")


def _used_s(history: Sequence[TrialResult]) -> float:
    return sum(result.trial.ramp_s + result.trial.settle_s + result.measurement.duration_s for result in history)
