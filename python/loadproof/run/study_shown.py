"""A study as its result shows it: variants and services, with secrets masked."""

from dataclasses import asdict
from typing import Any

from loadproof.errors import PathError
from loadproof.injections.problem_text import injection_shown
from loadproof.injections.settings import Injection
from loadproof.plan.engine_plan import simulated_shown
from loadproof.stand.link import link_shown
from loadproof.stand.placement import service_cpus
from loadproof.study.secret import masked, masked_words
from loadproof.study.stand_settings import Driver, ServiceSettings
from loadproof.study.study import Study, Variant
from loadproof.system.path_lookup import absolute_path, working_directory

__all__ = ["study_shown"]


def study_shown(study: Study) -> dict[str, Any]:
    """`Study` of `records/run.py`; what a secret would fill shows as `***`."""
    return {
        "name": study.name,
        "description": study.description or None,
        "file": _shown_path(study.file),
        "preset": study.preset,
        "against_itself": study.against_itself,
        "alarms": [{"name": rule.name, "rule": rule.text, "stops": rule.stops} for rule in study.alarms],
        "injections": [_injection(one) for one in study.injections],
        "variants": [_variant(variant) for variant in study.variants],
    }


def _shown_path(file: str) -> str:
    """From where the user stands, where the file lies below that."""
    try:
        here, path = working_directory(), absolute_path(file)
    except PathError:
        return file
    return str(path.relative_to(here)) if path.is_relative_to(here) else file


def _injection(injection: Injection) -> dict[str, Any]:
    shown = injection_shown(injection)
    return {**asdict(shown), "problem": shown.problem.to_json(), "methods": list(shown.methods)}


def _variant(variant: Variant) -> dict[str, Any]:
    stand = variant.stand
    return {
        "name": variant.name,
        "driver": stand.driver.value,
        "target": ", ".join(map(masked, stand.targets)),
        "placement": stand.placement.value,
        "cpus": len(service_cpus(stand.placement)) if stand.driver is Driver.PROCESS else None,
        "services": [_service(service) for service in stand.services],
        "simulated": None if stand.simulated is None else simulated_shown(stand.simulated),
        "only": None if variant.only is None else list(variant.only),
    }


def _service(service: ServiceSettings) -> dict[str, Any]:
    memory_bytes = service.limits.memory_bytes
    return {
        "name": service.name,
        "command": masked_words(service.command if service.link is None else link_shown(service.link)),
        "cpus": service.limits.cpus,
        "memory_mib": None if memory_bytes is None else round(memory_bytes / 2**20, 3),
    }
