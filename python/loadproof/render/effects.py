"""Differences between variants as cells: effect, interval and amount, in per cent or in percentage points."""

import math

from loadproof.model.message import Message, number
from loadproof.render.cells import told
from loadproof.render.document import CellKind, TableCell
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["amount_shown", "effect_cell", "interval_cell_of"]

_OF_POINTS = ("errors", "done", "gc")
"""Metrics that are shares."""


def effect_cell(value: float | None, metric: str, words: Words) -> TableCell:
    """In per cent, or in points of a share."""
    return TableCell(NOTHING if value is None else amount_shown(value, metric, words), value, CellKind.PERCENT)


def interval_cell_of(low: float | None, high: float | None, metric: str, words: Words) -> TableCell:
    """Return the interval of an effect, in the unit of the effect; a dash if an end is unknown or not finite."""
    if low is None or high is None or not math.isfinite(low + high):
        return TableCell(NOTHING, None, CellKind.PERCENT)
    ends = [amount_shown(value, metric, words) for value in (low, high)]
    return TableCell(words("page-effect-interval", low=ends[0], high=ends[1]), low, CellKind.PERCENT)


def amount_shown(value: float, metric: str, words: Words) -> str:
    """Signed, in per cent, or in points of a share."""
    sign = "+" if value > 0.0 else "−" if value < 0.0 else ""
    shown = words.figures.three_digits(abs(value))
    if metric in _OF_POINTS:
        return sign + told(words, Message("comparison-points", points=number(abs(value))))
    return sign + words("unit-percent", number=shown)
