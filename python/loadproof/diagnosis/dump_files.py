"""Files with dumps of threads: text with one dump or several, or JSON, told apart by how they begin."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from loadproof.diagnosis.log_parts import STANDARD_INPUT, opened
from loadproof.diagnosis.thread_dump import ThreadDump
from loadproof.diagnosis.thread_json import dump_in_json
from loadproof.diagnosis.thread_text import dumps_in_text
from loadproof.errors import InputError
from loadproof.model.quoting import quoted

__all__ = ["read_dumps"]

_LARGEST_JSON = 1 << 30
_LONGEST_LINE = 1 << 16
_BEFORE_JSON = b"\xef\xbb\xbf \t"


def read_dumps(path: str) -> list[ThreadDump]:
    """The dumps in a file, or on standard input where it is `-`. Raises InputError."""
    file = opened(path)
    try:
        first = _first_line(file)
        if first.lstrip(_BEFORE_JSON).startswith(b"{"):
            found = [_json_dump(path, first + file.read(_LARGEST_JSON))]
        else:
            found = list(dumps_in_text(_lines(first, file), path))
    except OSError as error:
        raise InputError(f"{quoted(path)}: {error.strerror}. Cure: check the disk and try again") from error
    finally:
        if path != STANDARD_INPUT:
            file.close()
    if not any(dump.threads for dump in found):
        raise InputError(
            f"{quoted(path)}: no thread is in it. Cure: give what jcmd PID Thread.print -l or jstack -l prints, or the "
            "JSON of jcmd PID Thread.dump_to_file -format=json FILE"
        )
    return [dump for dump in found if dump.threads]


def _first_line(file: BinaryIO) -> bytes:
    """The first line that is not blank."""
    while line := file.readline(_LONGEST_LINE):
        if line.strip():
            return line
    return b""


def _lines(first: bytes, file: BinaryIO) -> Iterator[str]:
    """Lines, each cut at a length that none of a VM has."""
    line = first
    while line:
        yield line.decode("utf-8", errors="replace")
        line = file.readline(_LONGEST_LINE)


def _json_dump(path: str, content: bytes) -> ThreadDump:
    try:
        held = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{quoted(path)}: this is no whole JSON ({str(error)[:80]}). Cure: take the dump once more, to a new file"
        ) from error
    dump = dump_in_json(held, path)
    if dump is None:
        raise InputError(f"{quoted(path)}: this JSON has no threadDump. Cure: give one of Thread.dump_to_file")
    return dump
