"""Rates as written (`1000`, `1/m`, `6/h`, or a multiple of the profile, `2N`), and how calls arrive."""

import math
import re
from enum import StrEnum

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = [
    "DEFAULT_SEED",
    "HIGHEST_RATE",
    "RATE_FORMS",
    "Arrivals",
    "RateError",
    "check_rate",
    "parse_multiple",
    "parse_rate",
]


class Arrivals(StrEnum):
    """Distribution of calls around the rate."""

    POISSON = "poisson"
    """Independent users."""
    CONSTANT = "constant"
    """Equal gaps."""


DEFAULT_SEED = 1
"""Seed of a load, unless a study or an option gives another."""
HIGHEST_RATE = 10_000_000.0
RATE_FORMS = "calls per second (1000), per minute (1/m) or per hour (6/h)"
"""Accepted forms of a rate, to complete "give ..."."""
_UNITS_S = {
    **dict.fromkeys(("s", "sec", "second"), 1.0),
    **dict.fromkeys(("m", "min", "minute"), 60.0),
    **dict.fromkeys(("h", "hour"), 3600.0),
    **dict.fromkeys(("d", "day"), 86_400.0),
}
_MULTIPLE = re.compile(r"(?P<multiple>[0-9]{1,9}(\.[0-9]{1,9})?)\s*N")
_RATE = re.compile(
    rf"(?P<calls>[+-]?[0-9]{{1,15}}(\.[0-9]{{1,15}})?(e[+-]?[0-9]{{1,2}})?)(\s*(/|per\s)\s*(?P<unit>{'|'.join(_UNITS_S)}))?",
    re.IGNORECASE,
)


class RateError(WrittenValueError):
    """The value is not a rate."""


def parse_rate(written: float | str) -> float:
    """Calls per second, above 0. Raises RateError.

    >>> parse_rate(1000), parse_rate("6/h") * 3600, parse_rate("0.5 / min") * 60
    (1000.0, 6.0, 0.5)
    """
    if not isinstance(written, str):
        return check_rate(written)
    match = _RATE.fullmatch(written.strip())
    if match is None:
        raise RateError(f"{quoted(written)} is not a rate", f"give {RATE_FORMS}")
    return check_rate(float(match["calls"]) / _UNITS_S[(match["unit"] or "s").lower()])


def parse_multiple(written: float | str, base_rate: float | None) -> float:
    """Calls per second of a rate, or of a multiple of `base_rate`, the profile's rate at N = 1. Raises RateError.

    >>> parse_multiple(1000, None), parse_multiple("1.5N", 200.0)
    (1000.0, 300.0)
    """
    match = _MULTIPLE.fullmatch(written.strip()) if isinstance(written, str) else None
    if match is None:
        try:
            return parse_rate(written)
        except RateError as error:
            raise RateError(error.message, f"{error.cure}, or a multiple of the profile (2N)") from error
    if base_rate is None:
        raise RateError(
            f"{quoted(written)} is a multiple of a profile whose rate at N = 1 is not known",
            f"give the operations rates, or the profile a base_rate; or give {RATE_FORMS}",
        )
    return check_rate(float(match["multiple"]) * base_rate)


def check_rate(rate: float) -> float:
    """`rate`, if calls can be made at it. Raises RateError."""
    if not (math.isfinite(rate) and 0 < rate <= HIGHEST_RATE):
        raise RateError(f"{rate:g} is not above 0 and at most {HIGHEST_RATE:.0f}", f"give {RATE_FORMS}")
    return float(rate)
