"""Makes figures of the cells of a published table, by its headers, a map, and the tool that wrote it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from loadproof.errors import InputError
from loadproof.model.message import Message, listed
from loadproof.model.quoting import quoted
from loadproof.tools.audit.column_meaning import (
    PERCENT,
    POINTS,
    RATIO,
    ColumnMeaning,
    ColumnRole,
    change_unit_in,
    figure_scale,
    is_time,
    meaning_of,
    names_units,
    quantile_of,
    unit_of_cell,
)
from loadproof.tools.audit.map_spec import ColumnSpec, MapSpec
from loadproof.tools.audit.printed import Printed, printed_number, to_places_of
from loadproof.tools.audit.published_table import (
    OWN_UNIT,
    UNKNOWN_UNIT,
    WHOLE,
    Making,
    PrintedChange,
    PublishedFigure,
    PublishedTable,
    StatedFigure,
    Whole,
)
from loadproof.tools.audit.row_names import RowNaming
from loadproof.tools.audit.table_file import TextTable, transposed
from loadproof.tools.audit.tool_tables import known_table, refuse_samples
from loadproof.tools.audit.unread_parts import columns_not_judged, cut_parts, refuse_ambiguous, unread_column

__all__ = ["published_table"]

_FIGURES = ("rate", "calls", "errors", "failures", "mean", "max", "min", "response", "cpu", "memory", "duration")
_COUNTS = ("calls", "failures")


def published_table(text: TextTable, mapped: MapSpec) -> PublishedTable:
    """Figures of a table. Raises InputError if nothing in it can be judged."""
    refuse_samples(text.headers, text.name)
    is_turned = not mapped.columns and mapped.rows is None and _has_metrics_as_rows(text)
    return _TableReader(transposed(text) if is_turned else text, mapped, is_turned=is_turned).table()


def _has_metrics_as_rows(text: TextTable) -> bool:
    """True if the first column names figures, and no header does."""
    if any(meaning_of(header).figure for header in text.headers[1:]):
        return False
    named = [meaning_of(row.cell(0)) for row in text.rows]
    known = sum(one.role is ColumnRole.LEVEL and bool(one.figure) for one in named)
    return len(text.headers) > 1 and 2 * known >= len(named) > 0


class _TableReader:
    """Reads the cells of one table."""

    def __init__(self, text: TextTable, mapped: MapSpec, *, is_turned: bool) -> None:
        self._text = text
        self._mapped = mapped
        self._is_turned = is_turned
        self._notes, self._unread = list(text.notes), list(text.unread)
        unknown = [name for name in mapped.columns if name not in text.headers]
        if unknown:
            raise InputError(
                f"map: {quoted(unknown[0])} is no column of {quoted(text.name)}. "
                f"Cure: name one of {', '.join(map(quoted, text.headers[:20]))}"
            )
        self._tool = None if mapped.columns else known_table(text.headers)
        self._meanings = [self._meaning(header) for header in text.headers]
        self._units = self._units_of_rows()
        self._names_at = self._named_by(ColumnRole.ROW_NAME, mapped.rows)
        self._variants_at = self._named_by(ColumnRole.VARIANT_NAME, None)
        self._moments_at = self._named_by(ColumnRole.MOMENT, None)
        judged = [at for at, one in enumerate(self._meanings) if one.role in (ColumnRole.LEVEL, ColumnRole.CHANGE)]
        refuse_ambiguous(text, [at for at in judged if at != self._names_at])
        self._figures: dict[tuple[str, str, str], PublishedFigure] = {}
        self._doubles: list[StatedFigure] = []
        self._numbers = self._numbers_by_column()

    @property
    def _making(self) -> Making:
        return Making() if self._tool is None else self._tool.making

    def table(self) -> PublishedTable:
        naming = RowNaming(
            self._text, self._names_at, self._variants_at, self._moments_at, tuple(self._columns_of_words())
        )
        rows = naming.names()
        for index, name in enumerate(rows):
            if not self._is_change_row(index):
                self._read_levels(index, name)
        if self._tool is None:
            self._share_figures()
        variants = tuple(dict.fromkeys(variant for _, variant, _ in self._figures))
        if not variants:
            raise InputError(
                f"{quoted(self._text.name)}: {self._nothing_known()}. "
                "Cure: say in a map what the columns are: --map MAP.yaml"
            )
        total = naming.total(rows, self._mapped.total)
        changes = (*self._changes(rows, variants), *self._changes_of_rows(variants))
        names = {self._names_at, self._variants_at}
        held = [at for at in range(len(self._meanings)) if at not in names and self._numbers[at]]
        self._notes += columns_not_judged(self._text, self._meanings, held)
        if self._tool is not None:
            self._unread += cut_parts(self._text, self._tool, total)
        durations, starts = self._measured(variants)
        parts = tuple(dict.fromkeys(name for name in rows if name != total))
        return PublishedTable(
            self._text.name,
            parts,
            total,
            variants,
            self._figures,
            tuple(dict.fromkeys(figure for _, _, figure in self._figures)),
            (*self._doubles, *self._stated(total, variants)),
            changes,
            self._percentages(),
            durations,
            starts,
            any(meaning.role is ColumnRole.SPREAD for meaning in self._meanings),
            tuple(self._notes),
            tuple(self._unread),
            self._making,
            tuple(
                Whole((total, variant), tuple((row, variant) for row in parts))
                for variant in (variants if total is not None else ())
                if total is not None
            ),
        )

    def _nothing_known(self) -> str:
        """Return the reason why no column is judged, for an error message."""
        named = [
            header
            for header, meaning in zip(self._text.headers, self._meanings, strict=True)
            if meaning.role in (ColumnRole.LEVEL, ColumnRole.CHANGE)
        ]
        if named:
            return f"column {quoted(named[0])} has no number that can be read"
        return "no column is known by its header"

    def _meaning(self, header: str) -> ColumnMeaning:
        spec = self._mapped.columns.get(header)
        if spec is None:
            known = meaning_of(header)
            return known if self._tool is None else self._tool.meaning(header, known)
        if spec.figure is None:
            return ColumnMeaning(ColumnRole.NUMBERING)
        self._check_figure(spec.figure, header)
        role = ColumnRole.CHANGE if spec.change_from is not None else ColumnRole.LEVEL
        unit = spec.unit or (PERCENT if role is ColumnRole.CHANGE else "")
        return ColumnMeaning(role, spec.figure, unit, spec.variant or "")

    def _check_figure(self, figure: str, place: str) -> None:
        if figure not in _FIGURES and quantile_of(figure) is None:
            raise InputError(
                f"map: {quoted(place)}: {quoted(figure)} is no figure. Cure: give {', '.join(_FIGURES)} or p95"
            )

    def _units_of_rows(self) -> dict[int, str]:
        """Units of metrics that are rows, from a column of units."""
        if not self._is_turned:
            return {}
        row = next((row for row in self._text.rows if names_units(row.cell(0))), None)
        if row is None:
            return {}
        self._text = replace(self._text, rows=tuple(one for one in self._text.rows if one is not row))
        return {at: unit_of_cell(cell.strip().lower()) for at, cell in enumerate(row.cells) if at and cell.strip()}

    def _named_by(self, role: ColumnRole, written: str | None) -> int | None:
        headers = self._text.headers
        if written is not None:
            if written not in headers:
                raise InputError(
                    f"map: rows: {quoted(written)} is no column. Cure: name one of the headers of the table"
                )
            return headers.index(written)
        found = [at for at, meaning in enumerate(self._meanings) if meaning.role is role]
        # The method of a request is beside its name, and no name of its own.
        named = [at for at in found if headers[at].strip().lower() != "method"] or found
        if named:
            return named[0]
        return self._first_of_distinct() if role is ColumnRole.ROW_NAME else None

    def _first_of_distinct(self) -> int | None:
        """A first column that is no figure of a variant names the rows, whatever it is called."""
        if self._is_turned:
            return None
        cells = [row.cell(0) for row in self._text.rows]
        first, others = self._meanings[0], self._meanings[1:]
        is_shared = first.role is ColumnRole.LEVEL and not first.variant and any(other.variant for other in others)
        is_words = all(printed_number(cell, self._text.mark_of(0)) is None for cell in cells)
        is_free = first.role in (ColumnRole.UNKNOWN, ColumnRole.NUMBERING, ColumnRole.OTHER) or is_shared
        is_free = is_free or (first.role is ColumnRole.LEVEL and is_words and any(cells))
        return 0 if is_free and len(set(cells)) == len(cells) and any(other.figure for other in others) else None

    def _columns_of_words(self) -> Iterator[int]:
        """Columns of words that tell rows of the same name apart, such as `Type` or `Method`."""
        for at, meaning in enumerate(self._meanings):
            if at in (self._names_at, self._variants_at, self._moments_at):
                continue
            if meaning.role in (ColumnRole.UNKNOWN, ColumnRole.ROW_NAME) and not self._numbers[at]:
                yield at

    def _numbers_by_column(self) -> list[dict[int, Printed]]:
        """The numbers of each column by row; where changes have units, zeros at their ends are digits."""
        columns = []
        for at, meaning in enumerate(self._meanings):
            mark = self._text.mark_of(at)
            cells = {index: printed_number(row.cell(at), mark) for index, row in enumerate(self._text.rows)}
            numbers = {index: number for index, number in cells.items() if number is not None}
            if meaning.role is ColumnRole.CHANGE:
                numbers = dict(zip(numbers, to_places_of(list(numbers.values())), strict=True))
            if self._tool is not None:
                numbers = {index: self._precise(at, number) for index, number in numbers.items()}
            columns.append(numbers)
            if (
                at != self._names_at
                and (part := unread_column(self._text, at, self._known_as(at), numbers)) is not None
            ):
                self._unread.append(part)
        return columns

    def _known_as(self, at: int) -> ColumnMeaning:
        """Meaning of a column; one that is left out by a map, or is a metric that is a row, is not looked at."""
        is_left = self._text.headers[at] in self._mapped.columns or self._is_turned
        meaning = self._meanings[at]
        return ColumnMeaning(ColumnRole.NUMBERING) if is_left and meaning.role is ColumnRole.UNKNOWN else meaning

    def _precise(self, at: int, number: Printed) -> Printed:
        """A number of a tool: zeros at its end are digits, and calls are counted."""
        figure = self._meanings[at].figure
        exact = replace(number, half=min(number.half, 0.0 if figure in _COUNTS else 0.5))
        return exact if self._tool is None else self._tool.precise(figure, self._text.headers[at], exact)

    def _line(self, index: int, at: int) -> int:
        return self._text.column_lines.get(at, self._text.rows[index].line)

    def _unit(self, at: int, meaning: ColumnMeaning, number: Printed) -> str:
        if meaning.unit or at in self._units:
            return unit_of_cell(meaning.unit or self._units[at])
        return unit_of_cell(number.unit) if is_time(meaning.figure) or meaning.figure in ("rate", "duration") else ""

    def _read_levels(self, index: int, name: str) -> None:
        row = self._text.rows[index]
        for at, meaning in enumerate(self._meanings):
            number = self._numbers[at].get(index)
            if meaning.role is not ColumnRole.LEVEL or number is None or at == self._names_at:
                continue
            # The names of metrics that are rows may have an operation beside them.
            words = (row.cell(self._variants_at), "" if self._is_turned else meaning.variant)
            variant = " ".join(filter(None, words))
            scale = figure_scale(meaning.figure, self._unit(at, meaning, number))
            cell = PublishedFigure(number.times(scale), self._text.headers[at], self._line(index, at), scale)
            key = ((meaning.variant or name) if self._is_turned else name, variant, meaning.figure)
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
        for at, (meaning, numbers) in enumerate(zip(self._meanings, self._numbers, strict=True)):
            signs = sum(number.unit == PERCENT for number in numbers.values())
            unit = meaning.unit or self._units.get(at, "")
            if meaning.role is ColumnRole.LEVEL and (unit == PERCENT or (numbers and 2 * signs > len(numbers))):
                found.add(meaning.figure)
        return frozenset(found)

    def _changes(self, rows: Sequence[str], variants: Sequence[str]) -> Iterator[PrintedChange]:
        unpaired = []
        for at, meaning in enumerate(self._meanings):
            if meaning.role is not ColumnRole.CHANGE:
                continue
            header = self._text.headers[at]
            pair = _pair(self._mapped.columns.get(header), meaning.variant, variants)
            if pair is None:
                unpaired.append(header)
                continue
            for index, name in enumerate(rows):
                if (number := self._numbers[at].get(index)) is not None:
                    yield self._change(name, pair, at, (index, meaning.unit, number))
        if unpaired:
            self._notes.append(Message("audit-unpaired-changes", columns=listed(unpaired)))

    def _change(self, name: str, pair: tuple[str, str], at: int, cell: tuple[int, str, Printed]) -> PrintedChange:
        (index, unit, number), meaning = cell, self._meanings[at]
        scale = self._scale_of_change(meaning, number, (name, pair[0], meaning.figure))
        figure = PublishedFigure(number, self._text.headers[at], self._line(index, at), scale)
        return PrintedChange(name, meaning.figure, _change_unit(unit, number), *pair, figure)

    def _is_change_row(self, index: int) -> bool:
        """True if a column beside variants, where metrics are rows, says how the figures change."""
        return self._is_turned and change_unit_in(self._text.rows[index].cell(0)) is not None

    def _changes_of_rows(self, variants: Sequence[str]) -> Iterator[PrintedChange]:
        """Changes of metrics that are rows."""
        indices = [index for index in range(len(self._text.rows)) if self._is_change_row(index)]
        for index in indices:
            pair = _pair(None, "", variants)
            if pair is None:
                self._notes.append(Message("audit-unpaired-changes", columns=listed([self._text.rows[index].cell(0)])))
                return
            unit = change_unit_in(self._text.rows[index].cell(0)) or ""
            for at, meaning in enumerate(self._meanings):
                if meaning.role is ColumnRole.LEVEL and (number := self._numbers[at].get(index)) is not None:
                    yield self._change(meaning.variant or WHOLE, pair, at, (index, unit, number))

    def _scale_of_change(self, meaning: ColumnMeaning, number: Printed, key: tuple[str, str, str]) -> float:
        """A difference without a unit of its own has that of the figures."""
        unit = unit_of_cell((meaning.unit if meaning.role is ColumnRole.CHANGE else "") or number.unit)
        if unit in ("ms", "s", "us"):
            return figure_scale(meaning.figure, unit)
        level = self._figures.get(key)
        return 1.0 if level is None else level.scale

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
            yield StatedFigure(row, stated.variant, stated.figure, PublishedFigure(value.times(scale), place, 0, scale))


def _pair(spec: ColumnSpec | None, common: str, variants: Sequence[str]) -> tuple[str, str] | None:
    """From which variant to which a change leads; None where nothing says."""
    if spec is not None and spec.change_from is not None and spec.change_to is not None:
        return spec.change_from, spec.change_to
    words = set(common.split())
    fitting = [variant for variant in variants if words <= set(variant.split())]
    return (fitting[0], fitting[1]) if len(fitting) == 2 else None


def _change_unit(header_unit: str, number: Printed) -> str:
    units = (header_unit, number.unit)
    if POINTS in map(unit_of_cell, units):
        return POINTS
    if PERCENT in units:
        return PERCENT
    if RATIO in units or "×" in units:
        return RATIO
    return OWN_UNIT if any(units) else UNKNOWN_UNIT
