"""The tables of docs/accuracy.md."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from bench.accuracy.case import Case
from bench.accuracy.peers import PeerRow
from bench.accuracy.row import QUANTILES, Figure, Row
from bench.document import filled

__all__ = ["DOCUMENT", "WRITER", "generated_part", "peer_table", "row_table", "summary_table", "write_tables"]

DOCUMENT = Path(__file__).parents[2] / "docs" / "accuracy.md"
WRITER = "make accuracy"


def generated_part(facts: Iterable[str], rows: Sequence[Row], peers: Sequence[PeerRow]) -> str:
    """Everything between the marks: facts, the modes, the peers, each row."""
    parts = ["\n".join(f"- {fact}" for fact in facts), "### By mode", summary_table(rows)]
    if peers:
        parts += ["### What the peers report of the same servers", peer_table(peers, rows)]
    return "\n\n".join([*parts, "### Every load", row_table(rows)])


def write_tables(part: str, document: Path = DOCUMENT) -> None:
    """Replaces the tables. Raises BenchError when their marks are gone."""
    document.write_text(filled(document.read_text(encoding="utf-8"), part, WRITER), encoding="utf-8")


def summary_table(rows: Sequence[Row]) -> str:
    """A line for each mode: how its loads ended, and the largest error of those that are valid."""
    columns = (
        "server",
        "loads",
        "met",
        "missed",
        "not valid",
        "of them within",
        "largest error",
        "target",
        "largest error / allowed",
    )
    lines = []
    for name, group in groupby(rows, key=lambda row: row.case.mode.name):
        of_mode = list(group)
        valid = [row for row in of_mode if not row.doubts]
        missed = sum(bool(row.missed) for row in valid)
        within = [row for row in of_mode if row.doubts and not row.missed]
        worst = max((figure for row in valid for figure in row.figures), key=_part_of_allowed, default=None)
        shown = ("", "") if worst is None else (_error(worst), f"{_part_of_allowed(worst):.2f}")
        counts = (
            len(of_mode),
            len(valid) - missed,
            f"**{missed}**" if missed else "0",
            len(of_mode) - len(valid),
            len(within),
        )
        lines.append((name, *map(str, counts), shown[0], "≤ max(2 %, 1 ms)", shown[1]))
    return _grid(columns, lines)


def row_table(rows: Sequence[Row]) -> str:
    """A line for each load: measured / true of each quantile, and whether all of it is as it must be."""
    columns = ("server", "arrivals", "shards", "connections", *(_shown(name) for name in QUANTILES), "outcome")
    return _grid(columns, [_row_cells(row) for row in rows])


def peer_table(peers: Sequence[PeerRow], rows: Sequence[Row]) -> str:
    """A line for each tool, with the truth of constant arrivals above and ours below it."""
    columns = ("server", "who", *(f"{_shown(name)}, ms" for name in QUANTILES), "requests", "left out by itself")
    lines: list[tuple[str, ...]] = []
    for case, group in groupby(peers, key=lambda peer: peer.case):
        row = next((row for row in rows if _is_same(row.case, case)), None)
        server = f"{case.mode.name}, {case.connections} connections"
        if row is not None:
            figures = {figure.name: figure for figure in row.figures}
            truth = [_number(figures[name].truth) if name in figures else "" for name in QUANTILES]
            ours = [_number(figures[name].measured) if name in figures else "" for name in QUANTILES]
            lines.append((server, "the truth", *truth, "", ""))
            lines.append((server, "loadproof" + (" (not valid)" if row.doubts else ""), *ours, "", "0"))
        for peer in group:
            report = peer.report
            if report is None:
                lines.append((server, f"{peer.tool}: not installed", *[""] * len(QUANTILES), "", ""))
                continue
            shown = [_number(report.quantiles_ms[name]) for name in QUANTILES]
            lines.append((server, peer.tool, *shown, f"{report.requests:,}", f"{report.dropped:,}"))
    return _grid(columns, lines)


def _is_same(one: Case, other: Case) -> bool:
    return one.name == other.name


def _row_cells(row: Row) -> tuple[str, ...]:
    case = row.case
    figures = {figure.name: figure for figure in row.figures}
    quantiles = [_pair(figures[name]) if name in figures else "too few calls" for name in QUANTILES]
    outcome = f"**{row.outcome}**" if row.outcome.startswith("MISSED") else row.outcome
    load = (case.mode.name, "Poisson" if case.poisson else "constant", str(case.shards), str(case.connections))
    return (*load, *quantiles, outcome)


def _pair(figure: Figure) -> str:
    return f"{_number(figure.measured)} / {_number(figure.truth)}"


def _part_of_allowed(figure: Figure) -> float:
    return abs(figure.error_ms) / figure.allowed_ms if figure.measured is not None else float("inf")


def _error(figure: Figure) -> str:
    if figure.measured is None:
        return f"{_shown(figure.name)} missing"
    return f"{_shown(figure.name)} {figure.error_ms:+.2f} ms of {_number(figure.truth)} ms"


def _shown(name: str) -> str:
    return name.replace("p99_9", "p99.9")


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.4g}" if value < 1000 else f"{value:,.0f}"


def _grid(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows))
