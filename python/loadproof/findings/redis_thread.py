"""Saturation of the one thread of Redis that runs commands."""

from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["redis_thread"]

_SATURATED = 0.9


def redis_thread(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per Redis server a fact if its thread used 90 % of a core or more, and the hypothesis that calls wait for it."""
    findings = []
    for probe in sorted({probe for probe, name in failed.readings if name == "main_thread_cores"}):
        used, name = failed.settled(probe, "main_thread_cores"), probe.partition(":")[2]
        if used is None or used < _SATURATED:
            continue
        before = passed.settled(probe, "main_thread_cores") if passed else None
        of_passed = None if before is None else 100.0 * before
        beside = passed_words(passed, of_passed, Unit.PERCENT)
        text = Message("redis-thread-saturated", database=name, share=share(used), beside=beside)
        evidence = figures(
            Message("evidence-redis-thread", database=name), 100.0 * used, Unit.PERCENT, passed, of_passed
        )
        commands = failed.settled(probe, "commands_per_s")
        if commands is not None:
            evidence.append(Evidence(Message("evidence-redis-commands", database=name), commands, Unit.PER_SECOND))
        of = fact(failed.number, Cause.REDIS_THREAD, text, *evidence)
        supposed = Message("redis-holds-up", database=name)
        findings += [of, hypothesis(of, supposed, Message("test-fewer-commands"))]
    return findings
