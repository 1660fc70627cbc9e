"""Calls that wait for a thread of the service."""

from loadproof.findings.cpu_use import CpuUse, cpu_is_free, has_free_cpu
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, number
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["worker_threads"]

_LEAST_QUEUED = 1.0
_FULL = 0.95


def worker_threads(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact on calls that wait or on threads that are all busy; a hypothesis where CPU was left."""
    findings = []
    for service in failed.told_of_itself("threads_busy", "threads_queued"):
        of = _queued(failed, passed, service) or _full(failed, service)
        if of is None:
            continue
        findings.append(of)
        use = CpuUse.of(failed, service)
        if use is not None and (has_free_cpu(failed, service) or cpu_is_free(failed)):
            text, test = Message("threads-wait", service=service), Message("test-thread-dumps-or-threads")
            cpu = Evidence(Message("evidence-cpu", service=service), use.cores, Unit.CORES)
            findings.append(hypothesis(of, text, test, cpu))
    return findings


def _queued(failed: TrialEvidence, passed: TrialEvidence | None, service: str) -> Finding | None:
    probe = f"prometheus:{service}"
    queued = failed.settled(probe, "threads_queued")
    if queued is None or queued < _LEAST_QUEUED:
        return None
    before = passed.settled(probe, "threads_queued") if passed else None
    beside = passed_words(passed, before, Unit.CALLS)
    values = {"service": service, "calls": Unit.CALLS.figure(queued), "beside": beside}
    text = Message("calls-wait-for-thread", **values)
    busy, most = failed.settled(probe, "threads_busy"), failed.settled(probe, "threads_max")
    if busy is not None and most:
        text = Message("calls-wait-for-busy-thread", **values, busy=number(busy), most=number(most))
    evidence = figures(Message("evidence-threads-queued", service=service), queued, Unit.CALLS, passed, before)
    return fact(failed.number, Cause.THREAD_QUEUE, text, *evidence, *_threads(failed, service))


def _full(failed: TrialEvidence, service: str) -> Finding | None:
    probe = f"prometheus:{service}"
    busy, most = failed.settled(probe, "threads_busy"), failed.settled(probe, "threads_max")
    if busy is None or not most or busy < _FULL * most:
        return None
    text = Message("threads-busy", service=service, most=number(most), busy=number(busy))
    return fact(failed.number, Cause.THREAD_QUEUE, text, *_threads(failed, service))


def _threads(failed: TrialEvidence, service: str) -> list[Evidence]:
    """Return the number of busy threads and the largest number of threads, as far as they were read."""
    names = (
        ("threads_busy", Message("evidence-threads-busy", service=service)),
        ("threads_max", Message("evidence-threads-most")),
    )
    read = [(words, failed.settled(f"prometheus:{service}", name)) for name, words in names]
    return [Evidence(words, value, Unit.THREADS) for words, value in read if value is not None]
