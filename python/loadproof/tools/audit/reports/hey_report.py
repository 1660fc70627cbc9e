"""Reports of hey and oha, and the JSON of oha: times of all responses, a histogram, a distribution, statuses."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import WHOLE, Making, PublishedTable
from loadproof.tools.audit.reports.json_figures import Json, json_number, mapping
from loadproof.tools.audit.reports.report_builder import Line, ReportBuilder, counted, time_ms

__all__ = ["hey_text", "is_hey_text", "is_oha_document", "oha_document"]

_HEY, _OHA, _OHA_JSON = (Making(name, is_comparison=False) for name in ("hey", "oha", "oha (JSON)"))
_CELL = (WHOLE, "")
_SUMMARY = {
    "Total": "duration",
    "Slowest": "max",
    "Fastest": "min",
    "Average": "mean",
    "Requests/sec": "rate",
    "Success rate": "success",
}
_LINE = re.compile(r"\s*(?P<label>[A-Z][\w /]*?):\s+(?P<value>\S.*?)\s*")
_PERCENTILE = re.compile(r"\s*(?P<share>\d{1,3}(?:\.\d+)?)%%? in\s+(?P<time>\S+(?: \w+)?)\s*")
_BIN = re.compile(r"\s*(?P<time>[\d.]+)(?: (?P<unit>\w+))?\s+\[(?P<calls>\d+)\]\s*(?:\|.*)?")
_DETAIL = re.compile(
    r"\s*(?P<label>[A-Za-z][\w+\- ]*?):\s+(?P<mean>\S+ \w+),\s+(?P<min>\S+ \w+),\s+(?P<max>\S+ \w+)\s*"
)
_STATUS = re.compile(r"\s*\[(?P<code>\d{3})\]\s+(?P<calls>\d+) responses\s*")
_ERROR = re.compile(r"\s*\[(?P<calls>\d+)\]\s+\S.*")
_ALIKE = 1e-6


def is_hey_text(lines: Sequence[Line]) -> bool:
    """True if it has the headings of hey and of oha."""
    texts = [line.text.strip() for line in lines]
    return "Summary:" in texts and any(
        text.startswith(("Requests/sec:", "Slowest:", "Success rate:")) for text in texts
    )


def hey_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of one run. Raises InputError if a line cannot be read, or one is missing."""
    is_oha = any(line.text.strip().startswith("Success rate:") for line in lines)
    builder, part = ReportBuilder(name, _OHA if is_oha else _HEY), ""
    bins, counts = list[tuple[Line, float, int]](), dict[str, int]()
    for line in lines:
        text = line.text.strip()
        if re.fullmatch(r"[A-Z][\w ,()]*:", text):
            part = next((held for held in _PARTS if text.startswith(held)), "")
        elif part == "Response time histogram":
            bins.append(_bin(builder, line))
        elif part in ("Status code", "Error"):
            counts[part] = counts.get(part, 0) + _counted(builder, part, line)
        elif part:
            _PUT[part](builder, line)
    builder.require({figure: label for label, figure in _SUMMARY.items() if figure != "success"})
    if "Status code" not in counts:
        raise builder.missing("Status code distribution")
    _relate_calls(builder, bins, counts["Status code"], counts.get("Error", 0))
    return builder.table()


def _counted(builder: ReportBuilder, part: str, line: Line) -> int:
    match = (_STATUS if part == "Status code" else _ERROR).fullmatch(line.text)
    if match is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    return int(match["calls"])


def _put_summary(builder: ReportBuilder, line: Line) -> None:
    match = _LINE.fullmatch(line.text)
    figure = None if match is None else _SUMMARY.get(match["label"])
    if match is None or figure is None:
        if match is None and ":" in line.text:
            raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
        return
    if figure in ("rate", "success"):
        number = exact_number(match["value"])
        number = number if number is not None and number.unit == ("%" if figure == "success" else "") else None
    else:
        number = time_ms(match["value"])
    if number is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    builder.put(_CELL, figure, match["label"], number.times(1e-3) if figure == "duration" else number, line.number)


def _put_percentile(builder: ReportBuilder, line: Line) -> None:
    match = _PERCENTILE.fullmatch(line.text)
    number = None if match is None else time_ms(match["time"])
    if match is None or number is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    builder.put(_CELL, f"p{float(match['share']):g}", f"{match['share']}%", number, line.number)


def _bin(builder: ReportBuilder, line: Line) -> tuple[Line, float, int]:
    match = _BIN.fullmatch(line.text)
    number = None if match is None else time_ms(match["time"], match["unit"] or "secs")
    if match is None or number is None:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    return line, number.span.high, int(match["calls"])


def _put_detail(builder: ReportBuilder, line: Line) -> None:
    match = _DETAIL.fullmatch(line.text)
    if match is None:
        if "NaN" in line.text:
            return
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
    for figure in ("mean", "min", "max"):
        number = time_ms(match[figure])
        if number is None:
            raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
        builder.put((match["label"], ""), figure, match["label"], number, line.number)


