"""How often comparisons of rounds err: variants that are the same, that differ, and that differ by just the margin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from loadproof.judge.round_figures import RoundFigures
from loadproof.methods.compare.judge.rounds import ComparisonSettings, JudgedRounds, compare_rounds
from loadproof.methods.compare.machine import BUDGETED_SLOT_S, CompareSettings
from loadproof.records.comparison import Decision, Pair
from loadproof.records.metric import PRIMARY, Metric, Scale
from loadproof.stats.variance_shrinkage import Floats
from scipy import stats

from bench.method.compared_rounds import drawn_study
from bench.method.comparison_population import Drift, Population, Service, bistable, heavy, usual
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["FIVE_IN_12_MIN", "POPULATIONS", "Errors", "comparisons", "errors_of", "judged_study", "table_of_errors"]

STUDIES = 1000
VARIANTS = (2, 6)
MOST_ROUNDS = 8
_BATCH = 10
_EFFECT = 0.08
_SHOWN_AT_MOST = 5.0


FIVE_IN_12_MIN = CompareSettings(1000.0, rounds=5, slot_s=BUDGETED_SLOT_S, budget_s=720.0)


def heavy_calls(random: np.random.Generator) -> Service:
    """Calls whose tail is as heavy as that of services behind a lock."""
    return replace(usual(random), call_sigma=float(random.uniform(1.0, 1.6)))


POPULATIONS: Mapping[str, Population] = {
    "even starts": Population(),
    "starts of two kinds": Population(starts=bistable),
    "heavy tails of starts and calls": Population(service=heavy_calls, starts=heavy),
    "company 2 %, work deferred": Population(company=0.01, deferred=0.2),
    "slopes 0.5 to 1.5": Population(slopes=(0.5, 1.5)),
    "all of it": Population(
        service=heavy_calls, starts=bistable, slopes=(0.5, 1.5), company=0.01, deferred=0.2, errors_in_bursts=True
    ),
    "five rounds share 12 minutes": Population(FIVE_IN_12_MIN),
    "five rounds share 12 minutes, slots scatter by 10 %": Population(FIVE_IN_12_MIN, Drift(0.1, 4.0)),
    "five rounds share 12 minutes, starts of two kinds": Population(FIVE_IN_12_MIN, starts=bistable),
    "five rounds share 12 minutes, all of it": Population(
        FIVE_IN_12_MIN,
        service=heavy_calls,
        starts=bistable,
        slopes=(0.5, 1.5),
        company=0.01,
        deferred=0.2,
        errors_in_bursts=True,
    ),
}


@dataclass(frozen=True, slots=True)
class Errors:
    """Of each study, one value each."""

    different: Floats
    """Whether any primary pair of variants that are the same was called different."""
    covered_same: Floats
    """Share of the primary intervals that hold the truth, which is no difference."""
    covered: Floats
    """The same where variants differ."""
    wrong_sign: Floats
    """Whether there any pair was called different in the wrong direction."""
    equivalent: Floats
    """Share of the pairs that differ by just the margin, of those called equivalent."""
    rounds: Floats
    """Of the study of variants that are the same."""


@dataclass(frozen=True, slots=True)
class _Batch:
    population: Population
    variants: int
    seeds: tuple[np.random.SeedSequence, ...]


def judged_study(
    rounds: Sequence[Mapping[str, RoundFigures]], possible: int, settings: ComparisonSettings | None = None
) -> JudgedRounds:
    """A study that has time for so many rounds: looked at as the product does, and ended where that ends it."""
    settings = settings or ComparisonSettings(most_rounds=MOST_ROUNDS)
    # One in which nobody was measured, as a variant died, tells nothing.
    rounds = [one for one in rounds[:possible] if one]
    possible = len(rounds)
    for done in range(1, possible):
        if settings.looks.is_due(done):
            comparison = compare_rounds(rounds[:done], settings, last=False)
            if comparison.is_settled or not comparison.may_decide_more(possible):
                return comparison
    return compare_rounds(rounds[:possible], settings, last=True)


def errors_of(population: Population, variants: int, count: int, seed: int, effort: Effort) -> Errors:
    """Judges `count` studies; the same seed gives the same whatever the number of processes."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(population, variants, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_judged, batches) for row in batch], dtype=np.float64).T
    return Errors(*found)


