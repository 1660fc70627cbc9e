"""A start that could not be run, or not to its end, as the run keeps it: why, and what its service wrote last."""

from collections.abc import Iterable

from loadproof.errors import InputError
from loadproof.stand.last_lines import in_a_row
from loadproof.store.writer import RunWriter

__all__ = ["note_not_run", "note_not_started"]

_LINES_OF_ANSWER = 4


def note_not_started(writer: RunWriter, error: InputError, methods: Iterable[str], variant: str, start: int) -> str:
    """An event with all last lines that `error` shows, and for each of `methods` why it was not run, which is given."""
    writer.event("not-started", in_a_row(str(error)))
    reason = in_a_row(str(error), _LINES_OF_ANSWER)
    note_not_run(writer, reason, methods, variant, start)
    return reason


def note_not_run(writer: RunWriter, reason: str, methods: Iterable[str], variant: str, start: int) -> None:
    """For each of `methods` that this start of `variant` did not run it."""
    for method in methods:
        writer.answer(method, {"outcome": "not_run", "reason": reason}, variant, start)
