"""How fast both read a large dense log, and in how much memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.child import ChildRun
from bench.gc_logs.readings import PEER, run_ours, run_peer

__all__ = ["OUR_ROUNDS", "Speed", "our_speed", "peer_speed"]

OUR_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians of the runs of one reader, from the start of its process to its end."""

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


def our_speed(log: Path, tell: Callable[[str], None]) -> Speed:
    """The median of some runs."""
    return _speed("loadproof", log, [run_ours(log) for _ in range(OUR_ROUNDS)], tell)


def peer_speed(log: Path, java: Path, tell: Callable[[str], None]) -> Speed:
    """One run, which takes minutes for a gigabyte."""
    return _speed(PEER, log, [run_peer(java, log)], tell)


def _speed(
    reader: str, log: Path, runs: Sequence[tuple[ChildRun, dict[str, Any]]], tell: Callable[[str], None]
) -> Speed:
    speed = Speed(
        reader,
        log.stem,
        log.stat().st_size / 1e6,
        _pauses(runs[0][1]),
        median(run.wall_s for run, _ in runs),
        median(run.cpu_s for run, _ in runs),
        max(run.peak_rss_mb for run, _ in runs),
    )
    tell(f"{log.stem}, {reader}: {speed.mb_per_s:.1f} MB/s, {speed.peak_rss_mb:.0f} MB")
    return speed


def _pauses(told: dict[str, Any]) -> int:
    if "logs" in told:
        return int(told["logs"][0]["pauses"]["count"])
    return sum(int(one["count"]) for one in told["pauses"])
