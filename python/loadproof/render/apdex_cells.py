"""Apdex in a report: cells of scores, and the table of one trial by operation."""

from loadproof.records.measurement import Apdex, Measurement
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.cells import column, count_cell, percent_cell, state_cell
from loadproof.render.document import CellKind, Table, TableCell
from loadproof.render.names import operation_title
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["apdex_cell", "apdex_table", "minute_cell", "rating_word"]

_UNSURE = "?"


def rating_word(words: Words, code: str) -> str:
    """Return the word of a rating."""
    return words(f"page-state-{code}")


def apdex_cell(apdex: Apdex) -> TableCell:
    """Cell of a score as the specification prints it, such as `0.75 [4.0]*`."""
    return TableCell(apdex.text, apdex.score, CellKind.NUMBER)


def minute_cell(apdex: Apdex) -> TableCell:
    """Cell of a score in a table of minutes: without its target, with a question mark if its rating is not sure."""
    few = "*" if apdex.text.endswith("*") else ""
    unsure = "" if apdex.score is None or apdex.is_sure else _UNSURE
    return TableCell(f"{apdex.text.partition(' ')[0]}{few}{unsure}", apdex.score, CellKind.NUMBER)


def apdex_table(trial: Trial, run: Run, words: Words) -> Table | None:
    """Return Apdex by operation and flow, and of all operations together; None if no row has a target time."""
    parts = {name: part for name, part in trial.measurement.operations.items() if part.apdex is not None}
    if not parts:
        return None
    rows = [_row(operation_title(run, name), part, words) for name, part in parts.items()]
    has_total = trial.measurement.apdex is not None and len(rows) > 1
    if has_total:
        rows.append(_row(words("page-all"), trial.measurement, words))
    columns = [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "apdex-column-samples", wraps=True),
        column(words, "apdex-column-score"),
        column(words, "apdex-column-interval", wraps=True),
        column(words, "apdex-column-rating", figures=False),
        column(words, "apdex-column-satisfied", wraps=True),
        column(words, "apdex-column-tolerating", wraps=True),
        column(words, "apdex-column-frustrated", wraps=True),
    ]
    return Table(columns, rows, totals=int(has_total))


def _row(name: str, part: Measurement, words: Words) -> list[TableCell | str]:
    apdex = part.apdex
    if apdex is None:
        return [name, *[NOTHING] * 7]
    frustrated = apdex.samples - apdex.satisfied - apdex.tolerating
    shares = [
        percent_cell(words, 100.0 * calls / apdex.samples if apdex.samples else None)
        for calls in (apdex.satisfied, apdex.tolerating, frustrated)
    ]
    return [
        name,
        count_cell(words, apdex.samples),
        apdex_cell(apdex),
        _interval(apdex),
        NOTHING if apdex.rating is None else state_cell(words, apdex.rating),
        *shares,
    ]


def _interval(apdex: Apdex) -> TableCell | str:
    if apdex.low is None or apdex.high is None:
        return NOTHING
    return TableCell(f"{apdex.low:.3f}–{apdex.high:.3f}", apdex.low, CellKind.NUMBER)
