"""Facts that are reported on a passed result if a hold or a soak shows a problem in spite of its verdict."""

from collections.abc import Sequence

from loadproof.model.message import Listed, Message, count, listed
from loadproof.records.finding import Cause, Finding
from loadproof.result.result import Result

__all__ = ["passed_facts", "passed_sentence"]

_DEATHS = {Cause.DIED, Cause.OOM_KILLED}
"""Each has a doubt of its own, which says more."""


def passed_facts(result: Result) -> list[Finding]:
    """The facts on trials that passed, in their order; none on deaths."""
    passed = {trial.number for trial in result.trials if trial.state == "passed" and not trial.superseded}
    return [
        finding
        for finding in result.findings
        if finding.trial in passed and finding.kind == "fact" and finding.cause not in _DEATHS
    ]


def passed_sentence(result: Result) -> Message | None:
    """The sentence that stands behind those of the answers; None: nothing was seen that they do not say.

    An answer that did not pass says itself, for its start, that memory grows.
    """
    starts = {trial.number: (trial.variant, trial.start) for trial in result.trials}
    growing = {finding.trial for finding in result.findings if finding.cause == Cause.MEMORY_GROWTH}
    not_passed = [number for answer in result.answers if answer.tone != "passed" for number in answer.trials]
    said = {(starts[number], Cause.MEMORY_GROWTH) for number in not_passed if number in growing}
    facts = [one for one in passed_facts(result) if (starts[one.trial], one.cause) not in said]
    if not facts:
        return None
    seen = len({starts[fact.trial] for fact in facts})
    if seen > 1:
        return Message("sentence-starts-show", starts=count(seen), causes=_causes(facts))
    first, others = facts[0], [fact for fact in facts if fact.cause != facts[0].cause]
    trial = str(first.trial)
    if not others:
        return Message("sentence-passed-and-yet", trial=trial, fact=first.text)
    return Message("sentence-passed-and-yet-more", trial=trial, fact=first.text, causes=_causes(others))


def _causes(facts: Sequence[Finding]) -> Listed:
    codes = dict.fromkeys(fact.cause for fact in facts)
    return listed([Cause(code).words for code in codes])
