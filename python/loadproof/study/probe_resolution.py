"""Resolves the written probes."""

import re

from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.probe_settings import ProbeSettings, PrometheusSeries, PrometheusSettings
from loadproof.study.probe_spec import ProbesSpec, PrometheusSpec, SeriesSpec
from loadproof.study.quoting import quoted
from loadproof.study.stand_resolution import check_name
from loadproof.study.stand_texts import StandTexts

__all__ = ["resolve_probes"]

_PATH: KeyPath = ("probes",)
_MOST_SERIES = 200
# https://prometheus.io/docs/concepts/data_model/
_METRIC = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]{0,199}")
_LABEL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,199}")


def resolve_probes(spec: ProbesSpec, texts: StandTexts) -> ProbeSettings:
    """The probes that `spec` says; what is wrong goes to the log of `texts`."""
    pages = tuple(
        _page(service, page, (*_PATH, "prometheus", service), texts) for service, page in spec.prometheus.items()
    )
    return ProbeSettings(spec.process, spec.control_group, spec.host, spec.generator, pages)


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
    return PrometheusSeries(name, spec.metric or name, tuple(spec.labels.items()), spec.rate, spec.unit)
