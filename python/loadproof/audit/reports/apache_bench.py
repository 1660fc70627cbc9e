"""What ab (Apache Bench) prints."""

import re
from collections.abc import Sequence

from loadproof.audit.printed import Span, exact_number
from loadproof.audit.published_table import WHOLE, Making, PublishedTable
from loadproof.audit.reports.report_builder import Line, ReportBuilder, counted, time_ms

__all__ = ["apache_bench_text", "is_apache_bench_text"]

_MAKING = Making("ab", is_comparison=False)
_CELL = (WHOLE, "")
_HEADS = {
    "Concurrency Level": "concurrency",
    "Time taken for tests": "duration",
    "Complete requests": "calls",
    "Failed requests": "failures",
    "Requests per second": "rate",
}
_LINE = re.compile(r"(?P<label>[A-Z][\w \-]*?):\s+(?P<value>[\d.]+)(?: (?P<unit>seconds|\[#/sec\] \(mean\)))?\s*")
_PER_REQUEST = re.compile(r"Time per request:\s+(?P<time>[\d.]+) \[ms\] \((?P<of>mean(?:, across all .*)?)\)\s*")
_TIMES = re.compile(
    r"(?P<row>Connect|Processing|Waiting|Total):\s+(?P<min>\d+)\s+(?P<mean>\d+)\s+[\d.]+\s+(?P<p50>\d+)\s+(?P<max>\d+)\s*"
)
_PERCENTILE = re.compile(r"\s*(?P<share>\d{1,3})%\s+(?P<time>\d+)(?P<last>\s+\(longest request\))?\s*")
_ALIKE = 1e-6


def is_apache_bench_text(lines: Sequence[Line]) -> bool:
    """True if it has the heading of ab, or its lines of rates and times."""
    heads = (
        "This is ApacheBench",
        "Time taken for tests:",
        "Requests per second:",
        "Percentage of the requests served",
    )
    return any(line.text.strip().startswith(heads) for line in lines)


def apache_bench_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of one run. Raises InputError if a line cannot be read, or one is missing."""
    builder = ReportBuilder(name, _MAKING)
    per_request, concurrency, is_served = dict[str, tuple[str, float, float, int]](), 0.0, False
    for line in lines:
        text = line.text.strip()
        head = text.partition(":")[0]
        if text.startswith("Percentage of the requests served"):
            is_served = True
        elif (match := _PER_REQUEST.fullmatch(text)) is not None and (time := time_ms(match["time"], "ms")) is not None:
            per_request["all" if "across" in match["of"] else "mean"] = (time.text, time.value, time.half, line.number)
        elif (match := _TIMES.fullmatch(text)) is not None:
            row = WHOLE if match["row"] == "Total" else match["row"]
            for figure in ("min", "mean", "p50", "max"):
                if (number := time_ms(match[figure], "ms")) is not None:
                    builder.put((row, ""), figure, f"{match['row']} {figure}", number, line.number)
        elif is_served and (match := _PERCENTILE.fullmatch(line.text)) is not None:
            _put_percentile(builder, match, line.number)
        elif head in _HEADS:
            concurrency = _put_head(builder, line, concurrency)
        elif head in ("Time per request", "Connect", "Processing", "Waiting", "Total") or (is_served and "%" in text):
            raise builder.unreadable(repr(text[:60]), line.number)
    builder.require({"duration": "Time taken for tests", "calls": "Complete requests", "rate": "Requests per second"})
    builder.require({"mean": "Connection Times (ms)", "p99": "99%"})
    if not any(line.text.strip().endswith("(longest request)") for line in lines):
        raise builder.missing("100% (longest request)")
    for kind in ("mean", "all"):
        if kind not in per_request:
            raise builder.missing("Time per request")
    _relate(builder, per_request, concurrency)
    return builder.table()


def _put_head(builder: ReportBuilder, line: Line, concurrency: float) -> float:
    match = _LINE.fullmatch(line.text.strip())
    if match is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    figure = _HEADS[match["label"]]
    number = counted(match["value"]) if figure in ("calls", "failures", "concurrency") else exact_number(match["value"])
    if number is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    if figure == "concurrency":
        return number.value
    builder.put(_CELL, figure, match["label"], number, line.number)
    return concurrency


def _put_percentile(builder: ReportBuilder, match: re.Match[str], line: int) -> None:
    number, share = time_ms(match["time"], "ms"), int(match["share"])
    if number is not None:
        builder.put(_CELL, "max" if share == 100 else f"p{share}", f"{share}%", number, line)


def _relate(builder: ReportBuilder, per_request: dict[str, tuple[str, float, float, int]], concurrency: float) -> None:
    """The time per request is that of the test over the requests, and times the concurrency the mean of all."""
    calls, lasted = builder.figure(_CELL, "calls"), builder.figure(_CELL, "duration")
    if calls is None or lasted is None or calls.value <= 0.0:
        return
    for kind, (text, value, half, line) in per_request.items():
        factor = 1e3 * (concurrency if kind == "mean" else 1.0) / calls.value
        given = Span(lasted.span.low * factor * (1 - _ALIKE), lasted.span.high * factor * (1 + _ALIKE))
        printed = exact_number(text)
        if printed is not None and abs(printed.value - value) <= half:
            of = f"{concurrency:g} × " if kind == "mean" else ""
            builder.relate("Time per request", printed, given, f"{of}{lasted.text} s / {calls.text}", line)
