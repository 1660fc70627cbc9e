"""The map of a published table: what its columns are, where their headers do not say it."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.study.fault_log import FaultLog
from loadproof.study.spec_file import read_spec
from loadproof.study.written import Scalar, Spec

__all__ = ["ColumnSpec", "MapSpec", "map_schema", "read_map"]

_LONGEST_S = 366 * 86400.0
_Long = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, _LONGEST_S), "1h")]
_FIGURE = "rate, calls, errors, failures, mean, max, min, response, cpu, memory, or a percentile such as p95"
_UNIT = "ms, s, us, %, points, per hour, per minute, mib or gib"


class ColumnSpec(Spec):
    """One column."""

    figure: str | None = Field(default=None, description=_FIGURE)
    """Metric of the column; left out of a column that is not judged."""
    variant: str | None = Field(default=None, description="the name of a variant")
    """Variant of the column; not together with change_from. Left out if each row is of one variant."""
    unit: str = Field(default="", description=_UNIT)
    """The unit of its numbers; milliseconds and calls per second unless written."""
    change_from: str | None = Field(default=None, description="the name of a variant")
    """Start variant of a column of changes; requires change_to. The unit is % unless written."""
    change_to: str | None = Field(default=None, description="the name of a variant")
    """End variant of a column of changes; requires change_from."""


class MeasuredSpec(Spec):
    """Measurement of one variant: duration and number of starts."""

    duration: _Long | None = Field(default=None, description="a duration, such as 21h")
    """Duration of the variant's test. Rate times duration gives the number of calls behind a percentile."""
    starts: int = Field(default=1, ge=1, le=10_000, description="a number from 1")
    """Number of times that the variant was started and measured; 1 unless written."""


class StatedSpec(Spec):
    """A figure that is printed elsewhere, such as in the text below the table."""

    figure: str = Field(description=_FIGURE)
    """Metric of the printed number, such as p95."""
    variant: str = Field(description="the name of a variant")
    """Variant of the printed number."""
    value: str = Field(description='text as it is printed, such as "1.26 M"')
    """The number as it is printed."""
    unit: str = Field(default="", description=_UNIT)
    """Unit of the printed number; milliseconds and calls per second unless written."""
    row: str | None = Field(default=None, description="the name of a row; the total unless written")
    """The row that it belongs to; the total unless written."""


_Column = Annotated[ColumnSpec, Field(description="a mapping such as {figure: p95, variant: G1}; {} leaves it out")]
_Measured = Annotated[MeasuredSpec, Field(description="a mapping such as {duration: 21h}")]
_Stated = Annotated[StatedSpec, Field(description='a mapping such as {figure: rate, variant: ZGC, value: "3350"}')]


class MapSpec(Spec):
    """Facts about a table that its headers do not state."""

    rows: str | None = Field(default=None, description="the header of the column that names the rows")
    """The column that names the rows; found unless written."""
    total: str | None = Field(default=None, description="the name of a row")
    """The row of all the others together; found by its name unless written."""
    columns: dict[str, _Column] = Field(default={}, description="a mapping of headers to what they are")
    """Meaning of columns, by header. A column that is not listed here gets its meaning from its header."""
    variants: dict[str, _Measured] = Field(default={}, description="a mapping of variants to how they were measured")
    """Measurement of variants, by name: duration and number of starts."""
    separator: Literal[",", ";", "\t", "|"] | None = Field(default=None, description='"," ";" "|" or "\\t"')
    """Separator of the cells; found by the columns unless written."""
    decimal: Literal[".", ","] | None = Field(default=None, description='"." or ","')
    """Decimal mark; found by the columns unless written."""
    stated: list[_Stated] = Field(default=[], description="a list of figures that are printed elsewhere")
    """Figures that are printed elsewhere, and are held to those of the table."""


def read_map(path: Path) -> MapSpec:
    """The map in a YAML file. Raises StudyFaults with all faults."""
    log = FaultLog(str(path))
    spec = read_spec(MapSpec, path, log)
    for name, column in spec.columns.items():
        if (column.change_from is None) != (column.change_to is None):
            log.add(("columns", name), "change_from and change_to go together", "give both, or none")
        elif column.change_from is not None and column.variant is not None:
            log.add(("columns", name), "a change is of no single variant", "leave variant out, or change_from")
    log.raise_if_any()
    return spec


def map_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a map.

    >>> sorted(map_schema()["properties"])
    ['columns', 'decimal', 'rows', 'separator', 'stated', 'total', 'variants']
    """
    schema = MapSpec.model_json_schema() | {"title": "loadproof audit map"}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
