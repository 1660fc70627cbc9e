"""Differences between variants as cells: effect, interval and amount, in per cent or in percentage points."""

import math

from loadproof.model.message import Message, number
from loadproof.records.comparison import Pair
from loadproof.render.cells import told
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["amount_shown", "effect_shown", "interval_shown"]

_OF_POINTS = ("errors", "done", "gc")
"""Metrics that are shares."""


def effect_shown(pair: Pair, words: Words) -> str:
    """In per cent, or in points of a share."""
    value = pair.points if pair.metric in _OF_POINTS else pair.effect_percent
    return NOTHING if value is None else amount_shown(value, pair.metric, words)


def interval_shown(pair: Pair, words: Words) -> str:
    """Return the interval of the effect, in the unit of the effect; a dash if an end is unknown or not finite."""
    if pair.low is None or pair.high is None or not math.isfinite(pair.low + pair.high):
        return NOTHING
    low, high = (amount_shown(value, pair.metric, words) for value in (pair.low, pair.high))
    return words("page-effect-interval", low=low, high=high)


def amount_shown(value: float, metric: str, words: Words) -> str:
    """Signed, in per cent, or in points of a share."""
    sign = "+" if value > 0.0 else "−" if value < 0.0 else ""
    shown = words.figures.three_digits(abs(value))
    if metric in _OF_POINTS:
        return sign + told(words, Message("comparison-points", points=number(abs(value))))
    return sign + words("unit-percent", number=shown)
