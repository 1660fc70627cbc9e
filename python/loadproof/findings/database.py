"""Sessions of a database that work or wait."""

from loadproof.findings.finding import Cause, Evidence, Finding, Unit, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, milliseconds, number, share

__all__ = ["database"]

_LEAST_ACTIVE = 4.0
_MOSTLY = 0.5
_GROWN = 1.5
"""How many times longer than in the trial that passed a statement takes."""
_WAITS = {
    "sessions_waiting_lock": Message("database-wait-lock"),
    "sessions_waiting_lwlock": Message("database-wait-lwlock"),
    "sessions_waiting_io": Message("database-wait-io"),
    "sessions_waiting_other": Message("database-wait-other"),
}


def database(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Per database a fact on sessions that are active all along and wait, or work longer than in the passed trial."""
    findings = []
    read = {probe for probe, name in failed.readings if name == "sessions_active" and probe.startswith("postgres:")}
    for probe in sorted(read):
        name = probe.removeprefix("postgres:")
        active = failed.settled(probe, "sessions_active")
        if active is None or active < _LEAST_ACTIVE:
            continue
        waits = _waits(failed, probe)
        waiting_share = min(1.0, sum(waits.values()) / active)
        if waiting_share >= _MOSTLY:
            findings += _waiting(failed, passed, name, waits)
        elif _grew(failed, passed, probe):
            findings += _working(failed, passed, name)
    return findings


def _waits(trial: TrialEvidence, probe: str) -> dict[Message, float]:
    """Sessions that wait at a time, by what they wait for, most first."""
    read = {words: trial.settled(probe, name) or 0.0 for name, words in _WAITS.items()}
    return dict(sorted(((words, value) for words, value in read.items() if value > 0), key=lambda item: -item[1]))


def _active(failed: TrialEvidence, passed: TrialEvidence | None, name: str) -> tuple[float, float | None]:
    probe = f"postgres:{name}"
    return failed.settled(probe, "sessions_active") or 0.0, passed.settled(probe, "sessions_active") if passed else None


def _waiting(
    failed: TrialEvidence, passed: TrialEvidence | None, name: str, waits: dict[Message, float]
) -> list[Finding]:
    active, before = _active(failed, passed, name)
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
    of = fact(failed.number, Cause.DATABASE_BOUND, text, *evidence, *_statement(failed, passed, name))
    supposed = Message("database-holds-up-by-waits", database=name, wait=most)
    return [of, hypothesis(of, supposed, Message("test-take-waits-away"))]


def _working(failed: TrialEvidence, passed: TrialEvidence | None, name: str) -> list[Finding]:
    statement_ms = failed.settled(f"postgres:{name}", "statement_ms") or 0.0
    before_ms = passed.settled(f"postgres:{name}", "statement_ms") if passed else None
    active, before = _active(failed, passed, name)
    text = Message(
        "statement-took",
        database=name,
        time=milliseconds(statement_ms),
        active=number(active),
        beside=passed_words(passed, before_ms, Unit.MILLISECONDS),
    )
    evidence = [
        *_statement(failed, passed, name),
        *figures(Message("evidence-active-sessions", database=name), active, Unit.SESSIONS, passed, before),
    ]
    of = fact(failed.number, Cause.DATABASE_BOUND, text, *evidence)
    supposed = Message("database-holds-up-by-work", database=name)
    return [of, hypothesis(of, supposed, Message("test-speed-up-statements"))]


def _statement(failed: TrialEvidence, passed: TrialEvidence | None, name: str) -> list[Evidence]:
    statement_ms = failed.settled(f"postgres:{name}", "statement_ms")
    if statement_ms is None:
        return []
    before_ms = passed.settled(f"postgres:{name}", "statement_ms") if passed else None
    name_of_time = Message("evidence-statement-time", database=name)
    return figures(name_of_time, statement_ms, Unit.MILLISECONDS, passed, before_ms)


def _grew(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> bool:
    statement_ms = failed.settled(probe, "statement_ms")
    before_ms = passed.settled(probe, "statement_ms") if passed else None
    return statement_ms is not None and before_ms is not None and statement_ms >= _GROWN * before_ms > 0.0
