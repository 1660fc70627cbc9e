"""What every run of a bench shares."""

import itertools
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.error import BenchError
from bench.machine import CpuPair
from bench.nginx import Server

__all__ = ["Place", "make_workloads"]

_WORKLOADS = Path(__file__).parent / "workloads"
_IDS = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """The server, the CPUs, how long a load is held, the workloads, and a directory that goes away with the bench."""

    server: Server
    cpus: CpuPair
    seconds: int
    scratch: Path
    workloads: Path
    """The files of bench/workloads beside the `ids.csv` that they read."""
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


def make_workloads(scratch: Path) -> Path:
    """Copies bench/workloads into `scratch` and writes 10,000 ids for the mix to draw from, always the same."""
    made = scratch / "workloads"
    shutil.copytree(_WORKLOADS, made)
    ids = random.Random(1).sample(range(1_000_000, 10_000_000), _IDS)
    (made / "ids.csv").write_text("\n".join(["id", *map(str, ids)]) + "\n", encoding="ascii")
    return made
