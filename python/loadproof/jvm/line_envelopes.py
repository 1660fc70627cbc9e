"""Lines of a JVM in the envelopes of what shipped them: prefixes of containers and loggers, JSON, colors, HTML escapes.

What is no envelope stays as it is. Reading is by line; a line that a container runtime cut in parts is joined again.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from loadproof.model.json_text import read_json

__all__ = ["KEYS_OF_DUMPS", "LineEnvelopes", "bare", "lines_of_records"]

KEYS_OF_DUMPS = frozenset(("threadDump", "threads"))
"""Keys of JSON that is a dump of threads itself, and no record with a text."""

_DEEPEST = 8
"""Envelopes within each other, such as compose, a time, JSON of a shipper, JSON of the service."""
_LONGEST_PREFIX = 400
_LONGEST_JOINED = 1 << 24
_MOST_STREAMS = 64
_MOST_FIELDS = 200
_DOCKER_PART = 16_000
"""The json-file driver of Docker cuts a line every 16 KiB; a text so long without a line feed goes on."""

_CONTROLS = re.compile(
    r"(?:\x1b|#033|\^\[)\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\|$)|\x1b[()*+][0-9A-Za-z]|"
    r"\x1b[@-Z\\-_=>78]|\x9b[0-?]*[ -/]*[@-~]|[\0\ufeff\x08]"
)
"""CSI (colors, the cursor), OSC (titles, links), sets of characters; also as rsyslog and `cat -v` write ESC."""
_ENTITY = re.compile(r"&(?:lt|gt|quot|apos|amp|nbsp|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")

_TIME = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d))?"
_NAME = r"[\w.@/-]{1,200}"
_COMPOSE = re.compile(rf"(?:\d\d:\d\d:\d\d )?(?P<source>{_NAME}) *\|(?: |$)")
_POD = re.compile(r"(?P<source>\[(?:[a-z]+/)?[\w.-]+/[\w.-]+\])(?: |$)")
_RUNTIME = re.compile(r"(?P<stream>stdout|stderr) (?P<flag>[FP])(?::[\w:]*)?(?: |$)")
_STAMP = re.compile(rf"{_TIME}(?: |$)")
_TAG = r"[\w./@()-]{1,100}"
_PROCESS = r"\[[\w.-]{1,40}\]"
_SYSLOG = re.compile(
    rf"(?:<\d{{1,3}}>)?[A-Z][a-z]{{2}} [ \d]\d (?:\d{{4}} )?\d\d:\d\d:\d\d(?:\.\d{{1,6}})? "
    rf"(?P<source>(?:{_NAME} )?{_TAG}(?:{_PROCESS})?):(?: |$)"
)
_JOURNAL = re.compile(
    rf"(?:(?:{_TIME}|\[ *\d+\.\d+\]|\d{{9,11}}\.\d{{6}}) )?(?P<source>(?:{_NAME} )?{_TAG}{_PROCESS}):(?: |$)"
)
"""`2026-11-20T10:00:00+0100 host java[4711]: `, with the times of journalctl and rsyslog; also `app[web.1]: `."""
_SYSLOG_5424 = re.compile(
    rf"<\d{{1,3}}>1 (?:{_TIME}|-) (?P<source>\S{{1,255}} \S{{1,128}} \S{{1,128}}) \S{{1,64}} "
    rf"(?:-|(?:\[[^\]]{{0,2000}}\]){{1,8}})(?: |$)"
)
_LEVEL = r"(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|CONFIG|FINE|FINER|FINEST)"
_PART = r"(?:\[[^\]\n]{0,120}\]|\([^)\n]{0,120}\)|[\w.$/#~*-]{1,120}(?::\d{1,6})?)"
_LOGGER = re.compile(
    rf"(?:{_TIME}|\d\d:\d\d:\d\d[.,]\d{{1,9}})?[ |]*(?:(?!{_LEVEL}\b){_PART}[ |]+){{0,4}}\[?{_LEVEL}\]?[ |]+"
    rf"(?:{_PART} *){{1,5}}?(?:(?<= )[-:](?: |$)|(?<=\w): |(?<=\)) )"
)
"""Layouts of Logback, Log4j, Spring Boot and JBoss: a level, then at the end of the prefix ` - `, ` : ` or a thread."""
_JOURNAL_FIELD = re.compile(r" *MESSAGE=")
_PLAIN_START = ("\t", " ", '"')
"""Lines of dumps begin so, and have no prefix."""

_TEXT_FIELDS = (
    *("log", "message", "msg", "MESSAGE", "textPayload", "original", "@message", "line", "full_message"),
    *("short_message", "_raw", "body", "stringValue", "text", "content", "event", "data", "payload"),
)
"""Fields of Docker, ECS, journald, Google Cloud, CloudWatch, Loki, GELF, Splunk, OpenTelemetry; the first counts."""
_SOURCE_FIELDS = frozenset(("pod_name", "container_id", "_HOSTNAME", "_PID"))
_FIELD = re.compile(
    r'\s*"(?:log|message|msg|MESSAGE|textPayload|original|@message|line|body|_raw)"\s*:\s*("(?:[^"\\]|\\.)*")\s*,?\s*\Z'
)
"""One field on a line of its own, of JSON that was written for people."""
_TITLE_OF_DUMP = "Full thread dump"
_OF_JVM = re.compile(
    r"GC\(\d|\[gc\b|\bPause [A-Z]|\bUsing [A-Z]|java\.lang\.Thread\.State|^\s*at [\w.$/@]+\(|"
    r'^\s*- (?:locked|waiting|parking)|^"[^"]*" |^\s*"[^"]*" #\d'
)
_QUOTED = re.compile(r'\s*("(?:.*)"),?\s*\Z', re.DOTALL)


def bare(text: str) -> str:
    r"""Remove colors and other controls of terminals, zeros and marks, and HTML escapes.

    >>> bare("\x1b[32m- locked &lt;0x01&gt;\x1b[0m")
    '- locked <0x01>'
    """
    if not text.isprintable():
        text = _CONTROLS.sub("", text).replace("\xa0", " ")
    elif "[" in text and ("#033[" in text or "^[[" in text):
        text = _CONTROLS.sub("", text)
    for _ in range(2):
        if "&" not in text or _ENTITY.search(text) is None:
            break
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text).replace("\xa0", " ")
    return text


class LineEnvelopes:
    """Opener of the envelopes of lines; `source` names the writer of the last line, as its envelope says.

    >>> envelopes = LineEnvelopes()
    >>> envelopes.opened('web-1  | {"log": "Using G1", "stream": "stdout"}'), envelopes.source
    (['Using G1'], 'web-1')
    >>> [envelopes.opened(f"2026-11-20T10:00:00.1Z stdout {part}") for part in ("P Using ", "F G1")]
    [[], ['Using G1']]
    """

    def __init__(self) -> None:
        """No part of a line is held."""
        self.source = ""
        self._held: dict[str, str] = {}

    @property
    def is_holding(self) -> bool:
        """True if a part of a line is held."""
        return bool(self._held)

    def opened(self, line: str) -> list[str]:
        """The lines in a line: one mostly; none where it goes on with a later line; several of a JSON text."""
        self.source = ""
        return list(self._opened(bare(line), 0))

    def rest(self) -> list[str]:
        """Parts of lines whose last part never came."""
        held = list(self._held.values())
        self._held.clear()
        return held

    def _opened(self, text: str, depth: int) -> Iterator[str]:
        for _ in range(_DEEPEST):
            if not text or text.startswith(_PLAIN_START):
                break
            found = self._without_prefix(text)
            if found is None:
                return
            if found == text:
                break
            text = found
        yield from self._of_json(text, depth)

    def _without_prefix(self, text: str) -> str | None:
        """The text behind its outermost prefix; None: it is a part, and is held."""
        head = text[:_LONGEST_PREFIX]
        for prefix in (_SYSLOG_5424, _SYSLOG, _JOURNAL):
            found = prefix.match(head)
            if found is not None:
                self._named(found["source"])
                # rsyslog writes a tab so.
                return text[found.end() :].removeprefix("\ufeff").replace("#011", "\t")
        for prefix in (_COMPOSE, _POD):
            found = prefix.match(head)
            if found is not None:
                self._named(found["source"])
                return text[found.end() :]
        runtime = _RUNTIME.match(head)
        if runtime is not None:
            return self._joined(runtime["stream"], text[runtime.end() :], goes_on=runtime["flag"] == "P")
        for prefix in (_LOGGER, _STAMP, _JOURNAL_FIELD):
            found = prefix.match(head)
            if found is not None:
                return text[found.end() :]
        return text

    def _named(self, source: str) -> None:
        self.source = f"{self.source} {source}".strip()

    def _joined(self, stream: str, text: str, *, goes_on: bool) -> str | None:
        key = f"{self.source} {stream}"
        whole = self._held.pop(key, "") + text
        if not goes_on or len(whole) > _LONGEST_JOINED or len(self._held) >= _MOST_STREAMS:
            return whole
        self._held[key] = whole
        return None

    def _of_json(self, text: str, depth: int) -> Iterator[str]:
        """The text itself, or the lines of the texts in it where it is JSON."""
        if depth >= _DEEPEST:
            yield text
            return
        begin = text.lstrip()[:2]
        if begin[:1] == "{" or begin in ("[{", '["'):
            yield from self._of_document(text, depth)
        elif begin[:1] == '"':
            yield from self._of_string(text, depth)
        elif begin == '\\"':
            yield text.replace('\\"', '"')
        else:
            yield text

    def _of_document(self, text: str, depth: int) -> Iterator[str]:
        try:
            held = read_json(text.strip().removesuffix(","), strict=False)
        except ValueError:
            yield text
            return
        records = held if isinstance(held, list) else [held]
        if any(isinstance(one, Mapping) and KEYS_OF_DUMPS & one.keys() for one in records):
            yield text
            return
        for one in records:
            inner: str | None = one if isinstance(one, str) else _text_in(one)
            if inner is None:
                yield text
                return
            if isinstance(one, Mapping):
                self._named(" ".join(text for name, text in _texts(one) if name in _SOURCE_FIELDS))
                if inner == one.get("log"):
                    inner = self._joined_record(str(one.get("stream", "")), inner)
                    if inner is None:
                        continue
            for line in re.split(r"\r?\n|\r", inner.removesuffix("\n")):
                yield from self._opened(bare(line), depth + 1)

    def _joined_record(self, stream: str, text: str) -> str | None:
        """The text of a record of Docker, with the parts before it; None if a later record goes on with it."""
        return self._joined(stream, text, goes_on=len(text) >= _DOCKER_PART and not text.endswith("\n"))

    def _of_string(self, text: str, depth: int) -> Iterator[str]:
        """A field of JSON, a string of JSON, or a quoted cell of CSV, on a line of its own."""
        field = _FIELD.match(text)
        quoted = _QUOTED.match(text) if field is None else None
        written = field[1] if field is not None else quoted[1] if quoted is not None else None
        inner = None if written is None else _unquoted(written)
        if inner is None:
            yield text
            return
        for line in re.split(r"\r?\n|\r", inner.removesuffix("\n")):
            yield from self._opened(bare(line), depth + 1)


def lines_of_records(documents: Iterable[Any]) -> Iterator[str]:
    r"""Yield the lines in records of a log, with their line feeds.

    >>> list(lines_of_records([[{"message": "Using G1"}, {"message": "bye"}], 7]))
    ['Using G1\n', 'bye\n']
    """
    envelopes = LineEnvelopes()
    for document in documents:
        for record in document if isinstance(document, list) else [document]:
            if isinstance(record, Mapping) and not KEYS_OF_DUMPS & record.keys():
                yield from (f"{line}\n" for line in envelopes.opened(json.dumps(record)))


def _unquoted(written: str) -> str | None:
    """The content of a string of JSON or of a cell of CSV; None: it is neither, such as the name of a thread."""
    try:
        held = read_json(written, strict=False)
    except ValueError:
        inner = written[1:-1]
        return inner.replace('""', '"') if '"' not in inner.replace('""', "") else None
    return held if isinstance(held, str) else None


def _text_in(record: Any) -> str | None:
    """The text of a record: one of a JVM, else the first field with the name of a text, else the longest text."""
    if not isinstance(record, Mapping):
        return None
    texts = list(_texts(record))
    if not texts:
        return None
    for is_of_jvm in (True, False):
        for name in _TEXT_FIELDS:
            for field, text in texts:
                if field == name and (not is_of_jvm or _is_of_jvm(text)):
                    return text
        if is_of_jvm:
            found = next((text for _, text in texts if _is_of_jvm(text)), None)
            if found is not None:
                return found
    return max((text for _, text in texts), key=len)


def _is_of_jvm(text: str) -> bool:
    return _TITLE_OF_DUMP in text or _OF_JVM.search(text) is not None


def _texts(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts in a record, at any depth, with the names of their fields."""
    waiting: list[tuple[str, Any]] = list(record.items())
    for _ in range(_MOST_FIELDS):
        if not waiting:
            return
        name, value = waiting.pop(0)
        if isinstance(value, str):
            yield name.rpartition(".")[2], value
        elif isinstance(value, Mapping):
            waiting += value.items()
        elif isinstance(value, list):
            if value and all(isinstance(one, int) and 0 <= one < 256 for one in value):
                # journald writes a text with control characters as numbers.
                yield name, bytes(value).decode("utf-8", "replace")
            else:
                waiting += [(name, one) for one in value[:_MOST_FIELDS]]
