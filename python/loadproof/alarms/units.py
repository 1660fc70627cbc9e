"""Limit of a rule, read in the unit of what it limits, and whether a value can ever be beyond it."""

import re
from collections.abc import Callable

from loadproof.alarms.rule import LimitRelation, LoadMetric, LoadMetricKind, RuleError
from loadproof.errors import WrittenValueError
from loadproof.model.duration import exact_seconds
from loadproof.model.memory_size import parse_memory_size
from loadproof.model.quoting import quoted
from loadproof.model.share import Share

__all__ = ["SHARE", "can_fire", "metric_limit", "series_limit"]

_NUMBER = re.compile(r"[-+]?[0-9]{1,15}(?:\.[0-9]{1,9})?")
_MIB = 2.0**20
SHARE = "share"


def series_limit(text: str, unit: str) -> float:
    """Return the limit of a series with this unit. A number alone is in the unit. Raises RuleError.

    >>> series_limit("95%", "share"), series_limit("2GiB", "MiB"), series_limit("40", ""), series_limit("1.5s", "ms")
    (0.95, 2048.0, 40.0, 1500.0)
    >>> series_limit("40ms", "")
    Traceback (most recent call last):
    ...
    loadproof.alarms.rule.RuleError: '40ms' has another unit: the series has none. Cure: write a number such as 40
    """
    written = "/s" if unit == "1/s" else unit
    bare = text.removesuffix(written).strip() if unit not in _READERS else text
    if _NUMBER.fullmatch(bare):
        return float(bare)
    if (read := _READERS.get(unit)) is None:
        told, cure = (f"is in {unit}", f"40 or 40 {unit}") if unit else ("has none", "40")
        raise RuleError(f"{quoted(text)} has another unit: the series {told}", f"write a number such as {cure}")
    try:
        return read(text)
    except WrittenValueError as error:
        raise RuleError(f"{quoted(text)} does not fit a series in {unit}: {error.message}", error.cure) from error


def metric_limit(metric: LoadMetric, text: str) -> float:
    """Return the limit of a metric: ms of a percentile, a share of errors, else a number. Raises RuleError.

    >>> metric_limit(LoadMetric(LoadMetricKind.ERRORS), "2%"), metric_limit(LoadMetric(LoadMetricKind.RATE), "50/s")
    (0.02, 50.0)
    """
    try:
        if metric.kind is LoadMetricKind.PERCENTILE:
            return 1000.0 * float(exact_seconds(text))
        if metric.kind is LoadMetricKind.ERRORS:
            return Share.parse_up_to(100.0, text).share
    except WrittenValueError as error:
        raise RuleError(error.message, error.cure) from error
    number = text.removesuffix("/s").strip() if metric.kind is LoadMetricKind.RATE else text
    if not _NUMBER.fullmatch(number):
        such = {LoadMetricKind.RATE: "50 or 50/s", LoadMetricKind.APDEX: "0.7"}.get(metric.kind, "300")
        raise RuleError(f"{quoted(text)} is no limit of {metric.kind.value}", f"write a number such as {such}")
    return float(number)


def can_fire(relation: LimitRelation, limit: float, lowest: float | None, highest: float | None) -> bool:
    """Return True if a value from `lowest` to `highest` (None: no bound) can have this relation to the limit.

    >>> can_fire(LimitRelation.ABOVE, 1.0, 0.0, 1.0), can_fire(LimitRelation.AT_LEAST, 1.0, 0.0, 1.0)
    (False, True)
    """
    extreme = highest if relation.is_upper else lowest
    return extreme is None or relation.holds(extreme, limit)


def _milliseconds(text: str) -> float:
    return 1000.0 * float(exact_seconds(text))


def _microseconds(text: str) -> float:
    return 1e6 * float(exact_seconds(text))


_READERS: dict[str, Callable[[str], float]] = {
    SHARE: lambda text: Share.parse_up_to(100.0, text).share,
    "MiB": lambda text: parse_memory_size(text, 0) / _MIB,
    "B": lambda text: float(parse_memory_size(text, 0)),
    "ms": _milliseconds,
    "µs": _microseconds,
    "s": lambda text: float(exact_seconds(text)),
}
"""Readers of limits that are written with a unit of their own, by the unit of the series."""
