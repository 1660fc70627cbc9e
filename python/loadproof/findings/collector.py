"""Pauses of a garbage collector."""

from loadproof.findings.finding import Cause, Finding, Unit, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, share

__all__ = ["collector"]

_LEAST_SHARE = 0.05
"""A service that stands still a twentieth of the time has lost as much of its capacity, and more of its tail."""


def collector(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact on the share of time in pauses, where a probe reads it, and the hypothesis that they hold."""
    findings = []
    for service in failed.told_of_itself("gc_pause_share"):
        probe = f"prometheus:{service}"
        paused = failed.settled(probe, "gc_pause_share")
        if paused is None or paused < _LEAST_SHARE:
            continue
        before = passed.settled(probe, "gc_pause_share") if passed else None
        of_passed = None if before is None else 100 * before
        beside = passed_words(passed, of_passed, Unit.PERCENT)
        text = Message("gc-paused", service=service, share=share(paused), beside=beside)
        name = Message("evidence-gc-pauses", service=service)
        evidence = figures(name, 100 * paused, Unit.PERCENT, passed, of_passed)
        of = fact(failed.number, Cause.GC_PAUSES, text, *evidence)
        findings += [of, hypothesis(of, Message("gc-holds-up", service=service), Message("test-double-heap"))]
    return findings
