"""Every method that a study may ask for, a row each, in the order in which they are run.

What runs, forecasts, resolves and reports methods takes their order and their differences from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from loadproof.methods.method import Driven, Found, StartSoFar
from loadproof.methods.row import MethodRow, WarmUpRow

if TYPE_CHECKING:
    from loadproof.study.study import Study

__all__ = ["METHODS", "WARM_UP_ROW", "check_study", "method_names", "row_of", "start_so_far"]

_FOLDERS = (
    "loadproof.methods.smoke",
    "loadproof.methods.plateaus",
    "loadproof.methods.capacity",
    "loadproof.methods.confirm",
    "loadproof.methods.soak",
    "loadproof.methods.spike",
    "loadproof.methods.users",
    "loadproof.methods.load",
    "loadproof.methods.compare",
    "loadproof.methods.overhead",
)
METHODS: tuple[MethodRow, ...] = tuple(import_module(folder).ROW for folder in _FOLDERS)
WARM_UP_ROW: WarmUpRow = import_module("loadproof.methods.warm_up").ROW
"""Row of the warm-up, which is run before the methods of a start."""


def method_names() -> tuple[str, ...]:
    """The names of all methods in the order in which they are run.

    >>> method_names()
    ('smoke', 'plateaus', 'capacity', 'confirm', 'soak', 'spike', 'users', 'load', 'compare', 'overhead')
    """
    return tuple(row.name for row in METHODS)


def row_of(name: str) -> MethodRow:
    """The row of the method `name`. Raises LookupError where there is none."""
    for row in METHODS:
        if row.name == name:
            return row
    raise LookupError(f"there is no method {name!r}")


def start_so_far(asked: Mapping[str, Any], driven: Mapping[str, Driven]) -> StartSoFar:
    """Return the inputs of the next method of a start: settings of all methods, and results of those before it."""
    found = None
    for name, one in driven.items():
        if (row := row_of(name)).finds_capacity:
            rate, users = (None, None) if one.answer is None else (one.answer.rate, one.answer.users)
            found = Found(rate, row.confirmation_of(one.history), users)
    return StartSoFar(asked, found)


def check_study(study: Study) -> None:
    """Raise InputError if a method cannot run the study, whatever its file says."""
    for row in METHODS:
        row.check_study(study)
