"""How right the warm-up of one start is told, on series whose steady part is known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.methods.warm_up.onset import warm_up_of
from numpy.typing import NDArray

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["SERIES", "KnownSeries", "Outcome", "outcome_of", "steady_state_table"]

_RUNS = 1000
_LENGTHS = (60, 120)
_FLOOR = 5
_RUN_IN = 200
_SMALL = 0.01
_LARGER = 0.05

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class KnownSeries:
    """A response time around 1: what is left to warm up by place (0 to 1) in the series, and the noise on it."""

    name: str
    excess: Callable[[Values], Values]
    noise: float = 0.1
    memory: float = 0.3
    turn: float = 0.0
    """Height of a sawtooth with a turn of a twelfth of the series."""
    is_steady: bool = True
    claimed: bool = True

    def draw(self, rng: np.random.Generator, count: int) -> Values:
        """One series of `count` values."""
        place = np.arange(count) / count
        teeth = (12.0 * place + rng.random()) % 1.0 - 0.5
        return 1.0 + self.excess(place) + self.turn * teeth + self.noise * _autoregressive(rng, count, self.memory)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Per cent of the series called steady; of those, with how little of the warm-up left; the median onset."""

    steady_percent: float
    small_percent: float
    larger_percent: float
    onset_median: float
    bias_left_percent: float


def _autoregressive(rng: np.random.Generator, count: int, memory: float) -> Values:
    values = np.empty(count + _RUN_IN)
    value = 0.0
    for step, shock in enumerate(rng.normal(size=count + _RUN_IN)):
        value = memory * value + shock
        values[step] = value
    return values[_RUN_IN:] * float(np.sqrt(1.0 - memory**2))


def _nothing(place: Values) -> Values:
    return 0.0 * place


def _step(place: Values) -> Values:
    return np.where(place < 0.2, 1.0, 0.0)


def _decay(place: Values) -> Values:
    return 2.0 * np.exp(-place / 0.05)


def _compiled(place: Values) -> Values:
    """Interpreted, then compiled twice, with the pauses of the compiler between: levels, not a curve."""
    levels = np.select([place < 0.06, place < 0.15, place < 0.25], [4.0, 1.0, 0.3], 0.0)
    return levels + np.where((place > 0.13) & (place < 0.15), 1.0, 0.0)


def _slow_decay(place: Values) -> Values:
    return np.exp(-place / 0.15)


def _drift(place: Values) -> Values:
    return place


def _gentle_drift(place: Values) -> Values:
    return 0.5 * place


def _endless_decay(place: Values) -> Values:
    return 2.0 * np.exp(-place / 0.6)


SERIES: Mapping[str, KnownSeries] = {
    series.name: series
    for series in (
        KnownSeries("level", _nothing),
        KnownSeries("level, AR 0.6", _nothing, memory=0.6),
        KnownSeries("level, AR 0.8", _nothing, memory=0.8, claimed=False),
        KnownSeries("level, sawtooth", _nothing, turn=0.4),
        KnownSeries("step at 20 %", _step),
        KnownSeries("exponential decay", _decay),
        KnownSeries("JIT-like levels", _compiled),
        KnownSeries("decay and sawtooth", _decay, turn=0.4),
        KnownSeries("slow decay", _slow_decay, claimed=False),
        KnownSeries("drift to twice the level", _drift, is_steady=False),
        KnownSeries("drift by half the level", _gentle_drift, is_steady=False, claimed=False),
        KnownSeries("decay without an end", _endless_decay, is_steady=False),
    )
}


def outcome_of(effort: Effort, length: int, number: int, name: str) -> Outcome:
    """What `warm_up_of` says of the series called `name`, `length` values each."""
    rng = np.random.default_rng((effort.seed, 3, length, number))
    series = SERIES[name]
    excess = series.excess(np.arange(length) / length)
    runs = effort.runs(_RUNS)
    onsets = []
    for _ in range(runs):
        onset_s = warm_up_of(series.draw(rng, length).tolist(), 1.0, _FLOOR).onset_s
        if onset_s is not None:
            onsets.append(int(onset_s))
    left = np.array([excess[onset:].mean() for onset in onsets])
    if not onsets:
        return Outcome(0.0, float("nan"), float("nan"), float("nan"), float("nan"))
    return Outcome(
        100.0 * len(onsets) / runs,
        100.0 * float(np.mean(left < _SMALL)),
        100.0 * float(np.mean(left < _LARGER)),
        float(np.median(onsets)) / length,
        100.0 * float(left.mean()),
    )


def _item(effort: Effort, item: tuple[int, int, str]) -> Outcome:
    return outcome_of(effort, *item)


def steady_state_table(effort: Effort) -> MethodTable:
    """False and missed "never steady", and what the truncation leaves of the warm-up."""
    items = [(length, number, name) for length in _LENGTHS for number, name in enumerate(SERIES)]
    found = dict(zip(items, effort.map(partial(_item, effort), items), strict=True))
    rows: list[list[str | float]] = []
    claims = []
    for (length, _, name), outcome in found.items():
        series = SERIES[name]
        rows.append([name, length, *_figures(series, outcome)])
        whose = f"{name}, {length} values"
        if series.is_steady and series.claimed:
            claims.append(Claim(f"false “never steady”, %: {whose}", 100.0 - outcome.steady_percent, most=2.0))
            claims.append(Claim(f"less than 5 % of bias left, %: {whose}", outcome.larger_percent, least=95.0))
        elif series.claimed and length == max(_LENGTHS):
            claims.append(Claim(f"missed “never steady”, %: {whose}", outcome.steady_percent, most=5.0))
    facts = {"series each": str(effort.runs(_RUNS)), "noise": "10 % of the level, AR 0.3", "seed": str(effort.seed)}
    columns = ("series", "values", "truth", "called steady %", "onset", "bias left %", "< 1 % left, %", "< 5 % left, %")
    return MethodTable("Steady state", columns, rows, claims, facts)


def _figures(series: KnownSeries, outcome: Outcome) -> list[str | float]:
    truth = "steady" if series.is_steady else "never"
    left = (outcome.onset_median, outcome.bias_left_percent, outcome.small_percent, outcome.larger_percent)
    if not series.is_steady or not outcome.steady_percent:
        return [truth, f"{outcome.steady_percent:.1f}", "–", "–", "–", "–"]
    return [
        truth,
        f"{outcome.steady_percent:.1f}",
        f"{left[0]:.2f}",
        *(f"{value:.2g}" for value in left[1:2]),
        *(f"{value:.1f}" for value in left[2:]),
    ]
