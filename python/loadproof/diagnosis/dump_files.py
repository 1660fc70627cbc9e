"""Files with thread dumps: text with one dump or several, or JSON, told apart by how they begin."""

import json
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from loadproof.diagnosis.dump_formats import dumps_in_documents, dumps_in_lines, is_json_begin, json_documents
from loadproof.diagnosis.foreign_formats import foreign_format
from loadproof.diagnosis.log_parts import STANDARD_INPUT, opened
from loadproof.diagnosis.thread_dump import ThreadDump
from loadproof.errors import InputError
from loadproof.model.quoting import quoted

__all__ = ["read_dumps"]

_LARGEST_JSON = 1 << 30
_LONGEST_LINE = 1 << 16
_BEFORE_JSON = b"\xef\xbb\xbf \t"


def read_dumps(path: str) -> list[ThreadDump]:
    """The dumps in a file, or on standard input where it is `-`. Raises InputError."""
    file = opened(path)
    head: list[bytes] = []
    try:
        first = _first_line(file)
        head.append(first)
        if is_json_begin(first.lstrip(_BEFORE_JSON).decode("utf-8", errors="replace")):
            found = _json_dumps(path, first + file.read(_LARGEST_JSON))
        else:
            _refuse_foreign(path, [first], is_binary=True)
            found = dumps_in_lines(_lines(first, file, head), path)
    except OSError as error:
        raise InputError(f"{quoted(path)}: {error.strerror}. Cure: check the disk and try again") from error
    finally:
        if path != STANDARD_INPUT:
            file.close()
    if not any(dump.threads for dump in found):
        _refuse_foreign(path, head)
        raise InputError(
            f"{quoted(path)}: no thread is in it. Cure: give what jcmd PID Thread.print -l or jstack -l prints, the "
            "JSON of jcmd PID Thread.dump_to_file -format=json FILE, a .tdump of VisualVM, texts of "
            "ThreadInfo.toString(), or /actuator/threaddump of Spring Boot"
        )
    return [dump for dump in found if dump.threads]


def _refuse_foreign(path: str, head: Sequence[bytes], *, is_binary: bool = False) -> None:
    """Raise InputError if what was read first is of a format with a name; `is_binary`: of no text."""
    found = foreign_format(b"".join(head), "threads", is_binary=is_binary)
    if found is not None:
        raise InputError(f"{quoted(path)}: this is {found.name}. Cure: {found.hint}")


def _first_line(file: BinaryIO) -> bytes:
    """The first line that is not blank."""
    while line := file.readline(_LONGEST_LINE):
        if line.strip():
            return line
    return b""


def _lines(first: bytes, file: BinaryIO, head: list[bytes]) -> Iterator[str]:
    """Return lines, each cut at a length that none of a VM has; the first of them are kept in `head`."""
    line, kept = first, len(first)
    while line:
        yield line.decode("utf-8", errors="replace")
        line = file.readline(_LONGEST_LINE)
        if kept < _LONGEST_LINE:
            head.append(line)
            kept += len(line)


def _json_dumps(path: str, content: bytes) -> list[ThreadDump]:
    try:
        documents = json_documents(content.decode(json.detect_encoding(content)).removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{quoted(path)}: this is no whole JSON{_json_form(content)} ({str(error)[:80]}). Cure: take the dump once "
            "more, to a new file, and give each dump in a file of its own"
        ) from error
    found = dumps_in_documents(documents, path)
    if not found:
        _refuse_foreign(path, [content[:_LONGEST_LINE]])
        keys = ", ".join(key[:40] for key in documents[0]) if isinstance(documents[0], dict) else ""
        raise InputError(
            f"{quoted(path)}: this JSON has no threadDump and no threads{f' (its keys: {keys:.200})' if keys else ''}. "
            "Cure: give the JSON of jcmd PID Thread.dump_to_file -format=json FILE, of /actuator/threaddump of Spring "
            "Boot, or of Jolokia's dumpAllThreads"
        )
    return found


def _json_form(content: bytes) -> str:
    """Return whose JSON it seems to be."""
    if b'"threadName"' in content:
        return " of ThreadInfo (Spring Boot's actuator, Jolokia)"
    return " of Thread.dump_to_file" if b'"threadDump"' in content else ""
