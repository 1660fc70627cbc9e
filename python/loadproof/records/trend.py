"""How a figure moved over a soak, as it stands in `result.json`."""

from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_STORED

__all__ = ["Shape", "Trend"]

_NOT_TOLD = Message.said("")
Shape = Literal["leak", "none", "levelling_off", "too_short", "cannot_tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """How a figure moved over a soak, per hour, with an interval of 95 %."""

    name: str
    """Such as `response_p50_ms`, `error_percent`, `memory_mib of api` or `live_set_mib of api`."""
    figure: Message = field(default=_NOT_TOLD, metadata=NOT_STORED)
    """The same for people, such as "the memory of api"."""
    unit: str
    begin: float
    end: float
    per_hour: float
    per_hour_low: float
    per_hour_high: float
    rises: bool
    """Whether it is called a trend: beyond its noise and beyond what matters."""
    text: Message
    shape: Shape | None
    """Of a memory; null for what is none."""
    exhaustion_s: float | None
    """From the end of the soak until a memory is full at that pace, with an interval of 95 %.

    Null: no memory, its limit is not known, never, or the service ended.
    """
    exhaustion_low_s: float | None
    exhaustion_high_s: float | None
