"""Metrics of one variant in one round of a comparison: one value per metric, for each operation and in total.

A round is one fresh start of every variant; its slots are parts of one sample, so their histograms are merged and
their counts added before anything is read. The total is that of the profile as it was written: each operation weighs
its share, whatever number of its calls happened to be drawn or answered; no percentile is ever averaged.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.records.metric import Metric
from loadproof.stats.quantile_interval import calls_for_quantile

__all__ = [
    "CURVE_QUANTILES",
    "TOTAL",
    "FigureKey",
    "RoundFigures",
    "RoundUse",
    "calls_for_metric",
    "cpu_ms_per_request",
    "curve_of_round",
    "figures_of_round",
    "weighted_quantile_ms",
]

TOTAL = ""
"""The operation that stands for the whole profile."""
CURVE_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999)
"""Quantiles of a response-time curve: from the median on, each step divides 1 - q by 2 or 2.5."""
_MEDIAN = 0.5
_BUCKET = 1e-3
_STEP_MS = 5e-4
_ROUNDING = 1e-12


FigureKey = tuple[Metric, str]
"""A metric and an operation, `TOTAL` for the whole."""


def calls_for_metric(metric: Metric) -> int:
    """Fewest answered calls that a response time rests on, the mean on as many as the median; 0 for other metrics.

    >>> calls_for_metric(Metric.P99), calls_for_metric(Metric.MEAN), calls_for_metric(Metric.CPU)
    (1000, 20, 0)
    """
    if not metric.is_response:
        return 0
    return max(calls_for_quantile(_MEDIAN), 0 if metric.quantile is None else calls_for_quantile(metric.quantile))


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """One variant in one round.

    `values` is by metric and operation, `TOTAL` for the whole: ms, per cent (errors, done, gc), CPU ms per request,
    MiB. What is not known, or rests on too few calls, is absent. `calls` are the due calls by operation.
    """

    variant: str
    round: int
    values: Mapping[tuple[Metric, str], float]
    calls: Mapping[str, int] = field(default_factory=dict)
    scatter: Mapping[tuple[Metric, str], float] = field(default_factory=dict)
    """The variance that independent calls alone give a value, of its logarithm or in points², where it is known."""
    geometric: Mapping[Metric, float] = field(default_factory=dict)
    """Geometric means over the operations, weighted by their shares: two of them make the mean of their ratios."""
    answered: Mapping[str, int] = field(default_factory=dict)
    """The calls with an answer, by operation: what a time of response rests on."""
    judged_s: float = 0.0
    """Seconds of load that the calls are of."""
    cycle_costs: Mapping[int, tuple[float, float | None]] = field(default_factory=dict)
    """By cycle, of all that CPU per request is read over: that of the slot in ms, and CPU of the generator per call in
    µs, where it is known."""


@dataclass(frozen=True, slots=True)
class RoundUse:
    """Resources that a variant used in a round; None in a field: not known."""

    cpu_ms_per_request: float | None = None
    memory_mib: float | None = None
    live_set_mib: float | None = None
    gc_percent: float | None = None
    heap_after_mib: float | None = None
    heap_committed_mib: float | None = None
    other_memory_mib: float | None = None
    page_cache_mib: float | None = None


def cpu_ms_per_request(used_s: float, lasted_s: float, idle_cores: float, completed: int) -> float | None:
    """CPU milliseconds per completed call; None without calls.

    `used_s` is the CPU time of the variant over the judged part of a round, `lasted_s` long with the slots of others
    in it: work that was put off counts. `idle_cores` is what it uses without any load, `completed` its calls there.

    >>> cpu_ms_per_request(used_s=9.0, lasted_s=100.0, idle_cores=0.01, completed=16_000)
    0.5
    """
    return 1e3 * max(0.0, used_s - idle_cores * lasted_s) / completed if completed else None


def figures_of_round(
    variant: str,
    number: int,
    slots: Sequence[MeasuredSpan],
    shares: Mapping[str, float],
    use: RoundUse | None = None,
    *,
    is_closed: bool = False,
) -> RoundFigures:
    """The figures of the round `number` from the variant's counted slots; with `is_closed` users alone made the load.

    `shares` are the profile's shares of calls, by operation (of any sum); what has none, such as a flow, is in no
    total. Raises ValueError without slots.
    """
    if not slots:
        raise ValueError(f"{variant}: no slot of round {number} is counted; give one")
    use = use or RoundUse()
    parts = {name: _SlotSample.of(measured) for name, measured in _by_operation(slots).items()}
    whole = _SlotSample.of(slots)
    values: dict[tuple[Metric, str], float] = {}
    scatter: dict[tuple[Metric, str], float] = {}
    for name, part in parts.items():
        for metric, (value, variance) in part.figures().items():
            values[metric, name], scatter[metric, name] = value, variance
    weights = _weights(parts, shares)
    total = _total(parts, weights) if weights else whole.figures()
    own = {metric: value for metric, (value, _) in total.items()}
    scatter |= {(metric, TOTAL): variance for metric, (_, variance) in total.items()}
    of_variant = {
        Metric.CPU: use.cpu_ms_per_request,
        Metric.MEMORY: use.memory_mib,
        Metric.LIVE_SET: use.live_set_mib,
        Metric.GC: use.gc_percent,
        Metric.HEAP_AFTER: use.heap_after_mib,
        Metric.HEAP_COMMITTED: use.heap_committed_mib,
        Metric.OTHER_MEMORY: use.other_memory_mib,
        Metric.PAGE_CACHE: use.page_cache_mib,
    }
    own |= {metric: value for metric, value in of_variant.items() if value is not None}
    judged_s = math.fsum(slot.duration_s for slot in slots)
    if is_closed and whole.done and judged_s:
        own[Metric.THROUGHPUT] = whole.done / judged_s
    return RoundFigures(
        variant,
        number,
        MappingProxyType(values | {(metric, TOTAL): value for metric, value in own.items()}),
        MappingProxyType({TOTAL: whole.due} | {name: part.due for name, part in parts.items()}),
        MappingProxyType(scatter),
        MappingProxyType(_geometric(values, weights)),
        MappingProxyType({TOTAL: whole.response.count} | {name: part.response.count for name, part in parts.items()}),
        judged_s,
    )


def curve_of_round(slots: Sequence[MeasuredSpan], shares: Mapping[str, float]) -> tuple[float | None, ...]:
    """The response time of the whole profile, in ms, at each of `CURVE_QUANTILES`.

    Of the variant's counted slots, weighted as the total of `figures_of_round`. None where fewer than ten answered
    calls lie on the shorter side of the quantile.
    """
    parts = {name: _SlotSample.of(measured) for name, measured in _by_operation(slots).items()}
    weighted = [(parts[name].response, weight) for name, weight in _weights(parts, shares).items()]
    merged = weighted or [(_SlotSample.of(slots).response, 1.0)]
    calls = sum(histogram.count for histogram, _ in merged)
    if not all(histogram.count for histogram, _ in merged):
        return (None,) * len(CURVE_QUANTILES)
    return tuple(
        max(weighted_quantile_ms(merged, quantile), _STEP_MS) if calls >= calls_for_quantile(quantile) else None
        for quantile in CURVE_QUANTILES
    )


def weighted_quantile_ms(parts: Sequence[tuple[Histogram, float]], quantile: float) -> float:
    """A quantile, in ms, of histograms that are merged with these weights, whatever their counts.

    >>> fast, slow = Histogram(), Histogram()
    >>> fast.record_ms(1.0, 10); slow.record_ms(5.0, 1000)
    >>> [round(weighted_quantile_ms([(fast, 0.9), (slow, 0.1)], quantile), 2) for quantile in (0.5, 0.95)]
    [1.0, 5.0]
    """
    columns, weights = list[float](), list[float]()
    for histogram, weight in parts:
        for value, count in histogram.buckets():
            columns.append(value)
            weights.append(weight * count / histogram.count)
    values, reached = np.array(columns), np.array(weights)
    order = np.argsort(values, kind="stable")
    below = reached[order].cumsum()
    place = int(np.searchsorted(below, quantile * below[-1] * (1.0 - _ROUNDING)))
    return float(values[order][min(place, len(values) - 1)])


@dataclass(frozen=True, slots=True)
class _SlotSample:
    """The slots of one operation, or of the whole, as one sample."""

    due: int
    missing: int
    done: float
    response: Histogram

    @classmethod
    def of(cls, slots: Sequence[MeasuredSpan]) -> "_SlotSample":
        response = Histogram()
        for slot in slots:
            response.merge(slot.response)
        done = math.fsum(slot.rate * slot.duration_s for slot in slots)
        return cls(sum(slot.due for slot in slots), sum(slot.missing for slot in slots), done, response)

    def figures(self) -> dict[Metric, tuple[float, float]]:
        """Each value with the variance that its calls alone give it."""
        found: dict[Metric, tuple[float, float]] = {}
        if self.due:
            # Half a failure more than were counted (Jeffreys): no failure at all does not make the share certain.
            share = (self.missing + 0.5) / (self.due + 1.0)
            variance = 1e4 * share * (1.0 - share) / self.due
            found[Metric.ERRORS] = 100.0 * self.missing / self.due, variance
            found[Metric.DONE] = 100.0 * self.done / self.due, variance
        for metric in Metric:
            if metric.is_response and self.has_enough_for(metric):
                found[metric] = self._mean() if metric.quantile is None else self._quantile(metric.quantile)
        return found

    def has_enough_for(self, metric: Metric) -> bool:
        """Return True if at least ten answered calls lie on each side of the quantile of `metric`."""
        return self.response.count >= calls_for_metric(metric)

    def _mean(self) -> tuple[float, float]:
        mean = max(self.response.mean_ms, _STEP_MS)
        spread = math.fsum(count * (value - mean) ** 2 for value, count in self.response.buckets())
        return mean, spread / self.response.count**2 / mean**2

    def _quantile(self, quantile: float) -> tuple[float, float]:
        """A quantile, and the variance of its logarithm from the order statistics beside it.

        Half the distance between the quantiles one standard error below and above is the standard error of the
        quantile (Woodruff 1952, Journal of the American Statistical Association 47). A bucket adds its own.
        """
        error = math.sqrt(quantile * (1.0 - quantile) / self.response.count)
        low, middle, high = (
            max(self.response.quantile_ms(min(1.0, share)), _STEP_MS)
            for share in (quantile - error, quantile, quantile + error)
        )
        bucket = max(_BUCKET, _STEP_MS / middle)
        return middle, (math.log(high / low) / 2.0) ** 2 + bucket**2 / 12.0


def _by_operation(slots: Sequence[MeasuredSpan]) -> dict[str, list[MeasuredSpan]]:
    found: dict[str, list[MeasuredSpan]] = {}
    for slot in slots:
        for name, measured in slot.operations.items():
            found.setdefault(name, []).append(measured)
    return found


def _weights(parts: Mapping[str, _SlotSample], shares: Mapping[str, float]) -> dict[str, float]:
    """Return the shares of the operations that were called, scaled to a sum of 1.

    Within a cycle all variants get the same calls.
    """
    called = {name: share for name, share in shares.items() if share > 0.0 and name in parts and parts[name].due}
    whole = math.fsum(called.values())
    return {name: share / whole for name, share in called.items()}


def _total(parts: Mapping[str, _SlotSample], weights: Mapping[str, float]) -> dict[Metric, tuple[float, float]]:
    """Every metric of the profile, with what calls alone scatter shares; response times where each was answered."""
    own = [(parts[name], weight) for name, weight in weights.items()]
    shares = [(part.figures(), weight) for part, weight in own]
    found = {
        metric: (
            math.fsum(weight * figures[metric][0] for figures, weight in shares),
            math.fsum(weight**2 * figures[metric][1] for figures, weight in shares),
        )
        for metric in (Metric.ERRORS, Metric.DONE)
    }
    if not all(part.response.count for part, _ in own):
        return found
    answered = _SlotSample(0, 0, 0.0, Histogram())
    for part, _ in own:
        answered.response.merge(part.response)
    merged = [(part.response, weight) for part, weight in own]
    for metric in Metric:
        if metric.is_response and answered.has_enough_for(metric):
            mean = math.fsum(weight * histogram.mean_ms for histogram, weight in merged)
            value = mean if metric.quantile is None else weighted_quantile_ms(merged, metric.quantile)
            found[metric] = max(value, _STEP_MS), 0.0
    return found


def _geometric(values: Mapping[tuple[Metric, str], float], weights: Mapping[str, float]) -> dict[Metric, float]:
    """Return the geometric mean of each response-time metric over the operations, by their weights.

    A metric is left out unless every operation has it: a mean over some operations is not that of the profile.
    """
    return {
        metric: math.exp(math.fsum(weight * math.log(values[metric, name]) for name, weight in weights.items()))
        for metric in Metric
        if weights and metric.is_response and all((metric, name) in values for name in weights)
    }
