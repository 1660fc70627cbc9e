"""Variants of a study that nothing known of them tells apart."""

from collections.abc import Sequence
from typing import Any

from loadproof.records.run import RunStudy, Runtime, Service

__all__ = ["alike_variants"]


def alike_variants(study: RunStudy | None, runtimes: Sequence[Runtime]) -> tuple[tuple[str, ...], ...]:
    """Groups of variants with the same commands and limits, whose runtimes said the same of themselves.

    What makes them variants is then in their environment alone, or was not there: the service of a study that asks for
    JDK 17 beside a newer one takes the one that the machine has. Variants whose runtimes said nothing are in no group.

    >>> from loadproof.records.run import RunVariant
    >>> api = Service(name="api", command=("start", "app.jar"), cpus=1.0, memory_mib=None)
    >>> place = {"driver": "process", "target": "http://a", "placement": "apart", "cpus": 1}
    >>> variants = tuple(RunVariant(name=name, services=(api,), **place) for name in ("newest", "jdk17"))
    >>> study = RunStudy(name="s", description=None, file=None, preset=None, variants=variants)
    >>> facts = {"runtime": "OpenJDK 17"}
    >>> alike_variants(study, [Runtime(variant=one.name, start=1, service="api", facts=facts) for one in variants])
    (('newest', 'jdk17'),)
    """
    groups: list[tuple[Any, list[str]]] = []
    for variant in study.variants if study else ():
        said = _said(variant.name, runtimes)
        known = ([_known(service) for service in variant.services], said)
        group = next((names for other, names in groups if other == known), None)
        if group is not None:
            group.append(variant.name)
        elif said:
            groups.append((known, [variant.name]))
    return tuple(tuple(names) for _known_of_it, names in groups if len(names) > 1)


def _known(service: Service) -> tuple[Any, ...]:
    return service.name, service.command, service.cpus, service.memory_mib


def _said(variant: str, runtimes: Sequence[Runtime]) -> set[tuple[str, str, str]]:
    """(service, fact, value) of all starts."""
    return {
        (runtime.service, name, value)
        for runtime in runtimes
        if runtime.variant == variant
        for name, value in runtime.facts.items()
    }
