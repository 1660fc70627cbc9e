"""Threads that wait for a monitor which another thread holds."""

from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["blocked_threads"]

_BLOCKED = "threads_blocked"
_LEAST_BLOCKED = 1.0
_MOSTLY = 0.5
"""A single burst that a reading met makes a mean, and no lock that holds calls up."""


def blocked_threads(trial: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact where a thread or more was BLOCKED at a time, in most readings; the hypothesis of a lock.

    How many are blocked at a time is also how long threads are blocked in a second, all of them together, in s.
    """
    findings = []
    for service, probe in sorted(trial.probes_of(_BLOCKED).items()):
        blocked, often = trial.settled(probe, _BLOCKED), trial.often(probe, _BLOCKED, _LEAST_BLOCKED)
        if blocked is None or blocked < _LEAST_BLOCKED or often < _MOSTLY:
            continue
        before = passed.settled(probe, _BLOCKED) if passed else None
        beside = passed_words(passed, before, Unit.THREADS)
        text = Message("threads-were-blocked", service=service, threads=Unit.THREADS.figure(blocked), beside=beside)
        name = Message("evidence-threads-blocked", service=service)
        share = Evidence(Message("evidence-readings-blocked"), 100.0 * often, Unit.PERCENT)
        evidence = figures(name, blocked, Unit.THREADS, passed, before)
        of = fact(trial.number, Cause.THREADS_BLOCKED, text, *evidence, share)
        findings += [of, hypothesis(of, Message("lock-holds-up", service=service), Message("test-thread-dumps"))]
    return findings
