"""How often `loadproof compare` errs on stored runs that were made one after the other on a machine that drifts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.judge.run_comparison import RunStarts, Standing, compare_starts
from loadproof.methods.compare.judge.rounds import ComparisonSettings
from loadproof.records.comparison import Decision
from loadproof.records.metric import PRIMARY, Metric
from loadproof.stats.variance_shrinkage import Floats
from scipy import stats

from bench.method.compared_rounds import drawn_starts
from bench.method.comparison_population import Drift, Population, bistable
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["PAIRS", "PairOfRuns", "compared_runs", "told_of"]

STUDIES = 1000
_BATCH = 25
_GAP = 0.2
_OF_TIME = (Metric.P99, Metric.MEAN, Metric.CPU)
_CALLS = 60_000.0
"""Of a start: those that scatter its share of errors."""
_MEMORY_MIB = 200.0
"""Of a service: beside it the libraries that others map too are little."""


_DRIFTING = Population()
_CALMER = Population(machine=Drift(0.05))
_STEADY = Population(machine=Drift(0.0))


@dataclass(frozen=True, slots=True)
class PairOfRuns:
    """Two runs of so many starts, `gap_s` apart, after `earlier` starts of other runs."""

    starts: int
    gap_s: float
    earlier: int = 0
    population: Population = _DRIFTING


PAIRS: Mapping[str, PairOfRuns] = {
    "3 starts each, 75 s apart": PairOfRuns(3, 75.0),
    "3 starts each, 300 s apart": PairOfRuns(3, 300.0),
    "5 starts each, 75 s apart": PairOfRuns(5, 75.0),
    "10 starts each, 75 s apart": PairOfRuns(10, 75.0),
    "10 starts each, 300 s apart": PairOfRuns(10, 300.0),
    "5 starts each, 75 s apart, drift of 5 %": PairOfRuns(5, 75.0, population=_CALMER),
    "10 starts each, 75 s apart, drift of 5 %": PairOfRuns(10, 75.0, population=_CALMER),
    "5 starts each, no drift": PairOfRuns(5, 300.0, population=_STEADY),
    "5 starts each, of two kinds, 75 s apart": PairOfRuns(5, 75.0, population=Population(starts=bistable)),
    "1 start each, 3 earlier ones": PairOfRuns(1, 75.0, 3),
    "1 start each, 10 earlier ones": PairOfRuns(1, 75.0, 10),
    "1 start each, 10 earlier ones, no drift": PairOfRuns(1, 300.0, 10, _STEADY),
}
"""A drift of 15 % where nothing else is said."""


@dataclass(frozen=True, slots=True)
class _Batch:
    pair: PairOfRuns
    seeds: tuple[np.random.SeedSequence, ...]


def told_of(pair: PairOfRuns, count: int, seed: int, effort: Effort) -> Floats:
    """Five values for each of `count` comparisons, as `_judged_once` has them; the same seed gives the same."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(pair, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    return np.array([row for batch in effort.map(_judged, batches) for row in batch], dtype=np.float64)


def _judged(batch: _Batch) -> list[tuple[float, ...]]:
    return [_judged_once(batch.pair, np.random.default_rng(seed)) for seed in batch.seeds]


def _judged_once(pair: PairOfRuns, random: np.random.Generator) -> tuple[float, ...]:
    """The same called worse, different, no worse; more CPU and time called worse; what is at its margin no worse."""
    settings = ComparisonSettings()
    shown = drawn_starts(pair.population, 1, pair.earlier + 2 * pair.starts, pair.gap_s, random)
    middle, end = pair.earlier + pair.starts, pair.earlier + 2 * pair.starts
    earlier, baseline = _figures(shown, range(pair.earlier)), _figures(shown, range(pair.earlier, middle))
    began_s = [pair.gap_s * place for place in range(pair.starts)]

    def compared(more: Mapping[Metric, float]) -> tuple[Standing, Sequence[Standing], bool]:
        other = _figures(shown, range(middle, end), more)
        found = compare_starts(
            RunStarts("main", baseline, began_s), RunStarts("branch", other, began_s), earlier, settings
        )
        is_different = any(one.decision is Decision.DIFFERENT for one in found.pairs)
        return found.standing, list(found.standings.values()), is_different

    same, _, is_different = compared({})
    more, _, _ = compared({metric: float(np.log1p(_GAP)) for metric in _OF_TIME})
    _, at_margin, _ = compared({metric: settings.margin_on_scale(metric) for metric in PRIMARY})
    return (
        float(same is Standing.WORSE),
        float(is_different),
        float(same is Standing.NO_WORSE),
        float(more is Standing.WORSE),
        float(np.mean([one is Standing.NO_WORSE for one in at_margin])),
    )


def _figures(
    shown: Mapping[Metric, Floats], places: range, more: Mapping[Metric, float] | None = None
) -> list[RoundFigures]:
    more = more or {}
    found = []
    for place in places:
        values = {(metric, TOTAL): float(of[place, 0]) + more.get(metric, 0.0) for metric, of in shown.items()}
        for metric in shown:
            if metric is not Metric.ERRORS:
                values[metric, TOTAL] = float(np.exp(values[metric, TOTAL]))
        values[Metric.MEMORY, TOTAL] *= _MEMORY_MIB
        share = (values[Metric.ERRORS, TOTAL] / 100.0 * _CALLS + 0.5) / (_CALLS + 1.0)
        scatter = {(Metric.ERRORS, TOTAL): 1e4 * share * (1.0 - share) / _CALLS}
        found.append(RoundFigures("", place, values, {}, scatter))
    return found


def compared_runs(effort: Effort) -> MethodTable:
    """The published table."""
    count = effort.runs(STUDIES, fewest=20)
    rows = list[tuple[str | float, ...]]()
    for index, (name, pair) in enumerate(PAIRS.items()):
        found = told_of(pair, count, 1000 * effort.seed + index, effort)
        wrong = int(found[:, 0].sum())
        bound = 100.0 * float(stats.beta.ppf(0.95, wrong + 1, count - wrong))
        worse, *others = (100.0 * float(share) for share in found.mean(axis=0))
        rows.append((name, worse, bound, *others))
    worst = [max(float(row[column]) for row in rows) for column in range(1, 7)]
    return MethodTable(
        title="Stored runs compared: how often `loadproof compare` errs",
        columns=(
            "runs",
            "the same called worse, %",
            "upper 95 % bound",
            "any difference of the same, %",
            "the same called no worse, %",
            "20 % more time and CPU called worse, %",
            "figures worse by the margin called no worse, %",
        ),
        rows=rows,
        claims=(
            Claim("the same service called worse, worst row, %", worst[0], most=5.0),
            Claim("the same service: any difference, worst row, %", worst[2], most=5.0),
            Claim("figures that are worse by the margin called no worse, worst row, %", worst[5], most=5.0),
        ),
        facts={"comparisons per row": str(count), "seed": str(effort.seed)},
    )
