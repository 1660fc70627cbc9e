"""Rates as they are written, calls per second (`1000`) or multiples of the profile (`2N`), and how calls arrive."""

import math
import re
from enum import StrEnum

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = ["DEFAULT_CONNECTIONS", "DEFAULT_SEED", "HIGHEST_RATE", "Arrivals", "RateError", "check_rate", "parse_rate"]


class Arrivals(StrEnum):
    """How calls fall around the rate."""

    POISSON = "poisson"
    """Independent users."""
    CONSTANT = "constant"
    """Equal gaps."""


DEFAULT_CONNECTIONS = 1000
DEFAULT_SEED = 1
"""Of a load, unless a study or an option gives another."""
HIGHEST_RATE = 10_000_000.0
_MULTIPLE = re.compile(r"(?P<multiple>[0-9]{1,9}(\.[0-9]{1,9})?)\s*N")


class RateError(WrittenValueError):
    """The value is not a rate."""


def parse_rate(written: float | str, base_rate: float | None) -> float:
    """Calls per second above 0; `base_rate` is the profile's rate at N = 1, if it has one. Raises RateError.

    >>> parse_rate(1000, None), parse_rate("1.5N", 200.0)
    (1000.0, 300.0)
    """
    if not isinstance(written, str):
        return check_rate(written)
    match = _MULTIPLE.fullmatch(written.strip())
    if match is None:
        raise RateError(f"{quoted(written)} is not a rate", "write calls per second (1000) or a multiple (2N)")
    if base_rate is None:
        raise RateError(
            f"{quoted(written)} is a multiple of a profile whose rate at N = 1 is not known",
            "give the operations rates, or the profile a base_rate; or write calls per second",
        )
    return check_rate(float(match["multiple"]) * base_rate)


def check_rate(rate: float) -> float:
    """`rate`, if calls can be made at it. Raises RateError."""
    if not (math.isfinite(rate) and 0 < rate <= HIGHEST_RATE):
        raise RateError(
            f"{rate:g} is not above 0 and at most {HIGHEST_RATE:.0f}", "give calls per second, such as 1000"
        )
    return float(rate)
