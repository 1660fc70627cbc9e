"""Failure of a command or service of a stand: for the error shown to the user, and for the result of the run."""

from dataclasses import dataclass

from loadproof.errors import ServiceError
from loadproof.model.message import Message
from loadproof.stand.last_lines import last_lines, last_lines_in_a_row
from loadproof.words.catalogue import english

__all__ = ["Failed", "StartFailure"]


@dataclass(frozen=True, slots=True)
class Failed:
    r"""Failure of a command or service: what went wrong, and the end of its output.

    >>> failed = Failed(Message("ended-with-code", code="1"), "one\ntwo\n")
    >>> failed.text, english(failed.in_a_row(1))
    ('ended with exit code 1. Its last lines:\n  one\n  two', 'ended with exit code 1; its last lines: two')
    >>> english(Failed(Message("ended-with-code", code="1"), "").in_a_row())
    'ended with exit code 1 (it wrote nothing)'
    """

    told: Message
    output: str | None = None
    """End of the output; None: nothing was started that could write."""

    @property
    def text(self) -> str:
        """In English, with each of its last lines below the other."""
        told = english(self.told)
        return told if self.output is None else f"{told}. Its last lines{last_lines(self.output)}"

    def in_a_row(self, most: int | None = None) -> Message:
        """With its last lines on one line, `most` at most."""
        if self.output is None:
            return self.told
        lines = last_lines_in_a_row(self.output, most)
        if not lines:
            return Message("without-output", what=self.told)
        return Message("with-last-lines", what=self.told, lines=lines)


class StartFailure(ServiceError):
    """A service does not start, or has ended before it was under load; `failed` says how."""

    def __init__(self, failed: Failed, cure: str = "") -> None:
        """`cure` follows what is told, with where its log is."""
        super().__init__(f"{failed.text}{cure}")
        self.failed = failed
