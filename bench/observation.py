"""What one run of one contender gave."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.child import ChildRun
from bench.quantity import Quantity

__all__ = ["Observation", "ToolReport", "observed"]


@dataclass(frozen=True, slots=True)
class ToolReport:
    """What a load tool says of its own run: requests answered, their rate, its doubts, and what else it knows."""

    requests: int
    rate: float
    doubts: tuple[str, ...] = ()
    more: Mapping[Quantity, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Observation:
    """Values by quantity, in the quantity's unit, and the doubts of the tool."""

    values: Mapping[Quantity, float]
    doubts: tuple[str, ...] = ()


def observed(run: ChildRun, report: ToolReport) -> Observation:
    """The kernel's account of a whole process over the requests that the tool itself counted."""
    values = {
        Quantity.RATE: report.rate,
        Quantity.CPU_PER_REQUEST: run.cpu_s * 1e6 / report.requests,
        Quantity.PEAK_MEMORY: run.peak_rss_mb,
        Quantity.WALL: run.wall_s * 1000,
    }
    return Observation({**values, **report.more}, report.doubts)
