"""Checks that the settings of every method have to pass."""

import math
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["OF_THE_METHOD", "check_settings"]

OF_THE_METHOD = {"asked": False}
"""Metadata of a field that no study file has a key for."""


def check_settings(settings: "DataclassInstance", above_zero: Sequence[str]) -> None:
    """Raises ValueError for a number below zero, and for a zero in a field named in `above_zero`; None is neither."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, int | float) and not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{field.name}: {value:g} is not a number of zero or more; give one")
    for name in above_zero:
        if getattr(settings, name) == 0:
            raise ValueError(f"{name}: 0 leaves nothing to run; give a number above 0")
