"""Files of logs: which of them are rotated parts of one, and in which order."""

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import InputError
from loadproof.jvm.foreign_formats import JDK_8_GC_LOG, foreign_format
from loadproof.jvm.gc.line_clock import LineClock
from loadproof.jvm.plain_bytes import STANDARD_INPUT
from loadproof.jvm.text import JvmText
from loadproof.model.quoting import quoted
from loadproof.system.path_lookup import real_path

__all__ = ["LogFiles", "logs_in", "refuse_foreign"]

_HEAD_BYTES = 1 << 16
_ROTATED = re.compile(r"(.+)\.\d{1,6}(?:\.gz)?")


@dataclass(frozen=True, slots=True)
class LogFiles:
    """One log: its name, and its files in the order of their times."""

    name: str
    paths: tuple[str, ...]


def logs_in(paths: Sequence[str]) -> list[LogFiles]:
    """The logs that files are: those whose names differ by a number at the end are parts of one. Raises InputError.

    >>> [log.name for log in logs_in(["-"])]
    ['-']
    """
    found: dict[str, list[str]] = {}
    seen: set[Path] = set()
    for path in paths:
        place = real_path(path) if path != STANDARD_INPUT else Path(STANDARD_INPUT)
        if place in seen:
            raise InputError(f"LOG: {quoted(path)} is given twice. Cure: give each file once")
        seen.add(place)
        rotated = _ROTATED.fullmatch(path)
        found.setdefault(path if rotated is None else rotated[1], []).append(path)
    return [LogFiles(name if len(parts) > 1 else parts[0], _ordered(parts)) for name, parts in found.items()]


def _ordered(paths: Sequence[str]) -> tuple[str, ...]:
    """By date where all have one, by uptime else; as given where their times cannot be compared."""
    if len(paths) == 1:
        return tuple(paths)
    begins = {path: _begin(path) for path in paths}
    dates = {path: clock.begin_wall_s for path, clock in begins.items() if clock.begin_wall_s is not None}
    if len(dates) == len(paths):
        return tuple(sorted(paths, key=lambda path: dates[path]))
    times = {path: clock.begin_s for path, clock in begins.items() if clock.begin_s is not None}
    if len({clock.axis for clock in begins.values()}) > 1 or len(times) < len(paths):
        return tuple(paths)
    return tuple(sorted(paths, key=lambda path: times[path]))


def _begin(path: str) -> LineClock:
    text = JvmText(path)
    with closing(text):
        return LineClock(next(text.blocks(), b"")[:_HEAD_BYTES].split(b"\n"))


def refuse_foreign(path: str, first_bytes: bytes, block: bytes) -> None:
    """Raise InputError if a part of a log is in the format of JDK 8, or if the file begins as one that is no text."""
    head = block[:_HEAD_BYTES]
    found = foreign_format(first_bytes, "gc", is_binary=True)
    if found is not None:
        raise InputError(f"{quoted(path)}: this is {found.name}. Cure: {found.hint}")
    if JDK_8_GC_LOG.search(head) and b"[gc" not in head and b"] GC(" not in head:
        raise InputError(
            f"{quoted(path)}: this is a log of JDK 8 or older (-XX:+PrintGCDetails), whose format is not read. "
            "Cure: run the service on JDK 9 or later with -Xlog:gc*:file=gc.log"
        )
