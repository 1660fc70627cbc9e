"""Simulated rounds of variants on a machine that drifts, as a comparison reads them.

The slots are those that `CompareRound` asks for, warm-up and all. The machine's slowness is a process in time (its
logarithm; `Machine`): each variant feels the machine of its own slots alone, with a slope of its own. A start has an
effect of its own that all its figures share in part. Slots of a round are merged as calls are: the mean is that of all
calls, the p99 the quantile of their mixture. Calls themselves are not drawn: what they scatter a figure by is known
(David, Nagaraja, Order Statistics, 3rd ed., ch. 10).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.compare.machine import CompareRound, CompareSettings, RoundDetails
from loadproof.methods.compare.round_plan import RoundCost, RoundScatter, plan_rounds
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.metric import Metric
from loadproof.run.single_starts import single_order
from loadproof.stats.detectable import log_normal_slope
from loadproof.stats.variance_shrinkage import Floats
from scipy import special

from bench.method.comparison_population import STEP_S, Machine, Population, Service

__all__ = [
    "LONGEST_ROUND_S",
    "NOTHING_MEASURED",
    "DrawnStudy",
    "drawn_single_starts",
    "drawn_starts",
    "drawn_study",
]

LONGEST_ROUND_S = 230.0
"""For each of two variants or more: twelve cycles of warm-up, four that count and one alone, with all between them."""
_START_S = 15.0
_MAINTENANCE_S = 3.0
"""Between cycles, for all variants."""
_GENERATOR_SCATTER = 0.15
"""Of the logarithm of its cost per call, from slot to slot."""
_WARM_UP_S = 12.0
"""A fresh start gets warm with so much load of its own."""
_MEAN_GAIN, _P99_GAIN = 1.3, 1.6
"""A busy service feels the machine more than its CPU does, and its tail more than its mean."""
_REFERENCE_ROUNDS = 400
_PLACES = 60
"""For the counted cycles of a round that has as many as time allows."""

_NONE = Histogram()
NOTHING_MEASURED = MeasuredSpan(8.0, 0.0, 0, 0, 0, 0, 0, {}, (), _NONE, _NONE, _NONE, _NONE)
"""A slot that is whole: what it costs is told beside it."""
_HELD = Verdict(State.PASSED, Message.said(""))


@dataclass(frozen=True, slots=True)
class DrawnStudy:
    """The rounds of a study that has all the time it wants, and when each ends.

    `shown` are the primary metrics, rounds × variants: logarithms, or the expected per cent of errors; they are not a
    number where a variant has no figures.
    """

    variants: tuple[str, ...]
    calls: float
    shown: Mapping[Metric, Floats]
    ends_s: tuple[float, ...]
    costs: tuple[Mapping[str, Costs], ...] = ()
    """By round and variant."""

    def rounds_within(self, budget_s: float) -> int:
        """How many rounds end within it."""
        return sum(end_s <= budget_s for end_s in self.ends_s)

    def rounds(self, effects: Mapping[Metric, Floats], random: np.random.Generator) -> list[dict[str, RoundFigures]]:
        """Its figures, where each variant shows more by `effects`: logarithms, or per cent of errors."""
        shown = {metric: np.asarray(found + effects.get(metric, 0.0)) for metric, found in self.shown.items()}
        failed = np.maximum(shown[Metric.ERRORS], 0.0) / 100.0
        shown[Metric.ERRORS] = np.asarray(100.0 * random.poisson(self.calls * failed) / self.calls)
        return [self._round(shown, place) for place in range(len(self.ends_s))]

    def _round(self, shown: Mapping[Metric, Floats], place: int) -> dict[str, RoundFigures]:
        found = {}
        for column, name in enumerate(self.variants):
            if np.isnan(shown[Metric.CPU][place, column]):
                continue
            values = {
                (metric, TOTAL): float(of[place, column] if metric is Metric.ERRORS else np.exp(of[place, column]))
                for metric, of in shown.items()
            }
            share = (values[Metric.ERRORS, TOTAL] / 100.0 * self.calls + 0.5) / (self.calls + 1.0)
            scatter = {(Metric.ERRORS, TOTAL): 1e4 * share * (1.0 - share) / self.calls}
            costs = self.costs[place].get(name, {}) if self.costs else {}
            found[name] = RoundFigures(name, place + 1, values, {TOTAL: round(self.calls)}, scatter, cycle_costs=costs)
        return found


Costs = Mapping[int, tuple[float, float | None]]
"""By counted cycle: what a request costs, and what it costs the generator."""


@dataclass(frozen=True, slots=True)
class Driven:
    """A round: what each counted slot feels of the machine, and how cold its variant is, variants × cycles.

    They are not a number for a variant without figures. `pace` is the time for each second of load.
    """

    felt: Floats
    cold: Floats
    end_s: float
    judged_s: float
    pace: float
    costs: Mapping[str, Costs]

    @property
    def differences(self) -> list[float]:
        """In each cycle, as `loadproof.methods.compare.result.measured_rounds.cycle_differences` has them."""
        first, *others = self.costs.values()
        whole = [cycle for cycle in first if all(cycle in other for other in others)] if others else []
        return [
            math.fsum(math.log(other[cycle][0]) for other in others) / len(others) - math.log(first[cycle][0])
            for cycle in whole
        ]


def drawn_study(population: Population, variants: int, rounds: int, random: np.random.Generator) -> DrawnStudy:
    """A study of variants that are the same."""
    names = tuple(f"variant-{number}" for number in range(variants))
    service, slopes = population.service(random), random.uniform(*population.slopes, variants)
    of_variant = dict(zip(names, slopes.tolist(), strict=True))
    longest_s = max(rounds * LONGEST_ROUND_S * variants, 2.0 * (population.design.budget_s or 0.0))
    path = population.machine(random, int(longest_s / STEP_S))
    driven = list[Driven]()
    for number in range(1, rounds + 1):
        if (design := _design_of(population.design, variants, driven)) is None:
            break
        now_s = driven[-1].end_s if driven else 0.0
        driven.append(_driven(replace(population, design=design), of_variant, path, now_s, number, random))
    felt, cold = np.array([one.felt for one in driven]), np.array([one.cold for one in driven])
    judged_s = float(np.mean([one.judged_s for one in driven]))
    shown = _figures(population, service, slopes, (felt, cold), judged_s, random)
    ends = tuple(one.end_s for one in driven)
    return DrawnStudy(names, service.calls_per_s * judged_s, shown, ends, tuple(one.costs for one in driven))


def _design_of(design: CompareSettings, variants: int, before: Sequence[Driven]) -> CompareSettings | None:
    """Of the round that follows, as the product plans it; None: it would not end within the budget."""
    if design.budget_s is None:
        return design
    cost = RoundCost.of_start(_START_S)
    if before:
        cost = RoundCost(_START_S, float(np.mean([one.pace for one in before])))
    counted = [max(1, len(one.differences)) for one in before]
    left_s = design.budget_s - (before[-1].end_s if before else 0.0)
    planned = plan_rounds(design, variants, counted, left_s, cost, RoundScatter.of([one.differences for one in before]))
    return None if planned is None else design.within(planned.load_s, variants)


def drawn_single_starts(population: Population, variants: int, rounds: int, random: np.random.Generator) -> DrawnStudy:
    """A study of variants that are the same, each started by itself in the order in which the product starts them."""
    names = tuple(f"variant-{number}" for number in range(variants))
    service, slopes = population.service(random), random.uniform(*population.slopes, variants)
    of_variant = dict(zip(names, slopes.tolist(), strict=True))
    path = population.machine(random, int(rounds * LONGEST_ROUND_S * variants / STEP_S))
    slots, ends, now_s, seed = list[Floats](), list[float](), 0.0, int(random.integers(1 << 31))
    for number in range(1, rounds + 1):
        of_name: dict[str, tuple[Floats, Floats]] = {}
        for name in single_order(names, number - 1, seed):
            driven = _driven(population, {name: of_variant[name]}, path, now_s, number, random)
            now_s = driven.end_s
            of_name[name] = driven.felt[0], driven.cold[0]
        slots.append(np.array([of_name[name] for name in names]))
        ends.append(now_s)
    felt, cold = np.moveaxis(np.array(slots), 2, 0)
    judged_s = population.design.hold_s * population.design.counted_cycles
    shown = _figures(population, service, slopes, (felt, cold), judged_s, random)
    return DrawnStudy(names, service.calls_per_s * judged_s, shown, tuple(ends))


def drawn_starts(
    population: Population, variants: int, starts: int, start_s: float, random: np.random.Generator
) -> Mapping[Metric, Floats]:
    """Starts one at a time, A B C, C B A: each `start_s` long, and measured for its last minute.

    The primary metrics of variants that are the same, starts × variants.
    """
    service, slopes = population.service(random), random.uniform(*population.slopes, variants)
    path = population.machine(random, int(variants * starts * start_s / STEP_S) + 1)
    forth = list(range(variants))
    order = np.array([forth[::-1] if number % 2 else forth for number in range(starts)])
    ends = ((np.argsort(order, axis=1) + 1.0 + variants * np.arange(starts)[:, None]) * start_s / STEP_S).astype(int)
    slots, steps = 6, int(10.0 / STEP_S)
    felt = np.stack(
        [
            np.mean([path[ends - (slots - slot) * steps + step] for step in range(steps)], axis=0)
            for slot in range(slots)
        ],
        axis=2,
    )
    return _figures(population, service, slopes, (felt, np.zeros_like(felt)), float(slots * steps * STEP_S), random)


def _driven(
    population: Population,
    slopes: Mapping[str, float],
    path: Floats,
    now_s: float,
    number: int,
    random: np.random.Generator,
) -> Driven:
    """A round as the product asks for it. `slopes` are those of the variants, by name."""
    names, faults = tuple(slopes), population.faults
    method = CompareRound(population.design, names, number, int(random.integers(1 << 31)))
    amplitude = dict(zip(names, random.uniform(0.0, 0.4, len(names)), strict=True))
    loaded_s, counted = dict.fromkeys(names, 0.0), {name: dict[int, tuple[float, float]]() for name in names}
    costs = {name: dict[int, tuple[float, float | None]]() for name in names}
    history, now_s = list[TrialResult](), now_s + _START_S
    began_s = now_s
    while isinstance(asked := method.next(history), Trial):
        if history and asked.cycle != history[-1].trial.cycle:
            now_s += _MAINTENANCE_S if faults is None else faults.pause_s(_MAINTENANCE_S, random)
        name, first = asked.variant, int((now_s + asked.settle_s) / STEP_S)
        felt = float(path[first : first + int(asked.hold_s / STEP_S)].mean())
        measured = NOTHING_MEASURED
        if faults is not None:
            slot = faults.slot(NOTHING_MEASURED, felt, asked.hold_s, random)
            measured, felt = slot.measurement, felt + slot.slowed / slopes[name]
        cold = amplitude[name] * math.exp(-(loaded_s[name] + 0.5 * asked.load_s) / _WARM_UP_S)
        if asked.purpose is Purpose.COMPARE:
            counted[name][asked.cycle] = felt, cold
        cost = math.exp(slopes[name] * felt) * (1.0 + cold) * (1.0 + 0.005 * random.standard_normal())
        # As it was measured: it follows the machine, and scatters besides (docs/method/comparison.md).
        generator_us = 60.0 * math.exp(felt + _GENERATOR_SCATTER * random.standard_normal())
        if asked.purpose is Purpose.COMPARE:
            costs[name][asked.cycle] = cost, generator_us
        history.append(TrialResult(asked, measured, _HELD, cost, generator_us))
        loaded_s[name] += asked.load_s
        now_s += asked.load_s
    found, cycles = _of_counted_cycles(asked, counted, population.design), asked.details_of(RoundDetails).cycles
    kept = {name: {cycle: own[cycle] for cycle in cycles if cycle in own} for name, own in costs.items()}
    load_s = math.fsum(result.trial.load_s for result in history)
    judged_s = population.design.hold_s * max(1, len(cycles))
    return Driven(found[..., 0], found[..., 1], now_s, judged_s, (now_s - began_s) / load_s, kept)


def _of_counted_cycles(
    answer: Answer, slots: Mapping[str, Mapping[int, tuple[float, float]]], design: CompareSettings
) -> Floats:
    """Variants × cycles × 2, of the cycles that the product counts; not a number where it takes no figures.

    Where rounds have as many cycles as time allows, each has its share of the same number of places.
    """
    cycles = design.counted_cycles if design.budget_s is None else _PLACES
    found = np.full((len(slots), cycles, 2), np.nan)
    numbers, died = answer.details_of(RoundDetails).cycles, answer.details_of(RoundDetails).died
    # A variant that is alone from the begin on has nobody to be compared with, and is measured all the same.
    if numbers and (answer.outcome is Outcome.MEASURED or not died):
        for place, (name, own) in enumerate(slots.items()):
            if name not in died:
                # Where fewer count these are all there is.
                places = (
                    [cycle % len(numbers) for cycle in range(cycles)]
                    if design.budget_s is None
                    else [cycle * len(numbers) // cycles for cycle in range(cycles)]
                )
                found[place] = [own[numbers[at]] for at in places]
    return found


def _figures(
    population: Population,
    service: Service,
    slopes: Floats,
    slots: tuple[Floats, Floats],
    judged_s: float,
    random: np.random.Generator,
) -> dict[Metric, Floats]:
    """Each primary metric of variants that are the same, rounds × variants; of errors the expected share."""
    felt, cold = slots
    rounds, variants = felt.shape[:2]
    start = service.start_deviation * population.starts(random, (rounds, variants))
    own = service.start_deviation * random.standard_normal((3, rounds, variants)) / 2.0
    beside = population.company * (random.gamma(2.0, 0.5, felt.shape) + random.gamma(1.0, 1.0, felt.shape))
    late = population.deferred * random.random(variants) * random.normal(0.0, 0.05, (rounds, variants))
    wave = np.log1p(cold) + 0.01 * random.standard_normal(felt.shape)
    mean_levels = _MEAN_GAIN * slopes[:, None] * felt + beside + wave
    p99_levels = _P99_GAIN * slopes[:, None] * felt + 1.5 * (beside + wave)
    cpu_levels = slopes[:, None] * felt + np.log1p(cold) + 0.3 * beside
    sigma, calls = service.call_sigma, service.calls_per_s * judged_s
    of_calls = (
        np.sqrt(2.0 * (np.exp(sigma**2) - 1.0) / calls),
        np.sqrt(2.0 * 0.0099 / calls) * log_normal_slope(sigma, 0.99),
    )
    bursts = random.exponential(1.0, (rounds, variants)) if population.errors_in_bursts else 1.0
    maintained = np.zeros((rounds, variants))
    if population.faults is not None and population.faults.maintenance:
        share = population.faults.maintenance * random.exponential(1.0, felt.shape)
        maintained = np.log1p(share.mean(axis=2)) - np.log1p(population.faults.maintenance)
    # Of single starts nobody is loaded between the slots of one variant.
    reference = _reference(population.machine, population.design, variants if population.design.together else 1)
    return {
        Metric.MEAN: np.log(np.exp(mean_levels).mean(axis=2))
        - _merged_mean(reference, _MEAN_GAIN * slopes)
        + 1.5 * start
        + own[0]
        + of_calls[0] * random.standard_normal((rounds, variants)),
        Metric.P99: _merged_p99(p99_levels, sigma)
        - np.array([_drifted_p99(reference, _P99_GAIN * slope, sigma) for slope in slopes])
        + 2.0 * start
        + 2.0 * own[1]
        + of_calls[1] * random.standard_normal((rounds, variants)),
        Metric.CPU: np.log(np.exp(cpu_levels).mean(axis=2))
        - _merged_mean(reference, slopes)
        + start
        + late
        + maintained,
        Metric.MEMORY: 0.5 * start + own[2] + 0.005 * random.standard_normal((rounds, variants)),
        Metric.ERRORS: 100.0 * service.error_share * np.exp(0.3 * random.standard_normal((rounds, variants))) * bursts,
    }


def _merged_p99(levels: Floats, sigma: float) -> Floats:
    """The logarithm of the p99 of equal numbers of log-normal calls around each level (last axis), beside that at 0."""
    score = float(special.ndtri(0.99))
    value = levels.mean(axis=-1) + sigma * score
    for _ in range(4):
        scores = (value[..., None] - levels) / sigma
        density = np.exp(-0.5 * scores**2).mean(axis=-1) / (np.sqrt(2.0 * np.pi) * sigma)
        step = (special.ndtr(scores).mean(axis=-1) - 0.99) / np.maximum(density, 1e-12)
        value = value - np.clip(step, -0.1, 0.1)
    return np.asarray(value - sigma * score)


@lru_cache(maxsize=64)
def _reference(machine: Machine, design: CompareSettings, variants: int) -> Floats:
    """What the slots of one variant feel in many rounds: rounds × cycles."""
    random, slopes = np.random.default_rng(7), {f"variant-{number}": 1.0 for number in range(variants)}
    found = []
    for number in range(1, _REFERENCE_ROUNDS // variants + 2):
        path = machine(random, int(LONGEST_ROUND_S * variants / STEP_S))
        own = _design_of(design, variants, ()) or design
        found.append(_driven(Population(own), slopes, path, 0.0, number, random).felt)
    return np.concatenate(found)


def _merged_mean(reference: Floats, slopes: Floats) -> Floats:
    """What merging adds to the logarithm of a mean on this machine: what feels it more seems slower on average.

    Variants are the same where they are on this machine, in the mean over its rounds.
    """
    felt = slopes[:, None, None] * reference
    return np.asarray((np.log(np.exp(felt).mean(axis=2)) - felt.mean(axis=2)).mean(axis=1))


def _drifted_p99(reference: Floats, slope: float, sigma: float) -> float:
    felt = slope * reference
    return float((_merged_p99(felt, sigma) - felt.mean(axis=1)).mean())
