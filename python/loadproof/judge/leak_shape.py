"""Whether a rise goes on as a line or levels off: a line against exponential saturation, by likelihood.

Formulas, sources and measured errors: docs/method.md, "Leaks".
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loadproof.judge.robust_slope import neighbour_correlation

__all__ = ["Shape", "goes_on_after_warm_up", "shape_of"]

_Values = NDArray[np.float64]
_DECAYS = (0.08, 0.12, 0.18, 0.27, 0.4, 0.6, 0.9, 1.3, 2.0, 4.0, 10.0)
"""Time constants that are tried, in lengths of the series."""
_LEVELS_OFF_WITHIN = 1.3
"""A saturation with a longer time constant cannot be told from a line by the length of a soak."""
_SOON_OVER = (0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18)
"""Time constants of a warm-up, which is over within the first half."""
_SLOWER = (0.3, 0.4, 0.55, 0.75, 1.0, _LEVELS_OFF_WITHIN)
"""Time constants of what may fill beside it."""
_LIKELY = 3.84
"""What the doubled logarithm of a likelihood may lose within an interval of 95 % of one parameter (chi-squared)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a series moves; each figure is a doubled logarithm of a ratio of likelihoods under AR(1) noise.

    `remaining` is what the best saturation has still to go after the end, `remaining_high` the most that is likely;
    `decay_high` the longest likely time constant, in steps.
    """

    slows: float
    """Of the best saturation against the line."""
    goes_on: float
    """Of the line against the best saturation that would be seen to level off within the series."""
    hastens: float
    """Of the best growth that quickens against the line."""
    bends: float
    """Of a line with a bend each way against the line."""
    remaining: float
    remaining_high: float
    decay_high: float


def shape_of(values: Sequence[float]) -> Shape:
    """The shape of ten values or more, equally far apart."""
    series = np.asarray(values, dtype=np.float64)
    count = len(series)
    place = np.linspace(0.0, 1.0, count)
    curves = {decay: np.exp(-place / decay) for decay in _DECAYS}
    memory = _memory(series, place, curves)
    white, ones, straight = (_whitened(column, memory) for column in (series, np.ones(count), place))
    bent = {decay: _whitened(curve, memory) for decay, curve in curves.items()}
    line = _residue(white, (ones, straight))
    saturations = {decay: _residue(white, (ones, curve)) for decay, curve in bent.items()}
    best = min(saturations.values())
    seen = min(residue for decay, residue in saturations.items() if decay <= _LEVELS_OFF_WITHIN)
    quick = min(_residue(white, (ones, _whitened(1.0 / curve, memory))) for curve in curves.values())
    cubic = _residue(white, (ones, straight, _whitened((place - 0.5) ** 3, memory)))
    likely = [decay for decay, residue in saturations.items() if count * np.log(residue / best) <= _LIKELY]
    gone = [_remaining(series, curves[decay], memory) for decay in likely]
    best_decay = min(saturations, key=lambda decay: saturations[decay])
    return Shape(
        slows=float(count * np.log(line / best)),
        goes_on=float(count * np.log(seen / line)),
        hastens=float(count * np.log(line / quick)),
        bends=float(count * np.log(line / cubic)),
        remaining=_remaining(series, curves[best_decay], memory),
        remaining_high=max(gone),
        decay_high=max(likely) * (count - 1),
    )


def goes_on_after_warm_up(values: Sequence[float]) -> float:
    """As `Shape.goes_on`, where a warm-up comes first: a line beside it against a saturation beside it."""
    series = np.asarray(values, dtype=np.float64)
    count = len(series)
    place = np.linspace(0.0, 1.0, count)
    soon = {decay: np.exp(-place / decay) for decay in _SOON_OVER}
    memory = _memory(series, place, soon)
    white, ones, straight = (_whitened(column, memory) for column in (series, np.ones(count), place))
    warm_ups = [_whitened(curve, memory) for curve in soon.values()]
    slow = [_whitened(np.exp(-place / decay), memory) for decay in _SLOWER]
    line = min(_residue(white, (ones, warm_up, straight)) for warm_up in warm_ups)
    levels_off = min(_residue(white, (ones, warm_up, curve)) for warm_up in warm_ups for curve in slow)
    return float(count * np.log(levels_off / line))


def _memory(series: _Values, place: _Values, curves: dict[float, _Values]) -> float:
    """The correlation of neighbours about the best curve with a line."""
    ones = np.ones(len(series))
    fits = [np.column_stack((ones, place, curve)) for curve in curves.values()]
    residuals = [series - fit @ np.linalg.lstsq(fit, series, rcond=None)[0] for fit in fits]
    return neighbour_correlation(min(residuals, key=lambda left: float(left @ left)).tolist())


def _whitened(series: _Values, memory: float) -> _Values:
    """What is new in each value of an AR(1) series (Prais and Winsten 1954)."""
    first = series[:1] * np.sqrt(1.0 - memory * memory)
    result: _Values = np.concatenate((first, series[1:] - memory * series[:-1]))
    return result


def _residue(white: _Values, columns: Sequence[_Values]) -> float:
    """The sum of squares that a least-squares fit of whitened columns leaves, with a floor for what is exact."""
    fit = np.column_stack(columns)
    left = white - fit @ np.linalg.lstsq(fit, white, rcond=None)[0]
    return float(left @ left) + 1e-12 * float(white @ white) + 1e-300


def _remaining(series: _Values, curve: _Values, memory: float) -> float:
    columns = np.column_stack((_whitened(np.ones(len(series)), memory), _whitened(curve, memory)))
    amplitude = float(np.linalg.lstsq(columns, _whitened(series, memory), rcond=None)[0][1])
    return -amplitude * float(curve[-1])
