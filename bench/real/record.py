"""What was measured so far: one line of JSON for each run, so that a bench which is ended goes on where it was."""

import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.error import BenchError

__all__ = ["CACHE", "Entry", "Record", "Run", "run_missing"]

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
            raise BenchError(f"{path}: {error.strerror}. Cure: give another --records") from error
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

    def of(self, names: Iterable[str]) -> list[Entry]:
        """The entries of those names that were run."""
        return [self._entries[name] for name in names if name in self._entries]


Run = Callable[[Record, Path], Entry]
"""One run: it takes the record, for what it needs of others, and a directory of its own, and gives its entry."""


def run_missing(
    runs: Mapping[str, Run], wanted: Sequence[str], record: Record, most_min: float | None, tell: Callable[[str], None]
) -> None:
    """Runs what is wanted and not in the record, each in a directory of its own; none begins after `most_min`.

    What cannot be run is told, and keeps no other from it. Raises BenchError in the end, where there was such.
    """
    began_s, failed = time.monotonic(), list[str]()
    left = [name for name in wanted if name not in record]
    for number, name in enumerate(left, start=1):
        if most_min is not None and time.monotonic() - began_s > 60.0 * most_min:
            break
        with tempfile.TemporaryDirectory(prefix="loadproof-real-") as directory:
            try:
                entry = runs[name](record, Path(directory))
            except BenchError as error:
                failed.append(name)
                tell(f"{name}: {error}")
                continue
        record.add(name, entry)
        told = f"{entry['state']}, exit {entry['exit_code']}, {', '.join(entry['by_others']) or 'undisturbed'}"
        tell(f"{number} of {len(left)}, {name}: {told}, {entry['wall_s']:.0f} s")
    if failed:
        raise BenchError(f"{len(failed)} of {len(left)} could not be run: {'; '.join(failed)}. Cure: see above")


def _read(text: str) -> Iterator[Entry]:
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and "name" in entry:
            yield entry
