"""One measurement by operation, and by the parts of its response time."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.document import Column, Table
from loadproof.report.figures import count_text, milliseconds_text, percent_text, percentile_text, rate_text
from loadproof.report.plain_text import printable

__all__ = ["operations_table", "time_parts_table"]

Json = Mapping[str, Any]


def operations_table(measurement: Json, run: Json) -> Table:
    """One row per operation and one for all: rate, times, errors by kind, share over each threshold."""
    thresholds = [
        (run["thresholds_ms"].index(slo["threshold_ms"]), slo["threshold_ms"])
        for slo in run["slos"]
        if slo["threshold_ms"] in run["thresholds_ms"]
    ]
    thresholds = list(dict.fromkeys(thresholds))
    columns = [
        Column("Operation", figures=False, wraps=True),
        Column("Done/s"),
        *(Column(title) for title in ("Mean", "p50", "p95", "p99")),
        Column("p99.9", detail=True),
        *(Column(f"> {threshold_ms:g} ms") for _, threshold_ms in thresholds),
        Column("Errors", figures=False, wraps=True),
        Column("Dropped"),
        Column("Cut", detail=True),
    ]
    indexes = [index for index, _ in thresholds]
    rows = [_row(printable(name, limit=40), part, indexes) for name, part in measurement["operations"].items()]
    return Table(columns, [*rows, _row("all", measurement, indexes)] if len(rows) != 1 else rows)


def _row(name: str, part: Json, thresholds: list[int]) -> list[str]:
    times, completed = part["response_ms"], part["completed"]
    return [
        name,
        rate_text(part["rate"]),
        milliseconds_text(times["mean"]),
        *(percentile_text(times, percentile, completed) for percentile in ("p50", "p95", "p99", "p99_9")),
        *(_over(part, index) for index in thresholds),
        _errors(part["errors_by_kind"]),
        count_text(part["dropped"]),
        count_text(part["cut"]),
    ]


def _over(part: Json, threshold: int) -> str:
    if not part["due"] or threshold >= len(part["within"]):
        return "–"
    return percent_text(100.0 * (part["due"] - part["within"][threshold]) / part["due"])


def _errors(errors_by_kind: Mapping[str, int]) -> str:
    kinds = sorted(errors_by_kind.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{printable(kind, limit=30)} {count_text(count)}" for kind, count in kinds if count) or "0"


def time_parts_table(measurement: Json) -> Table:
    """Response time and its three parts."""
    parts = {name: measurement[f"{name}_ms"] for name in ("wait", "lateness", "service")}
    total = sum(times["mean"] or 0.0 for times in parts.values())
    columns = [
        Column("Part", figures=False),
        *(Column(title) for title in ("Share", "Mean", "p50", "p95", "p99", "Max")),
    ]
    rows = [_part_row(name, times, measurement["sent"], total) for name, times in parts.items()]
    response = _part_row("response", measurement["response_ms"], measurement["completed"], None)
    return Table(columns, [*rows, response])


def _part_row(name: str, times: Json, calls: int, total: float | None) -> list[str]:
    share = percent_text(100.0 * (times["mean"] or 0.0) / total) if total else ""
    return [
        name,
        share,
        milliseconds_text(times["mean"]),
        *(percentile_text(times, percentile, calls) for percentile in ("p50", "p95", "p99")),
        milliseconds_text(times["max"]),
    ]
