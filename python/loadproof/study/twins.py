"""An A/A: one variant of a study and its twin, so that a user sees how often this machine says different of nothing."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.methods.registry import METHODS
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog
from loadproof.study.method_resolution import chosen_methods
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near
from loadproof.study.study import Variant

__all__ = ["AA_OPTION", "methods_of_twins", "twins"]

AA_OPTION = "--aa"
_VARIANT_OPTION = "--variant"


def twins(variants: Sequence[Variant], name: str, log: FaultLog) -> tuple[Variant, ...]:
    """The variant of this name, the first where it is empty, and another one that differs by its name alone.

    `log` is told where there is none; the variants are then as they were.

    >>> from loadproof.study.stand_settings import Driver, StandSettings
    >>> stand = StandSettings(Driver.EXTERNAL, "http://127.0.0.1:8080")
    >>> [variant.name for variant in twins([Variant("go", stand), Variant("ktor", stand)], "", FaultLog("study"))]
    ['go', 'go-again']
    """
    found = next((variant for variant in variants if name in ("", variant.name)), None)
    if found is None:
        names = [variant.name for variant in variants]
        cure = near(name, names, f"name one of {', '.join(names)}")
        log.add_at(_VARIANT_OPTION, 0, f"{quoted(name)} is not among the variants of the study", cure)
        return tuple(variants)
    return found, replace(found, name=f"{found.name}-again")


def methods_of_twins(methods: Methods, log: FaultLog) -> Methods:
    """Return the comparison of `methods` alone; if it has no rate of its own, with the search of the capacity."""
    compared = [row.name for row in METHODS if row.compares_variants and row.name in methods]
    if not compared:
        message = "there is no compare among the methods that are run, and an A/A is a comparison"
        log.add_at(AA_OPTION, 0, message, "add methods: {compare: {rate: ...}} to the study")
        return methods
    searches = [row.name for row in METHODS if row.finds_capacity and row.name in methods]
    has_rate = all(methods.settings[name].rate is not None for name in compared)
    return chosen_methods(methods, compared if has_rate else [*searches, *compared], log)
