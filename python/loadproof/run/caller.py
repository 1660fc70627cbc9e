"""Caller of a run: the command line, or a program that uses the package."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from loadproof.run.otlp_target import OtlpTarget
from loadproof.system.hidden_credentials import hidden_text

__all__ = ["Caller"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Settings of a run that depend on its caller: command, live view, note and receiver of metrics."""

    command: tuple[str, ...]
    """The words of the command line that repeats the run."""
    is_live: bool
    """True if the live view is drawn."""
    note: str | None = None
    """Note of the user about the run, one printable line; None: no note."""
    metrics: OtlpTarget | None = None
    """Receiver of the metrics while the run goes on; None: no metrics are sent."""

    @classmethod
    def command_line(cls, note: str | None = None, metrics: OtlpTarget | None = None) -> Self:
        """The command that this process was started with; its user looks on."""
        caller = cls(("loadproof", *sys.argv[1:]), is_live=True, note=note, metrics=metrics)
        return caller if metrics is None else caller.with_shown(metrics.written, metrics.shown)

    def with_shown(self, written: str, shown: str) -> Self:
        """The same with the value `written` of an option, alone or glued to its name, as `shown` in the command.

        >>> Caller(("loadproof", "--otlp=http://a:b@h"), is_live=True).with_shown("http://a:b@h", "http://***@h").command
        ('loadproof', '--otlp=http://***@h')
        """
        return replace(self, command=tuple(_shown(self.command, written, shown)))

    @property
    def noted(self) -> dict[str, str]:
        """The note as a setting of the run; none where there is none."""
        return {} if self.note is None else {"note": hidden_text(self.note)}


def _shown(words: Sequence[str], written: str, shown: str) -> list[str]:
    return [f"{word.removesuffix(written)}{shown}" if word.endswith(written) else word for word in words]
