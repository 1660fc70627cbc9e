"""Amounts of memory as they are written: `512MiB`. The unit is never left out, and is a power of 1024."""

import re
from decimal import Decimal

from loadproof.errors import WrittenValueError
from loadproof.study.quoting import quoted

__all__ = ["MemorySizeError", "parse_memory_size"]

_UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_SIZE = re.compile(r"(?P<number>[0-9]{1,9}(\.[0-9]{1,6})?)\s*(?P<unit>[A-Za-z]*)")
_CURE = "write a number with KiB, MiB or GiB, such as 512MiB"
_SMALLEST, _LARGEST = 2**20, 2**50


class MemorySizeError(WrittenValueError):
    """The text is not an amount of memory."""


def parse_memory_size(text: str) -> int:
    """Bytes, from 1 MiB to 1 PiB. Raises MemorySizeError.

    >>> parse_memory_size("512MiB"), parse_memory_size("1.5 GiB")
    (536870912, 1610612736)
    """
    written = text.strip()
    match = _SIZE.fullmatch(written)
    if match is None:
        raise MemorySizeError(f"{quoted(written)} is not an amount of memory", _CURE)
    if not match["unit"]:
        raise MemorySizeError(f"{quoted(written)} has no unit", _CURE)
    if match["unit"] not in _UNITS:
        raise MemorySizeError(f"{quoted(written)} has the unknown unit {quoted(match['unit'])}", _CURE)
    size = int(Decimal(match["number"]) * _UNITS[match["unit"]])
    if not _SMALLEST <= size <= _LARGEST:
        raise MemorySizeError(f"{quoted(written)} is not between 1 MiB and 1 PiB", _CURE)
    return size
