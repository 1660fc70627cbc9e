"""What stopped each start: the causes of its failed trials, which make the table of variants and causes."""

from collections.abc import Sequence

from loadproof.findings.finding import Cause, Kind
from loadproof.result.result import Answer, Finding, StopCause, StoppedBy
from loadproof.result.trial import Trial

__all__ = ["stopped_by"]

_ORDER = {cause.code: place for place, cause in enumerate(Cause)}
_CONSEQUENCES = {Cause.QUEUEING.code, Cause.CONNECTION_LIMIT.code, Cause.THREAD_QUEUE.code}
"""Calls also pile up behind whatever else holds a service up: alone, as facts, they stop nothing."""


def stopped_by(
    answers: Sequence[Answer], trials: Sequence[Trial], findings: Sequence[Finding]
) -> tuple[StoppedBy, ...]:
    """One row for each start that has an answer, its causes the strongest first."""
    failed = {trial.number for trial in trials if trial.state == "failed" and not trial.superseded}
    rows = []
    for variant, start in dict.fromkeys((answer.variant, answer.start) for answer in answers):
        own = {
            number
            for answer in answers
            if (answer.variant, answer.start) == (variant, start)
            for number in answer.trials
            if number in failed
        }
        rows.append(
            StoppedBy(variant=variant, start=start, causes=_causes([one for one in findings if one.trial in own]))
        )
    return tuple(rows)


def _causes(findings: Sequence[Finding]) -> tuple[StopCause, ...]:
    # The knee is where a service breaks, and no reason for it.
    codes = {finding.cause for finding in findings} - {Cause.KNEE.code}
    supposed = {finding.cause for finding in findings if finding.kind == Kind.HYPOTHESIS.value}
    if codes - _CONSEQUENCES:
        codes -= _CONSEQUENCES - supposed
    return tuple(
        StopCause(
            cause=code,
            kind="hypothesis" if code in supposed else "fact",
            trials=tuple(sorted({finding.trial for finding in findings if finding.cause == code})),
        )
        for code in sorted(codes, key=lambda code: (_ORDER.get(code, len(_ORDER)), code))
    )
