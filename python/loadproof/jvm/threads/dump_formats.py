"""Formats of thread dumps, told apart by what stands in them: text of several tools, also in one file, and JSON."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

from loadproof.jvm.threads.dump import ThreadDump, Unread
from loadproof.jvm.threads.dump_to_file_json import dump_in_json
from loadproof.jvm.threads.dump_to_file_text import dump_to_file_header, dumps_in_dump_to_file_text
from loadproof.jvm.threads.text import dumps_in_text
from loadproof.jvm.threads.thread_info_json import dump_in_info_json
from loadproof.jvm.threads.thread_info_text import dumps_in_info_text, header_of, is_like_a_thread

__all__ = ["dumps_in_documents", "dumps_in_lines", "is_json_begin", "json_documents"]

_Form = Literal["hotspot", "info", "dump_to_file"]
_READERS: dict[_Form, Callable[[Iterable[str], str], Iterator[ThreadDump]]] = {
    "hotspot": dumps_in_text,
    "info": dumps_in_info_text,
    "dump_to_file": dumps_in_dump_to_file_text,
}
_TITLE = "Full thread dump"
_HOTSPOT_HEADER = re.compile(r'".*" (?:#\d|\[|daemon |virtual |prio=|os_prio=)')
_HOTSPOT_END = "JNI global ref"
_INDENTS = ("\t", " ")
_MOST_PENDING = 64
_JSON_BEGIN = re.compile(r"\s*(?:\{|\[\s*(?:\{|$))")
_JSON_INSIDE = re.compile(r'\\?"thread(?:Dump|Name)\\?"\s*:')
_MOST_DOCUMENTS = 10_000


def dumps_in_lines(lines: Iterable[str], name: str) -> list[ThreadDump]:
    """Return each dump in a text that may hold several, of one format or of several.

    Parts that seem to be of a dump and belong to no thread that was read are noted in the last dump.
    """
    forms = _Forms(lines)
    found = [
        dump
        for (form, _), part in groupby(forms.all(), key=itemgetter(0, 1))
        for dump in _READERS[form]((line for _, _, line in part), name)
    ]
    whole = [dump for dump in found if dump.threads]
    unread = [*forms.unread(), *(part for dump in found if not dump.threads for part in dump.unread)]
    if whole and unread:
        whole[-1] = replace(whole[-1], unread=(*whole[-1].unread, *unread))
    return _numbered(whole, name)


class _Forms:
    """The lines of a text, each with the form of what it is part of."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._form: _Form | None = None
        self._part = 0
        """Number of the part, which each title begins anew; HotSpot's texts are one part, whose reader knows titles."""
        self._is_in_hotspot = False
        self._pending: list[str] = []
        """A title and the lines behind it, until a thread says whose they are."""
        self._strays: list[str] = []
        """Lines before the first thread that seem to be of a thread."""
        self._empty_titles = 0
        self._json = 0
        self._json_example = ""

    def unread(self) -> Iterator[Unread]:
        """Return what no reader is given."""
        if self._json:
            yield Unread("json", self._json, self._json_example)
        if self._empty_titles:
            yield Unread("record", self._empty_titles, _TITLE)

    def all(self) -> Iterator[tuple[_Form, int, str]]:
        """Return each line with its form and its part."""
        for line in _split(self._lines):
            if self._is_in_hotspot and line[:1] in _INDENTS and '"' not in line:
                # Nearly all lines: a dump may have millions of frames.
                yield "hotspot", 0, line
            elif _TITLE in line:
                yield from self._title(line)
            elif self._is_in_hotspot and line.rstrip() == '"':
                # The end of a dump in a recording, which has no line about JNI: jfr print --events jdk.ThreadDump.
                yield "hotspot", 0, f"{_HOTSPOT_END}s: not told\n"
                self._is_in_hotspot = False
            else:
                yield from self._line(line)
        yield from self._title("")

    def _line(self, line: str) -> Iterator[tuple[_Form, int, str]]:
        if '"' in line and _JSON_INSIDE.search(line):
            self._json += 1
            self._json_example = self._json_example or line.strip()[:120]
        begun = self._begun(line)
        if begun is not None:
            yield from self._begin(begun)
        if self._form is not None:
            self._is_in_hotspot &= not line.startswith(_HOTSPOT_END)
            yield self._form, self._part, line
        elif self._pending:
            self._pending.append(line)
            if len(self._pending) > _MOST_PENDING:
                yield from self._begin("hotspot")
        elif len(self._strays) < _MOST_PENDING and is_like_a_thread(line):
            self._strays.append(line)

    def _title(self, line: str) -> Iterator[tuple[_Form, int, str]]:
        """Go on with another dump, or end with the last."""
        # A dump that was cut behind its title.
        self._empty_titles += bool(self._pending) and _is_whole_title(self._pending[0])
        yield from (("hotspot", 0, one) for one in self._pending)
        self._pending = [line]
        self._form, self._is_in_hotspot = None, False

    def _begin(self, form: _Form) -> Iterator[tuple[_Form, int, str]]:
        """Go on with a thread of this form."""
        before, self._pending = self._pending, []
        if form != "hotspot":
            self._part += self._form is None
            yield from ((form, self._part, one) for one in self._strays)
        else:
            self._part = 0
            # Threads without a title were taken out of a dump.
            before = before or ([] if self._is_in_hotspot else [f"{_TITLE}\n"])
            yield from ((form, 0, one) for one in before)
        self._form, self._is_in_hotspot, self._strays = form, form == "hotspot", []

    def _begun(self, line: str) -> _Form | None:
        """Return the form of the thread that a line begins."""
        if line.startswith("#") and dump_to_file_header(line) is not None:
            return "dump_to_file"
        if '"' in line:
            if _is_hotspot_header(line):
                return "hotspot"
            return "info" if header_of(line) is not None else None
        is_open = self._is_in_hotspot or self._form == "dump_to_file"
        return "info" if not is_open and header_of(line) is not None else None


