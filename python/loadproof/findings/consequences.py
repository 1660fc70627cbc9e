"""Roles of findings: which ones explain the failure of a trial, and which ones follow from it or stand beside it.

Four rules:

1. **Queues follow from whatever holds a service up.** A queue, full threads and full connections are no cause of their
   own where something else is known, or is supposed.
2. **A busy resource is never named in place of an error.** Some errors come about however much CPU, memory or disk is
   left: a failed check, a redirect, a rejected certificate, a 404, and connections of which every one is refused
   (`ErrorCause.follows_load`). If such errors are half or more of the calls that broke the SLO (slow, failed, dropped
   or cut), they are the main cause, and findings about resources and queues stand beside. A death explains refused,
   lost and timed out calls and statuses 5xx: those errors do not count against resources then.
3. **A named cause within a database explains what its sessions and its pools show.** Where a lock, an abandoned
   statement, a missing index or the like is supposed, sessions that wait, work or queue are no cause of their own.
4. **Few errors explain no failure.** Errors of one cause that are less than a tenth of the calls without a response
   stand beside those that are more.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from loadproof.findings.error_causes import FAMILIES, KINDS, error_cause
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.records.finding import Cause, Finding, Role

__all__ = ["LEAST_SHARE", "stopping", "with_roles", "without_consequences"]

_QUEUES = frozenset({Cause.QUEUEING, Cause.CONNECTION_LIMIT, Cause.THREAD_QUEUE})
"""Calls also pile up, and threads and connections fill, behind whatever else holds the service up."""
_ENOUGH = frozenset({Cause.OOM_KILLED, Cause.DIED, Cause.STOPPED_ANSWERING, Cause.STOOD_STILL, Cause.DISK_BUSY})
"""Facts that need no hypothesis to explain a queue."""
_DEATHS = frozenset({Cause.OOM_KILLED, Cause.DIED})
_ERRORS = frozenset({Cause.OTHER_ERRORS, *(one.cause for one in (*KINDS.values(), *FAMILIES.values()))})
_EVENTS = _ERRORS | _DEATHS | {Cause.STOPPED_ANSWERING}
"""Failed calls, and deaths: what happened. All other findings are about resources, waits and growth."""
_OF_STATEMENTS = frozenset({Cause.DATABASE_SESSIONS, Cause.DATABASE_BOUND, Cause.POOL_QUEUE})
_EXPLAINED: Mapping[str, frozenset[Cause]] = {
    Cause.DATABASE_LOCK: frozenset({Cause.DATABASE_BOUND, Cause.DATABASE_CONNECTIONS, Cause.POOL_QUEUE}),
    Cause.DATABASE_ABANDONED: _OF_STATEMENTS,
    Cause.DATABASE_MISSING_INDEX: _OF_STATEMENTS,
    Cause.DATABASE_JOIN_ORDER: _OF_STATEMENTS,
    Cause.DATABASE_JIT: _OF_STATEMENTS,
    Cause.DATABASE_TEMPORARY_TABLES: _OF_STATEMENTS,
    Cause.DATABASE_CHECKPOINTS: _OF_STATEMENTS,
    Cause.DATABASE_SESSIONS: _OF_STATEMENTS - {Cause.DATABASE_SESSIONS},
}
"""Causes of a database, each with those that it explains (rule 3)."""
_MAIN_SHARE = 0.5
_FEW_SHARE = 0.1
"""Share of the calls without a response below which errors of one cause stand beside others (rule 4)."""
LEAST_SHARE = 0.001
"""Errors of fewer than a thousandth of the calls due are not named: they break no usual SLO."""


def _main_error(trial: TrialEvidence, *, has_death: bool) -> Cause | None:
    """Return the cause of most errors that load does not explain, if these are half or more of the failures."""
    unexplained: Counter[Cause] = Counter()
    has_answered = trial.measurement.due > trial.measurement.missing
    for kind, calls in trial.measurement.errors_by_kind.items():
        known = error_cause(kind, trial.timed_checks)
        follows_load = known.follows_load or (has_answered and known.follows_load_if_others_answered)
        if not follows_load and not (has_death and known.follows_death):
            unexplained[known.cause] += calls
    total = unexplained.total()
    failures = trial.measurement.missing if trial.failures is None else trial.failures
    if total < LEAST_SHARE * max(1, trial.measurement.due) or total < _MAIN_SHARE * failures:
        return None
    return unexplained.most_common(1)[0][0]


def _few_errors(trial: TrialEvidence) -> set[str]:
    """Return the causes of errors that are few beside others (rule 4), never that of the most errors."""
    calls: Counter[str] = Counter()
    for kind, failed in trial.measurement.errors_by_kind.items():
        calls[error_cause(kind, trial.timed_checks).cause] += failed
    return {cause for cause, failed in calls.most_common()[1:] if failed < _FEW_SHARE * trial.measurement.missing}


def with_roles(trial: TrialEvidence, findings: Sequence[Finding]) -> list[Finding]:
    """Mark the main cause and what stands beside it (rules 2, 4); the main cause comes first, what stands beside last.

    Hypotheses about resources are left out where an error is the main cause.
    """
    main = _main_error(trial, has_death=any(finding.cause in _DEATHS for finding in findings))
    few = _few_errors(trial) - {main}
    order = ("main", "cause", "beside")
    marked = [replace(finding, role=_role(finding.cause, main, few)) for finding in findings]
    kept = [one for one in marked if one.role != "beside" or one.kind == "fact"]
    return sorted(kept, key=lambda finding: order.index(finding.role))


def _role(cause: str, main: Cause | None, few: Collection[str]) -> Role:
    if cause == main:
        return "main"
    if cause in few:
        return "beside"
    return "cause" if main is None or cause in _EVENTS else "beside"


def without_consequences(facts: Sequence[Finding], hypotheses: Sequence[Finding]) -> list[Finding]:
    """Leave out hypotheses of queues, and of sessions of a database, where something else explains them (rules 1, 3).

    A queue at an unknown place is not supposed where calls are known to wait for threads.
    """
    seen = {finding.cause for finding in facts} & _ENOUGH
    causes = {finding.cause for finding in hypotheses}
    explained = set(_QUEUES) if seen or causes - _QUEUES else set[str]()
    if Cause.THREAD_QUEUE in causes:
        explained.add(Cause.QUEUEING)
    explained |= _explained_by(causes)
    return [finding for finding in hypotheses if finding.cause not in explained]


def _explained_by(causes: Collection[str]) -> set[Cause]:
    """Return the causes that follow from others within a database (rule 3)."""
    return {explained for cause in causes for explained in _EXPLAINED.get(cause, ())}


def stopping(codes: Collection[str], supposed: Collection[str]) -> set[str]:
    """Leave out of the causes of a start what only follows from others (rules 1, 3), and the knee, which is no reason.

    `codes` are the causes of its findings, `supposed` those of its hypotheses.

    >>> sorted(stopping({"cpu-limit", "queueing", "knee"}, {"cpu-limit"})), sorted(stopping({"queueing"}, ()))
    (['cpu-limit'], ['queueing'])
    """
    queues = set[str](_QUEUES)
    found = set(codes) - {Cause.KNEE} - (_explained_by(supposed) - set(supposed))
    return found - (queues - set(supposed)) if found - queues else found
