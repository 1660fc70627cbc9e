"""How often an overhead errs against its bound, how exactly it is known, and what off and then on gives in its time."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from loadproof.methods.overhead.judge.starts import JudgedLevels, OverheadBounds, judge_overhead
from loadproof.methods.overhead.machine import OverheadSettings
from loadproof.model.cell import OFF
from loadproof.records.metric import Metric
from loadproof.records.overhead import OverheadVerdict

from bench.method.comparison_population import Drift, bistable, heavy
from bench.method.effort import Effort
from bench.method.switched_starts import FeaturePopulation, drawn_starts_of_feature, off_then_on, with_effect
from bench.method.table import Claim, MethodTable

__all__ = ["EFFECTS_PERCENT", "FEATURE_POPULATIONS", "JudgedFeature", "judged_features", "overheads"]

STUDIES = 400
EFFECTS_PERCENT = (0.0, 2.0, 4.0, 5.0, 6.0, 8.0)
BOUND_PERCENT = 5.0
_BATCH = 10
_SOURCE_HALF_S = 1800.0
"""Half an hour off, and half an hour on: what a published claim of 5 % rests on."""
_DEFAULT = "one level, slots of 5 s"

_ONE = OverheadSettings((500.0,))
_FOUR = OverheadSettings((500.0,), ("a", "b", "c", "d"))
FEATURE_POPULATIONS: Mapping[str, FeaturePopulation] = {
    _DEFAULT: FeaturePopulation(_ONE),
    "one level, slots of 15 s": FeaturePopulation(replace(_ONE, slot_s=15.0)),
    "one level, slots of 8 s of which 3 s settle": FeaturePopulation(replace(_ONE, slot_s=8.0, settle_s=3.0)),
    "four levels, slots of 5 s": FeaturePopulation(_FOUR),
    "four levels, slots of 15 s": FeaturePopulation(replace(_FOUR, slot_s=15.0)),
    "one level at two rates": FeaturePopulation(OverheadSettings((500.0, 1000.0))),
    "a machine that drifts by 5 %": FeaturePopulation(_ONE, Drift(deviation=0.05)),
    "a machine that drifts faster": FeaturePopulation(_ONE, Drift(memory_s=40.0)),
    "starts of two kinds": FeaturePopulation(_ONE, starts=bistable),
    "heavy tails of starts": FeaturePopulation(_ONE, starts=heavy),
    "others disturb a tenth of the slots": FeaturePopulation(_ONE, disturbed=0.1),
}


@dataclass(frozen=True, slots=True)
class JudgedFeature:
    """Of many studies: shares by the true effect, and how exactly CPU per request was known, in per cent."""

    shown: Mapping[float, float]
    refuted: Mapping[float, float]
    wrongly_shown: float
    """Levels that cost the bound and were shown to cost less, of all levels."""
    covered: float
    half_width: float
    """The median of that of the interval of 95 %."""
    error: float
    """Of the estimate: 95 % of studies err by no more."""


@dataclass(frozen=True, slots=True)
class _Batch:
    population: FeaturePopulation
    seeds: tuple[np.random.SeedSequence, ...]


def judged_features(population: FeaturePopulation, count: int, seed: int, effort: Effort) -> JudgedFeature:
    """So many studies of `population`, each with every effect."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(population, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_judged, batches) for row in batch])
    places = len(EFFECTS_PERCENT)
    shown, refuted = found[:, :places].mean(axis=0), found[:, places : 2 * places].mean(axis=0)
    wrongly, covered, half_widths, errors = found[:, 2 * places :].T
    return JudgedFeature(
        dict(zip(EFFECTS_PERCENT, shown.tolist(), strict=True)),
        dict(zip(EFFECTS_PERCENT, refuted.tolist(), strict=True)),
        float(wrongly.mean()),
        float(covered.mean()),
        float(np.median(half_widths)),
        float(np.quantile(errors, 0.95)),
    )


