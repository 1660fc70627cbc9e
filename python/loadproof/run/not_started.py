"""A start that could not be run, or not to its end, as the run keeps it: why, and what its service wrote last."""

from collections.abc import Iterable

from loadproof.errors import InputError
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.stand.service_failure import StartFailure
from loadproof.store.start_log import StartLog

__all__ = ["LINES_OF_ANSWER", "note_not_run", "note_not_started", "why_not_started"]

LINES_OF_ANSWER = 4


def note_not_started(log: StartLog, error: InputError, methods: Iterable[str]) -> Message:
    """An event with all last lines that `error` shows, and for each of `methods` why it was not run, which is given."""
    log.event("not-started", why_not_started(error))
    reason = why_not_started(error, LINES_OF_ANSWER)
    note_not_run(log, reason, methods)
    return reason


def why_not_started(error: InputError, most_lines: int | None = None) -> Message:
    """Return the reason of `error`, with at most `most_lines` last lines of its service; None: all last lines."""
    if isinstance(error, StartFailure):
        return error.failed.in_a_row(most_lines)
    if isinstance(error.told, Message):
        return error.told
    # Faults of a study and of the engine are told to who wrote it, in English.
    return Message.said(next(iter(str(error).splitlines()), ""))


def note_not_run(log: StartLog, reason: Message, methods: Iterable[str]) -> None:
    """For each of `methods` that the start did not run it."""
    for method in methods:
        log.answer(Answer(method, Outcome.NOT_RUN, reason=reason))
