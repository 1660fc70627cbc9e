"""Provenance of a run: method, profile, study, system under test, events and environment."""

from collections.abc import Mapping, Sequence

from loadproof.model.message import (
    Listing,
    cores,
    count,
    duration,
    listed,
    mebibytes,
    slo,
)
from loadproof.model.target import service_target
from loadproof.records.run import Event, Run, RunStudy, RunVariant, Service
from loadproof.render.cells import (
    column,
    duration_cell,
    joined,
    named,
    number_cell,
    per_second,
    start_cell,
    told,
)
from loadproof.render.document import Block, CellKind, Facts, Paragraph, Section, Table, TableCell
from loadproof.render.facts import fact_name, facts_block
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["events_table", "method_section"]


def method_section(result: Result, words: Words) -> Section:
    """Method, profile, study, system under test, events and environment of a run."""
    run = result.run
    return Section(
        words("page-section-method"),
        [
            Section(words("page-about-method"), [_method(run, words), *_arrivals_note(run, words)]),
            Section(words("page-about-profile"), [_profile(run, words)], is_folded=True),
            *_study(run, words),
            *_events(run, words),
            Section(words("page-about-environment"), [facts_block(run.environment, words)]),
        ],
        name="method",
    )


def _method(run: Run, words: Words) -> Facts:
    slos = told(words, listed([slo(one.text) for one in run.slos])) or words("page-no-slo")
    own = [
        (words("page-about-started"), run.started_at[:19].replace("T", " ") + " UTC"),
        (words("page-about-lasted"), words.value(duration(run.duration_s))),
        (words("page-about-target"), printable(service_target(run.target))),
        (words("page-about-arrivals"), named(words, f"page-arrivals-{run.arrivals}", run.arrivals)),
        (words("page-about-seed"), str(run.seed)),
        (words("page-about-slos"), slos),
    ]
    settings = facts_block({**run.method, "loadproof": run.loadproof}, words)
    return Facts([*own, *(settings.pairs if isinstance(settings, Facts) else ())])


def _arrivals_note(run: Run, words: Words) -> list[Block]:
    return [Paragraph(told(words, run.arrivals_note), is_note=True)] if run.arrivals_note else []


def _profile(run: Run, words: Words) -> Table:
    columns = [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "page-column-weight"),
        column(words, "page-column-request", figures=False, wraps=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            printable(one.name, limit=60)
            + (words("page-aside", text=words("page-column-flow")) if one.kind == "flow" else ""),
            number_cell(words, one.weight),
            printable(one.request, limit=200),
        ]
        for one in run.profile.operations
    ]
    return Table(columns, rows)


def _study(run: Run, words: Words) -> list[Block]:
    study = run.study
    if study is None:
        if not run.runtimes:
            return []
        services = {runtime.service: _found(runtime.facts, words) for runtime in run.runtimes}
        return [Section(words("report-section-services"), [facts_block(services, words)])]
    base_rate = None if run.profile.base_rate is None else per_second(words, run.profile.base_rate)
    facts = [
        (words("page-about-name"), study.name),
        (words("page-about-description"), study.description),
        (words("page-about-file"), study.file),
        (words("page-about-preset"), study.preset),
        (words("page-about-base-rate"), base_rate),
    ]
    shown = [(name, printable(value)) for name, value in facts if value]
    return [
        Section(words("page-about-study"), [Facts(shown)]),
        Section(words("page-about-stand"), [_stand(study, words)], is_folded=True),
    ]


def _found(facts: Mapping[str, str], words: Words) -> str:
    """Return the known facts of a service that loadproof did not start, on one line."""
    return joined(words, [f"{fact_name(name, words)} {value}" for name, value in facts.items()], Listing.CLAUSES)


def _stand(study: RunStudy, words: Words) -> Table:
    columns = [
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-service", figures=False),
        column(words, "page-column-limits", figures=False),
        column(words, "page-column-placement", figures=False, wraps=True, detail=True),
        column(words, "page-column-command", figures=False, wraps=True),
    ]
    return Table(columns, [row for variant in study.variants for row in _variant_rows(variant, words)])


def _variant_rows(variant: RunVariant, words: Words) -> list[list[str]]:
    name = printable(variant.name)
    if variant.simulated:
        shown = facts_block({"simulated": variant.simulated}, words)
        told_of = shown.pairs[0][1] if isinstance(shown, Facts) else ""
        return [[name, printable(variant.driver), NOTHING, NOTHING, told_of]]
    placed = NOTHING
    if variant.cpus is not None:
        placed = words("page-placed", cpus=count(variant.cpus), sharing=variant.placement)
    target = f"{printable(variant.driver)} → {printable(service_target(variant.target))}"
    loaded = [name, words("page-about-target"), NOTHING, placed, target]
    services = [
        [name, printable(one.name), _limits(one, words), placed, printable(" ".join(one.command), limit=300)]
        for one in variant.services
    ]
    return [loaded, *services]


def _limits(service: Service, words: Words) -> str:
    limits = [
        *([] if service.cpus is None else [cores(service.cpus)]),
        *([] if service.memory_mib is None else [mebibytes(service.memory_mib)]),
    ]
    return words.value(listed(limits)) if limits else NOTHING


def _events(run: Run, words: Words) -> list[Block]:
    """The events of a run, in a fold if there are several starts."""
    if not run.events:
        return []
    table = events_table(run.events, words)
    if len({(event.variant, event.start) for event in run.events if event.start}) < 2:
        return [Section(words("page-about-events"), [table])]
    return [Section(words("page-events-of", count=count(len(run.events))), [table], is_folded=True)]


def events_table(events: Sequence[Event], words: Words) -> Table:
    """One row per event, in order of time; with variant and start if there are some."""
    by_variant = len({event.variant for event in events if event.start}) > 1
    by_start = len({event.start for event in events if event.start}) > 1
    columns = [
        column(words, "page-column-time"),
        *([column(words, "page-column-variant", figures=False)] if by_variant else []),
        *([column(words, "page-column-start")] if by_start else []),
        column(words, "page-column-trial", detail=True),
        column(words, "page-column-service", figures=False),
        column(words, "page-column-event", figures=False, wraps=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            duration_cell(words, event.at_s),
            *([NOTHING if event.variant is None else printable(event.variant)] if by_variant else []),
            *([start_cell(event.variant, event.start) if event.start else NOTHING] if by_start else []),
            NOTHING if event.trial is None else TableCell(str(event.trial), event.trial, CellKind.COUNT),
            NOTHING if event.service is None else printable(event.service),
            told(words, event.text),
        ]
        for event in events
    ]
    return Table(columns, rows)
