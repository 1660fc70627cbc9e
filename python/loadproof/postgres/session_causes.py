"""Causes that the sessions of a database show: lock waits, queues for processors, no session left, abandoned work."""

import re
from collections import defaultdict
from collections.abc import Mapping

from loadproof.model.message import Message, count, duration, number, share
from loadproof.postgres.activity import LONG_S
from loadproof.postgres.activity_figures import ActivityFigures, before_words, readable, said, with_before
from loadproof.records.database_activity import AbandonedStatement, LockedSession, LockTree
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["abandoned_statements", "lock_waits", "session_limit", "working_sessions"]

_LEAST_WAITING = 1.0
"""Mean sessions that wait for a lock: at any instant one does."""
_LEAST_WAITING_SHARE = 0.2
"""Share of active sessions that wait for a lock: hot rows of a busy database make a few per cent."""
_LONG_S = LONG_S
"""Age from which a transaction without a statement, or a statement without a client, is no passing state."""
_ALIKE = 0.8
"""Share of a figure that the trial that passed must have for the figure not to explain a failure."""
_ADVISORY = "advisory"
"""Wait for a lock that applications take for their own ends: a standby that waits to become leader is healthy."""
_IDLE_IN_TRANSACTION = "idle in transaction"
_INJECTION = re.compile(r"loadproof-[0-9a-f]{8,16}-(.+)", re.DOTALL)
"""`application_name` of the sessions of an injection, with its name (`injections/hold.py`)."""

_QUEUE_PER_PROCESSOR = 2.0
"""Working sessions per processor from which a statement takes at least twice as long as alone."""
_LEAST_BEYOND_PROCESSORS = 2.0
"""Working sessions beyond the processors: on a single processor chance alone makes two."""
_LEAST_WORKING = 8.0
"""Working sessions of a server of unknown size, before their growth counts."""
_GROWN = 2.0
"""Smallest growth of the working sessions of a transaction a second, as a multiple of the trial that passed."""

_OWN_SESSIONS = 1
"""Session of the probe, which the levels leave out and the limit counts."""
_TAKEN_SHARE = 0.95
_TAKEN_SHARE_AT_LIMIT = 0.8
"""Mean share of the sessions taken if the limit itself was reached: a short peak of a small pool is no shortage."""
_MOSTLY_IDLE = 0.75

_LEAST_ABANDONED_SHARE = 0.05
_OLD_S = 300.0
"""Age from which one abandoned statement matters on any server: it keeps dead rows from being removed."""


