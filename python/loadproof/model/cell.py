"""A cell of a study whose factors are the level of a feature and the rate of the load."""

from typing import NamedTuple

__all__ = ["OFF", "Cell"]

OFF = "off"
"""Level at which nothing of a feature is switched on."""


class Cell(NamedTuple):
    """Feature level and rate of a slot."""

    level: str
    rate: float
    """In calls/s."""
