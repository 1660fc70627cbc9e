"""Memory of a service: its nearness to the limit, and its growth, a fact where it is a leak for certain."""

from collections.abc import Sequence

from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import MemoryLine, TrialEvidence
from loadproof.judge.service_memory import ServiceMemory
from loadproof.model.message import Message, Value, duration, mebibytes, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis
from loadproof.system.runtime import Collector

__all__ = ["leaks", "memory"]

_NEAR_LIMIT = 0.9
_LEAST_GROWTH_SHARE = 0.1
_LEAST_GROWTH_MIB = 16.0
_SERIES = (("cgroup", "memory_mib"), ("process", "pss_mib"))
_LIVE_SET, _LIVE_SET_MAX, _HEAP_MAX = "live_set_mib", "live_set_max_mib", "heap_max_mib"
_LEAK = "leak"


def memory(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on nearness and leaks, and one hypothesis a service: growth where it grows, else the limit."""
    findings = []
    for service in failed.service_names:
        growth = _growth(failed, service)
        near = _near(failed, passed, service)
        findings += near
        if growth is not None:
            of, is_leak = growth
            findings += [of] if is_leak else []
            findings.append(hypothesis(of, Message("service-leaks", service=service), Message("test-soak-for-leak")))
        elif near:
            text, test = Message("want-of-memory-slows", service=service), Message("test-raise-memory-limit")
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
    text = Message(
        "memory-near-limit",
        service=service,
        peak=mebibytes(peak),
        share=share(peak / limit_mib),
        limit=mebibytes(limit_mib),
        beside=passed_words(passed, peak_passed, Unit.MEBIBYTES),
    )
    evidence = figures(Message("evidence-peak-memory", service=service), peak, Unit.MEBIBYTES, passed, peak_passed)
    limit = Evidence(Message("evidence-limit"), limit_mib, Unit.MEBIBYTES)
    return [fact(failed.number, Cause.MEMORY_LIMIT, text, *evidence, limit)]


def _growth(failed: TrialEvidence, service: str) -> tuple[Finding, bool] | None:
    """A rise of that size that does not level off, and whether the judge calls it a leak.

    Of a heap that says how large it may get only what is alive in it counts: the rest fills whatever it leaks.
    """
    heap = [mib for _, mib in _of_heap(failed, service, _HEAP_MAX)]
    may_live = [mib for _, mib in _of_heap(failed, service, _LIVE_SET_MAX)]
    limit_mib = _limit_mib(failed, service)
    collector = Collector.OTHER if heap else Collector.UNKNOWN
    shown = ServiceMemory(
        _points(failed, service),
        _of_heap(failed, service, _LIVE_SET),
        limit_mib,
        collector,
        heap[-1] if heap else None,
        may_live[-1] if may_live else None,
    )
    # A command that failed no trial beside a service need not wait for numpy.
    from loadproof.judge.leak import MemoryShape, Span, live_set_trend, memory_trend

    span = Span(0.0, failed.duration_s + 1.0)
    waits = service not in failed.leaking
    of_used = None if heap else memory_trend(shown.used, span, limit_mib, waits_for_collector=waits)
    alive = live_set_trend(shown.live_set, span, shown.live_set_limit_mib)
    found = alive or of_used
    if found is None or not found.rises or found.shape in (MemoryShape.NONE, MemoryShape.LEVELLING_OFF):
        return None
    growth_mib = found.end - found.begin
    if growth_mib < max(_LEAST_GROWTH_MIB, _LEAST_GROWTH_SHARE * found.begin):
        return None
    over_s = max(1.0, found.span_s - found.from_s)
    evidence = [Evidence(Message("evidence-memory-growth", service=service), found.per_s, Unit.MEBIBYTES_PER_SECOND)]
    outlook: Value = ""
    left_s = found.full_after_s(found.per_s)
    # Of what has ended there is nothing to forecast.
    if found.limit_mib is not None and left_s and not failed.deaths:
        outlook = Message("growth-reaches-limit", limit=mebibytes(found.limit_mib), left=duration(left_s))
        evidence.append(Evidence(Message("evidence-time-to-limit"), left_s, Unit.SECONDS))
    text = Message(
        "memory-grew" if alive is None else "live-set-grew",
        service=service,
        growth=mebibytes(growth_mib),
        over=duration(over_s),
        outlook=outlook,
    )
    of = fact(failed.number, Cause.MEMORY_GROWTH, text, *evidence)
    return of, found.shape is MemoryShape.LEAK


def leaks(held: TrialEvidence) -> list[Finding]:
    """Return a fact with a forecast and a hypothesis for each memory that leaks in a passed trial.

    For a soak, the verdict of its own judge counts, because this judge knew the processes. A hold is usually shorter
    than a soak. In a hold, a leak must also be as large as in a failed trial. If the memory limit is known, the leak
    must fill the memory within ten lengths of the hold.
    """
    test = Message("test-soak-for-leak" if held.lines is None else "test-heap-dumps")
    lines = _of_hold(held) if held.lines is None else held.lines
    findings = []
    for line in lines:
        figure, _, service = line.name.partition(" of ")
        if line.shape == _LEAK and service:
            of = _along_line(held, line, service, is_live_set=figure == _LIVE_SET)
            findings += [of, hypothesis(of, Message("service-leaks", service=service), test)]
    return findings


def _of_hold(held: TrialEvidence) -> Sequence[MemoryLine]:
    if held.span is None or not held.memory:
        return []
    from loadproof.judge.leak import HORIZON, Span
    from loadproof.judge.soak_memory import memory_trends
    from loadproof.records.trend import Trend

    span = Span(*held.span)
    return [
        trend
        for trend in memory_trends(held.memory, span)
        if isinstance(trend, Trend)
        and trend.end - trend.begin >= max(_LEAST_GROWTH_MIB, _LEAST_GROWTH_SHARE * trend.begin)
        and (trend.exhaustion_s is None or trend.exhaustion_s <= HORIZON * span.length_s)
    ]


def _along_line(held: TrialEvidence, line: MemoryLine, service: str, *, is_live_set: bool) -> Finding:
    values: dict[str, Value] = {
        "service": service,
        "pace": mebibytes(line.per_hour),
        "low": mebibytes(line.per_hour_low),
        "high": mebibytes(line.per_hour_high),
        "begin": mebibytes(line.begin),
        "end": mebibytes(line.end),
        "outlook": "",
    }
    pace = Message("evidence-memory-growth", service=service)
    evidence = [
        Evidence(pace, line.per_hour, Unit.MEBIBYTES_PER_HOUR),
        Evidence(Message("evidence-at-least", name=pace), line.per_hour_low, Unit.MEBIBYTES_PER_HOUR),
        Evidence(Message("evidence-at-most", name=pace), line.per_hour_high, Unit.MEBIBYTES_PER_HOUR),
    ]
    about_s, least_s, most_s = line.exhaustion_s, line.exhaustion_low_s, line.exhaustion_high_s
    if about_s is not None and least_s is not None and most_s is not None:
        about, least, most = duration(about_s), duration(least_s), duration(most_s)
        values["outlook"] = Message("memory-full-after", about=about, least=least, most=most)
        evidence.append(Evidence(Message("evidence-time-to-limit"), about_s, Unit.SECONDS))
    code = "live-set-rises-along-line" if is_live_set else "memory-rises-along-line"
    return fact(held.number, Cause.MEMORY_GROWTH, Message(code, **values), *evidence)
