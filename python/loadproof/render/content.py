"""Layout of the full report, for every medium: the order of its sections is decided here and nowhere else.

First the verdict, then the SLO that decided and what each operation did, the load over time, response times against
the rate, and what stopped it. Details, comparisons of detail and the method follow, folded where a medium can fold.
"""

from collections.abc import Sequence

from loadproof.alarms.sections import alarms_sections
from loadproof.injections.sections import injections_sections
from loadproof.methods.factor import Factor
from loadproof.methods.registry import METHODS, row_of
from loadproof.methods.trial import Purpose
from loadproof.model.message import Listing, count, share
from loadproof.postgres.sections import databases_sections
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.answer_sections import answer_sections, reply_lines
from loadproof.render.cells import capitalized, joined, per_second, state_cell, told
from loadproof.render.diagnosis_sections import diagnosis_sections
from loadproof.render.document import (
    Block,
    Bullets,
    Chart,
    Code,
    Document,
    Fold,
    Paragraph,
    Section,
    StartSections,
)
from loadproof.render.finding_sections import finding_sections
from loadproof.render.memory_sections import memory_sections
from loadproof.render.method_section import events_table, method_section
from loadproof.render.plain_sentence import plain_sentence
from loadproof.render.ranking_sections import ranking_sections
from loadproof.render.runtime_sections import runtime_sections
from loadproof.render.stage_sections import stage_sections
from loadproof.render.trial_sections import decisive_of, operations_section, trials_section
from loadproof.render.trial_tables import starts_trials_table
from loadproof.render.validity_section import validity_section
from loadproof.render.verdict_head import glance_blocks, key_figures, verdict_lines
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words

__all__ = ["report_document", "report_title"]

_TRIED = ("passed", "failed", "undecided")


def report_document(result: Result, words: Words) -> Document:
    """The report of a result in a language; all of its text is safe to print, and is to be escaped for its medium."""
    return _ReportWriter(result, words).document()


def report_title(run: Run, words: Words) -> str:
    """The verb and what was loaded."""
    time = "virtual" if run.virtual_time else "real"
    return words("report-title", verb=printable(run.verb), time=time, name=printable(run.subject))


