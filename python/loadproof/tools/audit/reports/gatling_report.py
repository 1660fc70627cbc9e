"""The figures of Gatling: `stats.json` and `global_stats.json`, and what it prints at the end of a simulation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from loadproof.model.message import Message
from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import Making, PublishedTable, Spans, Whole
from loadproof.tools.audit.reports.json_figures import Json, json_number, mapping
from loadproof.tools.audit.reports.report_builder import Line, ReportBuilder, counted

__all__ = ["gatling_document", "gatling_text", "is_gatling_document", "is_gatling_text"]

_RANK_ERROR = 0.01
"""Percentiles are of t-digests: those of all requests and of the ones that passed differ though none failed."""
_TEXT = Making("Gatling (console)", Spans.SAME, lists_all=True, rank_error=_RANK_ERROR, is_comparison=False)
_DOCUMENT = replace(_TEXT, tool="Gatling (stats.json)", has_unnamed_percentiles=True)
_ALL = "All Requests"
_VARIANTS = {"total": "", "ok": "OK", "ko": "KO"}
_FIGURES = {
    "numberOfRequests": "calls",
    "minResponseTime": "min",
    "maxResponseTime": "max",
    "meanResponseTime": "mean",
    "percentiles1": "p50",
    "percentiles2": "p75",
    "percentiles3": "p95",
    "percentiles4": "p99",
    "meanNumberOfRequestsPerSecond": "rate",
}
_MOST_DEPTH = 50


def is_gatling_document(document: Json) -> bool:
    """True if it has the keys of Gatling's statistics."""
    stats = mapping(document).get("stats", document)
    return "numberOfRequests" in mapping(stats) and "percentiles1" in mapping(stats)


def gatling_document(document: Json, name: str) -> PublishedTable:
    """Figures of all requests. Raises InputError if an entry is not as Gatling writes it."""
    builder = ReportBuilder(name, _DOCUMENT)
    _put_stats(builder, _ALL, mapping(document).get("stats", document))
    rows = []
    for row, stats in _requests(mapping(mapping(document).get("contents")), "", 0):
        _put_stats(builder, row, stats)
        rows.append(row)
    builder.note(Message("audit-default-percentiles", percentiles="50, 75, 95, 99"))
    wholes = [Whole((_ALL, variant), tuple((row, variant) for row in rows)) for variant in _VARIANTS.values() if rows]
    wholes += [Whole((row, ""), ((row, "OK"), (row, "KO"))) for row in (_ALL, *rows)]
    return builder.table(_ALL, wholes)


def _requests(contents: Json, before: str, depth: int) -> Iterator[tuple[str, Json]]:
    """Each request with its groups; groups have figures of their own, which are of no request."""
    for entry in mapping(contents).values():
        label = f"{before}{mapping(entry).get('name', '')}"
        if mapping(entry).get("type") == "GROUP" and depth < _MOST_DEPTH:
            yield from _requests(mapping(entry).get("contents"), f"{label} / ", depth + 1)
        else:
            yield label, mapping(entry).get("stats")


def _put_stats(builder: ReportBuilder, row: str, stats: Json) -> None:
    for key, figure in _FIGURES.items():
        values = mapping(mapping(stats).get(key))
        if "total" not in values:
            raise builder.unreadable(f"{key} of {row:.60}")
        for kind, variant in _VARIANTS.items():
            written = values.get(kind)
            number = json_number(written)
            if number is not None:
                builder.put((row, variant), figure, key, _precise(figure, number))
            elif written not in ("-", None):
                raise builder.unreadable(f"{key} of {row:.60}")
    _relate_ranges(builder, row, stats)


def _precise(figure: str, number: Printed) -> Printed:
    return replace(number, half=0.0) if figure == "calls" else number


def _relate_ranges(builder: ReportBuilder, row: str, stats: Json) -> None:
    """Requests by their times, and failed ones, are all requests; each share is that of the requests."""
    groups = [mapping(value) for key, value in mapping(stats).items() if re.fullmatch(r"group[1-9]", key)]
    counts = [json_number(group.get("count")) for group in groups]
    made = builder.figure((row, ""), "calls")
    if made is None or not groups or None in counts:
        return
    added = sum(one.value for one in counts if one is not None)
    builder.relate(f"numberOfRequests ({row})", made, PrintedSpan(added, added), "group1 + group2 + …")
    for group, held in zip(groups, counts, strict=True):
        share = json_number(group.get("percentage"))
        if share is not None and held is not None and made.value > 0:
            _relate_share(builder, f"{group.get('name', '')} ({row})", share, (held.value, made.value), 0)


