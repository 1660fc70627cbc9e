"""Table of a load of users beside the log of its server: counts of each operation, and if they agree."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.document import markdown_table

__all__ = ["disagreements", "load_part"]

_COLUMNS = (
    *("operation", "T, ms", "samples", "satisfied", "tolerating", "near", "edges", "steady part"),
    *("Apdex", "samples, whole load", "satisfied", "tolerating", "near", "whole load"),
)


def load_part(entry: Mapping[str, Any]) -> str:
    """Facts of one load and its table, in Markdown."""
    rated = [row for row in entry["rows"] if "span" in row]
    facts = "\n".join(f"- {fact}" for fact in _facts(entry))
    table = markdown_table(_COLUMNS, [_cells(row) for row in rated])
    return f"**{entry['name']}**\n\n{facts}\n\n{table}"


def disagreements(entry: Mapping[str, Any]) -> list[str]:
    """Operations of one load whose counts differ by more than the calls near a limit or an edge explain."""
    found = []
    for row in entry["rows"]:
        if "span" in row and not (_agrees(row, "span", row["span_edges"]) and _agrees(row, "whole")):
            found.append(row["operation"])
        if row["arrived"] != row["sent"] + row["sent_before"]:
            found.append(f"{row['operation']} (calls sent)")
    return found


def _facts(entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"Machine: {entry['machine']}; load average before the run {entry['load_average']:g}"
    yield f"Ended: {entry['ended']}, after {entry['wall_s']:.0f} s; exit code {entry['exit_code']}"
    kinds = ", ".join(f"{users:,} {kind}" for kind, users in entry["users_by_kind"].items())
    yield f"Load: {entry['users']:,} users ({kinds}), {entry['calls_per_s']:g} calls/s in {entry['span_s']:.0f} s"
    yield (
        f"Processors of the machine, not idle (steal included): {entry['machine_cpu_percent']:g} % on average, "
        f"{entry['machine_cpu_most_percent']:g} % in the busiest 10 s; CPU time of loadproof and its children "
        f"{entry['loadproof_cpu_s']:g} s"
    )
    lateness = entry["lateness_ms"]
    yield f"Lateness of the generator, ms: p50 {lateness['p50']:g}, p99 {lateness['p99']:g}, max {lateness['max']:g}"
    if entry["left_out_s"]:
        left_out = ", ".join(f"{begin:g} to {end:g} s" for begin, end in entry["left_out_s"])
        yield f"Left out by loadproof, and so from both sides: {left_out} of the trial"
    before = [row for row in entry["rows"] if row["sent_before"]]
    logins = "; ".join(f"{row['operation']}: {row['sent_before']:,} sent, {row['arrived']:,} arrived" for row in before)
    yield f"Before the first flow, once for each user: {logins}"
    failed = disagreements(entry)
    yield f"Result: {'**FAIL**: ' + ', '.join(failed) if failed else 'PASS, every operation'}"


def _cells(row: Mapping[str, Any]) -> Sequence[str]:
    low, score, high = row["span_interval"]
    span = (_beside(row, "span", key) for key in ("calls", "satisfied", "tolerating"))
    whole = (_beside(row, "whole", key) for key in ("calls", "satisfied", "tolerating"))
    outcomes = (_outcome(_agrees(row, "span", row["span_edges"])), _outcome(_agrees(row, "whole")))
    return (
        *(row["operation"], f"{row['target_ms']:,}", *span, str(row["span_near"]), str(row["span_edges"])),
        *(outcomes[0], f"{score:.3f} ({low:.3f} to {high:.3f})", *whole, str(row["whole_near"]), outcomes[1]),
    )


def _beside(row: Mapping[str, Any], part: str, key: str) -> str:
    """Our count, the count of the log, and their difference if there is one."""
    ours, logged = row[part][key], row[f"{part}_logged"][key]
    return f"{ours:,} / {logged:,}" + (f" ({ours - logged:+,})" if ours != logged else "")


def _agrees(row: Mapping[str, Any], part: str, edges: int = 0) -> bool:
    """True if calls near T, near 4T and near an edge explain the differences; samples differ at edges alone."""
    ours, logged, near = row[part], row[f"{part}_logged"], row[f"{part}_near"]
    counts_agree = all(abs(ours[key] - logged[key]) <= near + edges for key in ("satisfied", "tolerating"))
    return counts_agree and abs(ours["calls"] - logged["calls"]) <= edges


def _outcome(agrees: bool) -> str:
    return "PASS" if agrees else "**FAIL**"
