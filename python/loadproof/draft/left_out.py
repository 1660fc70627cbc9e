"""The list of what a draft leaves out or makes up: bounded, as the file that is read may be hostile."""

__all__ = ["LeftOut"]

_MOST_LINES = 40
_LONGEST_LINE = 200


class LeftOut:
    """Lines, each once; what is more than a reader takes in is counted."""

    def __init__(self) -> None:
        """Nothing is left out yet."""
        self._lines: dict[str, None] = {}
        self._more = 0

    def add(self, line: str) -> None:
        """One line of printable text."""
        line = line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"
        if line in self._lines:
            return
        if len(self._lines) < _MOST_LINES:
            self._lines[line] = None
        else:
            self._more += 1

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines, and how many more there are."""
        return (*self._lines, *([f"and {self._more} more"] if self._more else []))
