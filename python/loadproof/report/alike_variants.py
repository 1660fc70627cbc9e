"""Variants of a study that nothing known of them tells apart."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["alike_variants"]

Json = Mapping[str, Any]


def alike_variants(study: Json | None, runtimes: Sequence[Json]) -> list[list[str]]:
    """Groups of variants with the same commands and limits, whose runtimes said the same of themselves.

    What makes them variants is then in their environment alone, or was not there: the service of a study that asks for
    JDK 17 beside a newer one takes the one that the machine has. Variants whose runtimes said nothing are in no group.

    >>> api = {"name": "api", "command": ["start", "app.jar"], "cpus": 1.0, "memory_mib": None}
    >>> study = {"variants": [{"name": "newest", "services": [api]}, {"name": "jdk17", "services": [api]}]}
    >>> said = {"service": "api", "facts": {"runtime": "OpenJDK 17"}}
    >>> alike_variants(study, [{**said, "variant": "newest"}, {**said, "variant": "jdk17"}])
    [['newest', 'jdk17']]
    """
    groups: list[tuple[Any, list[str]]] = []
    for variant in study["variants"] if study else ():
        said = _said(variant["name"], runtimes)
        known = ([_known(service) for service in variant["services"]], said)
        group = next((names for other, names in groups if other == known), None)
        if group is not None:
            group.append(variant["name"])
        elif said:
            groups.append((known, [variant["name"]]))
    return [names for _known_of_it, names in groups if len(names) > 1]


def _known(service: Json) -> list[Any]:
    return [service[name] for name in ("name", "command", "cpus", "memory_mib")]


def _said(variant: str, runtimes: Sequence[Json]) -> set[tuple[str, str, str]]:
    """(service, fact, value) of all starts."""
    return {
        (runtime["service"], name, value)
        for runtime in runtimes
        if runtime["variant"] == variant
        for name, value in runtime["facts"].items()
    }
