"""Memory of a service: its nearness to the limit, and its growth, a fact where it is a leak for certain."""

from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.reason import percent
from loadproof.judge.service_memory import ServiceMemory
from loadproof.model.duration import duration_text
from loadproof.system.runtime import Collector

__all__ = ["memory"]

_NEAR_LIMIT = 0.9
_LEAST_GROWTH_SHARE = 0.1
_LEAST_GROWTH_MIB = 16.0
_SERIES = (("cgroup", "memory_mib"), ("process", "pss_mib"))
_LIVE_SET, _HEAP_MAX = "live_set_mib", "heap_max_mib"


def memory(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on nearness and leaks, and one hypothesis a service: growth where it grows, else the limit."""
    findings = []
    for service in failed.service_names:
        growth = _growth(failed, service)
        near = _near(failed, passed, service)
        findings += near
        if growth is not None:
            of, is_leak = growth
            text = f"The service {service} leaks memory, or fills a heap or a cache that has not found its size."
            test = (
                "Hold a rate that passes for long (soak): a heap or a cache stops to grow, a leak does not. "
                "Then compare two heap dumps."
            )
            findings += [of] if is_leak else []
            findings.append(hypothesis(of, text, test))
        elif near:
            text = f"Want of memory slows the service {service}: garbage collection, or pages read again and again."
            test = "Raise its memory limit by half and repeat the trial; the rate that passes must rise."
            findings.append(hypothesis(near[0], text, test))
    return findings


def _points(trial: TrialEvidence, service: str) -> list[tuple[float, float]]:
    """(s, MiB) up to the first fall below half of the peak: after that it is another process."""
    points = next((found for kind, name in _SERIES if (found := trial.points(f"{kind}:{service}", name))), [])
    peak = 0.0
    for index, (_, value) in enumerate(points):
        peak = max(peak, value)
        if value < peak / 2:
            return points[:index]
    return points


def _of_heap(trial: TrialEvidence, service: str, name: str) -> list[tuple[float, float]]:
    """(s, MiB) of what a runtime says of its heap, where a probe reads it."""
    probes = [probe for probe, read in trial.readings if read == name and probe.partition(":")[2] == service]
    return trial.points(probes[0], name) if probes else []


def _peak(trial: TrialEvidence, service: str) -> float | None:
    return max((value for _, value in _points(trial, service)), default=None)


def _limit_mib(trial: TrialEvidence, service: str) -> float | None:
    read = trial.values(f"cgroup:{service}", "memory_limit_mib")
    declared = trial.services[service].memory_mib if service in trial.services else None
    limits = [limit for limit in (*read[-1:], declared) if limit is not None and limit > 0]
    return min(limits, default=None)


def _near(failed: TrialEvidence, passed: TrialEvidence | None, service: str) -> list[Finding]:
    limit_mib, peak = _limit_mib(failed, service), _peak(failed, service)
    if limit_mib is None or peak is None or peak < _NEAR_LIMIT * limit_mib:
        return []
    peak_passed = _peak(passed, service) if passed else None
    text = (
        f"The memory of the service {service} came to {peak:.4g} MiB, {percent(peak / limit_mib)} "
        f"of its limit of {limit_mib:.4g} MiB{passed_words(passed, peak_passed, 'MiB')}."
    )
    evidence = figures(f"most memory of {service}", peak, "MiB", passed, peak_passed)
    return [fact(failed.number, Cause.MEMORY_LIMIT, text, *evidence, Evidence("limit", limit_mib, "MiB"))]


def _growth(failed: TrialEvidence, service: str) -> tuple[Finding, bool] | None:
    """A rise of that size that does not level off, and whether the judge calls it a leak.

    Of a heap that says how large it may get only what is alive in it counts: the rest fills whatever it leaks.
    """
    heap = _of_heap(failed, service, _HEAP_MAX)
    limit_mib = _limit_mib(failed, service)
    collector = Collector.OTHER if heap else Collector.UNKNOWN
    shown = ServiceMemory(
        _points(failed, service),
        _of_heap(failed, service, _LIVE_SET),
        limit_mib,
        collector,
        heap[-1][1] if heap else None,
    )
    # A command that failed no trial beside a service need not wait for numpy.
    from loadproof.judge.leak import MemoryShape, Span, live_set_trend, memory_trend

    span = Span(0.0, failed.duration_s + 1.0)
    of_used = None if heap else memory_trend(shown.used, span, limit_mib, waits_for_collector=True)
    alive = live_set_trend(shown.live_set, span, shown.live_set_limit_mib)
    found = alive or of_used
    if found is None or not found.rises or found.shape in (MemoryShape.NONE, MemoryShape.LEVELLING_OFF):
        return None
    growth_mib = found.end - found.begin
    if growth_mib < max(_LEAST_GROWTH_MIB, _LEAST_GROWTH_SHARE * found.begin):
        return None
    over_s = max(1.0, found.span_s - found.from_s)
    what = "memory" if alive is None else "live set"
    text = f"The {what} of the service {service} grew by {growth_mib:.4g} MiB in {duration_text(over_s)}"
    evidence = [Evidence(f"growth of memory of {service}", found.per_s, "MiB/s")]
    left_s = found.full_after_s(found.per_s)
    if found.limit_mib is not None and left_s:
        text += f"; at that pace its limit of {found.limit_mib:.4g} MiB is reached {duration_text(left_s)} later"
        evidence.append(Evidence("time to the limit", left_s, "s"))
    of = fact(failed.number, Cause.MEMORY_GROWTH, f"{text}.", *evidence)
    return of, found.shape is MemoryShape.LEAK
