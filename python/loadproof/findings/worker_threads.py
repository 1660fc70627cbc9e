"""Calls that wait for a thread of the service."""

from loadproof.findings.cpu_use import CpuUse, cpu_is_free, has_free_cpu
from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence

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
            text = f"The threads of the service {service} wait for something other than CPU, and calls wait for them."
            test = "Take thread dumps at this rate: they show what the threads wait for. Or double them and repeat."
            findings.append(hypothesis(of, text, test, Evidence(f"CPU of {service}", use.cores, "cores")))
    return findings


def _queued(failed: TrialEvidence, passed: TrialEvidence | None, service: str) -> Finding | None:
    probe = f"prometheus:{service}"
    queued = failed.settled(probe, "threads_queued")
    if queued is None or queued < _LEAST_QUEUED:
        return None
    before = passed.settled(probe, "threads_queued") if passed else None
    text = (
        f"In the service {service} {queued:.3g} calls at a time waited for a thread"
        f"{passed_words(passed, before, 'calls')}."
    )
    evidence = figures(f"calls of {service} that wait for a thread", queued, "calls", passed, before)
    return fact(failed.number, Cause.THREAD_QUEUE, text, *evidence, *_threads(failed, service))


def _full(failed: TrialEvidence, service: str) -> Finding | None:
    probe = f"prometheus:{service}"
    busy, most = failed.settled(probe, "threads_busy"), failed.settled(probe, "threads_max")
    if busy is None or not most or busy < _FULL * most:
        return None
    text = f"Of the {most:.4g} threads of the service {service} {busy:.4g} were busy at a time."
    return fact(failed.number, Cause.THREAD_QUEUE, text, *_threads(failed, service))


def _threads(failed: TrialEvidence, service: str) -> list[Evidence]:
    """How many threads were busy and how many there are, as far as it was read."""
    names = (("threads_busy", f"busy threads of {service}"), ("threads_max", "most threads"))
    read = [(words, failed.settled(f"prometheus:{service}", name)) for name, words in names]
    return [Evidence(words, value, "threads") for words, value in read if value is not None]
