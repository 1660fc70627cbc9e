"""The summary of k6: as text, or as JSON of `--summary-export` and `handleSummary`. Its metrics are rows."""

import re
from collections.abc import Sequence
from dataclasses import replace

from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import Making, PublishedTable
from loadproof.tools.audit.reports.json_figures import Json, json_number, mapping
from loadproof.tools.audit.reports.report_builder import Line, ReportBuilder, counted, time_ms

__all__ = ["is_k6_document", "is_k6_text", "k6_document", "k6_text"]

_TEXT, _DOCUMENT = (Making(f"k6 ({kind})", is_comparison=False) for kind in ("summary", "summary as JSON"))
_LINE = re.compile(r"\s*(?:[✓✗]\s+)?(?P<name>\{ .* \}|[^\s.:{}][^.:{}]*?)\.{2,}: ?(?P<values>.+)")
_KNOWN = re.compile(
    r"\s*(?:[✓✗]\s+)?(?:http_req_duration|iteration_duration|http_reqs|iterations|data_received)\.{2,}:"
)
_PAIR = re.compile(r"(?P<key>[a-z]+|p\(\d{1,2}(?:\.\d+)?\)|p\(100\))=(?P<value>\S+)")
_RATE = re.compile(
    r"(?P<share>\d+(?:\.\d+)?%)\s+(?:[✓✗]\s*(?P<true>\d+)\s+[✓✗]\s*(?P<false>\d+)|(?P<some>\d+) out of (?P<all>\d+))\s*"
)
_COUNTER = re.compile(r"(?P<count>\d+)\s+(?P<rate>\d+(?:\.\d+)?(?:e[+-]\d+)?)/s\s*")
_DATA = re.compile(r"[\d.]+ [kMGT]?i?B\s+[\d.]+ [kMGT]?i?B/s\s*")
_GAUGE = re.compile(r"\d+(?:\.\d+)?\s+min=\d+(?:\.\d+)?\s+max=\d+(?:\.\d+)?\s*")
_NAMES = {"avg": "mean", "med": "p50", "min": "min", "max": "max"}
_PARTS_OF_DURATION = ("http_req_sending", "http_req_waiting", "http_req_receiving")
_CUT = 0.01
"""Digits behind the second decimal are cut."""
_ALIKE = 1e-6


def is_k6_text(lines: Sequence[Line]) -> bool:
    """True if a line is of a metric that k6 prints."""
    return any(_KNOWN.match(line.text) for line in lines)


