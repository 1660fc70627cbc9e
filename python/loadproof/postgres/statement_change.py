"""Changes of statements between two intervals of one database, such as two trials or two minutes."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.records.database_activity import DatabaseActivity, StatementUse

__all__ = ["StatementChange", "statement_changes", "total_execution_ms"]

_LEAST_SHARE = 0.01
"""Share of the execution time below which a statement is left out."""
_LEAST_GROWTH = 1.2
"""Ratio of mean times from which on a statement counts as slower."""
_LEAST_SHARE_GROWTH = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementChange:
    """Growth of one statement: of its mean execution time, of its share of the execution time, or of both."""

    statement: StatementUse
    """Use in the later interval."""
    mean_ms: float
    mean_before_ms: float | None
    """Null: the earlier interval does not list the statement."""
    share: float
    share_before: float

    @property
    def growth(self) -> float:
        """Share of the later interval's execution time that the change explains."""
        slower = 0.0
        if self.mean_before_ms is not None and self.mean_ms > 0.0:
            slower = self.share * max(0.0, 1.0 - self.mean_before_ms / self.mean_ms)
        return max(slower, self.share - self.share_before)


def statement_changes(now: DatabaseActivity, before: DatabaseActivity) -> list[StatementChange]:
    """Return the statements of `now` that grew since `before`, the largest growth first.

    A statement grew if its mean time is 1.2 times the mean time before, or its share of the execution time is one
    percentage point higher. Statements with less than 1 % of the execution time are left out.
    """
    total_ms, total_before_ms = total_execution_ms(now), total_execution_ms(before)
    earlier = {one.query_id: one for one in before.statements}
    found = []
    for statement in now.statements:
        if total_ms <= 0.0 or statement.calls <= 0 or statement.execution_ms < _LEAST_SHARE * total_ms:
            continue
        old = earlier.get(statement.query_id)
        is_known = old is not None and old.calls > 0
        change = StatementChange(
            statement=statement,
            mean_ms=statement.execution_ms / statement.calls,
            mean_before_ms=old.execution_ms / old.calls if old is not None and is_known else None,
            share=statement.execution_ms / total_ms,
            share_before=old.execution_ms / total_before_ms if old is not None and total_before_ms > 0.0 else 0.0,
        )
        if _has_grown(change):
            found.append(change)
    return sorted(found, key=lambda one: (-one.growth, one.statement.query_id))


def total_execution_ms(activity: DatabaseActivity) -> float:
    """Return the execution time of all statements of an activity, listed or not."""
    others = activity.other_statements
    listed: Sequence[StatementUse] = activity.statements if others is None else (*activity.statements, others)
    return sum(max(0.0, one.execution_ms) for one in listed)


def _has_grown(change: StatementChange) -> bool:
    is_slower = change.mean_before_ms is not None and change.mean_ms >= _LEAST_GROWTH * change.mean_before_ms
    return is_slower or change.share - change.share_before >= _LEAST_SHARE_GROWTH
