"""The tables of docs/results/gc-logs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.document import filled, markdown_table
from bench.gc_logs.comparison import Gap
from bench.gc_logs.readings import PEER, Reading
from bench.gc_logs.speed import Speed

__all__ = ["DOCUMENT", "WRITER", "ComparedLog", "log_table", "speed_table", "write_tables"]

DOCUMENT = Path(__file__).parents[2] / "docs/results/gc-logs/README.md"
WRITER = "python -m bench.gc_logs"
_TARGET_MB_PER_S = 100.0
_LOG_COLUMNS = ("log", "KB", "pauses", "sum, ms", "longest, ms", "alive, MiB", "where they differ")
_SPEED_COLUMNS = ("log", "reader", "MB", "pauses", "seconds", "MB/s", "MB/s of processor time", "peak memory, MB")


@dataclass(frozen=True, slots=True)
class ComparedLog:
    """One log as both have it."""

    name: str
    kilobytes: float
    ours: Reading
    peer: Reading
    gaps: Sequence[Gap]


def log_table(logs: Iterable[ComparedLog]) -> str:
    """A line for each log: ours / the peer's."""
    return markdown_table(_LOG_COLUMNS, map(_log_cells, logs))


def speed_table(speeds: Iterable[Speed]) -> str:
    """A line for each log and reader."""
    return markdown_table(_SPEED_COLUMNS, map(_speed_cells, speeds))


def write_tables(part: str, document: Path = DOCUMENT) -> None:
    """Replaces the tables. Raises BenchError when their marks are gone."""
    document.write_text(filled(document.read_text(encoding="utf-8"), part, WRITER), encoding="utf-8")


def _log_cells(log: ComparedLog) -> tuple[str, ...]:
    ours, peer = log.ours.pauses, log.peer.pauses
    differ = "; ".join(gap.text if gap.is_known else f"**NOT EXPLAINED: {gap.text}**" for gap in log.gaps)
    return (
        log.name,
        f"{log.kilobytes:.0f}",
        f"{ours.count} / {peer.count}",
        f"{ours.total_ms:.3f} / {peer.total_ms:.3f}",
        f"{ours.largest_ms:.3f} / {peer.largest_ms:.3f}",
        f"{_mib(log.ours.alive_mib)} / {_mib(log.peer.alive_mib)}",
        differ or "nowhere",
    )


def _speed_cells(speed: Speed) -> tuple[str, ...]:
    shown = f"{speed.mb_per_s:.1f}"
    if speed.reader != PEER:
        outcome = "met" if speed.mb_per_s >= _TARGET_MB_PER_S else "**MISSED**"
        shown += f" (target ≥ {_TARGET_MB_PER_S:g}: {outcome})"
    return (
        speed.log,
        speed.reader,
        f"{speed.megabytes:,.0f}",
        f"{speed.pauses:,}",
        f"{speed.wall_s:.1f}",
        shown,
        f"{speed.megabytes / speed.cpu_s:.1f}",
        f"{speed.peak_rss_mb:,.0f}",
    )


def _mib(value: float | None) -> str:
    return "–" if value is None else f"{value:.6g}"
