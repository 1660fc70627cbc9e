"""Calls that pile up although CPU is free, and connections of the generator that hold them back."""

from loadproof.findings.cpu_use import CpuUse, cpu_is_free, host_busy_share
from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.trend import growth_of, rising_error
from loadproof.model.duration import duration_text

__all__ = ["queueing"]

_CHANCE = 0.01
_LEAST_WAIT_MS = 1.0
"""A shorter wait is that of connections that were being made."""
_LEAST_GROWTH_CALLS = 10.0
_LEAST_GROWTH_SHARE = 0.2
"""Of the mean: calls in flight of one second resemble those of the last, so that chance alone moves them."""


def queueing(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on growth and on busy connections; that CPU is free makes hypotheses of them."""
    grows, limited = _growth(failed), _limited(failed, passed)
    free = _free_cpu(failed)
    findings = [*grows, *limited]
    if free:
        text = (
            "The calls wait in the service for something other than CPU: a lock, a pool of threads or connections, "
            "or a service behind it."
        )
        test = "Take thread dumps at this rate, or double the suspected pool and repeat the trial."
        findings += [hypothesis(of, text, test, *free) for of in grows]
        text = "The generator's limit of connections caps the rate, not the service."
        test = "Repeat the trial with twice the connections; the rate that passes must rise."
        findings += [hypothesis(of, text, test, *free) for of in limited]
    return findings


def _growth(failed: TrialEvidence) -> list[Finding]:
    calls = [count for _, count in failed.backlog]
    growth = growth_of(calls)
    least = max(_LEAST_GROWTH_CALLS, _LEAST_GROWTH_SHARE * sum(calls) / max(1, len(calls)))
    if growth < least or rising_error(calls) > _CHANCE:
        return []
    over_s = failed.backlog[-1][0] - failed.backlog[0][0]
    text = f"The calls in flight or waiting grew by about {growth:,.0f} in {duration_text(over_s)}."
    evidence = [
        Evidence("growth of calls in flight or waiting", growth, "calls"),
        Evidence("most", max(calls), "calls"),
    ]
    return [fact(failed.number, Cause.QUEUEING, text, *evidence)]


def _limited(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    wait_ms = failed.quantile_ms("wait_ms", "p99")
    if "connection-limit" not in failed.doubts or wait_ms is None or wait_ms < _LEAST_WAIT_MS:
        return []
    before_ms = passed.quantile_ms("wait_ms", "p99") if passed else None
    text = f"Calls waited for a connection of the generator, for all that it may open were busy: p99 {wait_ms:.3g} ms."
    return [
        fact(failed.number, Cause.CONNECTION_LIMIT, text, *figures("p99 of the wait", wait_ms, "ms", passed, before_ms))
    ]


def _free_cpu(failed: TrialEvidence) -> list[Evidence]:
    """The figures that show free CPU; empty where it is not free, or not known."""
    share = host_busy_share(failed)
    if share is None or not cpu_is_free(failed):
        return []
    uses = [use for service in failed.service_names if (use := CpuUse.of(failed, service)) is not None]
    machine = Evidence("CPU of the machine", 100 * share, "%")
    return [machine, *(Evidence(f"CPU of {use.service}", use.cores, "cores") for use in uses)]
