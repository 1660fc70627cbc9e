"""Lists of what a draft leaves out or makes up: bounded, as the file that is read may be hostile."""

from collections.abc import Iterable

from loadproof.model.quoting import quoted

__all__ = ["LeftOut", "Losses", "listed"]

_MOST_LINES = 40
_LONGEST_LINE = 300
_MOST_SHOWN = 3
_MOST_REASONS = 60
_MOST_DETAILS = 50


def listed(items: Iterable[str], most: int = _MOST_SHOWN) -> str:
    """The first `most` items, and the number of those after them.

    >>> listed(["'a'", "'b'", "'c'"], 2)
    "'a', 'b' and 1 more"
    """
    known = list(dict.fromkeys(items))
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more


class Losses:
    """Reasons why a part of a document is not taken over as it is, each with the places that it is about."""

    def __init__(self) -> None:
        """No loss yet."""
        self._by_reason: dict[str, dict[str, None]] = {}

    def add(self, reason: str, detail: str = "") -> None:
        """Note a loss; `reason` is one of few texts, `detail` names the place and is quoted already."""
        if reason not in self._by_reason and len(self._by_reason) >= _MOST_REASONS:
            reason, detail = f"more than {_MOST_REASONS} kinds of losses", ""
        details = self._by_reason.setdefault(reason, {})
        if detail and len(details) <= _MOST_DETAILS:
            details[detail] = None

    def drain(self) -> dict[str, tuple[str, ...]]:
        """Return the places by reason, and forget them."""
        drained = {reason: tuple(details) for reason, details in self._by_reason.items()}
        self._by_reason = {}
        return drained


class LeftOut:
    """Lines, each once; lines beyond the most that a reader takes in are counted."""

    def __init__(self) -> None:
        """Nothing is left out yet."""
        self._lines: dict[str, None] = {}
        self._by_reason: dict[str, dict[str, tuple[str, ...]]] = {}
        self._more = 0

    def add(self, line: str) -> None:
        """Add one line of printable text."""
        if line in self._lines:
            return
        if len(self._lines) < _MOST_LINES:
            self._lines[line] = None
        else:
            self._more += 1

    def add_for(self, name: str, losses: dict[str, tuple[str, ...]]) -> None:
        """Add the losses of the operation, path or section `name`: a line for each reason, with all of its names."""
        for reason, details in losses.items():
            self._by_reason.setdefault(reason, {})[name] = details

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines, and the number of those that are too many."""
        grouped = [_line_of(reason, by_name) for reason, by_name in self._by_reason.items()]
        lines = [line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…" for line in self._lines]
        kept = [*lines, *grouped[: max(0, _MOST_LINES - len(lines))]]
        more = self._more + len(lines) + len(grouped) - len(kept)
        return (*kept, *([f"and {more} more"] if more else []))


def _line_of(reason: str, by_name: dict[str, tuple[str, ...]]) -> str:
    if len(by_name) > 1:
        return f"{reason}: {listed(map(quoted, by_name))}"
    ((name, details),) = by_name.items()
    line = f"{quoted(name)}: {reason}{': ' if details else ''}{listed(details)}"
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"
