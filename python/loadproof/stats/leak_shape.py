"""Shape of a rise: the likelihood of a line that goes on against exponential saturation, which levels off.

Formulas, sources and measured errors: docs/method/leaks.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loadproof.stats.robust_slope import neighbour_correlation

__all__ = ["AfterWarmUp", "Shape", "after_warm_up", "shape_of"]

_Values = NDArray[np.float64]
_DECAYS = (0.08, 0.12, 0.18, 0.27, 0.4, 0.6, 0.9, 1.3, 2.0, 4.0, 10.0)
"""Time constants that are tried, in lengths of the series."""
_LEVELS_OFF_WITHIN = 1.0
"""A saturation with a longer time constant cannot be told from a line by a series of that length."""
_SOON_OVER = tuple(0.015 * 1.15**step for step in range(19))
"""Time constants of a warm-up, which is over within the first half: up to 0.19. So close that none fits amiss."""
_SLOWER = (0.25, 0.32, 0.42, 0.55, 0.75, _LEVELS_OFF_WITHIN)
"""Time constants of what may fill beside it."""
_LIKELY = 3.84
"""Largest loss of the doubled log-likelihood within the 95 % interval of one parameter (chi-squared)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Shape of a series: the first four fields are doubled log-likelihood ratios under AR(1) noise.

    `remaining` is the change that the best saturation still has after the end, `remaining_high` the largest likely
    one. `decay_high` is the longest likely time constant, in steps.
    """

    slows: float
    """Ratio of the best saturation to the line."""
    goes_on: float
    """Ratio of the line to the best saturation that would be seen to level off within the series."""
    hastens: float
    """Ratio of the best accelerating growth to the line."""
    bends: float
    """Ratio of a curve of third degree, which bends in both directions, to the line."""
    remaining: float
    remaining_high: float
    decay_high: float


@dataclass(frozen=True, slots=True)
class AfterWarmUp:
    """A series with a warm-up: `goes_on` as of `Shape`, both beside the warm-up; and the warm-up's own part of it."""

    goes_on: float
    warm_up: tuple[float, ...]


def shape_of(values: Sequence[float]) -> Shape:
    """The shape of ten values or more, equally far apart."""
    series = np.asarray(values, dtype=np.float64)
    count, place = len(series), np.linspace(0.0, 1.0, len(series))
    curves = np.exp(-place / np.array(_DECAYS)[:, None])
    memory = _memory(series, _designs(place, curves))
    line, cubic = (
        _fit(series, _designs(*columns), memory).least for columns in ((place,), (place, (place - 0.5) ** 3))
    )
    saturations = _fit(series, _designs(curves), memory)
    quick = _fit(series, _designs(1.0 / curves), memory).least
    seen = float(min(saturations.residues[: sum(decay <= _LEVELS_OFF_WITHIN for decay in _DECAYS)]))
    likely = count * np.log(saturations.residues / saturations.least) <= _LIKELY
    remaining = -saturations.factors[:, 1] * curves[:, -1]
    return Shape(
        slows=float(count * np.log(line / saturations.least)),
        goes_on=float(count * np.log(seen / line)),
        hastens=float(count * np.log(line / quick)),
        bends=float(count * np.log(line / cubic)),
        remaining=float(remaining[saturations.best]),
        remaining_high=float(max(remaining[likely])),
        decay_high=float(np.array(_DECAYS)[likely][-1]) * (count - 1),
    )


def after_warm_up(values: Sequence[float]) -> AfterWarmUp:
    """A line beside a warm-up against a saturation beside it."""
    series = np.asarray(values, dtype=np.float64)
    place = np.linspace(0.0, 1.0, len(series))
    soon = np.exp(-place / np.array(_SOON_OVER)[:, None])
    slow = np.exp(-place / np.array(_SLOWER)[:, None])
    with_line = _designs(soon, place)
    memory = _memory(series, with_line)
    line = _fit(series, with_line, memory)
    both = _designs(np.repeat(soon, len(slow), axis=0), np.tile(slow, (len(soon), 1)))
    levels_off = _fit(series, both, memory).least
    warm_up = line.factors[line.best, 1] * soon[line.best]
    return AfterWarmUp(float(len(series) * np.log(levels_off / line.least)), tuple(warm_up.tolist()))


@dataclass(frozen=True, slots=True)
class _Fit:
    """Sums of squares and factors of several designs; `best` has the least."""

    residues: _Values
    factors: _Values

    @property
    def best(self) -> int:
        return int(np.argmin(self.residues))

    @property
    def least(self) -> float:
        return float(self.residues[self.best])


def _designs(*columns: _Values) -> _Values:
    """(designs, values, columns): a constant and the columns, of which each may be one or one for each design."""
    spread = np.broadcast_arrays(*(np.atleast_2d(column) for column in columns))
    return np.stack((np.ones_like(spread[0]), *spread), axis=-1)


def _fit(series: _Values, designs: _Values, memory: float) -> _Fit:
    """Least squares of an AR(1) series, with a floor for what is exact."""
    white = _whitened(series - series.mean(), memory)
    orthogonal, triangle = np.linalg.qr(_whitened(designs, memory, axis=1))
    along = np.einsum("dvc,v->dc", orthogonal, white)
    left = white - np.einsum("dvc,dc->dv", orthogonal, along)
    residues = np.einsum("dv,dv->d", left, left) + 1e-12 * float(white @ white) + 1e-300
    return _Fit(residues, np.linalg.solve(triangle, along[..., None])[..., 0])


def _memory(series: _Values, designs: _Values) -> float:
    """The correlation of neighbours about the best of the designs."""
    fit = _fit(series, designs, 0.0)
    left = series - series.mean() - designs[fit.best] @ fit.factors[fit.best]
    return neighbour_correlation(left.tolist())


def _whitened(series: _Values, memory: float, axis: int = 0) -> _Values:
    """Return the innovations of an AR(1) series, the new part of each value (Prais and Winsten 1954)."""
    along = np.moveaxis(series, axis, 0)
    white = np.concatenate((along[:1] * np.sqrt(1.0 - memory * memory), along[1:] - memory * along[:-1]))
    return np.moveaxis(white, 0, axis)
