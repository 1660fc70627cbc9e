"""The search of the highest rate that keeps the SLO: bracket, search, confirm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.verdict import State
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.confirm import confirmation, confirmation_of
from loadproof.method.method import NOTHING_OBSERVED, Answer, Method, Observed, Outcome, Restart
from loadproof.method.repetition import NotMeasured, repetition
from loadproof.method.search_evidence import SearchEvidence, is_slower_at_rest, loaded_s, slowed_to
from loadproof.method.search_rules import RULES
from loadproof.method.trial import Purpose, Trial, TrialResult

if TYPE_CHECKING:
    from loadproof.method.capacity_estimate import Estimate

__all__ = ["Capacity", "baseline"]


def baseline(history: Sequence[TrialResult]) -> TrialResult | None:
    """The first trial that passed: what a recovery is compared with; None before there is one."""
    trials = [result for result in history if result.trial.purpose is Purpose.PLATEAU] or SearchEvidence.of(
        history
    ).trials
    return next((result for result in trials if result.verdict.state is State.PASSED), None)


class Capacity(Method):
    """The highest rate that keeps the SLO: `rate` was confirmed, `low` and `high` enclose the capacity.

    `rate` is None where nothing was confirmed, `high` where nothing was not kept.
    """

    name = "capacity"

    def __init__(self, settings: CapacitySettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The next trial after these, in their order, or the answer."""
        step = self._repeat(history) or self._step(history)
        if isinstance(step, Answer):
            return step
        return self._bounded(history, step)

    def restart(self, history: Sequence[TrialResult], /) -> Restart:
        """A service that did not recover is started anew, unless it is just slower: a new start would hide a drift."""
        last = history[-1]
        if last.trial.purpose is not Purpose.RECOVER or last.verdict.state is not State.FAILED:
            return Restart.NO
        then = self.next(history)
        drifts = isinstance(then, Answer) and then.outcome is Outcome.DRIFTING
        return Restart.NO if drifts else Restart.RUN_AGAIN

    def rests_on(self, history: Sequence[TrialResult], answer: Answer, /) -> Trial | None:
        """The confirmation of the rate that was found."""
        held = confirmation_of(history) if answer.rate is not None else None
        return None if held is None else held.trial

    def outlook(self) -> tuple[Trial, ...]:
        """The first trial, which may have too few calls and be none the worse, and the confirmation, which must not."""
        settings = self.settings
        held = confirmation(0.0, settings.confirm_ramp_s, settings.settle_s, settings.confirm_hold_s)
        return self._plateau(Purpose.BRACKET, settings.start_rate), replace(held, rate=None)

    def _step(self, history: Sequence[TrialResult]) -> Trial | Answer:
        evidence = SearchEvidence.of(history)
        step = self._after_last(history)
        if isinstance(step, Answer):
            # The service is not back: no trial would tell more of it.
            drifting = self._drifting(evidence, history, ending=True)
            return drifting if isinstance(drifting, Answer) else step
        step = step or self._load(evidence, history)
        return self._drifting(evidence, history, ending=isinstance(step, Answer)) or step

    def _bounded(self, history: Sequence[TrialResult], step: Trial) -> Trial | Answer:
        settings = self.settings
        if len(history) >= settings.max_trials:
            return self._cut(history, f"the search did not end within {settings.max_trials} trials")
        if _used_s(history) + _cost_s(step) > settings.max_total_s:
            return self._cut(history, f"the search did not end within {settings.max_total_s:.0f} s of load")
        return step

    def _cut(self, history: Sequence[TrialResult], reason: str) -> Answer:
        """What is confirmed stands, with the interval as wide as it is."""
        evidence = SearchEvidence.of(history)
        drifting = self._drifting(evidence, history, ending=True)
        if isinstance(drifting, Answer):
            return drifting
        if evidence.confirmed is None or evidence.ceiling is None:
            return self._undecided(history, reason)
        return self._confirmed(evidence, evidence.confirmed, min(evidence.ceiling, evidence.bar))

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
            return self._not_recovered(history)
        before = baseline(history)
        if last.verdict.state is State.FAILED and before is not None:
            return Trial(Purpose.RECOVER, before.trial.rate, self.settings.recovery_hold_s)
        return None

    def _not_recovered(self, history: Sequence[TrialResult]) -> Answer:
        last, before = history[-1], baseline(history)
        rate = last.trial.rate or 0.0
        text = f"{last.verdict.reason} of {rate:g} calls/s, which it kept before"
        doubts = (Doubt(DoubtCode.NOT_RECOVERED, text),)
        slowed = slowed_to(before, last, self.settings.precision) if before is not None else None
        if slowed is None:
            return self._undecided(history, f"the service did not recover: {text}", doubts)
        shown = f"at {rate:g} calls/s its median went from {slowed[0]:.3g} to {slowed[1]:.3g} ms"
        reason = f"the service got slower during the search: {shown}, and did not come back"
        return _answer(Outcome.DRIFTING, None, None, None, reason, doubts)

    def _load(self, evidence: SearchEvidence, history: Sequence[TrialResult]) -> Trial | Answer:
        """The next load by the evidence so far."""
        floor, ceiling, settings = evidence.floor, evidence.ceiling, self.settings
        if floor is None:
            return self._without_floor(evidence)
        if ceiling is None:
            if evidence.confirmed is not None and evidence.confirmed >= settings.max_rate:
                return self._confirmed(evidence, evidence.confirmed, None)
            if floor >= settings.max_rate:
                return self._confirm(evidence, floor)
            return self._plateau(Purpose.BRACKET, min(2.0 * floor, settings.max_rate))
        if len(evidence.failed_refusals) > RULES.refused_often or len(evidence.refusals) > RULES.refused_often + 1:
            return self._after_refusals(evidence)
        # Only now, as the fit needs numpy, which takes longer to import than a command to begin.
        from loadproof.method.capacity_estimate import estimate

        return self._refined(evidence, ceiling, estimate(evidence, settings.precision), history)

    def _drifting(
        self, evidence: SearchEvidence, history: Sequence[TrialResult], *, ending: bool
    ) -> Trial | Answer | None:
        """The answer that the service drifts, or a trial that tells; None where nothing speaks for it."""
        if evidence.ceiling is None or (not ending and len(evidence.trials) % RULES.trials_per_drift_test):
            return None
        from loadproof.method.capacity_estimate import drift_of

        slower = is_slower_at_rest(history, self.settings.precision)
        refused = bool(evidence.failed_refusals) and not slower
        if refused and not ending:
            return None
        drift = drift_of(evidence, self.settings.precision)
        needed = RULES.drift_at_end if ending else RULES.drift_at_once
        if drift.evidence < needed + (0.0 if slower or refused else RULES.as_fast_at_rest):
            return None
        if refused:
            # Confirmations that fail where shorter trials passed look like a fall, and may be none of the service.
            again = self._tried_again(evidence)
            if again is not State.FAILED:
                return again if isinstance(again, Trial) else None
        shown = f"{_rounded(drift.before):g} to {_rounded(drift.after):g} calls/s"
        reason = f"the service got slower during the search: its capacity fell from about {shown}"
        return _answer(Outcome.DRIFTING, None, None, None, reason)

    def _tried_again(self, evidence: SearchEvidence) -> Trial | State | None:
        """A short trial at a rate that one passed before the first refused confirmation, well above what is kept now.

        It is run after the last of them, and once more where it failed, as slow noise may fail it once. Then its state;
        None where no such rate passed.
        """
        trials = evidence.trials
        refusals = [
            place
            for place, result in enumerate(trials)
            if result.trial.purpose is Purpose.CONFIRM and result.verdict.state is not State.PASSED
        ]
        kept = min([*evidence.confirmations[-1:], *evidence.failed_refusals])
        above = (1.0 + RULES.well_above * self.settings.precision) * kept
        passed = [result.trial.rate or 0.0 for result in trials[: refusals[0]] if result.verdict.state is State.PASSED]
        rate = min((rate for rate in passed if rate >= above), default=None)
        if rate is None:
            return None
        states = [result.verdict.state for result in trials[refusals[-1] + 1 :] if result.trial.rate == rate]
        if any(state is not State.FAILED for state in states):
            return State.PASSED
        return State.FAILED if len(states) >= RULES.failed_again else self._plateau(Purpose.SEARCH, rate)

    def _refined(
        self, evidence: SearchEvidence, ceiling: float, found: Estimate, history: Sequence[TrialResult]
    ) -> Trial | Answer:
        """The next trial near the capacity, or the answer once it is known as precisely as was asked for."""
        settings = self.settings
        confirmed = found.best_of(evidence.confirmations)
        known = self._known(evidence, ceiling, found, confirmed)
        if known is not None:
            return known
        likely = found.certainty >= RULES.likely
        if evidence.is_doubtful(ceiling) and (likely or found.middle > ceiling / (1.0 + settings.precision)):
            # One stall of the service, or a cold start, may have made it: the answer does not rest on that alone.
            return self._plateau(Purpose.SEARCH, ceiling)
        near = self._near(evidence, found)
        ending = self._is_ending(history, near)
        if ending and confirmed is not None:
            return self._confirmed(evidence, confirmed, ceiling, found)
        seen = evidence.seen_s(found.middle) >= RULES.least_holds * settings.hold_s
        rate = self._to_confirm(evidence, found)
        again = confirmed is not None and abs(rate / confirmed - 1.0) < RULES.same
        if ending or (likely and seen and not again):
            return self._confirm(evidence, self._allowed(rate))
        return near

    def _known(
        self, evidence: SearchEvidence, ceiling: float, found: Estimate, confirmed: float | None
    ) -> Answer | None:
        """The answer, where a confirmed rate is surely within the precision or a refused one is that close above."""
        if confirmed is not None and found.certainty_of(confirmed) >= RULES.certain:
            return self._confirmed(evidence, confirmed, ceiling, found)
        refused = min(evidence.failed_refusals, default=math.inf)
        if evidence.confirmed is not None and refused / evidence.confirmed - 1.0 <= self.settings.precision:
            return self._confirmed(evidence, evidence.confirmed, refused)
        return None

    def _to_confirm(self, evidence: SearchEvidence, found: Estimate) -> float:
        """The rate to confirm: a confirmation that was not passed is no reason to ask the same again."""
        below = 1.0 + 0.25 * self.settings.precision
        lower = min(evidence.refusals, default=math.inf) / below
        rate = min(found.candidate, lower if found.certainty_of(lower) >= RULES.still_likely else math.inf)
        return min(rate, min(evidence.failed_refusals, default=math.inf) / below)

    def _is_ending(self, history: Sequence[TrialResult], near: Trial) -> bool:
        """Whether what is left of the bounds after one more trial is needed for confirmations."""
        settings = self.settings
        kept_s = 2.0 * settings.confirm_hold_s + settings.recovery_hold_s
        late = _used_s(history) + _cost_s(near) + kept_s > settings.max_total_s
        return late or len(history) + RULES.last_trials > settings.max_trials

    def _allowed(self, rate: float) -> float:
        return min(self.settings.max_rate, max(self.settings.start_rate, _rounded(rate)))

    def _near(self, evidence: SearchEvidence, found: Estimate) -> Trial:
        """A trial near the capacity is long enough for its slowest SLO, and longer where short ones did not decide."""
        settings = self.settings
        # Bursts that refused a confirmation are rarer than short holds can see.
        shortest_s = max(settings.hold_s, RULES.of_confirmation * settings.confirm_hold_s if evidence.refusals else 0.0)
        if found.high / found.low > RULES.wide:
            return Trial(Purpose.SEARCH, self._allowed(found.middle), shortest_s, settings.settle_s)
        rate = self._allowed(found.middle if found.high / found.low > RULES.close else found.telling)
        slowest_s = max(evidence.thresholds_s, default=0.0)
        doublings = max(0, evidence.count_near(found.middle) - RULES.short_trials) // RULES.trials_of_a_length
        longer_s = max(2.0**doublings * settings.hold_s, RULES.near_thresholds * slowest_s)
        hold_s = max(shortest_s, min(RULES.most_holds * settings.hold_s, longer_s))
        settle_s = min(hold_s / 4.0, max(settings.settle_s, RULES.settling_thresholds * slowest_s))
        return Trial(
            Purpose.SEARCH,
            rate,
            math.ceil(hold_s),
            math.ceil(settle_s),
            early_stop=found.high / found.low > RULES.close,
        )

    def _after_refusals(self, evidence: SearchEvidence) -> Trial | Answer:
        """What short trials kept does not last: confirmations step down, and once one holds, halve the gap above."""
        confirmed = evidence.confirmed
        if confirmed is None:
            return self._confirm(evidence, self._further_down(evidence))
        exhausted = len(evidence.refusals) >= self.settings.max_confirmations
        # Where nothing was shown to fail, what leans to it bounds the capacity.
        bar = evidence.bar if math.isfinite(evidence.bar) else evidence.ceiling or self.settings.max_rate
        if exhausted or bar / confirmed - 1.0 <= self.settings.precision:
            return self._confirmed(evidence, confirmed, bar)
        return self._confirm(evidence, _between(confirmed, bar))

    def _further_down(self, evidence: SearchEvidence) -> float:
        """The next rate to confirm where what short trials kept does not last: steps that double."""
        doublings = 2 ** max(1, len(evidence.refusals) - RULES.refused_often) - 1
        rate = min(evidence.refusals) / (1.0 + 0.5 * self.settings.precision) ** doublings
        return max(self.settings.start_rate, _rounded(rate))

    def _confirm(self, evidence: SearchEvidence, rate: float) -> Trial | Answer:
        settings, refusals = self.settings, evidence.refusals
        if len(refusals) >= settings.max_confirmations:
            reason = f"none of {len(refusals)} confirmations held, the last at {refusals[-1]:g} calls/s"
            return _answer(Outcome.UNDECIDED, None, evidence.low, evidence.ceiling, reason)
        return confirmation(rate, settings.confirm_ramp_s, settings.settle_s, settings.confirm_hold_s)

    def _without_floor(self, evidence: SearchEvidence) -> Trial | Answer:
        settings, trials = self.settings, evidence.trials
        if not trials:
            return self._plateau(Purpose.BRACKET, settings.start_rate)
        if len(trials) < RULES.start_attempts and not evidence.repeated_start:
            # A cold service gets a whole hold to warm up in before the second one is judged.
            warming_s = max(settings.settle_s, settings.hold_s)
            return Trial(Purpose.BRACKET, settings.start_rate, settings.hold_s, warming_s)
        start = evidence.last_at(settings.start_rate)
        again = "in two trials" if len(trials) < RULES.start_attempts else "in a later trial, though it did at first"
        reason = f"the lowest rate, {settings.start_rate:g} calls/s, did not pass {again}: {start.verdict.reason}"
        outcome = Outcome.NONE_PASSED if evidence.high is not None else Outcome.UNDECIDED
        return _answer(outcome, None, None, evidence.high or settings.start_rate, reason)

    def _plateau(self, purpose: Purpose, rate: float) -> Trial:
        return Trial(purpose, rate, self.settings.hold_s, self.settings.settle_s)

    def _confirmed(
        self, evidence: SearchEvidence, rate: float, ceiling: float | None, found: Estimate | None = None
    ) -> Answer:
        kept = f"{rate:g} calls/s kept every SLO through a confirmation of {self.settings.confirm_hold_s:g} s"
        if ceiling is None:
            return _answer(Outcome.AT_LEAST, rate, rate, None, f"{kept}, and no higher rate was allowed")
        above = evidence.last_at(ceiling)
        how = "failed" if above.verdict.state is State.FAILED else "could not be shown to"
        reason = f"{kept}; {ceiling:g} calls/s {how}: {above.verdict.reason}"
        low, high = (rate / RULES.model_error, ceiling * RULES.model_error) if found is None else found.around(rate)
        return _answer(Outcome.FOUND, rate, low, high, reason)

    def _undecided(self, history: Sequence[TrialResult], reason: str, doubts: tuple[Doubt, ...] = ()) -> Answer:
        evidence = SearchEvidence.of(history)
        return _answer(Outcome.UNDECIDED, None, evidence.low, evidence.ceiling, reason, doubts)


def _between(floor: float, ceiling: float) -> float:
    """The geometric mean, in four significant digits where that stays between the two."""
    middle = math.sqrt(floor * ceiling)
    rounded = _rounded(middle)
    return rounded if floor < rounded < ceiling else middle


def _rounded(rate: float) -> float:
    return float(f"{rate:.4g}")


def _used_s(history: Sequence[TrialResult]) -> float:
    return sum(loaded_s(result) for result in history)


def _cost_s(trial: Trial) -> float:
    return trial.ramp_s + trial.settle_s + trial.hold_s


def _answer(
    outcome: Outcome,
    rate: float | None,
    low: float | None,
    high: float | None,
    reason: str,
    doubts: tuple[Doubt, ...] = (),
) -> Answer:
    return Answer(Capacity.name, outcome, rate, reason, low, high, doubts)
