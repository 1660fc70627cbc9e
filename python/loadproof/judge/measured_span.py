"""Measurement of one span: counts, rates, histograms and doubts."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from loadproof._engine import Histogram, error_kinds
from loadproof.judge.apdex import SpanApdex
from loadproof.judge.response_intervals import NO_INTERVALS, ResponseIntervals
from loadproof.model.typed_json import as_written
from loadproof.records.doubt import Doubt
from loadproof.records.machine_use import ResourceUse
from loadproof.records.measurement import QUANTILES, Measurement, Times

__all__ = ["MeasuredSpan", "quantiles_ms"]

_KINDS_OF_REPLIES = frozenset(
    {"redirect", "too-large", "bad-extract", "unsupported-encoding", "corrupt-encoding", "unsupported-charset"}
)
"""Error kinds with a fixed name of calls that got a reply."""
_PREFIXES_OF_REPLIES = tuple(error_kinds()[1])


def _has_reply(kind: str) -> bool:
    return kind in _KINDS_OF_REPLIES or kind.startswith(_PREFIXES_OF_REPLIES)


def quantiles_ms(histogram: Histogram) -> dict[str, float | None]:
    """Times in ms by the names of `Times`; None where nothing was recorded."""
    if histogram.count == 0:
        return dict.fromkeys(("min", *QUANTILES, "max", "mean"))
    values = {"min": histogram.quantile_ms(0.0)}
    values |= {name: histogram.quantile_ms(quantile) for name, quantile in QUANTILES.items()}
    values |= {"max": histogram.max_ms, "mean": histogram.mean_ms}
    return {name: None if math.isnan(value) else value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class MeasuredSpan:
    """Measurement of one span, for the whole profile or for one operation: the same class everywhere.

    Counts close: `due = sent + dropped`, `sent = completed + errors + cut`. `rate` is completions per second, by second
    of completion. `response` covers the completed calls only; `missing` says how many calls it cannot speak of.
    """

    duration_s: float
    rate: float
    due: int
    sent: int
    completed: int
    dropped: int
    cut: int
    errors_by_kind: Mapping[str, int]
    within: tuple[int, ...]
    """Completed calls whose response did not exceed threshold i of the plan."""
    response: Histogram
    wait: Histogram
    lateness: Histogram
    service: Histogram
    apdex: SpanApdex | None = None
    """Apdex of the calls; None: they have no target time."""
    operations: Mapping[str, "MeasuredSpan"] = field(default_factory=dict)
    """By name, flows among them."""
    flows: tuple[str, ...] = ()
    """The names in `operations` that are flows: they are made of calls that are counted already, and add to no sum."""
    doubts: tuple[Doubt, ...] = ()
    left_out_s: tuple[tuple[int, int], ...] = ()
    """Stretches of due seconds of the trial, [begin, end), that lie in the span and are not judged."""
    disturbed_s: tuple[tuple[int, int], ...] = ()
    """Stretches of due seconds in the span, [begin, end), that others on the machine disturbed, judged or not."""
    machines: tuple[ResourceUse, ...] = ()
    """Use of each machine that a probe read, by resource; of the whole alone."""
    valid: bool = True
    """True if the span bears the verdict that was made of it; only `judge.validity.judged_valid` decides this."""
    retried: int = 0
    """Calls that were sent a second time, as the reused connection of the first ended before the answer began."""
    bytes_received: int = 0
    """Bytes of HTTP that came for these calls, however they ended: heads, bodies as transferred, framing of chunks."""
    bytes_sent: int = 0
    """Bytes of their requests that connections took; 0 where the service is simulated or the store is of schema 8."""
    response_intervals: ResponseIntervals = field(default=NO_INTERVALS, compare=False)
    """Intervals of the quantiles of `response`, within one start of the service."""

    @property
    def span_s(self) -> float:
        """Length of the span, with what of it is not judged."""
        return self.duration_s + sum(end - begin for begin, end in self.left_out_s)

    @property
    def errors(self) -> int:
        """Calls that were sent and failed, of every kind."""
        return sum(self.errors_by_kind.values())

    @property
    def missing(self) -> int:
        """Due calls without a response time: errors, dropped and cut."""
        return self.due - self.completed

    @property
    def bytes_per_reply(self) -> float | None:
        """Mean bytes received for an answered call: one that completed, or failed with an error of its reply.

        None if no call was answered, or bytes were not counted.
        """
        replies = self.completed + sum(calls for kind, calls in self.errors_by_kind.items() if _has_reply(kind))
        return self.bytes_received / replies if replies and self.bytes_sent else None

    @property
    def error_percent(self) -> float:
        """Per cent of all due calls that failed, were dropped or cut."""
        return 100.0 * self.missing / self.due if self.due else 0.0

    def record(self) -> Measurement:
        """Return the record of the span, with times in place of histograms."""
        has_bytes = self.bytes_sent > 0
        measurement = Measurement(
            duration_s=self.duration_s,
            left_out_s=self.left_out_s,
            disturbed_s=self.disturbed_s,
            rate=self.rate,
            due=self.due,
            sent=self.sent,
            completed=self.completed,
            dropped=self.dropped,
            cut=self.cut,
            retried=self.retried,
            bytes_received=self.bytes_received if has_bytes else None,
            bytes_sent=self.bytes_sent if has_bytes else None,
            bytes_per_reply=self.bytes_per_reply,
            missing=self.missing,
            within=tuple(self.within),
            errors=self.errors,
            errors_by_kind=dict(sorted(self.errors_by_kind.items())),
            error_percent=self.error_percent,
            response_ms=_times(self.response),
            response_interval_ms=self.response_intervals.record(),
            wait_ms=_times(self.wait),
            lateness_ms=_times(self.lateness),
            service_ms=_times(self.service),
            apdex=None if self.apdex is None else self.apdex.record(),
            machines=self.machines,
            operations={name: operation.record() for name, operation in self.operations.items()},
            valid=self.valid,
            doubts=self.doubts,
        )
        return as_written(measurement)


def _times(histogram: Histogram) -> Times:
    return as_written(Times(**quantiles_ms(histogram)))
