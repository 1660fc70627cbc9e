"""Reads a published table as text: CSV, semicolons, tabs or the pipes of Markdown.

The separator of cells and the decimal mark are decided by whole columns, not by counting characters: of all separators
the one that gives every row as many cells as there are headers, and the most columns of numbers alone; of both decimal
marks the one with which all cells of a column are numbers. If both fit and differ in value, the column is ambiguous.
"""

import csv
import itertools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from loadproof.errors import InputError
from loadproof.model.message import Message, count
from loadproof.model.quoting import quoted
from loadproof.system.input_file import FileError, open_file_or_pipe
from loadproof.tools.audit.column_meaning import ColumnRole, meaning_of
from loadproof.tools.audit.printed import is_missing, printed_number
from loadproof.tools.audit.table_text import LARGEST_BYTES, plain_text, without_prefixes

__all__ = ["STANDARD_INPUT", "Marks", "TextRow", "TextTable", "read_bytes", "table_of", "table_of_text", "transposed"]

STANDARD_INPUT = "-"
_MOST_ROWS = 10_000
"""A published table has hundreds; one of a million is of samples, one a call."""
_MOST_COLUMNS = 500
_LONGEST_CELL = 400
_MOST_HEADER_ROWS = 3
_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_PERCENTILE = re.compile(r"(?:50|75|90|95|98|99|99[.,]9+)\s*%")
_SEPARATORS = ("|", "\t", ";", ",")
"""In the order in which they are preferred: a comma parts decimals as well as cells."""
_SEPARATOR_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "pipes"}
_DECIMAL_MARKS = (".", ",")
_COUNTS = ("calls", "failures")
_FORMULAS = ("=", "#DIV", "#REF", "#N/A", "#NAME", "#VALUE")


@dataclass(frozen=True, slots=True)
class Marks:
    """Separator of cells and decimal mark, where the user says them; None: found by the table."""

    separator: str | None = None
    decimal: str | None = None


