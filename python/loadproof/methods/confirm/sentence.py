"""Sentence of a confirmation."""

from loadproof.model.message import Message
from loadproof.result.sentence import ToldAnswer, because, held, load_of

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence: if the load was kept through the hold."""
    if told.answer.outcome == "not_run":
        return Message("sentence-confirm-not-run", because=because(told.answer.reason))
    load, why = load_of(told), because(told.answer.reason)
    match told.answer.outcome:
        case "passed":
            return Message("sentence-confirm-passed", load=load, held=held(told))
        case "failed":
            return Message("sentence-confirm-failed", load=load, because=why)
    return Message("sentence-confirm-undecided", load=load, because=why)
