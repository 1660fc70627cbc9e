"""Databases in a report: statements, waits, locks, temporary tables, WAL, settings and plans of the trials that matter.

Statements, names and plans come from outside. Every text of them is cut and made safe to print.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from loadproof.methods.trial import Purpose
from loadproof.model.message import (
    Message,
    Value,
    count,
    duration,
    mebibytes,
    milliseconds,
    number,
    rate,
    share,
)
from loadproof.postgres.activity import LONG_S
from loadproof.postgres.lock_order import PlacedSession, lock_holders, placed_sessions, waiting_below
from loadproof.postgres.statement_change import StatementChange, statement_changes, total_execution_ms
from loadproof.records.database_activity import (
    AbandonedStatement,
    DatabaseActivity,
    LockedSession,
    LockTree,
    ProblemActivity,
    RunningStatement,
    SessionUse,
    StatementPlan,
    StatementUse,
    TrialDatabase,
)
from loadproof.records.trial import Trial
from loadproof.render.cells import column, count_cell, duration_cell, joined, memory_cell, more, number_cell, told
from loadproof.render.cells import percent_cell as cell_of_percent
from loadproof.render.document import (
    Block,
    Bullets,
    CellKind,
    Choice,
    Facts,
    Fold,
    Paragraph,
    Picture,
    Section,
    Table,
    TableCell,
)
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = [
    "Earlier",
    "activity_lines",
    "activity_sections",
    "database_lines",
    "databases_sections",
    "earlier_minute",
]

_LONGEST_NAME = 60
_LONGEST_STATEMENT, _SHORT_STATEMENT, _STATEMENT_OF_A_LINE = 400, 90, 60
_LONGEST_SHORTFALL = 400
_LONGEST_PLAN_LINE, _MOST_PLAN_LINES = 200, 60
_LONGEST_LOCKED = 240
"""Statement of a session in a lock tree."""
_DEEPEST = 12
"""Levels of a lock tree that are indented; deeper ones stand below each other."""
_MOST_ROWS, _MOST_ROWS_SHORT = 20, 5
_MOST_CHANGES = 8
_MOST_LOCKED, _MOST_LOCKED_SHORT = 50, 8
_MOST_MINUTES = 120
_MOST_PLANS = 10
_MOST_SHORTFALLS = 20
_MOST_FAILED_TRIALS = 4
"""Failed trials shown besides the trials of the answers and the last one."""
_BLOCK_MIB = 8.0 / 1024.0
_MIB = float(1 << 20)
_HIGHEST = 1e18
"""Largest number that is calculated with: counters from outside may hold any."""
_LOW_SPACE, _NEARLY_ALL_SESSIONS = 0.1, 0.9
_NOTED_GROWTH, _NOTED_SHARE = 1.5, 0.05
_NOTED_WAIT, _NOTED_JIT = 0.2, 0.1
_NOTED_FILES_PER_S = 10.0
_LINES_OF_A_PROBLEM = 4

_Row = list[TableCell | str]


@dataclass(frozen=True, slots=True)
class Earlier:
    """Two intervals whose statements are compared; `told` names the earlier one."""

    now: DatabaseActivity
    before: DatabaseActivity
    told: Message


class _Wait(NamedTuple):
    """Active sessions with the same wait event; None: sessions that worked."""

    event: tuple[str, str] | None
    samples: int
    statement: str | None
    """Query id of the statement with most of these samples; None: it has no id."""


def databases_sections(
    databases: Sequence[TrialDatabase], trials: Sequence[Trial], decisive: Collection[int], words: Words
) -> list[Section]:
    """Return the section of databases, with a part for each database of each variant; none if there is no database.

    `decisive` has the trials that the answers rest on. They, failed trials and the last trial can be chosen.
    """
    parts: list[Block] = []
    groups = _by_database(databases)
    has_variants = len({variant for _, variant in groups}) > 1
    for (service, variant), own in groups.items():
        title = printable(service, _LONGEST_NAME)
        if has_variants and variant is not None:
            title = words("report-title-of", title=title, what=printable(variant, _LONGEST_NAME))
        shown = _shown_trials(own, trials, decisive)
        options = [
            Section(_trial_name(one, trials, words), activity_sections(one.activity, one.minutes, earlier, words))
            for one, earlier in ((one, _earlier_of(one, own)) for one in shown)
        ]
        chosen = _chosen(shown, trials, decisive)
        blocks: Sequence[Block] = [Choice(words("page-choose-trial"), options, chosen)] if len(options) > 1 else options
        problems = [_problem(problem, one.trial, words) for one in shown for problem in one.problems]
        parts.append(Section(title, [*blocks, *problems]))
    return [Section(words("databases-section"), parts, name="databases")] if parts else []


def database_lines(
    databases: Sequence[TrialDatabase], trials: Sequence[Trial], decisive: Collection[int], words: Words, most: int
) -> list[Block]:
    """Return the most important lines on the databases of a run, for a report of one screen; at most `most`."""
    found: list[tuple[str, list[str]]] = []
    for (service, _), own in _by_database(databases).items():
        shown = _shown_trials(own, trials, decisive)
        one = shown[_chosen(shown, trials, decisive)]
        found.append((service, activity_lines(one.activity, _earlier_of(one, own), words, most)))
    lines = [
        words("databases-line-of", database=printable(service, _LONGEST_NAME), text=line)
        for place in range(most)
        for service, own_lines in found
        for line in own_lines[place : place + 1]
    ]
    return [Section(words("databases-section"), [Bullets(lines[:most])])] if lines else []


def activity_sections(
    activity: DatabaseActivity,
    minutes: Sequence[DatabaseActivity],
    earlier: Earlier | None,
    words: Words,
    *,
    is_whole: bool = True,
) -> list[Section]:
    """Return the parts on one activity; unless `is_whole` its statements, waits and locks, the first rows of each."""
    return list(_parts(activity, minutes, earlier, words, is_whole))


def activity_lines(activity: DatabaseActivity, earlier: Earlier | None, words: Words, most: int) -> list[str]:
    """Return the most important statements on an activity, a line each, trouble first; at most `most`."""
    return [
        told(words, line)
        for line, _ in zip(_lines(activity, earlier, words), range(most), strict=False)  # No more is made than shown.
    ]


def _parts(
    activity: DatabaseActivity,
    minutes: Sequence[DatabaseActivity],
    earlier: Earlier | None,
    words: Words,
    is_whole: bool,
) -> Iterator[Section]:
    most = _MOST_ROWS if is_whole else _MOST_ROWS_SHORT
    if activity.locks is not None and activity.locks.sessions:
        yield _locks(activity.locks, words, is_whole=is_whole)
    if activity.statements:
        yield _statements(activity, words, most)
    if earlier is not None and is_whole:
        yield from _changes(earlier, words)
    if activity.use:
        yield _waits(activity, words, most)
    if activity.abandoned:
        yield _abandoned(activity.abandoned, words, most)
    if is_whole:
        yield from _details(activity, minutes, words)
    if activity.shortfalls:
        texts = [told(words, one, _LONGEST_SHORTFALL) for one in activity.shortfalls[:_MOST_SHORTFALLS]]
        hidden = more(len(activity.shortfalls) - len(texts), words)
        yield Section(words("databases-shortfalls"), [Bullets(texts), *hidden])


def _details(activity: DatabaseActivity, minutes: Sequence[DatabaseActivity], words: Words) -> Iterator[Section]:
    for code, facts, note in (
        ("databases-activity", _activity_facts, ""),
        ("databases-temporary", _temporary_facts, "databases-temporary-note"),
        ("databases-wal", _wal_facts, ""),
        ("databases-settings", _settings_facts, ""),
    ):
        pairs = [(words(name), told(words, value, _LONGEST_NAME)) for name, value in facts(activity) if value]
        if pairs:
            notes = [Paragraph(words(note), is_note=True)] if note else []
            yield Section(words(code), [Facts(pairs), *notes], detail=True, is_folded=True)
    if activity.scans:
        yield Section(words("databases-scans"), [_scans(activity, words)], detail=True, is_folded=True)
    if minutes:
        title = words("databases-minutes", count=count(len(minutes)))
        yield Section(title, _minutes(minutes, words), detail=True, is_folded=True)
    if activity.plans:
        title = words("databases-plans", count=count(len(activity.plans)))
        folds = [_plan(one, activity, words) for one in activity.plans[:_MOST_PLANS]]
        hidden = more(len(activity.plans) - len(folds), words)
        yield Section(title, [*folds, *hidden], detail=True, is_folded=True)


def _problem(problem: ProblemActivity, trial: int, words: Words) -> Section:
    """Return the part on one injection: lines, then locks, statements before and during it, and waits."""
    earlier = Earlier(problem.during, problem.before, Message("databases-before-injection"))
    title = words(
        "databases-problem",
        injection=printable(problem.injection, _LONGEST_NAME),
        trial=str(trial),
        count=count(problem.occurrences),
    )
    during = problem.during
    tables: list[Section] = []
    if during.locks is not None and during.locks.sessions:
        tables.append(_locks(during.locks, words, is_whole=True))
    tables += _changes(earlier, words)
    if during.use:
        tables.append(_waits(during, words, _MOST_ROWS))
    lines = activity_lines(during, earlier, words, _LINES_OF_A_PROBLEM)
    shown = [Bullets(lines)] if lines else []
    return Section(title, [*shown, *(replace(one, is_folded=True) for one in tables)])


def _by_database(databases: Sequence[TrialDatabase]) -> dict[tuple[str, str | None], list[TrialDatabase]]:
    """Return the databases by service and variant, each in the order of its trials."""
    groups: dict[tuple[str, str | None], list[TrialDatabase]] = {}
    for one in sorted(databases, key=lambda one: one.trial):
        groups.setdefault((one.service, one.variant), []).append(one)
    return groups


def _shown_trials(
    own: Sequence[TrialDatabase], trials: Sequence[Trial], decisive: Collection[int]
) -> list[TrialDatabase]:
    """Return the trials of the answers, the last failed ones and the last that was judged, in their order."""
    judged = {one.number for one in trials if Purpose(one.purpose).is_judged}
    failed = {one.number for one in trials if one.state == "failed"}
    candidates = [one for one in own if one.trial in judged] or list(own)
    kept = {one.trial for one in candidates if one.trial in decisive}
    kept |= {one.trial for one in [one for one in candidates if one.trial in failed][-_MOST_FAILED_TRIALS:]}
    kept.add(candidates[-1].trial)
    return [one for one in own if one.trial in kept]


def _chosen(shown: Sequence[TrialDatabase], trials: Sequence[Trial], decisive: Collection[int]) -> int:
    """Return the place of the trial that a reader sees first: the last failed one, else that of an answer."""
    failed = {one.number for one in trials if one.state == "failed"}
    for wanted in (failed, decisive):
        places = [place for place, one in enumerate(shown) if one.trial in wanted]
        if places:
            return places[-1]
    return len(shown) - 1


def _trial_name(one: TrialDatabase, trials: Sequence[Trial], words: Words) -> str:
    name = words("page-trial-name", number=str(one.trial))
    trial = next((trial for trial in trials if trial.number == one.trial), None)
    if trial is None:
        return name
    return words("report-part-of", whole=name, part=words(f"page-state-{trial.state}"))


def _earlier_of(one: TrialDatabase, own: Sequence[TrialDatabase]) -> Earlier | None:
    """Return the trial before; for the first trial the last minute against the first one."""
    before = [other for other in own if other.trial < one.trial]
    if before:
        told_before = Message("databases-before-trial", number=str(before[-1].trial))
        return Earlier(one.activity, before[-1].activity, told_before)
    return earlier_minute(one.minutes)


def earlier_minute(minutes: Sequence[DatabaseActivity]) -> Earlier | None:
    """Return the last minute against the first one; None if there is one minute only."""
    if len(minutes) < 2:
        return None
    return Earlier(minutes[-1], minutes[0], Message("databases-before-minute"))


def _lines(activity: DatabaseActivity, earlier: Earlier | None, words: Words) -> Iterator[Message]:
    yield from _trouble_lines(activity, words)
    if activity.statements:
        yield _statement_line(activity.statements[0], activity, words)
    if earlier is not None:
        yield from _change_lines(earlier, words)
    yield from _cost_lines(activity)


def _trouble_lines(activity: DatabaseActivity, words: Words) -> Iterator[Message]:
    """Yield locks, statements without a client or without an end, and resources of which little is left."""
    locks, space, levels = activity.locks, activity.temporary_space, activity.levels
    if locks is not None and (holders := lock_holders(locks)):
        first = holders[0]
        yield Message(
            "databases-line-locks",
            waiting=count(_whole(locks.waiting)),
            process=str(first.process_id),
            state=printable(first.state or NOTHING, _LONGEST_NAME),
            statement=_statement(first.text, None, words, _STATEMENT_OF_A_LINE),
        )
    if activity.abandoned:
        longest = activity.abandoned[0]
        yield Message(
            "databases-line-abandoned",
            count=count(len(activity.abandoned)),
            age=duration(_finite(longest.running_s)),
            statement=_statement(longest.text, None, words, _STATEMENT_OF_A_LINE),
        )
    yield from _running_lines(activity, words)
    if space is not None and space.size_bytes > 0 and space.least_free_bytes < _LOW_SPACE * space.size_bytes:
        free, size = _mib(space.least_free_bytes), _mib(space.size_bytes)
        named = printable(space.tablespace, _LONGEST_NAME)
        yield Message("databases-line-space", tablespace=named, free=mebibytes(free), size=mebibytes(size))
    if levels.sessions_limit > 0 and levels.most_sessions >= _NEARLY_ALL_SESSIONS * levels.sessions_limit:
        most, limit = count(_whole(levels.most_sessions)), count(_whole(levels.sessions_limit))
        yield Message("databases-line-sessions", most=most, limit=limit)


def _running_lines(activity: DatabaseActivity, words: Words) -> Iterator[Message]:
    """Yield the long statement with most sessions: statements by time lack it until it ends."""
    for one in activity.running[:1]:
        if one.longest_s >= LONG_S:
            samples = sum(_finite(use.samples) for use in activity.use if use.query_id == one.query_id)
            yield Message(
                "databases-line-running",
                age=duration(_finite(one.longest_s)),
                sessions=number(_finite(_part(samples, activity.samples) or 0.0)),
                statement=_statement(one.text, one.query_id, words, _STATEMENT_OF_A_LINE),
            )


def _statement_line(statement: StatementUse, activity: DatabaseActivity, words: Words) -> Message:
    return Message(
        "databases-line-statement",
        share=share(_part(statement.execution_ms, total_execution_ms(activity))),
        statement=_statement(statement.text, statement.query_id, words, _STATEMENT_OF_A_LINE),
        rate=rate(_per_s(statement.calls, activity)),
        mean=milliseconds(_part(statement.execution_ms, statement.calls)),
    )


def _change_lines(earlier: Earlier, words: Words) -> Iterator[Message]:
    for change in statement_changes(earlier.now, earlier.before):
        before_ms = change.mean_before_ms
        if before_ms is None or change.share < _NOTED_SHARE or change.mean_ms < _NOTED_GROWTH * before_ms:
            continue
        yield Message(
            "databases-line-change",
            statement=_statement(change.statement.text, change.statement.query_id, words, _STATEMENT_OF_A_LINE),
            before=milliseconds(before_ms),
            mean=milliseconds(change.mean_ms),
            told=earlier.told,
        )
        return


def _cost_lines(activity: DatabaseActivity) -> Iterator[Message]:
    """Yield the largest wait, JIT, files and checkpoints, those that are worth a line."""
    samples = _active_samples(activity)
    longest = next((one for one in _grouped(activity.use) if one.event is not None), None)
    if longest is not None and samples > 0 and longest.samples >= _NOTED_WAIT * samples:
        yield Message(
            "databases-line-wait",
            sessions=number(_part(longest.samples, activity.samples)),
            wait=_event(longest.event),
            share=share(_part(longest.samples, samples)),
        )
    jit = _jit_share(activity)
    if jit is not None and jit >= _NOTED_JIT:
        yield Message("databases-line-jit", share=share(jit))
    counts = activity.counts
    if counts.checkpoints_requested > counts.checkpoints_timed:
        yield Message(
            "databases-line-checkpoints",
            requested=count(_whole(counts.checkpoints_requested)),
            wal=_pace(_mib(counts.wal_bytes), activity) or NOTHING,
        )
    files = _per_s(_files(activity), activity)
    if files is not None and files >= _NOTED_FILES_PER_S:
        yield Message("databases-line-files", files=rate(files))


def _statements(activity: DatabaseActivity, words: Words, most: int) -> Section:
    columns = [
        column(words, "databases-column-time-share"),
        column(words, "databases-column-calls"),
        column(words, "databases-column-mean"),
        column(words, "databases-column-jit", detail=True),
        column(words, "databases-column-rows", detail=True),
        column(words, "databases-column-hits", detail=True),
        column(words, "databases-column-spilled", detail=True),
        column(words, "databases-column-wal", detail=True),
        column(words, "databases-column-statement", figures=False, wraps=True),
    ]
    total_ms = total_execution_ms(activity)
    longest = _LONGEST_STATEMENT if most == _MOST_ROWS else _SHORT_STATEMENT
    shown = activity.statements[:most]
    rows = [_statement_row(one, activity, total_ms, words, longest) for one in shown]
    totals = 0
    if activity.other_statements is not None:
        others = _statement_row(activity.other_statements, activity, total_ms, words, longest)
        rows.append([*others[:-1], words("databases-other-statements")])
        totals = 1
    blocks: list[Block] = [Table(columns, rows, totals=totals), *more(len(activity.statements) - len(shown), words)]
    if most == _MOST_ROWS:
        blocks.append(Paragraph(words("databases-statements-note"), is_note=True))
    return Section(words("databases-statements"), blocks)


def _statement_row(one: StatementUse, activity: DatabaseActivity, total_ms: float, words: Words, longest: int) -> _Row:
    spilled = _finite(one.temporary_blocks_written) + _finite(one.local_blocks_written)
    return [
        _percent(words, _part(one.execution_ms, total_ms)),
        number_cell(words, _per_s(one.calls, activity), CellKind.RATE),
        number_cell(words, _part(one.execution_ms, one.calls), CellKind.MILLISECONDS),
        _percent(words, _part(one.jit_ms, one.execution_ms)),
        number_cell(words, _part(one.rows, one.calls)),
        _percent(words, _part(one.blocks_hit, _finite(one.blocks_hit) + _finite(one.blocks_read))),
        memory_cell(words, spilled * _BLOCK_MIB),
        memory_cell(words, _mib(one.wal_bytes)),
        _statement(one.text, one.query_id, words, longest),
    ]


def _changes(earlier: Earlier, words: Words) -> Iterator[Section]:
    changes = statement_changes(earlier.now, earlier.before)
    note = Paragraph(words("databases-changes-note", before=told(words, earlier.told)), is_note=True)
    title = words("databases-changes")
    if not changes:
        unchanged = Paragraph(words("databases-changes-none", before=told(words, earlier.told)))
        yield Section(title, [unchanged], detail=True, is_folded=True)
        return
    columns = [
        column(words, "databases-column-mean-before"),
        column(words, "databases-column-mean"),
        column(words, "databases-column-share-before"),
        column(words, "databases-column-time-share"),
        column(words, "databases-column-statement", figures=False, wraps=True),
    ]
    rows = [_change_row(one, words) for one in changes[:_MOST_CHANGES]]
    yield Section(title, [Table(columns, rows), *more(len(changes) - len(rows), words), note])


def _change_row(change: StatementChange, words: Words) -> _Row:
    return [
        number_cell(words, change.mean_before_ms, CellKind.MILLISECONDS),
        number_cell(words, change.mean_ms, CellKind.MILLISECONDS),
        _percent(words, change.share_before),
        _percent(words, change.share),
        _statement(change.statement.text, change.statement.query_id, words, _LONGEST_STATEMENT),
    ]


def _waits(activity: DatabaseActivity, words: Words, most: int) -> Section:
    columns = [
        column(words, "databases-column-wait", figures=False, wraps=True),
        column(words, "databases-column-sessions"),
        column(words, "databases-column-active-share"),
        column(words, "databases-column-most-of", figures=False, wraps=True),
    ]
    named: tuple[StatementUse | RunningStatement, ...] = (*activity.running, *activity.statements)
    texts = {one.query_id: one.text for one in named if one.text is not None}
    samples = _active_samples(activity)
    found = _grouped(activity.use)
    longest = _LONGEST_STATEMENT if most == _MOST_ROWS else _SHORT_STATEMENT
    rows: list[_Row] = [
        [
            words("databases-working") if one.event is None else _event(one.event),
            number_cell(words, _part(one.samples, activity.samples)),
            _percent(words, _part(one.samples, samples)),
            NOTHING if one.statement is None else _statement(texts.get(one.statement), one.statement, words, longest),
        ]
        for one in found[:most]
    ]
    note = Paragraph(words("databases-waits-note", samples=count(_whole(activity.samples))), is_note=True)
    return Section(words("databases-waits"), [Table(columns, rows), *more(len(found) - len(rows), words), note])


def _grouped(use: Sequence[SessionUse]) -> list[_Wait]:
    """Return the samples by wait event, the most first."""
    of_event: dict[tuple[str, str] | None, dict[str | None, int]] = defaultdict(lambda: defaultdict(int))
    for one in use:
        event = None if one.wait_type is None else (one.wait_type, one.wait or "")
        of_event[event][one.query_id] += max(0, _whole(one.samples))
    found = []
    for event, of_statement in of_event.items():
        most = max(of_statement, key=lambda query_id: (of_statement[query_id], query_id is not None))
        found.append(_Wait(event, sum(of_statement.values()), most))
    return sorted(found, key=lambda one: (-one.samples, one.event or ("", "")))


def _event(event: tuple[str, str] | None) -> str:
    return printable(": ".join(part for part in event or () if part), _LONGEST_NAME)


def _active_samples(activity: DatabaseActivity) -> float:
    """Return the samples of active sessions, of events that are not listed too."""
    listed = sum(max(0.0, _finite(one.samples)) for one in activity.use)
    return max(listed, _finite(activity.levels.active) * _finite(activity.samples))


def _locks(tree: LockTree, words: Words, *, is_whole: bool) -> Section:
    placed = placed_sessions(tree)
    most, longest = (_MOST_LOCKED, _LONGEST_LOCKED) if is_whole else (_MOST_LOCKED_SHORT, _STATEMENT_OF_A_LINE)
    lines = [_lock_line(one, tree, words, longest) for one in placed[:most]]
    title = words("databases-locks", waiting=count(_whole(tree.waiting)), at=duration(_finite(tree.at_s)))
    return Section(title, [Picture("\n".join(lines)), *more(len(placed) - len(lines), words)])


def _lock_line(placed: PlacedSession, tree: LockTree, words: Words, longest: int) -> str:
    session = placed.session
    facts = [printable(session.state, _LONGEST_NAME)] if session.state else []
    if session.application:
        facts.append(printable(session.application, _LONGEST_NAME))
    facts += _lock_times(session, words)
    if placed.depth == 0:
        facts.append(words("databases-lock-holds-up", count=count(waiting_below(tree, session.process_id))))
    if placed.also_blocked_by:
        others = joined(words, [str(process) for process in placed.also_blocked_by[:5]])
        facts.append(words("databases-lock-also", processes=others))
    line = words(
        "databases-lock-line",
        process=str(session.process_id),
        facts=joined(words, facts),
        statement=_statement(session.text, None, words, longest),
    )
    indent = "   " * (min(placed.depth, _DEEPEST) - 1) + "└─ " if placed.depth else ""
    return indent + line


def _lock_times(session: LockedSession, words: Words) -> Iterator[str]:
    if session.wait is not None:
        wait: dict[str, Value] = {"wait": printable(session.wait, _LONGEST_NAME)}
        if session.waited_s is None:
            yield words("databases-lock-waits", **wait)
        else:
            yield words("databases-lock-waits-since", **wait, time=duration(_finite(session.waited_s)))
    if session.transaction_s is not None:
        yield words("databases-lock-transaction", time=duration(_finite(session.transaction_s)))


def _abandoned(statements: Sequence[AbandonedStatement], words: Words, most: int) -> Section:
    columns = [
        column(words, "databases-column-process"),
        column(words, "databases-column-age"),
        column(words, "databases-column-application", figures=False, wraps=True),
        column(words, "databases-column-statement", figures=False, wraps=True),
    ]
    rows: list[_Row] = [
        [
            TableCell(str(one.process_id), float(one.process_id), CellKind.COUNT),
            duration_cell(words, _finite(one.running_s)),
            printable(one.application or NOTHING, _LONGEST_NAME),
            _statement(one.text, None, words, _LONGEST_STATEMENT),
        ]
        for one in statements[:most]
    ]
    note = Paragraph(words("databases-abandoned-note"), is_note=True)
    hidden = more(len(statements) - len(rows), words)
    return Section(words("databases-abandoned"), [Table(columns, rows), *hidden, note])


_Fact = tuple[str, Value | None]


def _activity_facts(activity: DatabaseActivity) -> Iterator[_Fact]:
    levels, counts = activity.levels, activity.counts
    limit = _finite(levels.sessions_limit)
    most = Message("databases-most-of", most=count(_whole(levels.most_sessions)), limit=count(_whole(limit)))
    statements = sum(_finite(one.calls) for one in activity.statements)
    statements += 0.0 if activity.other_statements is None else _finite(activity.other_statements.calls)
    hits = _part(counts.blocks_hit, _finite(counts.blocks_hit) + _finite(counts.blocks_read))
    yield "databases-fact-length", duration(_length_s(activity))
    yield "databases-fact-statements", _frequency(statements, activity) if statements else None
    yield "databases-fact-commits", _frequency(counts.commits, activity)
    yield "databases-fact-rollbacks", _frequency(counts.rollbacks, activity) if counts.rollbacks else None
    yield "databases-fact-deadlocks", count(_whole(counts.deadlocks)) if counts.deadlocks else None
    yield "databases-fact-sessions", number(_finite(levels.sessions))
    yield "databases-fact-most-sessions", most if limit > 0 else None
    yield "databases-fact-active", number(_finite(levels.active))
    yield "databases-fact-working", number(_finite(levels.working))
    yield "databases-fact-waiting-lock", number(_finite(levels.waiting_lock))
    yield "databases-fact-waiting-io", number(_finite(levels.waiting_io))
    yield "databases-fact-idle-in-transaction", number(_finite(levels.idle_in_transaction))
    yield "databases-fact-hits", None if hits is None else share(hits)
    jit = _jit_share(activity)
    yield "databases-fact-jit", None if jit is None else share(jit)
    yield "databases-fact-own-cpu", None if levels.own_cpu_share is None else share(_finite(levels.own_cpu_share))


def _temporary_facts(activity: DatabaseActivity) -> Iterator[_Fact]:
    counts, levels, space = activity.counts, activity.levels, activity.temporary_space
    commits = _part(counts.relations_created, counts.commits)
    written = sum(_finite(one.local_blocks_written) for one in activity.statements)
    yield "databases-fact-created", _frequency(counts.relations_created, activity)
    yield "databases-fact-created-per-commit", None if commits is None else number(commits)
    yield "databases-fact-temporary-relations", number(_finite(levels.temporary_relations))
    yield "databases-fact-temporary-size", mebibytes(_mib(levels.temporary_relation_bytes))
    yield "databases-fact-temporary-written", _pace(written * _BLOCK_MIB, activity)
    yield "databases-fact-files", _frequency(counts.temporary_files, activity)
    yield "databases-fact-spilled", _pace(_mib(counts.temporary_bytes), activity)
    if space is not None:
        free, size = mebibytes(_mib(space.least_free_bytes)), mebibytes(_mib(space.size_bytes))
        yield "databases-fact-tablespace", printable(space.tablespace, _LONGEST_NAME)
        yield "databases-fact-free", Message("databases-free-of", free=free, size=size)


def _wal_facts(activity: DatabaseActivity) -> Iterator[_Fact]:
    counts, settings = activity.counts, activity.settings
    yield "databases-fact-wal", _pace(_mib(counts.wal_bytes), activity)
    yield "databases-fact-timed", count(_whole(counts.checkpoints_timed))
    yield "databases-fact-requested", count(_whole(counts.checkpoints_requested))
    yield "databases-fact-checkpoint-time", duration(_finite(counts.checkpoint_write_ms) / 1e3)
    yield "databases-fact-checkpoint-pace", _pace(_finite(counts.blocks_written_by_checkpoints) * _BLOCK_MIB, activity)
    yield "databases-fact-session-pace", _pace(_finite(counts.blocks_written_by_sessions) * _BLOCK_MIB, activity)
    if settings is not None:
        yield "databases-fact-max-wal-size", mebibytes(_mib(settings.max_wal_size_bytes))
        yield "databases-fact-checkpoint-timeout", duration(_finite(settings.checkpoint_timeout_s))


def _settings_facts(activity: DatabaseActivity) -> Iterator[_Fact]:
    settings = activity.settings
    if settings is None:
        return
    version = f"{settings.version // 10000}.{settings.version % 10000}"
    yield "databases-fact-version", version
    yield "databases-fact-processors", None if settings.processors is None else count(_whole(settings.processors))
    yield "databases-setting-jit", "on" if settings.jit else "off"
    yield "databases-setting-jit-above-cost", number(_finite(settings.jit_above_cost))
    yield "databases-setting-join-limit", number(_finite(settings.join_collapse_limit))
    yield "databases-setting-from-limit", number(_finite(settings.from_collapse_limit))
    yield "databases-setting-temp-buffers", mebibytes(_mib(settings.temp_buffers_bytes))
    yield "databases-setting-temp-tablespaces", printable(settings.temp_tablespaces or NOTHING, _LONGEST_NAME)
    yield "databases-setting-shared-buffers", mebibytes(_mib(settings.shared_buffers_bytes))
    yield "databases-setting-max-connections", number(_finite(settings.max_connections))


def _scans(activity: DatabaseActivity, words: Words) -> Table:
    columns = [
        column(words, "databases-column-table", figures=False, wraps=True),
        column(words, "databases-column-scans"),
        column(words, "databases-column-rows-read"),
        column(words, "databases-column-live-rows"),
    ]
    rows: list[_Row] = [
        [
            printable(one.table, _LONGEST_NAME),
            number_cell(words, _per_s(one.scans, activity), CellKind.RATE),
            number_cell(words, _per_s(one.rows_read, activity), CellKind.RATE),
            count_cell(words, _finite(one.live_rows)),
        ]
        for one in activity.scans[:_MOST_ROWS]
    ]
    return Table(columns, rows)


def _minutes(minutes: Sequence[DatabaseActivity], words: Words) -> list[Block]:
    columns = [
        column(words, "databases-column-minute"),
        column(words, "databases-column-calls"),
        column(words, "databases-column-active"),
        column(words, "databases-column-waiting"),
        column(words, "databases-column-files"),
        column(words, "databases-column-wal-pace"),
        column(words, "databases-column-top-statement", figures=False, wraps=True),
    ]
    shown = minutes[:_MOST_MINUTES]
    rows = [_minute_row(place, one, words) for place, one in enumerate(shown, start=1)]
    note = Paragraph(words("databases-minutes-note"), is_note=True)
    return [Table(columns, rows), *more(len(minutes) - len(shown), words), note]


def _minute_row(place: int, one: DatabaseActivity, words: Words) -> _Row:
    top = one.statements[0] if one.statements else None
    calls = sum(_finite(statement.calls) for statement in one.statements)
    calls += 0.0 if one.other_statements is None else _finite(one.other_statements.calls)
    waiting = sum(_finite(use.samples) for use in one.use if use.wait_type is not None)
    return [
        count_cell(words, place),
        number_cell(words, _per_s(calls, one), CellKind.RATE),
        number_cell(words, _finite(one.levels.active)),
        number_cell(words, _part(waiting, one.samples)),
        number_cell(words, _per_s(_files(one), one), CellKind.RATE),
        number_cell(words, _per_s(_mib(one.counts.wal_bytes), one)),
        NOTHING if top is None else _statement(top.text, top.query_id, words, _SHORT_STATEMENT),
    ]


def _plan(plan: StatementPlan, activity: DatabaseActivity, words: Words) -> Fold:
    texts = {one.query_id: one.text for one in activity.statements}
    title = _statement(texts.get(plan.query_id) or plan.text, plan.query_id, words, 2 * _SHORT_STATEMENT)
    cost = number(_finite(plan.cost))
    joined_tables = count(_whole(plan.joined))
    if plan.execution_ms is not None:
        time = milliseconds(_finite(plan.execution_ms))
        title = words("databases-plan-executed-title", time=time, statement=title)
        fact = words("databases-plan-executed", time=time, cost=cost, joined=joined_tables)
    elif plan.cost_reordered is None:
        fact = words("databases-plan-cost", cost=cost, joined=joined_tables)
    else:
        reordered = number(_finite(plan.cost_reordered))
        fact = words("databases-plan-reordered", cost=cost, joined=joined_tables, reordered=reordered)
    lines = [_plan_line(line) for line in plan.lines[:_MOST_PLAN_LINES]]
    return Fold(title, [Paragraph(fact), *([Picture("\n".join(lines))] if lines else [])])


def _plan_line(line: str) -> str:
    """Return a line of a plan with its indentation, which shows the tree."""
    bare = line.lstrip(" ")
    indent = min(len(line) - len(bare), 4 * _DEEPEST)
    return " " * indent + printable(bare, _LONGEST_PLAN_LINE)


def _statement(text: str | None, query_id: str | None, words: Words, longest: int) -> str:
    """Return a statement on one line; one without a text by its identifier."""
    if text is not None and text.strip():
        # Cut before it is made safe: a text may have any length.
        cut = " ".join(text[: 4 * longest].split())
        return printable(cut if len(text) <= 4 * longest else f"{cut}…", longest)
    if query_id:
        return words("databases-unread-statement", query=printable(query_id, _LONGEST_NAME))
    return words("databases-hidden-statement")


def _files(activity: DatabaseActivity) -> float:
    """Return the files that were made: of tables and indexes, and of sorts and hashes."""
    return _finite(activity.counts.relations_created) + _finite(activity.counts.temporary_files)


def _jit_share(activity: DatabaseActivity) -> float | None:
    listed = [*activity.statements, *([activity.other_statements] if activity.other_statements else [])]
    return _part(sum(_finite(one.jit_ms) for one in listed), total_execution_ms(activity))


def _frequency(times: float, activity: DatabaseActivity) -> Message | None:
    per_s = _per_s(times, activity)
    return None if per_s is None else Message("live-load-rate", rate=rate(per_s))


def _pace(mib: float, activity: DatabaseActivity) -> Message | None:
    per_s = _per_s(mib, activity)
    return None if per_s is None else Message("databases-per-second", size=mebibytes(per_s))


def _per_s(value: float, activity: DatabaseActivity) -> float | None:
    length_s = _length_s(activity)
    return _finite(value) / length_s if length_s > 0.0 else None


def _length_s(activity: DatabaseActivity) -> float:
    return max(0.0, _finite(activity.end_s) - _finite(activity.begin_s))


def _part(part: float, whole: float) -> float | None:
    """Return a share or a mean; None if there is nothing to divide by."""
    divisor = _finite(whole)
    return _finite(part) / divisor if divisor > 0.0 else None


def _percent(words: Words, of_one: float | None) -> TableCell:
    return cell_of_percent(words, None if of_one is None else 100.0 * of_one)


def _mib(size_bytes: float) -> float:
    return _finite(size_bytes) / _MIB


def _whole(value: float) -> int:
    return round(_finite(value))


def _finite(value: float) -> float:
    """Return a number that can be calculated with: stored counters may be of any size."""
    try:
        held = float(value)
    except OverflowError:
        return _HIGHEST
    return min(max(held, -_HIGHEST), _HIGHEST) if math.isfinite(held) else 0.0