def _relate_share(builder: ReportBuilder, name: str, share: Printed, counts: tuple[float, float], line: int) -> None:
    """A share is rounded, or cut, to its last digit."""
    given = 100.0 * counts[0] / counts[1]
    formula = f"100 × {counts[0]:g} / {counts[1]:g}"
    builder.relate(name, replace(share, half=2.0 * share.half), PrintedSpan(given, given), formula, line)


_HEAD = re.compile(r"-{3,} Global Information -{3,}.*")
_FIGURE_LINE = re.compile(
    r">\s*(?P<label>\S.*?)\s+(?P<total>[\d.,]+|-)\s*\(OK=(?P<ok>[\d.,]+|-)\s+KO=(?P<ko>[\d.,]+|-)\s*\)"
)
_TABLE_LINE = re.compile(
    r">\s*(?P<label>\S.*?)\s*\|\s*(?P<total>[\d.,]+|-)\s*\|\s*(?P<ok>[\d.,]+|-)\s*\|\s*(?P<ko>[\d.,]+|-)\s*\|?"
)
_RANGE_LINE = re.compile(r">\s*(?P<label>\S.*?)\s+(?P<count>[\d,]+)\s*\(\s*(?P<share>\d+(?:\.\d+)?)\s*%\)")
_LABELS = (
    ("calls", r"request count"),
    ("min", r"min response time(?: \(ms\))?"),
    ("max", r"max response time(?: \(ms\))?"),
    ("mean", r"mean response time(?: \(ms\))?"),
    ("", r"(?:response time )?std deviation(?: \(ms\))?"),
    ("percentile", r"response time (\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th) percentile(?: \(ms\))?"),
    ("rate", r"mean (?:requests/sec|throughput \(rps\))"),
)


def is_gatling_text(lines: Sequence[Line]) -> bool:
    """True if it has the heading of Gatling's figures."""
    return any(_HEAD.fullmatch(line.text.strip()) for line in lines)


def gatling_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of all requests that the console shows last. Raises InputError if one cannot be read."""
    builder = ReportBuilder(name, _TEXT)
    start = max(index for index, line in enumerate(lines) if _HEAD.fullmatch(line.text.strip()))
    ranges, heading = list[tuple[str, Printed, Printed, int]](), "global"
    for line in lines[start + 1 :]:
        text = line.text.strip()
        if text.startswith("---- "):
            heading = "ranges" if "Distribution" in text else "other"
        if heading == "other" or not text.startswith(">"):
            continue
        if heading == "ranges":
            ranges.append(_range(builder, text, line.number))
        else:
            _put_line(builder, text, line.number)
    builder.require(
        {
            "calls": "request count",
            "min": "min response time",
            "max": "max response time",
            "mean": "mean response time",
            "rate": "mean requests/sec",
        },
        (_ALL, ""),
    )
    _relate_text_ranges(builder, ranges)
    return builder.table(_ALL, [Whole((_ALL, ""), ((_ALL, "OK"), (_ALL, "KO")))])


def _put_line(builder: ReportBuilder, text: str, line: int) -> None:
    match = _FIGURE_LINE.fullmatch(text) or _TABLE_LINE.fullmatch(text)
    for figure, pattern in _LABELS if match is not None else ():
        label = re.fullmatch(pattern, match["label"]) if match is not None else None
        if label is None or match is None:
            continue
        named = f"p{float(label[1]):g}" if figure == "percentile" else figure
        for kind, variant in _VARIANTS.items():
            written = match[kind].replace(",", "")
            number = exact_number(written)
            if named and number is not None:
                builder.put((_ALL, variant), named, match["label"], _precise(named, number), line)
            elif written != "-" and number is None:
                raise builder.unreadable(repr(text[:60]), line)
        return
    raise builder.unreadable(repr(text[:60]), line)


def _range(builder: ReportBuilder, text: str, line: int) -> tuple[str, Printed, Printed, int]:
    match = _RANGE_LINE.fullmatch(text)
    held = None if match is None else counted(match["count"])
    share = None if match is None else exact_number(match["share"])
    if match is None or held is None or share is None:
        raise builder.unreadable(repr(text[:60]), line)
    return match["label"], held, share, line


def _relate_text_ranges(builder: ReportBuilder, ranges: Sequence[tuple[str, Printed, Printed, int]]) -> None:
    made = builder.figure((_ALL, ""), "calls")
    if made is None or not ranges:
        raise builder.missing("Response Time Distribution")
    if not any(label.lower() in ("failed", "ko") for label, _, _, _ in ranges):
        raise builder.missing("failed")
    added = sum(held.value for _, held, _, _ in ranges)
    builder.relate("request count", made, PrintedSpan(added, added), "Response Time Distribution")
    for label, held, share, line in ranges:
        if made.value > 0:
            _relate_share(builder, label, share, (held.value, made.value), line)
