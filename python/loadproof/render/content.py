"""Content of the full report, in order: the verdict, the results that it rests on, and the method of measurement."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.methods.registry import METHODS, row_of
from loadproof.methods.trial import Purpose
from loadproof.model.message import Listing, Message, byte_size, count, duration, listed, rate, share, slo
from loadproof.records.ranking import Ranking
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.cells import capitalized, joined, named, per_second, told
from loadproof.render.diagnosis_sections import diagnosis_sections
from loadproof.render.document import Block, Bullets, Code, Document, Facts, Paragraph, Section
from loadproof.render.error_sections import error_blocks
from loadproof.render.facts import facts_block
from loadproof.render.finding_sections import finding_sections
from loadproof.render.measurement_tables import (
    flows_table,
    lacking_intervals,
    operations_table,
    quantiles_table,
    targets_table,
    time_parts_table,
)
from loadproof.render.memory_sections import memory_sections
from loadproof.render.names import load_told
from loadproof.render.ranking_sections import ranking_sections
from loadproof.render.reply_sections import phases_section, replies_section
from loadproof.render.stage_sections import stage_sections
from loadproof.render.study_sections import answer_sections, reply_lines, study_sections
from loadproof.render.trial_tables import purpose_words, starts_trials_table, trial_reasons, trials_table
from loadproof.render.validity_section import validity_section
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.stats.quantile_interval import calls_needed
from loadproof.words.catalogue import Words

__all__ = ["report_document", "report_title"]

_MOST_ERRORS = 10
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

    def document(self) -> Document:
        """The whole."""
        result, words, run = self._result, self._words, self._result.run
        intervals = [] if result.leading_ranking is not None else self._intervals()
        return Document(
            title=report_title(run, words),
            verdict=told(words, result.sentence, 2000),
            tone=result.tone,
            blocks=[
                *self._note(run.time_note),
                *intervals,
                *([Bullets(lines)] if (lines := reply_lines(result.answers, words)) else []),
                *error_blocks(result, words, most=_MOST_ERRORS),
                *self._note(run.arrivals_note),
            ],
            sections=[
                *ranking_sections(result, words),
                *answer_sections(self._answers_beside(), words),
                *diagnosis_sections(result.diagnoses, words),
                *(section for row in METHODS for section in row.sections(result, words)),
                self._trials(),
                *stage_sections(result.trials, words),
                *self._measured(),
                *memory_sections(result.memory, words),
                *finding_sections(result, words),
                validity_section(result, words),
                self._method(),
                *study_sections(run, words),
                Section(words("page-about-environment"), [facts_block(run.environment, words)]),
                Section(words("page-section-repeat"), [Code(printable(run.repeat))]),
            ],
            fact_titles=(words("page-column-figure"), words("report-column-value")),
        )

    def _answers_beside(self) -> list[Answer]:
        """Return the answers of methods that no comparison and no overhead covers.

        If a ranking leads the result, the answers of all ranked methods are left out, too.
        """
        result = self._result
        told_of: set[str] = {ranking.method for ranking in result.rankings} if result.leading_ranking else set()
        told_of |= {comparison.method for comparison in result.comparisons}
        told_of |= {overhead.method for overhead in result.overheads}
        return [answer for answer in result.answers if answer.method not in told_of]

    def _note(self, text: Message) -> list[Block]:
        return [Paragraph(told(self._words, text))] if text else []

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
        between = {"low": rate(low), "high": rate(high), "width": share((high - low) / high)}
        if answer.outcome not in ("found", "coarse"):
            bounds = words("report-bounds", **between)
        elif answer.estimate is None:
            bounds = words("report-interval", **between)
        else:
            bounds = words("report-estimate", estimate=rate(answer.estimate), **between)
        reason = told(words, answer.reason).rstrip(".。 ")
        because = [words("report-sentence", text=capitalized(reason))] if reason else []
        return Paragraph(joined(words, [bounds, *self._tried(trials), *because], Listing.SENTENCES))

    def _tried(self, trials: Sequence[Trial]) -> list[str]:
        judged = [trial for trial in trials if trial.rate is not None and Purpose(trial.purpose).is_judged]
        found = []
        for state in _TRIED:
            rates = sorted({trial.rate for trial in judged if trial.state == state and trial.rate is not None})
            if rates:
                shown = joined(self._words, [per_second(self._words, one) for one in rates])
                name = capitalized(self._words(f"page-state-{state}"))
                found.append(self._words("report-tried", state=name, rates=shown))
        return found

    def _trials(self) -> Section:
        result, words = self._result, self._words
        title, trials = words("page-section-trials"), result.trials
        if not trials:
            return Section(title, [Paragraph(words("page-no-trials"))])
        if result.leading_ranking is not None or result.comparisons or result.overheads:
            note = Paragraph(words("report-starts-trials-note"))
            return Section(title, [starts_trials_table(trials, words), note], detail=True)
        needed = {name: words.figures.whole(calls_needed(name)) for name in ("p99", "p99_9")}
        note = Paragraph(words("page-trials-note", p99=needed["p99"], p999=needed["p99_9"]))
        blocks: list[Block] = [trials_table(trials, result.run.slos, words), note]
        reasons = trial_reasons(trials, words)
        return Section(title, [*blocks, Bullets(reasons)] if reasons else blocks)

    def _measured(self) -> list[Section]:
        """The decisive trial of each variant's first answer that has one, or of its typical start if starts are ranked.

        All starts of a ranking would be endless.
        """
        result = self._result
        for ranking in result.rankings:
            if ranking.method == result.leading_ranking:
                return self._measured_starts(ranking)
        sections: list[Section] = []
        told_of: set[str | None] = set()
        for answer in result.answers:
            if answer.decisive is None or answer.variant in told_of:
                continue
            told_of.add(answer.variant)
            sections += self._measured_trial(next(one for one in result.trials if one.number == answer.decisive))
        return sections

    def _measured_starts(self, ranking: Ranking) -> list[Section]:
        sections: list[Section] = []
        for variant in ranking.variants:
            start = next((start for start in variant.starts if start.start == variant.typical), None)
            found = [trial for trial in self._result.trials if start is not None and trial.number == start.trial]
            if start is None or not found:
                continue
            named_start = self._words("page-start-name", start=str(start.start))
            name = self._words("report-part-of", whole=printable(variant.variant), part=named_start)
            sections += [replace(section, detail=True) for section in self._measured_trial(found[0], name)]
        return sections

    def _measured_trial(self, trial: Trial, name: str = "") -> list[Section]:
        words, run, measurement = self._words, self._result.run, trial.measurement
        whose = words(
            "report-trial",
            trial=words("page-trial-name", number=str(trial.number)),
            purpose=purpose_words(words, trial.purpose),
            load=load_told(trial.rate, trial.users),
        )
        whose = words("report-part-of", whole=name, part=whose) if name else whose
        beside = filter(None, (phases_section(trial, whose, words), replies_section(trial, whose, run, words)))
        if not measurement.due:
            nothing = Paragraph(words("page-nothing-due"))
            return [Section(words("page-section-operations"), [nothing]), *beside]
        operations: list[Block] = [
            operations_table(trial, run, words),
            self._counts(trial),
            *self._flows(trial),
            *self._targets(trial),
        ]
        quantiles: list[Block] = [quantiles_table(measurement, run, words), self._quantiles_note(trial)]
        parts: list[Block] = [time_parts_table(measurement, words), Paragraph(words("page-parts-note"))]
        titled = [
            (words("page-section-operations"), operations),
            (words("page-quantiles"), quantiles),
            (words("page-parts"), parts),
        ]
        return [
            *(Section(words("report-title-of", title=title, what=whose), blocks) for title, blocks in titled),
            *beside,
        ]

    def _flows(self, trial: Trial) -> list[Block]:
        flows = flows_table(trial, self._result.run, self._words)
        if flows is None:
            return []
        names = {row.name for row in self._result.run.profile.operations if row.kind == "flow"}
        cut = sum(part.cut for name, part in trial.measurement.operations.items() if name in names)
        notes = [self._words("page-flows-note")]
        if trial.early and cut:
            notes.append(self._words("report-flows-cut", cut=count(cut)))
        return [Paragraph(joined(self._words, notes, Listing.SENTENCES)), flows]

    def _targets(self, trial: Trial) -> list[Block]:
        targets = targets_table(trial, self._result.run, self._words)
        return [] if targets is None else [Paragraph(self._words("page-targets-note")), targets]

    def _quantiles_note(self, trial: Trial) -> Paragraph:
        words, lacking = self._words, lacking_intervals(trial.measurement)
        notes = [words("page-quantiles-note")]
        if lacking:
            calls = words.figures.whole(min(lacking))
            notes.append(words("page-quantiles-few", cells=count(len(lacking)), calls=calls))
        return Paragraph(joined(words, notes, Listing.SENTENCES))

    def _counts(self, trial: Trial) -> Paragraph:
        measurement, whole = trial.measurement, self._words.figures.whole
        notes = [
            self._words(
                "page-counts-note",
                due=whole(measurement.due),
                sent=whole(measurement.sent),
                dropped=whole(measurement.dropped),
                completed=whole(measurement.completed),
                errors=whole(measurement.errors),
                cut=whole(measurement.cut),
            )
        ]
        if trial.due_note:
            notes.append(self._words("report-sentence", text=told(self._words, trial.due_note)))
        if measurement.retried:
            notes.append(self._words("page-retried-note", retried=whole(measurement.retried)))
        received, sent = measurement.bytes_received, measurement.bytes_sent
        if received is not None and sent is not None and measurement.duration_s:
            rate = received / measurement.duration_s
            told_bytes = {"received": byte_size(received), "rate": byte_size(rate), "sent": byte_size(sent)}
            notes.append(self._words("page-bytes-note", **told_bytes))
        return Paragraph(joined(self._words, notes, Listing.SENTENCES))

    def _method(self) -> Section:
        words, run = self._words, self._result.run
        slos = told(words, listed([slo(one.text) for one in run.slos])) or words("page-no-slo")
        own = [
            (words("page-about-started"), run.started_at[:19].replace("T", " ") + " UTC"),
            (words("page-about-lasted"), words.value(duration(run.duration_s))),
            (words("page-about-arrivals"), named(words, f"page-arrivals-{run.arrivals}", run.arrivals)),
            (words("page-about-seed"), str(run.seed)),
            (words("page-about-slos"), slos),
        ]
        settings = facts_block({**run.method, "loadproof": run.loadproof}, words)
        return Section(
            words("page-about-method"), [Facts([*own, *(settings.pairs if isinstance(settings, Facts) else ())])]
        )
