"""Answer of a method for one start, as it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_IN_JSON, of_json
from loadproof.records.doubt import Doubt

__all__ = ["StoredAnswer"]

T = TypeVar("T")
_NOTHING = Message.said("")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """Answer of a method for one start; rates in calls/s, null if the method has none."""

    outcome: str
    reason: Message = _NOTHING
    rate: float | None = None
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    hold_s: float | None = None
    doubts: tuple[Doubt, ...] = ()
    interrupted: bool = False
    """True if it is what was known when the user ended the run."""
    held: Mapping[str, Any] = field(default_factory=dict, compare=False, metadata=NOT_IN_JSON)
    """All keys of its JSON object, also those of its method."""

    @classmethod
    def of_json(cls, held: Mapping[str, Any]) -> "StoredAnswer":
        """Return the answer of a JSON object, with null for what is missing. Raises ValueError.

        >>> StoredAnswer.of_json({"outcome": "found", "rate": 9300.0, "reason": None}).rate
        9300.0
        """
        known = {name: value for name, value in held.items() if value is not None}
        return replace(of_json(cls, known), held=known)

    def details(self, kind: type[T]) -> T:
        """Return what only its method says, such as the cycles of a comparison. Raises ValueError."""
        return of_json(kind, self.held)
