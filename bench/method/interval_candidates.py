"""Why quantile intervals rest on the lowest frequencies: coverage of other ways on the same plateaus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.records.measurement import QUANTILES
from loadproof.stats.share_error import DEGREES, share_error
from numpy.typing import NDArray
from scipy import stats

from bench.method.effort import Effort
from bench.method.plateau_services import SERVICES, Values
from bench.method.quantile_intervals import batched, seeds_of, true_quantiles_s
from bench.method.table import MethodTable

__all__ = ["CANDIDATES", "interval_candidates_table"]

_PLATEAUS = 400
_SPAN_S = 60
_SHOWN = ("p50", "p90", "p95", "p99")
"""Without p99.9: hardly one of these plateaus holds enough bursts for it."""
_SERVICES = (
    "M/M/1 at 50%",
    "M/M/1 at 80%",
    "AR(1) 0.5 a second, M/M/1 at 50%",
    "1000 ms of pause each 10 s",
    "50 ms of pause each 1 s",
)
Residuals = NDArray[np.float64]


def _sums(residuals: Residuals, width: int, step: int) -> Residuals:
    ends = np.concatenate([[0.0], np.cumsum(residuals)])
    sums: Residuals = (ends[width:] - ends[:-width])[::step]
    return sums


def _batch_means(residuals: Residuals) -> tuple[float, float]:
    return float(10.0 * np.var(_sums(residuals, len(residuals) // 10, len(residuals) // 10), ddof=1)), 9.0


def _overlapping_batch_means(residuals: Residuals) -> tuple[float, float]:
    width = len(residuals) // 10
    return float(np.mean(_sums(residuals, width, 1) ** 2) / width * len(residuals) / 0.9), 13.5


def _standardized_series(residuals: Residuals) -> tuple[float, float]:
    width = len(residuals) // 10
    parts = residuals[: 10 * width].reshape(10, width)
    bridges = np.cumsum(parts - parts.mean(axis=1, keepdims=True), axis=1)
    areas = np.sqrt(12.0 / (1.0 - width**-2.0)) * bridges.sum(axis=1) / width**1.5
    return float(np.mean(areas**2) * len(residuals)), 10.0


def _moving_blocks(residuals: Residuals) -> tuple[float, float]:
    """The variance that a bootstrap of blocks of 5 s has: known without drawing any."""
    return float(np.var(_sums(residuals, 5, 1)) / 5.0 * len(residuals)), float("inf")


CANDIDATES: Mapping[str, Callable[[Residuals], tuple[float, float]]] = {
    "10 batch means": _batch_means,
    "overlapping batch means": _overlapping_batch_means,
    "standardized time series (area, 10 batches)": _standardized_series,
    "moving-block bootstrap, blocks of 5 s": _moving_blocks,
}
"""Each gives the variance of the sum of residuals, and the degrees of freedom of Student's t."""
_CHOSEN = "lowest 3 frequencies"


@dataclass(frozen=True, slots=True)
class _Tally:
    """By candidate and quantile: whether each plateau's interval held the truth, and its half-width in shares."""

    covers: NDArray[np.bool_]
    reaches: NDArray[np.float64]


def _tally(effort: Effort, truths: Mapping[str, Values], number: int) -> _Tally:
    name = _SERVICES[number]
    rng = np.random.default_rng(seeds_of(effort, 4, number))
    runs = effort.runs(_PLATEAUS)
    covers = np.zeros((len(CANDIDATES) + 1, len(_SHOWN), runs), dtype=np.bool_)
    reaches = np.zeros(covers.shape)
    for run in range(runs):
        due, responses = SERVICES[name].draw(rng, _SPAN_S)
        _, calls, over = batched(due, responses, _SPAN_S)
        for place, quantile in enumerate(_SHOWN):
            allowed = 1.0 - QUANTILES[quantile]
            off = abs(float(np.mean(responses > truths[name][place])) - allowed)
            reaches[:, place, run] = [*_reaches(over[quantile], calls), _chosen_reach(over[quantile], calls, allowed)]
            covers[:, place, run] = off <= reaches[:, place, run]
    return _Tally(covers, reaches)


def _reaches(over: list[int], calls: list[int]) -> list[float]:
    whole = sum(calls)
    residuals = np.array(over) - sum(over) / whole * np.array(calls)
    found = []
    for candidate in CANDIDATES.values():
        variance, degrees = candidate(residuals)
        quantile = stats.norm.ppf(0.975) if np.isinf(degrees) else stats.t.ppf(0.975, degrees)
        found.append(float(quantile) * float(np.sqrt(variance)) / whole)
    return found


def _chosen_reach(over: list[int], calls: list[int], allowed: float) -> float:
    """As the product's, without what it adds for batches that remember each other."""
    dispersion = share_error(over, calls).dispersion
    return float(stats.t.ppf(0.975, DEGREES)) * float(np.sqrt(dispersion * allowed * (1.0 - allowed) / sum(calls)))


def interval_candidates_table(effort: Effort) -> MethodTable:
    """Coverage of every plateau, refused ones too, and how wide each candidate is beside the one that was taken."""
    truths = true_quantiles_s(effort, _SERVICES)
    found = effort.map(partial(_tally, effort, truths), range(len(_SERVICES)))
    rows: list[list[str | float]] = []
    for place, name in enumerate((*CANDIDATES, _CHOSEN)):
        for service, tally in zip(_SERVICES, found, strict=True):
            coverage = [f"{100.0 * float(covers.mean()):.1f}" for covers in tally.covers[place]]
            wide = float(np.median(tally.reaches[place] / np.maximum(tally.reaches[-1], 1e-12)))
            rows.append([name, service, *coverage, f"{wide:.2f}"])
    facts = {"plateaus each": str(effort.runs(_PLATEAUS)), "of": f"{_SPAN_S} s", "seed": str(effort.seed)}
    columns = ("variance from", "service", *(f"{name} covered %" for name in _SHOWN), "width / taken")
    return MethodTable("Candidates for the error of a share", columns, rows, (), facts)
