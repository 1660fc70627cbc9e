"""Sentence of one round of a comparison."""

from loadproof.model.message import Message
from loadproof.result.sentence import ToldAnswer, because, load_of

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence of one round; differences between variants are reported over all rounds."""
    if told.answer.outcome == "not_run":
        return Message("sentence-compare-not-run", because=because(told.answer.reason))
    code = "sentence-compare-measured" if told.answer.outcome == "measured" else "sentence-compare-unmeasured"
    return Message(code, round=str(told.answer.start), load=load_of(told), because=because(told.answer.reason))
