"""How calls fall around a rate."""

from enum import StrEnum

__all__ = ["Arrivals"]


class Arrivals(StrEnum):
    """How calls fall around the rate."""

    POISSON = "poisson"
    """Independent users."""
    CONSTANT = "constant"
    """Equal gaps."""
