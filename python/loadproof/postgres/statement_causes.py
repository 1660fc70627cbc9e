"""Causes that statements and their plans show: JIT compilation, a join order out of reach, a missing index."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loadproof.model.message import Message, count, milliseconds, number, rate, share
from loadproof.postgres.activity_figures import ActivityFigures, readable, said, with_before
from loadproof.records.database_activity import StatementPlan, StatementUse, TableScans
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["forbidden_join_order", "jit_cost", "missing_index"]

_LEAST_LOSS = 0.05
"""Share of the execution time that a cure may give back, below which nobody would feel it."""
_LEAST_LOSS_MS_PER_S = 20.0
"""The same in time: 2 % of one processor. A share of a database that hardly works is no cause."""

_JIT_LOSES = 0.3
"""Share of its time from which JIT costs a statement more than it saves. An aggregation made for JIT (docs/causes.md)
saves 24 % of the rest. With a share s of compilation it needs (1 - s) / (1 - 0.24) without JIT: less than 1 above 0.24.
"""

_LEAST_FACTOR = 2.0
"""Smallest ratio of the two costs: estimates of the same joins that differ by less say little."""

_LEAST_ROWS = 10_000.0
"""Rows that one scan reads of a table from which reading it whole is more than an index look-up: some 100 blocks."""
_LEAST_BLOCKS = 100.0
"""Blocks of a call of a statement that reads such a table: less comes from an index."""
_LEAST_SCANS_PER_S = 0.5
"""Scans: a statement that reads a table whole on purpose takes seconds and is rare."""
_FEW_ROWS = 0.01
"""Largest share of the rows read that a look-up returns; from some per cent on the planner prefers the scan."""
_LEAST_SHARE = 0.1
"""Share of the execution time of a statement that looks rows up without an index."""
_LEAST_MS_PER_S = 50.0
_LEAST_CALLS_PER_S = 0.2
_LEAST_SCANS_OF_CALL = 0.5
"""Scans of the table for each call of a statement that may have made them: a statement with more calls uses an index,
and another one reads the table."""
_MANY_SCANS = 10.0
"""Scans of a call from which the scan is the inner side of a nested loop."""
_AGGREGATE_CALLS_PER_S = 1.0
"""Calls from which an aggregate without a plan counts as a look-up; a rarer one may read the table on purpose."""
_ROWS_UNNAMED = 50_000.0
"""Rows and scans of a table that no known statement names, from which the table alone says enough."""
_SCANS_UNNAMED_PER_S = 5.0

_VALUE = r"(?:\$\d+|\?)"
_LOOKS_UP = re.compile(
    rf"(?:(?<![<>!])=\s*(?:[\w.]*\(\s*)*{_VALUE}|(?<![<>!])=\s*any\b|\bin\s*\(|\bi?like\s|~\s*{_VALUE})", re.I
)
"""Comparison with a value, or with a function of one: what an index serves. A range may be most of the table."""
_GROUPS = re.compile(r"\bgroup\s+by\b", re.I)
_AGGREGATES = re.compile(r"\b(?:count|sum|avg|min|max|array_agg|string_agg)\s*\(", re.I)
_LINES_OF_PLAN = 60
"""Lines of a plan that are kept: of a longer plan nobody knows how it reads the table."""
_ROWS_OF_PLAN = re.compile(r"\brows\D{1,3}(\d{1,15})\b")


def jit_cost(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """JIT compilation of statements that are too short for it to pay."""
    losing = [one for one in now.all_statements if one.jit_ms > 0.0 and one.jit_ms >= _JIT_LOSES * one.execution_ms]
    lost_ms = sum(min(one.jit_ms, one.execution_ms) for one in losing)
    if not _is_felt(now, lost_ms):
        return []
    worst = max(losing, key=lambda one: one.jit_ms)
    calls = max(1, worst.calls)
    overall, was = _jit_share(now), None if before is None else _jit_share(before)
    text = Message(
        "jit-took",
        database=now.database,
        share=share(overall),
        compiled=milliseconds(worst.jit_ms / calls),
        executed=milliseconds(worst.execution_ms / calls),
    )
    evidence = [
        *with_before(
            Message("evidence-jit-share"), 100.0 * overall, Unit.PERCENT, None if was is None else 100.0 * was
        ),
        *_statement(now, worst),
        Evidence(Message("evidence-jit-of-statement"), 100.0 * _jit_part(worst), Unit.PERCENT),
        Evidence(Message("evidence-jit-of-call"), worst.jit_ms / calls, Unit.MILLISECONDS),
    ]
    if now.settings is not None:
        evidence.append(Evidence(Message("evidence-setting", name="jit_above_cost"), now.settings.jit_above_cost))
    costs = [plan.cost for plan in now.activity.plans if any(plan.query_id == one.query_id for one in losing)]
    test = Message("test-jit-off")
    if costs:
        evidence.append(Evidence(Message("evidence-statement-cost"), max(costs)))
        test = Message("test-jit-above-cost", cost=number(max(costs)))
    of = fact(trial, Cause.DATABASE_JIT, text, *evidence)
    return [of, hypothesis(of, Message("jit-does-not-pay", database=now.database), test)]


def forbidden_join_order(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:  # noqa: ARG001
    """Statements whose joins exceed the limits of the planner, and would cost much less in another order."""
    settings = now.settings
    if settings is None:
        return []
    limited = []
    for plan in now.activity.plans:
        one = next((use for use in now.activity.statements if use.query_id == plan.query_id), None)
        exceeds = plan.joined > min(settings.join_collapse_limit, settings.from_collapse_limit)
        if one is not None and exceeds and _factor(plan) >= _LEAST_FACTOR:
            limited.append((one.execution_ms * (1.0 - 1.0 / _factor(plan)), one, plan))
    if not _is_felt(now, sum(saved_ms for saved_ms, _, _ in limited)):
        return []
    _, worst, plan = max(limited, key=lambda item: item[0])
    text = Message(
        "join-order-limited",
        database=now.database,
        joined=count(plan.joined),
        cost=number(plan.cost),
        reordered=number(plan.cost_reordered),
        join_limit=count(settings.join_collapse_limit),
        from_limit=count(settings.from_collapse_limit),
    )
    evidence = [
        *_statement(now, worst),
        Evidence(Message("evidence-statement-cost"), plan.cost),
        Evidence(Message("evidence-cost-reordered"), plan.cost_reordered),
        Evidence(Message("evidence-cost-factor"), _factor(plan)),
        Evidence(Message("evidence-joined-tables"), plan.joined),
        Evidence(Message("evidence-limited-statements"), len(limited)),
    ]
    of = fact(trial, Cause.DATABASE_JOIN_ORDER, text, *evidence)
    value = count(max(plan.joined for _, _, plan in limited))
    supposed = Message("limits-forbid-order", database=now.database)
    return [of, hypothesis(of, supposed, Message("test-collapse-limits", value=value))]


def missing_index(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Large tables that are read whole, often, for few rows: the one that takes the most time."""
    found = [one for scans in now.activity.scans for one in _look_ups(now, scans)]
    if not found:
        return []
    worst = max(found, key=lambda one: (one.time_ms, one.scans.rows_read))
    scans, statement = worst.scans, worst.statement
    table = readable(scans.table, 100)
    per_s = now.per_s(scans.scans)
    rows = number(_rows_of_scan(scans))
    if statement is None:
        text = Message("table-read-whole-unnamed", database=now.database, table=table, scans=rate(per_s), rows=rows)
    else:
        taken = share(now.share_of_time(worst.time_ms))
        text = Message(
            "table-read-whole", database=now.database, table=table, scans=rate(per_s), rows=rows, share=taken
        )
    was = None if before is None else _scans_per_s(before, scans.table)
    evidence = [
        *with_before(Message("evidence-scans", table=table), per_s, Unit.NONE, was),
        Evidence(Message("evidence-rows-of-scan"), _rows_of_scan(scans)),
        Evidence(Message("evidence-table-rows"), scans.live_rows),
    ]
    if statement is not None:
        evidence += [
            *_statement(now, statement),
            Evidence(Message("evidence-rows-of-call"), statement.rows / max(1, statement.calls)),
            Evidence(Message("evidence-blocks-of-call"), _blocks_of_call(statement)),
        ]
    of = fact(trial, Cause.DATABASE_MISSING_INDEX, text, *evidence)
    supposed = Message("table-lacks-index", database=now.database, table=table)
    return [of, hypothesis(of, supposed, Message("test-index", table=table))]


