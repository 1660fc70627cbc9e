"""Service level objectives: a percentile, an error share, the stability of the rate, or an Apdex."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from loadproof.errors import WrittenValueError
from loadproof.model.duration import DurationError, exact_seconds
from loadproof.model.quoting import quoted

__all__ = ["Slo", "SloError", "SloKind", "SloParts", "parse_slo", "slo_parts"]

_FORMS = "write p99<50ms, errors<1%, rate±5% or apdex>=0.85"
_LONGEST_TEXT = 200
_PERCENTILE = re.compile(r"p(?P<percentile>[^<≤=>]*)(?P<relation><=|<|≤)(?P<limit>.*)")
_ERRORS = re.compile(r"errors\s*(?P<relation><=|<|≤)(?P<limit>.*)")
_RATE = re.compile(r"rate\s*(?P<relation>±|\+/?-)(?P<limit>.*)")
_APDEX = re.compile(r"apdex\s*(?P<relation>>=|≥|>)(?P<limit>.*)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
_LIMIT = re.compile(rf"(?P<number>{_NUMBER.pattern})\s*(?P<unit>[uµμ]s|ms|s|min|m|h|%)")


class SloKind(StrEnum):
    """Quantity that an SLO limits."""

    PERCENTILE = "percentile"
    ERRORS = "errors"
    RATE = "rate"
    APDEX = "apdex"


@dataclass(frozen=True, slots=True)
class Slo:
    """One SLO as a share of the due calls.

    "p99<50ms" means: at most `limit_share` = 1 % of all due calls took longer than `threshold_ms`, failed,
    were dropped or cut.
    """

    text: str
    kind: SloKind
    limit_share: float
    """Largest share (0 to 1) of due calls that may break it; for RATE the largest gap relative to due, for APDEX what
    the score may lack of 1, where a tolerated call lacks a half."""
    threshold_ms: float | None = None
    """For PERCENTILE: response limit in ms."""
    operation: str | None = None
    """Name of the operation; None for the whole profile."""


class SloParts(NamedTuple):
    """Parts of an SLO as they are written."""

    operation: str | None
    figure: str
    """`errors`, `rate`, `apdex` or a percentile such as `p99`."""
    relation: str
    limit: str
    unit: str
    """Empty for an Apdex."""


class SloError(WrittenValueError):
    """The text is not an SLO."""


def parse_slo(text: str, operation: str | None = None) -> Slo:
    """The SLO of `operation`, of the operation that `text` names (`get:p99<50ms`), or of the whole profile.

    `<` and `≤` mean the same: a call at the limit keeps it. Raises SloError.

    >>> slo = parse_slo("p99 <= 350 ms")
    >>> slo.kind.value, slo.limit_share, slo.threshold_ms, slo.operation
    ('percentile', 0.01, 350.0, None)
    >>> parse_slo("get:errors<0.5%").limit_share, parse_slo("rate±5%", "get").text
    (0.005, 'get:rate±5%')
    >>> parse_slo("apdex >= 0.85").limit_share
    0.15
    """
    rule = text.strip()
    if len(rule) > _LONGEST_TEXT:
        raise SloError(f"{quoted(rule)} is too long for an SLO", _FORMS)
    if ":" in rule:
        named, rule = (part.strip() for part in rule.split(":", 1))
        if operation not in (None, named):
            raise SloError(f"the SLO {quoted(text)} of {operation} names {quoted(named)}", "leave the name out here")
        operation = named
    kind, limit_share, threshold_ms = _parse_rule(rule)
    shown = rule if operation is None else f"{operation}:{rule}"
    return Slo(shown, kind, limit_share, threshold_ms, operation)


def slo_parts(text: str) -> SloParts | None:
    """Return the parts of an SLO as they are written; None if the text is no SLO.

    >>> slo_parts("get: p99 <= 1.5 s")
    SloParts(operation='get', figure='p99', relation='<=', limit='1.5', unit='s')
    """
    operation, _, rule = text.rpartition(":")
    rule = rule.strip()
    if apdex := _APDEX.fullmatch(rule):
        return SloParts(operation.strip() or None, "apdex", apdex["relation"], apdex["limit"].strip(), "")
    match = next((found for form in (_PERCENTILE, _ERRORS, _RATE) if (found := form.fullmatch(rule))), None)
    limit = None if match is None else _LIMIT.fullmatch(match["limit"].strip())
    if match is None or limit is None:
        return None
    figure = rule[: match.start("relation")].strip()
    return SloParts(operation.strip() or None, figure, match["relation"], limit["number"], limit["unit"])


def _parse_rule(rule: str) -> tuple[SloKind, float, float | None]:
    """Kind, limit share and threshold in ms of an SLO without its operation."""
    if not rule:
        raise SloError("the SLO is empty", _FORMS)
    if match := _PERCENTILE.fullmatch(rule):
        share = 1 - _percentile(match["percentile"].strip(), rule) / 100
        return SloKind.PERCENTILE, float(share), _threshold_ms(match["limit"], rule)
    if match := _ERRORS.fullmatch(rule):
        return SloKind.ERRORS, float(_percent(match["limit"].strip(), rule) / 100), None
    if match := _RATE.fullmatch(rule):
        return SloKind.RATE, float(_percent(match["limit"].strip(), rule) / 100), None
    if match := _APDEX.fullmatch(rule):
        return SloKind.APDEX, float(1 - _score(match["limit"].strip(), rule)), None
    if rule.lower().startswith("apdex"):
        raise SloError(f"{quoted(rule)} has no least score after >= or ≥", "write apdex>=0.85")
    if re.match(r"(p[0-9]|errors)", rule):
        raise SloError(f"{quoted(rule)} has no limit after < or ≤", _FORMS)
    if rule.startswith("rate"):
        raise SloError(f"{quoted(rule)} has no limit after ±", "write rate±5% or rate+-5%")
    raise SloError(f"{quoted(rule)} limits neither a percentile, nor errors, nor rate, nor an Apdex", _FORMS)


def _score(number: str, rule: str) -> Decimal:
    if not _NUMBER.fullmatch(number):
        raise SloError(
            f"{quoted(rule)}: {quoted(number)} is not a score", "write a number between 0 and 1, such as 0.85"
        )
    if not 0 < Decimal(number) < 1:
        raise SloError(f"{quoted(rule)}: {number} is not between 0 and 1", "write a score such as 0.85")
    return Decimal(number)


def _percentile(number: str, rule: str) -> Decimal:
    if number.startswith(("-", "−")):
        raise SloError(
            f"{quoted(rule)}: percentile {quoted(number)} is negative",
            "write one between 0 and 100, such as p99",
        )
    if not _NUMBER.fullmatch(number):
        raise SloError(
            f"{quoted(rule)}: {quoted(number)} is not a percentile",
            "write p and a number, such as p99 or p99.9",
        )
    percentile = Decimal(number)
    if not 0 < percentile < 100:
        raise SloError(
            f"{quoted(rule)}: percentile {number} is not between 0 and 100", "write one such as p99 or p99.9"
        )
    return percentile


def _threshold_ms(limit: str, rule: str) -> float:
    try:
        threshold_ms = exact_seconds(limit) * 1000
    except DurationError as error:
        raise SloError(f"{quoted(rule)}: {error.message}", error.cure) from error
    if threshold_ms == 0:
        raise SloError(f"{quoted(rule)}: no call can keep a limit of 0", "write a limit above 0, such as 50ms")
    return float(threshold_ms)


def _percent(limit: str, rule: str) -> Decimal:
    number = limit.removesuffix("%").strip()
    if number.startswith(("-", "−")):
        raise SloError(f"{quoted(rule)}: {quoted(number)} is negative", "write a share between 0% and 100%, such as 1%")
    if not _NUMBER.fullmatch(number):
        raise SloError(f"{quoted(rule)}: {quoted(limit)} is not a share", "write a number and %, such as 1%")
    if not limit.endswith("%"):
        raise SloError(f"{quoted(rule)}: {quoted(limit)} has no unit", f"write {number}%")
    if not 0 < Decimal(number) < 100:
        raise SloError(f"{quoted(rule)}: {limit} is not between 0% and 100%", "write a share such as 1%")
    return Decimal(number)
