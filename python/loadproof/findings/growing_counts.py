"""Descriptors, threads and connections that a service takes and does not give back while its load stays the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, Value, count, duration, number
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis
from loadproof.stats.trend import growth_of

if TYPE_CHECKING:
    from loadproof.judge.leak import MemoryTrend

__all__ = ["growing_counts"]

_LEAST_GROWTH = 10.0
_LEAST_GROWTH_SHARE = 0.2
"""Smallest growth as a share of the count at the start of the trend: a settled pool grows by less."""
_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class _Counted:
    """A series that counts what is to be given back."""

    kind: str
    """Kind of the probe, such as `process`."""
    name: str
    what: str
    """By which the texts tell them apart."""
    cause: Cause
    unit: Unit
    limit: str | None = None
    """The series of the same probe that says how many there may be."""
    follows_connections: bool = False
    """Each connection of the generator may take one."""


_COUNTED = (
    _Counted(
        "process", "descriptors", "descriptors", Cause.DESCRIPTOR_GROWTH, Unit.DESCRIPTORS, follows_connections=True
    ),
    _Counted("process", "threads", "threads", Cause.THREAD_GROWTH, Unit.THREADS, follows_connections=True),
    _Counted("postgres", "sessions_total", "sessions", Cause.CONNECTION_GROWTH, Unit.SESSIONS, "sessions_limit"),
    _Counted("mariadb", "sessions_total", "sessions", Cause.CONNECTION_GROWTH, Unit.SESSIONS, "sessions_limit"),
    _Counted("redis", "clients", "connections", Cause.CONNECTION_GROWTH, Unit.CONNECTIONS, "clients_limit"),
    _Counted("prometheus", "pool_active", "connections", Cause.CONNECTION_GROWTH, Unit.CONNECTIONS),
)


def growing_counts(held: TrialEvidence) -> list[Finding]:
    """Return a fact and the hypothesis of a leak for each count that rises along a line over a passed trial's span.

    A count is judged like a memory: by its lower envelope, its shape and its slope. Growth that connections of the
    generator explain is no growth of the service.
    """
    return [finding for counted in _COUNTED for finding in _of_counted(held, counted)]


def _of_counted(held: TrialEvidence, counted: _Counted) -> Iterator[Finding]:
    for probe in sorted(probe for probe, name in held.readings if name == counted.name):
        kind, _, service = probe.partition(":")
        found = _line(held, counted, probe) if kind == counted.kind and service else None
        if found is None:
            continue
        of = _growth(held, counted, service, found)
        text = Message("not-given-back", what=counted.what, service=service)
        yield of
        yield hypothesis(of, text, Message("test-what-grows", what=counted.what))


def _line(held: TrialEvidence, counted: _Counted, probe: str) -> "MemoryTrend | None":
    if held.span is None:
        return None
    # A command that held nothing beside a service need not wait for numpy.
    from loadproof.judge.leak import MemoryShape, Span, memory_trend

    limits = [] if counted.limit is None else held.values(probe, counted.limit)
    limit = limits[-1] if limits and limits[-1] > 0.0 else None
    found = memory_trend(held.points(probe, counted.name), Span(*held.span), limit)
    if found is None or found.shape is not MemoryShape.LEAK:
        return None
    explained = 0.0
    if counted.follows_connections:
        explained = max(0.0, growth_of([value for _, value in held.in_span(held.connections)]))
    least = max(_LEAST_GROWTH, _LEAST_GROWTH_SHARE * found.begin)
    return found if found.end - found.begin - explained >= least else None


def _growth(held: TrialEvidence, counted: _Counted, service: str, found: "MemoryTrend") -> Finding:
    outlook: Value = ""
    pace = Message("evidence-growth", what=counted.what, service=service)
    evidence = [
        Evidence(pace, found.per_s * _HOUR_S, Unit.PER_HOUR),
        Evidence(Message("evidence-at-least", name=pace), found.per_s_low * _HOUR_S, Unit.PER_HOUR),
        Evidence(Message("evidence-at-most", name=pace), found.per_s_high * _HOUR_S, Unit.PER_HOUR),
        Evidence(Message("evidence-at-end"), found.end, counted.unit),
    ]
    left_s = found.full_after_s(found.per_s)
    if found.limit_mib is not None and left_s is not None:
        outlook = Message("growth-reaches-limit", limit=count(round(found.limit_mib)), left=duration(left_s))
        evidence.append(Evidence(Message("evidence-time-to-limit"), left_s, Unit.SECONDS))
    text = Message(
        "holds-ever-more",
        what=counted.what,
        service=service,
        begin=count(round(found.begin)),
        end=count(round(found.end)),
        over=duration(found.span_s - found.from_s),
        pace=number(found.per_s * _HOUR_S),
        outlook=outlook,
    )
    return fact(held.number, counted.cause, text, *evidence)
