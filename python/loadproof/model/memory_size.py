"""Amounts of memory as they are written: `512MiB`. The unit is never left out, and is a power of 1024."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = ["MemorySize", "MemorySizeError", "parse_memory_size"]

_BYTE = {"B": 1}
_UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_SIZE = re.compile(r"(?P<number>[0-9]{1,9}(\.[0-9]{1,6})?)\s*(?P<unit>[A-Za-z]*)")
_CURE = "write a number with KiB, MiB or GiB, such as 512MiB"
_SMALL_CURE = "write a number with B, KiB, MiB or GiB, such as 20KiB"
_SMALLEST, _LARGEST = 2**20, 2**50


class MemorySizeError(WrittenValueError):
    """The text is not an amount of memory."""


def parse_memory_size(text: str, smallest: int = _SMALLEST) -> int:
    """Bytes, from `smallest` (1 MiB unless given) to 1 PiB; B is a unit where so little may be. Raises MemorySizeError.

    >>> parse_memory_size("512MiB"), parse_memory_size("1.5 GiB"), parse_memory_size("100B", smallest=0)
    (536870912, 1610612736, 100)
    """
    written = text.strip()
    is_small = smallest < _UNITS["KiB"]
    units = _BYTE | _UNITS if is_small else _UNITS
    cure = _SMALL_CURE if is_small else _CURE
    match = _SIZE.fullmatch(written)
    if match is None:
        raise MemorySizeError(f"{quoted(written)} is not an amount of memory", cure)
    if not match["unit"]:
        raise MemorySizeError(f"{quoted(written)} has no unit", cure)
    if match["unit"] not in units:
        raise MemorySizeError(f"{quoted(written)} has the unknown unit {quoted(match['unit'])}", cure)
    size = int(Decimal(match["number"]) * units[match["unit"]])
    if not smallest <= size <= _LARGEST:
        least = "1 MiB" if smallest == _SMALLEST else f"{smallest} B"
        raise MemorySizeError(f"{quoted(written)} is not between {least} and 1 PiB", cure)
    return size


@dataclass(frozen=True, slots=True)
class MemorySize:
    """An amount of memory with the text that it was written as.

    >>> MemorySize.parse("1KiB", smallest=0).bytes
    1024
    """

    text: str
    bytes: int

    @classmethod
    def parse(cls, text: str, smallest: int = _SMALLEST) -> Self:
        """Parse a text as `parse_memory_size` does. Raises MemorySizeError."""
        return cls(text, parse_memory_size(text, smallest))