def _is_felt(now: ActivityFigures, time_ms: float) -> bool:
    """Return True if this much execution time is a share that somebody would feel, and more than next to nothing."""
    return now.share_of_time(time_ms) >= _LEAST_LOSS and now.per_s(time_ms) >= _LEAST_LOSS_MS_PER_S


def _statement(now: ActivityFigures, one: StatementUse) -> Iterator[Evidence]:
    """Yield the text of a statement, its share of the execution time, its mean time and its calls a second."""
    yield from said(Message("evidence-statement"), one.text)
    yield Evidence(Message("evidence-share-of-time"), 100.0 * now.share_of_time(one.execution_ms), Unit.PERCENT)
    yield Evidence(Message("evidence-statement-mean"), one.execution_ms / max(1, one.calls), Unit.MILLISECONDS)
    yield Evidence(Message("evidence-statement-calls"), now.per_s(one.calls), Unit.NONE)


def _jit_share(figures: ActivityFigures) -> float:
    return figures.share_of_time(sum(one.jit_ms for one in figures.all_statements))


def _jit_part(one: StatementUse) -> float:
    """Return the share of JIT in the time of a statement; PostgreSQL counts some of it beside the execution."""
    return min(1.0, one.jit_ms / one.execution_ms) if one.execution_ms > 0.0 else 1.0


