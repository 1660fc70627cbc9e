"""Plans of the slowest statements: the generic one at the present limits, and one for which all joins are free.

Nothing is run: a statement is prepared in a transaction that reads alone, and explained without being executed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from loadproof.model.message import Message
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.plan_tree import joined_relations, plan_cost, plan_lines
from loadproof.postgres.queries import MARK, PLAN_NAME, plan_text
from loadproof.probes.probe import ProbeFailure
from loadproof.records.database_activity import DatabaseSettingsRead, StatementPlan, StatementUse

__all__ = ["PlanReader"]

_APART_S = 60.0
_MOST_PLANNED = 3
"""Number of statements, by longest execution time, whose plans are asked for."""
_LONGEST_TEXT = 100_000
_LEAST_S = 0.25
"""Time that has to be left of a reading for a plan."""
_ROUND_TRIPS_S = 0.1
_EXHAUSTIVE = 16
"""Relations up to which all orders of joins are tried; above, the memory of the planner grows too fast."""
_TIMEOUT = "57014"
_NO_RIGHT = "42501"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Statement whose plan with free joins is still wanted."""

    text: str
    plan: StatementPlan
    tries_all: bool


class PlanReader:
    """Asks for the plan of one statement a minute, each once."""

    def __init__(self) -> None:
        """Nothing was asked for."""
        self._tried: set[str] = set()
        self._offered: list[str] = []
        self._asked_s = float("-inf")
        self._wanted: _Wanted | None = None
        self._plans: list[StatementPlan] = []
        self.shortfall: Message | None = None
        """Plans that could not be had for lack of rights."""

    def offer(self, statements: Sequence[StatementUse]) -> None:
        """Take the statements by time, longest first: the first three that only read are asked for."""
        reading = [one.query_id for one in statements if (one.text or "").lstrip("( ")[:6].upper().startswith(_READS)]
        self._offered = [one for one in reading[:_MOST_PLANNED] if one not in self._tried]

    def taken(self) -> tuple[StatementPlan, ...]:
        """Return the plans since the last call."""
        plans, self._plans = tuple(self._plans), []
        return plans

    def step(
        self, link: PostgresLink, schema: str, settings: DatabaseSettingsRead, at_s: float, within_s: float
    ) -> None:
        """Ask for one plan, if one is due and `within_s` suffices.

        Raises ProbeFailure where the connection does not answer; a statement that cannot be planned is left out.
        """
        if within_s < _LEAST_S:
            return
        if self._wanted is not None:
            self._reorder(link, self._wanted, within_s)
        elif self._offered and at_s - self._asked_s >= _APART_S:
            query_id = self._offered.pop(0)
            self._tried.add(query_id)
            self._asked_s = at_s
            self._plan(link, schema, query_id, settings, within_s)

    def _plan(
        self, link: PostgresLink, schema: str, query_id: str, settings: DatabaseSettingsRead, within_s: float
    ) -> None:
        try:
            text = link.ask(plan_text(schema, query_id, _LONGEST_TEXT), within_s / 3).get("text")
            top = None if text is None else _explained(link, text, {}, within_s / 2)
        except PostgresRefusal as refusal:
            # Such as one of a temporary table of another session, which is not there for this one.
            if refusal.code == _NO_RIGHT:
                self.shortfall = Message("postgres-plans-refused", why=refusal.told)
            return
        if text is None or top is None:
            return
        plan = StatementPlan(
            query_id=query_id,
            joined=joined_relations(top),
            cost=plan_cost(top),
            lines=tuple(plan_lines(top)),
        )
        limit = min(settings.join_collapse_limit, settings.from_collapse_limit)
        if plan.joined > limit:
            self._wanted = _Wanted(text, plan, tries_all=plan.joined <= _EXHAUSTIVE)
        else:
            self._plans.append(plan)

    def _reorder(self, link: PostgresLink, wanted: _Wanted, within_s: float) -> None:
        joined = wanted.plan.joined
        limits = {"join_collapse_limit": str(joined), "from_collapse_limit": str(joined)}
        if wanted.tries_all:
            # The genetic search of the planner, which takes over at 12 relations, would give another plan each time.
            limits["geqo_threshold"] = str(joined + 1)
        self._wanted = None
        cost = None
        try:
            top = _explained(link, wanted.text, limits, within_s)
            cost = None if top is None else plan_cost(top)
        except PostgresRefusal as refusal:
            if refusal.code == _TIMEOUT and wanted.tries_all:
                self._wanted = replace(wanted, tries_all=False)
                return
        self._plans.append(replace(wanted.plan, cost_reordered=cost))


_READS = ("SELECT", "WITH")


def _explained(link: PostgresLink, text: str, settings: Mapping[str, str], within_s: float) -> dict[str, Any] | None:
    """Return the top node of the generic plan; None: the answer is no plan. Raises PostgresRefusal, ProbeFailure."""
    timeout_ms = max(1, round(1e3 * (within_s - _ROUND_TRIPS_S)))
    wanted = {
        "statement_timeout": f"'{timeout_ms}ms'",
        "lock_timeout": "'20ms'",
        "plan_cache_mode": "force_generic_plan",
        # The session of the probe has its own.
        "search_path": "DEFAULT",
        "max_parallel_workers_per_gather": "DEFAULT",
        **settings,
    }
    changed = "".join(f"; SET {MARK} LOCAL {name} TO {value}" for name, value in wanted.items())
    try:
        link.ask(f"BEGIN {MARK} READ ONLY{changed}", within_s)
        # By itself: what has two statements in one text is refused.
        link.parse(text, within_s, PLAN_NAME)
        parameters = link.ask(
            f"SELECT {MARK} cardinality(parameter_types) AS parameters FROM pg_prepared_statements "  # noqa: S608
            f"WHERE name = '{PLAN_NAME}'",
            within_s,
        ).get("parameters")
        nulls = ", ".join(["NULL"] * min(int(parameters or 0), 2000))
        row = link.ask(f"EXPLAIN {MARK} (FORMAT JSON) EXECUTE {PLAN_NAME}{f'({nulls})' if nulls else ''}", within_s)
        return _top_node(next(iter(row.values()), None))
    except PostgresRefusal:
        raise
    except ProbeFailure:
        # Its transaction is never left open: readings in it would see no change.
        link.close()
        raise
    finally:
        if link.is_open:
            link.ask(f"ROLLBACK {MARK}; DEALLOCATE {MARK} ALL", within_s)


def _top_node(text: str | None) -> dict[str, Any] | None:
    try:
        found = json.loads(text or "")
        node = found[0]["Plan"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return node if isinstance(node, dict) else None
