"""Coverage and width of the interval of an Apdex score, by score, number of users and correlation of their calls."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from loadproof.stats.apdex_interval import ApdexIntervalRule, apdex_interval

from bench.method.apdex_population import ApdexCell, first_cells
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["COLUMNS", "DRAWS", "LEAST_COVERED_PERCENT", "Coverage", "apdex_intervals", "coverages", "row_of"]

DRAWS = 2000
LEAST_COVERED_PERCENT = 93.0
_DRAWS_EACH = 250
_ROUNDING = 1e-12
COLUMNS = (
    "Apdex",
    "users",
    "calls",
    "covered %",
    "truth below, %",
    "truth above, %",
    "mean width",
    "exact rule, %",
    "draws",
)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some draws of one cell, with their seed."""

    cell: ApdexCell
    seed: tuple[int, ...]
    draws: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Sums over draws of a cell: intervals with the truth below and above them, widths, intervals by the exact rule."""

    given: int
    below: int
    above: int
    width: float
    exact: int

    def __add__(self, other: "Coverage") -> "Coverage":
        return Coverage(
            self.given + other.given,
            self.below + other.below,
            self.above + other.above,
            self.width + other.width,
            self.exact + other.exact,
        )

    @property
    def covered_percent(self) -> float:
        """Share of intervals that hold the truth, of the cells with calls."""
        return 100.0 * (1.0 - (self.below + self.above) / self.given) if self.given else float("nan")


_NONE = Coverage(0, 0, 0, 0.0, 0)


def _coverage(part: _Part) -> Coverage:
    drawn = part.cell.draw(np.random.default_rng(part.seed), part.draws)
    truth, found = part.cell.truth, _NONE
    users = [None] * part.draws if drawn.users is None else drawn.users.tolist()
    cells = zip(drawn.due.tolist(), drawn.satisfied.tolist(), drawn.tolerating.tolist(), users, strict=True)
    for due, satisfied, tolerating, count in cells:
        interval = apdex_interval(due, satisfied, tolerating, count)
        if interval is None:
            continue
        below, above = truth < interval.low - _ROUNDING, truth > interval.high + _ROUNDING
        is_exact = interval.method is ApdexIntervalRule.EXACT
        found += Coverage(1, int(below), int(above), interval.high - interval.low, int(is_exact))
    return found


def coverages(effort: Effort, cells: Sequence[ApdexCell], kind: int) -> list[Coverage]:
    """Return the coverage of each cell; `kind` sets the seeds of a population apart."""
    count = effort.runs(DRAWS)
    sizes = [min(_DRAWS_EACH, count - first) for first in range(0, count, _DRAWS_EACH)]
    items = [
        _Part(cell, (effort.seed, kind, number, part), size)
        for number, cell in enumerate(cells)
        for part, size in enumerate(sizes)
    ]
    found = effort.map(_coverage, items)
    return [sum(found[first : first + len(sizes)], _NONE) for first in range(0, len(found), len(sizes))]


def row_of(cell: ApdexCell, seen: Coverage) -> list[str | float]:
    """Return the row of a cell."""
    return [
        *cell.labels,
        f"{seen.covered_percent:.1f}",
        f"{100.0 * seen.below / max(1, seen.given):.1f}",
        f"{100.0 * seen.above / max(1, seen.given):.1f}",
        f"{seen.width / max(1, seen.given):.3g}",
        f"{100.0 * seen.exact / max(1, seen.given):.0f}",
        f"{seen.given}",
    ]


def apdex_intervals(effort: Effort) -> MethodTable:
    """Return the table of the first population; a claim takes the worst cell of a number of users."""
    cells = first_cells()
    found = coverages(effort, cells, 1)
    claims = []
    for users in dict.fromkeys(cell.labels[1] for cell in cells):
        worst = min(seen.covered_percent for cell, seen in zip(cells, found, strict=True) if cell.labels[1] == users)
        name = "open arrivals" if users == "open" else f"{users} users"
        claims.append(Claim(f"coverage of the worst cell, %: {name}", worst, least=LEAST_COVERED_PERCENT))
    rows = [row_of(cell, seen) for cell, seen in zip(cells, found, strict=True)]
    facts = {"draws of a cell": str(effort.runs(DRAWS)), "cells": str(len(cells)), "seed": str(effort.seed)}
    return MethodTable("Intervals of an Apdex score", COLUMNS, rows, claims, facts)
