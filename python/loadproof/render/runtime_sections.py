"""The conditions services ran in: limits, facts of their runtimes, and who used the cores of the machine."""

import math
from collections.abc import Mapping, Sequence

from loadproof.model.message import Listing, cores, mebibytes, number
from loadproof.records.run import Run, Runtime, RunVariant, Service
from loadproof.render.cells import capitalized, column, joined
from loadproof.render.document import Block, Bullets, Column, Section, Table
from loadproof.render.facts import fact_name
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["runtime_sections"]

_FACTS = ("runtime", "collector", "max_heap", "processors")
_SEPARATE = "apart"


def runtime_sections(run: Run, words: Words) -> list[Section]:
    """The section of a study whose stand we run; none without one."""
    described = [variant for variant in run.study.variants if variant.services] if run.study else []
    if not described:
        return []
    blocks: list[Block] = [_table(described, run.runtimes, words)]
    notes = [*_cores(described, run, words), *_differing(run.runtimes, words), *_alike(run, words)]
    if notes:
        blocks.append(Bullets(notes))
    return [Section(words("page-section-what-ran"), blocks, name="what-ran", is_folded=True)]


def _table(variants: Sequence[RunVariant], runtimes: Sequence[Runtime], words: Words) -> Table:
    columns = [
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-service", figures=False),
        column(words, "report-column-cpus"),
        column(words, "page-resource-memory"),
    ]
    if runtimes:
        titles = [capitalized(fact_name(name, words)) for name in _FACTS]
        columns += [Column(title, figures=False, wraps=True) for title in titles]
        columns.append(column(words, "report-column-besides", figures=False, wraps=True, detail=True))
    cells: dict[str, dict[str, list[str]]] = {}
    for variant in variants:
        for service in variant.services:
            shown = _cells(service, _facts(variant.name, service.name, runtimes), bool(runtimes), words)
            if set(shown) != {NOTHING}:
                cells.setdefault(service.name, {})[variant.name] = shown
    rows = [row for service, of in cells.items() for row in _rows(service, of, len(variants), words)]
    return Table(columns, rows)


def _rows(service: str, by_variant: Mapping[str, list[str]], variants: int, words: Words) -> list[list[str]]:
    """One row where the service is the same in all variants, such as a database."""
    shown = list(by_variant.values())
    if len(shown) == variants > 1 and all(cells == shown[0] for cells in shown):
        return [[words("page-all"), printable(service), *shown[0]]]
    return [[printable(variant), printable(service), *cells] for variant, cells in by_variant.items()]


def _cells(service: Service, facts: Mapping[str, list[str]], asked: bool, words: Words) -> list[str]:
    memory = NOTHING if service.memory_mib is None else words.value(mebibytes(service.memory_mib))
    others = [f"{fact_name(name, words)}: {_said(said)}" for name, said in facts.items() if name not in _FACTS]
    besides = joined(words, [printable(other) for other in others], Listing.CLAUSES) or NOTHING
    shown = [*(_said(facts.get(name)) for name in _FACTS), besides] if asked else []
    return [words.figures.plain(service.cpus), memory, *shown]


def _facts(variant: str, service: str, runtimes: Sequence[Runtime]) -> dict[str, list[str]]:
    """Return the facts of a service over all starts, by name: each value once, in the order of the starts."""
    found: dict[str, list[str]] = {}
    for runtime in runtimes:
        if (runtime.variant, runtime.service) == (variant, service):
            for name, value in runtime.facts.items():
                said = found.setdefault(name, [])
                if value not in said:
                    said.append(value)
    return found


def _said(values: Sequence[str] | None) -> str:
    return printable(" / ".join(values), limit=200) if values else NOTHING


def _differing(runtimes: Sequence[Runtime], words: Words) -> list[str]:
    """Starts of one variant that did not run in the same are not starts of the same thing."""
    notes = []
    for variant, service in dict.fromkeys((runtime.variant, runtime.service) for runtime in runtimes):
        facts = _facts(str(variant), service, runtimes)
        names = [fact_name(name, words) for name, values in facts.items() if len(values) > 1]
        if names:
            whose, what = printable(str(variant)), printable(service)
            notes.append(words("report-runtimes-differ", variant=whose, service=what, facts=joined(words, names)))
    return notes


def _alike(run: Run, words: Words) -> list[str]:
    """A study can ask for what a machine does not have, such as a second JDK."""
    return [
        words("page-what-ran-alike", names=joined(words, [printable(name) for name in names])) for names in run.alike
    ]


def _cores(variants: Sequence[RunVariant], run: Run, words: Words) -> list[str]:
    """Return the notes on how the cores of the machine were shared; empty if their number is unknown."""
    of_machine = run.environment.get("cores")
    if not isinstance(of_machine, int):
        return []
    sharing: dict[str, list[str]] = {}
    for variant in variants:
        sharing.setdefault(_sharing(variant, of_machine, words), []).append(printable(variant.name))
    if len(sharing) == 1:
        return list(sharing)
    return [words("report-note-of-variants", names=joined(words, names), note=text) for text, names in sharing.items()]


def _sharing(variant: RunVariant, of_machine: int, words: Words) -> str:
    cpus, machine = variant.cpus, cores(of_machine)
    if variant.placement == _SEPARATE and cpus is not None and cpus < of_machine:
        services, others = number(cpus), number(of_machine - cpus)
        return words("report-cores-apart", cores=machine, services=services, others=others)
    limits = [service.cpus for service in variant.services]
    known = math.fsum(limit for limit in limits if limit is not None)
    if None not in limits and known < of_machine:
        return words("report-cores-left-by-limits", cores=machine, left=number(of_machine - known))
    return words("report-cores-shared", cores=machine)
