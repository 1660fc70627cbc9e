"""What the bench measures of one run."""

from enum import Enum

__all__ = ["Quantity"]


class Quantity(Enum):
    """A quantity of one run, with its name and unit as the tables show them."""

    RATE = ("rate", "requests/s")
    CPU_PER_REQUEST = ("CPU per request", "µs")
    LATENESS_P99 = ("lateness p99", "µs")
    LATENESS_P99_9 = ("lateness p99.9", "ms")
    CONNECTIONS = ("connections opened", "count")
    PEAK_MEMORY = ("peak memory", "MB")
    MEMORY_OVER_IDLE = ("peak memory less that of an idle loadproof", "MB")
    WALL = ("wall time", "ms")
    FIRST_REQUEST = ("start to first request", "ms")

    def __init__(self, label: str, unit: str) -> None:
        """The name and the unit of values."""
        self.label = label
        self.unit = unit