_PUT = {
    "Summary": _put_summary,
    "Latency distribution": _put_percentile,
    "Response time distribution": _put_percentile,
    "Details": _put_detail,
}
_PARTS = (*_PUT, "Response time histogram", "Status code", "Error")


def _relate_calls(builder: ReportBuilder, bins: Sequence[tuple[Line, float, int]], responses: int, errors: int) -> None:
    """Rate, histogram and shares follow from the number of responses; older versions count errors, too."""
    rate, lasted = builder.figure(_CELL, "rate"), builder.figure(_CELL, "duration")
    if rate is not None and lasted is not None and lasted.span.low > 0.0:
        given = PrintedSpan(
            responses / lasted.span.high * (1 - _ALIKE), (responses + errors) / lasted.span.low * (1 + _ALIKE)
        )
        builder.relate("Requests/sec", rate, given, f"{responses} / {lasted.text}")
    held = counted(str(responses))
    if held is not None and responses:
        builder.put(_CELL, "calls", "Status code distribution", held)
    _relate_histogram(builder, bins)
    binned = counted(str(sum(calls for _, _, calls in bins)))
    if bins and binned is not None:
        most = responses + errors
        builder.relate("Response time histogram", binned, PrintedSpan(min(responses, 1_000_000), most), f"{responses}")
    success = builder.figure(_CELL, "success")
    if success is not None and responses + errors:
        given = PrintedSpan(100.0 * responses / (responses + errors), 100.0)
        builder.relate("Success rate", success, given, f"100 × {responses} / {responses + errors}")


def _relate_histogram(builder: ReportBuilder, bins: Sequence[tuple[Line, float, int]]) -> None:
    """A percentile is not above the end of the bin with which its share of the calls is reached."""
    made = sum(calls for _, _, calls in bins)
    if builder.making is not _HEY or not made:
        return
    for share in (10, 25, 50, 75, 90, 95, 99):
        number = builder.figure(_CELL, f"p{share}")
        below = itertools.accumulate(calls for _, _, calls in bins)
        reached = [end for held, (_, end, _) in zip(below, bins, strict=True) if held >= share / 100.0 * made + 1.5]
        end = reached[0] if reached else bins[-1][1]
        if number is not None:
            builder.relate(f"{share}%", number, PrintedSpan(0.0, max(end, number.half)), "Response time histogram")


def is_oha_document(document: Json) -> bool:
    """True if it has the keys of oha."""
    return "requestsPerSec" in mapping(mapping(document).get("summary")) and "latencyPercentiles" in mapping(document)


def oha_document(document: Json, name: str) -> PublishedTable:
    """Figures of the JSON of oha. Raises InputError if one is missing."""
    builder = ReportBuilder(name, _OHA_JSON)
    summary = mapping(mapping(document).get("summary"))
    keys = {"total": "duration", "slowest": "max", "fastest": "min", "average": "mean", "requestsPerSec": "rate"}
    for key, figure in keys.items():
        number = json_number(summary.get(key))
        if number is None:
            raise builder.missing(f"summary.{key}")
        builder.put(_CELL, figure, key, number if figure in ("rate", "duration") else number.times(1e3))
    success = json_number(summary.get("successRate"))
    if success is not None:
        builder.put(_CELL, "success", "successRate", replace(success.times(100.0), unit="%"))
    _put_percentiles(builder, mapping(document).get("latencyPercentiles"), _CELL)
    for label, entry in mapping(mapping(document).get("details")).items():
        for key, figure in (("average", "mean"), ("fastest", "min"), ("slowest", "max")):
            if (number := json_number(mapping(entry).get(key))) is not None:
                builder.put((label, ""), figure, label, number.times(1e3))
    statuses, errors = (mapping(document).get(key) for key in ("statusCodeDistribution", "errorDistribution"))
    counts = [_counted_values(builder, found) for found in (statuses, errors)]
    bins = _counted_values(builder, mapping(document).get("responseTimeHistogram"))
    _relate_calls(builder, [(Line(0, ""), 0.0, bins)], counts[0], counts[1])
    return builder.table()


def _put_percentiles(builder: ReportBuilder, percentiles: Json, cell: tuple[str, str]) -> None:
    for key, value in mapping(percentiles).items():
        number = json_number(value)
        if number is None or not re.fullmatch(r"p\d{1,2}(?:\.\d+)?", key):
            raise builder.unreadable(f"latencyPercentiles.{key:.20}")
        builder.put(cell, f"p{float(key[1:]):g}", key, _as_ms(number))


def _as_ms(seconds: Printed) -> Printed:
    return seconds.times(1e3)


def _counted_values(builder: ReportBuilder, counts: Json) -> int:
    numbers = [json_number(value) for value in mapping(counts).values()]
    if not isinstance(counts, dict) or None in numbers:
        raise builder.missing("statusCodeDistribution, errorDistribution or responseTimeHistogram")
    return sum(round(number.value) for number in numbers if number is not None)
