"""Apdex of the calls of a span that is not over yet, for the live view."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadproof._engine import Delta
from loadproof.judge.apdex import ApdexRow, common_target
from loadproof.model.apdex import FEWEST_SAMPLES, apdex_text

__all__ = ["ApdexSoFar", "ScoreSoFar"]


@dataclass(frozen=True, slots=True)
class ScoreSoFar:
    """Apdex of one operation, or of several, at an instant of a trial."""

    operation: str | None
    """Name of the operation; None: all operations with a target time."""
    score: float | None
    """Score from 0 to 1; None: no call has counted yet."""
    samples: int
    text: str
    """Score as the Apdex specification prints it."""


class _RowSoFar:
    """Counts of one operation over the span so far."""

    __slots__ = ("name", "open_calls", "satisfied", "settled", "target_s", "tolerating")

    def __init__(self, name: str, target_s: float) -> None:
        self.name = name
        self.target_s = target_s
        self.settled = 0
        self.satisfied = 0
        self.tolerating = 0
        self.open_calls: dict[int, int] = {}
        """Calls without a result by due second, without seconds that have none."""

    def add(self, delta: Delta) -> None:
        settled = 0
        if (counts := delta.apdex) is not None:
            settled = sum(counts.due)
            self.settled += settled
            self.satisfied += sum(counts.satisfied)
            self.tolerating += sum(counts.tolerating)
        if delta.due != settled:
            calls = self.open_calls.get(delta.second, 0) + delta.due - settled
            if calls:
                self.open_calls[delta.second] = calls
            else:
                del self.open_calls[delta.second]

    def samples(self, now_s: float) -> int:
        latest_s = now_s - 4.0 * self.target_s
        return self.settled + sum(calls for second, calls in self.open_calls.items() if second + 1 <= latest_s)


class ApdexSoFar:
    """Apdex of the operations with a target time over the due seconds of a span that have passed.

    An open call counts as frustrated once it is older than 4T, by whole seconds. Younger open calls are in no count.
    """

    def __init__(self, operations: Mapping[int, tuple[str, float]], begin_s: float, end_s: float) -> None:
        """`operations` have a name and a target time T in seconds, by their index in deltas."""
        self._rows = {index: _RowSoFar(name, target_s) for index, (name, target_s) in operations.items()}
        self._target_s = common_target(target_s for _, target_s in operations.values())
        self._begin = math.ceil(begin_s)
        self._end_s = end_s
        self._now_s = 0.0

    @classmethod
    def of(cls, names: Sequence[str], rows: Mapping[str, ApdexRow], begin_s: float, end_s: float) -> ApdexSoFar | None:
        """Return the account of the operations `names` with a target time in `rows`; None if none has one."""
        rated = {index: (name, rows[name].target_s) for index, name in enumerate(names) if name in rows}
        return cls(rated, begin_s, end_s) if rated else None

    def add(self, second: int, deltas: Sequence[Delta]) -> None:
        """Add the deltas of the tick of `second`."""
        self._now_s = second + 1.0
        for delta in deltas:
            row = self._rows.get(delta.operation)
            if row is not None and self._begin <= delta.second < self._end_s:
                row.add(delta)

    def whole(self) -> ScoreSoFar:
        """Return the Apdex of all operations together."""
        return self._score(None, self._target_s, list(self._rows.values()))

    def lowest(self) -> ScoreSoFar | None:
        """Return the Apdex of the operation with the lowest score among several; None: there are fewer with calls.

        An operation with fewer than 100 samples is only chosen if all operations have so few.
        """
        scores = [self._score(row.name, row.target_s, [row]) for row in self._rows.values()]
        scored = [one for one in scores if one.score is not None]
        if len(scored) < 2:
            return None
        enough = [one for one in scored if one.samples >= FEWEST_SAMPLES]
        return min(enough or scored, key=lambda one: one.score or 0.0)

    def _score(self, operation: str | None, target_s: float | None, rows: Sequence[_RowSoFar]) -> ScoreSoFar:
        samples = sum(row.samples(self._now_s) for row in rows)
        points = sum(row.satisfied + row.tolerating / 2 for row in rows)
        score = points / samples if samples else None
        return ScoreSoFar(operation, score, samples, apdex_text(score, target_s, samples))
