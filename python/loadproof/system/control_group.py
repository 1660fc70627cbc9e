"""Where a control group is (cgroups(7)): version 1 with a directory per controller, or version 2 with one."""

from dataclasses import dataclass
from pathlib import Path

__all__ = ["ControlGroup"]


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """A control group by its directories; in version 2 both are the same, None: that controller is not there."""

    version: int
    cpu: Path | None
    memory: Path | None
