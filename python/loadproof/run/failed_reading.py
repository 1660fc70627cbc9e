"""Readings outside of any trial that the system refused: each is a doubt of the run and ends nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

from loadproof.model.message import Message, count
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.store.writer import RunWriter

__all__ = ["failed_reading", "failed_reading_doubted"]


def failed_reading(subject: str, error: Exception) -> Doubt:
    """The doubt of one failed reading of `subject`, a name that the message `readings-failed` knows."""
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Doubt(
        DoubtCode.READINGS_FAILED, Message("readings-failed", what=subject, count=count(1), why=Message.said(why))
    )


@contextmanager
def failed_reading_doubted(writer: RunWriter, subject: str) -> Iterator[None]:
    """Stores a doubt, and goes on, where what is read in this context is refused."""
    try:
        yield
    except OSError as error:
        writer.log.doubt(failed_reading(subject, error))
