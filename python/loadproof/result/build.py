"""A result from what is stored of a run, finished or not."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from loadproof._engine import Histogram
from loadproof.alarms.result import alarms_in
from loadproof.judge.machine_speed import speed_doubts
from loadproof.judge.measured_span import quantiles_ms
from loadproof.methods.profile_multiple import in_multiples
from loadproof.methods.registry import METHODS
from loadproof.model.message import Listing, Message, listed
from loadproof.model.typed_json import as_written
from loadproof.records.comparison import Comparison
from loadproof.records.database_activity import TrialDatabase
from loadproof.records.doubt import Doubt, DoubtCode, with_cures
from loadproof.records.finding import Cause, Finding
from loadproof.records.injection import Injection
from loadproof.records.measurement import Measurement, Phase, Phases
from loadproof.records.overhead import Overhead
from loadproof.records.ranking import Ranking
from loadproof.records.run import Run, RunSlo
from loadproof.records.trial import Trial, Verdict
from loadproof.result.answer_errors import failures_of
from loadproof.result.answers import answers_in
from loadproof.result.diagnosis import diagnoses_in
from loadproof.result.memory_needs import memory_needs_in
from loadproof.result.passed_facts import passed_sentence
from loadproof.result.plain_text import printable
from loadproof.result.policy import decided, leading_answer, leading_ranking
from loadproof.result.rankings import rankings_in
from loadproof.result.result import Answer, Result
from loadproof.result.result_json import SCHEMA_VERSION
from loadproof.result.run_facts import run_facts, run_slos
from loadproof.result.sentence import NOTHING, due_note, nothing_measured
from loadproof.result.unanswered import why_unanswered
from loadproof.store.phases import PHASES
from loadproof.store.reader import RunReader
from loadproof.store.record import Ending, StartState, TrialRecord

__all__ = ["build_result", "with_findings"]


def build_result(reader: RunReader) -> Result:
    """The result of a run, finished or not, without findings. Raises RunDirectoryError."""
    ending = reader.ending()
    base_rate = reader.description.base_rate
    slos = run_slos(reader.description)
    trials = [_trial(reader, record, base_rate, slos) for record in reader.trials()]
    # What was cut and run again is no part of any answer.
    superseded = {trial.number for trial in trials if trial.superseded}
    last_s = trials[-1].started_s + trials[-1].duration_s if trials else 0.0
    run = run_facts(reader, ending, last_s)
    answers = answers_in(reader, trials, run)
    rankings = rankings_in(reader, answers, trials, run)
    answered = {method for _variant, _start, method, _answer in reader.answers()}
    own_starts = [row for row in METHODS if row.has_own_starts and row.name in answered]
    over_starts = [one for row in own_starts for one in row.over_starts(reader)]
    comparisons = [one for one in over_starts if isinstance(one, Comparison)]
    overheads = [one for one in over_starts if isinstance(one, Overhead)]
    idle = [doubt for row in own_starts for doubt in row.doubts_over_starts(over_starts)]
    injections = _injections(reader, run)
    made = Result(
        schema_version=SCHEMA_VERSION,
        sentence=_sentence(answers, rankings, over_starts, run),
        state="undecided",
        doubts=_doubts(reader, ending, answers, idle),
        findings=(),
        answers=tuple(answers),
        rankings=tuple(rankings),
        comparisons=tuple(comparisons),
        overheads=tuple(overheads),
        diagnoses=tuple(one for one in diagnoses_in(reader.directory) if one.trial not in superseded),
        memory=tuple(memory_needs_in(reader, answers, trials, comparisons)),
        alarms=() if run.study is None else alarms_in(reader, run.study.alarms),
        injections=injections,
        databases=_databases(reader, trials, injections),
        trials=tuple(trials),
        run=run,
        directory=reader.directory.path,
    )
    return decided(_with_cures(made))


def _injections(reader: RunReader, run: Run) -> tuple[Injection, ...]:
    if run.study is None or not run.study.injections:
        return ()
    # Not at the top: most runs have no injections.
    from loadproof.injections.result import injections_in

    return injections_in(reader, run.study.injections, run.study.alarms)


def _databases(
    reader: RunReader, trials: Sequence[Trial], injections: Sequence[Injection]
) -> tuple[TrialDatabase, ...]:
    if not reader.databases():
        return ()
    # Not at the top: most runs have no database.
    from loadproof.postgres.result import activities_in

    return activities_in(reader, trials, injections)


def _with_cures(result: Result) -> Result:
    """The result with what to do about each doubt: who wrote a study has its keys in hand, not options of verbs."""
    has_study = result.run.study is not None
    return replace(
        result,
        doubts=with_cures(result.doubts, has_study),
        answers=tuple(replace(one, doubts=with_cures(one.doubts, has_study)) for one in result.answers),
        overheads=tuple(replace(one, doubts=with_cures(one.doubts, has_study)) for one in result.overheads),
        trials=tuple(_cured_trial(one, has_study) for one in result.trials),
    )


def _cured_trial(trial: Trial, has_study: bool) -> Trial:
    stages = tuple(replace(one, measurement=_cured(one.measurement, has_study)) for one in trial.stages)
    return replace(trial, measurement=_cured(trial.measurement, has_study), stages=stages)


def _cured(measurement: Measurement, has_study: bool) -> Measurement:
    return replace(measurement, doubts=with_cures(measurement.doubts, has_study)) if measurement.doubts else measurement


def with_findings(result: Result, findings: Sequence[Finding]) -> Result:
    """The result with what its trials show, what stopped each start by that, and what passed all the same."""
    told = decided(replace(result, findings=tuple(findings)))
    named, beside = _diagnosed(told), passed_sentence(told)
    before = [text for row in METHODS for text in row.told_before(told)]
    if not before and named is None and beside is None:
        return told
    # First, as it says how all that follows is to be read, and a screen shows some lines alone.
    around = (*before, named, told.sentence, beside)
    sentences = [one if one is told.sentence else one.with_names(printable) for one in around if one is not None]
    sentence = Message("sentences", sentences=listed(sentences, Listing.SENTENCES))
    return replace(told, sentence=sentence, named=None if named is None else named.with_names(printable))


def _diagnosed(result: Result) -> Message | None:
    """Return one sentence with each name from the diagnoses, each once; None: no diagnosis named anything."""
    facts = [one for one in result.findings if one.cause in (Cause.HEAP_HOLDER, Cause.HOT_LOCK)]
    # What is full comes first: it holds up whoever waits.
    facts.sort(key=lambda one: one.cause != Cause.HEAP_HOLDER)
    named = dict.fromkeys(_diagnosed_name(one) for one in facts if one.evidence)
    return Message("diagnosis-names", named=listed(list(named))) if named else None


def _diagnosed_name(one: Finding) -> Message:
    name, *more = (item.text for item in one.evidence)
    if one.cause == Cause.HOT_LOCK and more and more[0] is not None:
        return Message("diagnosis-named-lock", name=str(name), place=more[0])
    return Message("diagnosis-named", cause=str(one.cause), name=str(name))


def _sentence(
    answers: Sequence[Answer], rankings: Sequence[Ranking], over_starts: Sequence[Comparison | Overhead], run: Run
) -> Message:
    """Return the sentence of a ranking of starts, or else all answers in a row.

    If there are several variants, each answer follows the name of its variant. The sentence of a comparison or an
    overhead replaces the sentences of its rounds or starts.
    """
    told = leading_ranking(rankings)
    compared = [one.sentence for one in over_starts]
    own = {one.method for one in over_starts}
    others = [answer for answer in answers if answer.method not in own]
    sentences = [] if told is None else [told.text]
    if told is None and (others or not compared):
        sentences.append(_answers_in_a_row(others, run))
    sentences += compared
    sentence = (
        sentences[0] if len(sentences) == 1 else Message("sentences", sentences=listed(sentences, Listing.SENTENCES))
    )
    return Message("simulated", sentence=sentence) if run.virtual_time else sentence


def _answers_in_a_row(answers: Sequence[Answer], run: Run) -> Message:
    if not answers:
        return nothing_measured(run).with_names(printable)
    several = len({answer.variant for answer in answers}) > 1
    first = leading_answer(answers)
    ordered = [answers[first], *answers[:first], *answers[first + 1 :]]
    sentences = [_named(answer) if several else answer.sentence for answer in ordered]
    return sentences[0] if len(sentences) == 1 else Message("sentences", sentences=listed(sentences, Listing.SENTENCES))


def _named(answer: Answer) -> Message:
    return Message("sentence-of-variant", variant=printable(str(answer.variant)), sentence=answer.sentence)


def _trial(reader: RunReader, record: TrialRecord, base_rate: float | None, slos: Sequence[RunSlo]) -> Trial:
    trial = record.trial
    verdict, measurement = reader.verdict(record), reader.measurement(record)
    phases = reader.phases(record.number)
    begin_s = record.started_s + math.ceil(trial.ramp_s + trial.settle_s)
    left_out_s = sum(end - begin for begin, end in measurement.left_out_s)
    found = Trial(
        number=record.number,
        variant=record.variant,
        start=trial.start,
        method=record.method,
        purpose=trial.purpose.value,
        rate=trial.rate,
        n=in_multiples(trial.rate, base_rate),
        users=trial.users or 0,
        users_by_kind={one.kind: one.users for one in trial.user_kinds},
        state="cut-short" if verdict is None else _state(verdict, is_slot=trial.cycle > 0),
        reason=verdict.reason if verdict else Message("trial-unfinished"),
        early=bool(verdict and verdict.early),
        cut_short=record.cut_short,
        superseded=record.superseded,
        started_s=record.started_s,
        span_begin_s=begin_s,
        span_end_s=begin_s + measurement.duration_s + left_out_s,
        duration_s=record.duration_s,
        measurement=measurement,
        due_note=_due_note(reader, record, measurement),
        failures=failures_of(measurement, verdict, slos),
        phases_ms=Phases(**{name: _phase(phases.get(name, Histogram())) for name in PHASES}),
        failed_replies=tuple(reader.failed_replies(record.number)),
        verdict=verdict,
        stages=reader.stages(record),
    )
    return as_written(found)


def _due_note(reader: RunReader, record: TrialRecord, measurement: Measurement) -> Message:
    """Only where each arrival is one call: calls of flows and of users come due as others end."""
    description, trial = reader.description, record.trial
    are_flows = any(operation.kind == "flow" for operation in description.operations)
    if description.arrivals != "poisson" or not trial.rate or trial.users or trial.stages or are_flows:
        return NOTHING
    return due_note(trial.rate, measurement.due, measurement.duration_s, description.seed)


def _state(verdict: Verdict, *, is_slot: bool) -> Literal["passed", "failed", "undecided", "invalid", "held"]:
    """A slot of a comparison has no SLO to pass: it is held to its end."""
    return "held" if is_slot and verdict.state == "passed" else verdict.state


def _phase(histogram: Histogram) -> Phase:
    return as_written(Phase(count=histogram.count, **quantiles_ms(histogram)))


def _doubts(
    reader: RunReader, ending: Ending | None, answers: Sequence[Answer], idle: Sequence[Doubt]
) -> tuple[Doubt, ...]:
    doubts = [doubt for answer in answers for doubt in answer.doubts]
    doubts += [doubt for _variant, _start, doubt in reader.doubts()]
    doubts += [*speed_doubts(_work_us(reader)), *idle]
    doubts += [Doubt(DoubtCode.NOT_STORED, failure.told) for failure in reader.storage_failures()]
    is_told = any(doubt.code == DoubtCode.INTERRUPTED for doubt in doubts)
    if not is_told and (ending is None or ending.interrupted):
        doubts.append(Doubt(DoubtCode.INTERRUPTED, why_unanswered(ending is not None, True)))
    return tuple(doubt for index, doubt in enumerate(doubts) if doubt not in doubts[:index])


def _work_us(reader: RunReader) -> list[float]:
    return [us for start in reader.starts() if start.state is not StartState.SUPERSEDED for us in start.work_us]