def table_of_errors(
    title: str, populations: Mapping[str, Population], studies: int, seed: int, effort: Effort
) -> MethodTable:
    """One row for each population and number of variants; the targets hold for every one of them."""
    rows, bounds = list[tuple[str | float, ...]](), list[float]()
    count = effort.runs(studies, fewest=20)
    for index, (name, population) in enumerate(populations.items()):
        for variants in VARIANTS:
            found = errors_of(population, variants, count, 100 * seed + 10 * index + variants, effort)
            wrong = int(found.different.sum())
            bounds.append(100.0 * float(stats.beta.ppf(0.95, wrong + 1, count - wrong)))
            shares = (found.covered_same, found.covered, found.wrong_sign, found.equivalent)
            percents = (100.0 * float(share.mean()) for share in shares)
            rows.append((name, variants, 100.0 * wrong / count, bounds[-1], *percents, float(found.rounds.mean())))
    worst = [[float(row[column]) for row in rows] for column in range(2, 8)]
    return MethodTable(
        title=title,
        columns=(
            "studies",
            "variants",
            "any difference, %",
            "upper 95 % bound",
            "intervals that cover no difference, %",
            "intervals that cover a difference, %",
            "any difference of the wrong sign, %",
            "the margin called equivalent, %",
            "rounds until the end",
        ),
        rows=rows,
        claims=(
            Claim("the same: studies with any primary difference, worst row, %", max(worst[0]), most=_SHOWN_AT_MOST),
            Claim("the same: intervals that cover, worst row, %", min(worst[2]), least=94.0),
            Claim("unlike: intervals that cover, worst row, %", min(worst[3]), least=94.0),
            Claim("pairs that differ by the margin called equivalent, worst row, %", max(worst[5]), most=5.0),
        ),
        facts={"studies per row": str(count), "rounds at most": f"{MOST_ROUNDS} unless said", "seed": str(seed)},
    )


def comparisons(effort: Effort) -> MethodTable:
    """The published table."""
    return table_of_errors(
        "Comparisons of rounds: how often they err, looks and ends included", POPULATIONS, STUDIES, effort.seed, effort
    )


def _judged(batch: _Batch) -> list[tuple[float, ...]]:
    return [_judged_once(batch.population, batch.variants, seed) for seed in batch.seeds]


def _judged_once(population: Population, variants: int, seed: np.random.SeedSequence) -> tuple[float, ...]:
    random = np.random.default_rng(seed)
    most = population.design.rounds
    settings = ComparisonSettings(most_rounds=most)
    study = drawn_study(population, variants, most, random)
    same = judged_study(study.rounds({}, random), most, settings)
    effects = _effects(variants, random)
    unlike = judged_study(study.rounds(effects, random), most, settings)
    at_margin = _at_margin(variants)
    margin = judged_study(study.rounds(at_margin, random), most, settings)
    places = {name: place for place, name in enumerate(study.variants)}

    def truth(pair: Pair, shown: Mapping[Metric, Floats]) -> float:
        """Per cent or points."""
        difference = float(shown[pair.metric][places[pair.b]] - shown[pair.metric][places[pair.a]])
        return difference if pair.metric.scale is Scale.POINTS else 100.0 * float(np.expm1(difference))

    apart = [pair for pair in margin.primary if truth(pair, at_margin) != 0.0]
    wrong_sign = [
        pair.decision is Decision.DIFFERENT and (pair.effect or 0.0) * truth(pair, effects) < 0.0
        for pair in unlike.primary
    ]
    return (
        float(any(pair.decision is Decision.DIFFERENT for pair in same.primary)),
        float(np.mean([_holds(pair, 0.0) for pair in same.primary])),
        float(np.mean([_holds(pair, truth(pair, effects)) for pair in unlike.primary])),
        float(any(wrong_sign)),
        float(np.mean([pair.decision is Decision.EQUIVALENT for pair in apart])),
        float(same.rounds),
    )


def _holds(pair: Pair, truth: float) -> bool:
    return pair.low is not None and pair.high is not None and pair.low <= truth <= pair.high


def _effects(variants: int, random: np.random.Generator) -> dict[Metric, Floats]:
    """Whatever variants may differ by."""
    found = {metric: _EFFECT * random.standard_normal(variants) for metric in PRIMARY}
    return {**found, Metric.ERRORS: random.uniform(0.0, 1.0, variants)}


def _at_margin(variants: int) -> dict[Metric, Floats]:
    """Every second variant shows more by exactly the margin, in everything."""
    settings = ComparisonSettings()
    more = np.arange(variants) % 2
    return {metric: np.asarray(settings.margin_on_scale(metric) * more) for metric in PRIMARY}
