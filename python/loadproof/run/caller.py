"""Who asks for a run: the command line, or a program that uses the package."""

import sys
from dataclasses import dataclass
from typing import Self

__all__ = ["Caller"]


@dataclass(frozen=True, slots=True)
class Caller:
    """What a run keeps and shows by who asked for it."""

    command: tuple[str, ...]
    """The words of the command line that repeats the run."""
    is_live: bool
    """Whether the live view is drawn."""
    note: str | None = None
    """What the user wants to remember of the run: one printable line."""

    @classmethod
    def command_line(cls, note: str | None = None) -> Self:
        """The command that this process was started with; its user looks on."""
        return cls(("loadproof", *sys.argv[1:]), is_live=True, note=note)

    @property
    def noted(self) -> dict[str, str]:
        """The note as a setting of the run; none where there is none."""
        return {} if self.note is None else {"note": self.note}
