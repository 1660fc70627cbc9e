"""Sessions of a database that work or wait."""

from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.reason import percent

__all__ = ["database"]

_LEAST_ACTIVE = 4.0
_MOSTLY = 0.5
_GROWN = 1.5
"""How many times longer than in the trial that passed a statement takes."""
_WAITS = {
    "sessions_waiting_lock": "a lock of another transaction",
    "sessions_waiting_lwlock": "a lock inside the database",
    "sessions_waiting_io": "the disk",
    "sessions_waiting_other": "something else inside the database",
}
_TEST_WAITS = (
    "Look at the wait events of its sessions at this rate, take away what they name (another data set, "
    "synchronous_commit off, fewer writers), and repeat; the rate that passes must rise."
)
_TEST_WORK = (
    "Give the database half as many CPUs again, or put its statements through EXPLAIN (ANALYZE, BUFFERS), and repeat; "
    "the time of a statement must fall and the rate that passes must rise."
)


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


def _waits(trial: TrialEvidence, probe: str) -> dict[str, float]:
    """Sessions that wait at a time, by what they wait for, most first."""
    read = {words: trial.settled(probe, name) or 0.0 for name, words in _WAITS.items()}
    return dict(sorted(((words, value) for words, value in read.items() if value > 0), key=lambda item: -item[1]))


def _active(failed: TrialEvidence, passed: TrialEvidence | None, name: str) -> tuple[float, float | None]:
    probe = f"postgres:{name}"
    return failed.settled(probe, "sessions_active") or 0.0, passed.settled(probe, "sessions_active") if passed else None


def _waiting(failed: TrialEvidence, passed: TrialEvidence | None, name: str, waits: dict[str, float]) -> list[Finding]:
    active, before = _active(failed, passed, name)
    share = min(1.0, sum(waits.values()) / active)
    text = (
        f"Of {active:.3g} active sessions of the database {name} {percent(share)} waited at a time, most of them for "
        f"{next(iter(waits))}{passed_words(passed, before, 'sessions')}."
    )
    evidence = figures(f"active sessions of {name}", active, "sessions", passed, before)
    evidence += [Evidence(f"waiting for {words}", value, "sessions") for words, value in waits.items()]
    of = fact(failed.number, Cause.DATABASE_BOUND, text, *evidence, *_statement(failed, passed, name))
    text = f"The database {name} holds the calls up: its sessions wait for {next(iter(waits))}."
    return [of, hypothesis(of, text, _TEST_WAITS)]


def _working(failed: TrialEvidence, passed: TrialEvidence | None, name: str) -> list[Finding]:
    statement_ms = failed.settled(f"postgres:{name}", "statement_ms") or 0.0
    before_ms = passed.settled(f"postgres:{name}", "statement_ms") if passed else None
    active, before = _active(failed, passed, name)
    beside = passed_words(passed, before_ms, "ms")
    text = (
        f"A statement took the database {name} {statement_ms:.3g} ms on average{beside}, "
        f"with {active:.3g} sessions active at a time."
    )
    evidence = [
        *_statement(failed, passed, name),
        *figures(f"active sessions of {name}", active, "sessions", passed, before),
    ]
    of = fact(failed.number, Cause.DATABASE_BOUND, text, *evidence)
    text = f"The database {name} holds the calls up: it takes longer for a statement than at the rate that passed."
    return [of, hypothesis(of, text, _TEST_WORK)]


def _statement(failed: TrialEvidence, passed: TrialEvidence | None, name: str) -> list[Evidence]:
    statement_ms = failed.settled(f"postgres:{name}", "statement_ms")
    if statement_ms is None:
        return []
    before_ms = passed.settled(f"postgres:{name}", "statement_ms") if passed else None
    return figures(f"mean time of a statement of {name}", statement_ms, "ms", passed, before_ms)


def _grew(failed: TrialEvidence, passed: TrialEvidence | None, probe: str) -> bool:
    statement_ms = failed.settled(probe, "statement_ms")
    before_ms = passed.settled(probe, "statement_ms") if passed else None
    return statement_ms is not None and before_ms is not None and statement_ms >= _GROWN * before_ms > 0.0
