"""Trials of one start in a report: the operations of a trial with their times, and the table of all trials."""

from collections.abc import Sequence

from loadproof.model.message import Listing, byte_size, count
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.apdex_cells import apdex_table
from loadproof.render.cells import joined, told
from loadproof.render.document import Block, Choice, Paragraph, Section
from loadproof.render.measurement_tables import (
    before_table,
    flows_table,
    lacking_intervals,
    operations_table,
    quantiles_table,
    targets_table,
    time_parts_table,
)
from loadproof.render.names import load_told
from loadproof.render.reply_sections import phases_part, replies_part
from loadproof.render.trial_tables import purpose_words, trials_table
from loadproof.result.result import Result
from loadproof.stats.quantile_interval import calls_needed
from loadproof.words.catalogue import Words

__all__ = ["decisive_of", "operations_section", "trials_section"]

_MOST_CHOICES = 40
"""Trials whose operations a reader can choose."""


def operations_section(trials: Sequence[Trial], decisive: int | None, run: Run, words: Words) -> list[Section]:
    """Return the operations of a trial, at first the decisive one, of which a reader can choose another."""
    choices = _choices(trials, decisive)
    if not choices:
        return []
    options = [Section(_name(trial, words), _operations(trial, run, words)) for trial in choices]
    numbers = [trial.number for trial in choices]
    chosen = numbers.index(decisive) if decisive in numbers else len(numbers) - 1
    note = Paragraph(words("page-operations-note"), is_note=True)
    choice = Choice(words("page-choose-trial"), options, chosen)
    return [Section(words("page-section-operations"), [choice, note], name="operations")]


def _choices(trials: Sequence[Trial], decisive: int | None) -> list[Trial]:
    """Return the judged trials, or if there are many the last of them, and always the decisive one.

    Of slots of a comparison, of which a start has hundreds, it is the last one.
    """
    judged = [one for one in trials if one.tone != "not_judged" or one.number == decisive]
    kept = {one.number for one in (judged or trials[-1:])[-_MOST_CHOICES:]} | {decisive}
    return [one for one in trials if one.number in kept]


def _name(trial: Trial, words: Words) -> str:
    return words(
        "report-trial",
        trial=words("page-trial-name", number=str(trial.number)),
        purpose=purpose_words(words, trial.purpose),
        load=load_told(trial.rate, trial.users),
    )


def _operations(trial: Trial, run: Run, words: Words) -> list[Block]:
    measured = trial.measurement
    beside = [*phases_part(trial, words), *replies_part(trial, run, words)]
    if not measured.due:
        return [Paragraph(words("page-nothing-due")), *beside]
    return [
        operations_table(trial, run, words),
        _counts(trial, words),
        *_apdex(trial, run, words),
        *_before(trial, run, words),
        *_flows(trial, run, words),
        *_targets(trial, run, words),
        Section(
            words("page-quantiles"),
            [quantiles_table(measured, run, words), _quantiles_note(trial, run, words)],
            is_folded=True,
        ),
        Section(
            words("page-parts"),
            [time_parts_table(measured, words), Paragraph(words("page-parts-note"), is_note=True)],
            is_folded=True,
        ),
        *beside,
    ]


def _apdex(trial: Trial, run: Run, words: Words) -> list[Block]:
    found = apdex_table(trial, run, words)
    if found is None:
        return []
    return [Section("Apdex", [found, Paragraph(words("apdex-note"), is_note=True)], name="apdex")]


def _before(trial: Trial, run: Run, words: Words) -> list[Block]:
    before = before_table(trial, run, words)
    if before is None:
        return []
    return [Section(words("page-before"), [before, Paragraph(words("page-before-note"), is_note=True)])]


def _flows(trial: Trial, run: Run, words: Words) -> list[Block]:
    flows = flows_table(trial, run, words)
    if flows is None:
        return []
    names = {row.name for row in run.profile.operations if row.kind == "flow"}
    cut = sum(part.cut for name, part in trial.measurement.operations.items() if name in names)
    notes = [words("page-flows-note")]
    if trial.early and cut:
        notes.append(words("report-flows-cut", cut=count(cut)))
    note = Paragraph(joined(words, notes, Listing.SENTENCES), is_note=True)
    return [Section(words("page-flows"), [flows, note])]


def _targets(trial: Trial, run: Run, words: Words) -> list[Block]:
    targets = targets_table(trial, run, words)
    if targets is None:
        return []
    return [Section(words("page-targets"), [targets, Paragraph(words("page-targets-note"), is_note=True)])]


def _quantiles_note(trial: Trial, run: Run, words: Words) -> Paragraph:
    lacking = lacking_intervals(trial.measurement, run)
    notes = [words("page-quantiles-note")]
    if lacking:
        calls = words.figures.whole(min(lacking))
        notes.append(words("page-quantiles-few", cells=count(len(lacking)), calls=calls))
    return Paragraph(joined(words, notes, Listing.SENTENCES), is_note=True)


def _counts(trial: Trial, words: Words) -> Paragraph:
    measured, whole = trial.measurement, words.figures.whole
    notes = [
        words(
            "page-counts-note",
            due=whole(measured.due),
            sent=whole(measured.sent),
            dropped=whole(measured.dropped),
            completed=whole(measured.completed),
            errors=whole(measured.errors),
            cut=whole(measured.cut),
        )
    ]
    if trial.due_note:
        notes.append(words("report-sentence", text=told(words, trial.due_note)))
    if measured.retried:
        notes.append(words("page-retried-note", retried=whole(measured.retried)))
    received, sent = measured.bytes_received, measured.bytes_sent
    if received is not None and sent is not None and measured.duration_s:
        rate = received / measured.duration_s
        told_bytes = {"received": byte_size(received), "rate": byte_size(rate), "sent": byte_size(sent)}
        notes.append(words("page-bytes-note", **told_bytes))
    return Paragraph(joined(words, notes, Listing.SENTENCES), is_note=True)


def trials_section(trials: Sequence[Trial], run: Run, words: Words) -> Section:
    """Return the table of the trials of one start."""
    title = words("page-section-trials")
    if not trials:
        return Section(title, [Paragraph(words("page-no-trials"))], name="trials")
    needed = {name: words.figures.whole(calls_needed(name)) for name in ("p99", "p99_9")}
    note = Paragraph(words("page-trials-note", p99=needed["p99"], p999=needed["p99_9"]), is_note=True)
    return Section(title, [trials_table(trials, run.slos, words), note], name="trials", is_folded=True)


def decisive_of(result: Result, variant: str | None, start: int) -> int | None:
    """Return the trial that the first answer of a start rests on."""
    own = [one for one in result.answers if (one.variant, one.start) == (variant, start)]
    return next((one.decisive for one in own if one.decisive is not None), None)
