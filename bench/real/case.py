"""What one run of the table of disturbances is: a load of a service of known capacity, beside others or nobody."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from bench.error import BenchError
from bench.real.product import Others
from bench.real.record import Entry, Record, Run

__all__ = ["Case", "Kind", "capacities", "capacity_of", "kind_of"]

_MEASURES = 3


class Kind(Enum):
    """What the service is, which decides what may be said of it."""

    HEALTHY = "healthy, ≤ 0.8 × capacity"
    EDGE = "1.02 × capacity"
    OVERLOADED = "overloaded, ≥ 1.1 × capacity"
    WORSE = "leaking or drifting"


def kind_of(part: float) -> Kind:
    """By the load in capacities.

    >>> kind_of(0.8).name, kind_of(1.02).name, kind_of(1.1).name
    ('HEALTHY', 'EDGE', 'OVERLOADED')
    """
    if part <= 0.8:
        return Kind.HEALTHY
    return Kind.EDGE if part < 1.1 else Kind.OVERLOADED


@dataclass(frozen=True, slots=True)
class Case:
    """One run; it needs the record for capacities and plans."""

    name: str
    kind: Kind
    others: Others
    is_hard: bool
    run: Run
    own: tuple[str, ...] = ("known-truth",)
    """Names of its processes, which are never others."""


def capacities(record: Record) -> Iterator[str]:
    """Those that were measured, each as a line of its own."""
    for entry in record:
        if "capacity" in entry:
            rates = ", ".join(f"{rate:,.0f}" for rate in entry["rates"])
            beside = f"; others at work in {entry['disturbed']} of them" if entry["disturbed"] else ""
            yield f"{entry['name']}: {entry['capacity']:,.0f}/s (the largest of {rates}{beside})"


def capacity_of(service: str, record: Record, measure: Callable[[], Entry]) -> float:
    """Completed calls/s of a saturated service, measured with nobody beside it; once for a record.

    It is the largest of three measures: what else runs takes from it and gives nothing. Raises BenchError where the
    service answers nothing.
    """
    name = f"capacity of {service}"
    if name not in record:
        measures = [measure() for _ in range(_MEASURES)]
        rates = [float(one["completed_per_s"]) for one in measures]
        if max(rates) <= 0.0:
            raise BenchError(f"{service} answered nothing while it was saturated. Cure: see that it runs here")
        disturbed = sum(bool(one["by_others"]) for one in measures)
        record.add(name, {"rates": rates, "capacity": max(rates), "disturbed": disturbed})
    return float(record[name]["capacity"])
