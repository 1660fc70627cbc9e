"""A published table as figures: of each row and variant, in milliseconds and calls per second, and printed changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from loadproof.model.message import Message
from loadproof.tools.audit.column_meaning import quantile_of
from loadproof.tools.audit.printed import Printed, PrintedSpan

__all__ = [
    "OWN_UNIT",
    "UNKNOWN_UNIT",
    "WHOLE",
    "Cell",
    "Making",
    "PrintedChange",
    "PublishedFigure",
    "PublishedTable",
    "Relation",
    "Spans",
    "StatedFigure",
    "Whole",
]

WHOLE = ""
"""The row of a table that has no rows of operations: each figure is of all calls."""
OWN_UNIT, UNKNOWN_UNIT = "own", ""
"""Unit of a change that is printed in the unit of its metric, and unit of a change that states no unit."""


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One cell: as printed, and in the unit that figures are compared in."""

    printed: Printed
    header: str
    line: int
    """0: it stands beside the table."""
    scale: float = 1.0
    """Factor from the unit in the table to the unit that values are compared in."""

    @property
    def text(self) -> str:
        """Text of the value, as printed in the table."""
        return self.printed.text


@dataclass(frozen=True, slots=True)
class PrintedChange:
    """One cell that says how a figure changes from one variant to another."""

    row: str
    figure: str
    unit: str
    """`PERCENT`, `POINTS`, `RATIO`, `OWN_UNIT` or `UNKNOWN_UNIT`."""
    a: str
    b: str
    cell: PublishedFigure


@dataclass(frozen=True, slots=True)
class StatedFigure:
    """A figure that is printed beside the table; its row may be one that the table has no such figure of."""

    row: str
    variant: str
    figure: str
    cell: PublishedFigure


Cell = tuple[str, str]
"""Row and variant."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A row of all the others together, or all calls of a row beside those that passed and failed."""

    total: Cell
    parts: tuple[Cell, ...]


class Spans(StrEnum):
    """Time that the rates of rows are of."""

    UNKNOWN = "unknown"
    SAME = "same"
    """The whole test."""
    OWN = "own"
    """From the first to the last call of each row."""


@dataclass(frozen=True, slots=True)
class Making:
    """Rules by which a tool makes its table; tables made by people have the defaults."""

    tool: str = ""
    """Such as `Locust (stats.csv)`; empty where no tool is known."""
    spans: Spans = Spans.UNKNOWN
    lists_all: bool = False
    """True if every call is in one row, and all of them in the total."""
    has_groups: bool = False
    """True if rows may be groups of other rows, which the total does not count twice."""
    has_unnamed_percentiles: bool = False
    """True if the report does not say which percentiles it has: the tool can be told to use others."""
    rank_error: float = 0.0
    """Share of the calls by which the rank of a percentile may be off."""
    most_ranked_calls: float = float("inf")
    """Calls that percentiles rest on at most: the last ones of each row."""
    is_comparison: bool = True
    """True if variants were tested one after another, and not parts of one test."""

    @property
    def is_known(self) -> bool:
        """True if a tool made the table."""
        return bool(self.tool)


@dataclass(frozen=True, slots=True)
class Relation:
    """A figure beside the figures that it follows from."""

    name: str
    """Name that the tool prints, such as `Requests/sec`."""
    printed: Printed
    line: int
    given: PrintedSpan
    """All that the other figures allow, with what their rounding hides."""
    formula: str
    """The other figures, such as `1000 / 1.2345 s`."""

    @property
    def holds(self) -> bool:
        """True if the figure may follow from the others."""
        return self.given.meets(self.printed.span)


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """All that a table says."""

    name: str
    rows: tuple[str, ...]
    """Without the total."""
    total: str | None
    variants: tuple[str, ...]
    figures: Mapping[tuple[str, str, str], PublishedFigure]
    """By row, variant and figure."""
    kinds: tuple[str, ...] = ()
    """The figures that the table has, in the order of its columns."""
    doubles: tuple[StatedFigure, ...] = ()
    """Figures that are printed once more, in other columns or beside the table."""
    changes: tuple[PrintedChange, ...] = ()
    percentages: frozenset[str] = frozenset()
    """Figures that are per cent themselves, such as a utilization."""
    durations_s: Mapping[str, float] = field(default_factory=dict)
    """By variant, where they are known."""
    starts: Mapping[str, int] = field(default_factory=dict)
    """By variant, where the map says it."""
    has_spread: bool = False
    """True if columns state the uncertainty of the values, such as intervals or deviations."""
    notes: tuple[Message, ...] = ()
    unread: tuple[Message, ...] = ()
    """Parts that hold figures and could not be read: what is said of the rest is not said of the whole table."""
    making: Making = Making()
    wholes: tuple[Whole, ...] = ()
    relations: tuple[Relation, ...] = ()

    @property
    def size(self) -> int:
        """Number of figures that were read."""
        return len(self.figures) + len(self.doubles) + len(self.changes)

    def figure(self, row: str, variant: str, figure: str) -> PublishedFigure | None:
        """The cell of a figure; None where there is none, or no number."""
        return self.figures.get((row, variant, figure))

    def calls(self, row: str, variant: str) -> PrintedSpan | None:
        """Return the calls of a cell, or else its calls per second, to derive shares; None if both are missing."""
        found = self.figure(row, variant, "calls") or self.figure(row, variant, "rate")
        return found.printed.span if found is not None else None

    def is_empty(self, row: str, variant: str) -> bool:
        """True if no call was made."""
        calls = self.figure(row, variant, "calls")
        return calls is not None and calls.printed.value == 0.0

    def quantiles(self, row: str, variant: str) -> dict[float, PrintedSpan]:
        """The percentiles of a row, and its longest time, by their shares."""
        return {
            share: cell.printed.span
            for figure in self.kinds
            if (share := quantile_of(figure)) is not None and (cell := self.figure(row, variant, figure)) is not None
        }
