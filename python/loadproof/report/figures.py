"""Figures as a report writes them: two or three significant digits, with their unit set apart."""

import math
import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

from loadproof.model.duration import duration_text

__all__ = [
    "TOO_FEW",
    "calls_needed",
    "count_text",
    "duration_text",
    "exact_text",
    "interval_text",
    "milliseconds_text",
    "outlook_text",
    "percent_text",
    "percentile_text",
    "planned_load",
    "rate_text",
    "slo_text",
    "users_text",
]

TOO_FEW = "too few"
_NOTHING = "–"
_QUANTILES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99_9": 0.999}
_CALLS_BEYOND = 10
_MOST_DECIMALS = 9
# Exact for every double.
_HALF_UP = Context(prec=400, rounding=ROUND_HALF_UP)


def calls_needed(percentile: str) -> int:
    """The calls that a percentile needs: at least ten must lie beyond it, or one call more would move it far.

    Of n calls about `n · (1 - q)` lie beyond the quantile q, a count with a relative standard error of
    1/√(n · (1 - q)): 32 % for ten.

    >>> calls_needed("p99"), calls_needed("p99_9")
    (1000, 10000)
    """
    return round(_CALLS_BEYOND / (1.0 - _QUANTILES[percentile]))


def percentile_text(times_ms: Mapping[str, Any], percentile: str, calls: int) -> str:
    """A percentile of `calls` calls in ms, or "too few".

    >>> percentile_text({"p99": 12.34}, "p99", 5000), percentile_text({"p99": 12.34}, "p99", 900)
    ('12.3', 'too few')
    """
    return TOO_FEW if 0 < calls < calls_needed(percentile) else milliseconds_text(times_ms.get(percentile))


def interval_text(interval: Mapping[str, Any] | None) -> str:
    """What follows a percentile: its interval in ms, or about how many calls one needs.

    >>> interval_text({"low": 11.84, "high": 12.91}), interval_text({"needed_calls": 20000}), interval_text(None)
    (' (11.8–12.9)', ' (needs 20,000)', '')
    """
    if interval is None:
        return ""
    if "needed_calls" in interval:
        return f" (needs {count_text(interval['needed_calls'])})"
    return f" ({milliseconds_text(interval['low'])}–{milliseconds_text(interval['high'])})"


def milliseconds_text(value_ms: float | None) -> str:
    """Milliseconds without their unit.

    >>> [milliseconds_text(value_ms) for value_ms in (0.4321, 48.27, 1503.2, None)]
    ['0.43', '48.3', '1,503', '–']
    """
    return _three_digits(value_ms)


def rate_text(rate: float | None) -> str:
    """A rate without its unit.

    >>> rate_text(9300.0), rate_text(9299.6), rate_text(702.5), rate_text(0.5), rate_text(None)
    ('9,300', '9,300', '703', '0.5', '–')
    """
    text = _three_digits(rate)
    return text.rstrip("0").rstrip(".") if "." in text else text


def exact_text(value: float) -> str:
    """As `rate_text`, with the digits that a value below 0.1 needs.

    >>> exact_text(-0.0012345), exact_text(0.0), exact_text(12.5)
    ('-0.00123', '0', '12.5')
    """
    if value == 0 or not math.isfinite(value) or abs(value) >= 0.1:
        return rate_text(value)
    text = _fixed(value, min(_MOST_DECIMALS, 2 - math.floor(math.log10(abs(value))))).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def percent_text(percent: float | None) -> str:
    """Per cent; a small share is never rounded to nothing.

    >>> percent_text(0.0), percent_text(0.127), percent_text(0.0004), percent_text(34.0)
    ('0 %', '0.13 %', '< 0.01 %', '34 %')
    """
    if percent is None or not math.isfinite(percent):
        return _NOTHING
    if 0 < percent < 0.005:
        return "< 0.01 %"
    return f"{rate_text(percent)} %"


def count_text(count: int) -> str:
    """A count with its thousands parted.

    >>> count_text(1234567)
    '1,234,567'
    """
    return f"{count:,}"


def users_text(users: int) -> str:
    """Closed users.

    >>> users_text(3000), users_text(1)
    ('3,000 users', '1 user')
    """
    return f"{count_text(users)} {'user' if users == 1 else 'users'}"


def planned_load(rate: float | None, users: int = 0) -> str:
    """The load of a trial: its rate, its closed users, or both.

    >>> planned_load(1000.0), planned_load(None), planned_load(0.0, 3000), planned_load(20.0, 1)
    ('1,000/s', 'max', '3,000 users', '20/s and 1 user')
    """
    shown = "max" if rate is None else f"{rate_text(rate)}/s"
    if not users:
        return shown
    return users_text(users) if rate == 0 else f"{shown} and {users_text(users)}"


def outlook_text(low: float | None, high: float | None, left_s: float) -> str:
    """Where a rate is looked for, and about how long that takes yet.

    >>> outlook_text(8000.0, 16000.0, 250.0)
    'between 8,000 and 16,000 calls/s; about 4 min of load left'
    """
    left = "less than a minute" if left_s < 60.0 else f"about {round(left_s / 60.0)} min"
    where = f"between {rate_text(low)} and {rate_text(high)}" if high is not None else f"above {rate_text(low)}"
    return f"{where} calls/s; {left} of load left"


def slo_text(text: str) -> str:
    """An SLO with air between its parts.

    >>> slo_text("p99<50ms"), slo_text("errors <= 1%")
    ('p99 < 50 ms', 'errors <= 1 %')
    """
    spaced = re.sub(r"\s*(<=|>=|<|>|≤|≥|±)\s*", r" \1 ", text)
    return re.sub(r"(\d)(ms|s|%)$", r"\1 \2", spaced.strip())


def _three_digits(value: float | None) -> str:
    if value is None or not math.isfinite(value):
        return _NOTHING
    decimals = 0 if abs(value) >= 99.95 else 1 if abs(value) >= 9.995 else 2
    return _fixed(value, decimals)


def _fixed(value: float, decimals: int) -> str:
    """`value` with its thousands parted; a half is rounded away from zero, as the page does.

    Python's own formats round it to the even digit: the sentence of a report would say 702 where its figures say 703.
    """
    return f"{Decimal(value).quantize(Decimal(1).scaleb(-decimals), context=_HALF_UP):,f}"
