"""How often a comparison of two variants that differ in nothing reports a difference (A/A studies)."""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.comparison_decision import ComparisonSettings, decisions_of
from loadproof.judge.effect import welch
from loadproof.judge.false_discovery import Dependence, allowed_error
from loadproof.judge.start_figures import MetricFigures
from loadproof.judge.variance_shrinkage import Floats
from scipy import special, stats

from bench.method.compared_services import ComparedServices, figures_of_starts
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["SERVICES", "SameVariants", "comparisons", "studies"]

STUDIES = 1000
_BATCH = 25

SERVICES: dict[str, ComparedServices] = {
    "starts differ by 1 %, 3 starts": ComparedServices(starts=3, between=0.01),
    "starts differ by 1 %": ComparedServices(between=0.01),
    "starts differ by 3 %": ComparedServices(between=0.03),
    "starts differ by 2 %, all of it common": ComparedServices(shared=1.0),
    "starts differ by 2 %, heavy tails": ComparedServices(heavy=True),
    "starts of B differ three times as much": ComparedServices(between=0.01, b_scatters=3.0),
    "starts differ by 2 %, 10 starts": ComparedServices(starts=10),
}
"""Five starts of each variant where nothing else is said."""


@dataclass(frozen=True, slots=True)
class SameVariants:
    """Of A/A studies, one value each: whether anything was called different, by this method and by three others."""

    different: np.ndarray
    different_under_any_dependence: np.ndarray
    welch_alone: np.ndarray
    calls_as_unit: np.ndarray
    covered: np.ndarray
    """Share of the rows whose 95 % interval holds the truth."""


@dataclass(frozen=True, slots=True)
class _Batch:
    services: ComparedServices
    seeds: tuple[np.random.SeedSequence, ...]


def studies(services: ComparedServices, count: int, seed: int, effort: Effort) -> SameVariants:
    """Judges `count` A/A studies; the same seed gives the same whatever the number of processes."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(services, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_judged, batches) for row in batch], dtype=np.float64).T
    return SameVariants(*found)


def comparisons(effort: Effort) -> MethodTable:
    """One row for each kind of service; the targets hold for every one of them."""
    rows, shares, bounds = list[tuple[str | float, ...]](), list[float](), list[float]()
    count = effort.runs(STUDIES, fewest=40)
    for index, (name, services) in enumerate(SERVICES.items()):
        same = studies(services, count, 1000 * effort.seed + index, effort)
        wrong = int(same.different.sum())
        bound = 100.0 * float(stats.beta.ppf(0.95, wrong + 1, count - wrong))
        shares.append(100.0 * wrong / count)
        bounds.append(bound)
        others = (same.different_under_any_dependence, same.welch_alone, same.calls_as_unit, same.covered)
        rows.append((name, services.starts, shares[-1], bound, *(100.0 * float(other.mean()) for other in others)))
    return MethodTable(
        title="Comparison of two variants that are the same: studies in which anything was called different",
        columns=(
            "service",
            "starts each",
            "any difference, %",
            "upper 95 % bound",
            "with Benjamini-Yekutieli, %",
            "Welch for each row alone, %",
            "calls as the unit, %",
            "95 % intervals that cover, %",
        ),
        rows=rows,
        claims=(
            Claim("studies with any difference, worst service, %", max(shares), most=5.0),
            Claim("its upper 95 % bound, worst service, %", max(bounds), most=7.0),
            Claim("coverage of the rows' intervals, worst service, %", min(float(row[-1]) for row in rows), least=94.0),
        ),
        facts={"studies per row": str(count), "operations": "38", "metrics": "5", "seed": str(effort.seed)},
    )


def _judged(batch: _Batch) -> list[tuple[float, ...]]:
    return [_judged_once(batch.services, seed) for seed in batch.seeds]


def _judged_once(services: ComparedServices, seed: np.random.SeedSequence) -> tuple[float, ...]:
    figures, _ = figures_of_starts(services, np.random.default_rng(seed))
    settings = ComparisonSettings()
    decisions = decisions_of(figures, settings)
    p_values = np.concatenate([decision.p_values for decision in decisions])
    any_dependence = allowed_error(list(p_values), settings.false_discovery, Dependence.ANY)
    covered = np.concatenate(
        [np.abs(decision.effects.difference) <= decision.effects.half_width(0.05) for decision in decisions]
    )
    return (
        float(any(decision.different.any() for decision in decisions)),
        float((p_values <= any_dependence).any()),
        _any_reported(np.concatenate([_welch_p_values(metric) for metric in figures])),
        _any_reported(np.concatenate([_call_p_values(metric) for metric in figures])),
        float(covered.mean()),
    )


def _any_reported(p_values: Floats) -> float:
    return float((p_values <= allowed_error(list(p_values), ComparisonSettings().false_discovery)).any())


def _welch_p_values(metric: MetricFigures) -> Floats:
    """Welch's t-test of every row by itself."""
    variance, degrees = welch(metric.a - metric.a.mean(axis=0), metric.b - metric.b.mean(axis=0))
    distance = np.abs(metric.b.mean(axis=0) - metric.a.mean(axis=0))
    statistic = np.where(distance > 0.0, distance / np.sqrt(np.maximum(variance, 1e-300)), 0.0)
    return np.asarray(2.0 * special.stdtr(degrees, -statistic))


def _call_p_values(metric: MetricFigures) -> Floats:
    """The wrong way: as if the calls were independent and no start differed from another."""
    distance = np.abs(metric.b.mean(axis=0) - metric.a.mean(axis=0))
    scale = 1.0 / len(metric.a) + 1.0 / len(metric.b)
    return np.asarray(2.0 * special.ndtr(-distance / np.sqrt(scale * metric.sampling)))
