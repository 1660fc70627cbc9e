"""Factor of a search: the quantity that its trials vary. The value of a factor in a trial is its level.

The terms are those of experimental design (Jain 1991, *The Art of Computer Systems Performance Analysis*, 16.1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from loadproof.model.message import Message, Value, count, rate

if TYPE_CHECKING:
    from loadproof.methods.trial import Trial, TrialResult

__all__ = ["Factor"]

_DIGITS = 4
_ROUNDING = 1e-9
"""Relative error of a computed level that is meant to be whole."""


class Factor(StrEnum):
    """Factor that a search varies; all else of a load stays."""

    RATE = "rate"
    """Open arrivals, in calls/s."""
    USERS = "users"
    """Closed users of all kinds."""

    @classmethod
    def of_unit(cls, unit: str | None) -> Factor:
        """Return the factor whose levels an answer has in `unit`; None: calls/s.

        >>> Factor.of_unit("users"), Factor.of_unit(None)
        (<Factor.USERS: 'users'>, <Factor.RATE: 'rate'>)
        """
        return cls.USERS if unit == cls.USERS.unit else cls.RATE

    @property
    def least_step(self) -> float:
        """Smallest difference of two levels; 0: levels are no whole numbers."""
        return 1.0 if self is Factor.USERS else 0.0

    @property
    def unit(self) -> Literal["users"] | None:
        """Unit of levels in an answer; None: calls/s."""
        return "users" if self is Factor.USERS else None

    def level(self, trial: Trial) -> float:
        """Return the level of a trial; 0 where it states none."""
        return float(trial.users or 0) if self is Factor.USERS else trial.rate or 0.0

    def rounded(self, level: float) -> float:
        """Return the level that a trial can have: a rate of four significant digits, or whole users, rounded down.

        >>> Factor.RATE.rounded(1234.567), Factor.USERS.rounded(1234.567), Factor.USERS.rounded(0.1 * 30.0)
        (1235.0, 1234.0, 3.0)
        """
        if self is Factor.USERS:
            return float(math.floor(level * (1.0 + _ROUNDING)))
        return float(f"{level:.{_DIGITS}g}")

    def words(self, level: float | None) -> Value:
        """Return a level for a gap of a message: a rate without its unit, which the text has, or users with theirs."""
        return Message("live-load-users", users=count(int(level or 0))) if self is Factor.USERS else rate(level)

    def message(self, code: str, levels: Mapping[str, float | None], /, **values: Value) -> Message:
        """Return the message `code` about levels, by the names of its gaps.

        A text about rates has the unit. Texts about any other factor begin with `level-`, have the level with its unit
        in each gap, and `level` in place of the gap `rate`.

        >>> from loadproof.words.catalogue import english
        >>> english(Factor.USERS.message("search-failed", {"rate": 1200.0}))
        'the lowest that did not is 1,200 users'
        """
        told = {name: self.words(level) for name, level in levels.items()}
        if self is Factor.RATE:
            return Message(code, **told, **values)
        return Message(
            f"level-{code}", **{"level" if name == "rate" else name: one for name, one in told.items()}, **values
        )

    def below_overload(self, result: TrialResult) -> float:
        """Return the level that the throughput of an overload suggests: all of it comes from calls that were answered.

        Of a rate it is the throughput itself. Of users it is the number that did not wait for an answer, by Little's
        law: N - X R.
        """
        measurement = result.measurement
        if self is Factor.RATE:
            return measurement.rate
        response_s = measurement.response.mean_ms / 1000.0 if measurement.response.count else math.inf
        return max(0.0, self.level(result.trial) - measurement.rate * response_s) if math.isfinite(response_s) else 0.0
