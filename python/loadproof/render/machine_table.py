"""Table of the machines in the trials that the answers rest on."""

from collections.abc import Sequence

from loadproof.judge.saturation import is_saturated_for_long, resource_words
from loadproof.model.machine_series import LOCAL_MACHINE
from loadproof.records.machine_use import ResourceUse
from loadproof.records.trial import Trial
from loadproof.render.cells import capitalized, column, count_cell, duration_cell, more, named, percent_cell, told
from loadproof.render.document import Block, Paragraph, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words

__all__ = ["machine_sections"]

_MOST_ROWS = 200
"""Rows that are shown: 10 trials of 5 machines."""


def machine_sections(result: Result, words: Words) -> list[Section]:
    """Return the part of a section that shows machines; none where no probe read one in these trials."""
    decisive = {answer.decisive for answer in result.answers}
    shown = [(one, use) for one in result.trials if one.number in decisive for use in one.measurement.machines]
    if not shown:
        return []
    blocks: list[Block] = [_table(shown[:_MOST_ROWS], words), *more(len(shown) - _MOST_ROWS, words)]
    return [Section(words("page-section-machines"), [*blocks, Paragraph(words("page-machines-note"), is_note=True)])]


def _table(shown: Sequence[tuple[Trial, ResourceUse]], words: Words) -> Table:
    columns = [
        column(words, "page-column-trial"),
        column(words, "page-column-machine", figures=False),
        column(words, "page-column-role", figures=False),
        column(words, "page-column-resource", figures=False),
        column(words, "page-column-mean-use"),
        column(words, "page-column-highest-use"),
        column(words, "page-column-saturated", wraps=True, toned=True),
        column(words, "page-column-left-out", wraps=True),
    ]
    rows = [_row(trial, use, words) for trial, use in shown]
    return Table(columns, rows, [_tone(use) for _, use in shown])


def _row(trial: Trial, use: ResourceUse, words: Words) -> list[TableCell | str]:
    return [
        count_cell(words, trial.number),
        _name(use, words),
        named(words, f"page-role-{use.role}", use.role),
        capitalized(told(words, resource_words(use.resource))),
        percent_cell(words, use.mean_percent),
        percent_cell(words, use.highest_percent),
        percent_cell(words, use.saturated_percent),
        duration_cell(words, use.left_out_s),
    ]


def _name(use: ResourceUse, words: Words) -> str:
    """The name as the study writes it; this machine in words."""
    return words("page-machine-this") if use.machine == LOCAL_MACHINE else printable(use.machine)


def _tone(use: ResourceUse) -> str:
    """A saturated machine is a doubt, whatever the verdict."""
    return "undecided" if is_saturated_for_long(use.saturated_s, use.judged_s) or use.left_out_s else ""
