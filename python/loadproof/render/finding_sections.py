"""The findings of a report: what stopped whom first, then each fact and hypothesis, what repeats said once."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from loadproof.model.message import SAID, Listed, Message, Value, count
from loadproof.records.finding import Cause, Evidence, Finding, Unit
from loadproof.records.trial import Trial
from loadproof.render.cells import capitalized, joined, named, told
from loadproof.render.document import (
    Block,
    CellKind,
    Column,
    Fold,
    Paragraph,
    Section,
    Statement,
    Statements,
    Table,
    TableCell,
)
from loadproof.result.passed_facts import passed_facts
from loadproof.result.plain_text import printable
from loadproof.result.result import Result, StoppedBy
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["cause_words", "finding_sections", "finding_statements", "shown_beside", "stopped_first"]

_FIGURE = re.compile(r"\d[\d.,]*(?:e[+-]\d+)?")
_MOST_COLUMNS = 6
_LONGEST_TEXT, _LONGEST_PATH = 300, 200
_SUPPOSED = "?"
_UNITS = frozenset(Unit)
_GROUPS = {
    "facts": ("report-facts", "report-facts-note"),
    "hypotheses": ("report-hypotheses", "report-hypotheses-note"),
    "beside": ("report-beside", "report-beside-note"),
}
"""Titles and notes of the groups of findings."""


def cause_words(words: Words, cause: str) -> str:
    """The short name of a cause, as at the head of a column."""
    return named(words, f"cause-{cause}", cause)


def stopped_first(rows: Sequence[StoppedBy]) -> list[tuple[str, int]]:
    """The causes that stopped starts before all others, with the starts of each, the most frequent first."""
    return Counter(row.causes[0].cause for row in rows if row.causes).most_common()


def finding_sections(result: Result, words: Words) -> list[Section]:
    """The matrix of variants and causes where several were stopped, and below it what it rests on."""
    if not result.findings:
        if not result.trials:
            return []
        return [Section(words("page-section-findings"), [Paragraph(words("page-findings-none"))], name="findings")]
    told_beside = shown_beside(result, words)
    beside = [Paragraph(told_beside)] if told_beside else []
    # A start that was never loaded was stopped by nothing.
    ran = {(trial.variant, trial.start) for trial in result.trials}
    rows = [row for row in result.stopped_by if (row.variant, row.start) in ran]
    stopped = [row for row in rows if row.causes]
    if len(rows) < 2 or not stopped:
        first = [cause_words(words, cause) for cause, _ in stopped_first(stopped)]
        head: list[Block] = [Paragraph(words("report-stopped-by", causes=joined(words, first)))] if first else []
        details = _details(result.findings, result.trials, words)
        return [Section(words("page-section-findings"), [*head, *beside, *details], name="findings")]
    note = Paragraph(words("report-matrix-note"), is_note=True)
    blocks = [_matrix(rows, words), note, *beside, *_folds(result, words)]
    return [Section(words("page-section-findings"), blocks, name="findings")]


def _folds(result: Result, words: Words) -> list[Block]:
    """Findings of each variant, folded."""
    variant_of = {trial.number: trial.variant for trial in result.trials}
    groups: dict[str | None, list[Finding]] = {row.variant: [] for row in result.stopped_by}
    for finding in result.findings:
        groups.setdefault(variant_of.get(finding.trial), []).append(finding)
    several = len([found for found in groups.values() if found]) > 1
    folds: list[Block] = []
    for variant, found in groups.items():
        if not found:
            continue
        title = words("report-findings-details", count=count(len(found)))
        if several:
            title = words("page-label", label=printable(str(variant), limit=60)) + title
        folds.append(Fold(title, _details(found, result.trials, words)))
    return folds


def shown_beside(result: Result, words: Words) -> str:
    """The causes that trials show though they passed; empty: there are none."""
    causes = dict.fromkeys(fact.cause for fact in passed_facts(result))
    named = joined(words, [cause_words(words, cause) for cause in causes])
    return words("report-beside-passed", causes=named) if causes else ""


def _matrix(rows: Sequence[StoppedBy], words: Words) -> Table:
    """A row for each variant, or for each start of the only one; a column for each cause, the strongest first."""
    by_variant = len({row.variant for row in rows}) > 1
    keys = dict.fromkeys(_key(row, by_variant) for row in rows)
    causes = _causes_in_order(rows)
    columns = [
        Column(words("page-column-variant") if by_variant else words("page-column-start"), figures=False),
        Column(words("report-column-first"), figures=False, wraps=True),
        *(Column(capitalized(cause_words(words, cause)), wraps=True) for cause in causes[:_MOST_COLUMNS]),
    ]
    if len(causes) > _MOST_COLUMNS:
        columns.append(Column(words("report-column-other-causes"), figures=False, wraps=True))
    shown = []
    for key in keys:
        own = [row for row in rows if _key(row, by_variant) == key]
        shown.append([printable(key), _first(own, words), *_cells(own, causes, words)])
    return Table(columns, shown)


def _key(row: StoppedBy, by_variant: bool) -> str:
    return str(row.variant) if by_variant else str(row.start)


def _causes_in_order(rows: Sequence[StoppedBy]) -> list[str]:
    """Return the causes in the order of their columns.

    The leading causes of starts (`stopped_first`) come first, the most frequent first. The other causes follow, the
    strongest first.
    """
    first = [cause for cause, _ in stopped_first(rows)]
    order = list[str](Cause)
    found = {cause.cause for row in rows for cause in row.causes}
    others = sorted(found - set(first), key=lambda code: (order.index(code) if code in order else len(order), code))
    return [*first, *others]


def _first(own: Sequence[StoppedBy], words: Words) -> str:
    first = [cause_words(words, cause) for cause, _ in stopped_first(own)]
    return joined(words, first) or NOTHING


def _cells(own: Sequence[StoppedBy], causes: Sequence[str], words: Words) -> list[TableCell | str]:
    cells: list[TableCell | str] = [_cell(own, cause) for cause in causes]
    if len(causes) <= _MOST_COLUMNS:
        return cells
    rest = [cause_words(words, cause) for cause in causes[_MOST_COLUMNS:] if _cell(own, cause).value]
    return [*cells[:_MOST_COLUMNS], joined(words, rest) or NOTHING]


def _cell(own: Sequence[StoppedBy], cause: str) -> TableCell:
    """In how many starts it was seen, of how many; what is supposed in all of them has a question mark."""
    seen = [one for row in own for one in row.causes if one.cause == cause]
    if not seen:
        return TableCell(NOTHING, 0.0, CellKind.COUNT)
    is_supposed = all(one.kind == "hypothesis" for one in seen)
    shown = f"{len(seen)}/{len(own)}{_SUPPOSED if is_supposed else ''}"
    return TableCell(shown, len(seen) / len(own), CellKind.COUNT, "hypothesis" if is_supposed else "fact")


def _details(findings: Sequence[Finding], trials: Sequence[Trial], words: Words) -> list[Block]:
    """Facts, hypotheses, and facts that do not explain the failure, each with its evidence."""
    blocks: list[Block] = []
    for group, codes in _GROUPS.items():
        found = [finding for finding in findings if _group(finding) == group]
        if found:
            title, note = map(words, codes)
            blocks.append(Paragraph(words("report-details-note", title=title, note=note), is_note=True))
            files = {item.artifact for one in found for item in one.evidence if item.artifact is not None}
            shown = sorted(file for file in files if _path(file) == file)
            test = words("page-label", label=words("page-findings-test"))
            blocks.append(Statements(_shown(found, trials, words), hint_label=test, files=shown))
    return blocks


def _group(finding: Finding) -> str:
    if finding.role == "beside":
        return "beside"
    return "facts" if finding.kind == "fact" else "hypotheses"


def _shown(findings: Sequence[Finding], trials: Sequence[Trial], words: Words) -> list[Statement]:
    by_number = {trial.number: trial for trial in trials}
    several = len({(trial.variant, trial.start) for trial in trials}) > 1
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        trial = by_number.get(finding.trial)
        variant = None if trial is None else trial.variant
        groups.setdefault((variant, finding.cause, finding.kind, *_repeated(finding.text)), []).append(finding)
    return [_point(group, by_number, several, words) for group in groups.values()]


def _repeated(text: Message) -> tuple[object, ...]:
    """Texts that differ in their figures alone have the same: the code, and the names in its gaps."""
    if text.code == SAID:
        return SAID, _FIGURE.sub("#", str(text.values["text"]))
    return text.code, *_names(text)


def _names(value: Value) -> Iterator[str]:
    match value:
        case Message():
            for name, inner in value.values.items():
                # In which trial the same was seen to pass is no part of what is said.
                yield from _names(inner) if name != "trial" else ()
        case Listed(_, items):
            for item in items:
                yield from _names(item)
        case str():
            yield value


def finding_statements(findings: Sequence[Finding], words: Words) -> list[Statement]:
    """Return a statement for each finding, without its trial."""
    return [_statement([one], told(words, one.text), words) for one in findings]


def _point(group: Sequence[Finding], by_number: Mapping[int, Trial], several: bool, words: Words) -> Statement:
    first = group[0]
    text = words("report-finding", where=_where(group, by_number, several, words), text=told(words, first.text))
    return _statement(group, text, words)


def _statement(group: Sequence[Finding], text: str, words: Words) -> Statement:
    """Return alike findings as one statement, with the evidence of all."""
    first = group[0]
    lines = [
        _evidence([one.evidence[place] for one in group if place < len(one.evidence)], words)
        for place in range(len(first.evidence))
    ]
    hint = "" if first.test is None else told(words, first.test)
    return Statement(text, label=capitalized(cause_words(words, first.cause)), tone=first.kind, lines=lines, hint=hint)


def _evidence(alike: Sequence[Evidence], words: Words) -> str:
    """One item of evidence of alike findings: figures from the least to the most, texts in quotes, then the files."""
    first = alike[0]
    values = [item for item in alike if item.value is not None]
    parts = [told(words, first.name)]
    if values:
        ends = (min(values, key=_value), max(values, key=_value))
        shown = [_figure(item, words) for item in ends]
        parts.append(shown[0] if shown[0] == shown[1] else words("from-to", low=shown[0], high=shown[1]))
    texts = dict.fromkeys(printable(item.text, _LONGEST_TEXT) for item in alike if item.text)
    parts += [words("report-quoted", text=text) for text in texts]
    parts += dict.fromkeys(_path(item.artifact) for item in alike if item.artifact is not None)
    return " ".join(parts)


def _value(item: Evidence) -> float:
    return item.value or 0.0


def _figure(item: Evidence, words: Words) -> str:
    if item.unit in _UNITS:
        return told(words, item.figure)
    return f"{words.figures.plain(item.value)} {printable(item.unit)}".rstrip()


def _path(artifact: str) -> str:
    return printable(artifact, _LONGEST_PATH)


def _where(group: Sequence[Finding], by_number: Mapping[int, Trial], several: bool, words: Words) -> str:
    """The trial, and of a study of several starts whose it is and in which other trials the same was found."""
    first = group[0].trial
    trial = by_number.get(first)
    name = words("page-trial-name", number=str(first))
    where = capitalized(name)
    if several and trial is not None:
        where = name if trial.variant is None else words("report-part-of", whole=printable(trial.variant), part=name)
    also = [str(finding.trial) for finding in group[1:]]
    return words("report-also-in", where=where, trials=joined(words, also)) if also else where
