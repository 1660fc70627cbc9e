"""Sections of a report on a trial, beside its times: phases of connections and calls, and failed replies."""

from loadproof.model.message import count
from loadproof.records.measurement import FailedReply, Phase, Phases
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.cells import column, percentiles
from loadproof.render.document import Block, Column, Paragraph, Section, Table
from loadproof.render.names import operation_title
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words

__all__ = ["connections_matter", "phases_section", "replies_section"]

_PHASES = ("connect", "tls", "first_byte", "transfer", "reused_idle")
_PERCENTILES = ("p50", "p90", "p95", "p99", "p99_9")
_MATTERING_PART = 0.05
_MOST_SHOWN = 12
_BODY_CHARACTERS = 160


def connections_matter(phases: Phases) -> bool:
    """True if there was TLS, a connection for every twentieth call, or a reused connection that ended under a call."""
    calls = phases.first_byte.count
    if phases.reused_idle is not None and phases.reused_idle.count:
        return True
    return bool(phases.tls.count) or phases.connect.count > max(10, _MATTERING_PART * calls)


def phases_section(trial: Trial, whose: str, words: Words) -> Section | None:
    """Connect, TLS, first byte, transfer and lost reused connections of one trial; None if nothing was recorded."""
    phases = {name: getattr(trial.phases_ms, name) for name in _PHASES}
    rows = [
        _phase_row(words(f"page-phase-{name.replace('_', '-')}"), phase, words)
        for name, phase in phases.items()
        if phase is not None and phase.count
    ]
    if not rows:
        return None
    columns = [
        column(words, "page-column-phase", figures=False),
        column(words, "page-column-count"),
        column(words, "page-column-mean"),
        *(Column(name.replace("_", ".")) for name in _PERCENTILES),
        column(words, "page-column-max"),
    ]
    blocks: list[Block] = [Table(columns, rows), Paragraph(words("page-phases-note"))]
    title = words("report-title-of", title=words("page-phases"), what=whose)
    return Section(title, blocks, detail=not connections_matter(trial.phases_ms))


def _phase_row(name: str, times: Phase, words: Words) -> list[str]:
    return [
        name,
        words.figures.whole(times.count),
        words.figures.three_digits(times.mean),
        *percentiles(words, times, _PERCENTILES, times.count),
        words.figures.three_digits(times.max),
    ]


def replies_section(trial: Trial, whose: str, run: Run, words: Words) -> Section | None:
    """The first failing replies of a trial, each on one line; None where there were none."""
    replies = trial.failed_replies
    if not replies:
        return None
    columns = [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "report-column-kind", figures=False),
        column(words, "report-column-at"),
        column(words, "report-column-service-time"),
        column(words, "report-column-reply", figures=False, wraps=True),
        column(words, "report-column-body", figures=False, wraps=True),
    ]
    blocks: list[Block] = [Table(columns, [_reply_row(reply, run, words) for reply in replies[:_MOST_SHOWN]])]
    if len(replies) > _MOST_SHOWN:
        blocks.append(Paragraph(words("report-more-replies", count=count(len(replies) - _MOST_SHOWN))))
    return Section(words("report-title-of", title=words("page-replies"), what=whose), blocks)


def _reply_row(reply: FailedReply, run: Run, words: Words) -> list[str]:
    body = printable(reply.body, limit=_BODY_CHARACTERS)
    return [
        operation_title(run, reply.operation),
        printable(reply.kind, limit=40),
        words.figures.fixed(reply.due_s, 1),
        words.figures.three_digits(reply.service_ms),
        printable(reply.head.partition("\n")[0], limit=80),
        body or words("report-body-of-bytes", bytes=count(reply.body_bytes)),
    ]
