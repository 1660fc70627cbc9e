"""The report of vegeta, as text and as JSON."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import WHOLE, Making, PublishedTable
from loadproof.tools.audit.reports.json_figures import Json, json_number, mapping
from loadproof.tools.audit.reports.report_builder import Line, ReportBuilder, counted, time_ms

__all__ = ["is_vegeta_document", "is_vegeta_text", "vegeta_document", "vegeta_text"]

_MAKING = Making("vegeta", is_comparison=False)
_DOCUMENT = Making("vegeta (JSON)", is_comparison=False)
_CELL = (WHOLE, "")
_LINE = re.compile(
    r"(?P<label>Requests|Duration|Latencies|Success|Status Codes)\s+\[(?P<names>[^\]]*)\]\s+(?P<values>\S.*)"
)
_HEAD = re.compile(r"(?:Requests|Duration|Latencies|Bytes In|Bytes Out|Success|Status Codes)\s+\[.*")
_STATUS = re.compile(r"(\d{1,3}):(\d+)")
_ALIKE = 1e-6


def is_vegeta_text(lines: Sequence[Line]) -> bool:
    """True if it has a line of vegeta's report."""
    return any(_HEAD.match(line.text.strip()) for line in lines)


def vegeta_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of a report. Raises InputError if a line cannot be read, or one is missing."""
    builder = ReportBuilder(name, _MAKING)
    held: dict[str, tuple[dict[str, str], int]] = {}
    for line in lines:
        text = line.text.strip()
        match = _LINE.fullmatch(text)
        if match is not None:
            held[match["label"]] = (_values(builder, match, line.number), line.number)
        elif _HEAD.match(text) and not text.startswith("Bytes"):
            raise builder.unreadable(repr(text[:60]), line.number)
    for label in ("Requests", "Duration", "Latencies", "Success", "Status Codes"):
        if label not in held:
            raise builder.missing(label)
    (made, made_line), (latencies, latencies_line) = held["Requests"], held["Latencies"]
    _put(builder, "calls", "Requests total", counted(made.get("total", "")), made_line)
    _put(builder, "rate", "Requests rate", exact_number(made.get("rate", "")), made_line)
    for written, value in latencies.items():
        figure = written if written in ("min", "mean", "max") else f"p{written}"
        _put(builder, figure, f"Latencies {written}", time_ms(value), latencies_line)
    builder.require({"max": "Latencies"})
    times = _times(builder, *held["Duration"])
    success = exact_number(held["Success"][0].get("ratio", ""))
    statuses = {code: int(calls) for code, calls in held["Status Codes"][0].items()}
    if success is None or not statuses:
        raise builder.missing("Success and Status Codes")
    _relate(builder, times, (exact_number(made.get("throughput", "")), success), statuses)
    return builder.table()


def _values(builder: ReportBuilder, match: re.Match[str], line: int) -> dict[str, str]:
    """The values of a line by their names; of statuses, calls by their codes."""
    if match["label"] == "Status Codes":
        return dict(_STATUS.findall(match["values"]))
    names, values = match["names"].split(", "), match["values"].split(", ")
    if len(names) != len(values):
        raise builder.unreadable(repr(match[0][:60]), line)
    return dict(zip(names, values, strict=True))


def _times(builder: ReportBuilder, held: Mapping[str, str], line: int) -> tuple[Printed, Printed]:
    """Time of the attack and of the wait for its last reply, seconds."""
    attack, wait, total = (time_ms(held.get(name, "")) for name in ("attack", "wait", "total"))
    if attack is None or wait is None or total is None:
        raise builder.unreadable("Duration", line)
    given = PrintedSpan(attack.span.low + wait.span.low, attack.span.high + wait.span.high)
    builder.relate("Duration total", total, given, f"{attack.text} + {wait.text}", line)
    return attack.times(1e-3), wait.times(1e-3)


def _put(builder: ReportBuilder, figure: str, label: str, number: Printed | None, line: int = 0) -> None:
    if number is None:
        raise builder.unreadable(label, line)
    builder.put(_CELL, figure, label, number, line)


def _relate(
    builder: ReportBuilder,
    times_s: tuple[Printed, Printed],
    shares: tuple[Printed | None, Printed],
    statuses: dict[str, int],
) -> None:
    """Requests are those of all statuses; rate, throughput and success follow from them."""
    calls, rate = builder.figure(_CELL, "calls"), builder.figure(_CELL, "rate")
    if calls is None or rate is None or calls.value <= 0.0:
        return
    (attack, wait), (throughput, success) = times_s, shares
    added, passed = sum(statuses.values()), sum(held for code, held in statuses.items() if code[0] in "23")
    builder.relate("Requests total", calls, PrintedSpan(added, added), "Status Codes")
    if attack.span.low > 0.0:
        # Some versions count the wait for the last reply.
        given = PrintedSpan(
            calls.value / (attack.span.high + wait.span.high) * (1 - _ALIKE),
            calls.value / attack.span.low * (1 + _ALIKE),
        )
        builder.relate("Requests rate", rate, given, f"{calls.text} / {attack.value:g} s")
    whole = PrintedSpan(attack.span.low + wait.span.low, attack.span.high + wait.span.high)
    if throughput is not None and whole.low > 0.0:
        given = PrintedSpan(passed / whole.high * (1 - _ALIKE), passed / whole.low * (1 + _ALIKE))
        builder.relate("throughput", throughput, given, f"{passed} / {(whole.low + whole.high) / 2.0:g} s")
    share = 100.0 * passed / calls.value
    builder.relate(
        "Success", success, PrintedSpan(share * (1 - _ALIKE), share * (1 + _ALIKE)), f"100 × {passed} / {calls.text}"
    )


def is_vegeta_document(document: Json) -> bool:
    """True if it has the keys of vegeta's report."""
    return "latencies" in mapping(document) and "status_codes" in mapping(document) and "requests" in mapping(document)


