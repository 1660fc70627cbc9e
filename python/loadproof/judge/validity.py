"""Decides what verdict a measurement bears: doubts of the generator, its machine and the stand may take its ground."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.limits import LIMITS
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.own_errors import own_error_doubts, own_errors
from loadproof.judge.verdict import State, Verdict
from loadproof.model.message import Message, count, milliseconds, share
from loadproof.model.slo import Slo, SloKind
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["OF_LATENESS", "HostReading", "Lost", "doubts_of", "failure_stands", "judged_valid"]

_LATE_SHARE = 0.01
OF_LATENESS = frozenset({DoubtCode.LATE_SENDS, DoubtCode.GENERATOR_CPU})
"""Doubts of a generator that was late or had no processor time left: responses may be longer than the service's."""
_FOR_WANT_OF_TIME = (
    *("refused", "connect-failed", "tls-failed", "tls-closed"),
    *("status-5", "status-408", "status-429"),
)
"""Prefixes of errors that a service may give just because it was starved for a while.

A failed check of a body, a redirect, a certificate that is not trusted, a 404 or garbage is none of them.
"""
_OF_WAITING = frozenset({DoubtCode.DESCRIPTORS, DoubtCode.PORTS, DoubtCode.CONNECTION_ROOM})
"""Calls waited for a connection that this machine could not open: each is slower by its wait, none is quicker."""
_RECKONED_OUT = frozenset({*OF_LATENESS, *_OF_WAITING, DoubtCode.DISTURBED, DoubtCode.OWN_ERRORS})
"""A failure stands if it is one without the calls that these spoiled."""


@dataclass(frozen=True, slots=True)
class HostReading:
    """Other use of the machine during the trial: shares (0 to 1) of all its cores; None: not known."""

    steal_share: float | None = None
    """Time that the hypervisor took away."""
    foreign_share: float | None = None
    """Time of processes that belong neither to loadproof nor to the stand."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Time that others on the machine took from our side in a trial, and the shortest timeout of a call, both in ms."""

    time_ms: float
    timeout_ms: float
    timed_checks: frozenset[str] = frozenset()
    """Error kinds of checks on the response time: a call that lost time may fail one."""


def lateness_limit_ms(slos: Sequence[Slo], measurement: MeasuredSpan) -> float:
    """The lateness that a p99 of sends may reach: a tenth of the tightest threshold, at least 1 ms.

    The thresholds of an SLO on Apdex are the target times T of its operations. Without an SLO on time the median
    response stands for the threshold.
    """
    thresholds_ms = [slo.threshold_ms for slo in slos if slo.threshold_ms is not None]
    thresholds_ms += [
        target_ms for slo in slos if slo.kind is SloKind.APDEX for target_ms in _targets(slo, measurement)
    ]
    if not thresholds_ms and measurement.response.count:
        thresholds_ms = [measurement.response.quantile_ms(0.5)]
    return max(LIMITS.least_lateness_ms, LIMITS.lateness_part * min(thresholds_ms, default=0.0))


def _targets(slo: Slo, measurement: MeasuredSpan) -> list[float]:
    """Return the target times of the operations that an SLO on Apdex is about, in ms."""
    named = measurement.operations.get(slo.operation) if slo.operation is not None else None
    spans = [measurement, *measurement.operations.values()] if slo.operation is None else [named]
    scores = [span.apdex for span in spans if span is not None and span.apdex is not None]
    return [1e3 * score.target_s for score in scores if score.target_s is not None]


def doubts_of(
    measurement: MeasuredSpan,
    slos: Sequence[Slo],
    generator: GeneratorReading,
    host: HostReading | None = None,
    died: Sequence[str] = (),
    room: int | None = None,
) -> tuple[Doubt, ...]:
    """Every doubt that the generator's gates, the host and the services that `died` raise about the span.

    `room` is the number of connections that the machine has room for, where nobody wrote a limit.
    """
    doubts = [Doubt(DoubtCode.SERVICE_DIED, Message("service-died-in-trial", service=name)) for name in died]
    doubts += own_error_doubts(measurement)
    doubts += [*_lateness(measurement, slos), *_processor(generator), *_faults(generator, room)]
    doubts += _retried(measurement)
    return (*doubts, *_host(host or HostReading()))


