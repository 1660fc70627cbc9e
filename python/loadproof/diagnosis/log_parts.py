"""Files of logs: which of them are rotated parts of one, in which order, and their lines in bounded memory."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from loadproof.diagnosis.foreign_formats import JDK_8_GC_LOG, foreign_format
from loadproof.diagnosis.line_clock import LineClock
from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.text_file import FileError, open_regular_file

__all__ = ["STANDARD_INPUT", "LogFiles", "blocks_of", "logs_in", "opened"]

STANDARD_INPUT = "-"
_LARGEST_BYTES = 1 << 40
_BLOCK_BYTES = 1 << 20
_LONGEST_REST = 1 << 16
"""A line that has not ended by then is no line of a collector: the rest of it is passed over."""
_HEAD_BYTES = 1 << 16
_ROTATED = re.compile(r"(.+)\.\d{1,6}")
_GZIP = b"\x1f\x8b"


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
        place = Path(path).resolve() if path != STANDARD_INPUT else Path(STANDARD_INPUT)
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
    with closing(opened(path)) as file:
        return LineClock(file.read(_HEAD_BYTES).split(b"\n"))


def opened(path: str) -> BinaryIO:
    """The file, or standard input. Raises InputError where it cannot be read."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return open_regular_file(Path(path), _LARGEST_BYTES)
    except FileError as error:
        raise InputError(f"{quoted(path)}: {error.message}. Cure: {error.cure}") from error


def blocks_of(path: str) -> Iterator[tuple[bytes, bool]]:
    """Whole lines of a file, a mebibyte at a time, and whether the last of them is without an end.

    Raises InputError where it is compressed, is of JDK 8, or the disk fails.
    """
    file = opened(path)
    try:
        rest, is_endless, is_first = b"", False, True
        while read := file.read(_BLOCK_BYTES):
            if is_first:
                _check(path, read)
                is_first = False
            if is_endless:
                end = read.find(b"\n")
                is_endless, read = end < 0, b"" if end < 0 else read[end + 1 :]
            end = read.rfind(b"\n") + 1
            if end:
                yield rest + read[:end], False
                rest = b""
            rest += read[end:]
            if len(rest) > _LONGEST_REST:
                rest, is_endless = b"", True
        if rest:
            yield rest, True
    except OSError as error:
        raise InputError(f"{quoted(path)}: {error.strerror}. Cure: check the disk and try again") from error
    finally:
        if path != STANDARD_INPUT:
            file.close()


def _check(path: str, block: bytes) -> None:
    if block.startswith(_GZIP) and foreign_format(block[:_HEAD_BYTES], "gc") is None:
        raise InputError(f"{quoted(path)}: it is compressed. Cure: give what is in it, as by gunzip -c FILE | ... gc -")
    head = block[:_HEAD_BYTES]
    found = foreign_format(head, "gc", is_binary=True)
    if found is not None:
        raise InputError(f"{quoted(path)}: this is {found.name}. Cure: {found.hint}")
    if JDK_8_GC_LOG.search(head) and b"[gc" not in head and b"] GC(" not in head:
        raise InputError(
            f"{quoted(path)}: this is a log of JDK 8 or older (-XX:+PrintGCDetails), whose format is not read. "
            "Cure: run the service on JDK 9 or later with -Xlog:gc*:file=gc.log"
        )
