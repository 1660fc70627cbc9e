"""Points of Apdex per due second: what an SLO on Apdex is judged by while a trial lasts."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from loadproof._engine import Delta
from loadproof.judge.apdex import ApdexRow
from loadproof.stats.share_test import BadCalls

__all__ = ["ApdexSeconds"]


class _ScoredRow:
    """Due calls and points by due second."""

    __slots__ = ("due", "halves")

    def __init__(self) -> None:
        self.due = array("q")
        self.halves = array("q")
        """Two for a satisfied call, one for a tolerating one."""

    def add(self, second: int, due: int, halves: int) -> None:
        lacking = second + 1 - len(self.due)
        if lacking > 0:
            self.due.extend([0] * lacking)
            self.halves.extend([0] * lacking)
        self.due[second] += due
        self.halves[second] += halves


class ApdexSeconds:
    """Due calls and points of each row with a target time, and of all operations among them."""

    def __init__(self, names: Sequence[str], whole: frozenset[int], counted: frozenset[int]) -> None:
        """`counted` are the indices in `names` with a target time; those of `whole` add up to the whole."""
        self._names = names
        self._whole_of = whole
        self._whole = _ScoredRow()
        self._rows = {index: _ScoredRow() for index in counted}

    @classmethod
    def of(cls, names: Sequence[str], operations: int, rows: Mapping[str, ApdexRow]) -> ApdexSeconds:
        """Return the account of `rows` among `names`, of which the first `operations` are operations."""
        counted = frozenset(index for index, name in enumerate(names) if name in rows)
        return cls(names, frozenset(index for index in counted if index < operations), counted)

    def add(self, delta: Delta) -> None:
        """Adds what a tick brought."""
        row = self._rows.get(delta.operation)
        if row is None:
            return
        counts = delta.apdex
        halves = 0 if counts is None else 2 * sum(counts.satisfied) + sum(counts.tolerating)
        row.add(delta.second, delta.due, halves)
        if delta.operation in self._whole_of:
            self._whole.add(delta.second, delta.due, halves)

    def calls(self, operation: str | None, seconds: Sequence[int]) -> BadCalls:
        """Return due calls and lost points by second, points rounded so that their sum is right to half a point.

        Raises KeyError for a row without a target time.
        """
        row = self._whole if operation is None else self._rows[self._names.index(operation)]
        due, lost, left = [], [], 0
        for second in seconds:
            is_there = second < len(row.due)
            due.append(row.due[second] if is_there else 0)
            halves = left + (2 * row.due[second] - row.halves[second] if is_there else 0)
            lost.append(halves // 2)
            left = halves % 2
        return BadCalls(due, lost)