def judged_valid(
    verdict: Verdict,
    measurement: MeasuredSpan,
    slos: Sequence[Slo],
    generator: GeneratorReading,
    lost: Lost | None = None,
    *,
    is_open: bool = False,
    by_replies: bool = False,
) -> tuple[Verdict, MeasuredSpan]:
    """The verdict that `measurement` bears by its doubts, and whether it is valid: the one place that decides either.

    `verdict` is what the calls show. If a process of loadproof failed, the trial is not valid, whatever they show. What
    was interrupted is undecided, and so is what passed with too few calls. A failure stands when it is the service's
    whatever the generator did late (docs/method/validity.md); where it is not, and of all other verdicts, a doubt that
    invalidates makes INVALID. The measurement is valid wherever the verdict is not that.

    `is_open`: calls arrive whatever becomes of those before them. Then a pass stands although calls were sent late or
    connections were lacking, as response counts from the due time: lateness and the wait for a connection are in it.

    `by_replies`: no response time was judged. Then a pass stands, and lateness excuses no failure.
    """
    own = next((doubt.text for doubt in measurement.doubts if doubt.code == DoubtCode.OWN_PROCESS_FAILED), None)
    if own is not None:
        verdict = replace(verdict, state=State.INVALID, reason=own)
    else:
        verdict = _told(verdict, measurement.doubts)
        if by_replies:
            verdict = _standing_by_replies(verdict, measurement)
        else:
            if verdict.state is State.FAILED:
                measurement = _with_decisive_lateness(verdict, measurement, slos, generator)
            # Too few calls are too few however late they were sent.
            lacks_calls = any(doubt.code == DoubtCode.TOO_FEW_SAMPLES for doubt in measurement.doubts)
            may_stand = verdict.state is State.PASSED or (verdict.state is State.UNDECIDED and lacks_calls)
            if not (may_stand and _only_harmed(measurement, slos, is_open=is_open)):
                verdict = _standing(verdict, measurement, slos, generator, lost)
    valid = verdict.state is not State.INVALID
    parts = {name: replace(part, valid=valid) for name, part in measurement.operations.items()}
    return verdict, replace(measurement, valid=valid, operations=parts)


def _told(verdict: Verdict, doubts: Sequence[Doubt]) -> Verdict:
    """The verdict without what was not seen to its end."""
    reasons = {doubt.code: doubt.text for doubt in reversed(doubts)}
    if DoubtCode.INTERRUPTED in reasons:
        return replace(verdict, state=State.UNDECIDED, reason=Message("verdict-interrupted"))
    if verdict.state is State.PASSED and DoubtCode.TOO_FEW_SAMPLES in reasons:
        return replace(verdict, state=State.UNDECIDED, reason=reasons[DoubtCode.TOO_FEW_SAMPLES])
    return verdict


def _with_decisive_lateness(
    verdict: Verdict, measurement: MeasuredSpan, slos: Sequence[Slo], generator: GeneratorReading
) -> MeasuredSpan:
    """With a doubt if fewer than 1 % of the calls were late, and without what they spoiled no SLO would have failed."""
    lateness = measurement.lateness
    if not lateness.count or any(doubt.code in OF_LATENESS for doubt in measurement.doubts):
        return measurement
    limit_ms = lateness_limit_ms(slos, measurement)
    late = lateness.share_over(limit_ms)
    followers = LIMITS.late_followers + (limit_ms < generator.longest_turn_ms)
    failed = [result for result in verdict.results if result.state is State.FAILED]
    if late == 0.0 or any(
        result.slo.kind is SloKind.RATE
        or result.slo.operation is not None
        or result.share - followers * late > result.slo.limit_share
        for result in failed
    ):
        return measurement
    limit = milliseconds(limit_ms)
    text = Message("calls-sent-late", share=share(late), late=limit, limit=limit)
    return replace(measurement, doubts=(*measurement.doubts, Doubt(DoubtCode.LATE_SENDS, text)))


def _only_harmed(measurement: MeasuredSpan, slos: Sequence[Slo], *, is_open: bool) -> bool:
    """True if every doubt that invalidates only made calls worse: some failed, were late, or waited for a connection.

    Closed users send less when they are late. Without an SLO on time the response times are what a load shows: they
    are the service's if the median of the lateness is within its limit.
    """
    harming = {DoubtCode.OWN_ERRORS}
    if is_open:
        harming |= _OF_WAITING
        lateness = measurement.lateness
        has_threshold = any(slo.threshold_ms is not None for slo in slos)
        if has_threshold or not lateness.count or lateness.quantile_ms(0.5) <= lateness_limit_ms(slos, measurement):
            harming |= OF_LATENESS
    return {doubt.code for doubt in measurement.doubts if doubt.invalidates} <= harming


def _standing(
    verdict: Verdict, measurement: MeasuredSpan, slos: Sequence[Slo], generator: GeneratorReading, lost: Lost | None
) -> Verdict:
    invalidating = [doubt for doubt in measurement.doubts if doubt.invalidates]
    if not invalidating or any(doubt.code == DoubtCode.INTERRUPTED for doubt in measurement.doubts):
        # Of what was interrupted nothing is judged that could be taken back.
        return verdict
    if verdict.state is State.FAILED and failure_stands(verdict, measurement, slos, generator, lost):
        return verdict
    return replace(verdict, state=State.INVALID, reason=invalidating[0].text)


