"""Simulated starts in which a feature is switched, on a machine that drifts, as an overhead reads them.

The slots are those that `OverheadStart` asks for, warm-up and all. Each feels the machine of its own judged seconds
(`compared_rounds.Drift`), and scatters besides, as the CPU of a real service does from slot to slot. What the feature
costs differs from start to start: a start compiles and lays out the code with it in its own way.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.overhead.machine import OverheadSettings, OverheadStart, SwitchedDetails
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.cell import OFF, Cell
from loadproof.model.message import Message
from loadproof.records.metric import Metric
from loadproof.stats.variance_shrinkage import Floats

from bench.method.compared_rounds import NOTHING_MEASURED
from bench.method.comparison_population import STEP_S, Drift, Law, Machine, normal

__all__ = ["FeaturePopulation", "drawn_starts_of_feature", "off_then_on", "with_effect"]

_START_S = 15.0
_SWITCH_S = 0.5
_SLOT_SCATTER = 0.01
"""Of the logarithm of CPU per request from slot to slot: 0.9 % were measured (docs/method/comparison.md)."""
_GENERATOR_SCATTER = 0.15
_WARM_UP_S = 12.0
_MEAN_GAIN = 1.3
"""A busy service feels the machine more than its CPU does."""
_HELD = Verdict(State.PASSED, Message.said(""))
_LONGEST_START_S = 1500.0


@dataclass(frozen=True, slots=True)
class FeaturePopulation:
    """What studies are drawn from."""

    settings: OverheadSettings = field(default_factory=lambda: OverheadSettings((500.0,)))
    machine: Machine = field(default_factory=Drift)
    feature_deviation: tuple[float, float] = (0.002, 0.008)
    """Between starts, of the logarithm of what a level costs: least and most, evenly drawn for each study."""
    starts: Law = normal
    disturbed: float = 0.0
    """The share of slots that others disturb, which the product repeats."""


def drawn_starts_of_feature(
    population: FeaturePopulation, random: np.random.Generator
) -> list[dict[Cell, RoundFigures]]:
    """The starts of one study of a feature that costs nothing: CPU per request and mean of each cell."""
    settings = population.settings
    path = population.machine(random, int(settings.starts * _LONGEST_START_S / STEP_S))
    deviation = random.uniform(*population.feature_deviation)
    now_s, found = 0.0, []
    for number in range(1, settings.starts + 1):
        slots, now_s = _driven(population, path, now_s + _START_S, number, random)
        drawn = deviation * population.starts(random, (len(settings.cells),))
        # What a start has of its own is in all of its levels; only what a level costs is another in each start.
        own = {cell: 0.0 if cell.level == OFF else float(one) for cell, one in zip(settings.cells, drawn, strict=True)}
        found.append({cell: _figures(cell, number, of, own[cell], random) for cell, of in slots.items()})
    return found


def with_effect(starts: Sequence[Mapping[Cell, RoundFigures]], effect: float) -> list[dict[Cell, RoundFigures]]:
    """The same starts where each level but off costs `effect` more, a logarithm."""
    return [
        {cell: figures if cell.level == OFF else _costlier(figures, effect) for cell, figures in start.items()}
        for start in starts
    ]


def off_then_on(
    machine: Callable[[np.random.Generator, int], Floats], half_s: float, random: np.random.Generator
) -> float:
    """What two halves of one start, off and then on, differ by where the feature costs nothing: a logarithm."""
    path = machine(random, int(2.0 * half_s / STEP_S))
    off, on = np.log(np.exp(path.reshape(2, -1)).mean(axis=1))
    return float(on - off)


def _driven(
    population: FeaturePopulation, path: Floats, now_s: float, number: int, random: np.random.Generator
) -> tuple[dict[Cell, list[float]], float]:
    """A start as the product asks for it: what each counted slot of a cell costs, and when the start ends."""
    method = OverheadStart(population.settings, "base", number, int(random.integers(1 << 31)))
    began_s, amplitude = now_s, random.uniform(0.0, 0.4)
    history, costs, level = list[TrialResult](), dict[tuple[Cell, int], float](), OFF
    while isinstance(asked := method.next(history), Trial):
        now_s += 0.0 if asked.level == level else _SWITCH_S
        level = asked.level
        first = int((now_s + asked.settle_s) / STEP_S)
        felt = float(path[first : first + int(asked.hold_s / STEP_S)].mean())
        cold = amplitude * math.exp(-(now_s - began_s + 0.5 * asked.load_s) / _WARM_UP_S)
        cost = felt + math.log1p(cold) + _SLOT_SCATTER * random.standard_normal()
        if asked.purpose is Purpose.COMPARE:
            costs[Cell(asked.level, asked.rate or 0.0), asked.cycle] = cost
        generator_us = 60.0 * math.exp(felt + _GENERATOR_SCATTER * random.standard_normal())
        measured = _measured(asked, population.disturbed, random)
        history.append(TrialResult(asked, measured, _HELD, math.exp(cost), generator_us))
        now_s += asked.load_s
    counted = asked.details_of(SwitchedDetails).cycles
    cells = population.settings.cells
    return {cell: [costs[cell, cycle] for cycle in counted] for cell in cells if counted}, now_s


def _measured(asked: Trial, disturbed: float, random: np.random.Generator) -> MeasuredSpan:
    if not disturbed or random.random() >= disturbed:
        return NOTHING_MEASURED
    begin = int(asked.settle_s)
    stretch = (begin, begin + 1 + int(asked.hold_s * random.random()))
    return replace(NOTHING_MEASURED, left_out_s=(stretch,), disturbed_s=(stretch,))


def _figures(cell: Cell, number: int, costs: Sequence[float], own: float, random: np.random.Generator) -> RoundFigures:
    """Slots are merged as calls are: the mean is that of all of them."""
    felt = np.array(costs)
    cpu = float(np.log(np.exp(felt).mean())) + own
    mean = float(np.log(np.exp(_MEAN_GAIN * felt + _SLOT_SCATTER * random.standard_normal(felt.shape)).mean())) + own
    values = {(Metric.CPU, TOTAL): math.exp(cpu), (Metric.MEAN, TOTAL): math.exp(mean)}
    return RoundFigures(cell.level, number, values)


def _costlier(figures: RoundFigures, effect: float) -> RoundFigures:
    return replace(figures, values={key: value * math.exp(effect) for key, value in figures.values.items()})
