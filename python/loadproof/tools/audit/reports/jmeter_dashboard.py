"""The `statistics.json` of the dashboard of JMeter: one entry a label, and one of all, `Total`."""

from dataclasses import replace

from loadproof.model.message import Message
from loadproof.tools.audit.printed import Printed
from loadproof.tools.audit.published_table import Making, PublishedTable, Spans, Whole
from loadproof.tools.audit.reports.json_figures import Json, json_number, mapping
from loadproof.tools.audit.reports.report_builder import ReportBuilder

__all__ = ["is_jmeter_dashboard", "jmeter_dashboard"]

_TOTAL = "Total"
_LAST_SAMPLES = 20_000
"""`jmeter.reportgenerator.statistic_window`: percentiles are of the last samples of a label."""
_SINGLE = 2e-7
"""Share by which shares of errors are off: they are of single precision."""
_MAKING = Making(
    "JMeter (statistics.json)",
    Spans.OWN,
    has_groups=True,
    has_unnamed_percentiles=True,
    most_ranked_calls=_LAST_SAMPLES,
    is_comparison=False,
)
_FIGURES = {
    "sampleCount": "calls",
    "errorCount": "failures",
    "errorPct": "errors",
    "meanResTime": "mean",
    "medianResTime": "p50",
    "minResTime": "min",
    "maxResTime": "max",
    "pct1ResTime": "p90",
    "pct2ResTime": "p95",
    "pct3ResTime": "p99",
    "throughput": "rate",
}
_ADDED_LATER = {"medianResTime"}


def is_jmeter_dashboard(document: Json) -> bool:
    """True if entries have the keys of JMeter's statistics."""
    return any(
        "sampleCount" in mapping(entry) and "pct1ResTime" in mapping(entry) for entry in mapping(document).values()
    )


def jmeter_dashboard(document: Json, name: str) -> PublishedTable:
    """Figures of all labels. Raises InputError if entries are not as JMeter writes them."""
    builder = ReportBuilder(name, _MAKING)
    for label, entry in mapping(document).items():
        for key, figure in _FIGURES.items():
            number = json_number(mapping(entry).get(key))
            if number is not None:
                builder.put((label, ""), figure, key, _precise(figure, number))
            elif key not in _ADDED_LATER or key in mapping(entry):
                raise builder.unreadable(f"{key} of {label:.60}")
    builder.note(Message("audit-default-percentiles", percentiles="90, 95, 99"))
    if _TOTAL not in mapping(document):
        raise builder.missing(_TOTAL)
    parts = tuple((label, "") for label in mapping(document) if label != _TOTAL)
    return builder.table(_TOTAL, [Whole((_TOTAL, ""), parts)] if parts else [])


def _precise(figure: str, number: Printed) -> Printed:
    if figure in ("calls", "failures"):
        return replace(number, half=0.0)
    if figure == "errors":
        return replace(number, half=max(number.half, _SINGLE * abs(number.value)), unit="%")
    # Times are written as 18000.0 where they are whole milliseconds.
    return replace(number, half=min(number.half, 1e-6))
