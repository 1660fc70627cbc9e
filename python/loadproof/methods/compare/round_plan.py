"""Shares the rest of a budget among the rounds of a comparison, by what rounds and cycles scattered so far.

A difference of two variants in a round has the variance between + within / cycles. Of all numbers of rounds that end
within the budget that one is planned whose interval would be the shortest. Only scatter decides, never a difference:
docs/method/comparison.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.pair_effects import ComparisonSettings
from loadproof.methods.compare.machine import CompareSettings
from loadproof.methods.cycles import STEADY_CYCLES
from loadproof.stats.comparison_looks import FEWEST_ROUNDS, RoundLooks
from loadproof.stats.distributions import student_t_quantile

__all__ = ["PlannedRounds", "RoundCost", "RoundScatter", "family_size", "plan_rounds"]

_BETWEEN, _WITHIN = 2e-4, 2e-2
"""Variances of a logarithm before any round: starts that scatter by 1 %, slots that scatter by 10 %."""
_PRIOR_DEGREES = 2.0
_FIRST_PACE = 1.1
_FIRST_STOP_S = 3.0
_ERROR = 0.05
"""Error of a comparison, shared among its primary figures."""


@dataclass(frozen=True, slots=True)
class RoundScatter:
    """Variances of a difference of logarithms: `between` rounds, and of one cycle `within` a round."""

    between: float = _BETWEEN
    within: float = _WITHIN

    @classmethod
    def of(cls, rounds: Sequence[Sequence[float]]) -> RoundScatter:
        """Estimates by moments from the differences of each counted cycle, by round, drawn towards the prior.

        Neighbouring cycles are taken in pairs, as the second mirrors the first.

        >>> RoundScatter.of([]) == RoundScatter()
        True
        >>> quiet = RoundScatter.of([[0.01, 0.0, 0.0, 0.01] * 5] * 3)
        >>> quiet.within < RoundScatter().within
        True
        """
        paired = [[(own[at] + own[at + 1]) / 2.0 for at in range(0, len(own) - 1, 2)] for own in rounds]
        paired = [own for own in paired if own]
        squares = math.fsum(_squares(own) for own in paired)
        degrees = sum(len(own) - 1 for own in paired)
        within = (_PRIOR_DEGREES * _WITHIN + 2.0 * squares) / (_PRIOR_DEGREES + degrees)
        if len(paired) < 2:
            return cls(_BETWEEN, within)
        means = [math.fsum(own) / len(own) for own in paired]
        sampling = math.fsum(within / 2.0 / len(own) for own in paired) / len(paired)
        seen = _squares(means) / (len(means) - 1)
        more = len(means) - 1
        between = (_PRIOR_DEGREES * _BETWEEN + more * max(0.0, seen - sampling)) / (_PRIOR_DEGREES + more)
        return cls(between, within)


@dataclass(frozen=True, slots=True)
class RoundCost:
    """Seconds of a round beside its load: `start_s` for starts and stops, and `pace` of the clock for each of load."""

    start_s: float
    pace: float = _FIRST_PACE

    @classmethod
    def of_start(cls, started_s: float) -> RoundCost:
        """Before the first round has ended: its services took `started_s` to start."""
        return cls(started_s + _FIRST_STOP_S)

    def of_round(self, load_s: float) -> float:
        """Seconds of the clock that a round with so much load takes."""
        return self.start_s + self.pace * load_s

    def load_s(self, round_s: float) -> float:
        """Seconds of load in a round of so many seconds of the clock."""
        return (round_s - self.start_s) / self.pace


@dataclass(frozen=True, slots=True)
class PlannedRounds:
    """Rounds still to come, each with `load_s` seconds of load."""

    rounds: int
    load_s: float


def plan_rounds(
    settings: CompareSettings,
    variants: int,
    counted: Sequence[int],
    left_s: float,
    cost: RoundCost,
    scatter: RoundScatter | None = None,
) -> PlannedRounds | None:
    """The rounds to come within `left_s` seconds of the clock; None: not one of the shortest ends within them.

    `counted` are the counted cycles of each round so far. Three rounds in all are planned wherever the shortest fit.

    >>> settings = CompareSettings(500.0, rounds=5, budget_s=720.0)
    >>> plan = plan_rounds(settings, 2, (), 720.0, RoundCost(4.0, 1.0))
    >>> plan.rounds, plan.load_s
    (5, 140.0)
    """
    scatter = scatter or RoundScatter()
    best: tuple[tuple[bool, float], PlannedRounds] | None = None
    for more in range(1, settings.rounds - len(counted) + 1):
        load_s = cost.load_s(left_s / more)
        if load_s < settings.shortest.round_s(variants):
            break
        own = settings.within(load_s, variants)
        warm_up_s = own.warm_up_s * (own.gentle_cycles + STEADY_CYCLES) * variants
        cycles = max(own.counted_cycles, int((load_s - warm_up_s) // (own.slot_s * variants)) - int(own.alone))
        width = _half_width(scatter, [*counted, *[cycles] * more], variants, _ERROR / family_size(settings))
        rank = len(counted) + more < FEWEST_ROUNDS, width
        if best is None or rank < best[0]:
            best = rank, PlannedRounds(more, load_s)
    return None if best is None else best[1]


def family_size(settings: CompareSettings) -> int:
    """Figures that share the error of a comparison: those of the total, and of each primary operation.

    >>> family_size(CompareSettings(500.0)), family_size(CompareSettings(500.0, primary=("get", "put")))
    (5, 9)
    """
    return len(ComparisonSettings(primary=settings.primary).primary_figures)


def _half_width(scatter: RoundScatter, counted: Sequence[int], variants: int, figure_error: float) -> float:
    rounds = len(counted)
    if rounds < FEWEST_ROUNDS:
        return -float(rounds)
    error = RoundLooks(rounds, figure_error).error_at(rounds, last=True)
    variance = math.fsum(scatter.between + scatter.within / max(1, cycles) for cycles in counted) / rounds**2
    return student_t_quantile(error / 2.0, (rounds - 1) * (variants - 1)) * math.sqrt(variance)


def _squares(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values)
