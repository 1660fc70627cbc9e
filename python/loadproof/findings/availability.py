"""Findings on availability: deaths, kills at the memory limit, and failed calls such as connections and statuses."""

from collections.abc import Sequence

from loadproof.findings.consequences import LEAST_SHARE
from loadproof.findings.error_causes import kinds_by_cause
from loadproof.findings.passed_beside import figures
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, count, listed, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["availability", "gone"]

_MOST_KINDS = 5
_OF_ONE_MEANING = frozenset({Cause.REFUSED, Cause.RESET, Cause.TIMEOUTS})
"""Causes whose text says all that their error kinds say."""
_SUPPOSED = {
    Cause.REFUSED: (Message("nothing-listened"), Message("test-watch-for-restart")),
    Cause.RESET: (Message("connections-closed-under-load"), Message("test-raise-connection-limit")),
}


def availability(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on deaths, kills and failed calls of every kind; hypotheses on lost connections that no death explains."""
    lost = [*_killed(failed), *_died(failed)]
    findings = list(lost)
    for cause, kinds in kinds_by_cause(failed.measurement.errors_by_kind).items():
        found = _calls(failed, passed, cause, kinds)
        findings += found
        if not lost and cause in _SUPPOSED:
            findings += [hypothesis(of, *_SUPPOSED[cause]) for of in found]
    return findings


def gone(trial: TrialEvidence) -> list[Finding]:
    """Facts on the services that died during a trial, whatever came of it."""
    return [*_killed(trial), *_died(trial)] if trial.deaths else []


def _killed(failed: TrialEvidence) -> list[Finding]:
    findings = []
    for service in failed.service_names:
        kills = failed.values(f"cgroup:{service}", "oom_kills")
        # Counted since the service's start: a kill before the first reading shows only beside a death.
        killed = max(kills, default=0.0) - (0.0 if failed.deaths else min(kills, default=0.0))
        # A group goes with its service: the last kill is seen at its death alone.
        killed = max(killed, float(failed.out_of_memory.count(service)))
        if killed < 1:
            continue
        text = Message("killed-for-memory", service=service, times=count(round(killed)))
        evidence = [Evidence(Message("evidence-kills", service=service), killed)]
        if peak := max(failed.values(f"cgroup:{service}", "memory_mib"), default=0.0):
            evidence.append(Evidence(Message("evidence-peak-memory-read", service=service), peak, Unit.MEBIBYTES))
        if limit := failed.values(f"cgroup:{service}", "memory_limit_mib"):
            evidence.append(Evidence(Message("evidence-memory-limit", service=service), limit[-1], Unit.MEBIBYTES))
        findings.append(fact(failed.number, Cause.OOM_KILLED, text, *evidence))
    return findings


def _died(failed: TrialEvidence) -> list[Finding]:
    evidence = (
        Evidence(Message("evidence-calls-missing"), float(failed.measurement.missing), Unit.CALLS),
        Evidence(Message("evidence-calls-due"), float(failed.measurement.due), Unit.CALLS),
        *(
            Evidence.said(Message("evidence-last-lines", service=service), lines, failed.logs.get(service))
            for service, lines in failed.last_lines.items()
        ),
    )
    return [
        fact(failed.number, Cause.DIED, Message("died-during-trial", event=event), *evidence) for event in failed.deaths
    ]


def _calls(failed: TrialEvidence, passed: TrialEvidence | None, cause: Cause, kinds: Sequence[str]) -> list[Finding]:
    """The fact that calls failed by one cause, with the calls of each error kind and an example of their replies."""
    of_due = _share(failed, kinds)
    if of_due < LEAST_SHARE:
        return []
    percent_passed = None if passed is None else 100 * _share(passed, kinds)
    name = Message("evidence-calls", cause=cause.words)
    evidence = figures(name, 100 * of_due, Unit.PERCENT, passed, percent_passed)
    for kind in sorted(kinds, key=lambda kind: -failed.measurement.errors_by_kind[kind])[:_MOST_KINDS]:
        if len(kinds) > 1:
            calls = float(failed.measurement.errors_by_kind[kind])
            evidence.append(Evidence(Message("evidence-error-kind", kind=kind), calls, Unit.CALLS))
        if kind in failed.replies:
            evidence.append(Evidence.said(Message("evidence-reply", kind=kind), failed.replies[kind]))
    if cause is Cause.ERROR_STATUS:
        evidence += [
            Evidence(Message("evidence-log", service=service), artifact=log) for service, log in failed.logs.items()
        ]
    return [fact(failed.number, cause, _text(cause, of_due, kinds), *evidence)]


def _text(cause: Cause, of_due: float, kinds: Sequence[str]) -> Message:
    if cause is Cause.ERROR_STATUS:
        statuses = listed([kind.removeprefix("status-") for kind in kinds])
        return Message("calls-answered-with-errors", share=share(of_due), statuses=statuses)
    if cause in _OF_ONE_MEANING:
        return Message(f"calls-{cause}", share=share(of_due))
    shown = [*kinds[:_MOST_KINDS], *(["…"] if len(kinds) > _MOST_KINDS else [])]
    return Message(f"calls-{cause}", share=share(of_due), kinds=listed(shown))


def _share(trial: TrialEvidence, kinds: Sequence[str]) -> float:
    calls = sum(trial.measurement.errors_by_kind.get(kind, 0) for kind in kinds)
    return calls / max(1, trial.measurement.due)
