"""Sentence of a soak."""

from loadproof.model.message import Listing, Message, listed
from loadproof.result.sentence import ToldAnswer, because, held, load_of
from loadproof.result.trend_figure import trend_figure

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence: if the load was kept for long, and which metrics moved."""
    load, why = load_of(told), because(told.answer.reason)
    match told.answer.outcome:
        case "steady":
            return _steady(told, load)
        case "not_run":
            return Message("sentence-soak-not-run", because=why)
        case "not_steady":
            return Message("sentence-soak-not-steady", load=load, because=why)
        case "never_steady":
            return Message("sentence-soak-never-steady", load=load, because=why)
        case "failed":
            return Message("sentence-soak-failed", load=load, because=why)
    return Message("sentence-soak-undecided", load=load, because=why)


def _steady(told: ToldAnswer, load: Message) -> Message:
    # It decides nothing, yet who reads this sentence alone must not take it for a memory that is steady.
    untold = [trend_figure(trend.name) for trend in told.answer.trends if trend.shape == "cannot_tell"]
    if untold:
        memory = listed(untold, Listing.AND)
        return Message("sentence-soak-steady-but-memory", load=load, held=held(told), memory=memory)
    return Message("sentence-soak-steady", load=load, held=held(told))