def _is_whole_title(line: str) -> bool:
    """True if a line is the title of a dump, and not a log line about one."""
    _, _, rest = line.partition(f"{_TITLE} ")
    return " (" in rest and rest.rstrip().endswith("):")


def _is_hotspot_header(line: str) -> bool:
    if not line.startswith('"') or " tid=0x" not in line or " nid=" not in line or " nid=NA" in line:
        return False
    return _HOTSPOT_HEADER.match(line) is not None


def _split(lines: Iterable[str]) -> Iterator[str]:
    """Return lines; some of old systems end with a carriage return alone."""
    for line in lines:
        if "\r" in line and "\r" in line[:-2]:
            yield from _LINE.findall(line)
        else:
            yield line


def _numbered(dumps: list[ThreadDump], name: str) -> list[ThreadDump]:
    return [replace(dump, name=f"{name} ({number})" if number > 1 else name) for number, dump in enumerate(dumps, 1)]


def is_json_begin(line: str) -> bool:
    """True if a text that begins with this line is JSON, and not an array of `ThreadInfo.toString()`.

    >>> is_json_begin('[{"threadName": "main"}]'), is_json_begin('["main" prio=5 Id=1 RUNNABLE')
    (True, False)
    """
    return _JSON_BEGIN.match(line) is not None


def json_documents(text: str) -> list[Any]:
    """Return the documents of a text, one behind the other. Raises ValueError if one is cut, or text follows it."""
    decoder = json.JSONDecoder()
    found: list[Any] = []
    place = _skipped(text, 0)
    while place < len(text):
        if len(found) >= _MOST_DOCUMENTS:
            raise ValueError(f"more than {_MOST_DOCUMENTS} documents")
        held, place = decoder.raw_decode(text, place)
        found.append(held)
        place = _skipped(text, place)
    return found


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BLANK = re.compile(r"[\s,]*")


def _skipped(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return place if found is None else found.end()


def dumps_in_documents(documents: Iterable[Any], name: str) -> list[ThreadDump]:
    """Return each dump in documents of JSON; documents without one are noted if another has one."""
    found: list[ThreadDump] = []
    others = 0
    for document in _flat(documents):
        dumps = _in_document(document, name)
        found += dumps
        others += not dumps
    if found and others:
        last = found[-1]
        found[-1] = replace(last, unread=(*last.unread, Unread("json", others, "{")))
    return _numbered(found, name)


def _in_document(document: Any, name: str) -> list[ThreadDump]:
    dump = dump_in_json(document, name) or dump_in_info_json(document, name)
    if dump is not None:
        return [dump]
    # Jolokia replies to threadPrint of the MBean DiagnosticCommand with the whole text in one value.
    texts = document.values() if isinstance(document, Mapping) else ()
    return [
        dump
        for text in texts
        if isinstance(text, str) and text.count("\n") > 1
        for dump in dumps_in_lines(text.splitlines(keepends=True), name)
    ]


def _flat(documents: Iterable[Any]) -> Iterator[Any]:
    """Return documents, and instead of a list of replies each reply."""
    for document in documents:
        if isinstance(document, list) and dump_in_info_json(document, "") is None:
            yield from document
        else:
            yield document
