"""Tables: the parts of a result as rows, for scripts, data frames and plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from loadproof.errors import PackageMissing, WrittenValueError

if TYPE_CHECKING:
    import pandas

__all__ = ["Cell", "Column", "Table", "TableName"]

TableName = Literal["trials", "answers", "operations", "seconds", "ranking", "pairs", "slots", "findings", "readings"]
Cell = Any
"""Value of the kind of its column: a union type would have to be narrowed at every use of a cell."""
_FRAME_TYPES: dict[str, Any] = {"int": "int64", "float": "float64", "bool": "bool", "text": "object"}


@dataclass(frozen=True, slots=True)
class Column:
    """Column of a table: the content of one place of every row.

    Cells of the `kind` `float` and `text` may be null, cells of `int` and `bool` are not. `unit` is empty for values
    without a unit.
    """

    name: str
    kind: Literal["int", "float", "bool", "text"]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; iterating gives the rows, each a tuple with one cell for each column.

    >>> table = Table("trials", (Column("trial", "int"), Column("p99", "float", "ms")), ((1, 12.5), (2, None)))
    >>> len(table), list(table), table.units
    (2, [(1, 12.5), (2, None)], {'trial': '', 'p99': 'ms'})
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        return iter(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def units(self) -> dict[str, str]:
        """The unit of each column by its name."""
        return {column.name: column.unit for column in self.columns}

    def column(self, name: str) -> tuple[Cell, ...]:
        """The cells of one column. Raises WrittenValueError where there is none of that name.

        >>> Table("trials", (Column("trial", "int"),), ((1,), (2,))).column("trial")
        (1, 2)
        """
        if name not in self.names:
            raise WrittenValueError(f"{self.name} has no column {name!r}", f"give one of {', '.join(self.names)}")
        place = self.names.index(name)
        return tuple(row[place] for row in self.rows)

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Each row by the names of its columns.

        >>> Table("trials", (Column("trial", "int"), Column("p99", "float", "ms")), ((1, 12.5),)).to_dicts()
        [{'trial': 1, 'p99': 12.5}]
        """
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with the units in `attrs["units"]`; numbers that are not known are NaN.

        Raises PackageMissing where pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise PackageMissing("pandas", "a data frame") from error
        series = {
            column.name: pandas.Series(self.column(column.name), dtype=_FRAME_TYPES[column.kind])
            for column in self.columns
        }
        frame = pandas.DataFrame(series)
        frame.attrs["units"] = self.units
        return frame
