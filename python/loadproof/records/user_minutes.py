"""Minutes of a load of users, by operation, as in `result.json`."""

from dataclasses import dataclass, field

from loadproof.model.typed_json import rounded
from loadproof.records.measurement import Apdex

__all__ = ["OperationMinutes", "UserMinutes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationMinutes:
    """Minutes of one operation or flow in the steady part of a load."""

    operation: str
    starts: tuple[int, ...]
    """Calls that were due in each minute."""
    apdex: tuple[Apdex, ...] = ()
    """Apdex of each minute; empty without a target time."""
    dispersion: float | None = field(default=None, metadata=rounded(3))
    """Index of dispersion of the starts: variance over mean; null for too few minutes or starts."""
    expected_dispersion: float | None = field(default=None, metadata=rounded(3))
    """Index of dispersion of an even load: 1 for Poisson starts, less with pacing."""
    is_uneven: bool = False
    """True if an even load does not explain the starts, at an error of 5 % over all operations."""
    uneven_minutes: tuple[int, ...] = ()
    """Minutes, from 0, whose starts stick out of an uneven load."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMinutes:
    """Minutes of the steady part of a load of users: what came before, while they joined, is left out."""

    begin_s: float = field(metadata=rounded(3))
    """Start of the first minute, in seconds since the trial began."""
    operations: tuple[OperationMinutes, ...]
