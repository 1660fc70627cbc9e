"""What every run of a bench shares."""

import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.error import BenchError
from bench.machine import CpuPair

__all__ = ["Place"]


@dataclass(frozen=True, slots=True)
class Place:
    """The server's URL, the CPUs, how long a load is held, and a directory that goes away with the bench."""

    url: str
    cpus: CpuPair
    seconds: int
    scratch: Path
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    @property
    def loadproof(self) -> Path:
        """The installed command, beside the interpreter that runs the bench. Raises BenchError when there is none."""
        command = Path(sys.executable).with_name("loadproof")
        if not command.exists():
            raise BenchError(f"{command} does not exist. Cure: run make bench, which builds it, or make engine first")
        return command

    def run_directory(self) -> Path:
        """A path for the next run directory; it does not exist yet."""
        return self.scratch / f"run-{next(self._numbers)}"
