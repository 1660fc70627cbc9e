"""One row of the table: the quantiles of a case beside the truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.accuracy.case import Case
from bench.accuracy.counts import count_faults
from bench.accuracy.observation import Observed

__all__ = ["QUANTILES", "Figure", "Row", "row_of"]

QUANTILES: Mapping[str, float] = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99_9": 0.999}
_SHARE, _LEAST_MS = 0.02, 1.0
_NEVER_SHORTER = 2
"""A quantile that is short by so many allowed errors is a miss on any machine."""
_CALLS_BEYOND = 5
"""A quantile with fewer answered calls beyond it is not compared."""
_BY_THE_MACHINE = frozenset({"late-sends", "generator-cpu", "descriptors", "ports"})
_EXCUSES = frozenset({"steal"})
"""Doubts that leave a measurement valid, but explain a miss."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A quantile in ms, measured and true; `measured` is None where the result has none."""

    name: str
    measured: float | None
    truth: float

    @property
    def allowed_ms(self) -> float:
        """The larger of 2 % and 1 ms."""
        return max(_SHARE * self.truth, _LEAST_MS)

    @property
    def error_ms(self) -> float:
        """Measured less true."""
        return float("nan") if self.measured is None else self.measured - self.truth

    @property
    def is_met(self) -> bool:
        """Whether it is within the allowed error."""
        return abs(self.error_ms) <= self.allowed_ms

    @property
    def is_too_short(self) -> bool:
        """Whether no disturbance explains it: what a machine does late can only make a response take longer.

        A phase is a part of one: what delays its begin makes it shorter.
        """
        is_response = self.name in QUANTILES
        return is_response and (self.measured is None or self.error_ms < -_NEVER_SHORTER * self.allowed_ms)


@dataclass(frozen=True, slots=True)
class Row:
    """What a case gave: figures, what is wrong with its counts, and why it may not speak of our accuracy."""

    case: Case
    figures: Sequence[Figure]
    faults: Sequence[str]
    """Of counts, in words."""
    doubts: Sequence[str]
    """Why the row is not valid; with any it neither passes nor fails."""
    skipped: Sequence[str]
    """Quantiles with too few calls beyond them."""

    @property
    def missed(self) -> list[str]:
        """Every figure and count that is not as it must be."""
        figures = [
            f"{figure.name} {figure.measured} ms, truth {figure.truth:.4g} ms (± {figure.allowed_ms:.3g})"
            for figure in self.figures
            if not figure.is_met
        ]
        return [*figures, *self.faults]

    @property
    def outcome(self) -> str:
        """`met`, `MISSED: ...` or `not valid: ...`."""
        if self.doubts:
            return f"not valid: {', '.join(self.doubts)}"
        return f"MISSED: {'; '.join(self.missed)}" if self.missed else "met"


def row_of(observed: Observed) -> Row:
    """Compares the result of a case with its truth."""
    truth, result = observed.truth(), observed.result
    answered = len(truth.response_ns)
    enough = {name: q for name, q in QUANTILES.items() if answered * (1 - q) >= _CALLS_BEYOND}
    figures = [Figure(name, result["response_ms"][name], truth.quantile_ms(q)) for name, q in enough.items()]
    figures += _phase_figures(observed)
    faults = count_faults(observed, truth)
    skipped = [name for name in QUANTILES if name not in enough]
    row = Row(observed.case, figures, faults, (), skipped)
    return Row(observed.case, figures, faults, _doubts(result, row), skipped)


def _phase_figures(observed: Observed) -> list[Figure]:
    """The median and the p95 of the phase that the mode is about, beside what the server logged."""
    phase = observed.case.mode.slow_phase
    if phase is None:
        return []
    seen = observed.result["trials"][0]["phases_ms"][phase]
    logged = [call.turnaround_ns / 1e6 for call in observed.log.calls.values()]
    return [
        Figure(f"{phase} {name}", seen[name], float(np.quantile(logged, QUANTILES[name], method="inverted_cdf")))
        for name in ("p50", "p95")
    ]


def _doubts(result: Mapping[str, Any], row: Row) -> list[str]:
    """The machine's doings: what takes the validity away, and what excuses a miss.

    Nothing excuses counts that do not close, or times that are too short.
    """
    if row.faults or any(figure.is_too_short for figure in row.figures):
        return []
    codes = {str(doubt["code"]) for doubt in result["doubts"]}
    doubts = sorted(codes & _BY_THE_MACHINE)
    if doubts or not row.missed:
        return doubts
    doubts = sorted(codes & _EXCUSES)
    late_ms = result["lateness_ms"]
    for figure in row.figures:
        own_ms = late_ms.get(figure.name)
        if not figure.is_met and own_ms is not None and own_ms > figure.allowed_ms / 2:
            doubts.append(f"{figure.name} of our own lateness {own_ms:.3g} ms")
    return doubts
