"""Reports of wrk and wrk2: the latency of threads, a latency distribution, and of wrk2 a detailed spectrum."""

import re
from collections.abc import Sequence
from dataclasses import replace

from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import WHOLE, Making, PublishedTable
from loadproof.tools.audit.reports.report_builder import Line, ReportBuilder, counted, time_ms

__all__ = ["is_wrk_text", "wrk_text"]

_WRK, _WRK2 = (Making(name, is_comparison=False) for name in ("wrk", "wrk2"))
_CELL = (WHOLE, "")
_RUNNING = re.compile(r"\s*Running \S+ test @ .+")
_TIME = r"[\d.]+(?:us|ms|s|m|h)"
_LATENCY = re.compile(
    rf"\s*Latency\s+(?P<mean>{_TIME}|-?nan\w*)\s+(?P<sd>{_TIME}|-?nan\w*)\s+(?P<max>{_TIME})\s+[\d.]+%\s*"
)
_THREAD_RATE = re.compile(r"\s*Req/Sec\s+\S+\s+\S+\s+\S+\s+[\d.]+%\s*")
_PERCENTILE = re.compile(rf"\s*(?P<share>\d{{1,3}}(?:\.\d+)?)%\s+(?P<time>{_TIME})\s*")
_SPECTRUM = re.compile(
    r"\s*(?P<time>\d+\.\d+)\s+(?P<share>[01]\.\d+)\s+(?P<calls>\d+)(?:\s+(?P<rest>\d+\.\d+|inf))?\s*"
)
_SUMMARY = re.compile(r"#\[(?P<first>Mean|Max)\s*=\s*(?P<one>[\d.]+),\s*(?P<second>\w[\w ]*?)\s*=\s*(?P<two>[\d.]+)\]")
_REQUESTS = re.compile(rf"\s*(?P<calls>\d+) requests in (?P<time>{_TIME}), [\d.]+[KMGT]?B read\s*")
_RATE = re.compile(r"\s*Requests/sec:\s+(?P<rate>[\d.]+)\s*")
_FAILED = re.compile(r"\s*Non-2xx or 3xx responses: (?P<calls>\d+)\s*")
_HEADS = ("Latency", "Req/Sec", "Requests/sec", "Transfer/sec", "Non-2xx", "#[")
_THREE_DIGITS = 1e-3
"""Share by which times of a histogram of three significant digits are off."""


def is_wrk_text(lines: Sequence[Line]) -> bool:
    """True if it has the first line of wrk, or its heading of threads."""
    return any(_RUNNING.fullmatch(line.text) or line.text.strip().startswith("Thread Stats") for line in lines)


def wrk_text(lines: Sequence[Line], name: str) -> PublishedTable:
    """Figures of one run. Raises InputError if a line cannot be read, or one is missing."""
    is_wrk2 = any("HdrHistogram" in line.text or "Thread calibration" in line.text for line in lines)
    builder, part = ReportBuilder(name, _WRK2 if is_wrk2 else _WRK), "head"
    spectrum = list[tuple[Line, re.Match[str]]]()
    for line in lines:
        text = line.text.strip()
        if text.startswith(("Latency Distribution", "Detailed Percentile spectrum")):
            # A second distribution of wrk2 is without its correction.
            part = "other" if "Uncorrected" in text else text.split()[0]
        elif part == "Detailed" and (match := _SPECTRUM.fullmatch(line.text)) is not None:
            spectrum.append((line, match))
        elif part == "Latency" and (match := _PERCENTILE.fullmatch(line.text)) is not None:
            _put_percentile(builder, match, line.number, is_wrk2=is_wrk2)
        elif part != "other":
            _put_line(builder, line)
            if part == "Latency" and re.match(r"\d{1,3}(?:\.\d+)?%", text):
                raise builder.unreadable(repr(text[:60]), line.number)
    builder.require({"mean": "Latency", "max": "Latency", "calls": "requests in", "rate": "Requests/sec"})
    if not any(line.text.strip().startswith("Transfer/sec:") for line in lines):
        raise builder.missing("Transfer/sec")
    if any(line.text.strip().startswith("Detailed") for line in lines) and not spectrum:
        raise builder.missing("Detailed Percentile spectrum")
    _relate_spectrum(builder, spectrum)
    return builder.table()


def _put_line(builder: ReportBuilder, line: Line) -> None:
    if (match := _LATENCY.fullmatch(line.text)) is not None:
        for figure, label in (("mean", "Latency Avg"), ("max", "Latency Max")):
            if (number := time_ms(match[figure])) is not None:
                builder.put(_CELL, figure, label, _wide(number), line.number)
    elif (match := _REQUESTS.fullmatch(line.text)) is not None:
        calls, lasted = counted(match["calls"]), time_ms(match["time"])
        if calls is not None and lasted is not None:
            builder.put(_CELL, "calls", "requests", calls, line.number)
            builder.put(_CELL, "duration", "requests in", lasted.times(1e-3), line.number)
    elif (match := _RATE.fullmatch(line.text)) is not None and (rate := exact_number(match["rate"])) is not None:
        builder.put(_CELL, "rate", "Requests/sec", rate, line.number)
    elif (match := _FAILED.fullmatch(line.text)) is not None and (failed := counted(match["calls"])) is not None:
        builder.put(_CELL, "failures", "Non-2xx or 3xx responses", failed, line.number)
    elif (line.text.strip().startswith(_HEADS) and not _is_known(line.text)) or " requests in " in line.text:
        raise builder.unreadable(repr(line.text.strip()[:60]), line.number)


def _is_known(text: str) -> bool:
    return bool(
        _THREAD_RATE.fullmatch(text)
        or _SUMMARY.fullmatch(text.strip())
        or re.fullmatch(r"#\[Buckets = .*\]|Transfer/sec:\s+[\d.]+[KMGT]?B", text.strip())
    )


def _wide(number: Printed) -> Printed:
    return replace(number, half=number.half + _THREE_DIGITS * abs(number.value))


def _put_percentile(builder: ReportBuilder, match: re.Match[str], line: int, *, is_wrk2: bool) -> None:
    number, share = time_ms(match["time"]), float(match["share"])
    if number is None:
        raise builder.unreadable(repr(match[0].strip()[:60]), line)
    figure = "max" if share == 100.0 else f"p{share:g}"
    builder.put(_CELL, figure, f"{match['share']}%", _wide(number) if is_wrk2 else number, line)


def _relate_spectrum(builder: ReportBuilder, spectrum: Sequence[tuple[Line, re.Match[str]]]) -> None:
    """Times and calls of a spectrum rise, and each share is that of its calls, to one call."""
    if not spectrum:
        return
    made, before = int(spectrum[-1][1]["calls"]), (0.0, 0)
    for line, match in spectrum:
        time, calls, share = exact_number(match["time"]), counted(match["calls"]), float(match["share"])
        if time is None or calls is None:
            raise builder.unreadable(repr(line.text.strip()[:60]), line.number)
        name = f"Detailed Percentile spectrum, {match['share']}"
        builder.relate(
            f"{name}, Value", time, PrintedSpan(before[0] - time.half, float("inf")), "previous Value", line.number
        )
        least = max(before[1], share * made - 1.0 - 1e-6 * made)
        builder.relate(
            f"{name}, TotalCount", calls, PrintedSpan(least, made), f"{match['share']} × {made}", line.number
        )
        before = (time.value, round(calls.value))
