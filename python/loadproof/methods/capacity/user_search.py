"""Search of a capacity in closed users: the bounds of their number, how they join, and when the load is steady."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.methods.settings_check import OF_THE_METHOD
from loadproof.model.scenario import Flow, Users, least_pause_s
from loadproof.model.user_counts import MOST_USERS

__all__ = ["DEFAULT_MOST_USERS", "DEFAULT_START_USERS", "UserSearch", "cycle_of"]

DEFAULT_START_USERS = 100
DEFAULT_MOST_USERS = 5000

_SHORTEST_JOIN_S = 5.0
_SETTLE_CYCLES = 3.0
"""Users who join together have different phases after so many iterations."""
_HOLD_CYCLES = 2.0
_CONFIRM_CYCLES = 6.0
_SHORTEST_SETTLE_S, _SHORTEST_HOLD_S, _SHORTEST_CONFIRM_S = 5.0, 30.0, 120.0


@dataclass(frozen=True, slots=True)
class UserSearch:
    """Numbers of users that a search may try. Raises ValueError for numbers that no search can keep.

    >>> UserSearch(start=500, most=100)
    Traceback (most recent call last):
    ...
    ValueError: most: 100 is below start, 500; raise most or lower start
    """

    start: int = DEFAULT_START_USERS
    most: int = DEFAULT_MOST_USERS
    rate: float = 0.0
    """Rate of the arrivals beside the users, in calls/s; it is not varied. 0: users alone load."""
    ramp_s: float | None = None
    """Time over which users join or leave before a trial; None: one iteration, 5 s at least."""
    cycle_s: float = field(default=0.0, metadata=OF_THE_METHOD)
    """Mean length of the longest iteration of any kind, without the time of its calls: its pauses, or its pacing."""
    kinds: tuple[Users, ...] = field(default=(), metadata=OF_THE_METHOD)
    """Kinds of users, for the check by Little's law."""
    arriving_flows: tuple[str, ...] = field(default=(), metadata=OF_THE_METHOD)
    """Flows that also arrive by rate: their rows do not tell whose iterations they count."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not 1 <= self.start <= MOST_USERS:
            raise ValueError(f"start: {self.start} is not from 1 to {MOST_USERS}; give a number such as 100")
        if self.most < self.start:
            raise ValueError(f"most: {self.most} is below start, {self.start}; raise most or lower start")

    @property
    def join_s(self) -> float:
        """Seconds over which users join or leave before the settling time of a trial."""
        return max(_SHORTEST_JOIN_S, float(math.ceil(self.cycle_s))) if self.ramp_s is None else self.ramp_s

    @property
    def settle_s(self) -> float:
        """Default settling time: users have different phases, and a queue of those who joined is gone.

        >>> UserSearch(cycle_s=20.0).settle_s, UserSearch().settle_s
        (60.0, 5.0)
        """
        return max(_SHORTEST_SETTLE_S, float(math.ceil(_SETTLE_CYCLES * self.cycle_s)))

    @property
    def hold_s(self) -> float:
        """Default longest span of a trial of the search."""
        return max(_SHORTEST_HOLD_S, float(math.ceil(_HOLD_CYCLES * self.cycle_s)))

    @property
    def confirm_hold_s(self) -> float:
        """Default span of the confirmation."""
        return max(_SHORTEST_CONFIRM_S, float(math.ceil(_CONFIRM_CYCLES * self.cycle_s)))


def cycle_of(kinds: Sequence[Users], flows: Sequence[Flow]) -> float:
    """Return the mean length of the longest iteration of any kind in seconds, without the time of its calls."""
    pauses_s = {flow.name: least_pause_s(flow.steps) for flow in flows}
    return max(
        (max(pauses_s.get(kind.flow, 0.0), kind.pacing.mean_s if kind.pacing else 0.0) for kind in kinds), default=0.0
    )
