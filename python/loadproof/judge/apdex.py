"""Apdex of the calls of a span: counts by group of users, their target time, and the interval of the score."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from loadproof._engine import ApdexCounts
from loadproof.model.apdex import apdex_text, rating
from loadproof.model.typed_json import as_written
from loadproof.model.user_counts import UserCount
from loadproof.records.measurement import Apdex
from loadproof.records.run import RunOperation
from loadproof.stats.apdex_interval import apdex_interval

__all__ = ["NO_CALLS", "ApdexRow", "SpanApdex", "apdex_of_whole", "apdex_rows", "common_target", "span_apdex"]

_OF_ROUNDING = 1e-6
NO_CALLS = ApdexCounts([0] * 32, [0] * 32, [0] * 32)


@dataclass(frozen=True, slots=True)
class ApdexRow:
    """Row of results with a target time; `users` are the users of the trial that make its calls, None: arrivals do."""

    target_s: float
    users: int | None
    calls_per_iteration: int = 1
    """Most calls of it in one iteration of a user."""


@dataclass(frozen=True, slots=True)
class SpanApdex:
    """Apdex of one span, of one operation or of several."""

    counts: ApdexCounts
    target_s: float | None
    """Target time T; None: the calls have different target times."""
    users: int | None
    """Users that made the calls; None: open arrivals made some of them, which depend on each other no more."""

    def record(self) -> Apdex:
        """Return the record, with the interval of the score."""
        due, satisfied, tolerating = self.counts.due, self.counts.satisfied, self.counts.tolerating
        found = apdex_interval(due, satisfied, tolerating, self.users)
        apdex = Apdex(
            target_s=self.target_s,
            samples=sum(due),
            satisfied=sum(satisfied),
            tolerating=sum(tolerating),
            score=None if found is None else found.score,
            low=None if found is None else found.low,
            high=None if found is None else found.high,
            rating=None if found is None else rating(found.score).value,
            interval_by=None if found is None else found.method.value,
            is_sure=found is not None and rating(found.low) is rating(found.high),
            text=apdex_text(None if found is None else found.score, self.target_s, sum(due)),
        )
        return as_written(apdex)


def apdex_rows(operations: Sequence[RunOperation], user_kinds: Sequence[UserCount]) -> dict[str, ApdexRow]:
    """Return the rows with a target time, by name; `user_kinds` are the users of each kind in the trial."""
    counts = {one.kind: one.users for one in user_kinds}
    return {
        row.name: ApdexRow(
            row.apdex_target_s,
            sum(counts.get(kind, 0) for kind in row.users) if row.users else None,
            row.calls_per_iteration,
        )
        for row in operations
        if row.apdex_target_s is not None
    }


def span_apdex(row: ApdexRow | None, counts: ApdexCounts | None) -> SpanApdex | None:
    """Return the Apdex of a row of results; None if it has no target time."""
    if row is None:
        return None
    counts = counts or NO_CALLS
    return SpanApdex(counts, row.target_s, _users_with_calls(row, sum(counts.due)))


def _users_with_calls(row: ApdexRow, calls: int) -> int | None:
    """Return about how many users made `calls`, rounded down, if each iteration is of any user alike.

    Of n iterations of U users about U · (1 - exp(-n / U)) users have one. A lower number makes the interval wider.

    >>> [_users_with_calls(ApdexRow(3.0, 500, most), calls) for most, calls in ((1, 100), (3, 300), (1, 50_000))]
    [90, 90, 500]
    """
    if row.users is None or not row.users:
        return row.users
    iterations = math.ceil(calls / row.calls_per_iteration)
    return max(1, math.floor(row.users * -math.expm1(-iterations / row.users) + _OF_ROUNDING)) if calls else 0


def apdex_of_whole(
    rows: Mapping[str, ApdexRow], counts: Mapping[str, ApdexCounts | None], names: Iterable[str]
) -> SpanApdex | None:
    """Return the Apdex of the rows `names` together: the sum of their counts; None if none has a target time.

    A call of one user may depend on calls of the same user to another operation, so groups are added to each other.
    """
    chosen = [name for name in names if name in rows]
    if not chosen:
        return None
    total = NO_CALLS
    users: list[int | None] = []
    for name in chosen:
        own = counts.get(name) or NO_CALLS
        total += own
        users.append(_users_with_calls(rows[name], sum(own.due)))
    known = [number for number in users if number is not None]
    together = max(known) if len(known) == len(users) else None
    return SpanApdex(total, common_target(rows[name].target_s for name in chosen), together)


def common_target(targets_s: Iterable[float]) -> float | None:
    """Return the target time that all have, in seconds; None: the target times differ.

    >>> common_target([4.0, 4.0]), common_target([4.0, 1.0])
    (4.0, None)
    """
    different = set(targets_s)
    return different.pop() if len(different) == 1 else None
