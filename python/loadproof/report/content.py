"""What a report says, in order: the verdict first, then what it rests on, then how it was measured."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof.method.trial import Purpose
from loadproof.report.document import Block, Bullets, Code, Document, Paragraph, Section
from loadproof.report.facts import facts_block
from loadproof.report.figures import (
    calls_needed,
    count_text,
    duration_text,
    milliseconds_text,
    percent_text,
    planned_load,
    rate_text,
    slo_text,
)
from loadproof.report.finding_sections import finding_sections
from loadproof.report.measurement_tables import flows_table, operations_table, quantiles_table, time_parts_table
from loadproof.report.plain_text import printable
from loadproof.report.ranking_sections import ranking_sections
from loadproof.report.ranking_sentence import ranking_told, typical_start
from loadproof.report.reply_sections import phases_section, replies_section
from loadproof.report.sentence import arrivals_words
from loadproof.report.study_sections import answer_sections, study_sections
from loadproof.report.trial_tables import starts_trials_table, trial_reasons, trials_table

__all__ = ["report_document"]

Result = Mapping[str, Any]


def report_document(result: Result) -> Document:
    """The report of a result; all of its text is safe to print, and is to be escaped for its medium."""
    run = result["run"]
    ranked = ranking_told(result["rankings"]) is not None
    sections = [
        *ranking_sections(result),
        *answer_sections(_answers_beside(result)),
        _trials(result),
        *_measured(result),
        *finding_sections(result["findings"], result["trials"]),
        _validity(result),
        _method(run),
        *study_sections(run),
        Section("Environment", [facts_block(run["environment"])]),
        Section("Repeat it", [Code(printable(run["repeat"]))]),
    ]
    what = run["study"]["name"] if run["study"] else run["target"]
    intervals = [] if ranked else _intervals(result)
    return Document(
        title=f"loadproof {printable(run['verb'])}{' (simulated)' if run['virtual_time'] else ''}: {printable(what)}",
        verdict=printable(result["sentence"], limit=2000),
        tone=result["state"],
        blocks=[*_notes(run["time_note"]), *intervals, *_notes(run["arrivals_note"])],
        sections=sections,
    )


def _answers_beside(result: Result) -> list[Mapping[str, Any]]:
    """Those that no ranking has told of."""
    told = {ranking["method"] for ranking in result["rankings"]} if ranking_told(result["rankings"]) else set[str]()
    return [answer for answer in result["answers"] if answer["method"] not in told]


def _notes(text: str) -> list[Block]:
    return [Paragraph(text)] if text else []


def _intervals(result: Result) -> list[Block]:
    return [
        _interval(answer, [trial for trial in result["trials"] if trial["number"] in answer["trials"]])
        for answer in result["answers"]
        if answer["method"] == "capacity" and answer["low"] is not None and answer["high"]
    ]


def _interval(answer: Mapping[str, Any], trials: Sequence[Mapping[str, Any]]) -> Block:
    """What a search found: its estimate is no rate that was tried, so those stand beside it."""
    low, high = answer["low"], answer["high"]
    width = percent_text(100.0 * (high - low) / high)
    bounds = f"Highest rate that passed: {rate_text(low)}/s. Lowest above it that did not: {rate_text(high)}/s"
    if answer["outcome"] in ("found", "coarse"):
        middle = "" if answer["estimate"] is None else f"{rate_text(answer['estimate'])}/s, "
        bounds = f"Estimate: {middle}between {rate_text(low)}/s and {rate_text(high)}/s"
    reason = printable(answer["reason"]).rstrip(". ")
    because = f" {reason[:1].upper()}{reason[1:]}." if reason else ""
    return Paragraph(f"{bounds}, {width} apart.{_observed(trials)}{because}")


def _observed(trials: Sequence[Mapping[str, Any]]) -> str:
    judged = [trial for trial in trials if trial["rate"] is not None and Purpose(trial["purpose"]).is_judged]
    told = []
    for words, state in (("Passed", "passed"), ("Failed", "failed"), ("Not told", "undecided")):
        rates = sorted({trial["rate"] for trial in judged if trial["state"] == state})
        if rates:
            told.append(f" {words}: {', '.join(f'{rate_text(rate)}/s' for rate in rates)}.")
    return "".join(told)


def _trials(result: Result) -> Section:
    trials = result["trials"]
    if not trials:
        return Section("Trials", [Paragraph("None was begun.")])
    if ranking_told(result["rankings"]) is not None:
        return Section("Trials", [starts_trials_table(trials), Paragraph(_STARTS_TABLE_NOTE)], detail=True)
    blocks: list[Block] = [trials_table(trials, result["run"]["slos"]), Paragraph(_TABLE_NOTE)]
    reasons = trial_reasons(trials)
    return Section("Trials", [*blocks, Bullets(reasons)] if reasons else blocks)


_TABLE_NOTE = (
    "Times in ms, of the answered calls alone. “> N ms”: the share of all due calls that were not answered "
    "within N ms, as they were slower, failed, dropped or cut; “failed”: the share of the last three; "
    "in brackets the bounds that the verdict rests on. “too few”: a percentile stands only where at least "
    f"ten calls lie beyond it (p99 needs {count_text(calls_needed('p99'))} calls, "
    f"p99.9 {count_text(calls_needed('p99_9'))}). “Late”: by how much the generator itself was late at most, also "
    "in seconds that are not judged for it."
)


_STARTS_TABLE_NOTE = (
    "Judged trials alone, by variant and start. “Late”: by how much the generator itself was late at most. "
    "Their shares over each SLO, and why each came out as it did, are in "
    "result.json."
)


def _measured(result: Result) -> list[Section]:
    """The decisive trial of each variant's first answer that has one, or of its typical start where starts are ranked.

    All starts of a ranking would be endless.
    """
    ranking = ranking_told(result["rankings"])
    if ranking is not None:
        return _measured_starts(ranking, result)
    sections: list[Section] = []
    told: set[str | None] = set()
    for answer in result["answers"]:
        if answer["decisive"] is None or answer["variant"] in told:
            continue
        told.add(answer["variant"])
        trial = next(trial for trial in result["trials"] if trial["number"] == answer["decisive"])
        sections += _measured_trial(trial, result["run"])
    return sections


def _measured_starts(ranking: Mapping[str, Any], result: Result) -> list[Section]:
    sections: list[Section] = []
    for variant in ranking["variants"]:
        start = typical_start(variant)
        found = [trial for trial in result["trials"] if start is not None and trial["number"] == start["trial"]]
        if start is None or not found:
            continue
        name = f"{printable(variant['variant'])}, start {start['start']}"
        sections += [replace(section, detail=True) for section in _measured_trial(found[0], result["run"], name)]
    return sections


def _measured_trial(trial: Mapping[str, Any], run: Mapping[str, Any], name: str = "") -> list[Section]:
    measurement = trial["measurement"]
    alone = trial["rate"] == 0 and trial["users"]
    load = planned_load(trial["rate"], trial["users"])
    whose = f"trial {trial['number']}, {trial['purpose']} {'with' if alone else 'at'} {load}"
    whose = f"{name}: {whose}" if name else whose
    beside = filter(None, (phases_section(trial, whose), replies_section(trial, whose)))
    if not measurement["due"]:
        return [Section("Operations", [Paragraph("Nothing was due: nothing was measured.")]), *beside]
    flows = flows_table(measurement, run)
    of_flows: list[Block] = [] if flows is None else [Paragraph(_FLOWS_NOTE), flows]
    counts = Paragraph(_counts(measurement))
    return [
        Section(f"Operations ({whose})", [operations_table(measurement, run), counts, *of_flows]),
        Section(
            f"Response time within one start ({whose})", [quantiles_table(measurement), Paragraph(_QUANTILES_NOTE)]
        ),
        Section(
            f"Where the response time comes from ({whose})",
            [time_parts_table(measurement), Paragraph(_PARTS_NOTE)],
        ),
        *beside,
    ]


_FLOWS_NOTE = (
    "Flows, from the due time of the first step to the end of the last, pauses among it; they are made of the calls "
    "above and are not in their sum:"
)
_QUANTILES_NOTE = (
    "In ms, of the answered calls; in brackets an interval of 95 % within one start of the service: another start may "
    "lie outside of it. “needs N”: not enough samples for an interval, which takes about N answered calls at this "
    "rate, as slow calls come in bursts."
)
_PARTS_NOTE = (
    "response = wait (no connection was free) + lateness (the generator's own fault) + service (from sent to "
    "answered). Means add up, percentiles do not."
)


def _counts(measurement: Mapping[str, Any]) -> str:
    due, sent, dropped, completed, errors, cut = (
        count_text(measurement[key]) for key in ("due", "sent", "dropped", "completed", "errors", "cut")
    )
    sums = f"{due} due = {sent} sent + {dropped} dropped"
    return f"{sums}; {sent} sent = {completed} completed + {errors} errors + {cut} cut."


def _validity(result: Result) -> Section:
    doubts = [
        f"{printable(doubt['code'])}: {printable(doubt['text'])}. Cure: {printable(doubt['cure'])}."
        for doubt in result["doubts"]
    ]
    blocks: list[Block] = [Paragraph(_validity_words(result, bool(doubts)))]
    return Section("Validity", [*blocks, Bullets(doubts)] if doubts else blocks)


def _validity_words(result: Result, doubted: bool) -> str:
    decisive = {answer["decisive"] for answer in result["answers"]}
    judged = [trial for trial in result["trials"] if trial["number"] in decisive]
    if not judged:
        return "Nothing was measured."
    others = [trial for trial in result["trials"] if trial["number"] not in decisive]
    invalid = [str(trial["number"]) for trial in others if not trial["measurement"]["valid"]]
    besides = f" Trials that were not valid: {', '.join(invalid)}." if invalid else ""
    bad = [str(trial["number"]) for trial in judged if not trial["measurement"]["valid"]]
    if bad:
        whose = f" (trial {', '.join(bad)})" if len(result["trials"]) > 1 else ""
        return f"Not valid: no verdict can rest on the measurement{whose}.{besides}{_worst_lateness(judged)}"
    words = "Valid, with doubts." if doubted else "Valid: nothing speaks against it."
    return f"{words}{besides}{_worst_lateness(judged)}"


def _worst_lateness(judged: Sequence[Mapping[str, Any]]) -> str:
    """Of the trials that the answers rest on; nothing where none has a verdict, and of runs of earlier versions."""
    verdicts = [trial["verdict"] or {} for trial in judged]
    late_ms = [ms for verdict in verdicts if (ms := verdict.get("worst_lateness_ms")) is not None]
    return f" The generator itself was late by {milliseconds_text(max(late_ms))} ms at most." if late_ms else ""


def _method(run: Mapping[str, Any]) -> Section:
    facts = {
        "started": run["started_at"][:19].replace("T", " ") + " UTC",
        "lasted": duration_text(run["duration_s"]),
        "arrivals": arrivals_words(run["arrivals"]),
        "seed": run["seed"],
        "SLOs": ", ".join(slo_text(slo["text"]) for slo in run["slos"]) or "none",
        **run["method"],
        "loadproof": run["loadproof"],
    }
    return Section("Method", [facts_block(facts)])
