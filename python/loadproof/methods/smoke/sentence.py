"""Sentence of a smoke test."""

from loadproof.model.message import Message, Value, count
from loadproof.result.sentence import ToldAnswer, because

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence: how many calls of how many operations were answered as expected."""
    if told.answer.outcome == "not_run":
        return Message("sentence-smoke-not-run", because=because(told.answer.reason))
    values: dict[str, Value] = {
        "calls": count(sum(one.calls for one in told.answer.replies)),
        "operations": count(len(told.answer.replies)),
        "failed": count(sum(one.tone == "failed" for one in told.answer.replies)),
    }
    match told.answer.outcome:
        case "passed":
            return Message("sentence-smoke-passed", calls=values["calls"], operations=values["operations"])
        case "failed":
            return Message("sentence-smoke-failed", **values)
    return Message("sentence-smoke-undecided", because=because(told.answer.reason))
