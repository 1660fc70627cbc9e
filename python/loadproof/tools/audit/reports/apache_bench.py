"""Reader of the text report of ab (Apache Bench)."""

import re
from collections.abc import Sequence

from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import WHOLE, Making, PublishedTable
from loadproof.tools.audit.reports.report_builder import Line, ReportBuilder, counted, time_ms

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
_FIRST_WORDS = (
    "This is ApacheBench",
    "Time taken for tests:",
    "Requests per second:",
    "Percentage of the requests served",
)
_ROWS = ("Connect", "Processing", "Waiting", "Total")
_ALIKE = 1e-6


def is_apache_bench_text(lines: Sequence[Line]) -> bool:
    """True if it has the heading of ab, or its lines of rates and times."""
    return any(line.text.strip().startswith(_FIRST_WORDS) for line in lines)


def apache_bench_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of one run. Raises InputError if a line cannot be read, or one is missing."""
    builder = ReportBuilder(name, _MAKING)
    is_served = False
    concurrency, per_request = 0.0, list[tuple[bool, Printed, int]]()
    for line in lines:
        text = line.text.strip()
        is_served = is_served or text.startswith(_FIRST_WORDS[-1])
        if text.startswith("Time per request:"):
            per_request.append(_per_request(builder, line))
        elif text.partition(":")[0] in _HEADS:
            concurrency = _put_head(builder, line, concurrency)
        elif text.partition(":")[0] in _ROWS:
            _put_times(builder, line)
        elif is_served and "%" in text:
            _put_percentile(builder, line)
    builder.require({"duration": "Time taken for tests", "calls": "Complete requests", "rate": "Requests per second"})
    builder.require({"mean": "Connection Times (ms)", "p99": "99%"})
    if not any(line.text.strip().endswith("(longest request)") for line in lines):
        raise builder.missing("100% (longest request)")
    if len(per_request) < 2:
        raise builder.missing("Time per request")
    _relate(builder, per_request, concurrency)
    return builder.table()


def _per_request(builder: ReportBuilder, line: Line) -> tuple[bool, Printed, int]:
    """True if it is of all concurrent requests; the time, and its line."""
    match = _PER_REQUEST.fullmatch(line.text.strip())
    time = None if match is None else exact_number(match["time"])
    if match is None or time is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    return "across" in match["of"], time, line.number


def _put_times(builder: ReportBuilder, line: Line) -> None:
    match = _TIMES.fullmatch(line.text.strip())
    if match is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    row = WHOLE if match["row"] == "Total" else match["row"]
    for figure in ("min", "mean", "p50", "max"):
        if (number := time_ms(match[figure], "ms")) is not None:
            builder.put((row, ""), figure, f"{match['row']} {figure}", number, line.number)


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


def _put_percentile(builder: ReportBuilder, line: Line) -> None:
    match = _PERCENTILE.fullmatch(line.text)
    number = None if match is None else time_ms(match["time"], "ms")
    if match is None or number is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    share = int(match["share"])
    builder.put(_CELL, "max" if share == 100 else f"p{share}", f"{share}%", number, line.number)


def _relate(builder: ReportBuilder, per_request: Sequence[tuple[bool, Printed, int]], concurrency: float) -> None:
    """The time per request is that of the test over the requests, and times the concurrency the mean of all."""
    calls, lasted = builder.figure(_CELL, "calls"), builder.figure(_CELL, "duration")
    if calls is None or lasted is None or calls.value <= 0.0:
        return
    for is_across, printed, line in per_request:
        factor = 1e3 * (1.0 if is_across else concurrency) / calls.value
        given = PrintedSpan(lasted.span.low * factor * (1 - _ALIKE), lasted.span.high * factor * (1 + _ALIKE))
        of = "" if is_across else f"{concurrency:g} × "
        builder.relate("Time per request", printed, given, f"{of}{lasted.text} s / {calls.text}", line)
