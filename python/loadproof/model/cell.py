"""A cell of a study whose factors are the level of a feature and the rate of the load."""

from typing import NamedTuple

__all__ = ["Cell"]


class Cell(NamedTuple):
    """What a slot is of."""

    level: str
    rate: float
    """In calls/s."""
