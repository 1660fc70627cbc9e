"""Collects the figures of a report, and the relations between them that its tool promises."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from loadproof.errors import InputError
from loadproof.model.message import Message
from loadproof.model.quoting import quoted
from loadproof.tools.audit.printed import Printed, PrintedSpan, exact_number
from loadproof.tools.audit.published_table import (
    WHOLE,
    Cell,
    Making,
    PublishedFigure,
    PublishedTable,
    Relation,
    StatedFigure,
    Whole,
)

__all__ = ["Line", "ReportBuilder", "counted", "lines_of", "time_ms"]

_MS = {
    "ns": 1e-6,
    **dict.fromkeys(("us", "µs", "μs"), 1e-3),
    "ms": 1.0,
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1e3),
    **dict.fromkeys(("m", "min"), 60e3),
    "h": 3600e3,
}
_GO_PART = re.compile(r"(\d+)(h|m)(?=\d)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a report and its number, from 1."""

    number: int
    text: str


def lines_of(text: Sequence[str]) -> list[Line]:
    """The lines that are not blank."""
    return [Line(number, line.rstrip()) for number, line in enumerate(text, start=1) if line.strip()]


def time_ms(text: str, unit: str = "") -> Printed | None:
    """A time with its unit as milliseconds; `unit` is that of numbers without one.

    >>> time_ms("635.91us").value, time_ms("1m2.5s").value, time_ms("12,3ms")
    (0.63591, 62500.0, None)
    """
    rest, before = text.strip(), 0.0
    while (part := _GO_PART.match(rest)) is not None:
        before += float(part[1]) * _MS[part[2]]
        rest = rest[part.end() :]
    number = exact_number(rest)
    scale = None if number is None else _MS.get(number.unit or unit)
    if number is None or scale is None:
        return None
    scaled = number.times(scale)
    return replace(scaled, text=text.strip(), value=scaled.value + before)


def counted(text: str) -> Printed | None:
    """A number of calls: every digit counts.

    >>> counted("12000").half, counted("1.5")
    (0.0, None)
    """
    number = exact_number(text.replace(",", "")) if re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d+", text.strip()) else None
    return None if number is None else replace(number, half=0.0)


class ReportBuilder:
    """Figures and relations of one report."""

    def __init__(self, name: str, making: Making) -> None:
        """`name` of the file."""
        self.name = name
        self.making = making
        self._figures: dict[tuple[str, str, str], PublishedFigure] = {}
        self._doubles: list[StatedFigure] = []
        self._relations: list[Relation] = []
        self._notes: list[Message] = []
        self._percentages: set[str] = set()

    def put(self, cell: Cell, figure: str, label: str, number: Printed, line: int = 0) -> None:
        """Add a figure, times in milliseconds; one that is there already is held to it."""
        found = PublishedFigure(number, label, line)
        if number.unit == "%":
            self._percentages.add(figure)
        key = (*cell, figure)
        if key in self._figures:
            self._doubles.append(StatedFigure(*key, found))
        else:
            self._figures[key] = found

    def figure(self, cell: Cell, figure: str) -> Printed | None:
        """Number of a figure that was added."""
        found = self._figures.get((*cell, figure))
        return None if found is None else found.printed

    def relate(self, name: str, printed: Printed, given: PrintedSpan, formula: str, line: int = 0) -> None:
        """Add a relation; `given` is in the unit of `printed`."""
        line = line or next((one.line for one in self._figures.values() if one.printed is printed), 0)
        self._relations.append(Relation(name, printed, line, given, formula))

    def note(self, message: Message) -> None:
        """Say how the report was read."""
        self._notes.append(message)

    def unreadable(self, what: str, line: int = 0) -> InputError:
        """Error of a part that is not as the tool writes it."""
        place = f"{quoted(self.name)}:{line}" if line else quoted(self.name)
        return InputError(
            f"{place}: this looks like a report of {self.making.tool}, and {what} cannot be read. "
            "Cure: give the whole report as the tool wrote it"
        )

    def require(self, figures: Mapping[str, str], cell: Cell = (WHOLE, "")) -> None:
        """Raises InputError if a figure is missing that the tool always prints; by figure, its label."""
        for figure, label in figures.items():
            if (*cell, figure) not in self._figures:
                raise self.missing(label)

    def missing(self, label: str) -> InputError:
        """Error of a report without a part that the tool always prints."""
        return InputError(
            f"{quoted(self.name)}: this looks like a report of {self.making.tool}, and {quoted(label)} is missing: "
            "it is cut or edited. Cure: give the whole report as the tool wrote it"
        )

    def table(self, total: str | None = None, wholes: Sequence[Whole] = ()) -> PublishedTable:
        """The table of all that was added."""
        rows = tuple(dict.fromkeys(row for row, _, _ in self._figures if row != total))
        return PublishedTable(
            self.name,
            rows,
            total,
            tuple(dict.fromkeys(variant for _, variant, _ in self._figures)),
            self._figures,
            tuple(dict.fromkeys(figure for _, _, figure in self._figures)),
            tuple(self._doubles),
            percentages=frozenset(self._percentages),
            notes=tuple(self._notes),
            making=self.making,
            wholes=tuple(wholes),
            relations=tuple(self._relations),
        )
