"""Alarm rules as alerting rules of Prometheus: the expression of each, or the reason why there is none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.alarms.exporters import EXPORTERS, UNMAPPED, WITHOUT_EXPORTER, Exporter
from loadproof.alarms.rule import AlarmRule, LoadMetric, LoadMetricKind, ProbeSeries
from loadproof.model.series import known_series
from loadproof.study.database_url import database_words
from loadproof.study.probe_settings import DatabaseKind, ProbeSettings, PrometheusSeries

__all__ = ["NotExported", "PrometheusRule", "prometheus_rule"]

SHORTEST_WINDOW_S = 60
"""Shortest window of a rate or a mean: it needs several scrapes, which are often 15 s apart."""
_MEAN = re.compile(r"avg_over_time\(([^()]*)\[A\]\)")
_PER_UNIT = {"MiB": 2.0**20, "MiB/s": 2.0**20, "ms": 1e-3, "µs": 1e-6}
"""Factor to the base unit of Prometheus, by the unit of a series; 1 for every other unit."""
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class PrometheusRule:
    """Alerting rule of Prometheus for an alarm."""

    alarm: AlarmRule
    expression: str
    source: str
    """Origin of the metrics: an exporter with its version, or the study."""
    remark: str = ""
    """Difference to the values that a trial is judged by, as a sentence; empty: none."""


@dataclass(frozen=True, slots=True)
class NotExported:
    """Alarm without an alerting rule."""

    alarm: AlarmRule
    reason: str


@dataclass(frozen=True, slots=True)
class _Side:
    """Left side of a rule, and the factor from the unit of the rule's limit to that of the side."""

    expression: str
    factor: float
    source: str
    remark: str = ""


def prometheus_rule(alarm: AlarmRule, probes: ProbeSettings) -> PrometheusRule | NotExported:
    """Return the alerting rule for an alarm of a study with these probes, or the reason why there is none.

    >>> from loadproof.alarms.rule import LimitRelation
    >>> source = ProbeSeries("host", "memory_available_mib")
    >>> alarm = AlarmRule("low", "", source, LimitRelation.BELOW, 512.0, "MiB", over_s=90)
    >>> prometheus_rule(alarm, ProbeSettings()).expression
    'avg_over_time(node_memory_MemAvailable_bytes[90s]) < 536870912'
    >>> other = AlarmRule("large", "", ProbeSeries("java:api", "heap_mib"), LimitRelation.ABOVE, 1.0)
    >>> prometheus_rule(other, ProbeSettings())  # doctest: +ELLIPSIS
    NotExported(alarm=..., reason='the metric depends on the library that exports the VM')
    """
    side = _left_side(alarm, probes)
    if isinstance(side, str):
        return NotExported(alarm, side)
    limit = _number(alarm.limit * side.factor)
    return PrometheusRule(alarm, f"{side.expression} {alarm.relation.value} {limit}", side.source, side.remark)


def _left_side(alarm: AlarmRule, probes: ProbeSettings) -> _Side | str:
    if alarm.prometheus is not None:
        # A comment in it ends at the line break.
        end = "\n)" if "#" in alarm.prometheus else ")"
        return _Side(f"({alarm.prometheus.strip()}{end}", _factor(alarm), "expression of the study")
    source = alarm.source
    if isinstance(source, LoadMetric):
        return "no exporter has metrics of the calls of a load"
    kind, _, owner = source.probe.partition(":")
    if kind == "prometheus":
        pages = (page.series for page in probes.prometheus if page.service == owner)
        mapped = next((one for series in pages for one in series if one.name == source.name), None)
        return WITHOUT_EXPORTER[kind] if mapped is None else _of_page(alarm, mapped)
    if kind not in EXPORTERS:
        return WITHOUT_EXPORTER.get(kind, "no exporter is known for this probe")
    return _of_exporter(alarm, source, EXPORTERS[kind], probes)


