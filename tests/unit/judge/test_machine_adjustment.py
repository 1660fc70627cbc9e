"""CPU per request at the machine's mean speed: the slope, what it takes away, and when it is not used."""

import math
from types import MappingProxyType

import numpy as np
import pytest
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.compare.judge.machine_adjustment import machine_adjustment
from loadproof.methods.compare.judge.rounds import compare_rounds
from loadproof.records.comparison import Decision
from loadproof.records.metric import Metric

Rounds = list[dict[str, RoundFigures]]


def rounds_of(
    *,
    cycles: int = 10,
    rounds: int = 4,
    follows: float = 0.8,
    effect: float = 0.06,
    bodies: float = 0.0,
    reads_generator: bool = True,
) -> Rounds:
    """Two variants on a machine whose speed scatters by 10 % from slot to slot; `b` needs more by `effect`."""
    random = np.random.default_rng(5)
    found: Rounds = []
    for number in range(1, rounds + 1):
        shown = {}
        for name, more, costs_more in (("a", 0.0, 0.0), ("b", effect, bodies)):
            slow = random.normal(0.0, 0.1, cycles)
            cpu_ms = 0.3 * np.exp(more + follows * slow + random.normal(0.0, 0.005, cycles))
            generator_us = 60.0 * np.exp(costs_more + slow)
            costs = {
                cycle: (float(cpu_ms[cycle]), float(generator_us[cycle]) if reads_generator else None)
                for cycle in range(cycles)
            }
            mean_ms = math.exp(float(np.log(cpu_ms).mean()))
            shown[name] = RoundFigures(
                name, number, MappingProxyType({(Metric.CPU, TOTAL): mean_ms}), cycle_costs=costs
            )
        found.append(shown)
    return found


def test_the_slope_is_found_and_the_interval_becomes_shorter_around_the_truth() -> None:
    rounds = rounds_of()
    adjustment = machine_adjustment(rounds)
    assert adjustment is not None
    assert adjustment.slope == pytest.approx(0.8, abs=0.02)
    raw = compare_rounds([{name: _without_costs(one) for name, one in each.items()} for each in rounds])
    (told,) = [pair for pair in compare_rounds(rounds).primary if pair.metric is Metric.CPU]
    (before,) = [pair for pair in raw.primary if pair.metric is Metric.CPU]
    low, high, low_before, high_before = (bound or math.nan for bound in (told.low, told.high, before.low, before.high))
    assert high - low < 0.3 * (high_before - low_before)
    assert low < 100.0 * math.expm1(0.06) < high
    assert told.decision is Decision.DIFFERENT


def test_what_does_not_follow_the_machine_stays_as_it_is() -> None:
    adjustment = machine_adjustment(rounds_of(follows=0.0))
    assert adjustment is not None
    assert adjustment.slope == pytest.approx(0.0, abs=0.02)


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(rounds_of(cycles=4), id="few cycles"),
        pytest.param(rounds_of(bodies=0.2), id="one variant costs the generator more"),
        pytest.param(rounds_of(reads_generator=False), id="the generator's cost is not known"),
        pytest.param([], id="no round"),
    ],
)
def test_it_is_not_used_where_the_generator_does_not_tell_of_the_machine(rounds: Rounds) -> None:
    assert machine_adjustment(rounds) is None
    assert compare_rounds(rounds, variants=("a", "b")).machine_slope is None


def _without_costs(figures: RoundFigures) -> RoundFigures:
    return RoundFigures(figures.variant, figures.round, figures.values)
