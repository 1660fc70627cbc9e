"""A log of any size out of a real one: its lines again and again, while times and numbers of collections go on."""

import re
from pathlib import Path

from bench.error import BenchError

__all__ = ["write_dense_log"]

_LINE = re.compile(rb"(?:\[\d{4}-\d\d-[^\]]*\])?\[(\d+)\.(\d{3})s\](.*?)(?:\bGC\((\d+)\)(.*))?", re.DOTALL)
_PAUSE_BETWEEN_MS = 10
_BUFFER_BYTES = 1 << 20


def write_dense_log(source: Path, place: Path, least_bytes: int) -> int:
    """Writes at least so many bytes and returns how many; the date is left out, so that a byte is worth more work.

    Raises BenchError where the source has no line with an uptime and a collection.
    """
    lines = [read for line in source.read_bytes().splitlines(keepends=True) if (read := _read(line)) is not None]
    numbered = [index for index, line in enumerate(lines) if line[2] is not None]
    if not numbered:
        raise BenchError(f"{source} has no line of a collection with its uptime. Cure: make it with -Xlog:gc*")
    # What a VM says of itself at its begin and its end is said once, or each repetition would be another VM.
    head, body = lines[: numbered[0]], lines[numbered[0] : numbered[-1] + 1]
    begin_ms, end_ms = body[0][0], body[-1][0]
    ids = 1 + max(line[2] for line in body if line[2] is not None)
    written = repetition = 0
    with place.open("wb", buffering=_BUFFER_BYTES) as file:
        written += file.write(b"".join(_shifted(line, 0, 0) for line in head))
        while written < least_bytes:
            later_ms = repetition * (end_ms - begin_ms + _PAUSE_BETWEEN_MS)
            written += file.write(b"".join([_shifted(line, later_ms, repetition * ids) for line in body]))
            repetition += 1
    return written


_Line = tuple[int, bytes, int | None, bytes]
"""Uptime in ms; what stands before the number of the collection; the number; what stands behind it."""


def _read(line: bytes) -> _Line | None:
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    number = None if found[4] is None else int(found[4])
    return int(found[1]) * 1000 + int(found[2]), found[3], number, found[5] or b""


def _shifted(line: _Line, later_ms: int, later_ids: int) -> bytes:
    seconds, millis = divmod(line[0] + later_ms, 1000)
    if line[2] is None:
        return b"[%d.%03ds]%b" % (seconds, millis, line[1])
    return b"[%d.%03ds]%bGC(%d)%b" % (seconds, millis, line[1], line[2] + later_ids, line[3])
