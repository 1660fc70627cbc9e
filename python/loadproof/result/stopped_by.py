"""Causes that stopped each start, from its failed trials: the table of variants and causes."""

from collections.abc import Collection, Sequence

from loadproof.findings.consequences import stopping
from loadproof.records.finding import Cause, Finding
from loadproof.records.trial import Trial
from loadproof.result.result import Answer, StopCause, StoppedBy

__all__ = ["stopped_by"]

_ORDER: dict[str, int] = {cause: place for place, cause in enumerate(Cause)}


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
    """Return the causes that may explain a failure, the main errors first.

    Timeouts are how slowness shows: a hypothesis about it comes before them.
    """
    explaining = [finding for finding in findings if finding.role != "beside"]
    supposed = {finding.cause for finding in explaining if finding.kind == "hypothesis"}
    main = {finding.cause for finding in explaining if finding.role == "main"}
    codes = stopping({finding.cause for finding in explaining}, supposed)
    return tuple(
        StopCause(
            cause=code,
            kind="hypothesis" if code in supposed else "fact",
            trials=tuple(sorted({finding.trial for finding in explaining if finding.cause == code})),
        )
        for code in sorted(codes, key=lambda code: (code not in main, *_place(code, supposed)))
    )


def _place(code: str, supposed: Collection[str]) -> tuple[bool, int, str]:
    return code == Cause.TIMEOUTS and bool(supposed), _ORDER.get(code, len(_ORDER)), code
