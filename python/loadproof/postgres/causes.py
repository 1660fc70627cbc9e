"""Causes that the activity of a database shows."""

from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.finding import Finding

__all__ = ["database_causes"]


def database_causes(activity: DatabaseActivity, before: DatabaseActivity | None, trial: int) -> list[Finding]:  # noqa: ARG001
    """Return the findings of `trial` on a database; `before` is its activity in the nearest trial that passed."""
    return []
