"""One measurement by operation, and by the parts of its response time."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.document import Column, Table
from loadproof.report.figures import (
    count_text,
    interval_text,
    milliseconds_text,
    percent_text,
    percentile_text,
    rate_text,
)
from loadproof.report.plain_text import printable

__all__ = ["flows_table", "operations_table", "quantiles_table", "time_parts_table"]

Json = Mapping[str, Any]


def operations_table(measurement: Json, run: Json) -> Table:
    """One row per operation and one for all: rate, times, errors by kind, share over each threshold; tags if any."""
    flows = _flows(run)
    operations = {name: part for name, part in measurement["operations"].items() if name not in flows}
    return _table("Operation", operations, measurement, run)


def flows_table(measurement: Json, run: Json) -> Table | None:
    """As that of the operations, of the flows; None where the profile has none."""
    flows = _flows(run)
    rows = {name: part for name, part in measurement["operations"].items() if name in flows}
    return _table("Flow", rows, None, run) if rows else None


def _flows(run: Json) -> frozenset[str]:
    return frozenset(row["name"] for row in run["profile"]["operations"] if row["kind"] == "flow")


def _table(title: str, parts: Mapping[str, Json], whole: Json | None, run: Json) -> Table:
    thresholds = [
        (run["thresholds_ms"].index(slo["threshold_ms"]), slo["threshold_ms"])
        for slo in run["slos"]
        if slo["threshold_ms"] in run["thresholds_ms"]
    ]
    thresholds = list(dict.fromkeys(thresholds))
    tags = {row["name"]: row["tags"] for row in run["profile"]["operations"] if row["name"] in parts}
    columns = [
        Column(title, figures=False, wraps=True),
        *([Column("Tags", figures=False, wraps=True, detail=True)] if any(tags.values()) else []),
        Column("Done/s"),
        *(Column(title) for title in ("Mean", "p50", "p95", "p99")),
        Column("p99.9", detail=True),
        *(Column(f"> {threshold_ms:g} ms") for _, threshold_ms in thresholds),
        Column("Errors", figures=False, wraps=True),
        Column("Dropped"),
        Column("Cut", detail=True),
    ]
    indexes = [index for index, _ in thresholds]
    tagged = any(tags.values())
    rows = [_row(name, part, indexes, tags.get(name, {}) if tagged else None) for name, part in parts.items()]
    if whole is not None and len(rows) != 1:
        rows.append(_row("all", whole, indexes, {} if tagged else None))
    return Table(columns, rows)


def _row(name: str, part: Json, thresholds: list[int], tags: Mapping[str, str] | None) -> list[str]:
    times, completed = part["response_ms"], part["completed"]
    return [
        printable(name, limit=40),
        *([] if tags is None else [", ".join(printable(f"{key}={value}", limit=40) for key, value in tags.items())]),
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


def quantiles_table(measurement: Json) -> Table:
    """Quantiles of the response time with their intervals: of all calls, and of each operation and flow."""
    parts = measurement["operations"]
    rows = [_quantiles_row(name, part) for name, part in parts.items()]
    if len(parts) != 1:
        rows.append(_quantiles_row("all", measurement))
    titles = ("p50", "p90", "p95", "p99", "p99.9")
    return Table(
        [Column("Operation", figures=False, wraps=True), *(Column(title, wraps=True) for title in titles)], rows
    )


def _quantiles_row(name: str, part: Json) -> list[str]:
    times, intervals = part["response_ms"], part.get("response_interval_ms") or {}
    quantiles = ("p50", "p90", "p95", "p99", "p99_9")
    return [
        printable(name, limit=40),
        *(
            percentile_text(times, quantile, part["completed"]) + interval_text(intervals.get(quantile))
            for quantile in quantiles
        ),
    ]


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
