"""An audit of a published table as a document: what is wrong, what is weak, what it cannot show, and all recomputed."""

from collections.abc import Sequence

from loadproof.model.message import Message, count
from loadproof.render.cells import column, told
from loadproof.render.document import Block, Bullets, Document, Paragraph, Section, Table
from loadproof.tools.audit.audited import Audit, AuditRemark, RecomputedChange, RecomputedTotal
from loadproof.tools.audit.column_meaning import figure_told
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["audit_document"]

_TONES = {"contradicted": "failed", "incomplete": "undecided", "doubted": "undecided", "closes": "passed"}
_KINDS = ("contradiction", "doubt", "limit")
_LONGEST_REMARK = 1200
_LONGEST_NAME = 40
_MOST_AGREEING = 10


def audit_document(audit: Audit, words: Words, *, is_whole: bool = True) -> Document:
    """The document of an audit; unless `is_whole` the changes that agree are shown in part."""
    remarks = {kind: [one for one in audit.remarks if one.kind == kind] for kind in _KINDS}
    sections = [
        Section(words(f"audit-section-{kind}"), [Bullets([_remark(one, words) for one in remarks[kind]])])
        for kind in _KINDS
        if remarks[kind]
    ]
    if audit.unread:
        unread = Bullets([told(words, part, _LONGEST_REMARK) for part in audit.unread])
        sections.insert(bool(remarks["contradiction"]), Section(words("audit-section-unread"), [unread]))
    if audit.totals:
        note = Paragraph(words("audit-section-totals-note"))
        sections.append(Section(words("audit-section-totals"), [_totals(audit.totals, words), note]))
    if audit.changes:
        sections.append(Section(words("audit-section-changes"), _changes(audit.changes, words, is_whole=is_whole)))
    if audit.notes:
        notes = Bullets([told(words, note, _LONGEST_REMARK) for note in audit.notes])
        sections.append(Section(words("audit-section-notes"), [notes]))
    return Document(
        title=told(words, Message("audit-title", table=audit.table)),
        verdict=told(words, audit.sentence),
        tone=_TONES[audit.state],
        sections=sections,
    )


def _remark(one: AuditRemark, words: Words) -> str:
    if not one.lines:
        return told(words, one.text, _LONGEST_REMARK)
    lines = ", ".join(map(str, one.lines)) + (" …" if one.more_lines else "")
    place = Message("audit-place", text=one.text, number=count(len(one.lines)), lines=lines)
    return told(words, place, _LONGEST_REMARK)


def _totals(totals: Sequence[RecomputedTotal], words: Words) -> Table:
    has_variants = any(one.variant for one in totals)
    columns = [
        *([column(words, "audit-column-variant", figures=False, wraps=True)] if has_variants else []),
        column(words, "audit-column-figure", figures=False),
        column(words, "audit-column-printed"),
        column(words, "audit-column-plain-mean"),
        column(words, "audit-column-weighted-mean"),
        column(words, "audit-column-bounds"),
    ]
    figures = words.figures
    rows = [
        [
            *([told(words, one.variant, _LONGEST_NAME)] if has_variants else []),
            told(words, figure_told(one.figure)),
            told(words, one.printed or NOTHING, _LONGEST_NAME),
            figures.plain(one.plain_mean),
            figures.plain(one.call_weighted_mean),
            _bounds(one.low, one.high, words),
        ]
        for one in totals
    ]
    return Table(columns, rows)


def _bounds(low: float | None, high: float | None, words: Words) -> str:
    if low is None:
        return NOTHING
    least = words.figures.plain(low)
    if high is None:
        return words("audit-bounds-open", low=least)
    return words("audit-bounds", low=least, high=words.figures.plain(high))


def _changes(changes: Sequence[RecomputedChange], words: Words, *, is_whole: bool) -> list[Block]:
    """Return the table of recomputed changes, the contradicted ones first, and a note on the rows left out."""
    has_others = any(one.unit != "%" for one in changes)
    has_pairs = len({(one.a, one.b) for one in changes}) > 1
    columns = [
        column(words, "audit-column-row", figures=False, wraps=True),
        *([column(words, "audit-column-variant", figures=False, wraps=True)] if has_pairs else []),
        column(words, "audit-column-figure", figures=False),
        column(words, "audit-column-from"),
        column(words, "audit-column-to"),
        column(words, "audit-column-printed"),
        column(words, "audit-column-recomputed"),
        *([column(words, "audit-column-percent", detail=True)] if has_others else []),
        column(words, "audit-column-verdict", figures=False, toned=True),
    ]
    ordered = sorted(changes, key=lambda one: (one.agrees, one.line))
    wrong = sum(not one.agrees for one in ordered)
    shown = ordered if is_whole else ordered[: wrong + _MOST_AGREEING]
    rows = [
        [
            told(words, one.row or NOTHING, _LONGEST_NAME),
            *([told(words, f"{one.a} → {one.b}", _LONGEST_NAME)] if has_pairs else []),
            told(words, figure_told(one.figure)),
            told(words, one.level_a, _LONGEST_NAME),
            told(words, one.level_b, _LONGEST_NAME),
            told(words, one.printed, _LONGEST_NAME),
            _middle(one.low, one.high, words),
            *([_middle(one.percent_low, one.percent_high, words)] if has_others else []),
            words("audit-agrees" if one.agrees else "audit-disagrees"),
        ]
        for one in shown
    ]
    table = Table(columns, rows, ["passed" if one.agrees else "failed" for one in shown])
    left = len(ordered) - len(shown)
    return [table, *([Paragraph(told(words, Message("audit-more-rows", rows=count(left))))] if left else [])]


def _middle(low: float | None, high: float | None, words: Words) -> str:
    return words.figures.plain(None if low is None or high is None else (low + high) / 2.0)
