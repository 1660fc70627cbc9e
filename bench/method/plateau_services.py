"""Services whose response times are simulated exactly, with their true quantiles: for plateaus of 1,000 calls/s."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from loadproof.records.measurement import QUANTILES
from numpy.typing import NDArray

__all__ = ["RATE", "SERVICES", "PlateauService", "Values", "formula_quantiles_s", "grid_counts", "long_run_quantiles_s"]

RATE = 1000.0
_RUN_IN_S = 30
_GRID = 20_000.0
"""Steps per unit of the logarithm: a quantile is known to 0.005 %."""
_SHORTEST_S = 1e-7

Values = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], tuple[Values, Values]]


@dataclass(frozen=True, slots=True)
class PlateauService:
    """`draw(rng, span_s)` gives due times and response times, in s, of a plateau that began long ago.

    `share_over(response_s)` is the truth where a formula gives it.
    """

    name: str
    draw: Draw
    share_over: Callable[[float], float] | None = None


def _due(rng: np.random.Generator, span_s: int) -> Values:
    # Ten deviations more than are due, of which the late ones are cut off.
    count = RATE * span_s
    due = np.cumsum(rng.exponential(1.0 / RATE, int(count + 10.0 * np.sqrt(count))))
    return due[: np.searchsorted(due, span_s)]


def _queued(due: Values, service_s: Values, first_wait_s: float) -> Values:
    """Response times of one worker behind a first-in first-out queue (Lindley's recursion, unrolled)."""
    ahead = np.zeros(len(due))
    ahead[1:] = np.cumsum(service_s[:-1] - np.diff(due))
    waits: Values = np.maximum(ahead - np.minimum.accumulate(ahead), first_wait_s + ahead)
    return waits + service_s


def _mm1(load: float) -> PlateauService:
    spare = RATE / load - RATE

    def draw(rng: np.random.Generator, span_s: int) -> tuple[Values, Values]:
        due = _due(rng, span_s)
        first_wait_s = rng.exponential(1.0 / spare) if rng.random() < load else 0.0
        return due, _queued(due, rng.exponential(load / RATE, len(due)), first_wait_s)

    return PlateauService(f"M/M/1 at {load:.0%}", draw, lambda response_s: float(np.exp(-spare * response_s)))


def _modulated(coefficient: float, load: float = 0.5, deviation: float = 0.2) -> PlateauService:
    def draw(rng: np.random.Generator, span_s: int) -> tuple[Values, Values]:
        seconds = span_s + _RUN_IN_S
        level, levels = rng.normal(), np.empty(seconds)
        for second, shock in enumerate(rng.normal(size=seconds)):
            level = coefficient * level + np.sqrt(1.0 - coefficient**2) * shock
            levels[second] = level
        due = _due(rng, seconds)
        factors = np.exp(deviation * levels - deviation**2 / 2.0)
        responses = _queued(due, rng.exponential(load / RATE, len(due)) * factors[due.astype(np.int64)], 0.0)
        first = int(np.searchsorted(due, _RUN_IN_S))
        return due[first:] - _RUN_IN_S, responses[first:]

    return PlateauService(f"AR(1) {coefficient:g} a second, M/M/1 at {load:.0%}", draw)


def _paused(lasts_s: float, every_s: float, service_s: float = 0.002) -> PlateauService:
    def draw(rng: np.random.Generator, span_s: int) -> tuple[Values, Values]:
        due = _due(rng, span_s)
        phases = (due + every_s * rng.random()) % every_s
        waits = np.where(phases < lasts_s, lasts_s - phases, 0.0)
        return due, waits + rng.exponential(service_s, len(due))

    def share_over(response_s: float) -> float:
        inside = min(lasts_s, response_s)
        # Of a call due in a pause, with the rest of it spread evenly from 0 to its whole length.
        paused = (
            lasts_s - inside + service_s * (np.exp((inside - response_s) / service_s) - np.exp(-response_s / service_s))
        )
        return float(((every_s - lasts_s) * np.exp(-response_s / service_s) + paused) / every_s)

    return PlateauService(f"{1000 * lasts_s:g} ms of pause each {every_s:g} s", draw, share_over)


def _paused_at_random(lasts_s: float, every_s: float, service_s: float = 0.002) -> PlateauService:
    def draw(rng: np.random.Generator, span_s: int) -> tuple[Values, Values]:
        seconds = span_s + _RUN_IN_S
        count = rng.poisson(seconds / every_s)
        begins = np.sort(np.append(rng.random(count) * seconds, 0.0)) - _RUN_IN_S
        ends = np.maximum.accumulate(begins + rng.exponential(lasts_s, count + 1))
        due = _due(rng, span_s)
        waits = np.maximum(0.0, ends[np.searchsorted(begins, due, side="right") - 1] - due)
        return due, waits + rng.exponential(service_s, len(due))

    return PlateauService(f"random pauses, about {1000 * lasts_s:g} ms each {every_s:g} s", draw)


SERVICES: Mapping[str, PlateauService] = {
    service.name: service
    for service in (
        _mm1(0.5),
        _mm1(0.8),
        _mm1(0.9),
        _modulated(0.5),
        _modulated(0.8),
        _paused(1.0, 10.0),
        _paused(0.05, 1.0),
        _paused_at_random(0.02, 0.5),
        _paused(1.0, 7.3),
    )
}


def formula_quantiles_s(service: PlateauService) -> Values:
    """The true quantiles by formula. Raises ValueError where there is none."""
    if service.share_over is None:
        raise ValueError(f"no formula gives the quantiles of {service.name}; take long_run_quantiles_s")
    return np.array([_root(service.share_over, 1.0 - quantile) for quantile in QUANTILES.values()])


def _root(share_over: Callable[[float], float], share: float) -> float:
    low, high = 0.0, 100.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if share_over(middle) > share else (low, middle)
    return high


def long_run_quantiles_s(counts: Sequence[NDArray[np.int64]]) -> Values:
    """The quantiles of long runs together, each as `grid_counts` of its response times."""
    together = np.cumsum(np.sum(counts, axis=0))
    places = [np.searchsorted(together, quantile * together[-1]) for quantile in QUANTILES.values()]
    return _SHORTEST_S * np.exp((np.array(places) + 0.5) / _GRID)


def grid_counts(responses_s: Values) -> NDArray[np.int64]:
    """Response times counted on a fine logarithmic grid, from 0.1 µs to 1,000 s."""
    places = np.log(np.maximum(responses_s, _SHORTEST_S) / _SHORTEST_S) * _GRID
    return np.bincount(places.astype(np.int64), minlength=int(_GRID * np.log(1e10)) + 1)
