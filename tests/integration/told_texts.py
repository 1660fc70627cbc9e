"""Which texts of a run can be told in one language alone."""

from pathlib import Path

from loadproof import open_run
from loadproof.model.message import SAID
from loadproof.render.page_texts import messages_in

__all__ = ["texts_without_code"]


def texts_without_code(run: Path) -> list[str]:
    """The sentences in the result of a run that are English in every language: they came without a code."""
    said = [str(message.values["text"]) for message in messages_in(open_run(run)) if message.code == SAID]
    return [text for text in said if " " in text]
