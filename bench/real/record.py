"""What was measured so far: one line of JSON for each run, so that a bench which is ended goes on where it was."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.error import BenchError

__all__ = ["CACHE", "Entry", "Record"]

CACHE = Path(__file__).parents[2] / ".cache" / "real"
Entry = Mapping[str, Any]


class Record:
    """Entries by their names, each kept as soon as it is known."""

    def __init__(self, path: Path) -> None:
        """Reads what is there. Raises BenchError where that cannot be."""
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        except OSError as error:
            raise BenchError(f"{path}: {error.strerror}. Cure: give another --record") from error
        self._entries = {str(entry["name"]): entry for entry in _read(text)}
        self._is_torn = bool(text) and not text.endswith("\n")

    def __contains__(self, name: str) -> bool:
        """Whether this one has been run."""
        return name in self._entries

    def __getitem__(self, name: str) -> Entry:
        """The entry of this name. Raises KeyError."""
        return self._entries[name]

    def __iter__(self) -> Iterator[Entry]:
        """All entries, in the order in which they were run."""
        return iter(self._entries.values())

    def add(self, name: str, entry: Entry) -> None:
        """Keeps an entry, with the time of its end."""
        kept = {"name": name, "ended": datetime.now(UTC).isoformat(timespec="seconds"), **entry}
        # Who was killed in the middle of a line left no end of it.
        line = ("\n" if self._is_torn else "") + json.dumps(kept, ensure_ascii=False) + "\n"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line)
        self._is_torn = False
        self._entries[name] = kept

    def of(self, names: Iterator[str] | list[str]) -> list[Entry]:
        """The entries of those names that were run."""
        return [self._entries[name] for name in names if name in self._entries]


def _read(text: str) -> Iterator[Entry]:
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and "name" in entry:
            yield entry