def overheads(effort: Effort) -> MethodTable:
    """The published table."""
    count = effort.runs(STUDIES, fewest=20)
    found = {
        name: judged_features(population, count, 1000 * effort.seed + index, effort)
        for index, (name, population) in enumerate(FEATURE_POPULATIONS.items())
    }
    rows: list[Sequence[str | float]] = [
        (
            name,
            *(_verdicts(one, effect) for effect in EFFECTS_PERCENT),
            one.half_width,
            one.error,
            100.0 * one.covered,
        )
        for name, one in found.items()
    ]
    whole_s = _ONE.starts * _ONE.hold_s
    halves = {"in the same time": whole_s / 2.0, "in an hour, as the source": _SOURCE_HALF_S}
    apart = {name: _halves_error(half_s, count, effort.seed) for name, half_s in halves.items()}
    rows += [
        (f"off, then on, {name}", *("–" for _ in EFFECTS_PERCENT), "–", error, "–") for name, error in apart.items()
    ]
    return MethodTable(
        title="A feature against a bound of 5 %: how often its overhead is told, rightly and wrongly",
        columns=(
            "studies",
            *(f"costs {effect:g} %: shown / refuted, %" for effect in EFFECTS_PERCENT),
            "half-width of CPU per request, %",
            "95 % of estimates err by at most, %",
            "intervals that cover, %",
        ),
        rows=rows,
        claims=_claims(found, apart["in the same time"]),
        facts={
            "starts": str(_ONE.starts),
            "load of a start": f"{_ONE.hold_s / 60.0:g} min",
            "studies per row": str(count),
            "seed": str(effort.seed),
        },
    )


def _claims(found: Mapping[str, JudgedFeature], apart: float) -> tuple[Claim, ...]:
    ours = found[_DEFAULT]
    return (
        Claim("half-width of CPU per request, five starts of 8 minutes, %", ours.half_width, most=1.5),
        Claim("off, then on, in the same time: errors in half-widths of ours", apart / ours.half_width, least=2.0),
        Claim(
            "levels that cost the bound, called shown, worst row, %",
            100.0 * max(one.wrongly_shown for one in found.values()),
            most=6.0,
        ),
        Claim(
            "studies of what costs the bound with any figure refuted, worst row, %",
            100.0 * max(one.refuted[BOUND_PERCENT] for one in found.values()),
            most=5.0,
        ),
        Claim("intervals that cover, worst row, %", 100.0 * min(one.covered for one in found.values()), least=93.0),
        Claim("a feature that costs nothing, shown, %", 100.0 * ours.shown[0.0], least=95.0),
        Claim("a feature that costs 8 %, refuted, %", 100.0 * ours.refuted[8.0], least=90.0),
    )


def _verdicts(found: JudgedFeature, effect: float) -> str:
    return f"{100.0 * found.shown[effect]:.3g} / {100.0 * found.refuted[effect]:.3g}"


def _judged(batch: _Batch) -> list[list[float]]:
    return [_judged_once(batch.population, seed) for seed in batch.seeds]


def _judged_once(population: FeaturePopulation, seed: np.random.SeedSequence) -> list[float]:
    """By effect: whether the claim is shown, then whether it is refuted; then what CPU per request says alone."""
    starts = drawn_starts_of_feature(population, np.random.default_rng(seed))
    cells, bounds = population.settings.cells, OverheadBounds()
    of_effects = [
        judge_overhead(with_effect(starts, math.log1p(effect / 100.0)), cells, OFF, bounds)
        for effect in EFFECTS_PERCENT
    ]
    shown = [float(one.verdict is OverheadVerdict.SHOWN) for one in of_effects]
    refuted = [float(one.verdict is OverheadVerdict.REFUTED) for one in of_effects]
    return [*shown, *refuted, *_of_cpu(of_effects[0], of_effects[EFFECTS_PERCENT.index(BOUND_PERCENT)])]


def _of_cpu(costs_nothing: JudgedLevels, costs_bound: JudgedLevels) -> tuple[float, float, float, float]:
    """Of its levels: the share wrongly shown, that of intervals that cover, the mean half-width, the largest error."""
    nothing, bound = (
        [effect for effect in one.effects if effect.metric is Metric.CPU] for one in (costs_nothing, costs_bound)
    )
    intervals = [(one.low or -math.inf, one.high or math.inf) for one in nothing]
    return (
        float(np.mean([one.verdict is OverheadVerdict.SHOWN for one in bound])),
        float(np.mean([low <= 0.0 <= high for low, high in intervals])),
        float(np.mean([(high - low) / 2.0 for low, high in intervals])),
        float(np.max([abs(one.effect or 0.0) for one in nothing])),
    )


def _halves_error(half_s: float, count: int, seed: int) -> float:
    """By which 95 % of such studies err, in per cent."""
    random = np.random.default_rng([seed, int(half_s)])
    errors = [abs(off_then_on(Drift(), half_s, random)) for _ in range(count)]
    return 100.0 * math.expm1(float(np.quantile(errors, 0.95)))
