"""Files with thread dumps: text with one dump or several, or JSON, told apart by how they begin."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from loadproof.errors import InputError
from loadproof.jvm.foreign_formats import foreign_format
from loadproof.jvm.line_envelopes import lines_of_records
from loadproof.jvm.text import JvmText
from loadproof.jvm.threads.dump import ThreadDump
from loadproof.jvm.threads.dump_formats import dumps_in_documents, dumps_in_lines, json_documents
from loadproof.model.quoting import quoted

__all__ = ["read_dumps"]

_HEAD_LETTERS = 1 << 16


def read_dumps(path: str) -> list[ThreadDump]:
    """The dumps in a file, or on standard input where it is `-`. Raises InputError."""
    text = JvmText(path)
    with closing(text):
        document = text.document()
        head: list[str] = []
        found = dumps_in_lines(_kept(text.lines(), head), path) if document is None else _json_dumps(path, document)
        if text.damage is not None and found:
            found[-1] = replace(found[-1], is_cut=True)
    if not any(dump.threads for dump in found):
        _refuse_foreign(path, text.first_bytes, is_binary=True)
        _refuse_foreign(path, "".join(head).encode())
        raise InputError(
            f"{quoted(path)}: no thread is in it. Cure: give what jcmd PID Thread.print -l or jstack -l prints, the "
            "JSON of jcmd PID Thread.dump_to_file -format=json FILE, a .tdump of VisualVM, texts of "
            "ThreadInfo.toString(), or /actuator/threaddump of Spring Boot"
        )
    return [dump for dump in found if dump.threads]


def _refuse_foreign(path: str, head: bytes, *, is_binary: bool = False) -> None:
    """Raise InputError if a file begins with a format that has a name, no text if `is_binary`."""
    found = foreign_format(head, "threads", is_binary=is_binary)
    if found is not None:
        raise InputError(f"{quoted(path)}: this is {found.name}. Cure: {found.hint}")


def _kept(lines: Iterator[str], head: list[str]) -> Iterator[str]:
    """Pass lines on; keep the first of them in `head`."""
    kept = 0
    for line in lines:
        if kept < _HEAD_LETTERS:
            head.append(line)
            kept += len(line)
        yield line


def _json_dumps(path: str, content: bytes) -> list[ThreadDump]:
    try:
        documents = json_documents(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{quoted(path)}: this is no whole JSON{_json_form(content)} ({str(error)[:80]}). Cure: take the dump once "
            "more, to a new file, and give each dump in a file of its own"
        ) from error
    # Records of a log that were written on many lines, or as one array, are no dumps themselves.
    found = dumps_in_documents(documents, path) or dumps_in_lines(lines_of_records(documents), path)
    if not found:
        _refuse_foreign(path, content[:_HEAD_LETTERS])
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
