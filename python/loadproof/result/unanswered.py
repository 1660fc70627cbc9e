"""Reasons why a run has no answer."""

from loadproof.model.message import Message
from loadproof.records.doubt import DoubtCode
from loadproof.store.reader import RunReader

__all__ = ["CUTTING", "cut_by", "why_unanswered"]

CUTTING = frozenset({DoubtCode.RESOURCE_EXHAUSTED, DoubtCode.OWN_PROCESS_FAILED})
"""Codes of the doubts of a run that ended before its answers."""


def cut_by(reader: RunReader) -> Message | None:
    """Return what ended the run before its answers, as its doubts say; None: nothing of ours."""
    found = (doubt.text for _, _, doubt in reader.doubts() if doubt.code in CUTTING)
    return next(found, None)


def why_unanswered(ended: bool, interrupted: bool, cut: Message | None = None) -> Message:
    """Return why a run has no answer: by whether it has an end, was interrupted, or was `cut` by a fault of ours."""
    if not ended:
        return Message("unanswered-unfinished")
    if cut is not None:
        return Message("unanswered-cut", why=cut)
    return Message("unanswered-interrupted" if interrupted else "unanswered-not-stored")
