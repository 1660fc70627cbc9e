"""Knee of the response time as the rate rises."""

from collections.abc import Sequence

from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, milliseconds, rate
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact

__all__ = ["knee"]


def knee(trials: Sequence[TrialEvidence]) -> Finding | None:
    """The fact, on the first failed trial above the highest that passed, of how p99 rose between them.

    None where there is no such pair, where a p99 is missing, or where it did not rise.
    """
    passed = max((trial for trial in trials if trial.state == "passed"), key=_rate, default=None)
    if passed is None or passed.rate is None:
        return None
    above = [trial for trial in trials if trial.state == "failed" and _rate(trial) > passed.rate]
    failed = min(above, key=_rate, default=None)
    if failed is None or failed.rate is None:
        return None
    from_ms, to_ms = passed.measurement.response_ms.p99, failed.measurement.response_ms.p99
    if from_ms is None or to_ms is None or to_ms <= from_ms:
        return None
    text = Message(
        "response-time-breaks",
        low=rate(passed.rate),
        high=rate(failed.rate),
        begin=milliseconds(from_ms),
        end=milliseconds(to_ms),
    )
    return fact(
        failed.number,
        Cause.KNEE,
        text,
        Evidence(Message("evidence-highest-passed"), passed.rate, Unit.PER_SECOND),
        Evidence(Message("evidence-lowest-failed"), failed.rate, Unit.PER_SECOND),
        Evidence(Message("evidence-p99-passed"), from_ms, Unit.MILLISECONDS),
        Evidence(Message("evidence-p99-failed"), to_ms, Unit.MILLISECONDS),
    )


def _rate(trial: TrialEvidence) -> float:
    return -1.0 if trial.rate is None else trial.rate
