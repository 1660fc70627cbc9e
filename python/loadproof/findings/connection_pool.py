"""Calls that wait for a connection of a pool."""

from collections.abc import Iterator

from loadproof.findings.cpu_use import CpuUse, has_free_cpu
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["connection_pool", "exhausted_pools"]

_PENDING = "pool_pending"
_LEAST_PENDING = 1.0
_LEAST_ACQUIRE_MS = 1.0
_GROWN = 2.0
"""Smallest growth of the time to get a connection, as a multiple of the time in the passed trial."""
_MOSTLY = 0.5
_MOST_IDLE = 0.05
"""Largest idle share of an exhausted pool."""


def connection_pool(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact on calls that wait; a hypothesis where the wait grew and the service had CPU left."""
    services = failed.told_of_itself(_PENDING)
    return [finding for service in services for finding in _of_service(failed, passed, service)]


def exhausted_pools(held: TrialEvidence) -> list[Finding]:
    """Return the findings of `connection_pool` on a passed trial, for each service whose pool is exhausted.

    A pool is exhausted if calls wait in at least half of the readings, and at most a twentieth of its connections is
    idle. If idle connections are not counted, the waiting calls decide alone.
    """
    services = [service for service in held.told_of_itself(_PENDING) if _is_at_its_end(held, f"prometheus:{service}")]
    return [finding for service in services for finding in _of_service(held, None, service)]


def _is_at_its_end(held: TrialEvidence, probe: str) -> bool:
    idle, active = held.settled(probe, "pool_idle"), held.settled(probe, "pool_active")
    is_used_up = idle is None or idle <= _MOST_IDLE * (idle + (active or 0.0))
    return is_used_up and held.often(probe, _PENDING, _LEAST_PENDING) >= _MOSTLY


def _of_service(failed: TrialEvidence, passed: TrialEvidence | None, service: str) -> Iterator[Finding]:
    probe = f"prometheus:{service}"
    pending = failed.settled(probe, _PENDING)
    if pending is None or pending < _LEAST_PENDING:
        return
    before = passed.settled(probe, _PENDING) if passed else None
    beside = passed_words(passed, before, Unit.CALLS)
    text = Message("calls-wait-for-pool", service=service, calls=Unit.CALLS.figure(pending), beside=beside)
    evidence = figures(Message("evidence-pool-pending", service=service), pending, Unit.CALLS, passed, before)
    of = fact(failed.number, Cause.POOL_QUEUE, text, *evidence, *_pool(failed, passed, probe))
    yield of
    use = CpuUse.of(failed, service)
    if use is not None and has_free_cpu(failed, service) and _grew(failed, passed, probe):
        cpu = Evidence(Message("evidence-cpu", service=service), use.cores, Unit.CORES)
        yield hypothesis(of, Message("pool-small", service=service), Message("test-double-pool"), cpu)


def _pool(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> list[Evidence]:
    """Return the time to get a connection, and the active and idle connections of the pool, as far as known."""
    found = []
    acquire_ms = failed.settled(probe, "pool_acquire_ms")
    if acquire_ms is not None:
        before_ms = passed.settled(probe, "pool_acquire_ms") if passed else None
        found += figures(Message("evidence-pool-wait"), acquire_ms, Unit.MILLISECONDS, passed, before_ms)
    for name, words in (("pool_active", Message("evidence-pool-active")), ("pool_idle", Message("evidence-pool-idle"))):
        value = failed.settled(probe, name)
        found += [] if value is None else [Evidence(words, value, Unit.CONNECTIONS)]
    return found


def _grew(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> bool:
    acquire_ms = failed.settled(probe, "pool_acquire_ms")
    if acquire_ms is None or acquire_ms < _LEAST_ACQUIRE_MS:
        return False
    before_ms = passed.settled(probe, "pool_acquire_ms") if passed else None
    return before_ms is None or acquire_ms >= _GROWN * before_ms
