"""A switch that does nothing under the designs of the profiling study: how often it is claimed to cost something.

The source compares half an hour off to the half hour on that follows, in one run at each rate and sampling, and reads
the difference as the cost. Ours switches within starts.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from loadproof.methods.overhead.judge.starts import OverheadBounds, judge_overhead
from loadproof.methods.overhead.machine import OverheadSettings
from loadproof.model.cell import OFF
from loadproof.records.metric import Metric
from loadproof.records.overhead import OverheadVerdict

from bench.method.comparison_population import Drift
from bench.method.effort import Effort
from bench.method.switched_starts import FeaturePopulation, drawn_starts_of_feature, off_then_on
from bench.method.table import Claim, MethodTable

__all__ = ["profiler_designs"]

_DRAWS, _SOURCES = 1000, 500
_BATCH = 20
_HALF_S = 1800.0
_BOUND = 5.0
_QUICK = OverheadSettings((600.0,), ("all",), slot_s=10.0, settle_s=3.0, hold_s=270.0)
"""Settings of the preset quick of studies/profiling-overhead."""
_MACHINES = {"this machine": Drift(), "a machine that drifts by 5 %": Drift(deviation=0.05)}


@dataclass(frozen=True, slots=True)
class _Batch:
    machine: Drift
    seeds: tuple[np.random.SeedSequence, ...]


def profiler_designs(effort: Effort) -> MethodTable:
    """The published table."""
    rows: list[Sequence[str | float]] = []
    claimed = dict[str, float]()
    for place, (name, machine) in enumerate(_MACHINES.items()):
        draws = effort.runs(_DRAWS, fewest=40)
        seeds = np.random.SeedSequence([effort.seed, place]).spawn(draws)
        batches = [_Batch(machine, tuple(seeds[start : start + _BATCH])) for start in range(0, draws, _BATCH)]
        found = np.array([row for batch in effort.map(_switched, batches) for row in batch])
        excluded, refuted, shown = (100.0 * found[:, :3]).mean(axis=0).tolist()
        claimed[name] = excluded
        errors = np.quantile(found[:, 3], [0.5, 0.95]).tolist()
        rows.append((f"ours, 5 starts of 4.5 min, {name}", str(draws), excluded, refuted, shown, *errors))
        count = effort.runs(_SOURCES, fewest=40)
        random = np.random.default_rng([effort.seed, 100 + place])
        halves = np.array([100.0 * math.expm1(off_then_on(machine, _HALF_S, random)) for _ in range(count)])
        within, beyond = 100.0 * float((halves <= _BOUND).mean()), 100.0 * float((halves > _BOUND).mean())
        errors = np.quantile(np.abs(halves), [0.5, 0.95]).tolist()
        rows.append((f"the source's, 30 min off then 30 min on, {name}", str(count), "–", beyond, within, *errors))
    return MethodTable(
        "A switch that does nothing: how often it is claimed to cost something, and how far estimates err",
        (
            "design",
            "draws",
            "interval of CPU leaves out 0, %",
            "more than 5 % claimed, %",
            "5 % or less claimed, %",
            "median error, %",
            "95 % of errors up to, %",
        ),
        rows,
        (
            Claim("a switch that does nothing, claimed to cost or save CPU, %", claimed["this machine"], most=6.5),
            Claim("the same with a smaller drift, %", claimed["a machine that drifts by 5 %"], most=6.5),
        ),
        {"seed": str(effort.seed)},
    )


def _switched(batch: _Batch) -> list[tuple[float, float, float, float]]:
    return [_once(batch.machine, seed) for seed in batch.seeds]


def _once(machine: Drift, seed: np.random.SeedSequence) -> tuple[float, float, float, float]:
    """True (1) if the interval of CPU leaves out 0, if it is refuted, if it is shown; the error in per cent."""
    population = FeaturePopulation(_QUICK, machine, feature_deviation=(0.0, 0.0))
    starts = drawn_starts_of_feature(population, np.random.default_rng(seed))
    judged = judge_overhead(starts, _QUICK.cells, OFF, OverheadBounds())
    (cpu,) = [effect for effect in judged.effects if effect.metric is Metric.CPU]
    excluded = cpu.low is not None and cpu.high is not None and not cpu.low <= 0.0 <= cpu.high
    verdict = judged.verdict
    return (
        float(excluded),
        float(verdict is OverheadVerdict.REFUTED),
        float(verdict is OverheadVerdict.SHOWN),
        abs(cpu.effect or 0.0),
    )
