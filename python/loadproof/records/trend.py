"""Trend of a metric over a soak."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_IN_JSON, NOT_STORED, rounded

__all__ = ["Shape", "Steadiness", "Trend"]

_NOT_TOLD = Message.said("")
Shape = Literal["leak", "none", "levelling_off", "too_short", "cannot_tell"]


class Steadiness(StrEnum):
    """Verdict on the trend of a metric."""

    STEADY = "steady"
    NOT_STEADY = "not_steady"
    """The metric rises, beyond its noise and by more than matters."""
    NEVER_STEADY = "never_steady"
    """The metric moved throughout: no level was reached."""
    TOO_SHORT = "too_short"
    """A rise that matters could have been missed."""
    CANNOT_TELL = "cannot_tell"
    """Not told by what was read, however long the soak: it decides nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """Trend of a metric over a soak, per hour, with an interval of 95 %; `begin` and `end` lie on its line."""

    name: str
    """Name, such as `response_p50_ms`, `error_percent`, `memory_mib of api` or `live_set_mib of api`."""
    figure: Message = field(default=_NOT_TOLD, metadata=NOT_STORED)
    """Name in words, such as "the memory of api"."""
    unit: str
    begin: float = field(metadata=rounded(6))
    end: float = field(metadata=rounded(6))
    per_hour: float = field(metadata=rounded(6))
    per_hour_low: float = field(metadata=rounded(6))
    per_hour_high: float = field(metadata=rounded(6))
    rises: bool
    """True if the metric rises: beyond its noise, and by more than matters."""
    text: Message
    shape: Shape | None = None
    """Shape of a memory metric; null for other metrics."""
    exhaustion_s: float | None = field(default=None, metadata=rounded(3))
    """Seconds from the end of the soak until the memory is full at this pace, with an interval of 95 %.

    Null: no memory metric, an unknown limit, never, or the service ended.
    """
    exhaustion_low_s: float | None = field(default=None, metadata=rounded(3))
    exhaustion_high_s: float | None = field(default=None, metadata=rounded(3))
    steadiness: Steadiness = field(default=Steadiness.CANNOT_TELL, metadata=NOT_IN_JSON)
    """Verdict on the trend, which is not stored."""
    needed_s: float | None = field(default=None, metadata=NOT_IN_JSON)
    """Length of a soak that would decide, if this one was too short."""

    @property
    def is_leak(self) -> bool:
        """True if it is a memory that leaks."""
        return self.shape == "leak"

    @property
    def is_untold(self) -> bool:
        """True if it is a memory of which this soak cannot say whether it leaks."""
        return self.shape in ("cannot_tell", "too_short")
