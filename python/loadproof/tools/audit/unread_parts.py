"""Parts of a table that hold figures and could not be read: what is said of the rest is not said of the whole."""

import re
from collections.abc import Iterator, Mapping, Sequence

from loadproof.errors import InputError
from loadproof.model.message import Message, count, listed
from loadproof.model.quoting import quoted
from loadproof.tools.audit.column_meaning import ColumnMeaning, ColumnRole, names_percentile
from loadproof.tools.audit.printed import Printed, is_missing, printed_number
from loadproof.tools.audit.table_file import TextTable
from loadproof.tools.audit.tool_tables import ToolTable

__all__ = ["columns_not_judged", "cut_parts", "refuse_ambiguous", "unread_column"]

_SIGNED = re.compile(r"[+＋]\s*\d")
_SAID_ELSEWHERE = ("=", "#")
"""Formulas, which are named with the table."""


def unread_column(text: TextTable, at: int, meaning: ColumnMeaning, numbers: Mapping[int, Printed]) -> Message | None:
    """Return why a column of values was not read, wholly or in part; None if it was read or has no values."""
    header = text.headers[at]
    if meaning.role is ColumnRole.UNKNOWN and _holds_figures(text, at):
        code = "percentile" if names_percentile(header) else "changes"
        return Message(f"audit-unread-{code}", column=header)
    if meaning.role not in (ColumnRole.LEVEL, ColumnRole.CHANGE):
        return None
    wrong = [
        (row.line, row.cell(at))
        for index, row in enumerate(text.rows)
        if index not in numbers and not is_missing(row.cell(at)) and not row.cell(at).startswith(_SAID_ELSEWHERE)
    ]
    if not wrong:
        return None
    line, cell = wrong[0]
    return Message("audit-unread-cells", column=header, cells=count(len(wrong)), line=str(line), cell=cell)


def _holds_figures(text: TextTable, at: int) -> bool:
    """True if a header names a percentile, or the numbers have signs as changes have."""
    return names_percentile(text.headers[at]) or any(_SIGNED.match(row.cell(at)) for row in text.rows)


def refuse_ambiguous(text: TextTable, judged: Sequence[int]) -> None:
    """Raises InputError if figures have another value with either decimal mark, and nothing says which it is."""
    for at in judged:
        cell = text.ambiguous.get(at, "")
        point, comma = printed_number(cell), printed_number(cell, ",")
        if point is not None and comma is not None:
            raise InputError(
                f"{quoted(text.name)}: {quoted(cell)} in column {quoted(text.headers[at])} is {point.value:g} with a "
                f"decimal point and {comma.value:g} with a decimal comma, and no other number decides. "
                'Cure: say it in a map (--map): decimal: "." or decimal: ","'
            )


def columns_not_judged(text: TextTable, meanings: Sequence[ColumnMeaning], held: Sequence[int]) -> Iterator[Message]:
    """Columns of numbers, `held`, that are not known, or known and no times, calls or rates."""
    for role, code in ((ColumnRole.UNKNOWN, "audit-unknown-columns"), (ColumnRole.OTHER, "audit-other-columns")):
        named = [text.headers[at] for at in held if meanings[at].role is role and not _is_unread(text, at, role)]
        if named:
            yield Message(code, columns=listed(named))


def _is_unread(text: TextTable, at: int, role: ColumnRole) -> bool:
    return role is ColumnRole.UNKNOWN and _holds_figures(text, at)


def cut_parts(text: TextTable, tool: ToolTable, total: str | None) -> Iterator[Message]:
    """A table of a tool without its last row, or the end of its last line, is a part of one."""
    if not tool.is_as_written:
        return
    if tool.has_total and total is None:
        yield Message("audit-no-total-row", tool=tool.making.tool)
    elif not text.ends_with_a_line:
        yield Message("audit-no-last-line", tool=tool.making.tool)
