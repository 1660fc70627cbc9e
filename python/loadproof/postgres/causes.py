"""Causes that the activity of a PostgreSQL database shows, with what would test and cure them (docs/causes.md)."""

from loadproof.findings.consequences import without_consequences
from loadproof.postgres.activity_figures import ActivityFigures, plausible
from loadproof.postgres.session_causes import abandoned_statements, lock_waits, session_limit, working_sessions
from loadproof.postgres.statement_causes import forbidden_join_order, jit_cost, missing_index
from loadproof.postgres.storage_causes import full_temporary_space, requested_checkpoints, temporary_tables
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.finding import Cause, Finding

__all__ = ["database_causes"]

_RULES = (
    full_temporary_space,
    lock_waits,
    abandoned_statements,
    missing_index,
    forbidden_join_order,
    jit_cost,
    temporary_tables,
    requested_checkpoints,
    working_sessions,
    session_limit,
)
_ORDER = list[str](Cause)
_SHORTEST_S = 5.0
"""Interval below which a rate a second rests on a handful of events."""


def database_causes(activity: DatabaseActivity, before: DatabaseActivity | None, trial: int) -> list[Finding]:
    """Return facts, then hypotheses, each with the strongest first.

    `before` is the activity of the same database in the nearest trial that passed, None: there is none. Its figures
    stand beside those of `activity`, and a wait that it had as well is no hypothesis. `trial` is the number of the
    trial, 0 for a database that is looked at without one.
    """
    now = ActivityFigures(plausible(activity))
    if now.duration_s < _SHORTEST_S:
        return []
    passed = None if before is None else ActivityFigures(plausible(before))
    if passed is not None and passed.duration_s < _SHORTEST_S:
        passed = None
    found = [finding for rule in _RULES for finding in rule(now, passed, trial)]
    found.sort(key=lambda finding: _ORDER.index(finding.cause))
    facts = [finding for finding in found if finding.kind == "fact"]
    hypotheses = [finding for finding in found if finding.kind == "hypothesis"]
    return [*facts, *without_consequences(facts, hypotheses)]
