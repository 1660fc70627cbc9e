"""Dumps of the Java VMs of a stand between trials, and their occasions; resolved and frozen."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["DiagnosisSettings", "Occasion"]


class Occasion(StrEnum):
    """Methods after which a dump is taken."""

    EVIDENCE = "evidence"
    """Methods whose trials show a cause that the dump may explain."""
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class DiagnosisSettings:
    """Occasions for thread dumps and heap dumps of a service, and the seconds of load for each of them."""

    threads: Occasion = Occasion.EVIDENCE
    heap: Occasion = Occasion.EVIDENCE
    load_s: float = 15.0
    rate: float | None = None
    """In arrivals/s; None: that of the method."""
