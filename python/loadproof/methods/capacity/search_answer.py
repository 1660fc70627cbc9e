"""Answer of a capacity search: the rate that was kept, the estimate with its interval, and their certainty."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from loadproof.judge.verdict import State
from loadproof.methods.capacity.search_rules import RULES
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, Quantity, duration, share
from loadproof.model.message import rate as per_s
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
    reason = Message(code, rate=per_s(rate), held=held, ceiling=per_s(ceiling), why=why)
    unseen = RULES.unseen / math.sqrt(max(1.0, evidence.seen_s(rate)))
    by_hold = rate / RULES.model_error / (1.0 + unseen)
    if found is None:
        low, high = by_hold, ceiling * RULES.model_error
        middle = math.sqrt(rate * ceiling) / (1.0 + RULES.of_unseen * unseen)
        is_known = ceiling / rate - 1.0 <= settings.precision
    else:
        (low, high), middle = found.around(rate), found.value
        is_known = found.certainty >= RULES.likely and found.is_near(rate)
        # Where the trials agree, what was held bounds the capacity; where they do not, a hold is one of them.
        low = max(low, by_hold) if is_known else low
    if is_known:
        return Answer(NAME, Outcome.FOUND, rate, reason, low, high, estimate=middle)
    doubts = (Doubt(DoubtCode.COARSE, _width(low, high, settings)),)
    return Answer(NAME, Outcome.COARSE, rate, reason, low, high, doubts, estimate=middle)


def estimated(evidence: SearchEvidence, settings: CapacitySettings, found: Estimate, why: Message) -> Answer:
    """No rate was confirmed before the search had to end, for the reason `why`; what failed for long bounds it."""
    value = min([found.value, *evidence.failed_refusals])
    low, high = found.around(value)
    text = Message("capacity-unconfirmed", width=_width(low, high, settings))
    return Answer(NAME, Outcome.COARSE, None, why, low, high, (Doubt(DoubtCode.COARSE, text),), estimate=value)


def at_least(evidence: SearchEvidence, settings: CapacitySettings, rate: float) -> Answer:
    """`rate` was confirmed, and nothing above it failed: it is the highest rate allowed, or the highest tried."""
    code = "capacity-at-most-allowed" if rate >= settings.max_rate else "capacity-at-most-tried"
    return Answer(NAME, Outcome.AT_LEAST, rate, Message(code, rate=per_s(rate), held=_held(evidence, rate)), rate, None)


def none_passed(evidence: SearchEvidence, start_rate: float, reason: Message) -> Answer:
    """The lowest rate did not pass; undecided where it could not be shown to fail either."""
    outcome = Outcome.NONE_PASSED if evidence.high is not None else Outcome.UNDECIDED
    return Answer(NAME, outcome, None, reason, None, evidence.high or start_rate)


def drifting(reason: Message, doubts: tuple[Doubt, ...] = ()) -> Answer:
    """The service got slower during the search."""
    return Answer(NAME, Outcome.DRIFTING, None, reason, doubts=doubts)


def undecided(evidence: SearchEvidence, reason: Message, doubts: tuple[Doubt, ...] = ()) -> Answer:
    """Nothing is known but what passed and what did not."""
    return Answer(NAME, Outcome.UNDECIDED, None, reason, evidence.low, evidence.ceiling, doubts)


def _held(evidence: SearchEvidence, rate: float) -> Quantity:
    """Length of the last confirmation of `rate` that passed."""
    return duration(next(result.trial.hold_s for result in reversed(evidence.trials) if _confirms(result, rate)))


def _confirms(result: TrialResult, rate: float) -> bool:
    trial = result.trial
    return trial.purpose is Purpose.CONFIRM and trial.rate == rate and result.verdict.state is State.PASSED


def _width(low: float, high: float, settings: CapacitySettings) -> Message:
    return Message("capacity-width", width=share(high / low - 1.0), asked=share(settings.precision))
