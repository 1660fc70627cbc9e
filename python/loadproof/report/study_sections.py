"""The sections that a study adds to a report: answers, findings, stand and events."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.report.document import Block, Bullets, Column, Facts, Section, Table
from loadproof.report.facts import facts_block
from loadproof.report.figures import duration_text, exact_text, rate_text, users_text
from loadproof.report.plain_text import printable

__all__ = ["answer_sections", "study_sections"]

Json = Mapping[str, Any]
_UNMOVED = "no change seen"
_NOTHING = "–"


def answer_sections(answers: Sequence[Json]) -> list[Section]:
    """What each method said, where there is more than one answer, and how a soak's figures moved."""
    sections = []
    if len(answers) > 1:
        several = len({answer["variant"] for answer in answers}) > 1
        columns = [Column("Variant", figures=False)] if several else []
        of_starts = len({answer["start"] for answer in answers}) > 1
        columns += [Column("Start")] if of_starts else []
        columns += [
            Column("Method", figures=False),
            Column("Outcome", figures=False),
            Column("Rate"),
            Column("N"),
            Column("Why", figures=False, wraps=True),
        ]
        rows = [
            [
                *([printable(answer["variant"])] if several else []),
                *([str(answer["start"])] if of_starts else []),
                *_answer_row(answer),
            ]
            for answer in answers
        ]
        sections.append(Section("Answers", [Table(columns, rows)]))
    for answer in answers:
        if answer["trends"]:
            start = f", start {answer['start']}" if answer.get("start", 0) > 1 else ""
            whose = f" ({printable(answer['variant'])}{start})" if answer["variant"] else ""
            sections.append(Section(f"Trends of the soak{whose}", [_trends(answer["trends"])]))
    return sections


def _answer_row(answer: Json) -> list[str]:
    outcome = str(answer["outcome"]).replace("_", " ")
    alone = answer["rate"] == 0 and answer["users"]
    load = users_text(answer["users"]) if alone else rate_text(answer["rate"])
    return [answer["method"], outcome, load, rate_text(answer["n"]), printable(answer["reason"])]


def _trends(trends: Sequence[Json]) -> Block:
    columns = [
        Column("Figure", figures=False),
        Column("Begin"),
        Column("End"),
        Column("Per hour"),
        Column("95 % interval"),
        Column("What it says", figures=False, wraps=True),
    ]
    return Table(columns, [_trend_row(trend) for trend in trends])


def _trend_row(trend: Json) -> list[str]:
    unit = printable(trend["unit"])
    begin, end, per_hour, low, high = (
        exact_text(trend[name]) for name in ("begin", "end", "per_hour", "per_hour_low", "per_hour_high")
    )
    # A figure that stood in one bucket of its histogram moved by less than can be told, which is no slope of zero.
    unmoved = per_hour == low == high == "0"
    moved = [_UNMOVED, _NOTHING] if unmoved else [f"{per_hour} {unit}", f"{low} to {high}"]
    if trend.get("shape") == "cannot_tell":
        moved = [_NOTHING, _NOTHING]
    return [printable(trend["name"]), f"{begin} {unit}", f"{end} {unit}", *moved, printable(trend["text"])]


def study_sections(run: Json) -> list[Section]:
    """The study and its stand, and what happened to the services."""
    sections = []
    if run["study"]:
        study = run["study"]
        facts = {
            "study": study["name"],
            "description": study["description"],
            "file": study["file"],
            "preset": study["preset"],
            "rate at N = 1": run["profile"]["base_rate"],
            **{f"variant {variant['name']}": _variant(variant) for variant in study["variants"]},
        }
        sections.append(Section("Study", [facts_block({name: value for name, value in facts.items() if value})]))
    elif run["runtimes"]:
        services = {runtime["service"]: _found(runtime["facts"]) for runtime in run["runtimes"]}
        sections.append(Section("Services", [facts_block(services)]))
    if run["events"]:
        shown = [f"{duration_text(event['at_s'])}: {printable(event['text'])}" for event in run["events"]]
        sections.append(Section("Events", [Bullets(shown)]))
    return sections


def _found(facts: Json) -> str:
    """What is known of a service that others run."""
    return "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts.items())


def _variant(variant: Json) -> str:
    services = (
        f"; {service['name']}: {' '.join(service['command'])}{_limits(service)}" for service in variant["services"]
    )
    if variant.get("simulated"):
        shown = facts_block({"simulated": variant["simulated"]})
        return shown.pairs[0][1] if isinstance(shown, Facts) else ""
    return f"{variant['driver']} → {variant['target']}{''.join(services)}"


def _limits(service: Json) -> str:
    units = {"cpus": "CPUs", "memory_mib": "MiB"}
    limits = [f"{service[name]:g} {unit}" for name, unit in units.items() if service[name] is not None]
    return f" (limits: {', '.join(limits)})" if limits else ""
