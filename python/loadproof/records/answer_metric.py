"""Metric of an answer that is no rate: its value over repetitions, with an interval."""

from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded

__all__ = ["AnswerMetric"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerMetric:
    """Metric of an answer: its mean over repetitions, with an interval of 95 %.

    >>> AnswerMetric(name=Message("metric-recovery"), unit="s", value=7.0, each=(7.0,)).low is None
    True
    """

    name: Message
    unit: Literal["s", "ms", "share"]
    """Unit of all values: seconds, milliseconds, or a share from 0 to 1."""
    value: float | None = field(metadata=rounded(6))
    """Mean; null: no repetition has a value."""
    low: float | None = field(default=None, metadata=rounded(6))
    """Lower end of the interval; null: one repetition has none."""
    high: float | None = field(default=None, metadata=rounded(6))
    each: tuple[float, ...] = ()
    """Value of each repetition that has one, in their order."""