def vegeta_document(document: Json, name: str) -> PublishedTable:
    """Figures of a report as JSON, whose times are nanoseconds. Raises InputError if one is missing."""
    builder = ReportBuilder(name, _DOCUMENT)
    held = mapping(document)
    numbers = {
        key: json_number(held.get(key)) for key in ("requests", "rate", "throughput", "success", "duration", "wait")
    }
    for key, number in numbers.items():
        if number is None:
            raise builder.missing(key)
    read = {key: number for key, number in numbers.items() if number is not None}
    builder.put(_CELL, "calls", "requests", replace(read["requests"], half=0.0))
    builder.put(_CELL, "rate", "rate", read["rate"])
    latencies = {key: json_number(value) for key, value in mapping(held.get("latencies")).items()}
    for key, number in latencies.items():
        share = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)", key)
        if key in ("min", "mean", "max") or share is not None:
            figure = key if share is None else f"p{float(share[1]):g}"
            _put(builder, figure, f"latencies.{key}", None if number is None else number.times(1e-6))
    builder.require({"mean": "latencies.mean", "max": "latencies.max"})
    total, mean = latencies.get("total"), latencies.get("mean")
    if total is not None and mean is not None:
        given = PrintedSpan(mean.span.low * read["requests"].value, mean.span.high * read["requests"].value)
        builder.relate(
            "latencies.total",
            total,
            PrintedSpan(given.low * (1 - _ALIKE), given.high * (1 + _ALIKE)),
            "mean × requests",
        )
    statuses = {code: json_number(calls) for code, calls in mapping(held.get("status_codes")).items()}
    if None in statuses.values() or not statuses:
        raise builder.missing("status_codes")
    counts = {code: round(calls.value) for code, calls in statuses.items() if calls is not None}
    times = (read["duration"].times(1e-9), read["wait"].times(1e-9))
    _relate(builder, times, (read["throughput"], replace(read["success"].times(100.0), unit="%")), counts)
    return builder.table()
