"""What `loadproof heap` and shark say of a dump: its largest dominators, with the time and memory that it took."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.child import ChildRun, run_child
from bench.dominators.programs import Dump, java_program
from bench.error import BenchError

__all__ = ["Dominator", "Reading", "read_by_loadproof", "read_by_shark"]

_SHARK = Path(__file__).parents[1] / "shark-dominators" / "target" / "shark-dominators.jar"
_SHARKS_HEAP = "-Xmx4g"
_TIMEOUT_S = 900


@dataclass(frozen=True, slots=True)
class Dominator:
    """An object that no other dominates: its class, or the class that it is the object of, and what it keeps."""

    class_name: str
    is_class: bool
    kept_bytes: int

    @property
    def kind(self) -> str:
        """Its class as it is told."""
        return f"class {self.class_name}" if self.is_class else self.class_name


@dataclass(frozen=True, slots=True)
class Reading:
    """The largest first; objects that roots keep alive."""

    dominators: tuple[Dominator, ...]
    objects: int
    wall_s: float
    peak_rss_mb: float


def read_by_loadproof(dump: Dump) -> Reading:
    """By the installed command."""
    run = run_child((Path(sys.executable).with_name("loadproof"), "heap", dump.path, "--json"), timeout_s=_TIMEOUT_S)
    told = json.loads(run.stdout)
    return _reading([one for one in told["tree"] if one["parent"] == 0], told["dumps"][0]["reachable"]["objects"], run)


def read_by_shark(dump: Dump, *, own: bool) -> Reading:
    """By shark as it is, or with what HotSpot has otherwise. Raises BenchError where it is not built."""
    if not _SHARK.exists():
        raise BenchError(f"{_SHARK} does not exist. Cure: scripts/prepare_peers.sh")
    rules = ("own", dump.path) if own else ("hotspot", dump.path, dump.histogram)
    run = run_child((java_program("java"), _SHARKS_HEAP, "-jar", _SHARK, *rules), timeout_s=_TIMEOUT_S)
    told = json.loads(run.stdout)
    return _reading(told["dominators"], told["objects"], run)


def _reading(told: Sequence[dict[str, Any]], objects: int, run: ChildRun) -> Reading:
    made = [Dominator(str(one["class_name"]), bool(one["is_class"]), int(one["kept_bytes"])) for one in told]
    made.sort(key=lambda one: one.kept_bytes, reverse=True)
    return Reading(tuple(made), objects, run.wall_s, run.peak_rss_mb)
