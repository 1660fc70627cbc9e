"""Tables that tools write as CSV: known by their headers, with the precision that the tool documents.

Locust rounds percentiles to two digits; JMeter cuts its means to milliseconds, and takes the rate of each label from
its own first call to its last. Files with one row a call are no tables, and are refused by name.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.tools.audit.column_meaning import ColumnMeaning, ColumnRole, quantile_of
from loadproof.tools.audit.printed import Printed
from loadproof.tools.audit.published_table import Making, Spans

__all__ = ["ToolTable", "known_table", "refuse_samples"]

_MOST_ERROR = 1e-9
_PERCENTILE = re.compile(r"\d{1,3}(?:\.\d+)?%(?: line)?")
_OF_LOCUST = ("median response time", "average response time", "min response time", "max response time")


@dataclass(frozen=True, slots=True)
class ToolTable:
    """A format of CSV that a tool writes."""

    making: Making
    headers: frozenset[str]
    """Headers that all of its tables have, in small letters."""
    others: frozenset[str]
    """Headers that some of them have, beside percentiles."""
    precise: Callable[[str, str, Printed], Printed]
    """A number with the precision that the tool gives it, by figure and header."""
    is_as_written: bool = True
    """False of a table that has columns of its own."""
    has_total: bool = True
    """True if its last row is of all calls."""
    meaning: Callable[[str, ColumnMeaning], ColumnMeaning] = lambda _, meaning: meaning
    """Meaning of a column, by its header and what the header alone says."""

    def fitted(self, headers: Sequence[str]) -> "ToolTable | None":
        """The format as a table with these headers has it; None if it is of another one."""
        held = {header.strip().lower() for header in headers}
        if not self.headers <= held:
            return None
        if all(_PERCENTILE.fullmatch(header) for header in held - self.headers - self.others):
            return self
        # A table with columns of its own was made by people, of one report or several.
        return replace(self, making=replace(self.making, lists_all=False), is_as_written=False)


def _of_locust(figure: str, header: str, number: Printed) -> Printed:
    """Widen a percentile to the two digits that Locust keeps: 147 is printed as 150, 3432 as 3400."""
    if quantile_of(figure) is None or figure == "min" or header.startswith(("Max", "Total Max")):
        return number
    digits = len(str(int(abs(number.value))))
    return replace(number, half=0.5 * 10.0 ** max(0, digits - 2))


def _of_jmeter(figure: str, _: str, number: Printed) -> Printed:
    """Means are cut to milliseconds, not rounded."""
    if figure != "mean" or number.half != 0.5:
        return number
    return replace(number, value=number.value + 0.5 - _MOST_ERROR, half=0.5)


def _of_history(header: str, meaning: ColumnMeaning) -> ColumnMeaning:
    """Figures since the start of the test stand beside those of the last seconds."""
    if meaning.role is not ColumnRole.LEVEL:
        return meaning
    return replace(meaning, variant="total" if header.startswith("Total ") else "current")


def _of_stats(header: str, meaning: ColumnMeaning) -> ColumnMeaning:
    """The median is found by another rule than the 50%: of two calls one is the first, and one the second."""
    return replace(meaning, figure="median") if header.startswith("Median ") else meaning


_LOCUST_HISTORY = ToolTable(
    Making("Locust (stats_history.csv)", is_comparison=False),
    frozenset({"timestamp", "user count", "requests/s", "total request count", "total failure count"}),
    frozenset({"type", "name", "failures/s", "total average content size", *(f"total {name}" for name in _OF_LOCUST)}),
    _of_locust,
    has_total=False,
    meaning=_of_history,
)
_LOCUST = ToolTable(
    Making("Locust (stats.csv)", Spans.SAME, lists_all=True, is_comparison=False),
    frozenset({"request count", "failure count", "average content size", "requests/s", "failures/s"}),
    frozenset({"type", "name", *_OF_LOCUST}),
    _of_locust,
    meaning=_of_stats,
)
_JMETER = ToolTable(
    Making("JMeter (table of a listener)", Spans.OWN, lists_all=True, is_comparison=False),
    frozenset({"label", "# samples", "average", "min", "max", "error %", "throughput"}),
    frozenset({"median", "std. dev.", "received kb/sec", "sent kb/sec", "kb/sec", "avg. bytes"}),
    _of_jmeter,
)
_TABLES = (_LOCUST_HISTORY, _LOCUST, _JMETER)


def known_table(headers: Sequence[str]) -> ToolTable | None:
    """The format of a tool with these headers; None if no tool is known for them.

    >>> known_table(["Label", "p95"]) is None
    True
    """
    return next((found for one in _TABLES if (found := one.fitted(headers)) is not None), None)


_SAMPLES = (
    ({"timestamp", "elapsed", "label"}, "results of JMeter (JTL)", "generate the dashboard (jmeter -g FILE -o DIR)"),
    ({"metric_name", "timestamp", "metric_value"}, "output of k6 (--out csv)", "give its summary (--summary-export)"),
    ({"response-time", "dns+dialup"}, "output of hey (-o csv)", "give what hey prints without -o csv"),
    ({"request-start", "request-duration"}, "output of oha (csv)", "give what oha prints as text or JSON"),
)
_OF_ERRORS = (
    ({"method", "name", "error", "occurrences"}, "failures of Locust (failures.csv)", "give its stats.csv"),
    ({"count", "message", "traceback", "nodes"}, "exceptions of Locust (exceptions.csv)", "give its stats.csv"),
)


def refuse_samples(headers: Sequence[str], name: str) -> None:
    """Refuse files that are known and no tables of figures. Raises InputError."""
    # A row of words below the headers looks like merged headers.
    held = {header.partition(" / ")[0].strip().lower() for header in headers}
    for known, kind, cure in _SAMPLES:
        if known <= held:
            raise InputError(
                f"{quoted(name)}: these are raw samples, one row a call ({kind}), and no table. Cure: {cure}"
            )
    for known, kind, cure in _OF_ERRORS:
        if known <= held:
            raise InputError(f"{quoted(name)}: these are {kind}, and no table of response times. Cure: {cure}")
