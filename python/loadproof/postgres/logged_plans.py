"""Plans of executions in a JSON log of PostgreSQL, as `auto_explain` writes them: the slowest execution by statement.

A log is hostile: whoever may run statements writes into it. Lines are bounded, and what is no plan is left out.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from loadproof.postgres.activity import MOST_LOGGED_PLANS, plan_key
from loadproof.postgres.hidden_values import hidden_values
from loadproof.postgres.plan_tree import joined_relations, plan_cost, plan_lines
from loadproof.records.database_activity import StatementPlan

__all__ = ["LogLines", "SlowestPlans"]

_LONGEST_LINE_BYTES = 512 << 10
_NEWLINE = b"\n"
_SIGN = b'"message":"duration: '
"""Part of each line with a plan; the others are not decoded."""
_DURATION = re.compile(r"duration: (\d{1,12}(?:\.\d{1,6})?) ms  plan:\n")
_LARGEST_ID = 2**63


class LogLines:
    """Whole lines of a log that is read in parts."""

    def __init__(self, *, is_torn: bool = False) -> None:
        """If `is_torn`, the first part begins within a line, which is left out."""
        self._begun = b""
        self._is_torn = is_torn

    def whole(self, part: bytes) -> Iterator[bytes]:
        r"""Yield the lines that end in `part`; a line longer than 512 KiB is left out.

        >>> lines = LogLines()
        >>> list(lines.whole(b"one\ntw")), list(lines.whole(b"o\nthr"))
        ([b'one'], [b'two'])
        >>> list(LogLines(is_torn=True).whole(b"ree\nfour\n"))
        [b'four']
        """
        lines = (self._begun + part).split(_NEWLINE)
        self._begun = lines.pop()
        if self._is_torn and lines:
            del lines[0]
            self._is_torn = False
        yield from lines
        if len(self._begun) > _LONGEST_LINE_BYTES:
            self._begun = b""
            self._is_torn = True


class SlowestPlans:
    """Slowest execution of each statement of one database since the last call of `taken`."""

    def __init__(self, database: str, own_application: str) -> None:
        """Lines of other databases, and of sessions with the name `own_application`, are left out."""
        self._database = database
        self._own_application = own_application
        self._plans: dict[str, StatementPlan] = {}
        self.has_plans = False
        """True if a plan was read."""
        self.has_text_plans = False
        """True if plans of another format than JSON were found."""
        self.has_parameters = False
        """True if plans were written with the values of their parameters."""

    def add(self, line: bytes) -> None:
        """Take a line of the log. A line that is none of a plan, or cannot be read, is left out."""
        if _SIGN not in line:
            return
        try:
            self._take(json.loads(line.decode("utf-8", "replace")))
        except (ValueError, RecursionError):
            # Broken, nested too deeply, or with a number of thousands of digits.
            return

    def taken(self) -> tuple[StatementPlan, ...]:
        """Return the slowest executions, longest first, and forget them."""
        plans = sorted(self._plans.values(), key=_time_ms, reverse=True)
        self._plans = {}
        return tuple(plans)

    def _take(self, entry: object) -> None:
        if not isinstance(entry, dict) or entry.get("dbname") != self._database:
            return
        message = str(entry.get("message"))
        found = _DURATION.match(message)
        if found is None or entry.get("application_name") == self._own_application:
            return
        if not message.startswith("{", found.end()):
            self.has_text_plans = True
            return
        execution_ms = float(found[1])
        # Most executions are none of the slowest: their plans are not decoded.
        if len(self._plans) >= MOST_LOGGED_PLANS and execution_ms <= min(map(_time_ms, self._plans.values())):
            return
        self._keep(execution_ms, _query_id(entry.get("query_id")), json.loads(message[found.end() :]))

    def _keep(self, execution_ms: float, query_id: str, written: dict[str, Any]) -> None:
        top, text = written.get("Plan"), written.get("Query Text")
        if not isinstance(top, dict):
            return
        self.has_plans = True
        self.has_parameters = self.has_parameters or "Query Parameters" in written
        plan = StatementPlan(
            # The log names the statement of the session; with `log_verbose` the plan names its own, maybe a nested one.
            query_id=_query_id(written.get("Query Identifier")) or query_id,
            text=hidden_values(text) if isinstance(text, str) else None,
            joined=joined_relations(top),
            cost=plan_cost(top),
            execution_ms=execution_ms,
            lines=tuple(plan_lines(top)),
        )
        known = self._plans.get(plan_key(plan))
        if known is None or _time_ms(known) < execution_ms:
            self._plans[plan_key(plan)] = plan
        if len(self._plans) > MOST_LOGGED_PLANS:
            del self._plans[min(self._plans, key=lambda key: _time_ms(self._plans[key]))]


def _time_ms(plan: StatementPlan) -> float:
    return plan.execution_ms or 0.0


def _query_id(value: object) -> str:
    """Return an identifier of a statement as text; empty: the server computes none."""
    is_sound = isinstance(value, int) and not isinstance(value, bool) and 0 < abs(value) <= _LARGEST_ID
    return str(value) if is_sound else ""
