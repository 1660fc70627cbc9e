"""Activities of a database over several intervals, merged into one."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace

from loadproof.records.database_activity import (
    AbandonedStatement,
    DatabaseActivity,
    DatabaseCounts,
    DatabaseLevels,
    RunningStatement,
    SessionUse,
    StatementPlan,
    StatementUse,
    TableScans,
)

__all__ = [
    "LONG_S",
    "MOST_LOGGED_PLANS",
    "MOST_SCANS",
    "MOST_STATEMENTS",
    "MOST_USES",
    "joined_plans",
    "merged",
    "most_running",
    "most_used",
    "plan_key",
    "reduced",
    "shifted",
    "summed",
]

MOST_STATEMENTS = 20
MOST_USES = 40
MOST_SCANS = 10
LONG_S = 10.0
"""Age from which an execution is long, whatever the statement does."""
_MOST_RUNNING = 10
MOST_LOGGED_PLANS = 5
"""Statements of an interval whose slowest executions are kept with their plans."""
_MOST_ABANDONED = 50
_OTHERS = ""
_CUT = "…"
"""End of a text that is longer than what is kept."""


def merged(activities: Sequence[DatabaseActivity]) -> DatabaseActivity:
    """Return one activity from the first begin to the last end of `activities`, which are of one service.

    Counters are added up, levels weighted by samples; of lock trees and temporary space the worst is kept.
    Raises ValueError if there are none.
    """
    if not activities:
        raise ValueError("there are no activities to merge")
    last = max(activities, key=lambda one: one.end_s)
    statements, others = most_used(
        [
            *(statement for one in activities for statement in one.statements),
            *(one.other_statements for one in activities if one.other_statements is not None),
        ]
    )
    use = _uses(use for one in activities for use in one.use)
    trees = [one.locks for one in activities if one.locks is not None]
    spaces = [one.temporary_space for one in activities if one.temporary_space is not None]
    known = [one.settings for one in activities if one.settings is not None]
    return DatabaseActivity(
        service=last.service,
        begin_s=min(one.begin_s for one in activities),
        end_s=last.end_s,
        samples=sum(one.samples for one in activities),
        settings=known[-1] if known else None,
        counts=_added(activities),
        levels=_weighted(activities),
        statements=statements,
        other_statements=others,
        use=use,
        running=most_running([one for activity in activities for one in activity.running], statements, use),
        locks=max(trees, key=lambda tree: tree.waiting, default=None),
        abandoned=_abandoned(one for activity in activities for one in activity.abandoned),
        scans=_scans(scan for one in activities for scan in one.scans),
        temporary_space=min(spaces, key=lambda space: space.least_free_bytes, default=None),
        plans=joined_plans(plan for one in activities for plan in one.plans),
        shortfalls=tuple(dict.fromkeys(short for one in activities for short in one.shortfalls)),
    )


def shifted(activity: DatabaseActivity, by_s: float) -> DatabaseActivity:
    """Return the activity with its instants on an axis that begins `by_s` earlier."""
    locks = activity.locks
    return replace(
        activity,
        begin_s=activity.begin_s + by_s,
        end_s=activity.end_s + by_s,
        locks=None if locks is None else replace(locks, at_s=locks.at_s + by_s),
    )


def reduced(activity: DatabaseActivity, most: int, longest_text: int = 1000) -> DatabaseActivity:
    """Return the activity with `most` statements, and `2 * most` entries of every other list, at most.

    All other statements are added up in one; texts are cut to `longest_text` characters.
    """

    def cut(text: str | None) -> str | None:
        return text if text is None or len(text) <= longest_text else f"{text[: longest_text - 1]}…"

    statements, others = activity.statements, activity.other_statements
    left_out = [*statements[most:], *([] if others is None else [others])]
    locks = activity.locks
    return replace(
        activity,
        statements=tuple(replace(one, text=cut(one.text)) for one in statements[:most]),
        other_statements=summed(left_out, _OTHERS, None) if left_out else None,
        use=activity.use[: 2 * most],
        running=tuple(replace(one, text=cut(one.text)) for one in activity.running[:most]),
        locks=None
        if locks is None
        else replace(locks, sessions=tuple(replace(one, text=cut(one.text)) for one in locks.sessions[: 2 * most])),
        abandoned=tuple(replace(one, text=cut(one.text)) for one in activity.abandoned[: 2 * most]),
        scans=activity.scans[: 2 * most],
        plans=tuple(replace(one, text=cut(one.text), lines=one.lines[: 4 * most]) for one in activity.plans[:most]),
        shortfalls=activity.shortfalls[: 2 * most],
    )


def plan_key(plan: StatementPlan) -> str:
    """Return the text of a statement, by which plans of its executions are known as those of one statement.

    Its identifier alone is none: a statement over a temporary table has another one each time the table is made. A text
    that was cut needs it.

    >>> plan_key(StatementPlan(query_id="7", text="SELECT ?", joined=0, cost=1.0, execution_ms=3.0))
    'SELECT ?'
    """
    text = plan.text or ""
    return f"{text} {plan.query_id}" if not text or text.endswith(_CUT) else text


def joined_plans(plans: Iterable[StatementPlan]) -> tuple[StatementPlan, ...]:
    """Return the last generic plan of each statement, then the slowest executions, one of each statement, five at most.

    >>> plan = StatementPlan(query_id="7", text="SELECT ?", joined=0, cost=1.0, execution_ms=3.0)
    >>> [one.execution_ms for one in joined_plans([plan, replace(plan, execution_ms=9.0)])]
    [9.0]
    """
    generic: dict[str, StatementPlan] = {}
    slowest: dict[str, StatementPlan] = {}
    for plan in plans:
        if plan.execution_ms is None:
            generic[plan.query_id] = plan
        elif (known := slowest.get(plan_key(plan))) is None or (known.execution_ms or 0.0) < plan.execution_ms:
            slowest[plan_key(plan)] = plan
    ordered = sorted(slowest.values(), key=lambda plan: -(plan.execution_ms or 0.0))
    return (*generic.values(), *ordered[:MOST_LOGGED_PLANS])


def summed(statements: Sequence[StatementUse], query_id: str, text: str | None) -> StatementUse:
    """Return the sum of `statements` under `query_id` and `text`.

    >>> one = StatementUse(query_id="7", text="SELECT $1", calls=2, execution_ms=3.0)
    >>> summed([one, one], "7", one.text).calls
    4
    """
    names = [one.name for one in fields(StatementUse) if one.name not in ("query_id", "text")]
    values = {name: sum(getattr(one, name) for one in statements) for name in names}
    return StatementUse(query_id=query_id, text=text, **values)


def most_used(statements: Iterable[StatementUse]) -> tuple[tuple[StatementUse, ...], StatementUse | None]:
    """Return the statements with the longest execution time, one of each `query_id`, and the sum of all others."""
    of_each: dict[str, list[StatementUse]] = defaultdict(list)
    for statement in statements:
        of_each[statement.query_id].append(statement)
    others = of_each.pop(_OTHERS, [])
    texts = {name: next((one.text for one in own if one.text is not None), None) for name, own in of_each.items()}
    sums = [summed(own, name, texts[name]) for name, own in of_each.items()]
    sums.sort(key=lambda one: (-one.execution_ms, one.query_id))
    others += sums[MOST_STATEMENTS:]
    return tuple(sums[:MOST_STATEMENTS]), summed(others, _OTHERS, None) if others else None


def most_running(
    running: Sequence[RunningStatement], statements: Sequence[StatementUse], use: Sequence[SessionUse]
) -> tuple[RunningStatement, ...]:
    """Return the statements of `running` that are worth a name, one of each `query_id`, with the text of `statements`.

    Statements that ran for 10 s or longer come first, then those that are not among `statements` and have a text; each
    group with the most samples of `use` first.

    >>> old, new = (RunningStatement(query_id="7", text=text, longest_s=age_s) for text, age_s in (("a", 8), ("b", 18)))
    >>> most_running([old, new], [StatementUse(query_id="7", text="SELECT $1", calls=1, execution_ms=3.0)], [])
    (RunningStatement(query_id='7', text='SELECT $1', longest_s=18),)
    """
    counted = {one.query_id: one.text for one in statements}
    samples: dict[str | None, int] = defaultdict(int)
    for one in use:
        samples[one.query_id] += one.samples
    of_each: dict[str, list[RunningStatement]] = defaultdict(list)
    for seen in running:
        of_each[seen.query_id].append(seen)
    found = []
    for query_id, own in of_each.items():
        # The last text is the one of pg_stat_statements if it gave one meanwhile.
        texts = [counted.get(query_id), *(seen.text for seen in reversed(own))]
        text = next((text for text in texts if text is not None), None)
        longest_s = max(seen.longest_s for seen in own)
        if longest_s >= LONG_S or (text is not None and query_id not in counted):
            found.append(RunningStatement(query_id=query_id, text=text, longest_s=longest_s))
    found.sort(key=lambda one: (one.longest_s < LONG_S, -samples[one.query_id], -one.longest_s, one.query_id))
    return tuple(found[:_MOST_RUNNING])


def _added(activities: Sequence[DatabaseActivity]) -> DatabaseCounts:
    names = [one.name for one in fields(DatabaseCounts)]
    return DatabaseCounts(**{name: sum(getattr(one.counts, name) for one in activities) for name in names})


def _weighted(activities: Sequence[DatabaseActivity]) -> DatabaseLevels:
    values: dict[str, float | None] = {}
    for name in (one.name for one in fields(DatabaseLevels) if one.name != "most_sessions"):
        read = [(getattr(one.levels, name), one.samples) for one in activities if one.samples]
        known = [(value, samples) for value, samples in read if value is not None]
        weight = sum(samples for _, samples in known)
        values[name] = sum(value * samples for value, samples in known) / weight if weight else None
    own = values.pop("own_cpu_share")
    means = {name: 0.0 if value is None else value for name, value in values.items()}
    most = max(one.levels.most_sessions for one in activities)
    return DatabaseLevels(**means, most_sessions=most, own_cpu_share=own)


def _uses(uses: Iterable[SessionUse]) -> tuple[SessionUse, ...]:
    samples: dict[tuple[str | None, str | None, str | None], int] = defaultdict(int)
    for use in uses:
        samples[use.query_id, use.wait_type, use.wait] += use.samples
    ordered = sorted(samples.items(), key=lambda item: (-item[1], str(item[0])))[:MOST_USES]
    return tuple(
        SessionUse(query_id=query_id, wait_type=wait_type, wait=wait, samples=count)
        for (query_id, wait_type, wait), count in ordered
    )


def _abandoned(statements: Iterable[AbandonedStatement]) -> tuple[AbandonedStatement, ...]:
    longest: dict[int, AbandonedStatement] = {}
    for one in statements:
        known = longest.get(one.process_id)
        if known is None or known.running_s < one.running_s:
            longest[one.process_id] = one
    ordered = sorted(longest.values(), key=lambda one: (-one.running_s, one.process_id))
    return tuple(ordered[:_MOST_ABANDONED])


def _scans(scans: Iterable[TableScans]) -> tuple[TableScans, ...]:
    of_each: dict[str, list[TableScans]] = defaultdict(list)
    for scan in scans:
        of_each[scan.table].append(scan)
    sums = [
        TableScans(
            table=table,
            scans=sum(one.scans for one in own),
            rows_read=sum(one.rows_read for one in own),
            live_rows=own[-1].live_rows,
        )
        for table, own in of_each.items()
    ]
    return tuple(sorted(sums, key=lambda one: (-one.rows_read, one.table))[:MOST_SCANS])
