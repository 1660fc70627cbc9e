"""Reads a published table as text: CSV, semicolons, tabs or the pipes of Markdown, in the encoding that it has."""

import codecs
import csv
import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from loadproof.audit.printed import decimal_mark, printed_number
from loadproof.errors import InputError
from loadproof.model.message import Message, count
from loadproof.model.quoting import quoted
from loadproof.study.text_file import FileError, open_regular_file

__all__ = ["STANDARD_INPUT", "TextRow", "TextTable", "read_table", "table_of"]

STANDARD_INPUT = "-"
_LARGEST_BYTES = 256 * 2**20
_MOST_ROWS = 10_000
"""A published table has hundreds; one of a million is of samples, one a call."""
_MOST_COLUMNS = 500
_LONGEST_CELL = 400
_MOST_HEADER_ROWS = 3
_SAMPLED_LINES = 50
_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_PERCENTILE = re.compile(r"(?:50|75|90|95|98|99|99[.,]9+)\s*%")
_CYRILLIC = frozenset({0xA8, 0xB8, *range(0xC0, 0x100)})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class TextRow:
    """One row of cells and its line in the file, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table before anybody knows what its columns are."""

    name: str
    """Of the file."""
    headers: tuple[str, ...]
    rows: tuple[TextRow, ...]
    mark: str = "."
    """What parts decimals."""
    notes: tuple[Message, ...] = field(default=())
    """What could not be read as it stands."""


def read_table(path: str, encoding: str | None = None) -> TextTable:
    """The table in a file, or what standard input has where `path` is `-`. Raises InputError."""
    if path == STANDARD_INPUT:
        # One more than may be: who pastes too much is told.
        content = sys.stdin.buffer.read(_LARGEST_BYTES + 1)
        if len(content) > _LARGEST_BYTES:
            raise InputError(f"-: more than {_LARGEST_BYTES // 2**20} MiB were given. Cure: give the table alone")
        return table_of(content, "-", encoding)
    try:
        with closing(open_regular_file(Path(path), _LARGEST_BYTES)) as file:
            return table_of(file.read(), path, encoding)
    except FileError as error:
        raise InputError(f"{quoted(path)}: {error.message}. Cure: {error.cure}") from error
    except OSError as error:
        raise InputError(f"{quoted(path)}: {error.strerror}. Cure: check the disk and try again") from error


def table_of(content: bytes, name: str, encoding: str | None = None) -> TextTable:
    r"""The table that `content` is. Raises InputError where it is none.

    >>> table_of(b"op;p95, ms\nread;1,5\n", "t.csv").rows[0].cells
    ('read', '1,5')
    """
    text, notes = _decoded(content, name, encoding)
    if "\0" in text:
        raise InputError(f"{quoted(name)}: this is no text but a binary file. Cure: export the table as CSV")
    rows = list(itertools.islice(_rows(text, name), _MOST_ROWS + _MOST_HEADER_ROWS + 1))
    headers, rows = _headed(rows)
    if not headers or not rows:
        raise InputError(
            f"{quoted(name)}: there is no table: a row of headers and a row of figures at least. "
            "Cure: give CSV, or paste a table with tabs or pipes"
        )
    if len(rows) > _MOST_ROWS:
        rows = rows[:_MOST_ROWS]
        notes.append(Message("audit-too-many-rows", rows=count(_MOST_ROWS)))
    # Cells behind the headers may be empty, where lines end with what parts cells.
    if not any(len(row.cells) >= len(headers) and not any(row.cells[len(headers) :]) for row in rows):
        raise InputError(
            f"{quoted(name)}: the headers are {len(headers)} and the cells of a row {len(rows[0].cells)}. "
            "Cure: quote cells that hold what parts cells"
        )
    mark, doubtful = decimal_mark(cell for row in rows for cell in row.cells)
    if doubtful:
        notes.append(Message("audit-decimal-mark", mark=mark, cell=doubtful[:_LONGEST_CELL]))
    notes += _notes_on(rows, len(headers))
    return TextTable(name, headers, tuple(rows), mark, tuple(notes))