def _standing_by_replies(verdict: Verdict, measurement: MeasuredSpan) -> Verdict:
    """A failure whose calls all failed for a reason of ours is not valid; if a service died, nothing is."""
    is_waiting = any(doubt.code in _OF_WAITING for doubt in measurement.doubts)
    died = next((doubt for doubt in measurement.doubts if doubt.code == DoubtCode.SERVICE_DIED), None)
    bad = measurement.missing - measurement.cut - own_errors(measurement)
    if is_waiting:
        bad -= measurement.dropped + measurement.errors_by_kind.get("timeout", 0)
    if died is not None and verdict.state is not State.FAILED:
        return replace(verdict, state=State.INVALID, reason=died.text)
    if verdict.state is State.FAILED and bad <= 0:
        own = next((doubt.text for doubt in measurement.doubts if doubt.invalidates), verdict.reason)
        return replace(verdict, state=State.INVALID, reason=own)
    return verdict


def failure_stands(
    verdict: Verdict,
    measurement: MeasuredSpan,
    slos: Sequence[Slo],
    generator: GeneratorReading,
    lost: Lost | None = None,
) -> bool:
    """Return True if a failed SLO would have failed without our faults, and without others on the machine.

    Lateness, a busy generator, calls that failed for a reason of ours and time `lost` to others can be reckoned out.
    Where connections were lacking, the service had fewer calls at a time than were due, so only calls that it failed
    or answered slowly itself count. The death of a service is no fault of the generator.
    """
    of_generator = {doubt.code for doubt in measurement.doubts if doubt.invalidates} - {DoubtCode.SERVICE_DIED}
    if not of_generator:
        return True
    if not of_generator <= _RECKONED_OUT:
        return False
    waited = bool(of_generator & _OF_WAITING)
    # A queue that lost so much of its time delays no call by more.
    lost = lost if DoubtCode.DISTURBED in of_generator else None
    slack = None if of_generator == {DoubtCode.OWN_ERRORS} else _Slack(slos, measurement, generator, lost)
    failed = [result.slo for result in verdict.results if result.state is State.FAILED]
    return any(_fails_without(slo, measurement, slack, lost, waited=waited) for slo in failed)


class _Slack:
    """Milliseconds by which lateness of the generator, and time `lost` to others, may have lengthened a response."""

    def __init__(
        self, slos: Sequence[Slo], measurement: MeasuredSpan, generator: GeneratorReading, lost: Lost | None
    ) -> None:
        self._limit_ms = lateness_limit_ms(slos, measurement)
        self._turn_ms = max(self._limit_ms, generator.longest_turn_ms)
        self._lost_ms = 0.0 if lost is None else lost.time_ms
        # A busy generator sees answers late although it sends on time.
        self._is_busy = any(doubt.code == DoubtCode.GENERATOR_CPU for doubt in measurement.doubts)

    def of_slo(self, slo: Slo) -> Iterator[tuple[float, float, float]]:
        """Slacks to try, longest first, each with the lateness in it and the calls that one later call may spoil.

        A response above threshold + slack is above the threshold without us too, unless its call, or one before it,
        was later than the lateness in the slack: so each slack gives a bound, and the best of them holds.
        """
        yield self._turn_ms + self._lost_ms, self._turn_ms, LIMITS.late_followers
        if slo.threshold_ms is None or self._is_busy:
            return
        late_ms = self._limit_ms
        while late_ms < self._turn_ms:
            # As many answers are seen late as calls are sent late.
            yield late_ms + self._lost_ms, late_ms, LIMITS.late_followers + 1
            late_ms *= 2.0


def _fails_without(slo: Slo, whole: MeasuredSpan, slack: _Slack | None, lost: Lost | None, *, waited: bool) -> bool:
    """`slack` None: no call was late for a reason of ours or of others; `waited`: calls waited for a connection."""
    parts = _parts_of(slo, whole)
    due = sum(part.due for part in parts)
    if due == 0 or (slo.kind is SloKind.RATE and slack is not None):
        return False
    missing = 0.0
    for part in parts:
        missing += part.missing - own_errors(part)
        missing -= 0 if lost is None else _for_want_of_time(part, lost)
        if waited:
            # Their time may have gone by before they had a connection.
            missing -= part.dropped + part.cut + part.errors_by_kind.get("timeout", 0)
    # Slower than the threshold by more than the slack, so that neither a late send nor a late look made it so.
    for slack_ms, late_ms, followers in [(0.0, math.inf, 0.0)] if slack is None else slack.of_slo(slo):
        bad = missing + sum(_slow(slo, part, slack_ms, waited=waited) for part in parts)
        for lateness in (part.lateness for part in parts):
            if followers and lateness.count:
                bad -= followers * lateness.count * lateness.share_over(late_ms)
        if bad > slo.limit_share * due:
            return True
    return False


