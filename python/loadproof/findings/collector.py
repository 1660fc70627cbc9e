"""Pauses of a garbage collector."""

from loadproof.findings.finding import Cause, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.reason import percent

__all__ = ["collector"]

_LEAST_SHARE = 0.05
"""A service that stands still a twentieth of the time has lost as much of its capacity, and more of its tail."""


def collector(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact on the share of time in pauses, where a probe reads it, and the hypothesis that they hold."""
    findings = []
    for service in failed.told_of_itself("gc_pause_share"):
        probe = f"prometheus:{service}"
        share = failed.settled(probe, "gc_pause_share")
        if share is None or share < _LEAST_SHARE:
            continue
        before = passed.settled(probe, "gc_pause_share") if passed else None
        of_passed = None if before is None else 100 * before
        text = (
            f"The service {service} stood still {percent(share)} of the time for its garbage collector"
            f"{passed_words(passed, of_passed, '%')}."
        )
        evidence = figures(f"garbage collection pauses of {service}", 100 * share, "%", passed, of_passed)
        of = fact(failed.number, Cause.GC_PAUSES, text, *evidence)
        text = f"The garbage collector holds the calls of the service {service} up: its heap is small for this load."
        test = "Double its heap and repeat the trial; the share of pauses must fall and the rate that passes must rise."
        findings += [of, hypothesis(of, text, test)]
    return findings
