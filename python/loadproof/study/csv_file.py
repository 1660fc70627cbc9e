"""Separator, column names and faults of a feeder's CSV file, read from its first byte to its last and not kept."""

import csv
import itertools
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog
from loadproof.system.input_file import open_regular_file

__all__ = ["SEPARATORS", "CsvHead", "ValuePlace", "check_rows", "read_head"]

_LARGEST_BYTES = 256 * 2**20
_LONGEST_LINE_BYTES = 2**20
_MOST_FAULTS = 5
SEPARATORS = {",": ",", ";": ";", "tab": "\t", "|": "|"}
"""Separators of values by the name that a study gives them."""
_ROWS_LOOKED_AT = 20
"""Rows that decide which character separates values."""
_FOREIGN = (
    (b"\x1f\x8b", "the file is compressed (gzip)", "give the unpacked file (gunzip FILE)"),
    (b"PK\x03\x04", "the file is a ZIP archive, such as a workbook of Excel", "save the sheet as CSV (UTF-8)"),
    (b"\xff\xfe", "the file is UTF-16 text", "save the file as UTF-8"),
    (b"\xfe\xff", "the file is UTF-16 text", "save the file as UTF-8"),
)


class ValuePlace(Enum):
    """Places for the values of a column, each with the text that it allows."""

    PATH = ("a path", re.compile(r".+", re.DOTALL), "leave no value empty, or drop the row")
    # A line break is left to the engine: it refuses each call that would send one, and counts and shows them.
    HEADER = ("a header", re.compile(r"[\t\r\n\x20-\x7e]*"), "use ASCII text")
    BODY = ("a body", None, "")
    UNSENT = ("a variable", None, "")

    def __init__(self, shown: str, allowed: re.Pattern[str] | None, cure: str) -> None:
        """Take the members' tuple apart."""
        self.shown = shown
        self.allowed = allowed
        self.cure = cure


class _RowError(WrittenValueError):
    """A row that cannot be read; `line` is its line."""

    def __init__(self, line: int, message: str, cure: str) -> None:
        super().__init__(message, cure)
        self.line = line


@dataclass(frozen=True, slots=True)
class CsvHead:
    """Column names in the first row, none for an empty file, and the character that separates values."""

    columns: tuple[str, ...]
    separator: str


def read_head(path: Path, separator: str | None = None) -> CsvHead:
    """Read the first row of `path`; without `separator` the first rows decide which character separates values.

    Raises WrittenValueError: a FileError, or one with the `line` of a first row that cannot be read.
    """
    found = separator or _separator_of(path)
    with closing(open_regular_file(path, _LARGEST_BYTES)) as file:
        return CsvHead(tuple(_columns(_rows(file, found))), found)


def _separator_of(path: Path) -> str:
    """Separator under which each of the first rows has as many columns, 2 or more, and the most; else a comma."""
    columns_by_separator = {",": 1}
    for separator in SEPARATORS.values():
        with closing(open_regular_file(path, _LARGEST_BYTES)) as file:
            try:
                rows = [row for _, row in itertools.islice(_rows(file, separator), _ROWS_LOOKED_AT)]
            except _RowError:
                continue
        if len({len(row) for row in rows}) == 1:
            columns_by_separator[separator] = len(rows[0])
    # Of equals, max() takes the first: the comma.
    return max(columns_by_separator, key=columns_by_separator.__getitem__)


def check_rows(path: Path, separator: str, places: Mapping[str, frozenset[ValuePlace]], log: FaultLog) -> int | None:
    """Report faults in `path` to `log`, by line; `places` says where the values of each used column go.

    Returns the number of rows; None if it is not known.
    """
    faults = 0
    count = -1
    try:
        with closing(open_regular_file(path, _LARGEST_BYTES)) as file:
            rows = _rows(file, separator)
            columns = _columns(rows)
            _check_columns(path, columns, log)
            checks = [
                (columns.index(name), name, place)
                for name in columns
                for place in ValuePlace
                if place.allowed and place in places.get(name, ())
            ]
            count = 0
            for line, row in rows:
                count += 1
                problem = _problem(row, columns, checks)
                if problem is not None:
                    log.add_at(str(path), line, *problem)
                    faults += 1
                    if faults == _MOST_FAULTS:
                        return None
    except _RowError as error:
        log.add_at(str(path), error.line, error.message, error.cure)
        return None
    except OSError as error:
        log.add_at(str(path), 1, f"the file cannot be read ({error.strerror})", "check the disk and try again")
        return None
    if count <= 0:
        log.add_at(
            str(path),
            1,
            "the feeder is empty: the file has no rows under its column names",
            "add rows, one per line",
        )
        return None
    return count


def _columns(rows: Iterator[tuple[int, list[str]]]) -> list[str]:
    """The names in the first of `rows`, without the spaces around them, as the engine reads them."""
    _, names = next(rows, (1, []))
    return [name.strip() for name in names]


def _check_columns(path: Path, columns: list[str], log: FaultLog) -> None:
    for name in sorted({name for name in columns if name and columns.count(name) > 1}):
        log.add_at(str(path), 1, f"the column {quoted(name)} is there twice", "give each column a name of its own")


def _problem(row: list[str], columns: list[str], checks: list[tuple[int, str, ValuePlace]]) -> tuple[str, str] | None:
    """Message and cure for what is wrong with a row, if anything is."""
    if len(row) != len(columns):
        return (
            f"the number of values is {len(row)}, where the first row names {len(columns)}",
            "give one value per column; a value that contains the separator goes in quotes",
        )
    for index, name, place in checks:
        if place.allowed and not place.allowed.fullmatch(row[index]):
            return f"{name} is {quoted(row[index])}, which cannot stand in {place.shown}", place.cure
    return None


def _rows(file: BinaryIO, separator: str) -> Iterator[tuple[int, list[str]]]:
    """(line, values) of every row that is not blank. Raises _RowError."""
    reader = csv.reader(_lines(file), strict=True, delimiter=separator)
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise _RowError(
            max(line, reader.line_num), f"this is not CSV: {error}", "quote values as RFC 4180 says"
        ) from error


def _lines(file: BinaryIO) -> Iterator[str]:
    """The lines of `file` as text. Raises _RowError with the line that is not UTF-8 or too long."""
    number = 0
    while content := file.readline(_LONGEST_LINE_BYTES):
        number += 1
        if number == 1:
            _refuse_foreign(content)
        if len(content) == _LONGEST_LINE_BYTES:
            raise _RowError(number, "this line is longer than 1 MiB", "give one row per line")
        try:
            yield content.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise _RowError(number, "this line is not UTF-8 text", "save the file as UTF-8") from error


def _refuse_foreign(first_line: bytes) -> None:
    """Raise _RowError with the name of a format that is no UTF-8 text."""
    for magic, message, cure in _FOREIGN:
        if first_line.startswith(magic):
            raise _RowError(1, message, cure)
    if b"\0" in first_line:
        message = "this line has NUL bytes, as UTF-16 text without a byte order mark does"
        raise _RowError(1, message, "save the file as UTF-8")
