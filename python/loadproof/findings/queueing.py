"""Calls that pile up although CPU is free, and connections of the generator that hold them back."""

from loadproof.findings.cpu_use import CpuUse, cpu_is_free, host_busy_share
from loadproof.findings.passed_beside import figures
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, count, duration, milliseconds
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis
from loadproof.stats.trend import growth_of, rising_error

__all__ = ["queueing"]

_CHANCE = 0.01
_LEAST_WAIT_MS = 1.0
"""A shorter wait is that of connections that were being made."""
_LEAST_GROWTH_CALLS = 10.0
_LEAST_GROWTH_SHARE = 0.2
"""Smallest growth as a share of the mean: calls in flight resemble the last second, so chance alone moves them."""


def queueing(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on growth and on busy connections; that CPU is free makes hypotheses of them."""
    grows, limited = _growth(failed), _limited(failed, passed)
    free = _free_cpu(failed)
    findings = [*grows, *limited]
    if free:
        text, test = Message("calls-wait-in-service"), Message("test-thread-dumps-or-pool")
        findings += [hypothesis(of, text, test, *free) for of in grows]
        text, test = Message("connection-limit-caps"), Message("test-twice-the-connections")
        findings += [hypothesis(of, text, test, *free) for of in limited]
    return findings


def _growth(failed: TrialEvidence) -> list[Finding]:
    calls = [in_flight for _, in_flight in failed.backlog]
    growth = growth_of(calls)
    least = max(_LEAST_GROWTH_CALLS, _LEAST_GROWTH_SHARE * sum(calls) / max(1, len(calls)))
    if growth < least or rising_error(calls) > _CHANCE:
        return []
    over_s = failed.backlog[-1][0] - failed.backlog[0][0]
    text = Message("backlog-grew", growth=count(round(growth)), over=duration(over_s))
    evidence = [
        Evidence(Message("evidence-backlog-growth"), growth, Unit.CALLS),
        Evidence(Message("evidence-backlog-most"), max(calls), Unit.CALLS),
    ]
    return [fact(failed.number, Cause.QUEUEING, text, *evidence)]


def _limited(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    wait_ms = failed.measurement.wait_ms.p99
    if "connection-limit" not in failed.doubts or wait_ms is None or wait_ms < _LEAST_WAIT_MS:
        return []
    before_ms = passed.measurement.wait_ms.p99 if passed else None
    text = Message("calls-waited-for-connection", p99=milliseconds(wait_ms))
    evidence = figures(Message("evidence-wait"), wait_ms, Unit.MILLISECONDS, passed, before_ms)
    return [fact(failed.number, Cause.CONNECTION_LIMIT, text, *evidence)]


def _free_cpu(failed: TrialEvidence) -> list[Evidence]:
    """The figures that show free CPU; empty where it is not free, or not known."""
    share = host_busy_share(failed)
    if share is None or not cpu_is_free(failed):
        return []
    uses = [use for service in failed.service_names if (use := CpuUse.of(failed, service)) is not None]
    machine = Evidence(Message("evidence-machine-cpu"), 100 * share, Unit.PERCENT)
    by_service = (Evidence(Message("evidence-cpu", service=use.service), use.cores, Unit.CORES) for use in uses)
    return [machine, *by_service]
