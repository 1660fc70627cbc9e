"""Sessions of a database that work or wait, and connections that are all taken; what its activity shows beside that."""

from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, count, milliseconds, number, share
from loadproof.postgres.causes import database_causes
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["database"]

_LEAST_ACTIVE = 4.0
_MOSTLY = 0.5
_GROWN = 1.5
"""Smallest growth of the time of a statement, as a multiple of the time in the passed trial."""
_TAKEN = 0.98
_KINDS = ("postgres:", "mariadb:")
_ACTIVITY = "postgres:"
"""Kind of the databases whose activity is known."""
_LOCK = Message("database-wait-lock")
_WAITS = {
    "sessions_waiting_lock": _LOCK,
    "sessions_waiting_lwlock": Message("database-wait-lwlock"),
    "sessions_waiting_io": Message("database-wait-io"),
    "sessions_waiting_other": Message("database-wait-other"),
}


def database(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per database a fact on sessions that wait or work longer than in the passed trial, or on taken connections.

    If the activity of a database is known, its causes come first, and the same is not said twice.
    """
    findings: list[Finding] = []
    said: dict[str, set[str]] = {}
    for service, activity in sorted(failed.databases.items()):
        before = passed.databases.get(service) if passed else None
        found = database_causes(activity, before, failed.number)
        said[f"{_ACTIVITY}{service}"] = {finding.cause for finding in found}
        findings += found
    read = {probe for probe, name in failed.readings if name == "sessions_active" and probe.startswith(_KINDS)}
    for probe in sorted(read):
        named = said.get(probe, set())
        if Cause.DATABASE_CONNECTIONS not in named:
            findings += _connections(failed, passed, probe)
        active = failed.settled(probe, "sessions_active")
        if active is None or active < _LEAST_ACTIVE:
            continue
        waits = _waits(failed, probe)
        waiting_share = min(1.0, sum(waits.values()) / active)
        if waiting_share >= _MOSTLY:
            if Cause.DATABASE_LOCK not in named or next(iter(waits)) != _LOCK:
                findings += _waiting(failed, passed, probe, waits)
        elif _grew(failed, passed, probe):
            findings += _working(failed, passed, probe)
    return findings


def _waits(trial: TrialEvidence, probe: str) -> dict[Message, float]:
    """Sessions that wait at a time, by what they wait for, most first."""
    read = {words: trial.settled(probe, name) or 0.0 for name, words in _WAITS.items()}
    return dict(sorted(((words, value) for words, value in read.items() if value > 0), key=lambda item: -item[1]))


def _name(probe: str) -> str:
    return probe.partition(":")[2]


def _connections(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> list[Finding]:
    """A fact if connections were refused, or nearly all that the server allows were taken; else nothing."""
    total, limit = failed.settled(probe, "sessions_total") or 0.0, failed.settled(probe, "sessions_limit") or 0.0
    refused = sum(failed.values(probe, "connections_refused"))
    if limit <= 0.0 or not (refused or total >= _TAKEN * limit):
        return []
    name = _name(probe)
    before = passed.settled(probe, "sessions_total") if passed else None
    text = Message(
        "connections-taken",
        database=name,
        taken=number(total),
        limit=count(round(limit)),
        refused=count(round(refused)),
        beside=passed_words(passed, before, Unit.CONNECTIONS),
    )
    evidence = figures(Message("evidence-taken-connections", database=name), total, Unit.CONNECTIONS, passed, before)
    evidence += [
        Evidence(Message("evidence-allowed-connections", database=name), limit, Unit.CONNECTIONS),
        Evidence(Message("evidence-refused-connections", database=name), refused, Unit.CONNECTIONS),
    ]
    of = fact(failed.number, Cause.DATABASE_CONNECTIONS, text, *evidence)
    return [of, hypothesis(of, Message("database-lacks-connections", database=name), Message("test-more-connections"))]


def _active(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> tuple[float, float | None]:
    return failed.settled(probe, "sessions_active") or 0.0, passed.settled(probe, "sessions_active") if passed else None


def _waiting(
    failed: TrialEvidence, passed: TrialEvidence | None, probe: str, waits: dict[Message, float]
) -> list[Finding]:
    name = _name(probe)
    active, before = _active(failed, passed, probe)
    most = next(iter(waits))
    text = Message(
        "sessions-wait",
        database=name,
        active=number(active),
        share=share(min(1.0, sum(waits.values()) / active)),
        wait=most,
        beside=passed_words(passed, before, Unit.SESSIONS),
    )
    evidence = figures(Message("evidence-active-sessions", database=name), active, Unit.SESSIONS, passed, before)
    evidence += [
        Evidence(Message("evidence-waiting", wait=wait), value, Unit.SESSIONS) for wait, value in waits.items()
    ]
    of = fact(failed.number, Cause.DATABASE_BOUND, text, *evidence, *_statement(failed, passed, probe))
    supposed = Message("database-holds-up-by-waits", database=name, wait=most)
    return [of, hypothesis(of, supposed, Message("test-take-waits-away"))]


def _working(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> list[Finding]:
    name = _name(probe)
    statement_ms = failed.settled(probe, "statement_ms") or 0.0
    before_ms = passed.settled(probe, "statement_ms") if passed else None
    active, before = _active(failed, passed, probe)
    text = Message(
        "statement-took",
        database=name,
        time=milliseconds(statement_ms),
        active=number(active),
        beside=passed_words(passed, before_ms, Unit.MILLISECONDS),
    )
    evidence = [
        *_statement(failed, passed, probe),
        *figures(Message("evidence-active-sessions", database=name), active, Unit.SESSIONS, passed, before),
    ]
    of = fact(failed.number, Cause.DATABASE_BOUND, text, *evidence)
    supposed = Message("database-holds-up-by-work", database=name)
    return [of, hypothesis(of, supposed, Message("test-speed-up-statements"))]


def _statement(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> list[Evidence]:
    statement_ms = failed.settled(probe, "statement_ms")
    if statement_ms is None:
        return []
    before_ms = passed.settled(probe, "statement_ms") if passed else None
    name_of_time = Message("evidence-statement-time", database=_name(probe))
    return figures(name_of_time, statement_ms, Unit.MILLISECONDS, passed, before_ms)


def _grew(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> bool:
    statement_ms = failed.settled(probe, "statement_ms")
    before_ms = passed.settled(probe, "statement_ms") if passed else None
    return statement_ms is not None and before_ms is not None and statement_ms >= _GROWN * before_ms > 0.0
