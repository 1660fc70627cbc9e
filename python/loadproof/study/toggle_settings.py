"""Steps that switch the levels of a feature within a start, resolved and frozen."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["LevelToggle", "ToggleKind", "ToggleStep"]


class ToggleKind(StrEnum):
    """Kinds of steps."""

    URL = "url"
    """An HTTP call, which has to be answered by a status from 200 to 399."""
    COMMAND = "command"
    """A command, which has to end with exit code 0."""


@dataclass(frozen=True, slots=True)
class ToggleStep:
    """One call or command: `words` are those of the command, or the method and the URL.

    They are templates as those of a service, with `${NAME.pid}` for the process id of service NAME besides.
    """

    kind: ToggleKind
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LevelToggle:
    """Steps that switch one level on and off; each step is ended after `timeout_s`."""

    on: ToggleStep
    off: ToggleStep
    """Step that switches the level off; it has to succeed even if the level is off already."""
    ready: ToggleStep | None = None
    """Asked after `on` until it succeeds, `timeout_s` at most; None: the end of `on` says so."""
    timeout_s: float = 30.0
