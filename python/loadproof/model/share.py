"""Shares as they are written: `5%`. The sign is never left out."""

import re
from dataclasses import dataclass
from typing import Self

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = ["PercentageError", "Share"]

_PERCENTAGE = re.compile(r"(?P<number>[0-9]{1,6}(\.[0-9]{1,6})?)\s*%")


class PercentageError(WrittenValueError):
    """The text is not a percentage within its range."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, from 0 up, as a percentage that was written.

    >>> Share.parse_up_to(100.0, "30%").share
    0.3
    """

    share: float

    @classmethod
    def parse_up_to(cls, highest: float, text: str) -> Self:
        """From 0 to `highest` per cent. Raises PercentageError."""
        return cls.parse_between(0.0, highest, text)

    @classmethod
    def parse_between(cls, lowest: float, highest: float, text: str) -> Self:
        """From `lowest` to `highest` per cent. Raises PercentageError."""
        written = text.strip()
        match = _PERCENTAGE.fullmatch(written)
        if match is None:
            raise PercentageError(f"{quoted(written)} is not a percentage", "write a number and %, such as 5%")
        percent = float(match["number"])
        if not lowest <= percent <= highest:
            raise PercentageError(
                f"{quoted(written)} is not between {lowest:g}% and {highest:g}%", "write a percentage in that range"
            )
        return cls(percent / 100)
