"""How fast both read a large dense log, and in how much memory."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.child import ChildRun
from bench.gc_logs.readings import PEER, run_ours, run_peer

__all__ = ["Speed", "speeds"]

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians of some runs of one reader, from the start of its process to its end."""

    reader: str
    log: str
    megabytes: float
    pauses: int
    wall_s: float
    cpu_s: float
    peak_rss_mb: float
    """The largest of all runs."""

    @property
    def mb_per_s(self) -> float:
        """By the clock on the wall."""
        return self.megabytes / self.wall_s


def speeds(log: Path, java: Path, tell: Callable[[str], None]) -> list[Speed]:
    """Both, in turn."""
    megabytes = log.stat().st_size / 1e6
    runs: dict[str, list[tuple[ChildRun, int]]] = {"loadproof": [], PEER: []}
    for number in range(1, _ROUNDS + 1):
        for reader, found in runs.items():
            run, told = run_ours(log) if reader == "loadproof" else run_peer(java, log)
            found.append((run, _pauses(told)))
            tell(f"{log.stem}, round {number}, {reader}: {megabytes / run.wall_s:.1f} MB/s, {run.peak_rss_mb:.0f} MB")
    return [
        Speed(
            reader,
            log.stem,
            megabytes,
            found[0][1],
            median(run.wall_s for run, _ in found),
            median(run.cpu_s for run, _ in found),
            max(run.peak_rss_mb for run, _ in found),
        )
        for reader, found in runs.items()
    ]


def _pauses(told: dict[str, Any]) -> int:
    if "logs" in told:
        return int(told["logs"][0]["pauses"]["count"])
    return sum(int(one["count"]) for one in told["pauses"])
