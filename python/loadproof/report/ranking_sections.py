"""The ranking in a report: its table, what shares a rank and why, the starts that it rests on, and what they ran in."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from loadproof.report.document import Block, Bullets, Column, Paragraph, Section, Table
from loadproof.report.figures import (
    count_text,
    exact_text,
    interval_text,
    percent_text,
    percentile_text,
    rate_text,
    slo_text,
)
from loadproof.report.plain_text import printable
from loadproof.report.ranking_sentence import carried_words
from loadproof.report.runtime_sections import runtime_sections

__all__ = ["ranking_sections"]

Json = Mapping[str, Any]
_METHODS = {"plateaus": "by plateaus", "capacity": "by search"}
_MEMORY = {"cgroup": "of its control group", "pss": "of its processes, by their proportional share (PSS)"}
_NOTHING = "–"
_READ = ("CPU", "RAM", "Requests/s", "Machine")
"""How the titles begin of columns that are empty where nothing was read."""
_TABLE_NOTE = (
    "RPS@SLO: calls per second within every SLO, the geometric mean over starts, in brackets an interval of 95 % over "
    "starts; working load: 70 % of it. p95 and p99 in ms, from the histogram of all starts, at that rate."
)


def ranking_sections(result: Json) -> list[Section]:
    """One section for each ranking, the main one first, and the conditions that all of them ran in."""
    rankings = sorted(result["rankings"], key=lambda ranking: (not ranking["is_ranked"], ranking["method"]))
    sections = [section for ranking in rankings for section in _of_one(ranking, len(rankings) > 1)]
    return [*sections, *runtime_sections(result["run"])] if sections else []


def _of_one(ranking: Json, several: bool) -> list[Section]:
    whose = f" {_METHODS[ranking['method']]}" if several else ""
    notes = [*_shared_ranks(ranking), *_bounds(ranking), *_unranked(ranking)]
    blocks: list[Block] = [_table(ranking), Paragraph(f"{_TABLE_NOTE} {_memory_note(ranking)}".strip())]
    if notes:
        blocks.append(Bullets(notes))
    return [
        Section(f"Ranking{whose}", blocks),
        Section(f"Starts{whose}", [_starts_table(ranking), Paragraph(_STARTS_NOTE), _spread_table(ranking)]),
    ]


def _table(ranking: Json) -> Table:
    columns = [
        Column("Scenario", figures=False, detail=True),
        Column("SLO", figures=False, wraps=True, detail=True),
        Column("Service", figures=False),
        Column("Rank"),
        Column("RPS@SLO", wraps=True),
        Column("p95", detail=True),
        Column("p99"),
        Column("Error %"),
        Column("CPU % avg", wraps=True),
        Column("RAM MiB avg", wraps=True),
        Column("CPU ms/request", wraps=True, detail=True),
        Column("Requests/s per MiB", wraps=True, detail=True),
        Column("Working load", wraps=True),
    ]
    return _without_unread(Table(columns, [_row(variant, ranking) for variant in ranking["variants"]]))


def _without_unread(table: Table) -> Table:
    """The table without columns of what no probe read."""
    kept = [
        index
        for index, column in enumerate(table.columns)
        if not column.title.startswith(_READ) or any(row[index] != _NOTHING for row in table.rows)
    ]
    return Table([table.columns[index] for index in kept], [[row[index] for index in kept] for row in table.rows])


def _row(variant: Json, ranking: Json) -> list[str]:
    calls = sum(start["completed"] for start in variant["starts"])
    rank = _NOTHING if variant["rank"] is None else str(variant["rank"])
    return [
        printable(ranking["scenario"], limit=40),
        printable(", ".join(slo_text(slo) for slo in ranking["slos"])),
        printable(variant["variant"]),
        rank,
        _carried(variant),
        *(_percentile(variant, name, calls) for name in ("p95", "p99")),
        percent_text(variant["error_percent"]["value"]),
        rate_text(variant["cpu_percent"]["value"]),
        rate_text(variant["memory_mib"]["value"]),
        exact_or_nothing(variant["cpu_ms_per_request"]["value"]),
        exact_or_nothing(variant["requests_per_s_per_mib"]["value"]),
        rate_text(variant["working_rate"]),
    ]


def _carried(variant: Json) -> str:
    return _NOTHING if variant["rate"]["value"] is None else carried_words(variant).replace("/s", "")


def _percentile(variant: Json, name: str, calls: int) -> str:
    return percentile_text({name: variant[f"{name}_ms"]["value"]}, name, calls)


def exact_or_nothing(value: float | None) -> str:
    """A figure with the digits that it needs, or a dash.

    >>> exact_or_nothing(0.0431), exact_or_nothing(None)
    ('0.0431', '–')
    """
    return _NOTHING if value is None else exact_text(value)


def _memory_note(ranking: Json) -> str:
    kinds = {variant["memory_kind"] for variant in ranking["variants"]} & set(_MEMORY)
    read = (
        "CPU in per cent of one core and RAM are means over the same spans, of the service that the load goes to"
        if any(variant["cpu_percent"]["value"] is not None for variant in ranking["variants"]) or kinds
        else ""
    )
    memory = f"; RAM is that {' or '.join(_MEMORY[kind] for kind in sorted(kinds))}" if kinds else ""
    return f"{read}{memory}." if read else ""


_SCATTERED = "their starts scatter too much, or are too few,"
_BOUNDED = "bounds are not enough"


def _shared_ranks(ranking: Json) -> list[str]:
    ranked = [variant for variant in ranking["variants"] if variant["rank"] is not None]
    notes = []
    for rank, group in groupby(ranked, key=lambda variant: variant["rank"]):
        sharing = list(group)
        names = [printable(variant["variant"]) for variant in sharing]
        if len(names) > 1:
            bounded = any(variant["bound"] != "exact" for variant in sharing)
            notes.append(
                f"{', '.join(names[:-1])} and {names[-1]} share rank {rank}: {_BOUNDED if bounded else _SCATTERED} to "
                "tell them apart. That does not make them equal."
            )
    if len(ranked) > 1:
        confidence = percent_text(ranking["confidence_percent"])
        notes.append(
            f"A better rank is sure with {confidence} confidence over all pairs together: variants that are the same "
            f"have different ranks in at most {percent_text(100.0 - ranking['confidence_percent'])} of such studies."
        )
    return notes


def _bounds(ranking: Json) -> list[str]:
    notes = []
    for variant in ranking["variants"]:
        name, rate = printable(variant["variant"]), rate_text(variant["rate"]["value"])
        if variant["bound"] == "at_least":
            notes.append(
                f"{name}: {rate}/s is a lower bound, as the highest rate that was tried passed in "
                f"{_starts_with(variant, 'at_least')}. Nothing is surely better than it; try higher rates."
            )
        if variant["bound"] == "below":
            notes.append(
                f"{name}: the lowest rate that was tried did not pass in {_starts_with(variant, 'below')}, so that "
                f"it carries less than {rate}/s. Try lower rates."
            )
    return notes


def _starts_with(variant: Json, bound: str) -> str:
    count = sum(start["bound"] == bound for start in variant["starts"])
    return f"{count} of {len(variant['starts'])} starts"


def _unranked(ranking: Json) -> list[str]:
    return [
        f"{printable(variant['variant'])} is not ranked: {printable(variant['unranked'])}."
        for variant in ranking["variants"]
        if variant["rank"] is None
    ]


_STARTS_NOTE = (
    "Each start is one of the services anew. In brackets: of the rate what the method leaves open within that start, "
    "of the p99 an interval of 95 % within it. Neither says how starts differ; that stands below. "
    "Machine: how fast a fixed piece of work was done before and after the start, in per cent of the fastest."
)


def _starts_table(ranking: Json) -> Table:
    columns = [
        Column("Service", figures=False),
        Column("Start"),
        Column("Outcome", figures=False),
        Column("Rate", wraps=True),
        Column("Done/s", detail=True),
        Column("p50", detail=True),
        Column("p95", detail=True),
        Column("p99", wraps=True),
        Column("Error %"),
        Column("CPU %"),
        Column("RAM MiB"),
        Column("Machine %"),
        Column("Trial"),
    ]
    rows = [_start_row(variant, start) for variant in ranking["variants"] for start in variant["starts"]]
    return _without_unread(Table(columns, rows))


def _start_row(variant: Json, start: Json) -> list[str]:
    calls = start["completed"]
    p50, p95, p99 = (percentile_text({name: start[f"{name}_ms"]}, name, calls) for name in ("p50", "p95", "p99"))
    interval = {"low": start["p99_low_ms"], "high": start["p99_high_ms"]}
    within = interval_text(interval) if interval["low"] is not None else ""
    return [
        printable(variant["variant"]),
        str(start["start"]),
        printable(str(start["outcome"]).replace("_", " ")),
        _start_rate(start),
        rate_text(start["throughput"]),
        p50,
        p95,
        p99 + within,
        percent_text(start["error_percent"]),
        rate_text(start["cpu_percent"]),
        rate_text(start["memory_mib"]),
        rate_text(start["machine_percent"]),
        _NOTHING if start["trial"] is None else count_text(start["trial"]),
    ]


def _start_rate(start: Json) -> str:
    if start["rate"] is None:
        return _NOTHING
    interval = {"value": start["rate"], "low": start["low"], "high": start["high"]}
    known = interval if start["high"] is not None else {**interval, "low": None}
    return carried_words({"bound": start["bound"], "rate": known}).replace("/s", "")


def _spread_table(ranking: Json) -> Table:
    columns = [
        Column("Service", figures=False),
        Column("Starts with a rate", wraps=True),
        Column("Least to most", wraps=True),
        Column("Spread between starts", wraps=True),
        Column("Spread within a start", wraps=True),
        Column("p99 breaks at", wraps=True),
    ]
    return Table(columns, [_spread_row(variant) for variant in ranking["variants"]])


def _spread_row(variant: Json) -> Sequence[str]:
    rate, starts = variant["rate"], variant["starts"]
    range_text = _NOTHING if rate["least"] is None else f"{rate_text(rate['least'])} to {rate_text(rate['most'])}"
    return [
        printable(variant["variant"]),
        f"{sum(start['rate'] is not None for start in starts)} of {len(starts)}",
        range_text,
        percent_text(variant["spread_between_percent"]),
        percent_text(variant["spread_within_percent"]),
        _NOTHING if variant["breaks_at"] is None else f"{rate_text(variant['breaks_at'])}/s",
    ]