def _of_exporter(alarm: AlarmRule, source: ProbeSeries, exporter: Exporter, probes: ProbeSettings) -> _Side | str:
    kind, _, owner = source.probe.partition(":")
    if reason := UNMAPPED.get((kind, source.name)):
        return reason
    known = known_series(source.probe, source.name)
    template = exporter.expressions.get(source.name) or exporter.expressions.get("" if known is None else known.name)
    if template is None:
        return f"{exporter.name} is not known to have it"
    labels = {"DATABASE": ""}
    if known is not None:
        labels |= dict.fromkeys(("DEVICE", "CORE"), known.device_in(source.name) or "")
    if '"DATABASE"' in template:
        labels["DATABASE"] = database = _database(owner, probes)
        if not database:
            return "the name of its database is not written in the study"
    expression = _with_windows(template, alarm.over_s)
    for name, value in labels.items():
        expression = expression.replace(f'"{name}"', _text(value))
    return _Side(expression, _factor(alarm), f"{exporter.name} {exporter.version}", exporter.remark)


def _of_page(alarm: AlarmRule, series: PrometheusSeries) -> _Side:
    """Return the side of a series of a page that the study reads: the sum over all of its samples."""
    by = "sum by (job, instance)"
    if series.per is not None:
        metrics: Sequence[str] = (series.metric, series.per)
        expression = " / ".join(f"{by} (rate({_selector(metric, series)}[W]))" for metric in metrics)
    elif series.rate:
        expression = f"{by} (rate({_selector(series.metric, series)}[W]))"
    else:
        expression = f"{by} (avg_over_time({_selector(series.metric, series)}[A]))"
    expression, factor = _with_windows(expression, alarm.over_s), 1.0
    if series.scale > 0.0:
        factor = 1.0 / series.scale
    else:
        # To divide by it would turn the relation round.
        expression = f"({expression}) * {_number(series.scale)}"
    return _Side(expression, factor, "metric of the study")


def _selector(metric: str, series: PrometheusSeries) -> str:
    labels = ",".join(f"{name}={_text(value)}" for name, value in series.labels)
    return f"{metric}{{{labels}}}" if labels else metric


def _factor(alarm: AlarmRule) -> float:
    """Return the factor from the unit of the limit to the base unit of Prometheus: seconds, bytes or a share."""
    is_percentile = isinstance(alarm.source, LoadMetric) and alarm.source.kind is LoadMetricKind.PERCENTILE
    return _PER_UNIT.get("ms" if is_percentile else alarm.unit, 1.0)


def _with_windows(template: str, over_s: int) -> str:
    window = f"[{max(SHORTEST_WINDOW_S, over_s)}s]"
    mean = rf"avg_over_time(\1{window})" if over_s > 1 else r"\1"
    return _MEAN.sub(mean, template).replace("[W]", window)


def _database(owner: str, probes: ProbeSettings) -> str:
    """Return the name of the PostgreSQL database of a probe; empty: a gap is in it."""
    own = (one for one in probes.databases if one.kind is DatabaseKind.POSTGRES and one.service == owner)
    database = next(own, None)
    if database is None:
        return ""
    # A gap may also be the port: digits are valid in each part.
    first, second = (database_words(database.kind, database.url, filled)["dbname"] for filled in (_one, _two))
    return first if first == second else ""


def _one(_gap: str) -> str:
    return "1"


def _two(_gap: str) -> str:
    return "2"


def _text(value: str) -> str:
    """Return a text of PromQL: in double quotes, with the escapes of Go."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _number(value: float) -> str:
    """Return a number without the noise of its binary form.

    >>> _number(0.1 * 3), _number(536870912.0), _number(1.5)
    ('0.3', '536870912', '1.5')
    """
    return f"{value:.0f}" if value.is_integer() and abs(value) < 2.0**53 else repr(float(f"{value:.{_DIGITS}g}"))