def lock_waits(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Sessions that wait for locks of other transactions, with the session at the root of most of them."""
    waiting, active = _waiting(now), now.levels.active
    waiting_share = min(1.0, waiting / active) if active > 0.0 else 0.0
    tree = now.activity.locks
    chains = None if tree is None else _Chains(tree)
    root = None if chains is None else chains.root
    if not (waiting >= _LEAST_WAITING and waiting_share >= _LEAST_WAITING_SHARE) and not (
        _is_held_open(root) and waiting * now.activity.samples >= _LONG_S
    ):
        return []
    was = None if before is None else _waiting(before)
    text = Message(
        "sessions-wait-for-locks",
        database=now.database,
        waiting=number(waiting),
        share=share(waiting_share),
        beside=before_words(before, was or 0.0, Unit.SESSIONS),
    )
    evidence = [
        *with_before(Message("evidence-sessions-waiting-for-locks"), waiting, Unit.SESSIONS, was),
        Evidence(Message("evidence-share-waiting-for-locks"), 100.0 * waiting_share, Unit.PERCENT),
    ]
    if chains is not None:
        evidence += chains.evidence()
    waits_most = _waits_most(now)
    if waits_most is not None:
        evidence.append(Evidence.said(Message("evidence-waiting-statement"), waits_most))
    if now.counts.deadlocks:
        evidence.append(Evidence(Message("evidence-deadlocks"), now.counts.deadlocks))
    of = fact(trial, Cause.DATABASE_LOCK, text, *evidence)
    if was is not None and was >= _ALIKE * waiting:
        return [of]
    injection = None if root is None else _INJECTION.fullmatch(root.application)
    if injection is not None:
        name = readable(injection[1], 60)
        supposed = Message("injection-holds-locks", injection=name, database=now.database)
        return [of, hypothesis(of, supposed, Message("test-without-injection", injection=name))]
    if root is not None and root.state.startswith(_IDLE_IN_TRANSACTION):
        supposed = Message("idle-transaction-holds-locks", database=now.database)
        return [of, hypothesis(of, supposed, Message("test-end-idle-transaction"))]
    return [
        of,
        hypothesis(of, Message("transactions-hold-locks", database=now.database), Message("test-shorter-locks")),
    ]


def working_sessions(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Sessions that queue for processors; on a machine of unknown size by comparison with the trial that passed."""
    working = now.levels.working
    was = None if before is None else before.levels.working
    processors = now.settings.processors if now.settings is not None else None
    evidence = list(with_before(Message("evidence-working-sessions"), working, Unit.SESSIONS, was))
    if processors:
        if working < max(_QUEUE_PER_PROCESSOR * processors, processors + _LEAST_BEYOND_PROCESSORS):
            return []
        text = Message(
            "sessions-queue-for-processors",
            database=now.database,
            working=number(working),
            processors=count(processors),
            beside=before_words(before, was or 0.0, Unit.SESSIONS),
        )
        evidence.append(Evidence(Message("evidence-database-processors"), processors))
    else:
        grown = _growth_of_work(now, before)
        if working < _LEAST_WORKING or grown < _GROWN:
            return []
        text = Message(
            "sessions-work-longer",
            database=now.database,
            working=number(working),
            times=number(grown),
            beside=before_words(before, was or 0.0, Unit.SESSIONS),
        )
        evidence.append(Evidence(Message("evidence-growth-of-work"), grown))
    evidence += _most_at_work(now)
    of = fact(trial, Cause.DATABASE_SESSIONS, text, *evidence)
    if was is not None and was >= _ALIKE * working:
        return [of]
    supposed = Message("database-lacks-processors", database=now.database)
    return [of, hypothesis(of, supposed, Message("test-lighter-statements"))]


def session_limit(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Sessions that take nearly all that the server allows: the server refuses the next client."""
    limit, levels = now.levels.sessions_limit, now.levels
    taken = levels.sessions + _OWN_SESSIONS
    reached = levels.most_sessions + _OWN_SESSIONS >= limit
    if limit <= 0.0 or levels.sessions <= 0.0:
        return []
    if taken < _TAKEN_SHARE * limit and not (reached and taken >= _TAKEN_SHARE_AT_LIMIT * limit):
        return []
    was = None if before is None else before.levels.sessions
    text = Message(
        "sessions-at-limit",
        database=now.database,
        sessions=number(levels.sessions),
        most=count(levels.most_sessions),
        limit=count(round(limit)),
        beside=before_words(before, was or 0.0, Unit.SESSIONS),
    )
    evidence = [
        *with_before(Message("evidence-taken-connections", database=now.database), levels.sessions, Unit.SESSIONS, was),
        Evidence(Message("evidence-most-sessions"), levels.most_sessions, Unit.SESSIONS),
        Evidence(Message("evidence-allowed-connections", database=now.database), limit, Unit.SESSIONS),
        Evidence(Message("evidence-active-sessions", database=now.database), levels.active, Unit.SESSIONS),
        Evidence(Message("evidence-idle-in-transaction"), levels.idle_in_transaction, Unit.SESSIONS),
    ]
    of = fact(trial, Cause.DATABASE_CONNECTIONS, text, *evidence)
    is_idle = levels.active + levels.idle_in_transaction <= (1.0 - _MOSTLY_IDLE) * levels.sessions
    test = Message("test-smaller-pools" if is_idle else "test-more-connections")
    return [of, hypothesis(of, Message("database-lacks-connections", database=now.database), test)]


def abandoned_statements(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Statements that run on although their clients have closed the connection."""
    found = [one for one in now.activity.abandoned if one.running_s >= _LONG_S]
    if not found:
        return []
    oldest = max(found, key=lambda one: one.running_s)
    at_work = _abandoned_sessions(now, found)
    busy = min(1.0, at_work / now.levels.active) if now.levels.active > 0.0 else 1.0
    if busy < _LEAST_ABANDONED_SHARE and oldest.running_s < _OLD_S:
        return []
    text = Message(
        "statements-abandoned",
        database=now.database,
        statements=count(len(found)),
        oldest=duration(oldest.running_s),
        share=share(busy),
    )
    was = None if before is None else sum(one.running_s >= _LONG_S for one in before.activity.abandoned)
    evidence = [
        *with_before(Message("evidence-abandoned-statements"), len(found), Unit.NONE, was),
        Evidence(Message("evidence-oldest-abandoned"), oldest.running_s, Unit.SECONDS),
        Evidence(Message("evidence-abandoned-share"), 100.0 * busy, Unit.PERCENT),
        *said(Message("evidence-application"), oldest.application),
        *said(Message("evidence-statement"), oldest.text),
    ]
    of = fact(trial, Cause.DATABASE_ABANDONED, text, *evidence)
    if was is not None and was >= len(found):
        return [of]
    supposed = Message("abandoned-statements-take", database=now.database)
    return [of, hypothesis(of, supposed, Message("test-end-abandoned"))]


def _waiting(figures: ActivityFigures) -> float:
    """Return the mean sessions that wait for a lock, without advisory locks."""
    activity = figures.activity
    advisory = sum(one.samples for one in activity.use if one.wait_type == "Lock" and one.wait == _ADVISORY)
    return max(0.0, figures.levels.waiting_lock - (advisory / activity.samples if activity.samples else 0.0))


def _waits_most(figures: ActivityFigures) -> str | None:
    samples: dict[str | None, int] = defaultdict(int)
    for one in figures.activity.use:
        if one.wait_type == "Lock" and one.wait != _ADVISORY:
            samples[one.query_id] += one.samples
    text = figures.text_of(max(samples, key=lambda name: samples[name])) if samples else None
    return readable(text) if text else None


def _is_held_open(root: LockedSession | None) -> bool:
    """Return True if the root waits for its client, for long, with a transaction open."""
    return (
        root is not None
        and root.state.startswith(_IDLE_IN_TRANSACTION)
        and root.transaction_s is not None
        and root.transaction_s >= _LONG_S
    )


def _growth_of_work(now: ActivityFigures, before: ActivityFigures | None) -> float:
    """Return the working sessions of a transaction a second as a multiple of the trial that passed; 0: not known."""
    if before is None or not before.transactions or before.levels.working <= 0.0 or not now.duration_s:
        return 0.0
    # By Little's law this is the time that a transaction is at work.
    of_one = now.levels.working / max(1.0, now.transactions) * now.duration_s
    of_one_before = before.levels.working / before.transactions * before.duration_s
    return of_one / of_one_before if of_one_before > 0.0 else 0.0


def _most_at_work(now: ActivityFigures) -> list[Evidence]:
    """Return the statement that was seen at work most often, and its share of the samples at work."""
    samples: dict[str | None, int] = defaultdict(int)
    for one in now.activity.use:
        if one.wait_type is None:
            samples[one.query_id] += one.samples
    if not samples:
        return []
    most = max(samples, key=lambda name: samples[name])
    part = Evidence(Message("evidence-share-at-work"), 100.0 * samples[most] / max(1, sum(samples.values())), "%")
    longest_s = now.longest_s(most)
    age = [Evidence(Message("evidence-age-at-work"), longest_s, Unit.SECONDS)] if longest_s >= _LONG_S else []
    return [*said(Message("evidence-statement-at-work"), now.text_of(most)), part, *age]


def _abandoned_sessions(now: ActivityFigures, found: list[AbandonedStatement]) -> float:
    """Return the mean sessions that abandoned statements took: one that is younger than the interval takes its part."""
    if now.duration_s <= 0.0:
        return 0.0
    return sum(min(1.0, one.running_s / now.duration_s) for one in found)


class _Chains:
    """Chains of waiting sessions: from a root, which holds locks, to the sessions that wait for it or for each other.

    A cycle (a deadlock that the server has not broken yet) and processes outside of the tree end a chain.
    """

    def __init__(self, tree: LockTree) -> None:
        self._tree = tree
        self._sessions: dict[int, LockedSession] = {one.process_id: one for one in tree.sessions}
        self._waiting: dict[int, set[int]] = defaultdict(set)
        for one in tree.sessions:
            for blocker in one.blocked_by:
                if blocker != one.process_id:
                    self._waiting[blocker].add(one.process_id)
        roots = [one for one in self._sessions.values() if not one.blocked_by]
        self.root: LockedSession | None = max(
            roots, key=lambda one: (len(self._behind(one.process_id)), one.transaction_s or 0.0), default=None
        )
        """Session that waits for nobody and for which most wait; None: it is not in the tree."""

    def evidence(self) -> list[Evidence]:
        """Return the figures of the worst second and the root's state and statement."""
        found = [Evidence(Message("evidence-waiting-at-worst"), self._tree.waiting, Unit.SESSIONS)]
        waited = max((one.waited_s or 0.0 for one in self._sessions.values()), default=0.0)
        if waited > 0.0:
            found.append(Evidence(Message("evidence-longest-wait"), waited, Unit.SECONDS))
        root = self.root
        if root is None:
            return found
        behind = self._behind(root.process_id)
        direct = self._waiting.get(root.process_id, set())
        found += [
            Evidence(Message("evidence-waiting-for-root"), len(direct), Unit.SESSIONS),
            Evidence(Message("evidence-waiting-behind-root"), len(behind), Unit.SESSIONS),
            Evidence(Message("evidence-longest-chain"), self._longest(root.process_id), Unit.SESSIONS),
            *said(Message("evidence-root-state"), root.state),
            *said(Message("evidence-application"), root.application),
            *said(Message("evidence-root-statement"), root.text),
        ]
        if root.transaction_s is not None:
            found.append(Evidence(Message("evidence-root-transaction"), root.transaction_s, Unit.SECONDS))
        return found

    def _behind(self, process_id: int) -> set[int]:
        """Return the sessions that wait for this one, directly or for another one that does."""
        found: set[int] = set()
        left = [process_id]
        while left:
            for waiting in self._waiting.get(left.pop(), set()):
                if waiting not in found and waiting != process_id:
                    found.add(waiting)
                    left.append(waiting)
        return found

    def _longest(self, process_id: int) -> int:
        """Return the sessions in the longest chain that begins with this one."""
        return _longest_chain(process_id, self._waiting, {}, set())


def _longest_chain(at: int, waiting: Mapping[int, set[int]], known: dict[int, int], on_way: set[int]) -> int:
    if at in known:
        return known[at]
    on_way.add(at)
    longest = 1 + max(
        (_longest_chain(one, waiting, known, on_way) for one in waiting.get(at, set()) if one not in on_way), default=0
    )
    on_way.discard(at)
    known[at] = longest
    return longest
