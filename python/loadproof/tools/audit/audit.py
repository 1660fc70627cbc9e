"""Recomputes a published comparison: what in it cannot be, what is weaker than it looks, what it cannot show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from loadproof.errors import InputError
from loadproof.model.message import Listing, Message, Value, count, listed
from loadproof.model.quoting import quoted
from loadproof.tools.audit.audited import AUDIT_SCHEMA_VERSION, Audit, AuditRemark, RecomputedChange, remark
from loadproof.tools.audit.changes import change_remarks, recomputed_changes
from loadproof.tools.audit.column_meaning import is_time, quantile_of
from loadproof.tools.audit.counts import count_remarks, thin_percentiles
from loadproof.tools.audit.map_spec import MapSpec, read_map
from loadproof.tools.audit.published_table import WHOLE, PublishedTable
from loadproof.tools.audit.relations import relation_remarks
from loadproof.tools.audit.reports.tool_report import tool_report
from loadproof.tools.audit.table_file import Marks, TextTable, read_bytes, table_of_text
from loadproof.tools.audit.table_reader import published_table
from loadproof.tools.audit.table_text import plain_text
from loadproof.tools.audit.totals import recomputed_totals, total_remarks

__all__ = ["audit_bytes", "audit_file", "audited"]

_KINDS = ("contradiction", "doubt", "limit")


def audit_file(path: str, map_path: Path | None = None, encoding: str | None = None) -> Audit:
    """Audits the table in a file, or on standard input where `path` is `-`. Raises InputError."""
    mapped = MapSpec() if map_path is None else read_map(map_path)
    return audit_bytes(read_bytes(path), path, mapped, encoding)


def audit_bytes(content: bytes, name: str, mapped: MapSpec, encoding: str | None = None) -> Audit:
    """Audits a table, or the report of a load generator, in the bytes of a file. Raises InputError."""
    text, notes = plain_text(content, name, encoding)
    report = tool_report(text, name)
    if report is None:
        return audited(table_of_text(text, name, notes, Marks(mapped.separator, mapped.decimal)), mapped)
    if mapped != MapSpec():
        raise InputError(
            f"map: {quoted(name)} is a report of {report.making.tool}, and has no columns. Cure: leave --map out"
        )
    return _audit(replace(report, notes=(*notes, *report.notes)))


def audited(text: TextTable, mapped: MapSpec) -> Audit:
    r"""Audits a table. Raises InputError where nothing in it can be judged.

    >>> from loadproof.tools.audit.table_file import table_of
    >>> written = b"name,off cpu,on cpu,change cpu\n500 QPS,8.0 %,9.0 %,+1.0 %\n"
    >>> audited(table_of(written, "t.csv"), MapSpec()).remarks[0].code
    'points-for-percent'
    """
    return _audit(published_table(text, mapped))


def _audit(table: PublishedTable) -> Audit:
    changes, totals, thin = recomputed_changes(table), recomputed_totals(table), thin_percentiles(table)
    found = [
        *total_remarks(table),
        *change_remarks(table, changes),
        *relation_remarks(table),
        *count_remarks(table, thin),
        *_limits(table),
    ]
    remarks = tuple(sorted(found, key=lambda one: _KINDS.index(one.kind)))
    return Audit(
        schema_version=AUDIT_SCHEMA_VERSION,
        table=table.name,
        state=_state(table, remarks),
        tool=table.making.tool or None,
        sentence=_sentence(table, changes, remarks),
        operations=len(table.rows),
        variants=table.variants,
        figures=table.kinds,
        remarks=remarks,
        changes=tuple(changes),
        totals=tuple(totals),
        thin=tuple(thin),
        figures_read=table.size,
        unread=table.unread,
        notes=table.notes,
    )


def _state(
    table: PublishedTable, remarks: Sequence[AuditRemark]
) -> Literal["contradicted", "incomplete", "doubted", "closes"]:
    worst = remarks[0].kind if remarks else "limit"
    if worst == "contradiction":
        return "contradicted"
    if table.unread:
        return "incomplete"
    return "doubted" if worst == "doubt" else "closes"


def _limits(table: PublishedTable) -> Iterator[AuditRemark]:
    """Yield a remark of kind `limit` for each question that the table leaves open.

    The questions: spread between starts, calls behind percentiles, kind of response time, weights of the total.
    """
    percentiles = any(quantile_of(figure) is not None for figure in table.kinds)
    fewest = min(table.starts.get(name, 1) for name in table.variants)
    if table.making.is_comparison and len(table.variants) > 1 and not table.has_spread and fewest == 1:
        yield remark("limit", "one-start-each", {})
    is_counted = any(figure == "calls" for figure in table.kinds) or table.durations_s
    if percentiles and not is_counted:
        yield remark("limit", "calls-unknown", {})
    if any(figure == "response" for figure in table.kinds):
        yield remark("limit", "response-of-what", {})
    if (
        table.total is not None
        and _is_timed(table)
        and any(table.calls(row, one) is None for row, one in _cells(table))
    ):
        yield remark("limit", "weights-unknown", {})


def _is_timed(table: PublishedTable) -> bool:
    return any(row == table.total and is_time(figure) for row, _, figure in table.figures)


def _cells(table: PublishedTable) -> list[tuple[str, str]]:
    return [(row, variant) for row in table.rows for variant in table.variants]


def _sentence(table: PublishedTable, changes: Sequence[RecomputedChange], remarks: Sequence[AuditRemark]) -> Message:
    numbers = {kind: sum(one.kind == kind for one in remarks) for kind in _KINDS}
    parts: list[Value] = [
        Message(f"audit-number-{kind}", number=count(numbers[kind])) for kind in _KINDS[:2] if numbers[kind]
    ]
    if table.unread:
        parts.append(Message("audit-read-in-part"))
    elif not parts:
        parts.append(Message("audit-closes"))
    if changes:
        agreeing = sum(one.agrees for one in changes)
        parts.append(Message("audit-changes-agree", agreeing=count(agreeing), changes=count(len(changes))))
    variants, told = count(len(table.variants)), listed(parts, Listing.CLAUSES)
    if table.making.is_known:
        return Message("audit-sentence-tool", tool=table.making.tool, figures=count(table.size), told=told)
    if table.rows == (WHOLE,):
        return Message("audit-sentence-whole", variants=variants, told=told)
    return Message("audit-sentence", variants=variants, rows=count(len(table.rows)), told=told)
