"""Sentence of one start of an overhead."""

from loadproof.model.message import Message
from loadproof.result.sentence import ToldAnswer, because

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence of one start; the cost of the feature is reported over all starts."""
    if told.answer.outcome == "not_run":
        return Message("sentence-overhead-not-run", because=because(told.answer.reason))
    code = "sentence-overhead-measured" if told.answer.outcome == "measured" else "sentence-overhead-unmeasured"
    return Message(code, start=str(told.answer.start), because=because(told.answer.reason))
