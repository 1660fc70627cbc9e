"""The trials of a run: their table, and why each came out as it did."""

from collections.abc import Sequence

from loadproof.methods.trial import Purpose
from loadproof.records.run import RunSlo
from loadproof.records.trial import Trial
from loadproof.render.cells import (
    column,
    count_cell,
    load,
    named,
    number_cell,
    percent_cell,
    percentile,
    percentiles,
    start_cell,
    state_cell,
    time_cell,
    told,
    with_interval,
)
from loadproof.render.document import CellKind, Column, Table, TableCell
from loadproof.render.names import load_told
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["purpose_words", "starts_trials_table", "trials_table"]

_TOLD = (Purpose.CONFIRM, Purpose.LOAD, Purpose.WARM_UP)


def purpose_words(words: Words, purpose: str) -> str:
    """Return the purpose of a trial, in the words of the page.

    >>> from loadproof.words.catalogue import words_of
    >>> purpose_words(words_of("en"), "bracket")
    'coarse search'
    """
    return named(words, f"page-purpose-{purpose}", purpose)


def trial_state(words: Words, trial: Trial) -> TableCell:
    """Return the state of a trial, with a note if its start was run again or the trial was stopped early."""
    besides = words("page-superseded") if trial.superseded else words("page-early") if trial.early else ""
    return state_cell(words, trial.state, besides)


def trials_table(trials: Sequence[Trial], slos: Sequence[RunSlo], words: Words) -> Table:
    """One row per trial, with one column per SLO on a share of calls, and the reason of its state below it."""
    shares = [slo for slo in slos if slo.kind != "rate"]
    is_numbered = any(trial.n is not None for trial in trials)
    columns = [
        column(words, "page-column-trial"),
        column(words, "page-column-purpose", figures=False, wraps=True),
        column(words, "page-column-due"),
        *([column(words, "page-column-n", detail=True)] if is_numbered else []),
        column(words, "page-column-done"),
        Column("p50", detail=True),
        Column("p95", detail=True),
        Column("p99"),
        *(Column(_share_title(slo, words), wraps=True) for slo in shares),
        column(words, "page-column-errors"),
        column(words, "page-column-dropped"),
        column(words, "page-column-late", detail=True),
        column(words, "page-column-state", figures=False, wraps=True, toned=True),
    ]
    rows = [_row(trial, [slo.text for slo in shares], is_numbered, words) for trial in trials]
    return Table(columns, rows, [trial.tone for trial in trials], [_reason(trial, words) for trial in trials])


def starts_trials_table(trials: Sequence[Trial], words: Words) -> Table:
    """One short row per judged trial of a study of many starts: its variant, its start, and how it ended."""
    columns = [
        column(words, "page-column-trial"),
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-start"),
        column(words, "page-column-method", figures=False),
        column(words, "page-column-purpose", figures=False, wraps=True),
        column(words, "page-column-due"),
        column(words, "page-column-done"),
        Column("p99"),
        column(words, "page-column-late", detail=True),
        column(words, "page-column-state", figures=False, wraps=True, toned=True),
    ]
    judged = [trial for trial in trials if Purpose(trial.purpose).is_judged]
    return Table(columns, [_short_row(trial, words) for trial in judged], [trial.tone for trial in judged])


def _short_row(trial: Trial, words: Words) -> list[TableCell | str]:
    measurement = trial.measurement
    return [
        number_of(trial.number),
        printable(str(trial.variant)),
        start_cell(trial.variant, trial.start),
        named(words, f"page-method-{trial.method}", trial.method),
        purpose_words(words, trial.purpose),
        load(words, trial.rate, trial.users),
        number_cell(words, measurement.rate, CellKind.RATE),
        percentile(words, measurement.response_ms.p99, "p99", measurement.completed),
        _worst_lateness(trial, words),
        trial_state(words, trial),
    ]


def number_of(trial: int) -> TableCell:
    """Number of a trial."""
    return TableCell(str(trial), trial, CellKind.COUNT)


def _share_title(slo: RunSlo, words: Words) -> str:
    if slo.threshold_ms is None:
        limited = words("page-column-failed-share")
    else:
        limited = words("report-over", limit=words.figures.plain(slo.threshold_ms))
    return limited if slo.operation is None else f"{printable(slo.operation, limit=20)} {limited}"


def _row(trial: Trial, shares: Sequence[str], is_numbered: bool, words: Words) -> list[TableCell | str]:
    measurement = trial.measurement
    return [
        number_of(trial.number),
        purpose_words(words, trial.purpose),
        load(words, trial.rate, trial.users),
        *([number_cell(words, trial.n)] if is_numbered else []),
        number_cell(words, measurement.rate, CellKind.RATE),
        *percentiles(words, measurement.response_ms, ("p50", "p95", "p99"), measurement.completed),
        *(_share(trial, text, words) for text in shares),
        count_cell(words, measurement.errors),
        count_cell(words, measurement.dropped),
        _worst_lateness(trial, words),
        trial_state(words, trial),
    ]


def _worst_lateness(trial: Trial, words: Words) -> TableCell:
    """Nothing for a trial without a verdict, and of runs of earlier versions."""
    late_ms = None if trial.verdict is None else trial.verdict.worst_lateness_ms
    return time_cell(words, late_ms)


def _share(trial: Trial, text: str, words: Words) -> TableCell | str:
    found = [slo for slo in trial.verdict.slos if slo.slo == text] if trial.verdict else []
    if not found or found[0].over_percent is None:
        return NOTHING
    low, high = found[0].over_percent_low, found[0].over_percent_high
    shown = percent_cell(words, found[0].over_percent)
    if low is None or high is None:
        return shown
    return with_interval(shown, f" ({words.figures.plain(low)}–{words.figures.plain(high)})")


def _reason(trial: Trial, words: Words) -> str:
    """Return the reason of a trial; of a trial that passed only if it is a confirmation, a load or a warm-up."""
    if not trial.reason or (trial.state == "passed" and trial.purpose not in _TOLD):
        return ""
    return words(
        "report-trial-reason",
        number=str(trial.number),
        purpose=purpose_words(words, trial.purpose),
        load=load_told(trial.rate, trial.users),
        state=named(words, f"page-state-{trial.state}", trial.state),
        reason=told(words, trial.reason),
    )
