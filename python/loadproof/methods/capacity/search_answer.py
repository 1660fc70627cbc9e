"""Answer of a capacity search: the level that was kept, the estimate with its interval, and their certainty.

`rate` stands for a level of the factor, in calls/s or users.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from loadproof.judge.verdict import State
from loadproof.methods.capacity.littles_law import CapacityDetails, law_doubts, littles_law
from loadproof.methods.capacity.search_rules import RULES
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, Quantity, duration, share
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode

if TYPE_CHECKING:
    from loadproof.methods.capacity.estimate import Estimate
    from loadproof.methods.capacity.search_evidence import SearchEvidence
    from loadproof.methods.capacity.settings import CapacitySettings
    from loadproof.methods.trial import TrialResult

__all__ = ["NAME", "at_least", "drifting", "estimated", "kept", "none_passed", "undecided"]

NAME = "capacity"


def kept(
    evidence: SearchEvidence,
    settings: CapacitySettings,
    rate: float,
    ceiling: float,
    found: Estimate | None = None,
) -> Answer:
    """`rate` was confirmed and `ceiling` did not pass; coarse where the capacity is not known as well as was asked.

    Without an estimate the capacity lies between the two.
    """
    above = evidence.last_at(ceiling)
    code = "capacity-below-failed" if above.verdict.state is State.FAILED else "capacity-below-open"
    held, why = _held(evidence, rate), above.verdict.reason
    reason = settings.factor.message(code, {"rate": rate, "ceiling": ceiling}, held=held, why=why)
    unseen = RULES.unseen / math.sqrt(max(1.0, evidence.seen_s(rate)))
    by_hold = rate / RULES.model_error / (1.0 + unseen)
    if found is None:
        low, high = by_hold, ceiling * RULES.model_error
        middle = math.sqrt(rate * ceiling) / (1.0 + RULES.of_unseen * unseen)
        is_known = ceiling / rate - 1.0 <= settings.precision_at(rate)
    else:
        (low, high), middle = found.around(rate), found.value
        is_known = found.certainty >= RULES.likely and found.is_near(rate)
        # Where the trials agree, what was held bounds the capacity; where they do not, a hold is one of them.
        low = max(low, by_hold) if is_known else low
    if is_known:
        return _answer(evidence, settings, Answer(NAME, Outcome.FOUND, rate, reason, low, high, estimate=middle))
    doubts = (Doubt(DoubtCode.COARSE, _width(low, high, settings)),)
    answer = Answer(NAME, Outcome.COARSE, rate, reason, low, high, doubts, estimate=middle)
    return _answer(evidence, settings, answer)


def estimated(evidence: SearchEvidence, settings: CapacitySettings, found: Estimate, why: Message) -> Answer:
    """No rate was confirmed before the search had to end, for the reason `why`; what failed for long bounds it."""
    value = min([found.value, *evidence.failed_refusals])
    low, high = found.around(value)
    text = settings.factor.message("capacity-unconfirmed", {}, width=_width(low, high, settings))
    doubts = (Doubt(DoubtCode.COARSE, text),)
    answer = Answer(NAME, Outcome.COARSE, None, why, low, high, doubts, estimate=value)
    return _answer(evidence, settings, answer)


def at_least(evidence: SearchEvidence, settings: CapacitySettings, rate: float) -> Answer:
    """`rate` was confirmed, and nothing above it failed: it is the highest rate allowed, or the highest tried."""
    code = "capacity-at-most-allowed" if rate >= settings.most else "capacity-at-most-tried"
    reason = settings.factor.message(code, {"rate": rate}, held=_held(evidence, rate))
    return _answer(evidence, settings, Answer(NAME, Outcome.AT_LEAST, rate, reason, rate, None))


def none_passed(evidence: SearchEvidence, settings: CapacitySettings, reason: Message) -> Answer:
    """The lowest rate did not pass; undecided where it could not be shown to fail either."""
    outcome = Outcome.NONE_PASSED if evidence.high is not None else Outcome.UNDECIDED
    return _answer(evidence, settings, Answer(NAME, outcome, None, reason, None, evidence.high or settings.start))


def drifting(settings: CapacitySettings, reason: Message, doubts: tuple[Doubt, ...] = ()) -> Answer:
    """The service got slower during the search."""
    return Answer(NAME, Outcome.DRIFTING, None, reason, doubts=doubts, unit=settings.factor.unit)


def undecided(
    evidence: SearchEvidence, settings: CapacitySettings, reason: Message, doubts: tuple[Doubt, ...] = ()
) -> Answer:
    """Nothing is known but what passed and what did not."""
    answer = Answer(NAME, Outcome.UNDECIDED, None, reason, evidence.low, evidence.ceiling, doubts)
    return _answer(evidence, settings, answer)


def _answer(evidence: SearchEvidence, settings: CapacitySettings, answer: Answer) -> Answer:
    """Return the answer of a search; of one in users with whole users, the completed rate and Little's law.

    The capacity is the last number of users that keeps the SLOs: the crossing lies between it and the next one.
    """
    in_users = settings.in_users
    if in_users is None:
        return answer
    users, estimate = answer.rate, answer.estimate
    told = replace(
        answer,
        rate=None,
        low=None if answer.low is None else float(math.floor(answer.low)),
        high=None if answer.high is None else float(math.ceil(answer.high)),
        estimate=None if estimate is None else float(max(1, math.floor(estimate))),
        unit=settings.factor.unit,
    )
    if users is None:
        return told
    held = next(result for result in reversed(evidence.trials) if _confirms(result, users))
    law = littles_law(held, in_users)
    doubts = () if law is None else law_doubts(law)
    details = CapacityDetails(littles_law=law)
    doubts = (*told.doubts, *doubts)
    return replace(told, rate=held.measurement.rate, users=int(users), doubts=doubts, details=details)


def _held(evidence: SearchEvidence, rate: float) -> Quantity:
    """Length of the last confirmation of `rate` that passed."""
    return duration(next(result.trial.hold_s for result in reversed(evidence.trials) if _confirms(result, rate)))


def _confirms(result: TrialResult, rate: float) -> bool:
    trial = result.trial
    return trial.purpose is Purpose.CONFIRM and trial.factor_level == rate and result.verdict.state is State.PASSED


def _width(low: float, high: float, settings: CapacitySettings) -> Message:
    return Message("capacity-width", width=share(high / low - 1.0), asked=share(settings.precision_at(low)))
