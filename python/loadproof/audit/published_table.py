"""A published table as figures: of each row and variant, in milliseconds and calls per second, and printed changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.audit.column_meaning import (
    PERCENT,
    POINTS,
    RATIO,
    ColumnMeaning,
    Role,
    figure_scale,
    is_time,
    is_total,
    meaning_of,
    quantile_of,
    unit_of_cell,
)
from loadproof.audit.map_spec import ColumnSpec, MapSpec
from loadproof.audit.printed import Printed, Span, printed_number, to_places_of
from loadproof.audit.table_file import TextRow, TextTable
from loadproof.errors import InputError
from loadproof.model.message import Message, listed
from loadproof.model.quoting import quoted

__all__ = [
    "OWN_UNIT",
    "UNKNOWN_UNIT",
    "WHOLE",
    "Figure",
    "PrintedChange",
    "PublishedTable",
    "StatedFigure",
    "published_table",
]

WHOLE = ""
"""The row of a table that has no rows of operations: each figure is of all calls."""
OWN_UNIT, UNKNOWN_UNIT = "own", ""
"""Of a change that is printed in the unit of its figure, and of one that says none."""
_FIGURES = ("rate", "calls", "errors", "mean", "max", "min", "response", "cpu", "memory", "duration")


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell: as printed, and in the unit that figures are compared in."""

    printed: Printed
    header: str
    line: int
    """0: it stands beside the table."""
    scale: float = 1.0
    """What made this unit of the printed one."""

    @property
    def text(self) -> str:
        """As it stands in the table."""
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
    cell: Figure


@dataclass(frozen=True, slots=True)
class StatedFigure:
    """A figure that is printed beside the table; its row may be one that the table has no such figure of."""

    row: str
    variant: str
    figure: str
    cell: Figure


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """All that a table says."""

    name: str
    rows: tuple[str, ...]
    """Without the total."""
    total: str | None
    variants: tuple[str, ...]
    figures: Mapping[tuple[str, str, str], Figure]
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
    """Whether columns say how sure the figures are."""
    notes: tuple[Message, ...] = ()

    def figure(self, row: str, variant: str, figure: str) -> Figure | None:
        """The cell of a figure; None where there is none, or no number."""
        return self.figures.get((row, variant, figure))

    def calls(self, row: str, variant: str) -> Span | None:
        """How many were made, in all or each second: what shares are reckoned from."""
        found = self.figure(row, variant, "calls") or self.figure(row, variant, "rate")
        return found.printed.span if found is not None else None

    def quantiles(self, row: str, variant: str) -> dict[float, Span]:
        """The percentiles of a row, and its longest time, by their shares."""
        return {
            share: cell.printed.span
            for figure in self.kinds
            if (share := quantile_of(figure)) is not None and (cell := self.figure(row, variant, figure)) is not None
        }


def published_table(text: TextTable, mapped: MapSpec) -> PublishedTable:
    """Makes figures of a table. Raises InputError where nothing in it can be judged."""
    return _TableReader(text, mapped).table()


