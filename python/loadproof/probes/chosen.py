"""The probes that a study wants, or a load on services of others, for the services that run."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from loadproof.jvm.probe.probe import JavaProbe
from loadproof.probes.control_group_probe import ControlGroupProbe
from loadproof.probes.generator_probe import GeneratorProbe
from loadproof.probes.host_probe import HostProbe
from loadproof.probes.probe import Probe, ServicesNow
from loadproof.probes.process_probe import ProcessProbe
from loadproof.study.probe_settings import DatabaseKind
from loadproof.system.host_counters import read_host

if TYPE_CHECKING:
    from loadproof.study.probe_settings import DatabaseSettings, ProbeSettings

__all__ = ["chosen_probes", "probes_of"]


def chosen_probes(
    settings: ProbeSettings,
    services: ServicesNow,
    filled: Callable[[str, str], str],
    spinners: Collection[int] = (),
) -> list[Probe]:
    """Return the probes of `probes_of`, of the Prometheus pages, of other machines and of the databases.

    `filled` fills the gaps of a URL, its first argument, for the service that is its second argument.
    """
    probes = probes_of(
        services,
        process=settings.process,
        control_group=settings.control_group,
        java=settings.java,
        host=settings.host,
        generator=settings.generator,
        spinners=spinners,
    )
    return [*probes, *_pages(settings, filled), *_machines(settings, filled), *_databases(settings, filled)]


def probes_of(
    services: ServicesNow,
    *,
    process: bool = True,
    control_group: bool = True,
    java: bool = True,
    host: bool = True,
    generator: bool = True,
    spinners: Collection[int] = (),
) -> list[Probe]:
    """One probe per service and kind, the host and the generator.

    `services` is asked now for which there are, and at every round for their processes. A service without a control
    group has no probe of one. The time of the processes `spinners`, which keep processors awake, is idle.
    """
    probes: list[Probe] = []
    for name, service in services().items():
        if process:
            probes.append(ProcessProbe(name, services))
        if control_group and service.control_group is not None:
            probes.append(ControlGroupProbe(name, services))
        if java:
            probes.append(JavaProbe(name, services))
    if host:
        probes.append(HostProbe(partial(read_host, spinners=spinners)))
    if generator:
        probes.append(GeneratorProbe())
    return probes


def _pages(settings: ProbeSettings, filled: Callable[[str, str], str]) -> list[Probe]:
    if not settings.prometheus:
        return []
    # So does what speaks HTTP; a load on a plain URL has no pages.
    from loadproof.probes.prometheus_probe import PrometheusProbe

    return [PrometheusProbe(page, filled) for page in settings.prometheus]


def _machines(settings: ProbeSettings, filled: Callable[[str, str], str]) -> list[Probe]:
    if not settings.machines:
        return []
    from loadproof.probes.node_probe import NodeProbe

    return [NodeProbe(machine, filled) for machine in settings.machines]


def _databases(settings: ProbeSettings, filled: Callable[[str, str], str]) -> list[Probe]:
    return [_database(database, filled) for database in settings.databases]


def _database(database: DatabaseSettings, filled: Callable[[str, str], str]) -> Probe:
    """The probe of its kind. A driver takes time to import, which a study without such a database need not wait for."""
    match database.kind:
        case DatabaseKind.POSTGRES:
            from loadproof.postgres.probe import PostgresProbe

            return PostgresProbe(database, filled)
        case DatabaseKind.MARIADB:
            from loadproof.probes.mariadb_probe import MariadbProbe

            return MariadbProbe(database, filled)
        case DatabaseKind.REDIS:
            from loadproof.probes.redis_probe import RedisProbe

            return RedisProbe(database, filled)
