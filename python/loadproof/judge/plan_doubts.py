"""Doubts that come of how the load was planned: descriptors, TLS, users and flows."""

from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.limits import LIMITS
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.model.message import Message, count, milliseconds, share
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["PlanReading", "plan_doubts"]


@dataclass(frozen=True, slots=True)
class PlanReading:
    """Properties of a plan that may bias its result."""

    connections: int = 0
    """Connections that the load may need."""
    lacking_descriptors: tuple[int, int] | None = None
    """(limit of open files, files that so many connections may need) where the limit is too low."""
    insecure_tls: bool = False
    """Certificates are not checked."""
    paced_flows: frozenset[str] = frozenset()
    """Flows that users are to begin at a pace."""
    shortest_timeout_s: float = 0.0
    """Shortest timeout of any call, s; 0: not known."""
    timed_checks: frozenset[str] = frozenset()
    """Error kinds of checks on the response time."""
    room: int | None = None
    """Most connections, where nobody wrote a limit: those that the machine has room for. None: a limit was written."""


def plan_doubts(
    measurement: MeasuredSpan, generator: GeneratorReading, plan: PlanReading, *, stopped: bool = False
) -> tuple[Doubt, ...]:
    """Every doubt that the plan raises about a measurement; none of them makes it invalid.

    `stopped`: the trial was ended before its time, so that what was open is cut as a matter of course.

    >>> from loadproof._engine import Histogram
    >>> nothing = MeasuredSpan(1.0, 0.0, 0, 0, 0, 0, 0, {}, (), *(Histogram() for _ in range(4)))
    >>> [str(doubt.code) for doubt in plan_doubts(nothing, GeneratorReading(), PlanReading(insecure_tls=True))]
    ['insecure-tls']
    """
    return (*_of_setting(generator, plan), *_of_flows(measurement, plan, stopped))


def _of_setting(generator: GeneratorReading, plan: PlanReading) -> Iterator[Doubt]:
    # A limit that was hit says so itself.
    if plan.lacking_descriptors is not None and not generator.faults["descriptors"]:
        limit, needed = plan.lacking_descriptors
        connections = count(plan.connections)
        text = Message("files-too-few", connections=connections, needed=count(needed), limit=count(limit))
        yield Doubt(DoubtCode.FEW_DESCRIPTORS, text)
    if plan.insecure_tls:
        yield Doubt(DoubtCode.INSECURE_TLS, Message("certificates-unchecked"))


def _of_flows(measurement: MeasuredSpan, plan: PlanReading, stopped: bool) -> Iterator[Doubt]:
    for name in measurement.flows:
        flow = measurement.operations[name]
        if flow.cut and not stopped:
            text = Message("flow-cut", cut=count(flow.cut), due=count(flow.due), flow=name)
            yield Doubt(DoubtCode.CUT_FLOWS, text)
        late_ms = flow.wait.quantile_ms(LIMITS.late_part) if flow.wait.count else 0.0
        if name in plan.paced_flows and late_ms > LIMITS.late_iteration_ms:
            behind = share(1.0 - LIMITS.late_part)
            text = Message("iterations-late", share=behind, flow=name, late=milliseconds(late_ms))
            yield Doubt(DoubtCode.LATE_ITERATIONS, text)
