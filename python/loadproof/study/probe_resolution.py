"""Resolves the written probes."""

import math
import re

from loadproof.errors import WrittenValueError
from loadproof.model.machine_series import LOCAL_MACHINE
from loadproof.model.quoting import quoted
from loadproof.records.machine_use import MachineRole
from loadproof.study.database_url import database_words
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.probe_settings import (
    DatabaseKind,
    DatabaseSettings,
    MachineSettings,
    PlanSource,
    ProbeSettings,
    PrometheusSeries,
    PrometheusSettings,
)
from loadproof.study.probe_spec import (
    MachineSpec,
    MariadbSpec,
    PostgresSpec,
    ProbesSpec,
    PrometheusSpec,
    RedisSpec,
    SeriesSpec,
)
from loadproof.study.stand_resolution import check_name
from loadproof.study.stand_template import GapKind
from loadproof.study.stand_texts import StandTexts

__all__ = ["resolve_probes"]

_PATH: KeyPath = ("probes",)
_MOST_SERIES = 200
_MOST_MACHINES = 100
_GAPS_OF_DATABASE = (GapKind.PORT, GapKind.SECRET)
_SOME_PORT = "5432"
# https://prometheus.io/docs/concepts/data_model/
_METRIC = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]{0,199}")
_LABEL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,199}")


def resolve_probes(spec: ProbesSpec, texts: StandTexts) -> ProbeSettings:
    """The probes that `spec` says; what is wrong goes to the log of `texts`."""
    pages = tuple(
        _page(service, page, (*_PATH, "prometheus", service), texts) for service, page in spec.prometheus.items()
    )
    databases = tuple(
        _database(kind, service, database, texts)
        for kind, written in (
            (DatabaseKind.POSTGRES, spec.postgres),
            (DatabaseKind.MARIADB, spec.mariadb),
            (DatabaseKind.REDIS, spec.redis),
        )
        for service, database in written.items()
    )
    place = (*_PATH, "machines")
    if len(spec.machines) > _MOST_MACHINES:
        texts.log.add(place, f"the number of machines is {len(spec.machines)}", f"keep to {_MOST_MACHINES}")
    machines = tuple(_machine(name, written, (*place, name), texts) for name, written in spec.machines.items())
    return ProbeSettings(
        spec.process, spec.control_group, spec.host, spec.generator, pages, databases, spec.java, machines
    )


def _machine(name: str, spec: MachineSpec, path: KeyPath, texts: StandTexts) -> MachineSettings:
    check_name(name, "a machine", path, texts.log)
    if name == LOCAL_MACHINE:
        message = f"{quoted(name)} is the machine that loadproof runs on"
        texts.log.add(path, message, "choose another name")
    texts.address(spec.url, (*path, "url"), None)
    return MachineSettings(name, spec.url, MachineRole(spec.role))


def _page(service: str, spec: PrometheusSpec, path: KeyPath, texts: StandTexts) -> PrometheusSettings:
    log = texts.log
    check_name(service, "a service", path, log)
    texts.address(spec.url, (*path, "url"), None)
    if not 1 <= len(spec.series) <= _MOST_SERIES and not log.is_broken((*path, "series")):
        log.add((*path, "series"), f"the number of series is {len(spec.series)}", f"choose 1 to {_MOST_SERIES}")
    series = tuple(_series(name, written, (*path, "series", name), log) for name, written in spec.series.items())
    return PrometheusSettings(service, spec.url, series)


def _series(name: str, spec: SeriesSpec, path: KeyPath, log: FaultLog) -> PrometheusSeries:
    if not _LABEL.fullmatch(name):
        log.add(path, f"{quoted(name)} cannot name a series", "use letters, digits and _")
    elif not _METRIC.fullmatch(spec.metric or name):
        message = f"{quoted(spec.metric)} is not the name of a metric"
        log.add((*path, "metric"), message, "write it as the page does, without labels")
    for label in spec.labels:
        if not _LABEL.fullmatch(label):
            log.add((*path, "labels", label), f"{quoted(label)} cannot name a label", "use letters, digits and _")
    if len(spec.unit) > 20 or not spec.unit.isprintable():
        log.add((*path, "unit"), f"{quoted(spec.unit)} is too long for a unit", "write one such as MiB")
    _check_ratio(spec, path, log)
    metric, labels = spec.metric or name, tuple(spec.labels.items())
    return PrometheusSeries(name, metric, labels, spec.rate, spec.unit, spec.per, float(spec.scale), spec.optional)


def _check_ratio(spec: SeriesSpec, path: KeyPath, log: FaultLog) -> None:
    if spec.per is not None and not _METRIC.fullmatch(spec.per):
        log.add((*path, "per"), f"{quoted(spec.per)} is not the name of a metric", "write it as the page does")
    if spec.per is not None and spec.rate:
        log.add((*path, "per"), "a growth over that of another metric has no rate", "leave rate out, or per")
    if not math.isfinite(spec.scale) or spec.scale == 0:
        log.add((*path, "scale"), f"{quoted(spec.scale)} cannot scale a value", "write a number such as 1000")


def _database(
    kind: DatabaseKind, service: str, spec: PostgresSpec | MariadbSpec | RedisSpec, texts: StandTexts
) -> DatabaseSettings:
    path, url = (*_PATH, kind.value, service), spec.url
    check_name(service, "a service", path, texts.log)
    if texts.check(url, (*path, "url"), None, _GAPS_OF_DATABASE):
        try:
            # Whatever a gap gives, it is one word; of a port it is a number.
            database_words(kind, url, lambda _: _SOME_PORT)
        except WrittenValueError as error:
            texts.log.add((*path, "url"), error.message, error.cure)
    plans = PlanSource(spec.plans) if isinstance(spec, PostgresSpec) else PlanSource.GENERIC
    return DatabaseSettings(kind, service, url, plans)
