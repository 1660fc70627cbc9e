"""Parts of a report on a trial, beside its times: phases of connections and calls, and failed replies."""

from collections.abc import Sequence

from loadproof.model.message import count
from loadproof.records.measurement import FailedReply, Phase, Phases
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.cells import column, count_cell, percentiles, time_cell
from loadproof.render.document import Block, CellKind, Column, Fold, Paragraph, Picture, Section, Table, TableCell
from loadproof.render.names import operation_title
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words

__all__ = ["connections_matter", "phases_part", "replies_part"]

_PHASES = ("connect", "tls", "first_byte", "transfer", "reused_idle")
_PERCENTILES = ("p50", "p90", "p95", "p99", "p99_9")
_MATTERING_PART = 0.05
_MOST_SHOWN = 12
_BODY_CHARACTERS = 160
_MOST_CHARACTERS = 8192
"""Characters of a head or a body that a reader can open."""


def connections_matter(phases: Phases) -> bool:
    """True if there was TLS, a connection for every twentieth call, or a reused connection that ended under a call."""
    calls = phases.first_byte.count
    if phases.reused_idle is not None and phases.reused_idle.count:
        return True
    return bool(phases.tls.count) or phases.connect.count > max(10, _MATTERING_PART * calls)


def phases_part(trial: Trial, words: Words) -> list[Block]:
    """Connect, TLS, first byte, transfer and lost reused connections of one trial; []: nothing was recorded."""
    phases = {name: getattr(trial.phases_ms, name) for name in _PHASES}
    rows = [
        _phase_row(words(f"page-phase-{name.replace('_', '-')}"), phase, words)
        for name, phase in phases.items()
        if phase is not None and phase.count
    ]
    if not rows:
        return []
    columns = [
        column(words, "page-column-phase", figures=False),
        column(words, "page-column-count"),
        column(words, "page-column-mean"),
        *(Column(name.replace("_", ".")) for name in _PERCENTILES),
        column(words, "page-column-max"),
    ]
    blocks: list[Block] = [Table(columns, rows), Paragraph(words("page-phases-note"), is_note=True)]
    is_detail = not connections_matter(trial.phases_ms)
    return [Section(words("page-phases"), blocks, detail=is_detail, is_folded=is_detail)]


def _phase_row(name: str, times: Phase, words: Words) -> list[TableCell | str]:
    return [
        name,
        count_cell(words, times.count),
        time_cell(words, times.mean),
        *percentiles(words, times, _PERCENTILES, times.count),
        time_cell(words, times.max),
    ]


def replies_part(trial: Trial, run: Run, words: Words) -> list[Block]:
    """The first failing replies of a trial, each on one line, and in full in folds; []: there were none."""
    replies = trial.failed_replies
    if not replies:
        return []
    columns = [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "report-column-kind", figures=False),
        column(words, "report-column-at"),
        column(words, "report-column-service-time"),
        column(words, "report-column-reply", figures=False, wraps=True),
        column(words, "report-column-body", figures=False, wraps=True),
    ]
    shown = replies[:_MOST_SHOWN]
    blocks: list[Block] = [Table(columns, [_reply_row(reply, run, words) for reply in shown])]
    if len(replies) > _MOST_SHOWN:
        blocks.append(Paragraph(words("report-more-replies", count=count(len(replies) - _MOST_SHOWN)), is_note=True))
    whole = [_whole(reply, run, words) for reply in shown]
    note = Paragraph(words("page-replies-note"), is_note=True)
    return [
        Section(words("page-replies"), [*blocks, Fold(words("page-replies-whole"), [note, *whole], is_of_page=True)])
    ]


def _reply_row(reply: FailedReply, run: Run, words: Words) -> list[TableCell | str]:
    body = printable(reply.body, limit=_BODY_CHARACTERS)
    return [
        operation_title(run, reply.operation),
        printable(reply.kind, limit=40),
        TableCell(words.figures.fixed(reply.due_s, 1), reply.due_s, CellKind.SECONDS),
        time_cell(words, reply.service_ms),
        printable(reply.head.partition("\n")[0], limit=80),
        body or words("report-body-of-bytes", bytes=count(reply.body_bytes)),
    ]


def _whole(reply: FailedReply, run: Run, words: Words) -> Fold:
    """Head and body with their lines."""
    title = words(
        "page-reply",
        kind=printable(reply.kind, limit=60),
        operation=operation_title(run, reply.operation),
        at=words.figures.plain(reply.due_s),
        service=words.figures.three_digits(reply.service_ms),
    )
    texts = [Picture(_lines(text)) for text in (reply.head, reply.body) if text]
    whole = words.figures.whole(reply.body_bytes)
    kept = words("page-reply-empty", all=whole)
    if reply.body:
        kept = words("page-reply-cut", shown=words.figures.whole(len(reply.body)), all=whole)
    return Fold(title, [*texts, Paragraph(kept, is_note=True)])


def _lines(text: str) -> str:
    """Return the text of a target with its lines and tabs; all else that cannot be seen is escaped."""
    lines: Sequence[str] = text[:_MOST_CHARACTERS].rstrip("\n").split("\n")
    return "\n".join("\t".join(printable(part, _MOST_CHARACTERS) for part in line.split("\t")) for line in lines)
