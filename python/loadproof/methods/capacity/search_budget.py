"""The account of a search: the time that is spent and left, and what of it the confirmation needs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loadproof.judge.plateau import deciding_calls
from loadproof.judge.verdict import State
from loadproof.methods.capacity.search_evidence import SearchEvidence
from loadproof.methods.capacity.search_rules import RULES
from loadproof.methods.capacity.settings import BETWEEN_TRIALS_S, CapacitySettings
from loadproof.methods.confirmation import confirmation
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.methods.repetition import unmeasured
from loadproof.methods.trial import Purpose, Trial, TrialResult, loaded_s
from loadproof.model.message import Message, duration
from loadproof.model.slo import Slo

if TYPE_CHECKING:
    from loadproof.methods.capacity.estimate import Estimate

__all__ = ["SearchBudget"]

_LONGEST_WAIT = 0.25
"""Largest part of a budget that may go into waiting for a quiet machine."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """The account after the trials of `history`, in seconds.

    A budget pays for all that takes time on the clock: load, open calls after it, repetitions, recoveries and waits
    for a quiet machine. Without a budget only load counts.
    """

    settings: CapacitySettings
    history: Sequence[TrialResult]

    @property
    def spent_s(self) -> float:
        """Seconds that are spent."""
        if self.settings.budget_s is None:
            return sum(loaded_s(result) for result in self.history)
        return sum(max(loaded_s(result), result.took_s) for result in self.history)

    @property
    def left_s(self) -> float:
        """Seconds that are left."""
        return self.settings.longest_s - self.spent_s

    @property
    def why_ended(self) -> Message:
        """Reason why a search without time for its next trial ends: an invalid last trial, or no time left."""
        if self.history and self.history[-1].verdict.state is State.INVALID:
            return unmeasured(self.history[-1])
        return Message("search-out-of-load", load=duration(self.settings.longest_s))

    def expected_s(self, found: Estimate) -> float:
        """About how many seconds of load are left: trials about the capacity with a rest each, and a confirmation."""
        settings = self.settings
        halvings = math.log2(max(1.0, math.log(found.high / found.low) / math.log1p(settings.precision)))
        near_s = RULES.trials_left * (0.5 + halvings) * settings.trial_s
        confirms = SearchEvidence.of(self.history).confirmed is None
        return min(near_s + (settings.confirmation_s if confirms else 0.0), self.left_s)

    def patience_s(self, waited_s: float) -> float:
        """Seconds to wait at most now for a quiet machine, after `waited_s` of it; what the answer needs is left."""
        budget_s = self.settings.budget_s
        if budget_s is None:
            return math.inf
        spare_s = self.left_s - self._reserve_s(self._floor) - self.settings.shortest_s
        return min(_LONGEST_WAIT * budget_s - waited_s, spare_s)

    def fitted(self, step: Trial) -> Trial | None:
        """`step`, shortened to what the budget leaves for it; None: that is too short to decide anything."""
        if self.settings.budget_s is None:
            kept_s = self.settings.shortest_s if step.purpose is Purpose.RECOVER else 0.0
            return step if step.span_stop_s <= self.left_s - kept_s else None
        if step.purpose is Purpose.CONFIRM:
            return _shortened(step, self.left_s, self._least_confirmation_s(step.factor_level))
        if step.purpose is Purpose.RECOVER:
            kept_s = max(self._least_end_s(self._floor), self.settings.shortest_s)
        else:
            kept_s = self._reserve_s(step.factor_level)
        least_s = self.settings.shortest_hold_s
        fitted = _shortened(step, self.left_s - kept_s - BETWEEN_TRIALS_S, least_s)
        # The first trial tells how many calls decide: it is run however little is left.
        return fitted if fitted is not None or self.history else replace(step, hold_s=least_s)

    def is_ending_with(self, step: Trial) -> bool:
        """True if after `step` only the time for confirmations is left; once a rate is confirmed, for a short one."""
        kept_s = self.settings.kept_s
        if self.settings.budget_s is not None and SearchEvidence.of(self.history).confirmed is not None:
            kept_s = self._confirmed_within_s(self._floor) + BETWEEN_TRIALS_S
        return self.spent_s + step.span_stop_s + kept_s > self.settings.longest_s

    @property
    def _floor(self) -> float:
        return SearchEvidence.of(self.history).floor or self.settings.start

    def _reserve_s(self, rate: float) -> float:
        """Seconds that a trial at `rate` has to leave: for a rest, should it fail, and for the confirmation."""
        if self.history and SearchEvidence.of(self.history).floor is None:
            return 0.0  # There is no rate to confirm yet.
        end_s = self._least_end_s(rate)
        # Where even the rate that passed cannot be confirmed any more, all depends on a higher one.
        rest_s = self.settings.shortest_s if self._confirmed_within_s(self._floor) <= self.left_s else 0.0
        return max(self.settings.reserve_s, end_s + rest_s) if end_s else 0.0

    def _least_end_s(self, rate: float) -> float:
        """Least seconds from a trial at `rate` to the end of the confirmation; 0 once a rate is confirmed."""
        evidence = SearchEvidence.of(self.history)
        if evidence.confirmed is not None:
            return 0.0
        return self.settings.least_end_s(rate, self._arrivals, climbs=evidence.ceiling is None)

    def _confirmed_within_s(self, rate: float) -> float:
        """Seconds of the shortest confirmation of `rate`, from its ramp on."""
        return self.settings.before_confirmation_s + self._least_confirmation_s(rate)

    def _least_confirmation_s(self, rate: float) -> float:
        """Seconds of the shortest hold that confirms `rate`: long enough to decide, and for what was refused before."""
        refused_s = [
            result.trial.hold_s
            for result in self.history
            if result.trial.purpose is Purpose.CONFIRM and result.verdict.state in (State.FAILED, State.UNDECIDED)
        ]
        return max([self.settings.least_confirm_hold_s(rate, self._arrivals), *refused_s])

    @property
    def _arrivals(self) -> float:
        """Arrivals whose mean number of calls decides every SLO in a confirmation; inf before any SLO had calls.

        Of users they are seconds of one user.
        """
        held = plateau_settings(confirmation(0.0, 0.0, 0.0, self.settings.confirm_hold_s), math.inf)
        arrivals, calls = defaultdict[Slo, float](float), defaultdict[Slo, int](int)
        for result in self.history:
            for one in result.verdict.results:
                arrivals[one.slo] += result.trial.factor_level * result.measurement.duration_s
                calls[one.slo] += one.calls or result.measurement.due
        needed = [deciding_calls(one, held) * arrivals[one] / own for one, own in calls.items() if own]
        return max(needed, default=math.inf)


def _shortened(step: Trial, room_s: float, least_s: float) -> Trial | None:
    """`step` within `room_s`; None where its hold would be shorter than `least_s`, and than it was."""
    hold_s = min(step.hold_s, float(math.floor(room_s - step.ramp_s - step.settle_s)))
    if hold_s < min(step.hold_s, least_s):
        return None
    return step if hold_s == step.hold_s else replace(step, hold_s=hold_s)
