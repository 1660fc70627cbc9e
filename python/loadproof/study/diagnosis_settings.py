"""What is asked of the Java VMs of a stand between trials, and when, resolved and frozen."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["DiagnosisSettings", "Occasion"]


class Occasion(StrEnum):
    """After which methods something is asked for."""

    EVIDENCE = "evidence"
    """Those whose trials show a cause that it may explain."""
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class DiagnosisSettings:
    """When the threads of a service are dumped, and when its heap; how long each load lasts for it."""

    threads: Occasion = Occasion.EVIDENCE
    heap: Occasion = Occasion.EVIDENCE
    load_s: float = 15.0
    rate: float | None = None
    """In arrivals/s; None: that of the method."""
