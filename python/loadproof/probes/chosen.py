"""The probes that a study wants, for the services that run."""

from collections.abc import Callable, Collection
from functools import partial

from loadproof.probes.control_group_probe import ControlGroupProbe
from loadproof.probes.generator_probe import GeneratorProbe
from loadproof.probes.host_probe import HostProbe
from loadproof.probes.probe import Probe, ServicesNow
from loadproof.probes.process_probe import ProcessProbe
from loadproof.probes.prometheus_probe import PrometheusProbe
from loadproof.study.probe_settings import ProbeSettings
from loadproof.system.host_counters import read_host

__all__ = ["chosen_probes"]


def chosen_probes(
    settings: ProbeSettings,
    services: ServicesNow,
    filled: Callable[[str, str], str],
    spinners: Collection[int] = (),
) -> list[Probe]:
    """One probe per service and kind, the host, the generator, the Prometheus pages and the databases.

    `services` is asked now for which there are, and at every round for their processes; `filled` puts values into the
    gaps of a URL, as those of the service that is its second argument. A service without a control
    group has no probe of one. The time of the processes `spinners`, which keep processors awake, is idle.
    """
    probes: list[Probe] = []
    for name, service in services().items():
        if settings.process:
            probes.append(ProcessProbe(name, services))
        if settings.control_group and service.control_group is not None:
            probes.append(ControlGroupProbe(name, services))
    if settings.host:
        probes.append(HostProbe(partial(read_host, spinners=spinners)))
    if settings.generator:
        probes.append(GeneratorProbe())
    probes += [PrometheusProbe(page, filled) for page in settings.prometheus]
    return [*probes, *_databases(settings, filled)]


def _databases(settings: ProbeSettings, filled: Callable[[str, str], str]) -> list[Probe]:
    if not settings.postgres:
        return []
    # A driver takes time to import, which a study without a database need not wait for.
    from loadproof.probes.postgres_probe import PostgresProbe

    return [PostgresProbe(database, filled) for database in settings.postgres]
