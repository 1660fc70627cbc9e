"""Stages of a load that were held: one row each, with its verdict."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.model.message import duration
from loadproof.records.trial import HeldStage, Trial
from loadproof.render.cells import column, percentiles
from loadproof.render.document import Column, Paragraph, Section, Table
from loadproof.render.trial_tables import state_named
from loadproof.words.catalogue import Words

__all__ = ["stage_sections", "stages_table"]


def stage_sections(trials: Sequence[Trial], words: Words) -> list[Section]:
    """Return a section for each trial with stages; []: there is none."""
    found = []
    for trial in trials:
        if trial.stages:
            name = words("page-trial-name", number=str(trial.number))
            title = words("report-title-of", title=words("page-section-stages"), what=name)
            found.append(Section(title, [stages_table(trial, words)]))
    note = Paragraph(words("page-stages-note"))
    return [*found[:-1], *(replace(last, blocks=[*last.blocks, note]) for last in found[-1:])]


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
    return Table(columns, rows, [stage.tone for stage in trial.stages])


def _row(number: int, stage: HeldStage, words: Words) -> list[str]:
    measured, figures = stage.measurement, words.figures
    return [
        str(number),
        words.value(duration(stage.begin_s)),
        words.value(duration(stage.end_s)),
        figures.plain(stage.rate),
        figures.plain(measured.rate),
        *percentiles(words, measured.response_ms, ("p50", "p95", "p99"), measured.completed),
        figures.whole(measured.errors),
        state_named(words, stage.verdict.state),
    ]
