"""Stages of a load that were held: one row each, with its verdict."""

from collections.abc import Sequence

from loadproof.records.trial import HeldStage, Trial
from loadproof.render.cells import (
    column,
    count_cell,
    duration_cell,
    number_cell,
    percentiles,
    state_cell,
    told,
)
from loadproof.render.document import Block, CellKind, Column, Paragraph, Section, Table, TableCell
from loadproof.words.catalogue import Words

__all__ = ["stage_sections", "stages_table"]


def stage_sections(trials: Sequence[Trial], words: Words) -> list[Section]:
    """Return the section of stages, with a part for each trial that has some; []: there is none."""
    staged = [trial for trial in trials if trial.stages]
    if not staged:
        return []
    tables: list[Block] = [
        Section(words("page-trial-name", number=str(trial.number)), [stages_table(trial, words)]) for trial in staged
    ]
    note = Paragraph(words("page-stages-note"), is_note=True)
    return [Section(words("page-section-stages"), [*tables, note], name="stages")]


def stages_table(trial: Trial, words: Words) -> Table:
    """Return one row for each stage that was held."""
    columns = [
        column(words, "page-column-stage"),
        column(words, "page-column-begin"),
        column(words, "page-column-end"),
        column(words, "page-column-due"),
        column(words, "page-column-done"),
        Column("p50"),
        Column("p95"),
        Column("p99"),
        column(words, "page-column-errors"),
        column(words, "page-column-state", figures=False, wraps=True, toned=True),
    ]
    rows = [_row(number, stage, words) for number, stage in enumerate(trial.stages, 1)]
    reasons = [told(words, stage.verdict.reason) if stage.verdict.state != "passed" else "" for stage in trial.stages]
    return Table(columns, rows, [stage.tone for stage in trial.stages], reasons)


def _row(number: int, stage: HeldStage, words: Words) -> list[TableCell]:
    measured = stage.measurement
    return [
        TableCell(str(number), number, CellKind.COUNT),
        duration_cell(words, stage.begin_s),
        duration_cell(words, stage.end_s),
        number_cell(words, stage.rate, CellKind.RATE),
        number_cell(words, measured.rate, CellKind.RATE),
        *percentiles(words, measured.response_ms, ("p50", "p95", "p99"), measured.completed),
        count_cell(words, measured.errors),
        state_cell(words, stage.verdict.state),
    ]
