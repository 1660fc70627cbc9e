"""Tables of a result as files: CSV for spreadsheets and shells, Parquet for data frames. Rows are never held all."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, get_args

from loadproof.errors import PackageMissing
from loadproof.result.plain_text import printable
from loadproof.result.table import Cell, Column, TableName
from loadproof.result.tables import rows_of
from loadproof.system.atomic_write import file_in_place, made_directory

if TYPE_CHECKING:
    from loadproof.result.result import Result

__all__ = ["check_parquet", "write_csv", "write_parquet"]

Row = Sequence[Cell]
_TABLES: tuple[TableName, ...] = get_args(TableName)
_FORMULA = ("=", "+", "-", "@")
"""Characters at which a spreadsheet starts a formula."""
_ROWS_AT_ONCE = 20_000
_ARROW_TYPES = {"int": "int64", "float": "float64", "bool": "bool_", "text": "string"}


def write_csv(result: "Result", directory: Path) -> Iterator[tuple[Path, int]]:
    """Writes `TABLE.csv` of each table, and gives each file with its number of rows.

    UTF-8, a line of names, then a line a row; null is empty, a truth is `true` or `false`. A text that a spreadsheet
    would take for a formula gets `'` before it, and line breaks and control characters stand as escapes; numbers stay
    as they are. Raises FileWriteError where nothing can be
    written, RunDirectoryError where the run cannot be read.
    """
    return _written(result, directory, "csv", _to_csv)


def write_parquet(result: "Result", directory: Path) -> Iterator[tuple[Path, int]]:
    """Write `TABLE.parquet` like `write_csv`; the unit of a column is in its metadata. Raises PackageMissing."""
    check_parquet()
    return _written(result, directory, "parquet", _to_parquet)


def check_parquet() -> None:
    """Raises PackageMissing where there is nothing to write Parquet with."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise PackageMissing("pyarrow", "Parquet", install="'loadproof[parquet]'") from error


_Writer = Callable[[BinaryIO, tuple[Column, ...], Iterable[Row]], int]


def _written(result: "Result", directory: Path, ending: str, write: _Writer) -> Iterator[tuple[Path, int]]:
    for name in _TABLES:
        target = directory / f"{name}.{ending}"
        columns, rows = rows_of(result, name)
        made_directory(directory)
        # An export that was cut leaves no table that only looks whole.
        with file_in_place(target) as file:
            count = write(file, columns, rows)
        yield target, count


def _to_csv(file: BinaryIO, columns: tuple[Column, ...], rows: Iterable[Row]) -> int:
    text = TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
    try:
        return _csv_rows(text, columns, rows)
    finally:
        text.detach()


def _csv_rows(file: TextIO, columns: tuple[Column, ...], rows: Iterable[Row]) -> int:
    """Writes the names and the rows; gives the number of rows.

    >>> import io
    >>> file, columns = io.StringIO(), (Column("trial", "int"), Column("operation", "text"), Column("p99_ms", "float"))
    >>> _csv_rows(file, columns, [(1, "=1+1", None), (2, "get", -0.5)])
    2
    >>> file.getvalue().splitlines()
    ['trial,operation,p99_ms', "1,'=1+1,", '2,get,-0.5']
    """
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    texts = [place for place, column in enumerate(columns) if column.kind == "text"]
    truths = [place for place, column in enumerate(columns) if column.kind == "bool"]
    count = 0
    for row in rows:
        cells = list(row)
        for place in texts:
            if cells[place]:
                cells[place] = _harmless(cells[place])
        for place in truths:
            cells[place] = "true" if cells[place] else "false"
        writer.writerow(cells)
        count += 1
    return count


# The names of probes come again with every reading.
@lru_cache(maxsize=1024)
def _harmless(text: str) -> str:
    """A text in which nothing begins a line, a formula or a command of a terminal."""
    # The csv module quotes no lone carriage return, behind which a reader finds another row.
    shown = printable(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _to_parquet(file: BinaryIO, columns: tuple[Column, ...], rows: Iterable[Row]) -> int:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema = pyarrow.schema([_arrow_field(column) for column in columns])
    remaining, count = iter(rows), 0
    with ParquetWriter(file, schema) as writer:
        while batch := list(islice(remaining, _ROWS_AT_ONCE)):
            cells = zip(columns, zip(*batch, strict=True), strict=True)
            arrays = [pyarrow.array(_storable(column, of), schema.field(column.name).type) for column, of in cells]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            count += len(batch)
    return count


def _arrow_field(column: Column) -> Any:
    import pyarrow

    kind = getattr(pyarrow, _ARROW_TYPES[column.kind])()
    is_nullable = column.kind in ("float", "text")
    return pyarrow.field(column.name, kind, nullable=is_nullable, metadata={"unit": column.unit})


def _storable(column: Column, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Bytes of a path that are no text come as surrogates, which UTF-8 cannot hold."""
    if column.kind != "text":
        return cells
    return [cell if cell is None else cell.encode("utf-8", "backslashreplace").decode() for cell in cells]
