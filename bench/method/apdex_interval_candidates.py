"""Coverage of other rules for the interval of an Apdex score, on the same cells of users."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy import special

from bench.method.apdex_intervals import DRAWS, LEAST_COVERED_PERCENT
from bench.method.apdex_population import ApdexCell, GroupedCounts, first_cells
from bench.method.effort import Effort
from bench.method.table import MethodTable

__all__ = ["CANDIDATES", "TAKEN", "apdex_interval_candidates", "bounds"]

_TAIL = 0.025
_NORMAL = 1.959964
_ROUNDING = 1e-12
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Estimates:
    """Estimates of each draw: score, sample sizes, variances, and concentration of the residuals on groups."""

    score: Values
    calls: Values
    users: Values
    groups: Values
    jackknife: Values
    independent: Values
    concentration: Values

    @property
    def floored(self) -> Values:
        """Variance of the jackknife, at least that of independent calls."""
        return np.maximum(self.jackknife, self.independent)

    @property
    def effective_degrees(self) -> Values:
        """Degrees of freedom by the concentration of the residuals."""
        most = self.groups - 1.0
        return np.minimum(most, np.maximum(4.0, np.floor(3.0 * self.concentration - 1.0)))


def _estimates(counts: GroupedCounts) -> _Estimates:
    assert counts.users is not None
    due, points = counts.due, counts.satisfied + 0.5 * counts.tolerating
    calls, groups = due.sum(axis=1).astype(float), (due > 0).sum(axis=1).astype(float)
    score = points.sum(axis=1) / calls
    residuals = points - score[:, None] * due
    rest = calls[:, None] - due
    deleted = np.divide(residuals, rest, out=np.zeros_like(residuals), where=rest > 0)
    squares = (counts.satisfied.sum(axis=1) + 0.25 * counts.tolerating.sum(axis=1)) / calls
    fourths = (residuals**4).sum(axis=1)
    return _Estimates(
        score,
        calls,
        np.minimum(counts.users, calls),
        groups,
        (groups - 1.0) / groups * (deleted**2).sum(axis=1),
        np.maximum(0.0, squares - score**2) / calls,
        np.divide((residuals**2).sum(axis=1) ** 2, fourths, out=groups.copy(), where=fourths > 0.0),
    )


def _student(degrees: Values) -> Values:
    quantiles: Values = -special.stdtrit(np.maximum(degrees, 1.0), _TAIL).astype(np.float64)
    return quantiles


Bounds = tuple[Values, Values]


def _plain(seen: _Estimates, variance: Values) -> Bounds:
    reach = _student(seen.groups - 1.0) * np.sqrt(variance)
    return seen.score - reach, seen.score + reach


def _arcsine(seen: _Estimates) -> Bounds:
    centre = np.arcsin(np.sqrt(seen.score))
    spread = 2.0 * np.sqrt(seen.score * (1.0 - seen.score))
    reach = _student(seen.groups - 1.0) * np.sqrt(seen.floored) / spread
    low, high = (np.sin(np.clip(centre + sign * reach, 0.0, np.pi / 2.0)) ** 2 for sign in (-1.0, 1.0))
    return low, high


def _logit(seen: _Estimates, variance: Values, degrees: Values) -> Bounds:
    centre = special.logit(seen.score)
    reach = _student(degrees) * np.sqrt(variance) / (seen.score * (1.0 - seen.score))
    return special.expit(centre - reach), special.expit(centre + reach)


def _wilson(seen: _Estimates) -> Bounds:
    student = _student(seen.groups - 1.0)
    part = student**2 * seen.floored / (seen.score * (1.0 - seen.score))
    centre = (seen.score + 0.5 * part) / (1.0 + part)
    reach = student * np.sqrt(seen.floored + 0.25 * (part / student) ** 2) / (1.0 + part)
    return centre - reach, centre + reach


def _korn_graubard(seen: _Estimates) -> Bounds:
    size = seen.score * (1.0 - seen.score) / seen.floored * (_NORMAL / _student(seen.groups - 1.0)) ** 2
    return _beta(seen.score, size)


def _beta(score: Values, size: Values) -> Bounds:
    good, bad = score * size, size - score * size
    low = special.betaincinv(np.maximum(good, 1e-9), bad + 1.0, _TAIL)
    high = special.betaincinv(good + 1.0, np.maximum(bad, 1e-9), 1.0 - _TAIL)
    return np.where(good > 0.0, np.minimum(low, score), 0.0), np.where(bad > 0.0, np.maximum(high, score), 1.0)


def _blended(seen: _Estimates) -> Values:
    presumed = seen.independent * (1.0 + 0.5 * (seen.calls / seen.users - 1.0))
    weight = seen.concentration**2
    return np.maximum(seen.floored, (weight * seen.jackknife + 2.0 * presumed) / (weight + 2.0))


TAKEN = "logit, effective degrees, presumed correlation: taken"
CANDIDATES: Mapping[str, Callable[[_Estimates], Bounds]] = {
    "jackknife, Student's t": lambda seen: _plain(seen, seen.jackknife),
    "the same, at least the variance of independent calls": lambda seen: _plain(seen, seen.floored),
    "the same on the arcsine scale": _arcsine,
    "the same on the logit scale": lambda seen: _logit(seen, seen.floored, seen.groups - 1.0),
    "Wilson, effective sample size": _wilson,
    "Korn and Graubard, beta bounds": _korn_graubard,
    "logit, effective degrees": lambda seen: _logit(seen, seen.floored, seen.effective_degrees),
    TAKEN: lambda seen: _logit(seen, _blended(seen), seen.effective_degrees),
}


def bounds(counts: GroupedCounts) -> dict[str, Bounds]:
    """Return the bounds of each draw by each candidate; all of them use the exact rule where all calls are alike."""
    seen = _estimates(counts)
    is_exact = (seen.independent < _ROUNDING / seen.calls) | (seen.groups < 2.0)
    exact = _beta(seen.score, seen.users)
    found = {}
    with np.errstate(all="ignore"):
        for name, candidate in CANDIDATES.items():
            low, high = candidate(seen)
            found[name] = (
                np.clip(np.where(is_exact, exact[0], low), 0.0, 1.0),
                np.clip(np.where(is_exact, exact[1], high), 0.0, 1.0),
            )
    return found


def _figures(draws: int, item: tuple[ApdexCell, tuple[int, ...]]) -> dict[str, tuple[float, float]]:
    """Return coverage in per cent and mean width by candidate."""
    cell, seed = item
    drawn = cell.draw(np.random.default_rng(seed), draws)
    assert drawn.users is not None
    has_calls = drawn.due.sum(axis=1) > 0
    counts = GroupedCounts(
        drawn.due[has_calls], drawn.satisfied[has_calls], drawn.tolerating[has_calls], drawn.users[has_calls]
    )
    found = {}
    for name, (low, high) in bounds(counts).items():
        holds = (low <= cell.truth + _ROUNDING) & (cell.truth <= high + _ROUNDING)
        found[name] = (100.0 * float(np.mean(holds)), float(np.mean(high - low)))
    return found


def apdex_interval_candidates(effort: Effort) -> MethodTable:
    """Return the table of candidates, by number of users."""
    cells = [cell for cell in first_cells() if cell.labels[1] != "open"]
    items = [(cell, (effort.seed, 3, number)) for number, cell in enumerate(cells)]
    found = effort.map(partial(_figures, effort.runs(DRAWS)), items)
    rows: list[list[str | float]] = []
    for name in CANDIDATES:
        for users in dict.fromkeys(cell.labels[1] for cell in cells):
            figures = [seen[name] for cell, seen in zip(cells, found, strict=True) if cell.labels[1] == users]
            covered = [figure[0] for figure in figures]
            under = sum(value < LEAST_COVERED_PERCENT for value in covered)
            width = float(np.mean([figure[1] for figure in figures]))
            rows.append([name, users, f"{min(covered):.1f}", f"{under} of {len(covered)}", f"{width:.3g}"])
    columns = ("rule", "users", "covered in the worst cell, %", "cells under 93 %", "mean width")
    facts = {"draws of a cell": str(effort.runs(DRAWS)), "seed": str(effort.seed)}
    return MethodTable("Candidates for the interval of an Apdex score", columns, rows, (), facts)