class _TableReader:
    """Reads the cells of one table."""

    def __init__(self, text: TextTable, mapped: MapSpec) -> None:
        self._text = text
        self._mapped = mapped
        self._notes = list(text.notes)
        unknown = [name for name in mapped.columns if name not in text.headers]
        if unknown:
            raise InputError(
                f"map: {quoted(unknown[0])} is no column of {quoted(text.name)}. "
                f"Cure: name one of {', '.join(map(quoted, text.headers[:20]))}"
            )
        self._meanings = [self._meaning(header) for header in text.headers]
        self._names_at = self._named_by(Role.ROW_NAME, mapped.rows)
        self._variants_at = self._named_by(Role.VARIANT_NAME, None)
        self._figures: dict[tuple[str, str, str], Figure] = {}
        self._doubles: list[StatedFigure] = []
        self._numbers = self._numbers_by_column()

    def table(self) -> PublishedTable:
        rows = self._row_names()
        for row, name in zip(self._text.rows, rows, strict=True):
            self._read_levels(row, name)
        self._share_figures()
        variants = tuple(dict.fromkeys(variant for _, variant, _ in self._figures))
        if not variants:
            raise InputError(
                f"{quoted(self._text.name)}: no column is known by its header. "
                "Cure: say in a map what the columns are: --map MAP.yaml"
            )
        total = self._total(rows)
        changes = tuple(self._changes(rows, variants))
        self._note_unknown()
        durations, starts = self._measured(variants)
        return PublishedTable(
            self._text.name,
            tuple(dict.fromkeys(name for name in rows if name != total)),
            total,
            variants,
            self._figures,
            tuple(dict.fromkeys(figure for _, _, figure in self._figures)),
            (*self._doubles, *self._stated(total, variants)),
            changes,
            self._percentages(),
            durations,
            starts,
            any(meaning.role is Role.SPREAD for meaning in self._meanings),
            tuple(self._notes),
        )

    def _meaning(self, header: str) -> ColumnMeaning:
        spec = self._mapped.columns.get(header)
        if spec is None:
            return meaning_of(header)
        if spec.figure is None:
            return ColumnMeaning(Role.NUMBERING)
        self._check_figure(spec.figure, header)
        role = Role.CHANGE if spec.change_from is not None else Role.LEVEL
        unit = spec.unit or (PERCENT if role is Role.CHANGE else "")
        return ColumnMeaning(role, spec.figure, unit, spec.variant or "")

    def _check_figure(self, figure: str, place: str) -> None:
        if figure not in _FIGURES and quantile_of(figure) is None:
            raise InputError(
                f"map: {quoted(place)}: {quoted(figure)} is no figure. Cure: give {', '.join(_FIGURES)} or p95"
            )

    def _named_by(self, role: Role, written: str | None) -> int | None:
        headers = self._text.headers
        if written is not None:
            if written not in headers:
                raise InputError(
                    f"map: rows: {quoted(written)} is no column. Cure: name one of the headers of the table"
                )
            return headers.index(written)
        found = next((at for at, meaning in enumerate(self._meanings) if meaning.role is role), None)
        return self._first_of_distinct() if found is None and role is Role.ROW_NAME else found

    def _first_of_distinct(self) -> int | None:
        """A first column that is no figure of a variant names the rows, whatever it is called."""
        cells = [_cell(row, 0) for row in self._text.rows]
        first, others = self._meanings[0], self._meanings[1:]
        is_shared = first.role is Role.LEVEL and not first.variant and any(other.variant for other in others)
        is_free = first.role in (Role.UNKNOWN, Role.NUMBERING) or is_shared
        return 0 if is_free and len(set(cells)) == len(cells) and any(other.figure for other in others) else None

    def _row_names(self) -> list[str]:
        """One for each row; what is empty or there before is called by its line."""
        if self._names_at is None:
            is_whole = self._variants_at is not None or len(self._text.rows) == 1
            return [WHOLE if is_whole else f"({row.line})" for row in self._text.rows]
        taken, names = set[tuple[str, str]](), list[str]()
        for row in self._text.rows:
            name = _cell(row, self._names_at)
            # Where rows are of variants, an operation has a row for each of them.
            key = (name, _cell(row, self._variants_at))
            if not name or key in taken:
                name = f"{name} ({row.line})" if name else f"({row.line})"
            taken.add(key)
            names.append(name)
        return names

    def _total(self, rows: Sequence[str]) -> str | None:
        written = self._mapped.total
        if written is not None and written not in rows:
            raise InputError(
                f"map: total: {quoted(written)} is no row. Cure: name one of {', '.join(map(quoted, rows[:10]))}"
            )
        return written if written is not None else next((name for name in rows if is_total(name)), None)

    def _numbers_by_column(self) -> list[dict[int, Printed]]:
        """The numbers of each column by line; where changes have units, zeros at their ends are digits."""
        columns = []
        for at, meaning in enumerate(self._meanings):
            cells = {row.line: printed_number(_cell(row, at), self._text.mark) for row in self._text.rows}
            numbers = {line: number for line, number in cells.items() if number is not None}
            if meaning.role is Role.CHANGE:
                numbers = dict(zip(numbers, to_places_of(list(numbers.values())), strict=True))
            columns.append(numbers)
        return columns

    def _read_levels(self, row: TextRow, name: str) -> None:
        for at, meaning in enumerate(self._meanings):
            number = self._numbers[at].get(row.line)
            if meaning.role is not Role.LEVEL or number is None:
                continue
            variant = " ".join(filter(None, (_cell(row, self._variants_at), meaning.variant)))
            unit = meaning.unit or (number.unit if is_time(meaning.figure) else "")
            scale = figure_scale(meaning.figure, unit_of_cell(unit))
            cell = Figure(number.times(scale), self._text.headers[at], row.line, scale)
            key = (name, variant, meaning.figure)
            if key in self._figures:
                self._doubles.append(StatedFigure(*key, cell))
            else:
                self._figures[key] = cell

    def _share_figures(self) -> None:
        """A figure of no variant beside those of variants is of all of them, such as the load."""
        variants = dict.fromkeys(variant for _, variant, _ in self._figures if variant)
        for key in [key for key in self._figures if variants and not key[1]]:
            cell = self._figures.pop(key)
            for variant in variants:
                self._figures.setdefault((key[0], variant, key[2]), cell)

    def _percentages(self) -> frozenset[str]:
        """Figures whose numbers are per cent, by their column or by their cells."""
        found = set()
        for meaning, numbers in zip(self._meanings, self._numbers, strict=True):
            signs = sum(number.unit == PERCENT for number in numbers.values())
            if meaning.role is Role.LEVEL and (meaning.unit == PERCENT or (numbers and 2 * signs > len(numbers))):
                found.add(meaning.figure)
        return frozenset(found)

    def _changes(self, rows: Sequence[str], variants: Sequence[str]) -> Iterator[PrintedChange]:
        unpaired = []
        for at, meaning in enumerate(self._meanings):
            if meaning.role is not Role.CHANGE:
                continue
            header = self._text.headers[at]
            pair = _pair(self._mapped.columns.get(header), meaning.variant, variants)
            if pair is None:
                unpaired.append(header)
                continue
            for row, name in zip(self._text.rows, rows, strict=True):
                if (number := self._numbers[at].get(row.line)) is not None:
                    unit = _change_unit(meaning, number)
                    scale = self._scale_of_change(meaning, number, (name, pair[0], meaning.figure))
                    yield PrintedChange(name, meaning.figure, unit, *pair, Figure(number, header, row.line, scale))
        if unpaired:
            self._notes.append(Message("audit-unpaired-changes", columns=listed(unpaired)))

    def _scale_of_change(self, meaning: ColumnMeaning, number: Printed, key: tuple[str, str, str]) -> float:
        """A difference without a unit of its own has that of the figures."""
        unit = unit_of_cell(meaning.unit or number.unit)
        if unit in ("ms", "s", "us"):
            return figure_scale(meaning.figure, unit)
        level = self._figures.get(key)
        return 1.0 if level is None else level.scale

    def _note_unknown(self) -> None:
        names = {self._names_at, self._variants_at}
        unknown = [
            header
            for at, (header, meaning) in enumerate(zip(self._text.headers, self._meanings, strict=True))
            if meaning.role is Role.UNKNOWN and at not in names and self._numbers[at]
        ]
        if unknown:
            self._notes.append(Message("audit-unknown-columns", columns=listed(unknown)))

    def _measured(self, variants: Sequence[str]) -> tuple[dict[str, float], dict[str, int]]:
        durations, starts = dict[str, float](), dict[str, int]()
        for (_, variant, figure), cell in self._figures.items():
            if figure == "duration":
                durations[variant] = max(cell.printed.value, durations.get(variant, 0.0))
        for name, measured in self._mapped.variants.items():
            if name not in variants:
                raise InputError(
                    f"map: variants: {quoted(name)} is no variant. "
                    f"Cure: name one of {', '.join(map(quoted, variants[:10]))}"
                )
            starts[name] = measured.starts
            if measured.duration is not None:
                durations[name] = measured.duration.seconds
        return durations, starts

    def _stated(self, total: str | None, variants: Sequence[str]) -> Iterator[StatedFigure]:
        for number, stated in enumerate(self._mapped.stated):
            place = f"stated[{number}]"
            self._check_figure(stated.figure, place)
            value = printed_number(stated.value)
            if value is None or stated.variant not in variants:
                wrong = stated.value if value is None else stated.variant
                raise InputError(
                    f"map: {place}: {quoted(wrong)} is no number or variant of the table. Cure: see its columns"
                )
            row = stated.row or total or WHOLE
            scale = figure_scale(stated.figure, stated.unit)
            yield StatedFigure(row, stated.variant, stated.figure, Figure(value.times(scale), place, 0, scale))


def _cell(row: TextRow, at: int | None) -> str:
    return row.cells[at] if at is not None and at < len(row.cells) else ""


def _pair(spec: ColumnSpec | None, common: str, variants: Sequence[str]) -> tuple[str, str] | None:
    """From which variant to which a change leads; None where nothing says."""
    if spec is not None and spec.change_from is not None and spec.change_to is not None:
        return spec.change_from, spec.change_to
    words = set(common.split())
    fitting = [variant for variant in variants if words <= set(variant.split())]
    return (fitting[0], fitting[1]) if len(fitting) == 2 else None


def _change_unit(meaning: ColumnMeaning, number: Printed) -> str:
    units = (meaning.unit, number.unit)
    if POINTS in map(unit_of_cell, units):
        return POINTS
    if PERCENT in units:
        return PERCENT
    if RATIO in units or "×" in units:
        return RATIO
    return OWN_UNIT if any(units) else UNKNOWN_UNIT
