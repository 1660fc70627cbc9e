"""The search of the highest level that keeps the SLO, a rate or a number of users: bracket, search, confirm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loadproof.judge.verdict import State
from loadproof.methods.capacity import search_answer
from loadproof.methods.capacity.search_budget import SearchBudget
from loadproof.methods.capacity.search_evidence import (
    SearchEvidence,
    confirmation_of,
    is_slower_at_rest,
    slowed_to,
)
from loadproof.methods.capacity.search_rules import RULES
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.factor import Factor
from loadproof.methods.loads import baseline
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, Outlook, Restart
from loadproof.methods.repetition import NotMeasured, given_up, is_of_its_moment, repetition
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, count, milliseconds
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode

if TYPE_CHECKING:
    from loadproof.methods.capacity.estimate import Estimate

__all__ = ["Capacity"]


class Capacity(Method):
    """The highest rate that keeps the SLO: `estimate`, between `low` and `high`; `rate` was confirmed.

    `rate` is None where nothing was confirmed, `high` where nothing was not kept. Of a search in users, `estimate`,
    `low` and `high` are users, and `rate` is the completed rate of the users that were confirmed. In the code below,
    `rate` stands for a level of the factor.
    """

    name = search_answer.NAME

    def __init__(self, settings: CapacitySettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings.within_budget
        self.users = settings.users

    def patience_s(self, history: Sequence[TrialResult], waited_s: float, /) -> float:
        """Without a budget no limit; a budget pays for the waits too."""
        return SearchBudget(self.settings, history).patience_s(waited_s)

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
        lacks_time = (
            self.settings.budget_s is not None and SearchBudget(self.settings, history).left_s < last.trial.span_stop_s
        )
        return Restart.NO if drifts or lacks_time else Restart.RUN_AGAIN

    def rests_on(self, history: Sequence[TrialResult], answer: Answer, /) -> Trial | None:
        """The confirmation of the rate that was found."""
        held = confirmation_of(history) if answer.rate is not None else None
        return None if held is None else held.trial

    def outlook(self) -> tuple[Trial, ...]:
        """The first trial, which may have too few calls and be none the worse, and the confirmation, which must not."""
        settings = self.settings
        first = self._plateau(Purpose.BRACKET, settings.start)
        held = settings.confirmation(settings.start, settings.confirm_hold_s)
        # The forecast puts the rate of the answer in place of None; users stay those of the first trial.
        return first, held if settings.in_users is not None else replace(held, rate=None, ramp_from=0.0)

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
        settings, budget = self.settings, SearchBudget(self.settings, history)
        if len(history) >= settings.max_trials:
            return self.so_far(history, Message("search-out-of-trials", trials=count(settings.max_trials)))
        fitted = budget.fitted(step)
        if fitted is None and settings.budget_s is not None and step.purpose not in (Purpose.CONFIRM, Purpose.RECOVER):
            fitted = self._last_confirmation(history, budget)
        return fitted or self.so_far(history, budget.why_ended)

    def _last_confirmation(self, history: Sequence[TrialResult], budget: SearchBudget) -> Trial | None:
        """The confirmation for which the rest of a budget was kept; None: a rate was held, or none can be."""
        evidence = SearchEvidence.of(history)
        if evidence.confirmed is not None or evidence.refusals or evidence.floor is None:
            return None
        rate = evidence.floor
        if evidence.ceiling is not None:
            from loadproof.methods.capacity.estimate import estimate

            found = estimate(evidence, self._precision(evidence))
            rate = self._safe(evidence, found)
        step = self._confirm(evidence, rate)
        return budget.fitted(step) if isinstance(step, Trial) else None

    def so_far(self, history: Sequence[TrialResult], why: Message, /) -> Answer:
        """The confirmed rate with its interval so far; if none is confirmed, the estimate alone."""
        evidence = SearchEvidence.of(history)
        drifting = self._drifting(evidence, history, ending=True)
        if isinstance(drifting, Answer):
            return drifting
        if evidence.ceiling is None and evidence.confirmed is not None:
            return search_answer.at_least(evidence, self.settings, evidence.confirmed)
        if evidence.floor is None or evidence.ceiling is None:
            return search_answer.undecided(evidence, self.settings, why)
        if evidence.confirmed is not None and evidence.failed_refusals:
            # Short trials kept what does not last: only what was held for long bounds it.
            return search_answer.kept(evidence, self.settings, evidence.confirmed, evidence.bar)
        from loadproof.methods.capacity.estimate import estimate

        found = estimate(evidence, self._precision(evidence))
        confirmed = max(evidence.confirmations, default=None)
        if confirmed is None:
            return search_answer.estimated(evidence, self.settings, found, why)
        return search_answer.kept(evidence, self.settings, confirmed, evidence.ceiling, found)

    def outlook_after(self, history: Sequence[TrialResult], /) -> Outlook | None:
        """Once a rate was not kept: the interval so far, and what the search takes yet."""
        evidence = SearchEvidence.of(history)
        if history[-1].trial.purpose is Purpose.RECOVER or evidence.low is None or evidence.ceiling is None:
            return None
        from loadproof.methods.capacity.estimate import estimate

        found = estimate(evidence, self._precision(evidence))
        low, high = found.around(found.value)
        left_s = SearchBudget(self.settings, history).expected_s(found)
        return Outlook(low, high, left_s, self.settings.factor)

    def _repeat(self, history: Sequence[TrialResult]) -> Trial | Answer | None:
        again = repetition(history, self.settings.repeats)
        if not isinstance(again, NotMeasured):
            return again
        beside = self._beside(history)
        if beside is not None:
            return beside
        answer = self.so_far(history, again.reason)
        return replace(answer, doubts=(*answer.doubts, *again.doubts))

    def _beside(self, history: Sequence[TrialResult]) -> Trial | None:
        """A trial near the last one, which was given up and speaks neither way; None: the search does not go on."""
        last = history[-1].trial
        often = given_up(history, self.settings.repeats) > RULES.given_up
        if often or last.purpose is Purpose.RECOVER or not is_of_its_moment(history):
            return None
        rate = self._allowed(last.factor_level / (1.0 + 0.25 * self.settings.precision))
        # Below the first rate none is tried; of a longer trial more is clean.
        hold_s = last.hold_s if rate != last.factor_level else math.ceil(1.5 * last.hold_s)
        return replace(last.at(rate), hold_s=hold_s)

    def _after_last(self, history: Sequence[TrialResult]) -> Trial | Answer | None:
        """The trial or answer that the last trial, a valid one, asks for before the search goes on; None if nothing."""
        if not history:
            return None
        last = history[-1]
        if last.trial.purpose is Purpose.RECOVER:
            if last.verdict.state is State.PASSED:
                return None
            if last.trial.hold_s < self.settings.recovery(last.trial.factor_level).hold_s:
                return self.so_far(history[:-1], SearchBudget(self.settings, history).why_ended)
            return self._not_recovered(history)
        before = baseline(history)
        if last.verdict.state is State.FAILED and before is not None:
            return self.settings.recovery(before.trial.factor_level)
        return None

    def _not_recovered(self, history: Sequence[TrialResult]) -> Answer:
        last, before = history[-1], baseline(history)
        factor, level = self.settings.factor, {"rate": last.trial.factor_level}
        text = factor.message("search-not-back", level, why=last.verdict.reason)
        doubts = (Doubt(DoubtCode.NOT_RECOVERED, text),)
        slowed = slowed_to(before, last, self.settings.precision) if before is not None else None
        if slowed is None:
            reason = Message("search-not-recovered", why=text)
            return search_answer.undecided(SearchEvidence.of(history), self.settings, reason, doubts)
        was, now = (milliseconds(median_ms) for median_ms in slowed)
        reason = factor.message("search-slower-at-rest", level, before=was, after=now)
        return search_answer.drifting(self.settings, reason, doubts)

    def _load(self, evidence: SearchEvidence, history: Sequence[TrialResult]) -> Trial | Answer:
        """The next load by the evidence so far."""
        floor, ceiling, settings = evidence.floor, evidence.ceiling, self.settings
        if floor is None:
            return self._without_floor(evidence)
        if ceiling is None:
            if evidence.confirmed is not None and evidence.confirmed >= settings.most:
                return search_answer.at_least(evidence, settings, evidence.confirmed)
            if floor >= settings.most:
                return self._confirm(evidence, floor)
            return self._plateau(Purpose.BRACKET, min(2.0 * floor, settings.most))
        if len(evidence.failed_refusals) > RULES.refused_often or len(evidence.refusals) > RULES.refused_often + 1:
            return self._after_refusals(evidence)
        # Only now, as the fit needs numpy, which takes longer to import than a command to begin.
        from loadproof.methods.capacity.estimate import estimate

        return self._refined(evidence, ceiling, estimate(evidence, self._precision(evidence)), history)

    def _drifting(
        self, evidence: SearchEvidence, history: Sequence[TrialResult], *, ending: bool
    ) -> Trial | Answer | None:
        """The answer that the service drifts, or a trial that tells; None where nothing speaks for it."""
        if evidence.ceiling is None or (not ending and len(evidence.trials) % RULES.trials_per_drift_test):
            return None
        from loadproof.methods.capacity.estimate import drift_of

        slower = is_slower_at_rest(history, self.settings.precision)
        refused = bool(evidence.failed_refusals) and not slower
        if refused and not ending:
            return None
        drift = drift_of(evidence, self._precision(evidence))
        if drift.evidence < RULES.drift_odds + (0.0 if slower or refused else RULES.as_fast_at_rest):
            return None
        if refused:
            # Confirmations that fail where shorter trials passed look like a fall, and may be none of the service.
            again = self._tried_again(evidence)
            if again is not State.FAILED:
                return again if isinstance(again, Trial) else None
        levels = {"before": drift.before, "after": drift.after}
        return search_answer.drifting(self.settings, self.settings.factor.message("search-capacity-fell", levels))

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
        above = (1.0 + RULES.well_above * self.settings.precision_at(kept)) * kept
        passed = [result.trial.factor_level for result in trials[: refusals[0]] if result.verdict.state is State.PASSED]
        rate = min((rate for rate in passed if rate >= above), default=None)
        if rate is None:
            return None
        states = [result.verdict.state for result in trials[refusals[-1] + 1 :] if result.trial.factor_level == rate]
        if any(state is not State.FAILED for state in states):
            return State.PASSED
        return State.FAILED if len(states) >= RULES.failed_again else self._plateau(Purpose.SEARCH, rate)

    def _refined(
        self, evidence: SearchEvidence, ceiling: float, found: Estimate, history: Sequence[TrialResult]
    ) -> Trial | Answer:
        """The next trial near the capacity, or the answer once it is known as precisely as was asked for."""
        settings = self.settings
        confirmed = max(evidence.confirmations, default=None)
        known = self._known(evidence, ceiling, found, confirmed) or self._by_steps(evidence, found)
        if known is not None:
            return known
        likely = found.certainty >= RULES.likely
        if evidence.is_doubtful(ceiling) and (likely or found.middle > ceiling / (1.0 + found.precision)):
            # One stall of the service, or a cold start, may have made it: the answer does not rest on that alone.
            return self._plateau(Purpose.SEARCH, ceiling)
        near = self._near(evidence, found)
        budget = SearchBudget(self.settings, history)
        ending = budget.is_ending_with(near)
        if ending and confirmed is not None:
            if settings.budget_s is None:
                return search_answer.kept(evidence, settings, confirmed, ceiling, found)
            # What is left of a budget goes into a higher rate, else into the interval.
            higher = self._confirm(evidence, self._safe(evidence, found))
            rises = isinstance(higher, Trial) and higher.factor_level > confirmed and budget.fitted(higher) is not None
            return higher if rises else near
        seen = evidence.seen_s(found.middle) >= RULES.least_holds * settings.hold_s
        rate = self._to_confirm(evidence, found)
        if (ending and not likely) or settings.has_one_confirmation:
            # There is no time for a second one: it asks for what is more surely kept.
            rate = min(rate, found.safe)
        confirms = ending or (likely and seen and self._allowed(rate) != confirmed)
        step = self._confirm(evidence, self._allowed(rate)) if confirms else near
        if settings.budget_s is not None and isinstance(step, Trial) and budget.fitted(step) is None:
            return near
        return step

    def _by_steps(self, evidence: SearchEvidence, found: Estimate) -> Trial | Answer | None:
        """The next step where a precision is one whole step: a level between what passed and what failed, untried.

        Where none lies between them, the confirmation of what passed, and then the answer. None: steps are finer than
        the precision, the evidence is not clear, or the fit names an untried level itself.
        """
        floor, bar, settings = evidence.low, evidence.bar, self.settings
        if floor is None or settings.precision_at(floor) <= settings.precision or evidence.is_doubtful(bar):
            return None
        if floor in evidence.refusals or not math.isfinite(bar):
            return None
        if bar - floor > settings.factor.least_step:
            named = self._allowed(found.middle)
            between = named if floor < named < bar else _between(settings.factor, floor, bar)
            return self._plateau(Purpose.SEARCH, between)
        if evidence.confirmed == floor:
            return search_answer.kept(evidence, settings, floor, bar)
        return self._confirm(evidence, floor)

    def _known(
        self, evidence: SearchEvidence, ceiling: float, found: Estimate, confirmed: float | None
    ) -> Answer | None:
        """The answer, where a confirmed rate is surely within the precision or a refused one is that close above."""
        if confirmed is not None and found.certainty >= RULES.likely and found.is_near(confirmed):
            return search_answer.kept(evidence, self.settings, confirmed, ceiling, found)
        refused = min(evidence.failed_refusals, default=math.inf)
        if evidence.confirmed is not None and refused / evidence.confirmed - 1.0 <= self._precision(evidence):
            return search_answer.kept(evidence, self.settings, evidence.confirmed, refused)
        return None

    def _to_confirm(self, evidence: SearchEvidence, found: Estimate) -> float:
        """The rate to confirm: a confirmation that was not passed is no reason to ask the same again."""
        below = 1.0 + 0.25 * self.settings.precision
        lower = min(evidence.refusals, default=math.inf) / below
        rate = min(
            max(found.candidate, found.safe), lower if found.certainty_of(lower) >= RULES.still_likely else math.inf
        )
        return min(rate / (1.0 + found.unseen), min(evidence.failed_refusals, default=math.inf) / below)

    def _safe(self, evidence: SearchEvidence, found: Estimate) -> float:
        """The rate to confirm where there is no time for another one."""
        return self._allowed(min(self._to_confirm(evidence, found), found.safe))

    def _allowed(self, rate: float) -> float:
        return self.settings.allowed(rate)

    def _precision(self, evidence: SearchEvidence) -> float:
        return self.settings.precision_at(evidence.floor or self.settings.start)

    def _near(self, evidence: SearchEvidence, found: Estimate) -> Trial:
        """A trial near the capacity is long enough for its slowest SLO, and longer where short ones did not decide."""
        settings = self.settings
        # Bursts that refused a confirmation are rarer than short holds can see.
        shortest_s = max(settings.hold_s, RULES.of_confirmation * settings.confirm_hold_s if evidence.refusals else 0.0)
        if found.high / found.low > RULES.wide:
            rate = evidence.gave_at_ceiling or found.middle
            return settings.trial(Purpose.SEARCH, self._allowed(rate), shortest_s, settings.settle_s)
        rate = self._allowed(found.middle if found.high / found.low > RULES.close else found.telling)
        slowest_s = max(evidence.thresholds_s, default=0.0)
        doublings = max(0, evidence.count_near(found.middle) - RULES.short_trials) // RULES.trials_of_a_length
        longer_s = max(2.0**doublings * settings.hold_s, RULES.near_thresholds * slowest_s)
        hold_s = max(shortest_s, min(RULES.most_holds * settings.hold_s, longer_s))
        settle_s = min(hold_s / 4.0, max(settings.settle_s, RULES.settling_thresholds * slowest_s))
        return settings.trial(
            Purpose.SEARCH,
            rate,
            math.ceil(hold_s),
            math.ceil(settle_s),
            early_stop=found.high / found.low > RULES.close,
        )

    def _after_refusals(self, evidence: SearchEvidence) -> Trial | Answer:
        """The next step after refused confirmations: a lower one, or once one holds, one half-way up; or the answer."""
        confirmed = evidence.confirmed
        if confirmed is None:
            return self._confirm(evidence, self._further_down(evidence))
        exhausted = len(evidence.refusals) >= self.settings.max_confirmations
        # Where nothing was shown to fail, what leans to it bounds the capacity.
        bar = evidence.bar if math.isfinite(evidence.bar) else evidence.ceiling or self.settings.most
        if exhausted or bar / confirmed - 1.0 <= self.settings.precision_at(confirmed):
            return search_answer.kept(evidence, self.settings, confirmed, bar)
        return self._confirm(evidence, _between(self.settings.factor, confirmed, bar))

    def _further_down(self, evidence: SearchEvidence) -> float:
        """The next rate to confirm where what short trials kept does not last: steps that double."""
        doublings = 2 ** max(1, len(evidence.refusals) - RULES.refused_often) - 1
        rate = min(evidence.refusals) / (1.0 + 0.5 * self.settings.precision) ** doublings
        return max(self.settings.start, self.settings.factor.rounded(rate))

    def _confirm(self, evidence: SearchEvidence, rate: float) -> Trial | Answer:
        settings, refusals = self.settings, evidence.refusals
        if len(refusals) >= settings.max_confirmations:
            confirmations = count(len(refusals))
            last = {"rate": refusals[-1]}
            reason = settings.factor.message("search-none-confirmed", last, confirmations=confirmations)
            return search_answer.undecided(evidence, settings, reason)
        # A rate that short trials kept and a long one did not meets something seldom: the next one has to last longer.
        grown = min(2.0 ** len(refusals), RULES.longest_confirmation) if settings.confirm_grows else 1.0
        return settings.confirmation(rate, grown * settings.confirm_hold_s)

    def _without_floor(self, evidence: SearchEvidence) -> Trial | Answer:
        settings, trials = self.settings, evidence.trials
        if not trials:
            return self._plateau(Purpose.BRACKET, settings.start)
        if len(trials) < RULES.start_attempts and not evidence.repeated_start:
            # A cold service gets a whole hold to warm up in before the second one is judged.
            warming_s = max(settings.settle_s, settings.hold_s)
            return settings.trial(Purpose.BRACKET, settings.start, settings.hold_s, warming_s)
        start = evidence.last_at(settings.start)
        code = "search-lowest-refused" if len(trials) < RULES.start_attempts else "search-lowest-refused-later"
        reason = settings.factor.message(code, {"rate": settings.start}, why=start.verdict.reason)
        return search_answer.none_passed(evidence, settings, reason)

    def _plateau(self, purpose: Purpose, rate: float) -> Trial:
        return self.settings.trial(purpose, rate, self.settings.hold_s, self.settings.settle_s)


def _between(factor: Factor, floor: float, ceiling: float) -> float:
    """The geometric mean, rounded where that stays between the two; of users the next number above `floor`."""
    middle = math.sqrt(floor * ceiling)
    rounded = factor.rounded(middle)
    if factor.least_step:
        return max(rounded, floor + factor.least_step)
    return rounded if floor < rounded < ceiling else middle
