"""Report sentence on the answer of each method, for one variant."""

from loadproof.methods.registry import row_of
from loadproof.model.message import Listing, Message, listed
from loadproof.result.answer_errors import errors_sentence
from loadproof.result.plain_text import printable
from loadproof.result.sentence import ToldAnswer

__all__ = ["answer_sentence"]


def answer_sentence(told: ToldAnswer) -> Message:
    """The sentence of an answer, and which errors made most failures; its names are safe to print."""
    sentence = row_of(told.answer.method).sentence(told)
    # The lines of a smoke test have the errors of each operation.
    errors = errors_sentence(told.answer.error_kinds, told.trials) if not told.answer.replies else None
    if errors is not None:
        sentence = Message("sentences", sentences=listed([sentence, errors], Listing.SENTENCES))
    return sentence.with_names(printable)
