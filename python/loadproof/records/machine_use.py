"""Use of one resource of a machine in the judged span of a trial, as in `result.json`."""

from dataclasses import dataclass, field
from enum import StrEnum

from loadproof.model.typed_json import rounded

__all__ = ["MachineResource", "MachineRole", "ResourceUse"]


class MachineRole(StrEnum):
    """Part of a machine in a test."""

    UNDER_TEST = "under_test"
    LOAD = "load"
    """Machine that makes load, such as a generator or a terminal; it is not under test."""


class MachineResource(StrEnum):
    """Resource of a machine that may be saturated."""

    CPU = "cpu"
    MEMORY = "memory"
    DISK = "disk"
    NETWORK = "network"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceUse:
    """Use of one resource of one machine, in seconds that a probe read (docs/method/saturation.md)."""

    machine: str
    """`host` for the machine that loadproof runs on, else the name in the study."""
    role: MachineRole
    resource: MachineResource
    mean_percent: float = field(metadata=rounded(2))
    """Mean of the span: CPU time with steal, memory that is not available, time in which the busiest disk worked,
    or use of the fullest link."""
    highest_percent: float = field(metadata=rounded(2))
    judged_s: int
    """Judged seconds of the span that were read."""
    saturated_s: int
    """Judged seconds in which the resource was saturated."""
    left_out_s: int = 0
    """Seconds of the span that are not judged because the machine makes load and the resource was saturated."""
    before_s: int = 0
    """Seconds before the span that were read."""
    saturated_before_s: int = 0

    @property
    def saturated_percent(self) -> float:
        """Saturated seconds among the judged ones, per cent."""
        return 100.0 * self.saturated_s / self.judged_s if self.judged_s else 0.0
