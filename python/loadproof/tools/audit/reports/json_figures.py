"""Figures in documents of JSON, with the digits that were written."""

import math
from collections.abc import Mapping
from typing import Any

from loadproof.model.json_text import read_json
from loadproof.tools.audit.printed import Printed, exact_number

__all__ = ["Json", "json_number", "json_of", "mapping"]

Json = Any


class _Digits(str):
    """A number of JSON as it was written."""

    __slots__ = ()


def json_of(text: str) -> Json:
    """A document of JSON; numbers keep their digits. Raises ValueError."""
    return read_json(text, parse_float=_Digits, parse_int=_Digits, parse_constant=str)


def mapping(value: Json) -> Mapping[str, Json]:
    """A mapping; empty if it is another thing."""
    return value if isinstance(value, dict) else {}


def json_number(value: Json) -> Printed | None:
    """A number, also one that is written as a string; None if it is none, as `-` is.

    >>> json_number(json_of("12.50")).half, json_number("45"), json_number(None)
    (0.005, Printed(text='45', value=45.0, half=0.5, unit=''), None)
    """
    found = exact_number(value) if isinstance(value, str) else None
    return found if found is not None and math.isfinite(found.value) and not found.unit else None