class _ReportWriter:
    """Writes the parts of the report of one result."""

    def __init__(self, result: Result, words: Words) -> None:
        self._result = result
        self._words = words
        self._starts = list(dict.fromkeys((trial.variant, trial.start) for trial in result.trials))

    def document(self) -> Document:
        """The whole."""
        result, words, run = self._result, self._words, self._result.run
        has_several = len(self._starts) > 1
        main: Sequence[Section]
        if has_several:
            main, starts = [*self._over_starts(), *self._findings()], self._of_starts()
        else:
            main = [*self._over_starts(), *self._shown(None), *self._findings(), *self._details(None)]
            starts = []
        return Document(
            title=report_title(run, words),
            verdict=told(words, result.sentence, 2000),
            tone=result.tone,
            plain=told(words, plain_sentence(result)),
            warning=told(words, run.time_note) if run.time_note else "",
            lines=verdict_lines(result, words),
            figures=key_figures(result, words),
            blocks=[
                *([] if result.leading_ranking is not None else self._intervals()),
                *([Bullets(lines)] if (lines := reply_lines(result.answers, words)) else []),
                *glance_blocks(result, words),
            ],
            sections=main,
            starts=starts,
            closing=self._closing(),
            fact_titles=(words("page-column-figure"), words("report-column-value")),
        )

    def _over_starts(self) -> list[Section]:
        """Rankings, and sections of methods: what all starts say together."""
        result, words = self._result, self._words
        return [*ranking_sections(result, words), *(one for row in METHODS for one in row.sections(result, words))]

    def _findings(self) -> list[Section]:
        breaks = Section(self._words("page-section-breaks"), [Chart("breaks")], name="breaks")
        return [*([breaks] if self._has_breaks() else []), *finding_sections(self._result, self._words)]

    def _has_breaks(self) -> bool:
        """Return True if a variant of several starts was judged at two rates."""
        rates: dict[str | None, set[float]] = {}
        for trial in self._result.trials:
            if Purpose(trial.purpose).is_judged and trial.rate is not None:
                rates.setdefault(trial.variant, set()).add(trial.rate)
        return len(self._starts) > 1 and any(len(of_variant) > 1 for of_variant in rates.values())

    def _shown(self, start: tuple[str | None, int] | None) -> list[Section]:
        """Operations, load and response over time, and response against rate, of one start."""
        result, words = self._result, self._words
        trials = self._trials(start)
        decisive = result.decisive if start is None else decisive_of(result, *start)
        judged = [one for one in trials if Purpose(one.purpose).is_judged]
        found = [
            *operations_section(trials, decisive, result.run, words),
            Section(words("page-section-load"), [Chart("load")], name="load"),
        ]
        # Slots of a comparison are held at one rate.
        if judged or not (result.comparisons or result.overheads):
            found.append(Section(words("page-section-rates"), [Chart("rates")], name="rates"))
        if any(one.measurement.completed for one in judged):
            title = words("page-section-response-curve")
            found.append(Section(title, [Chart("response-curve")], name="response-curve"))
        return found

    def _details(self, start: tuple[str | None, int] | None) -> list[Section]:
        result, words = self._result, self._words
        trials = self._trials(start)
        return [
            *stage_sections(trials, words),
            trials_section(trials, result.run, words),
            Section(words("page-section-heat"), [Chart("heat")], name="heat", is_folded=True),
            Section(words("page-section-resources"), [Chart("resources")], name="resources", is_folded=True),
        ]

    def _trials(self, start: tuple[str | None, int] | None) -> list[Trial]:
        return [one for one in self._result.trials if start is None or (one.variant, one.start) == start]

    def _of_starts(self) -> list[StartSections]:
        typical = self._typical()
        return [self._of_start(start, start in typical) for start in self._starts]

    def _of_start(self, start: tuple[str | None, int], is_typical: bool) -> StartSections:
        words, (variant, number) = self._words, start
        name = words("page-start-name", start=str(number))
        if variant is not None:
            name = words("report-part-of", whole=printable(variant), part=name)
        sections = [self._gave(start, name), *self._shown(start), *self._details(start)]
        return StartSections(variant, number, name, sections, is_typical)

    def _gave(self, start: tuple[str | None, int], name: str) -> Section:
        """Return the answers of a start, and its events."""
        result, words = self._result, self._words
        answers = [one for one in result.answers if (one.variant, one.start) == start]
        lines = [
            words(
                "report-finding",
                where=state_cell(words, one.outcome).text,
                text=told(words, one.sentence),
            )
            for one in answers
        ]
        if not lines:
            is_superseded = any(trial.superseded for trial in self._trials(start))
            besides = words("page-aside", text=words("page-superseded")) if is_superseded else ""
            lines = [words("page-no-answer") + besides]
        lines += reply_lines(answers, words)
        events = [one for one in result.run.events if (one.variant, one.start) == start]
        fold = (
            [Fold(words("page-events-of", count=count(len(events))), [events_table(events, words)])] if events else []
        )
        note = Paragraph(words("page-one-start-note", name=name), is_note=True)
        return Section(words("page-section-start"), [note, Bullets(lines), *fold], name="start")

    def _typical(self) -> set[tuple[str | None, int]]:
        """Return the start of each variant that stands for the others.

        If starts are ranked, the typical one; else the start of the variant's first answer that rests on a trial.
        """
        result = self._result
        for ranking in result.rankings:
            if ranking.method == result.leading_ranking:
                return {(one.variant, one.typical) for one in ranking.variants if one.typical is not None}
        found: dict[str | None, tuple[str | None, int]] = {}
        for answer in result.answers:
            if answer.decisive is not None:
                found.setdefault(answer.variant, (answer.variant, answer.start))
        return set(found.values())

    def _closing(self) -> list[Section]:
        result, words, run = self._result, self._words, self._result.run
        return [
            *answer_sections(result, words),
            *alarms_sections(result.alarms, words),
            *injections_sections(result.injections, words),
            *self._all_trials(),
            *self._databases(),
            *memory_sections(result.memory, words),
            *diagnosis_sections(result.diagnoses, words),
            *runtime_sections(run, words),
            validity_section(result, words),
            method_section(result, words),
            Section(
                words("page-section-repeat"),
                [Code(printable(run.repeat)), Paragraph(words("page-repeat-note"), is_note=True)],
                name="repeat",
            ),
        ]

    def _databases(self) -> list[Section]:
        result = self._result
        decisive = {answer.decisive for answer in result.answers if answer.decisive is not None}
        return databases_sections(result.databases, result.trials, decisive, self._words)

    def _all_trials(self) -> list[Section]:
        """Return the judged trials of all starts in one table."""
        result, words = self._result, self._words
        judged = [trial for trial in result.trials if Purpose(trial.purpose).is_judged]
        if len(self._starts) < 2 or not judged:
            return []
        note = Paragraph(words("report-starts-trials-note"), is_note=True)
        title = words("page-section-all-trials")
        blocks: list[Block] = [starts_trials_table(result.trials, words), note]
        return [Section(title, blocks, detail=True, name="all-trials", is_folded=True)]

    def _intervals(self) -> list[Block]:
        return [
            self._interval(answer, [trial for trial in self._result.trials if trial.number in answer.trials])
            for answer in self._result.answers
            if row_of(answer.method).finds_capacity and answer.low is not None and answer.high
        ]

    def _interval(self, answer: Answer, trials: Sequence[Trial]) -> Block:
        """Return the estimate and bounds of a search, the rates that it tried, and the reason of the answer.

        The estimate is no rate that was tried. Therefore the tried rates follow it, by state.
        """
        words = self._words
        low, high = answer.low or 0.0, answer.high or 0.0
        factor, between, width = Factor.of_unit(answer.unit), {"low": low, "high": high}, share((high - low) / high)
        if answer.outcome not in ("found", "coarse"):
            bounds = told(words, factor.message("report-bounds", between, width=width))
        elif answer.estimate is None:
            bounds = told(words, factor.message("report-interval", between, width=width))
        else:
            estimated = factor.message("report-estimate", {"estimate": answer.estimate, **between}, width=width)
            bounds = told(words, estimated)
        reason = told(words, answer.reason).rstrip(".。 ")
        because = [words("report-sentence", text=capitalized(reason))] if reason else []
        return Paragraph(joined(words, [bounds, *self._tried(trials, factor), *because], Listing.SENTENCES))

    def _tried(self, trials: Sequence[Trial], factor: Factor) -> list[str]:
        judged = [trial for trial in trials if trial.rate is not None and Purpose(trial.purpose).is_judged]
        found = []
        for state in _TRIED:
            own = [trial for trial in judged if trial.state == state]
            if factor is Factor.USERS:
                users = sorted({trial.users for trial in own})
                levels = [self._words.value(factor.words(float(one))) for one in users]
            else:
                rates = sorted({trial.rate for trial in own if trial.rate is not None})
                levels = [per_second(self._words, one) for one in rates]
            if levels:
                shown = joined(self._words, levels)
                name = capitalized(self._words(f"page-state-{state}"))
                found.append(self._words("report-tried", state=name, rates=shown))
        return found
