"""Pauses of a garbage collector."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, duration, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

if TYPE_CHECKING:
    from loadproof.records.trend import Trend

__all__ = ["collector", "growing_pauses"]

_PAUSED = "gc_pause_share"
_LEAST_SHARE = 0.05
"""A service that stands still a twentieth of the time has lost as much of its capacity, and more of its tail."""
_LEAST_RISE_PERCENT = 2.0
_LEAST_RISE_PART = 1.0
"""Smallest rise as a part of the level: the share of pauses at least doubles."""
_READINGS_OF_A_STRETCH = 3
_FEWEST_STRETCHES, _MOST_STRETCHES = 20, 60
"""A slope of fewer cannot be trusted; with more a stretch holds too few collections."""


def collector(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per service a fact on the share of time in pauses, where a probe reads it, and the hypothesis that they hold."""
    findings = []
    for service in failed.told_of_itself(_PAUSED):
        probe = f"prometheus:{service}"
        paused = failed.settled(probe, _PAUSED)
        if paused is None or paused < _LEAST_SHARE:
            continue
        before = passed.settled(probe, _PAUSED) if passed else None
        of_passed = None if before is None else 100 * before
        beside = passed_words(passed, of_passed, Unit.PERCENT)
        text = Message("gc-paused", service=service, share=share(paused), beside=beside)
        name = Message("evidence-gc-pauses", service=service)
        evidence = figures(name, 100 * paused, Unit.PERCENT, passed, of_passed)
        of = fact(failed.number, Cause.GC_PAUSES, text, *evidence)
        findings += [of, hypothesis(of, Message("gc-holds-up", service=service), Message("test-double-heap"))]
    return findings


def growing_pauses(held: TrialEvidence) -> list[Finding]:
    """Return a fact and a hypothesis for each service whose share of time in pauses rises over a passed trial's span.

    The rise is judged like the rise of any metric of a soak (docs/method/soak.md). A rise counts if it is at least two
    percentage points and at least a doubling.
    """
    findings = []
    for service, probe in sorted(held.probes_of(_PAUSED).items()):
        points = held.in_span(held.points(probe, _PAUSED))
        trend = _trend(service, points)
        if trend is None or not trend.rises:
            continue
        begin, end = max(0.0, trend.begin), trend.end
        over = duration(points[-1][0] - points[0][0])
        text = Message("gc-share-rose", service=service, begin=share(begin / 100), end=share(end / 100), over=over)
        name = Message("evidence-gc-pauses", service=service)
        at_begin = Evidence(Message("evidence-begin-of", name=name), begin, Unit.PERCENT)
        at_end = Evidence(Message("evidence-end-of", name=name), end, Unit.PERCENT)
        of = fact(held.number, Cause.GC_PAUSES, text, at_begin, at_end)
        findings += [of, hypothesis(of, Message("heap-fills-up", service=service), Message("test-live-set"))]
    return findings


def _trend(service: str, points: Sequence[tuple[float, float]]) -> "Trend | None":
    """Return the trend of the mean pause share over equal stretches, in per cent; None: too few readings to tell."""
    from loadproof.judge.steadiness import SoakSeries, trend_of

    stretches = min(_MOST_STRETCHES, len(points) // _READINGS_OF_A_STRETCH)
    if stretches < _FEWEST_STRETCHES:
        return None
    begin_s = points[0][0]
    # By time: what is older than an hour was rolled up to minutes.
    step_s = (points[-1][0] - begin_s) / stretches
    if step_s <= 0.0:
        return None
    parts: list[list[float]] = [[] for _ in range(stretches)]
    for at_s, paused in points:
        parts[min(stretches - 1, int((at_s - begin_s) / step_s))].append(100.0 * paused)
    if not all(parts):
        # A stretch without a reading tells nothing.
        return None
    means = [sum(part) / len(part) for part in parts]
    label = Message("evidence-gc-pauses", service=service)
    return trend_of(SoakSeries(_PAUSED, "%", label, means, step_s, _LEAST_RISE_PART, _LEAST_RISE_PERCENT))
