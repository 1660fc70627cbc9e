"""What a report says, in order: the verdict first, then what it rests on, then how it was measured."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.document import Block, Bullets, Code, Document, Facts, Paragraph, Section
from loadproof.report.figures import (
    calls_needed,
    count_text,
    duration_text,
    percent_text,
    rate_text,
    slo_text,
)
from loadproof.report.measurement_tables import operations_table, time_parts_table
from loadproof.report.plain_text import printable
from loadproof.report.sentence import arrivals_words
from loadproof.report.trial_tables import confirming_trial, trial_reasons, trials_table

__all__ = ["report_document"]

Result = Mapping[str, Any]

_UNITS = {"s": "s", "ms": "ms", "mib": "MiB", "gib": "GiB", "mhz": "MHz", "percent": "%"}


def report_document(result: Result) -> Document:
    """The report of a result; all of its text is safe to print, and is to be escaped for its medium."""
    run = result["run"]
    sections = [
        _trials(result),
        *_measured(result),
        _validity(result),
        _method(run),
        Section("Environment", [_facts(run["environment"])]),
        Section("Repeat it", [Code(printable(run["repeat"]))]),
    ]
    return Document(
        title=f"loadproof {printable(run['verb'])}: {printable(run['target'])}",
        verdict=printable(result["sentence"]),
        tone=_tone(result),
        blocks=[*_interval(result), *([Paragraph(run["arrivals_note"])] if run["arrivals_note"] else [])],
        sections=sections,
    )


def _tone(result: Result) -> str:
    run, verdict = result["run"], result.get("verdict")
    if run["verb"] == "capacity":
        tones = {"found": "passed", "at_least": "passed", "none_passed": "failed"}
        return tones.get(str(result["outcome"]), "undecided")
    if run["interrupted"]:
        return "undecided"
    return verdict["state"] if verdict and verdict["state"] in ("passed", "failed") else "undecided"


def _interval(result: Result) -> list[Block]:
    if result["run"]["verb"] != "capacity" or result["low"] is None or not result["high"]:
        return []
    low, high = result["low"], result["high"]
    width = percent_text(100.0 * (high - low) / high)
    bounds = f"Highest rate that passed: {rate_text(low)}/s. Lowest above it that did not: {rate_text(high)}/s"
    reason = printable(result["reason"] or "").rstrip(". ")
    because = f" {reason[:1].upper()}{reason[1:]}." if reason else ""
    return [Paragraph(f"{bounds}, {width} apart.{because}")]


def _trials(result: Result) -> Section:
    trials = result["trials"] if result["run"]["verb"] == "capacity" else _only_trial(result)
    if not trials:
        return Section("Trials", [Paragraph("None was begun.")])
    blocks: list[Block] = [trials_table(trials, result["run"]["slos"]), Paragraph(_TABLE_NOTE)]
    reasons = trial_reasons(trials)
    return Section("Trials", [*blocks, Bullets(reasons)] if reasons else blocks)


_TABLE_NOTE = (
    "Times in ms, of the answered calls alone. “> N ms”: the share of all due calls that were not answered "
    "within N ms, as they were slower, failed, dropped or cut; “failed”: the share of the last three; "
    "in brackets the bounds that the verdict rests on. “too few”: a percentile stands only where at least "
    f"ten calls lie beyond it (p99 needs {count_text(calls_needed('p99'))} calls, "
    f"p99.9 {count_text(calls_needed('p99_9'))})."
)


def _only_trial(result: Result) -> list[dict[str, Any]]:
    trial = result["run"]["trial"]
    return [] if trial is None else [{**trial, "measurement": dict(result), "verdict": result["verdict"]}]


def _measured(result: Result) -> list[Section]:
    run = result["run"]
    if run["verb"] == "capacity":
        trial = confirming_trial(result["trials"])
        if trial is None:
            return []
        measurement = trial["measurement"]
        whose = f"trial {trial['number']}, {trial['purpose']} at {rate_text(trial['rate'])}/s"
    else:
        measurement, whose = result, "the whole load"
    if not measurement["due"]:
        return [Section("Operations", [Paragraph("Nothing was due: nothing was measured.")])]
    return [
        Section(f"Operations ({whose})", [operations_table(measurement, run), Paragraph(_counts(measurement))]),
        Section(
            f"Where the response time comes from ({whose})",
            [time_parts_table(measurement), Paragraph(_PARTS_NOTE)],
        ),
    ]


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
    trials = result["trials"] if result["run"]["verb"] == "capacity" else _only_trial(result)
    trial = confirming_trial(trials)
    if trial is None:
        return "Nothing was measured."
    invalid = [str(other["number"]) for other in trials if other is not trial and not other["measurement"]["valid"]]
    others = f" Trials that were not valid: {', '.join(invalid)}." if invalid else ""
    if not trial["measurement"]["valid"]:
        return f"Not valid: the measurement says nothing of the service.{others}"
    return f"Valid, with doubts.{others}" if doubted else f"Valid: nothing speaks against it.{others}"


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
    return Section("Method", [_facts(facts)])


def _facts(facts: Mapping[str, Any]) -> Block:
    return Facts([_fact(str(name), value) for name, value in facts.items()]) if facts else Paragraph("Not recorded.")


def _fact(name: str, value: Any) -> tuple[str, str]:
    stem, _, suffix = name.rpartition("_")
    unit = _UNITS.get(suffix) if stem and isinstance(value, int | float) else None
    words = printable((stem if unit else name).replace("_", " "))
    return (words, f"{_value(value)} {unit}" if unit else _value(value))


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.10g}"
    if isinstance(value, list | tuple):
        return ", ".join(_value(inner) for inner in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{printable(str(name))} {_value(inner)}" for name, inner in value.items())
    return printable(str(value), limit=500)