def k6_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of a printed summary. Raises InputError if a metric cannot be read."""
    builder, parent, seen = ReportBuilder(name, _TEXT), "", set[str]()
    for line in lines:
        match = _LINE.fullmatch(line.text)
        if match is None:
            if re.search(r"\.{2,}:", line.text) or _is_continued(line.text):
                raise builder.unreadable(f"{line.text.strip()[:60]!r}", line.number)
            continue
        label, values = match["name"].strip(), match["values"].strip()
        parent = parent if label.startswith("{") else label
        row = f"{parent} {label}" if label.startswith("{") else label
        seen.add(row)
        if not _read_values(builder, row, values, line.number):
            raise builder.unreadable(f"{row:.60}", line.number)
    for required in ("iterations", "data_sent"):
        if required not in seen:
            raise builder.missing(required)
    _relate(builder)
    return builder.table()


def _is_continued(text: str) -> bool:
    """True if a line holds the end of values that begin on the line before."""
    return bool(_PAIR.search(text)) and not _PAIR.sub("", text).strip()


def _read_values(builder: ReportBuilder, row: str, values: str, line: int) -> bool:
    """Add the figures of one metric; False if they are of no known form."""
    if (counter := _COUNTER.fullmatch(values)) is not None:
        return _put_counter(builder, row, counter, line)
    if (share := _RATE.fullmatch(values)) is not None:
        some = int(share["true"] or share["some"])
        all_of_them = int(share["all"]) if share["all"] else some + int(share["false"])
        return _put_share(builder, row, exact_number(share["share"]), (some, all_of_them), line)
    if _DATA.fullmatch(values) or _GAUGE.fullmatch(values) or re.fullmatch(r"\d+(?:\.\d+)?%?", values):
        return True
    pairs = list(_PAIR.finditer(values))
    numbers = {pair["key"]: number for pair in pairs if (number := _trend_value(pair["value"])) is not None}
    _put_trend(builder, row, numbers, line)
    are_known = all(key in _NAMES or key == "count" or key.startswith("p(") for key in numbers)
    return bool(pairs) and len(numbers) == len(pairs) and are_known and not _PAIR.sub("", values).strip()


def _put_counter(builder: ReportBuilder, row: str, counter: re.Match[str], line: int) -> bool:
    count, rate = counted(counter["count"]), exact_number(counter["rate"])
    if count is None or rate is None:
        return False
    builder.put((row, ""), "calls", row, count, line)
    builder.put((row, ""), "rate", row, rate, line)
    return True


def _trend_value(text: str) -> Printed | None:
    """A time in milliseconds, or a number of a trend that is no time; zeros at its end are not printed."""
    found = time_ms(text) or exact_number(text)
    if found is None or (found.unit and time_ms(text) is None):
        return None
    unit = time_ms(f"1{found.unit}") if found.unit else None
    return replace(found, half=found.half + _CUT * (unit.value if unit is not None else 1.0))


def _put_trend(builder: ReportBuilder, row: str, numbers: dict[str, Printed], line: int = 0) -> None:
    for key, number in numbers.items():
        if key == "count":
            builder.put((row, ""), "calls", row, number, line)
        elif (figure := _NAMES.get(key)) or key.startswith("p("):
            share = key[2:-1]
            builder.put(
                (row, ""), figure or ("max" if float(share) == 100.0 else f"p{float(share):g}"), key, number, line
            )


def _put_share(builder: ReportBuilder, row: str, share: Printed | None, counts: tuple[int, int], line: int = 0) -> bool:
    """Add a share of calls: of failed ones for `http_req_failed`."""
    some, all_of_them = counts
    if share is None:
        return False
    if all_of_them > 0:
        given = 100.0 * some / all_of_them
        # k6 cuts the share behind its second decimal.
        printed = share if share.half < _CUT / 10.0 else replace(share, value=share.value + share.half)
        span = PrintedSpan(given * (1 - _ALIKE), given * (1 + _ALIKE))
        builder.relate(row, replace(printed, text=share.text), span, f"100 × {some} / {all_of_them}", line)
    if row == "http_req_failed":
        made, failed = counted(str(all_of_them)), counted(str(some))
        if made is not None and failed is not None:
            builder.put((row, ""), "calls", row, made, line)
            builder.put((row, ""), "failures", row, failed, line)
    return True


def _relate(builder: ReportBuilder) -> None:
    """Counters are of one time; a request is sending, waiting and receiving; failures are of all requests."""
    calls, rate = builder.figure(("http_reqs", ""), "calls"), builder.figure(("http_reqs", ""), "rate")
    for other in ("iterations", "checks_total"):
        their_calls, their_rate = builder.figure((other, ""), "calls"), builder.figure((other, ""), "rate")
        if (
            None in (calls, rate, their_calls, their_rate)
            or not calls
            or not calls.value
            or not rate
            or not their_calls
        ):
            continue
        if their_rate is not None:
            share = their_calls.value / calls.value
            given = PrintedSpan(share * rate.span.low * (1 - _ALIKE), share * rate.span.high * (1 + _ALIKE))
            builder.relate(other, their_rate, given, f"{their_calls.text} × {rate.text} / {calls.text}")
    failed_of = builder.figure(("http_req_failed", ""), "calls")
    if calls is not None and failed_of is not None:
        builder.relate("http_req_failed", failed_of, calls.span, "http_reqs")
    parts = [builder.figure((part, ""), "mean") for part in _PARTS_OF_DURATION]
    mean = builder.figure(("http_req_duration", ""), "mean")
    if mean is not None and None not in parts:
        spans = [part.span for part in parts if part is not None]
        given = PrintedSpan(sum(one.low for one in spans) * (1 - _ALIKE), sum(one.high for one in spans) * (1 + _ALIKE))
        builder.relate("http_req_duration avg", mean, given, " + ".join(f"{part} avg" for part in _PARTS_OF_DURATION))


def is_k6_document(document: Json) -> bool:
    """True if it has the metrics of k6."""
    metrics = mapping(mapping(document).get("metrics"))
    return any(name in metrics for name in ("http_req_duration", "iteration_duration", "http_reqs", "iterations"))


def k6_document(document: Json, name: str) -> PublishedTable:
    """Figures of a summary as JSON. Raises InputError if a metric cannot be read."""
    builder = ReportBuilder(name, _DOCUMENT)
    metrics = mapping(mapping(document).get("metrics"))
    for row, metric in metrics.items():
        values = mapping(metric).get("values", metric)
        numbers = {key: json_number(value) for key, value in mapping(values).items() if key not in ("thresholds",)}
        known = {key: number for key, number in numbers.items() if number is not None}
        if len(known) < len([key for key in numbers if key not in ("type", "contains")]):
            raise builder.unreadable(f"{row:.60}")
        _put_metric(builder, row, known)
    if builder.figure(("iterations", ""), "calls") is None:
        raise builder.missing("iterations")
    _relate(builder)
    return builder.table()


def _put_metric(builder: ReportBuilder, row: str, numbers: dict[str, Printed]) -> None:
    if "avg" in numbers:
        _put_trend(builder, row, numbers)
    elif "passes" in numbers and "fails" in numbers:
        counts = (round(numbers["passes"].value), round(numbers["passes"].value + numbers["fails"].value))
        share = numbers.get("value", numbers.get("rate"))
        _put_share(builder, row, None if share is None else share.times(100.0), counts)
    elif "count" in numbers and "rate" in numbers and not row.startswith("data_"):
        builder.put((row, ""), "calls", row, replace(numbers["count"], half=0.0))
        builder.put((row, ""), "rate", row, numbers["rate"])
