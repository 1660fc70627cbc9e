"""Findings of an audit of a published table, as `loadproof audit --json` prints them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message, Value

__all__ = [
    "AUDIT_SCHEMA_VERSION",
    "Audit",
    "AuditRemark",
    "RecomputedChange",
    "RecomputedTotal",
    "RemarkKind",
    "ThinPercentile",
    "remark",
]

AUDIT_SCHEMA_VERSION: Literal[1] = 1
RemarkKind = Literal["contradiction", "doubt", "limit"]
_SHOWN_LINES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRemark:
    """One thing that is said of the table."""

    kind: RemarkKind
    """A contradiction: figures of the table cannot be true together, or are not what they are called. A doubt: true
    perhaps, and weaker than it looks. A limit: what no figure of this table can show."""
    code: str
    """Such as `points-for-percent`."""
    text: Message
    lines: tuple[int, ...]
    """Lines of the table that the remark is about, ascending; only the first five."""
    more_lines: bool
    """True if the remark is about more lines than `lines` has."""
    cells: int
    """Number of cells that the remark is about."""


def remark(kind: RemarkKind, code: str, told: Mapping[str, Value], lines: Sequence[int] = ()) -> AuditRemark:
    """A remark of the text `audit-` and `code`; `lines` has one of each cell, 0 where it is in none.

    >>> remark("doubt", "durations-differ", {}, [4, 3, 0, 4]).lines
    (3, 4)
    """
    distinct = sorted({line for line in lines if line})
    return AuditRemark(
        kind=kind,
        code=code,
        text=Message(f"audit-{code}", **told),
        lines=tuple(distinct[:_SHOWN_LINES]),
        more_lines=len(distinct) > _SHOWN_LINES,
        cells=len(lines),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecomputedChange:
    """A printed change beside what its two figures give."""

    line: int
    row: str | None
    figure: str
    a: str
    b: str
    level_a: str
    """Value of variant `a`, as printed."""
    level_b: str
    printed: str
    unit: Literal["%", "points", "ratio", "own"]
    low: float | None
    """Lower end of the change that the two values allow, in the unit of the printed change, rounding included; null if
    the values set no lower end."""
    high: float | None
    percent_low: float | None
    """The same in per cent of A; null where A may be nothing."""
    percent_high: float | None
    agrees: bool
    within_rounding: bool
    """True if the two values may be equal before rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecomputedTotal:
    """A total of a percentile, or of a mean, beside what can be reckoned of its operations."""

    variant: str
    figure: str
    printed: str | None
    plain_mean: float
    """Mean of the operations' values, each operation counted once."""
    call_weighted_mean: float | None
    """Mean of the operations' values, weighted by their calls, or by their rates if calls are missing.

    A call-weighted mean of percentiles is not a percentile. null if an operation has no value or no weight, or if the
    rows of a tool count calls twice.
    """
    low: float | None
    """The least that any calls with these figures can give; null of a figure that is no percentile."""
    high: float | None
    """The most; null where nothing bounds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinPercentile:
    """A percentile that rests on few calls."""

    row: str | None
    variant: str
    figure: str
    calls: float
    above: float
    """Calls that took longer than it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """All that is said of one table."""

    schema_version: Literal[1]
    table: str
    state: Literal["contradicted", "incomplete", "doubted", "closes"]
    """Incomplete: nothing contradicts itself, and parts of the table that hold figures could not be read."""
    tool: str | None
    """Tool that wrote the table; null if none is known."""
    sentence: Message
    operations: int
    variants: tuple[str, ...]
    figures: tuple[str, ...]
    """Metrics found in the table, such as `p95`."""
    remarks: tuple[AuditRemark, ...]
    """Contradictions first."""
    changes: tuple[RecomputedChange, ...]
    totals: tuple[RecomputedTotal, ...]
    thin: tuple[ThinPercentile, ...]
    figures_read: int
    """Number of figures that were read."""
    unread: tuple[Message, ...]
    """Parts that hold figures and could not be read."""
    notes: tuple[Message, ...]
    """Notes on how the table was read, and on columns that are not judged."""