def _factor(plan: StatementPlan) -> float:
    """Return the cost within the limits as a multiple of that without; 0: not known."""
    return plan.cost / plan.cost_reordered if plan.cost_reordered else 0.0


def _rows_of_scan(scans: TableScans) -> float:
    return scans.rows_read / scans.scans if scans.scans else 0.0


def _scans_per_s(figures: ActivityFigures, table: str) -> float:
    return figures.per_s(sum(one.scans for one in figures.activity.scans if one.table == table))


def _blocks_of_call(one: StatementUse) -> float:
    return (one.blocks_hit + one.blocks_read) / max(1, one.calls)


@dataclass(frozen=True, slots=True)
class _LookUp:
    """Table that is read whole for few rows, by a statement or by one that is not known."""

    scans: TableScans
    statement: StatementUse | None
    time_ms: float


def _look_ups(now: ActivityFigures, scans: TableScans) -> Iterator[_LookUp]:
    """Yield the statement that looks rows up in a large table by reading it; none: the table is read on purpose."""
    per_s, rows = now.per_s(scans.scans), _rows_of_scan(scans)
    if per_s < _LEAST_SCANS_PER_S or rows < _LEAST_ROWS:
        return
    named = [one for one in now.activity.statements if one.text is not None and _names(one.text, scans.table)]
    for one in named:
        takes_time = now.share_of_time(one.execution_ms) >= _LEAST_SHARE
        takes_time = takes_time and now.per_s(one.execution_ms) >= _LEAST_MS_PER_S
        few = one.rows <= _FEW_ROWS * rows * max(1, one.calls)
        reads = _blocks_of_call(one) >= _LEAST_BLOCKS and scans.scans >= _LEAST_SCANS_OF_CALL * one.calls
        if takes_time and few and reads and _looks_up(now, one, scans):
            yield _LookUp(scans, one, one.execution_ms)
    if not named and per_s >= _SCANS_UNNAMED_PER_S and rows >= _ROWS_UNNAMED:
        yield _LookUp(scans, None, 0.0)


def _looks_up(now: ActivityFigures, one: StatementUse, scans: TableScans) -> bool:
    """Return True if a statement wants few rows of the table: by its plan where that is known, else by its text."""
    text, is_inner = one.text or "", scans.scans >= _MANY_SCANS * max(1, one.calls)
    if now.per_s(one.calls) < _LEAST_CALLS_PER_S and not is_inner:
        return False
    plan = next((plan for plan in now.activity.plans if plan.query_id == one.query_id and plan.lines), None)
    if plan is not None:
        estimates = _estimates(plan.lines, scans)
        if estimates:
            return min(estimates) <= _FEW_ROWS
        if estimates is None and len(plan.lines) < _LINES_OF_PLAN:
            return False
    if _GROUPS.search(text):
        return False
    if _AGGREGATES.search(text) and now.per_s(one.calls) < _AGGREGATE_CALLS_PER_S:
        return False
    return is_inner or _LOOKS_UP.search(text) is not None


def _estimates(lines: Sequence[str], scans: TableScans) -> list[float] | None:
    """Return the estimated share of the table's rows that each sequential scan of a plan keeps.

    None: the plan reads the table in another way; empty: it does not tell how many rows it expects.
    """
    found = [line for line in lines if "Seq Scan on" in line and _names(line, scans.table)]
    if not found:
        return None
    shares = []
    for line in found:
        told = _ROWS_OF_PLAN.search(line)
        # Each process of a parallel scan has its own count of rows, and its own scan in the counters.
        rows = _rows_of_scan(scans) if "Parallel" in line else max(float(scans.live_rows), _rows_of_scan(scans))
        shares += [] if told is None else [float(told[1]) / rows]
    return shares


def _names(text: str, table: str) -> bool:
    """Return True if a statement or a line of a plan names the table, with or without its schema.

    >>> _names('SELECT * FROM "Task" t WHERE id = $1', "public.task"), _names("SELECT * FROM tasks", "public.task")
    (True, False)
    """
    name = table.rpartition(".")[2].strip('"')
    return bool(name) and re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text, re.I) is not None
