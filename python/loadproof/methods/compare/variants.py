"""Variants that a study compares: what keeps them from being up together."""

import math
from collections.abc import Sequence

from loadproof.methods.compare.machine import CompareSettings
from loadproof.model.quoting import quoted
from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.study import Variant

__all__ = ["check_variants"]

_START_S = 5.0
"""A service takes some seconds to start and to stop: a budget that is suggested has room for them."""


def check_variants(
    settings: CompareSettings, variants: Sequence[Variant], of: int, path: KeyPath, log: FaultLog
) -> None:
    """Report too few variants, a port that they share, and a budget that is too short for their rounds."""
    _check_compared(variants, of, path, log)
    _check_budget(settings, len(variants), path, log)


def _check_compared(variants: Sequence[Variant], of: int, path: KeyPath, log: FaultLog) -> None:
    """Tell `log` of what keeps the variants that are compared, some `of` the measured ones, from being up together."""
    if len(variants) < 2 <= of:
        message = f"{len(variants)} of {of} variants may be compared, by their only"
        log.add(path, message, "add compare to the only of two or more, or leave only out there")
    elif len(variants) < 2:
        cure = (
            "give variants: two or more, compare the one with itself (--aa), "
            "or take compare out of the methods that are run (--method, only)"
        )
        log.add(path, "there is one variant, and nothing to compare it with", cure)
    shared = {
        service.port: service.name
        for variant in variants
        for service in variant.stand.services
        if service.port is not None
    }
    for port, name in shared.items():
        message = f"all variants are up at once, and the service {quoted(name)} has port {port} in each"
        log.add(path, message, "leave its port out: each variant then gets a free one, which is ${port}")


def _check_budget(settings: CompareSettings, variants: int, path: KeyPath, log: FaultLog) -> None:
    """Tell `log` of a budget that three of the shortest rounds do not fit into, even without starts of services."""
    rounds = min(FEWEST_ROUNDS, settings.rounds)
    least_s = rounds * settings.shortest.round_s(variants)
    if variants > 1 and settings.budget_s is not None and settings.budget_s < least_s:
        message = (
            f"{settings.budget_s:g} s are less than {rounds} rounds of {variants} variants take, {least_s:g} s of load"
        )
        minutes = math.ceil((least_s + rounds * variants * _START_S) / 60.0)
        log.add((*path, "budget"), message, f"give {minutes}m or more, with the time that services take to start")
