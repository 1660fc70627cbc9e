"""Ranges as they are written: `1-500`, `0.50-99.99`, `1s-3s`, `<10KB`."""

import re
from collections.abc import Callable
from decimal import Decimal

from loadproof.errors import WrittenValueError
from loadproof.model.duration import exact_seconds
from loadproof.model.quoting import quoted

__all__ = ["RangeError", "parse_decimals", "parse_millis", "parse_size", "parse_whole"]

_WHOLE = re.compile(r"(?P<low>-?[0-9]{1,19})(?:\s*-\s*(?P<high>-?[0-9]{1,19}))?")
_DECIMALS = re.compile(r"(?P<low>-?[0-9]{1,15}(?:\.[0-9]{1,9})?)\s*-\s*(?P<high>-?[0-9]{1,15}(?:\.[0-9]{1,9})?)")
_SIZE = re.compile(r"(?P<number>[0-9]{1,12}(?:\.[0-9]{1,6})?)\s*(?P<unit>B|KB|MB|GB|KiB|MiB|GiB)")
_UNIT_BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_BELOW = ("<=", "<", "≤")
_ABOVE = (">=", ">", "≥")
_LONGEST_TEXT = 80
_MOST_EXACT = 10**15


class RangeError(WrittenValueError):
    """The text is not a range."""


def parse_whole(written: int | str, lowest: int, highest: int) -> tuple[int, int]:
    """Low and high of a whole number or a range of them, within `lowest` to `highest`. Raises RangeError.

    >>> parse_whole("8-16", 1, 100), parse_whole(12, 1, 100), parse_whole("-5--1", -10, 10)
    ((8, 16), (12, 12), (-5, -1))
    """
    match = (
        _WHOLE.fullmatch(str(written).strip())
        if len(str(abs(written)) if isinstance(written, int) else written) <= _LONGEST_TEXT
        else None
    )
    if match is None:
        raise RangeError(
            f"{quoted(written)} is not a whole number or a range of them", "write 12, or a range such as 8-16"
        )
    low, high = int(match["low"]), int(match["high"] or match["low"])
    if not lowest <= low <= high <= highest:
        raise RangeError(
            f"{quoted(written)} is not within {lowest} to {highest}, ascending", "write the lower bound first"
        )
    return low, high


def parse_decimals(written: str) -> tuple[float, float, int]:
    """Low, high and the number of decimals of a range. Raises RangeError.

    >>> parse_decimals("0.50-99.99"), parse_decimals("1-500")
    ((0.5, 99.99, 2), (1.0, 500.0, 0))
    """
    match = _DECIMALS.fullmatch(written.strip()) if len(written) <= _LONGEST_TEXT else None
    if match is None:
        raise RangeError(f"{quoted(written)} is not a range of numbers", "write one such as 1-500 or 0.50-99.99")
    low, high = match["low"], match["high"]
    decimals = max(len(bound.partition(".")[2]) for bound in (low, high))
    if not float(low) <= float(high):
        raise RangeError(f"{quoted(written)} is not ascending", "write the lower bound first")
    # A number with so many steps is drawn exactly from the 53 bits of a double.
    if (Decimal(high) - Decimal(low)) * 10**decimals > _MOST_EXACT:
        raise RangeError(f"{quoted(written)} has more than {_MOST_EXACT} steps", "write fewer decimals")
    return float(low), float(high), decimals


def parse_size(written: str) -> tuple[float | None, float | None]:
    """Least and most bytes, inclusive, of a limit on size. Raises RangeError.

    >>> parse_size("<10KB"), parse_size("1KiB-2KiB")
    ((None, 10000.0), (1024.0, 2048.0))
    """
    return _limits(written, _bytes, "write a limit such as <10KB, or a range such as 1KB-10KB")


def parse_millis(written: str) -> tuple[float | None, float | None]:
    """Least and most milliseconds, inclusive, of a limit on time. Raises RangeError.

    >>> parse_millis("<200ms"), parse_millis("1ms-2s")
    ((None, 200.0), (1.0, 2000.0))
    """
    cure = "write a limit such as <200ms, or a range such as 1ms-200ms"
    return _limits(written, lambda text: float(exact_seconds(text) * 1000), cure)


def _limits(written: str, number: Callable[[str], float], cure: str) -> tuple[float | None, float | None]:
    text = written.strip()
    if len(text) > _LONGEST_TEXT:
        raise RangeError(f"{quoted(text)} is too long for a limit", cure)
    for sign in (*_BELOW, *_ABOVE):
        if text.startswith(sign):
            bound = number(text.removeprefix(sign))
            return (None, bound) if sign in _BELOW else (bound, None)
    low, dash, high = text.partition("-")
    if not dash:
        raise RangeError(f"{quoted(text)} is not a limit", cure)
    least, most = number(low), number(high)
    if least > most:
        raise RangeError(f"{quoted(text)} is not ascending", "write the lower bound first")
    return least, most


def _bytes(text: str) -> float:
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise RangeError(
            f"{quoted(text)} is not a size", "write a number and its unit (B, KB, MB, GB, KiB, MiB or GiB)"
        )
    return float(Decimal(match["number"]) * _UNIT_BYTES[match["unit"]])
