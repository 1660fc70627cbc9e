"""Why a run has no answer."""

from loadproof.model.message import Message

__all__ = ["why_unanswered"]


def why_unanswered(ended: bool, interrupted: bool) -> Message:
    """Why a run has no answer, by whether it has an end and was interrupted."""
    if not ended:
        return Message("unanswered-unfinished")
    return Message("unanswered-interrupted" if interrupted else "unanswered-not-stored")
