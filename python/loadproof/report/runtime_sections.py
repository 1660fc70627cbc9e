"""The conditions services ran in: limits, facts of their runtimes, and who used the cores of the machine."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.report.document import Block, Bullets, Column, Section, Table
from loadproof.report.figures import rate_text
from loadproof.report.plain_text import printable

__all__ = ["runtime_sections"]

Json = Mapping[str, Any]
_NOTHING = "–"
_COLUMNS = {
    "runtime": "Runtime",
    "collector": "Collector",
    "max_heap": "Most heap",
    "processors": "Processors",
}
_SEPARATE = "apart"


def runtime_sections(run: Json) -> list[Section]:
    """The section of a study whose stand we run; none without one."""
    described = [variant for variant in run["study"]["variants"] if variant["services"]] if run["study"] else []
    if not described:
        return []
    blocks: list[Block] = [_table(described, run.get("runtimes", ()))]
    notes = [*_cores(described, run["environment"]), *_differing(run.get("runtimes", ())), *_alike(run)]
    if notes:
        blocks.append(Bullets(notes))
    return [Section("Limits and runtimes", blocks)]


def _table(variants: Sequence[Json], runtimes: Sequence[Json]) -> Table:
    columns = [Column("Variant", figures=False), Column("Service", figures=False), Column("CPUs"), Column("Memory MiB")]
    if runtimes:
        columns += [Column(title, figures=False, wraps=True) for title in _COLUMNS.values()]
        columns.append(Column("Besides", figures=False, wraps=True, detail=True))
    cells: dict[str, dict[str, list[str]]] = {}
    for variant in variants:
        for service in variant["services"]:
            told = _cells(service, _facts(variant["name"], service["name"], runtimes), bool(runtimes))
            if set(told) != {_NOTHING}:
                cells.setdefault(service["name"], {})[variant["name"]] = told
    rows = [row for service, by_variant in cells.items() for row in _rows(service, by_variant, len(variants))]
    return Table(columns, rows)


def _rows(service: str, by_variant: Mapping[str, list[str]], variants: int) -> list[list[str]]:
    """One row where the service is the same in all variants, such as a database."""
    told = list(by_variant.values())
    if len(told) == variants > 1 and all(cells == told[0] for cells in told):
        return [["all", printable(service), *told[0]]]
    return [[printable(variant), printable(service), *cells] for variant, cells in by_variant.items()]


def _cells(service: Json, facts: Mapping[str, list[str]], asked: bool) -> list[str]:
    cpus = _NOTHING if service["cpus"] is None else f"{service['cpus']:g}"
    besides = "; ".join(f"{name}: {_words(values)}" for name, values in _others(facts)) or _NOTHING
    told = [*(_words(facts.get(name)) for name in _COLUMNS), besides] if asked else []
    return [cpus, rate_text(service["memory_mib"]), *told]


def _facts(variant: str, service: str, runtimes: Sequence[Json]) -> dict[str, list[str]]:
    """What was said in any start, each word once, in the order of the starts."""
    found: dict[str, list[str]] = {}
    for runtime in runtimes:
        if (runtime["variant"], runtime["service"]) == (variant, service):
            for name, value in runtime["facts"].items():
                said = found.setdefault(name, [])
                if value not in said:
                    said.append(value)
    return found


def _others(facts: Mapping[str, list[str]]) -> list[tuple[str, list[str]]]:
    return [(printable(name.replace("_", " ")), values) for name, values in facts.items() if name not in _COLUMNS]


def _words(values: Sequence[str] | None) -> str:
    return printable(" / ".join(values), limit=200) if values else _NOTHING


def _differing(runtimes: Sequence[Json]) -> list[str]:
    """Starts of one variant that did not run in the same are not starts of the same thing."""
    notes = []
    for variant, service in dict.fromkeys((runtime["variant"], runtime["service"]) for runtime in runtimes):
        facts = _facts(variant, service, runtimes)
        names = [name.replace("_", " ") for name, values in facts.items() if len(values) > 1]
        if names:
            notes.append(
                f"{printable(str(variant))}: the starts of {printable(service)} did not run with the same "
                f"{', '.join(printable(name) for name in names)}; their spread is not that of one thing."
            )
    return notes


def _alike(run: Json) -> list[str]:
    """A study can ask for what a machine does not have, such as a second JDK."""
    return [
        f"{', '.join(printable(name) for name in names)}: these ran the same commands with the same limits in the same "
        "runtimes. What makes them variants is in their environment, or it was not there."
        for names in run.get("alike", ())
    ]


def _cores(variants: Sequence[Json], environment: Json) -> list[str]:
    """How the cores of the machine were shared, as far as the run knows it."""
    cores = environment.get("cores")
    if not isinstance(cores, int):
        return []
    sharing: dict[str, list[str]] = {}
    for variant in variants:
        sharing.setdefault(_sharing(variant, cores), []).append(printable(variant["name"]))
    if len(sharing) == 1:
        return list(sharing)
    return [f"{', '.join(names)}: {text}" for text, names in sharing.items()]


def _sharing(variant: Json, cores: int) -> str:
    cpus, count = variant["cpus"], "one core" if cores == 1 else f"{cores} cores"
    if variant["placement"] == _SEPARATE and cpus is not None and cpus < cores:
        return (
            f"The machine has {count}: the services were kept to {cpus} of them, the generator and the probes to the "
            f"other {cores - cpus}."
        )
    limits = [service["cpus"] for service in variant["services"]]
    known = math.fsum(limit for limit in limits if limit is not None)
    if None not in limits and known < cores:
        return (
            f"The generator, the probes and the services shared the {count} of the machine; the limits leave "
            f"{cores - known:g} of them to the generator and the probes."
        )
    return f"The generator, the probes and the services shared the {count} of the machine; no limit keeps them apart."
