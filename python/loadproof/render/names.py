"""Names of loads and operations; apart from the reports, so that the live view imports no report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loadproof.model.message import Listing, Message, Value, count, listed, rate
from loadproof.result.plain_text import printable

if TYPE_CHECKING:
    from loadproof.records.run import Run

__all__ = ["load_told", "operation_title"]

_LONGEST_OPERATION = 40


def load_told(due: float | None, users: int) -> Value:
    """The load of a trial: its rate, its closed users, or both.

    >>> from loadproof.words.catalogue import words_of
    >>> [words_of("en").value(load_told(*given)) for given in ((1000.0, 0), (None, 0), (0.0, 3000), (20.0, 1))]
    ['1,000/s', 'max', '3,000 users', '20/s and 1 user']
    """
    rated = Message("live-load-most") if due is None else Message("live-load-rate", rate=rate(due))
    if not users:
        return rated
    closed = Message("live-load-users", users=count(users))
    return closed if due == 0 else listed((rated, closed), Listing.AND)


def operation_title(run: Run, name: str) -> str:
    """Return the title of an operation: its name, or its request if the run has one URL and no study or profile."""
    operations = run.profile.operations
    if run.study is None and len(operations) == 1 and "--profile" not in run.command:
        return printable(operations[0].request or name, limit=_LONGEST_OPERATION)
    return printable(name, limit=_LONGEST_OPERATION)
