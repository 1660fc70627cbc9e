"""Answer of a method for one start of a variant: how it ended, and the rates that it found."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Literal, TypeVar

from loadproof.model.message import Message
from loadproof.model.typed_json import json_names, of_json
from loadproof.records.doubt import Doubt

__all__ = ["Answer", "Outcome"]

T = TypeVar("T")
_NOTHING = Message.said("")


class Outcome(StrEnum):
    """End of a method; each method has those that fit what it asks."""

    FOUND = "found"
    """A rate was kept, and a higher one was not."""
    COARSE = "coarse"
    """A search ended before the capacity was known as well as was asked for: an estimate, with a doubt."""
    AT_LEAST = "at_least"
    """The highest rate that was allowed was kept: a lower bound."""
    NONE_PASSED = "none_passed"
    DRIFTING = "drifting"
    """The service got slower all through a search: it has no capacity to be found."""
    PASSED = "passed"
    FAILED = "failed"
    STEADY = "steady"
    """The SLOs were kept, and nothing rose that matters."""
    NOT_STEADY = "not_steady"
    NEVER_STEADY = "never_steady"
    """Response times or errors moved throughout: no level was reached."""
    MEASURED = "measured"
    """A round of a comparison gave its figures: what differs is told over rounds."""
    UNDECIDED = "undecided"
    INVALID = "invalid"
    NOT_RUN = "not_run"
    """There was nothing to run it with, or on: the reason says what."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a method for one start, with its reason; rates in calls/s.

    Where the method looks for a rate, `rate` is one that was kept, `estimate` what the trials make most likely, and
    `low` and `high` bound it.
    """

    method: str
    outcome: Outcome
    rate: float | None = None
    reason: Message = _NOTHING
    low: float | None = None
    high: float | None = None
    doubts: tuple[Doubt, ...] = ()
    estimate: float | None = None
    hold_s: float | None = None
    """Seconds for which `rate`, or each plateau, was to be held."""
    unit: Literal["users"] | None = None
    """Unit of `low`, `high` and `estimate`; None: calls/s."""
    users: int | None = None
    """Most users that a search in users confirmed; `rate` is what they completed. None: none were, or it was of a rate.
    """
    interrupted: bool = False
    """True if it is what was known when the user asked for the end."""
    details: Any = None
    """Dataclass of what only this method says, such as the cycles of a round; the keys of an answer that was read."""

    @classmethod
    def of_json(cls, method: str, held: Mapping[str, Any]) -> "Answer":
        """Return the answer of a stored JSON object. Raises ValueError.

        >>> Answer.of_json("capacity", {"outcome": "found", "rate": 9300.0, "reason": None}).rate
        9300.0
        """
        known = {name: value for name, value in held.items() if value is not None}
        kind: Any = cls
        details = {name: value for name, value in known.items() if name not in json_names(kind)}
        return of_json(cls, {**known, "method": method, "details": details or None})

    def stored(self) -> dict[str, Any]:
        """Return what is stored of it, by name: what it does not say is left out, its details stand beside the rest.

        >>> list(Answer("load", Outcome.PASSED, 100.0, hold_s=30.0).stored())
        ['outcome', 'rate', 'reason', 'hold_s']
        """
        own = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in _NOT_STORED}
        told = {name: value for name, value in own.items() if not (value is None or value is False or value == ())}
        return {**told, **_by_name(self.details)}

    def details_of(self, kind: type[T]) -> T:
        """Return its details as `kind`, the defaults of `kind` for those it lacks. Raises ValueError."""
        return self.details if isinstance(self.details, kind) else of_json(kind, self.details or {})


_NOT_STORED = ("method", "details")


def _by_name(details: Any) -> dict[str, Any]:
    if details is None or isinstance(details, Mapping):
        return {} if details is None else dict(details)
    return {field.name: getattr(details, field.name) for field in fields(details)}
