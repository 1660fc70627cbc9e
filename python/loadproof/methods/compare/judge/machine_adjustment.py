"""CPU per request of the rounds of a comparison, at the machine's mean speed: an analysis of covariance over cycles.

The covariate is the generator's CPU per call in the same slot. The slope is common to all variants, and estimated
within rounds, where differences of variants are not in it. docs/method/comparison.md says when it is used.

Source: Cochran 1957, "Analysis of covariance: its nature and uses", Biometrics 13(3).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.records.metric import Metric

__all__ = ["MachineAdjustment", "machine_adjustment"]

_FEWEST_CYCLES = 20
"""The error of a slope from fewer of them would widen the interval, and no degree of freedom knows of it."""
_MOST_APART = 3.0
"""Standard errors between what the variants cost the generator: further apart, its cost is not the machine's."""
_CPU = Metric.CPU, TOTAL


@dataclass(frozen=True, slots=True)
class MachineAdjustment:
    """`slope` is the relative change of CPU per request with that of the generator's CPU per call."""

    slope: float
    shifts: Sequence[Mapping[str, float]]
    """By round and variant: the logarithm to add to CPU per request."""

    def adjusted(self, rounds: Sequence[Mapping[str, RoundFigures]]) -> list[dict[str, RoundFigures]]:
        """The rounds, each CPU per request at the mean speed of its round."""
        return [
            {name: _shifted(figures, shift.get(name, 0.0)) for name, figures in of_round.items()}
            for of_round, shift in zip(rounds, self.shifts, strict=True)
        ]


def machine_adjustment(rounds: Sequence[Mapping[str, RoundFigures]]) -> MachineAdjustment | None:
    """The adjustment of these rounds; None: the counted cycles are few, or the variants cost the generator unlike CPU.

    A round counts that has all variants of the first round, and in which all slots of a cycle have both costs.
    """
    names = sorted(rounds[0]) if rounds else []
    if len(names) < 2:
        return None
    tables = [_costs(of_round, names) for of_round in rounds]
    if sum(len(table) for table in tables) < _FEWEST_CYCLES:
        return None
    # What a cycle does to all of its variants alike is in no difference.
    centred = [table - table.mean(axis=1, keepdims=True) for table in tables]
    speeds = np.concatenate([table[..., 1] for table in centred])
    errors = speeds.std(axis=0, ddof=1) / math.sqrt(len(speeds))
    if bool((np.abs(speeds.mean(axis=0)) > _MOST_APART * errors).any()):
        return None
    within = np.concatenate([table - table.mean(axis=0) for table in centred if len(table)])
    square = float((within[..., 1] ** 2).sum())
    if square <= 0.0:
        return None
    slope = min(1.0, max(0.0, float((within[..., 0] * within[..., 1]).sum()) / square))
    shifts = [
        MappingProxyType(dict(zip(names, (-slope * table[..., 1].mean(axis=0)).tolist(), strict=True)))
        if len(table)
        else MappingProxyType(dict[str, float]())
        for table in centred
    ]
    return MachineAdjustment(slope, shifts)


def _costs(of_round: Mapping[str, RoundFigures], names: Sequence[str]) -> NDArray[np.float64]:
    """Cycles × variants × (CPU per request, CPU of the generator per call), logarithms; no cycle where one lacks."""
    nothing = np.empty((0, len(names), 2))
    if of_round.keys() != set(names):
        return nothing
    costs = [of_round[name].cycle_costs for name in names]
    cycles = sorted(set(costs[0]).intersection(*costs[1:]))
    # The figure is of all of these cycles: without one of them its speed is not known.
    if len(cycles) != max(map(len, costs)) or not cycles:
        return nothing
    table = [[own[cycle] for own in costs] for cycle in cycles]
    if any(not generator_us for row in table for _, generator_us in row):
        return nothing
    logarithms: NDArray[np.float64] = np.log(np.array(table, dtype=np.float64))
    return logarithms


def _shifted(figures: RoundFigures, shift: float) -> RoundFigures:
    value = figures.values.get(_CPU)
    if not shift or value is None:
        return figures
    return replace(figures, values=MappingProxyType({**figures.values, _CPU: value * math.exp(shift)}))
