"""Where the response time breaks as the rate rises."""

from collections.abc import Sequence

from loadproof.findings.finding import Cause, Evidence, Finding, fact
from loadproof.findings.trial_evidence import TrialEvidence

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
    from_ms, to_ms = passed.quantile_ms("response_ms", "p99"), failed.quantile_ms("response_ms", "p99")
    if from_ms is None or to_ms is None or to_ms <= from_ms:
        return None
    text = (
        f"The response time breaks between {passed.rate:.5g}/s and {failed.rate:.5g}/s: its p99 rises "
        f"from {from_ms:.4g} ms to {to_ms:.4g} ms, over calls that were answered."
    )
    return fact(
        failed.number,
        Cause.KNEE,
        text,
        Evidence("highest rate that passed", passed.rate, "/s"),
        Evidence("lowest rate above that failed", failed.rate, "/s"),
        Evidence("p99 at the rate that passed", from_ms, "ms"),
        Evidence("p99 at the rate that failed", to_ms, "ms"),
    )


def _rate(trial: TrialEvidence) -> float:
    return -1.0 if trial.rate is None else trial.rate
