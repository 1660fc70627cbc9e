"""Trend of a metric over a soak, as in `result.json`."""

from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_STORED

__all__ = ["Shape", "Trend"]

_NOT_TOLD = Message.said("")
Shape = Literal["leak", "none", "levelling_off", "too_short", "cannot_tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """Trend of a metric over a soak, per hour, with an interval of 95 %."""

    name: str
    """Name, such as `response_p50_ms`, `error_percent`, `memory_mib of api` or `live_set_mib of api`."""
    figure: Message = field(default=_NOT_TOLD, metadata=NOT_STORED)
    """Name in words, such as "the memory of api"."""
    unit: str
    begin: float
    end: float
    per_hour: float
    per_hour_low: float
    per_hour_high: float
    rises: bool
    """True if the metric rises: beyond its noise, and by more than matters."""
    text: Message
    shape: Shape | None
    """Shape of a memory metric; null for other metrics."""
    exhaustion_s: float | None
    """Seconds from the end of the soak until the memory is full at this pace, with an interval of 95 %.

    Null: no memory metric, an unknown limit, never, or the service ended.
    """
    exhaustion_low_s: float | None
    exhaustion_high_s: float | None
