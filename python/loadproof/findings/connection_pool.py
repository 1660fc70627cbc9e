"""Calls that wait for a connection of a pool."""

from loadproof.findings.cpu_use import CpuUse, has_free_cpu
from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence

__all__ = ["connection_pool"]

_LEAST_PENDING = 1.0
_LEAST_ACQUIRE_MS = 1.0
_GROWN = 2.0
"""How many times longer than in the trial that passed it takes to get a connection."""
_TEST = (
    "Double the pool, as far as the database allows, and repeat the trial: if the rate that passes rises, the pool was "
    "small; if the time of a statement rises instead, it is the database."
)


def connection_pool(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact on calls that wait; a hypothesis where the wait grew and the service had CPU left."""
    findings = []
    for service in failed.told_of_itself("pool_pending"):
        probe = f"prometheus:{service}"
        pending = failed.settled(probe, "pool_pending")
        if pending is None or pending < _LEAST_PENDING:
            continue
        before = passed.settled(probe, "pool_pending") if passed else None
        text = (
            f"In the service {service} {pending:.3g} calls at a time waited for a connection of its pool"
            f"{passed_words(passed, before, 'calls')}."
        )
        evidence = figures(f"calls of {service} that wait for a connection", pending, "calls", passed, before)
        of = fact(failed.number, Cause.POOL_QUEUE, text, *evidence, *_pool(failed, passed, probe))
        findings.append(of)
        use = CpuUse.of(failed, service)
        if use is not None and has_free_cpu(failed, service) and _grew(failed, passed, probe):
            text = (
                f"The pool of the service {service} is small for this load, or the database holds its connections "
                "long: calls wait for a connection while CPU is free."
            )
            findings.append(hypothesis(of, text, _TEST, Evidence(f"CPU of {service}", use.cores, "cores")))
    return findings


def _pool(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> list[Evidence]:
    """How long a connection was waited for, and how full the pool was, as far as it was read."""
    found = []
    acquire_ms = failed.settled(probe, "pool_acquire_ms")
    if acquire_ms is not None:
        before_ms = passed.settled(probe, "pool_acquire_ms") if passed else None
        found += figures("mean wait for a connection", acquire_ms, "ms", passed, before_ms)
    for name, words in (("pool_active", "connections in use"), ("pool_idle", "idle connections")):
        value = failed.settled(probe, name)
        found += [] if value is None else [Evidence(words, value, "connections")]
    return found


def _grew(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> bool:
    acquire_ms = failed.settled(probe, "pool_acquire_ms")
    if acquire_ms is None or acquire_ms < _LEAST_ACQUIRE_MS:
        return False
    before_ms = passed.settled(probe, "pool_acquire_ms") if passed else None
    return before_ms is None or acquire_ms >= _GROWN * before_ms