def _parts_of(slo: Slo, whole: MeasuredSpan) -> list[MeasuredSpan]:
    """Return the measurements that an SLO is about: an Apdex is about the operations with a target time."""
    if slo.operation:
        return [whole.operations.get(slo.operation, whole)]
    if slo.kind is not SloKind.APDEX:
        return [whole]
    parts = (part for name, part in whole.operations.items() if name not in whole.flows)
    return [part for part in parts if part.apdex is not None]


def _slow(slo: Slo, part: MeasuredSpan, slack_ms: float, *, waited: bool) -> float:
    """Return the completed calls that break `slo` even if each is taken `slack_ms` sooner; of an Apdex their points."""
    times = part.service if waited else part.response
    if not times.count:
        return 0.0
    if slo.kind is SloKind.APDEX:
        target_s = 0.0 if part.apdex is None else part.apdex.target_s or 0.0
        limits_ms = (1000.0 * target_s, 4000.0 * target_s)
        return sum(0.5 * times.count * times.share_over(limit_ms + slack_ms) for limit_ms in limits_ms)
    return 0.0 if slo.threshold_ms is None else times.count * times.share_over(slo.threshold_ms + slack_ms)


def _for_want_of_time(measurement: MeasuredSpan, lost: Lost) -> int:
    """Calls that are missing, and might have been answered if nobody had taken that time.

    Where every connection was refused nothing listens, whatever others did.
    """
    errors = measurement.errors_by_kind
    if 0 < measurement.sent == errors.get("refused"):
        return 0
    missing = measurement.cut + sum(
        count for kind, count in errors.items() if kind.startswith(_FOR_WANT_OF_TIME) or kind in lost.timed_checks
    )
    if 2.0 * lost.time_ms > lost.timeout_ms:
        missing += measurement.dropped + errors.get("timeout", 0)
    return missing


def _lateness(measurement: MeasuredSpan, slos: Sequence[Slo]) -> list[Doubt]:
    if measurement.lateness.count == 0:
        return []
    limit_ms = lateness_limit_ms(slos, measurement)
    late_ms = measurement.lateness.quantile_ms(1.0 - _LATE_SHARE)
    if late_ms <= limit_ms:
        return []
    late, limit = milliseconds(late_ms), milliseconds(limit_ms)
    return [Doubt(DoubtCode.LATE_SENDS, Message("calls-sent-late", share=share(_LATE_SHARE), late=late, limit=limit))]


def _processor(generator: GeneratorReading) -> list[Doubt]:
    limit = share(LIMITS.busy_core)
    return [
        Doubt(DoubtCode.GENERATOR_CPU, Message("shard-busy", shard=str(shard), share=share(used), limit=limit))
        for shard, used in sorted(generator.cpu_share.items())
        if used >= LIMITS.busy_core
    ]


def _busy(room: int | None) -> tuple[DoubtCode, Message]:
    if room is None:
        return DoubtCode.CONNECTION_LIMIT, Message("connections-busy")
    return DoubtCode.CONNECTION_ROOM, Message("connection-room-used", room=count(room))


def _faults(generator: GeneratorReading, room: int | None) -> list[Doubt]:
    faults = generator.faults
    told = (
        ("descriptors", DoubtCode.DESCRIPTORS, Message("files-exhausted", times=count(faults["descriptors"]))),
        ("ports", DoubtCode.PORTS, Message("ports-exhausted", times=count(faults["ports"]))),
        ("connections", *_busy(room)),
    )
    return [Doubt(code, text) for fault, code, text in told if faults[fault] > 0]


def _retried(measurement: MeasuredSpan) -> list[Doubt]:
    due, retried = measurement.due, measurement.retried
    if retried <= LIMITS.most_retried * due:
        return []
    text = Message("calls-sent-again", calls=count(retried), share=share(retried / due))
    return [Doubt(DoubtCode.CALLS_RETRIED, text)]


def _host(host: HostReading) -> list[Doubt]:
    doubts = []
    if host.foreign_share is not None and host.foreign_share > LIMITS.most_foreign_load:
        text = Message("machine-used-by-others", share=share(host.foreign_share))
        doubts.append(Doubt(DoubtCode.FOREIGN_LOAD, text))
    if host.steal_share is not None and host.steal_share > LIMITS.most_steal:
        doubts.append(Doubt(DoubtCode.STEAL, Message("machine-stolen", share=share(host.steal_share))))
    return doubts
