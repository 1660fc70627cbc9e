"""Resolves the written stand, and what each variant and preset changes in it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.operation_resolution import near
from loadproof.study.service_resolution import (
    changed_environment,
    changed_limits,
    changed_service,
    refuse_of_link,
    resolve_service,
    services_before,
)
from loadproof.study.simulated_stand import (
    changed_simulated_stand,
    refuse_environment,
    refuse_limits,
    refuse_simulated,
    simulated_stand,
)
from loadproof.study.stand_settings import Driver, Placement, ServiceSettings, StandSettings
from loadproof.study.stand_spec import TARGET_WORDS, LimitsSpec, ServiceSpec, StandSpec, VariantSpec
from loadproof.study.stand_template import is_service_name
from loadproof.study.stand_texts import StandTexts

__all__ = ["changed_stand", "check_name", "limited_stand", "resolve_stand", "stand_in_environment"]

_PATH: KeyPath = ("stand",)
_FEWEST_TARGETS, _MOST_TARGETS = 2, 16


def resolve_stand(spec: StandSpec, texts: StandTexts) -> StandSettings:
    """The stand that `spec` says; what is wrong goes to the log of `texts`."""
    log = texts.log
    driver = Driver(spec.driver) if spec.driver else Driver.PROCESS if spec.services else Driver.EXTERNAL
    if driver is not Driver.EXTERNAL and "injections" in spec.model_fields_set:
        message = "only the services of driver external, which others run, need this consent"
        log.add((*_PATH, "injections"), message, "leave it out")
    if driver is Driver.SIMULATE:
        return simulated_stand(spec, log)
    refuse_simulated(spec, _PATH, log)
    if driver is Driver.PROCESS and not spec.services and not log.is_broken((*_PATH, "services")):
        log.add(_PATH, "there are no services to start", "add services, or write driver: external")
    if driver is Driver.EXTERNAL and spec.services:
        log.add(
            (*_PATH, "services"), "an external stand starts no services", "leave them out, or write driver: process"
        )
    targets = _targets(spec, texts)
    _check_order(spec.services, log)
    _check_ports(spec.services, log)
    services = []
    for name, service in spec.services.items():
        path = (*_PATH, "services", name)
        check_name(name, "a service", path, log)
        services.append(resolve_service(name, service, path, texts))
    reset = texts.commands(spec.reset, (*_PATH, "reset"), None)
    maintenance = texts.commands(spec.maintenance, (*_PATH, "maintenance"), None)
    return StandSettings(
        driver,
        targets[0],
        tuple(services),
        reset,
        maintenance,
        Placement(spec.placement),
        replicas=tuple(targets[1:]),
    )


def _targets(spec: StandSpec, texts: StandTexts) -> list[str]:
    """All targets; [""] if there is none, which goes to the log."""
    log = texts.log
    path: KeyPath = (*_PATH, "target" if spec.targets is None else "targets")
    if spec.targets is None:
        if spec.target is None and not log.is_broken(path):
            log.add(path, "this key is missing", f"give {TARGET_WORDS}")
        elif spec.target is not None:
            texts.check_target(spec.target, path)
        return [spec.target or ""]
    if spec.target is not None:
        log.add(path, "targets, where a target is given", "keep one of them")
    if not _FEWEST_TARGETS <= len(spec.targets) <= _MOST_TARGETS:
        log.add(path, f"the number of targets is {len(spec.targets)}", f"give {_FEWEST_TARGETS} to {_MOST_TARGETS}")
    for number, target in enumerate(spec.targets):
        texts.check_target(target, (*path, number))
    if len({target.partition(":")[0].lower() for target in spec.targets}) > 1:
        log.add(path, "targets with and without TLS", "give all of them as http://, or all as https://")
    if len({*spec.targets}) < len(spec.targets):
        log.add(path, "a target is given twice", "give each once: calls go round them evenly")
    return spec.targets or [""]


def changed_stand(base: StandSettings, spec: VariantSpec, path: KeyPath, texts: StandTexts) -> StandSettings:
    """`base` with what the variant at `path` writes; what is wrong goes to the log of `texts`."""
    if base.driver is Driver.SIMULATE:
        return changed_simulated_stand(base, spec, path, texts.log)
    refuse_simulated(spec, path, texts.log)
    _check_known(spec.services, base, (*path, "services"), texts.log)
    changes: dict[str, Any] = {}
    if spec.target is not None:
        texts.check_target(spec.target, (*path, "target"))
        changes["target"] = spec.target
        if base.replicas:
            text = "a target of its own, where the stand has several"
            texts.log.add((*path, "target"), text, "leave it out: all variants have the targets of the stand")
    if spec.reset is not None:
        changes["reset"] = texts.commands(spec.reset, (*path, "reset"), None)
    if spec.maintenance is not None:
        changes["maintenance"] = texts.commands(spec.maintenance, (*path, "maintenance"), None)
    if spec.placement is not None:
        changes["placement"] = Placement(spec.placement)

    def changed(service: ServiceSettings) -> ServiceSettings:
        written = spec.services.get(service.name)
        return (
            service if written is None else changed_service(service, written, (*path, "services", service.name), texts)
        )

    return replace(base, services=tuple(map(changed, base.services)), **changes)


def limited_stand(base: StandSettings, specs: Mapping[str, LimitsSpec], path: KeyPath, log: FaultLog) -> StandSettings:
    """`base` with the limits of services at `path`."""
    if base.driver is Driver.SIMULATE:
        refuse_limits(specs, path, log)
        return base
    _check_known(specs, base, path, log)

    def limited(service: ServiceSettings) -> ServiceSettings:
        written = specs.get(service.name, LimitsSpec())
        if service.link is not None:
            if service.name in specs:
                refuse_of_link("limits", (*path, service.name), log)
            return service
        return replace(service, limits=changed_limits(service.limits, written, (*path, service.name), log))

    return replace(base, services=tuple(map(limited, base.services)))


def stand_in_environment(
    base: StandSettings, written: Mapping[str, Mapping[str, str]], path: KeyPath, texts: StandTexts
) -> StandSettings:
    """`base` with the variables of services at `path`, over those that they have."""
    if base.driver is Driver.SIMULATE:
        refuse_environment(written, path, texts.log)
        return base
    _check_known(written, base, path, texts.log)

    def changed(service: ServiceSettings) -> ServiceSettings:
        if service.link is not None:
            if service.name in written:
                refuse_of_link("environment", (*path, service.name), texts.log)
            return service
        return changed_environment(service, written.get(service.name, {}), (*path, service.name), texts)

    return replace(base, services=tuple(map(changed, base.services)))


def check_name(name: str, what: str, path: KeyPath, log: FaultLog) -> None:
    """Tell `log` unless `name` can name a file and stand in a gap."""
    if not is_service_name(name):
        log.add(path, f"{quoted(name)} cannot name {what}", "use up to 64 letters, digits, - and _")


def _check_known(names: Iterable[str], base: StandSettings, path: KeyPath, log: FaultLog) -> None:
    known = [service.name for service in base.services]
    for name in names:
        if name not in known:
            cure = near(name, known, "declare it under stand.services")
            log.add((*path, name), f"there is no service {quoted(name)}", cure)


def _check_order(services: Mapping[str, ServiceSpec], log: FaultLog) -> None:
    for name, service in services.items():
        for index, before in enumerate(service.after):
            path = (*_PATH, "services", name, "after", index)
            if before not in services:
                log.add(path, f"there is no service {quoted(before)}", near(before, services, "declare it"))
    try:
        TopologicalSorter({name: services_before(name, service) for name, service in services.items()}).prepare()
    except CycleError as error:
        # In the order of starting; the last repeats the first.
        names: list[str] = error.args[1]
        message = f"{' → '.join(names)} wait for each other"
        log.add((*_PATH, "services", names[-1], "after"), message, "leave out one of them")


def _check_ports(services: Mapping[str, ServiceSpec], log: FaultLog) -> None:
    users: dict[int, str] = {}
    for name, service in services.items():
        if service.port is not None and service.port in users:
            message = f"{service.port} is the port of {users[service.port]} already"
            log.add((*_PATH, "services", name, "port"), message, "give each service its own, or none for a free one")
        elif service.port is not None:
            users[service.port] = name
