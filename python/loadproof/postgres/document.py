"""Report on an observed database as a document: causes, what is missing, and what the database did."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from loadproof.model.message import Message
from loadproof.postgres.report import DatabaseReport
from loadproof.postgres.sections import activity_lines, activity_sections, earlier_minute
from loadproof.records.finding import Finding
from loadproof.render.cells import told
from loadproof.render.document import Block, Bullets, Code, Document, Paragraph, Section, Statements
from loadproof.render.finding_sections import finding_statements
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words

__all__ = ["database_document"]

_TONES = {"deadlocked": "failed", "calm": "passed"}
_LONGEST_SENTENCE = 1200
_LONGEST_TEXT = 600
_LONGEST_NAME = 80
_MOST_LINES = 5
_MOST_EVIDENCE = 6


def database_document(report: DatabaseReport, words: Words, *, is_whole: bool = True) -> Document:
    """Return the document of a database; unless `is_whole` the most important lines and rows."""
    name = printable(report.database.name, _LONGEST_NAME)
    return Document(
        title=told(words, Message("database-diagnosis-title", database=name)),
        verdict=told(words, report.sentence, _LONGEST_SENTENCE),
        tone=_TONES.get(report.state, "undecided"),
        sections=list(_sections(report, words, is_whole=is_whole)),
        fact_titles=(words("gc-column-figure"), words("gc-column-value")),
    )


def _sections(report: DatabaseReport, words: Words, *, is_whole: bool) -> Iterator[Section]:
    if report.interrupted:
        yield Section(words("vm-section-doubt"), [Paragraph(words("database-diagnosis-interrupted"))])
    if report.findings:
        hint = words("page-label", label=words("page-findings-test"))
        points = finding_statements(_paired(report.findings), words)
        if not is_whole:
            points = [replace(point, lines=point.lines[:_MOST_EVIDENCE]) for point in points]
        yield Section(words("database-diagnosis-causes"), [Statements(points, hint_label=hint)])
    activity, earlier = report.activity, earlier_minute(report.minutes)
    if activity is not None and not is_whole:
        lines = activity_lines(activity, earlier, words, _MOST_LINES)
        if lines:
            yield Section(words("database-diagnosis-lines"), [Bullets(lines)])
    if activity is not None:
        yield from activity_sections(activity, report.minutes, earlier, words, is_whole=is_whole)
    if report.shortfalls:
        blocks: list[Block] = [Bullets([told(words, one, _LONGEST_TEXT) for one in report.shortfalls])]
        if report.remedies:
            blocks.append(Paragraph(words("database-diagnosis-remedies")))
            blocks += [Code(printable(one, _LONGEST_TEXT)) for one in report.remedies]
        yield Section(words("databases-shortfalls"), blocks)


def _paired(findings: Sequence[Finding]) -> list[Finding]:
    """Return each fact with the hypotheses on it below, which repeat none of its evidence."""
    facts = [one for one in findings if one.kind == "fact"]
    paired: list[Finding] = []
    left = [one for one in findings if one.kind != "fact"]
    for fact in facts:
        own = [one for one in left if one.cause == fact.cause and set(fact.evidence) <= set(one.evidence)]
        left = [one for one in left if one not in own]
        paired += [fact, *(replace(one, evidence=one.evidence[len(fact.evidence) :]) for one in own)]
    return [*paired, *left]
