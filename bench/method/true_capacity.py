"""The capacity of a simulated service, from long exact simulation."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from bench.method.long_simulation import BadCalls

__all__ = ["TRUTH_TARGET", "LongSimulation", "Missing", "TrueCapacity", "true_capacity"]

LongSimulation = Callable[[float, float, int], BadCalls]
"""Rate in calls/s, length in s, number of the run: what a warm start of the service shows at that rate."""
_SOFTEST = 4.0
_LEAST_PART, _MOST_PART = 0.05, 1.1
_BRACKET = 0.05
_SMOOTH = 1.5
"""A level, ln(share / limit), this near to 0 shows that the share does not leap."""
_WALL = 0.001
_SPREAD, _SPREAD_OF_SLOPE = 0.6, 0.04
"""How far from the crossing, in levels, it is simulated: less where the knee is soft, as its line may be bent."""
_WINDOW = 1.6
"""Simulations within so many spreads are fitted."""
TRUTH_TARGET = 0.0029
"""Standard error of ln(capacity)."""
_LARGEST_ERROR = 0.01
"""A fit that leaves more than this is none."""
_LEAST_KNOWN_SLOPE, _SLOPE_ERROR = 2.0, 0.15
"""Largest errors of the slope, as parts of it: for the capacity, and to say that it is too soft."""
_FEWEST_TURNS, _MOST_TURNS = 3, 24
_GROWTH = 0.7
_THRESHOLDS, _FEWEST_THRESHOLDS, _MOST_THRESHOLDS = 10.0, 100.0, 1000.0
_UNSURE, _STEEPEST = 0.002, 3.0
"""The slope over rate times threshold: of M/M/1 it is 1, of a queue with constant service times 2."""
_KNEE = 5.0
"""A knee is about so many levels wide, between light load and saturation."""
_STEEP = 200.0
_MOST_CALLS, _MOST_CALLS_STEEP = 50_000_000, 12_000_000


class Missing(StrEnum):
    """Why a service has no capacity that a search could be held against."""

    NEVER_KEPT = "the SLO is not kept at a twentieth of the raw rate"
    NEVER_BROKEN = "the SLO is kept beyond the raw rate"
    TOO_SOFT = "its share of bad calls grows by less than 4 % for 1 % of rate"


@dataclass(frozen=True, slots=True)
class TrueCapacity:
    """The rate in calls/s at which the share of bad calls crosses its limit, and d ln share / d ln rate there."""

    rate: float
    slope: float
    error: float
    """Standard error of ln(rate)."""
    calls: int
    """What was simulated for it."""


@dataclass(frozen=True, slots=True)
class _Run:
    rate: float
    bad: BadCalls


@dataclass(slots=True)
class _Fit:
    """Where ln(share / limit) = slope · (rate / `rate` − 1) crosses 0, with the standard error of ln `rate`."""

    rate: float
    slope: float
    error: float = math.inf
    slope_error: float = math.inf
    """As a part of the slope."""
    calls: int = 0


class _Simulations:
    """Simulations of one service, each long enough for what is to be told of it."""

    def __init__(self, simulate: LongSimulation, threshold_s: float, cycle_s: float) -> None:
        self._simulate, self._threshold_s, self._cycle_s = simulate, threshold_s, cycle_s
        self.runs: list[_Run] = []

    def add(self, rate: float, part: float, calls: float = 40_000.0) -> float:
        """The level that a start shows at `rate`, to be told from that at `part` of the rate more."""
        # The nearer to saturation, the slower a queue settles: by 0.87 thresholds over 1 - utilization.
        thresholds = float(np.clip(_THRESHOLDS / part, _FEWEST_THRESHOLDS, _MOST_THRESHOLDS))
        length_s = max(calls / rate, 8.0 * self._cycle_s, thresholds * self._threshold_s)
        found = self._simulate(rate, length_s, len(self.runs))
        self.runs.append(_Run(rate, found))
        return found.level

    @property
    def calls(self) -> int:
        return sum(run.bad.calls for run in self.runs)


def true_capacity(
    simulate: LongSimulation, raw_rate: float, threshold_s: float, cycle_s: float = 0.0, target: float = TRUTH_TARGET
) -> TrueCapacity | Missing:
    """Bisection, then a line through ln(share / limit) of simulations about the crossing until it is known to `target`.

    Where the share leaps from next to nothing to most calls (a wall) the bisection goes on to 0.1 %.
    A capacity is looked for between 5 % and 110 % of `raw_rate`. A service whose share grows by less than 4 % for
    each 1 % of rate is no case: no test of hours could tell its capacity within 3 %.
    """
    done = _Simulations(simulate, threshold_s, cycle_s)
    first = _Bracket.of(done, _LEAST_PART * raw_rate, _MOST_PART * raw_rate)
    if first.low_level > 0.0:
        return Missing.NEVER_KEPT
    if first.high_level < 0.0:
        return Missing.NEVER_BROKEN
    bracket = _bisected(done, first, _SMOOTH)
    if bracket.width > _WALL:
        fit = _Fit(bracket.nearest, max(bracket.slope, _SOFTEST))
        found = _crossing(done, fit, target, bracket.nearest * threshold_s)
        if isinstance(found, Missing) or found.error <= _LARGEST_ERROR:
            return found
        # Rare and long bursts of a steep knee leave no line to fit.
        bracket = _bisected(done, bracket, 0.0)
    # Where a queue is so steep, single simulations of one rate differ by about this.
    differing = _unsure(bracket.middle * threshold_s)
    error = max(bracket.width / math.sqrt(12.0), differing)
    return TrueCapacity(bracket.middle, bracket.slope, error, done.calls)


@dataclass(frozen=True, slots=True)
class _Bracket:
    """Two rates with the levels that one simulation of each showed, below and above the limit."""

    low: float
    high: float
    low_level: float
    high_level: float

    @classmethod
    def of(cls, done: _Simulations, low: float, high: float) -> "_Bracket":
        return cls(low, high, done.add(low, 1.0), done.add(high, 1.0))

    @property
    def width(self) -> float:
        return math.log(self.high / self.low)

    @property
    def middle(self) -> float:
        return math.sqrt(self.low * self.high)

    @property
    def slope(self) -> float:
        return (self.high_level - self.low_level) / self.width

    @property
    def nearest(self) -> float:
        return self.low if abs(self.low_level) < abs(self.high_level) else self.high


def _bisected(done: _Simulations, bracket: _Bracket, smooth: float) -> _Bracket:
    """Halved to 0.1 %; to 5 % where a level comes nearer to 0 than `smooth`, as the share does not leap there."""
    while bracket.width > _WALL:
        if bracket.width <= _BRACKET and min(abs(bracket.low_level), abs(bracket.high_level)) < smooth:
            break
        middle = bracket.middle
        level = done.add(middle, bracket.high / bracket.low - 1.0)
        above = {"high": middle, "high_level": level} if level > 0.0 else {"low": middle, "low_level": level}
        bracket = replace(bracket, **above)
    return bracket


def _crossing(done: _Simulations, fit: _Fit, target: float, waiting: float) -> TrueCapacity | Missing:
    calls = 80_000.0
    for turn in range(_MOST_TURNS):
        spread = min(_SPREAD, _SPREAD_OF_SLOPE * fit.slope)
        for step in (-spread, 0.0, spread):
            done.add(fit.rate * (1.0 + step / fit.slope), _KNEE / fit.slope, calls)
        near = [run for run in done.runs if abs(run.rate / fit.rate - 1.0) * fit.slope <= _WINDOW * spread]
        found = _fitted(near, fit)
        change = float(np.clip(math.log(found.rate / fit.rate), -2.0 / fit.slope, 2.0 / fit.slope))
        slope = float(np.clip(found.slope, fit.slope / 2.0, 2.0 * fit.slope))
        settled = abs(change) * slope < 1.0 and slope == found.slope
        fit = replace(found, rate=fit.rate * math.exp(change), slope=slope)
        settled = settled and found.slope_error < _LEAST_KNOWN_SLOPE and turn + 1 >= _FEWEST_TURNS
        # The error of the capacity is known only as well as the slope is, which chance makes too steep for any queue.
        fit.error *= max(1.0, slope / (_STEEPEST * waiting))
        error = fit.error * (1.0 + 2.0 * found.slope_error)
        if settled and slope < _SOFTEST and found.slope_error < _SLOPE_ERROR:
            return Missing.TOO_SOFT
        steep = fit.slope > _STEEP
        if steep:
            fit.error = max(fit.error, _unsure(waiting))
        if (settled and error <= target) or done.calls > (_MOST_CALLS_STEEP if steep else _MOST_CALLS):
            break
        lacking = (error / target) ** 2 - 1.0 if settled else 0.3
        calls = max(calls, min(_GROWTH, max(0.1, 1.1 * lacking)) * found.calls / 3.0)
    if fit.slope < _SOFTEST:
        return Missing.TOO_SOFT
    return TrueCapacity(float(fit.rate), float(fit.slope), float(fit.error), done.calls)


def _unsure(waiting: float) -> float:
    """By how much ln(capacity) may be off where so many calls come due in one threshold, and single bursts decide."""
    return min(_UNSURE, 1.0 / waiting)


def _fitted(runs: Sequence[_Run], before: _Fit) -> _Fit:
    """Quasi-Poisson regression of the bad calls (log link, the rate as regressor); its errors from the batches.

    In the rate, not its logarithm, as the tail of a single queue is exponential in it. Sums of bad calls are fitted,
    as each start's own logarithm and deviation would be low together. McCullagh and Nelder, *Generalized Linear
    Models*, ch. 9; the covariance is the sandwich of White 1982, *Econometrica* 50, with batches as clusters.
    """
    kinds = len(runs[0].bad.over_limits)
    binding = max(range(kinds), key=lambda kind: sum(float(run.bad.over_limits[kind].sum()) for run in runs))
    steps = np.array([run.rate / before.rate - 1.0 for run in runs])
    due = np.array([run.bad.due for run in runs])
    bad = np.array([run.bad.over_limits[binding] for run in runs])
    regressors = np.column_stack((np.ones(len(runs)), steps * before.slope))
    fitted = np.array([math.log(max(bad.sum(), 1.0) / due.sum()), 1.0])
    for _ in range(50):
        means = due.sum(axis=1) * np.exp(np.clip(regressors @ fitted, -20.0, 20.0))
        information = regressors.T @ (means[:, None] * regressors) + 1e-9 * np.eye(2)
        step = np.linalg.solve(information, regressors.T @ (bad.sum(axis=1) - means))
        fitted = fitted + np.clip(step, -1.0, 1.0)
        fitted[1] = np.clip(fitted[1], 0.2, 5.0)
        if np.abs(step).max() < 1e-9:
            break
    shares = np.exp(np.clip(regressors @ fitted, -20.0, 20.0))
    scores = (bad - due * shares[:, None])[:, :, None] * regressors[:, None, :]
    flat = scores.reshape(-1, 2)
    inverse = np.linalg.inv(information)
    covariance = inverse @ (flat.T @ flat) @ inverse * len(flat) / (len(flat) - 2.0)
    # The crossing of the line is at -intercept / slope; its error by the delta method.
    crossing = -fitted[0] / fitted[1]
    gradient = np.array([-1.0, -crossing]) / fitted[1]
    error = math.sqrt(max(0.0, float(gradient @ covariance @ gradient))) / before.slope
    part = max(0.5, 1.0 + crossing / before.slope)
    slope_error = math.sqrt(max(0.0, float(covariance[1, 1]))) / float(fitted[1])
    slope = float(fitted[1]) * before.slope * part
    return _Fit(before.rate * part, slope, error / part, slope_error, int(due.sum()))
