"""Points of Apdex per due second: what an SLO on Apdex is judged by while a trial lasts."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from loadproof._engine import Delta
from loadproof.judge.apdex import NO_CALLS, ApdexRow
from loadproof.stats.share_test import BadCalls

__all__ = ["ApdexSeconds"]


class _ScoredRow:
    """Due calls and points by due second, and by group of users over the span."""

    __slots__ = ("due", "groups", "halves", "settled")

    def __init__(self) -> None:
        self.due = array("q")
        self.settled = array("q")
        """Without those that the end of the trial left open before 4T."""
        self.halves = array("q")
        """Two for a satisfied call, one for a tolerating one."""
        self.groups = NO_CALLS

    def add(self, delta: Delta, *, in_span: bool) -> None:
        lacking = delta.second + 1 - len(self.due)
        if lacking > 0:
            for column in (self.due, self.settled, self.halves):
                column.extend([0] * lacking)
        self.due[delta.second] += delta.due
        if (counts := delta.apdex) is not None:
            self.settled[delta.second] += sum(counts.due)
            self.halves[delta.second] += 2 * sum(counts.satisfied) + sum(counts.tolerating)
            if in_span:
                self.groups += counts


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

    def add(self, delta: Delta, *, in_span: bool) -> None:
        """Adds what a tick brought; groups are counted in the span alone."""
        row = self._rows.get(delta.operation)
        if row is None:
            return
        row.add(delta, in_span=in_span)
        if delta.operation in self._whole_of:
            self._whole.add(delta, in_span=in_span)

    def calls(self, operation: str | None, seconds: Sequence[int], *, has_ended: bool) -> BadCalls:
        """Return calls and lost points by second.

        Until the trial has ended a call that is open counts as frustrated; after that it counts if it was as old as 4T.
        Raises KeyError for a row without a target time.
        """
        row = self._row(operation)
        calls = row.settled if has_ended else row.due
        known = [second if second < len(calls) else None for second in seconds]
        due = [0 if second is None else calls[second] for second in known]
        lost = [0.0 if second is None else calls[second] - row.halves[second] / 2 for second in known]
        return BadCalls(due, lost)

    def groups(self, operation: str | None) -> BadCalls:
        """Return settled calls of the span and their lost points by group of users.

        Raises KeyError for a row without a target time.
        """
        counts = self._row(operation).groups
        columns = zip(counts.due, counts.satisfied, counts.tolerating, strict=True)
        return BadCalls(counts.due, [due - good - late / 2 for due, good, late in columns])

    def _row(self, operation: str | None) -> _ScoredRow:
        return self._whole if operation is None else self._rows[self._names.index(operation)]
