"""What two readers make of one log: pauses by kinds that both have names for, and what is alive at its end."""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.child import ChildRun, run_child
from bench.error import BenchError

__all__ = ["JAR", "PEER", "PauseSum", "Reading", "our_reading", "peer_reading", "run_ours", "run_peer", "vm_counts"]

PEER = "GCToolkit 3.5.0"
"""As bench/gctoolkit/pom.xml pins it."""
_BUILT = Path(__file__).parents[1] / "gctoolkit" / "target"
JAR = _BUILT / "gctoolkit.jar"
_TIMEOUT_S = 580
_OUR_KINDS = {
    "Young (Normal)": "young",
    "Young (Prepare Mixed)": "young",
    "Young (Concurrent Start)": "concurrent start",
    "Young (Mixed)": "mixed",
    "Young: Mark Start (Major)": "Young: Mark Start",
    "Young": "young",
    "Full": "full",
    "Remark": "remark",
    "Cleanup": "cleanup",
}
_PEER_KINDS = {
    "G1Young": "young",
    "G1YoungInitialMark": "concurrent start",
    "G1Mixed": "mixed",
    "G1Remark": "remark",
    "G1Cleanup": "cleanup",
    "G1FullGC": "full",
    "G1SystemGC": "full",
    "DefNew": "young",
    "PSYoungGen": "young",
    "FullGC": "full",
    "PSFullGC": "full",
    "SystemGC": "full",
}
"""Kinds of ZGC have the same names already."""
_VM_COUNT = re.compile(rb"Pause ([^(]+?) +\(N\) +=.*?\(n = +(\d+)\)")


@dataclass(frozen=True, slots=True)
class PauseSum:
    """Pauses of one kind."""

    count: int = 0
    total_ms: float = 0.0
    largest_ms: float = 0.0

    def __add__(self, other: "PauseSum") -> "PauseSum":
        """Both together."""
        largest_ms = max(self.largest_ms, other.largest_ms)
        return PauseSum(self.count + other.count, self.total_ms + other.total_ms, largest_ms)


@dataclass(frozen=True, slots=True)
class Reading:
    """One log as one reader has it."""

    kinds: Mapping[str, PauseSum]
    alive_mib: float | None
    """After the last full collection; of ZGC what it marked last, with generations in the old one."""
    asked_majors: int = 0
    """Major collections of ZGC that `System.gc()` asked for."""

    @property
    def pauses(self) -> PauseSum:
        """Of all kinds."""
        return sum(self.kinds.values(), PauseSum())


def our_reading(report: Mapping[str, Any]) -> Reading:
    """From what `loadproof gc --json` prints of one log."""
    log = report["logs"][0]
    kinds: dict[str, PauseSum] = {}
    asked_majors = 0
    for group in log["groups"]:
        pauses = group["pauses"]
        told = PauseSum(pauses["count"], pauses["total_ms"], pauses["max_ms"])
        kind = _OUR_KINDS.get(group["kind"], group["kind"])
        kinds[kind] = kinds.get(kind, PauseSum()) + told
        if (kind, group["cause"]) == ("Old: Mark End", "System.gc()"):
            asked_majors = told.count
    live = log["live_set"]
    # Of Shenandoah it is what a cycle left in use, of which the peer says nothing.
    told_alive = live is not None and list(live["told_by"]) != ["cycle"]
    return Reading(kinds, live["last_mib"] if told_alive else None, asked_majors)


def peer_reading(told: Mapping[str, Any]) -> Reading:
    """From what our program around GCToolkit prints (bench/gctoolkit)."""
    kinds: dict[str, PauseSum] = {}
    for one in told["pauses"]:
        kind = _PEER_KINDS.get(one["kind"], one["kind"])
        pauses = PauseSum(one["count"], one["total_ms"], one["largest_ms"])
        kinds[kind] = kinds.get(kind, PauseSum()) + pauses
    return Reading(kinds, told["alive_mib"])


def vm_counts(log: bytes) -> dict[str, int]:
    """How many pauses of each kind the VM itself counts at the end of a log; only Shenandoah does."""
    return {found[1].decode("ascii"): int(found[2]) for found in _VM_COUNT.finditer(log)}


def run_ours(log: Path) -> tuple[ChildRun, dict[str, Any]]:
    """`loadproof gc --json`, and what it printed."""
    run = run_child((sys.executable, "-m", "loadproof", "gc", log, "--json"), timeout_s=_TIMEOUT_S)
    return run, json.loads(run.stdout)


def run_peer(java: Path, log: Path) -> tuple[ChildRun, dict[str, Any]]:
    """GCToolkit, and what it made of the log; it may print lines of its own before that."""
    if not JAR.exists():
        raise BenchError(f"{JAR} is not there. Cure: scripts/prepare_peers.sh builds it")
    places = f"{JAR}:{_BUILT}/lib/*"
    run = run_child((java, "-cp", places, "loadproof.bench.gc.LogFigures", log), timeout_s=_TIMEOUT_S)
    return run, json.loads(run.stdout.rstrip().rpartition("\n")[2])
