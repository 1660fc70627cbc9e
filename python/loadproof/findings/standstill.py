"""Seconds in which a service that else answers all the time answered nothing, while calls lay open or were due.

One that answers no more until the end, and has not died, hangs: that is another thing than a pause.
"""

from collections.abc import Iterator
from statistics import median

from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, Value, count, duration
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact

__all__ = ["standstill"]

_LEAST_ANSWERS = 10.0
"""Fewer a second, and by chance one has none: at ten of a Poisson stream that is 1 of 22,000."""
_LEAST_OPEN_SHARE = 0.5
"""Smallest number of open calls at the end of a still second, as a share of the calls due in this second.

With fewer open calls there was nothing to answer.
"""
_LEAST_BESIDE_OTHERS_S = 2
"""Seconds. A service that can run gets its turn in less, even if other processes use the processors."""
_LEAST_FOR_GOOD_S = 5
_LEAST_BEFORE_S = 3
"""Seconds with answers: before them nothing is known of how it answers."""
_LEAST_SILENT_SHARE = 0.5
"""Smallest unanswered share of the calls due since the last answer: refused and reset calls have their own findings."""
_SILENT_ERRORS = ("timeout",)
_Stop = tuple[int, int]
"""First second, and the one after the last."""


def standstill(failed: TrialEvidence, _passed: TrialEvidence | None) -> list[Finding]:
    """A fact on whole seconds without an answer, but for those in which it may have been the generator or others."""
    silent = _silent_until_end(failed)
    if silent is not None:
        return [silent]
    stops = [stop for stop in _stops(failed) if not _is_of_others(stop, failed)]
    if not stops:
        return []
    longest = max(end - begin for begin, end in stops)
    backlog = dict(failed.backlog)
    most = max(backlog.get(float(second + 1), 0.0) for begin, end in stops for second in range(begin, end))
    text = Message(
        "stood-still",
        times=count(len(stops)),
        longest=duration(longest),
        first=duration(stops[0][0]),
        calls=Unit.CALLS.figure(most),
    )
    evidence = (
        Evidence(Message("evidence-standstills"), len(stops)),
        Evidence(Message("evidence-longest-standstill"), longest, Unit.SECONDS),
        Evidence(Message("evidence-backlog-in-standstill"), most, Unit.CALLS),
    )
    return [fact(failed.number, Cause.STOOD_STILL, text, *evidence)]


def _silent_until_end(failed: TrialEvidence) -> Finding | None:
    """A fact on a service that lives and answers no more; None where it died, or answered to the end."""
    busy = [(second, due, answered) for second, due, answered in failed.answered if due]
    with_answers = [second for second, _, answered in busy if answered]
    if failed.deaths or len(with_answers) < _LEAST_BEFORE_S:
        return None
    begin = with_answers[-1] + 1
    if median([answered for second, _, answered in busy if second < begin]) < _LEAST_ANSWERS:
        return None
    since = [(second, due) for second, due, _ in busy if second >= begin and not _is_left_out(second, failed)]
    calls = sum(due for _, due in since)
    errors = failed.measurement.errors_by_kind
    unanswered = (
        sum(errors.get(kind, 0) for kind in _SILENT_ERRORS) + failed.measurement.dropped + failed.measurement.cut
    )
    if len(since) < _LEAST_FOR_GOOD_S or unanswered < _LEAST_SILENT_SHARE * calls:
        return None
    silent_s = since[-1][0] + 1 - begin
    told: dict[str, Value] = {
        "from": duration(begin),
        "silent": duration(silent_s),
        "calls": Unit.CALLS.figure(calls),
    }
    evidence = (
        Evidence(Message("evidence-silent-time"), silent_s, Unit.SECONDS),
        Evidence(Message("evidence-calls-due"), calls, Unit.CALLS),
    )
    return fact(failed.number, Cause.STOPPED_ANSWERING, Message("stopped-answering", **told), *evidence)


def _is_left_out(second: int, failed: TrialEvidence) -> bool:
    return any(begin <= second < end for begin, end in failed.measurement.left_out_s)


def _is_of_others(stop: _Stop, failed: TrialEvidence) -> bool:
    begin, end = stop
    if end - begin >= _LEAST_BESIDE_OTHERS_S:
        return False
    return any(begin < to and since < end for since, to in failed.measurement.disturbed_s)


def _stops(failed: TrialEvidence) -> Iterator[_Stop]:
    """Seconds on end that the service let pass; in one that the generator stood still nothing is known of it."""
    busy = [answered for _, due, answered in failed.answered if due]
    if not busy or median(busy) < _LEAST_ANSWERS:
        return
    backlog = dict(failed.backlog)
    begun: int | None = None
    last = -1
    for second, due, answered in failed.answered:
        is_open = backlog.get(float(second + 1), 0.0) >= max(1.0, _LEAST_OPEN_SHARE * due)
        is_still = bool(due) and not answered and is_open and not _is_left_out(second, failed)
        if begun is not None and (not is_still or second != last + 1):
            yield begun, last + 1
            begun = None
        if is_still:
            begun = second if begun is None else begun
            last = second
    if begun is not None:
        yield begun, last + 1