def _decoded(content: bytes, name: str, encoding: str | None) -> tuple[str, list[Message]]:
    if encoding is not None:
        try:
            return content.decode(encoding), []
        except LookupError as error:
            raise InputError(f"--encoding: {encoding!r:.40} is not known. Cure: give such as windows-1251") from error
        except ValueError as error:
            raise InputError(f"{quoted(name)}: this is not {encoding:.40}. Cure: give another --encoding") from error
    bom = next((known for mark, known in _BOMS if content.startswith(mark)), "utf-8")
    try:
        return content.decode(bom), []
    except ValueError:
        guessed = _encoding_of(content)
        return content.decode(guessed, errors="replace"), [Message("audit-not-utf-8", encoding=guessed)]


def _encoding_of(content: bytes) -> str:
    """A guess at an older encoding: Russian, Chinese, or that of Western Europe."""
    runs = re.findall(rb"[\x80-\xff]{3,}", content)
    if runs and all(byte in _CYRILLIC for run in runs for byte in run):
        return "windows-1251"
    try:
        content.decode("gb18030")
    except ValueError:
        return "windows-1252"
    return "gb18030" if runs else "windows-1252"


def _rows(text: str, name: str) -> Iterator[TextRow]:
    """All rows that are not blank. Raises InputError."""
    # A line break in a quoted cell is part of the cell, so that lines are left to the reader of CSV.
    lines = text.splitlines(keepends=True)
    delimiter = _delimiter(lines)
    if delimiter == "|":
        yield from _piped(lines)
        return
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        before = 0
        for cells in reader:
            line, before = before + 1, reader.line_num
            if any(cell.strip() for cell in cells):
                yield TextRow(line, _bounded(cells))
    except csv.Error as error:
        raise InputError(
            f"{quoted(name)}:{reader.line_num}: this is not CSV ({error}). Cure: quote cells as RFC 4180 says"
        ) from error


def _piped(lines: Sequence[str]) -> Iterator[TextRow]:
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if "|" in stripped and not _RULE.fullmatch(stripped):
            yield TextRow(number, _bounded(stripped.removeprefix("|").removesuffix("|").split("|")))


def _bounded(cells: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(cell.split())[:_LONGEST_CELL] for cell in cells[:_MOST_COLUMNS])


def _delimiter(lines: Sequence[str]) -> str:
    """What parts the cells: of those that most lines have, the one that they have most often."""
    sample = [line for line in lines[:_SAMPLED_LINES] if line.strip()]

    def rating(mark: str) -> tuple[int, int]:
        counts = sorted(line.count(mark) for line in sample)
        usual = counts[len(counts) // 2] if counts else 0
        return (sum(number == usual for number in counts) if usual else 0, usual)

    # A comma parts decimals as well as cells: any other mark that most lines have goes before it.
    found = max("|\t;", key=rating)
    return found if 2 * rating(found)[0] > len(sample) else ","


def _headed(rows: list[TextRow]) -> tuple[tuple[str, ...], list[TextRow]]:
    """The headers, of several rows where cells were merged, and the rows below them."""
    heads = list(itertools.takewhile(lambda row: not _has_figures(row), rows[:_MOST_HEADER_ROWS]))
    if not heads:
        return (), []
    width = max(len(row.cells) for row in heads)
    levels = [_spread([*row.cells, *[""] * (width - len(row.cells))], is_last=row is heads[-1]) for row in heads]
    headers = tuple(" / ".join(dict.fromkeys(filter(None, parts))) for parts in zip(*levels, strict=True))
    return headers, rows[len(heads) :]


def _has_figures(row: TextRow) -> bool:
    """Headers may hold some numbers, such as years and `95 %`, but other words more often."""
    held = [cell for cell in row.cells if cell]
    # What parts decimals is not known yet.
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


def _notes_on(rows: Sequence[TextRow], width: int) -> Iterator[Message]:
    ragged = [row.line for row in rows if len(row.cells) != width]
    if ragged:
        yield Message("audit-ragged-rows", rows=count(len(ragged)), line=str(ragged[0]))
    formulas = [
        (row.line, cell) for row in rows for cell in row.cells if cell.startswith(("=", "#DIV", "#REF", "#N/A"))
    ]
    if formulas:
        line, cell = formulas[0]
        yield Message("audit-formulas", cells=count(len(formulas)), line=str(line), cell=cell)
