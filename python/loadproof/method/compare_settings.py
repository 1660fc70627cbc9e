"""What a comparison of two variants is."""

import math
from dataclasses import dataclass

__all__ = ["CompareSettings"]

_FEWEST_STARTS = 3


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """`rate` in calls/s, times in seconds. Raises ValueError for settings that nothing can be compared with.

    >>> CompareSettings(rate=500.0, starts=2)
    Traceback (most recent call last):
    ...
    ValueError: starts: 2 say nothing of how starts differ; give 3 or more
    """

    rate: float
    """The common load: one that both variants keep, else it is their queues that are compared."""
    variants: tuple[str, str] = ("a", "b")
    """The second is compared against the first."""
    starts: int = 5
    """Of each variant."""
    ramp_s: float = 10.0
    warm_up_s: float = 30.0
    """Load after each start before the hold: none of it is compared."""
    settle_s: float = 2.0
    hold_s: float = 60.0
    repeats: int = 2
    """How often one start whose hold was not valid is repeated, from a fresh start."""
    seed: int = 1
    """Of the order of the starts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        if self.starts < _FEWEST_STARTS:
            raise ValueError(f"starts: {self.starts} say nothing of how starts differ; give {_FEWEST_STARTS} or more")
        if self.variants[0] == self.variants[1] or not all(self.variants):
            raise ValueError(f"variants: {self.variants} are not two; give two names that differ")
        for name in ("rate", "hold_s"):
            if not 0.0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}: {getattr(self, name):g} leaves nothing to run; give a number above 0")
        for name in ("ramp_s", "warm_up_s", "settle_s", "repeats", "seed"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name}: {getattr(self, name):g} is not a number of zero or more; give one")