@dataclass(frozen=True, slots=True)
class TextRow:
    """One row of cells and its line in the file, from 1."""

    line: int
    cells: tuple[str, ...]

    def cell(self, at: int | None) -> str:
        """Cell of a column; empty if the row has none."""
        return self.cells[at] if at is not None and at < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table before anybody knows what its columns are."""

    name: str
    """Name of the file."""
    headers: tuple[str, ...]
    rows: tuple[TextRow, ...]
    mark: str = "."
    """Decimal mark of most columns."""
    column_marks: Mapping[int, str] = field(default_factory=dict)
    """Decimal mark of the columns that have another one."""
    ambiguous: Mapping[int, str] = field(default_factory=dict)
    """Columns whose numbers have another value with either decimal mark, each with such a cell."""
    notes: tuple[Message, ...] = field(default=())
    """Notes on how the table was read."""
    unread: tuple[Message, ...] = field(default=())
    """Parts that hold figures and could not be read."""
    separator: str = ","
    column_lines: Mapping[int, int] = field(default_factory=dict)
    """Lines of the columns of a table that was transposed."""
    ends_with_a_line: bool = True
    """True if the file ends with a line feed, as files that tools write do."""

    def mark_of(self, at: int) -> str:
        """Decimal mark of a column."""
        return self.column_marks.get(at, self.mark)


def read_bytes(path: str) -> bytes:
    """Bytes of a file, or of standard input where `path` is `-`. Raises InputError."""
    if path == STANDARD_INPUT:
        return _all_of(sys.stdin.buffer, path)
    try:
        with closing(open_file_or_pipe(Path(path), LARGEST_BYTES)) as file:
            return _all_of(file, path)
    except FileError as error:
        raise InputError(f"{quoted(path)}: {error.message}. Cure: {error.cure}") from error
    except OSError as error:
        raise InputError(f"{quoted(path)}: {error.strerror}. Cure: check the disk and try again") from error


def _all_of(file: BinaryIO, path: str) -> bytes:
    content = file.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise InputError(
            f"{quoted(path)}: more than {LARGEST_BYTES // 2**20} MiB were given. Cure: give the table alone"
        )
    return content


def table_of(content: bytes, name: str, encoding: str | None = None, marks: Marks | None = None) -> TextTable:
    r"""The table in the bytes of a file. Raises InputError if there is none.

    >>> table_of(b"op;p95, ms\nread;1,5\n", "t.csv").rows[0].cells
    ('read', '1,5')
    """
    text, notes = plain_text(content, name, encoding)
    return table_of_text(text, name, notes, marks)


def table_of_text(text: str, name: str, notes: Sequence[Message] = (), marks: Marks | None = None) -> TextTable:
    """The table in a text. Raises InputError if there is none."""
    marks = marks or Marks()
    found = _layout(without_prefixes(text.splitlines()), name, marks.separator)
    headers, rows = found.headers, found.rows
    if not headers or not rows:
        raise InputError(
            f"{quoted(name)}: there is no table: a row of headers and a row of figures at least. "
            "Cure: give CSV, or paste a table with tabs or pipes"
        )
    notes = list(notes)
    if len(rows) > _MOST_ROWS:
        rows = rows[:_MOST_ROWS]
        notes.append(Message("audit-too-many-rows", rows=count(_MOST_ROWS)))
    if not any(_is_as_wide(row, len(headers)) for row in rows):
        raise InputError(
            f"{quoted(name)}: the headers are {len(headers)} and the cells of a row {len(rows[0].cells)}. "
            "Cure: quote cells that hold what parts cells"
        )
    even = [row for row in rows if _is_as_wide(row, len(headers))]
    more, unread = _notes_on(rows, len(headers), is_ended=text.endswith(("\n", "\r")))
    if found.uneven:
        unread.insert(0, Message("audit-ragged-headers", line=str(found.uneven)))
    decimals = _decimals(headers, even, marks.decimal, is_bare=found.separator == "," and not found.has_quotes)
    return TextTable(
        name,
        headers,
        tuple(even),
        decimals.mark,
        decimals.others,
        decimals.ambiguous,
        (*notes, *more),
        tuple(unread),
        found.separator,
        ends_with_a_line=text.endswith(("\n", "\r")),
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """One way to part the lines into cells."""

    separator: str
    headers: tuple[str, ...]
    rows: list[TextRow]
    uneven: int
    """Line of a row of headers that is narrower than the others; 0 if there is none."""
    has_quotes: bool

    @property
    def quality(self) -> tuple[bool, int, int, int]:
        """True if all rows are as wide as the headers; columns of numbers alone; figures among them; rows as wide."""
        width = len(self.headers)
        even = sum(_is_as_wide(row, width) for row in self.rows)
        whole = width > 1 and even == len(self.rows) > 0
        if width < 2 or not even:
            return False, 0, 0, 0
        numeric = [_is_numeric(self.rows, at) for at in range(width)]
        figures = [meaning_of(header).role in (ColumnRole.LEVEL, ColumnRole.CHANGE) for header in self.headers]
        # A header that names a figure above words is a header that was parted at the wrong places.
        judged = sum(
            1 if of_numbers else -1 for of_numbers, of_figure in zip(numeric, figures, strict=True) if of_figure
        )
        return whole, sum(numeric), judged, even


def _layout(lines: Sequence[str], name: str, separator: str | None) -> _Layout:
    """The layout that fits best. Raises InputError if two fit equally well, or none at all."""
    found, broken = list[_Layout](), None
    for mark in _SEPARATORS if separator is None else (separator,):
        if separator is None and mark != "," and not any(mark in line for line in lines):
            continue
        try:
            rows = list(itertools.islice(_rows(lines, mark), _MOST_ROWS + _MOST_HEADER_ROWS + 1))
        except csv.Error as error:
            broken = error
            continue
        found.append(_Layout(mark, *_headed(rows), any('"' in line for line in lines[: 2 * _MOST_ROWS])))
    if not found:
        raise InputError(f"{quoted(name)}: this is not CSV ({broken}). Cure: quote cells as RFC 4180 says")
    best = max(found, key=lambda one: one.quality)
    equal = [one for one in found if one.quality == best.quality and best.quality[0] and best.quality[1]]
    if len(equal) > 1:
        a, b = (_SEPARATOR_NAMES[one.separator] for one in equal[:2])
        raise InputError(
            f"{quoted(name)}: {a} and {b} both part the cells into columns of numbers: which of them are "
            f"separators is not known. Cure: say it in a map (--map): separator: {quoted(best.separator)}"
        )
    return best


def _is_as_wide(row: TextRow, width: int) -> bool:
    """True if a row has one cell for each header; cells behind them may be empty, if lines end with separators."""
    return len(row.cells) >= width and not any(row.cells[width:])


def _is_numeric(rows: Sequence[TextRow], at: int) -> bool:
    cells = [cell for row in rows if not is_missing(cell := row.cell(at))]
    return bool(cells) and any(all(printed_number(cell, mark) is not None for cell in cells) for mark in _DECIMAL_MARKS)


def _rows(lines: Sequence[str], separator: str) -> Iterator[TextRow]:
    """All rows that are not blank. Raises csv.Error."""
    if separator == "|":
        yield from _piped(lines)
        return
    # A line break in a quoted cell is part of the cell, so that lines are left to the reader of CSV.
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    before = 0
    for cells in reader:
        line, before = before + 1, reader.line_num
        if any(cell.strip() for cell in cells) and not _RULE.fullmatch("".join(cells)):
            yield TextRow(line, _bounded(cells))


def _piped(lines: Sequence[str]) -> Iterator[TextRow]:
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if "|" in stripped and not _RULE.fullmatch(stripped):
            yield TextRow(number, _bounded(stripped.removeprefix("|").removesuffix("|").split("|")))


def _bounded(cells: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(cell.split())[:_LONGEST_CELL] for cell in cells[:_MOST_COLUMNS])


def _headed(rows: list[TextRow]) -> tuple[tuple[str, ...], list[TextRow], int]:
    """The headers, of several rows where cells were merged, the rows below them, and the line of an uneven one."""
    heads = list[TextRow]()
    for row in rows[:_MOST_HEADER_ROWS]:
        if not (_is_header_below(row, heads) if heads else not _has_figures(row)):
            break
        heads.append(row)
    if not heads:
        return (), [], 0
    width = max(len(row.cells) for row in heads)
    below = rows[len(heads) :]
    # A title above the headers is a single cell, where merged headers are several.
    while len(heads) > 1 and width > 2 and sum(map(bool, heads[0].cells)) == 1:
        heads = heads[1:]
    levels = [_spread([*row.cells, *[""] * (width - len(row.cells))], is_last=row is heads[-1]) for row in heads]
    headers = tuple(" / ".join(dict.fromkeys(filter(None, parts))) for parts in zip(*levels, strict=True))
    return headers, below, next((row.line for row in heads if len(row.cells) != width), 0)


def _is_header_below(row: TextRow, heads: Sequence[TextRow]) -> bool:
    """True if a row goes on with headers above it, which are merged cells: some are empty, or the same."""
    above = heads[-1].cells
    is_merged = len(set(above)) < len(above) or "" in above or len(above) < len(row.cells)
    says_missing = any(cell and is_missing(cell) for cell in row.cells)
    return is_merged and not says_missing and not _has_figures(row) and (not row.cell(0) or not _has_numbers(row))


def _has_numbers(row: TextRow) -> bool:
    return any(not _PERCENTILE.fullmatch(cell) and printed_number(cell) is not None for cell in row.cells)


def _has_figures(row: TextRow) -> bool:
    """Headers may hold some numbers, such as years and `95 %`, but other words more often."""
    held = [cell for cell in row.cells if not is_missing(cell)]
    # The decimal mark is not known yet.
    numbers = sum(
        not _PERCENTILE.fullmatch(cell) and (printed_number(cell) or printed_number(cell, ",")) is not None
        for cell in held
    )
    return 2 * numbers >= len(held)


def _spread(cells: Sequence[str], *, is_last: bool) -> list[str]:
    """A merged cell stands for all the columns that it covered."""
    if is_last:
        return list(cells)
    found, last = [], ""
    for cell in cells:
        last = cell or last
        found.append(last)
    return found


@dataclass(frozen=True, slots=True)
class _Decimals:
    """Decimal marks of the columns."""

    mark: str
    others: dict[int, str]
    ambiguous: dict[int, str]


def _decimals(headers: Sequence[str], rows: Sequence[TextRow], given: str | None, *, is_bare: bool) -> _Decimals:
    """Decimal mark of each column: by its own cells, else as the other columns have it."""
    if given is not None:
        return _Decimals(given, {}, {})
    own, open_cells = dict[int, str](), dict[int, str]()
    for at, header in enumerate(headers):
        cells = [cell for row in rows if not is_missing(cell := row.cell(at))]
        # An unquoted comma always parts cells: decimals of such a file have a point.
        found = "." if is_bare and any("." in cell for cell in cells) else _mark_of_column(cells, header)
        if found:
            own[at] = found
        elif (ambiguous_cell := _ambiguous_cell(cells)) is not None:
            open_cells[at] = ambiguous_cell
    marks = sorted(set(own.values()), key=list(own.values()).count)
    mark = marks[-1] if marks else "."
    # Columns of both kinds say nothing about a third one.
    ambiguous = open_cells if len(marks) != 1 else {}
    return _Decimals(mark, {at: one for at, one in own.items() if one != mark}, ambiguous)


def _mark_of_column(cells: Sequence[str], header: str) -> str:
    """The only decimal mark with which the most cells are numbers; empty if both do equally well."""
    read = {mark: [printed_number(cell, mark) for cell in cells] for mark in _DECIMAL_MARKS}
    numbers = {mark: sum(number is not None for number in found) for mark, found in read.items()}
    if numbers["."] != numbers[","]:
        return max(_DECIMAL_MARKS, key=lambda mark: numbers[mark])
    if _ambiguous_cell(cells) is None or meaning_of(header).role is not ColumnRole.LEVEL:
        return ""
    # No part of a call is made: its mark parts thousands.
    if meaning_of(header).figure in _COUNTS:
        return "," if any(re.search(r"\d\.\d", cell) for cell in cells) else "."
    return ""


def _ambiguous_cell(cells: Sequence[str]) -> str | None:
    """A cell that is another number with either decimal mark, such as 1,234."""
    for cell in cells:
        point, comma = printed_number(cell), printed_number(cell, ",")
        if point is not None and comma is not None and point.value != comma.value:
            return cell
    return None


def _notes_on(rows: Sequence[TextRow], width: int, *, is_ended: bool) -> tuple[list[Message], list[Message]]:
    """Notes and unread parts: rows of another width count as unread if they hold figures, or may be cut off."""
    notes, unread = list[Message](), list[Message]()
    uneven = [row for row in rows if not _is_as_wide(row, width)]
    held = [
        row
        for row in uneven
        if any(character.isdigit() for cell in row.cells for character in cell) or (row is rows[-1] and not is_ended)
    ]
    if held:
        unread.append(Message("audit-ragged-rows", rows=count(len(held)), line=str(held[0].line)))
    first = next((row.line for row in rows if _is_as_wide(row, width)), 0)
    # Words between the headers and the first row are the end of headers that were broken.
    broken = [row for row in uneven if row not in held and row.line < first]
    if broken:
        unread.append(Message("audit-ragged-headers", line=str(broken[0].line)))
    words = [row for row in uneven if row not in held and row not in broken]
    if words:
        notes.append(Message("audit-rows-of-words", rows=count(len(words)), line=str(words[0].line)))
    even = [row for row in rows if _is_as_wide(row, width)]
    formulas = [(row.line, cell) for row in even for cell in row.cells if cell.startswith(_FORMULAS)]
    if formulas:
        line, cell = formulas[0]
        unread.append(Message("audit-formulas", cells=count(len(formulas)), line=str(line), cell=cell))
    return notes, unread


def transposed(table: TextTable) -> TextTable:
    """The table with a row for each of its columns: metrics that were rows are columns now."""
    headers = ("variant", *(row.cell(0) for row in table.rows))
    rows = [
        TextRow(index, (header, *(row.cell(index) for row in table.rows)))
        for index, header in enumerate(table.headers)
        if index > 0
    ]
    decimals = _decimals(headers, rows, None, is_bare=table.separator == "," and table.mark == ".")
    return replace(
        table,
        headers=headers,
        rows=tuple(rows),
        mark=decimals.mark,
        column_marks=decimals.others,
        ambiguous=decimals.ambiguous,
        column_lines={at: row.line for at, row in enumerate(table.rows, start=1)},
    )
