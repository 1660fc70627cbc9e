"""The least capacity that a study has found of its variants: a part of it each of them keeps."""

from __future__ import annotations

from collections.abc import Sequence

from loadproof.methods.registry import METHODS
from loadproof.records.answer import Outcome
from loadproof.store.reader import RunReader

__all__ = ["least_capacity"]


def least_capacity(reader: RunReader, variants: Sequence[str]) -> float | None:
    """Return the lowest capacity of all variants and starts, calls/s.

    Variants that never started do not count. None if any other variant has no capacity, or if no variant is left.
    """
    found: dict[str | None, list[float]] = {}
    outcomes: dict[str | None, set[str]] = {}
    searches = [row.name for row in METHODS if row.finds_capacity]
    for variant, _start, method, answer in reader.answers():
        # Users are no rate to take a share of.
        if method not in searches or answer.unit is not None:
            continue
        outcomes.setdefault(variant, set()).add(answer.outcome)
        if kept := answer.rate or answer.low:
            found.setdefault(variant, []).append(kept)
    up = [name for name in variants if outcomes.get(name) != {Outcome.NOT_RUN.value}]
    return min(min(found[name]) for name in up) if up and all(name in found for name in up) else None
