"""Value of an alarm as a text: with its unit, or the share of calls above the limit of a percentile."""

from loadproof.alarms.rule import AlarmRule, LoadMetric, LoadMetricKind
from loadproof.alarms.units import SHARE
from loadproof.model.message import Message, Value, milliseconds, number, share

__all__ = ["value_told"]


def value_told(rule: AlarmRule, value: float | None) -> Message:
    """Return the text of a value of `rule`; None: there is no data."""
    if value is None:
        return Message("alarm-no-data")
    metric = rule.source
    if not isinstance(metric, LoadMetric):
        return Message("alarm-value", value=share(value) if rule.unit == SHARE else _with_unit(value, rule.unit))
    if metric.kind is LoadMetricKind.PERCENTILE:
        return Message("alarm-calls-above", share=share(value), limit=milliseconds(rule.limit))
    if metric.kind is LoadMetricKind.ERRORS:
        return Message("alarm-value", value=share(value))
    unit = "1/s" if metric.kind is LoadMetricKind.RATE else ""
    return Message("alarm-value", value=_with_unit(value, unit))


def _with_unit(value: float, unit: str) -> Value:
    if not unit:
        return number(value)
    return Message("alarm-value-in-unit", value=number(value), unit=unit)
