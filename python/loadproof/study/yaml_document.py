"""Reads a YAML file into plain values, with the line of every key; what may harm or mislead is a fault.

Tags, repeated keys, further documents, deep nesting and very many nodes are refused, and aliases too unless they are
asked for; then the values that they name count as if they were written out. So a small file cannot grow in memory and
no value means other than what it says.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.typed_secret import typed_secrets
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.placed_secret import is_placed

__all__ = ["STUDY_BOUNDS", "YamlBounds", "read_yaml", "read_yaml_text"]

_Scalar = str | int | float | bool | None

_WORDS: dict[str, _Scalar] = {"": None, "~": None}
_WORDS |= dict.fromkeys(("null", "Null", "NULL"))
_WORDS |= dict.fromkeys(("true", "True", "TRUE"), True)
_WORDS |= dict.fromkeys(("false", "False", "FALSE"), False)
_INTEGER = re.compile(r"[-+]?[0-9]{1,40}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]{1,39}")
_INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")


def _plain_scalar(text: str) -> _Scalar:
    """The value of an unquoted scalar.

    >>> [_plain_scalar(text) for text in ("70", "10s", "true", "yes", "1e3")]
    [70, '10s', True, 'yes', 1000.0]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) or _INFINITY.fullmatch(text):
        return float(text.replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf"))
    if text in (".nan", ".NaN", ".NAN"):
        return float("nan")
    return text


@dataclass(frozen=True, slots=True)
class YamlBounds:
    """Bounds on the size of a file, and rules for its leading zeros and aliases."""

    largest_bytes: int
    most_nodes: int
    deepest: int
    keeps_leading_zeros: bool = False
    """True if digits after a 0, such as 0123, are text: octal in YAML 1.1, decimal in 1.2, and mostly an identifier."""
    follows_aliases: bool = False
    """True if `*name` is the value of `&name`, and `<<` merges it; the bounds count the values that aliases name."""


STUDY_BOUNDS = YamlBounds(largest_bytes=4 * 2**20, most_nodes=50_000, deepest=32)
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_yaml(path: Path, log: FaultLog, bounds: YamlBounds = STUDY_BOUNDS) -> Any:
    """The value of the one document in `path`; `log` gets its lines and faults.

    Raises StudyFaults when nothing can be read.
    """
    text = _read_text(path, log, bounds.largest_bytes)
    # One that is hidden in its place alone may be what a fault is about.
    log.mask.add(secret for secret in typed_secrets(text) if not is_placed(secret))
    value = read_yaml_text(text, log, bounds)
    log.mask.add(secret for secret in typed_secrets(value) if not is_placed(secret))
    return value


def read_yaml_text(text: str, log: FaultLog, bounds: YamlBounds = STUDY_BOUNDS) -> Any:
    """Return the value of the one document in `text`; `log` gets its lines and faults.

    Raises StudyFaults when nothing can be read.
    """
    builder = _Builder(log, bounds)
    for event in _events(text, log):
        builder.take(event)
    log.lines = builder.lines
    return builder.root


def _read_text(path: Path, log: FaultLog, largest_bytes: int) -> str:
    try:
        with closing(open_regular_file(path, largest_bytes)) as file:
            content = file.read(largest_bytes + 1)
    except (FileError, OSError) as error:
        fault = (
            error
            if isinstance(error, FileError)
            else FileError(f"the file cannot be read ({error.strerror})", "check it")
        )
        log.add_error((), fault)
        raise log.error() from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        log.add_at(
            log.file,
            content.count(b"\n", 0, error.start) + 1,
            "the file is not UTF-8 text",
            "save it as UTF-8",
        )
        raise log.error() from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        log.add_at(log.file, line, "the file is binary: it has a NUL character", "name a YAML file")
        raise log.error()
    return text


def _events(text: str, log: FaultLog) -> Iterator[Any]:
    """The parser's events; whatever it cannot take is a fault of the file."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    line = 1
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            line = event.start_mark.line + 1
            yield event
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        told = ", ".join(part for part in (error.context, error.problem) if part)
        _stop(log, mark.line + 1 if mark else line, f"this is not YAML: {told}", _syntax_cure(told))
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        _stop(log, line, f"the character U+{error.character:04X} cannot stand in YAML", "leave it out")
    # On malformed text the parser has slips of its own (OverflowError for "\UFFFFFFFF"): the file's fault.
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        _stop(
            log,
            line,
            f"this is not YAML that can be read ({type(error).__name__}: {error})",
            "correct the syntax",
        )


def _syntax_cure(told: str) -> str:
    if r"\t" in told or "tab" in told:
        return "indent with spaces, not tabs"
    return "correct the syntax; text with : # { [ % or @ goes in quotes"


def _stop(log: FaultLog, line: int, message: str, cure: str) -> None:
    log.add_at(log.file, line, message, cure)
    raise log.error()


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet; `key` is the mapping's key that waits for its value."""

    value: dict[str, Any] | list[Any]
    path: KeyPath
    key: str | None = None
    repeated: bool = False
    anchor: str | None = None
    nodes_before: int = 0
    height: int = 1
    """Levels of mappings and lists, with this one."""


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A value that aliases may name, with the nodes and levels that it adds wherever it is named."""

    value: Any
    nodes: int
    height: int


class _Builder:
    """Builds the value from events without recursion, so nesting cannot exhaust the stack."""

    def __init__(self, log: FaultLog, bounds: YamlBounds) -> None:
        self._bounds = bounds
        self.root: Any = None
        self.lines: dict[KeyPath, int] = {}
        self._log = log
        log.lines = self.lines
        self._open: list[_Open] = []
        self._nodes = 0
        self._documents = 0
        self._anchors: dict[str, _Anchored] = {}

    def take(self, event: Any) -> None:
        """Take the next event."""
        line = event.start_mark.line + 1
        kind = type(event).__name__
        if kind == "DocumentStartEvent":
            self._documents += 1
            if self._documents > 1:
                _stop(self._log, line, "a second document begins here", "keep one document, without --- between")
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._end(line)
        elif kind == "MappingStartEvent":
            self._begin(event, line, {})
        elif kind == "SequenceStartEvent":
            self._begin(event, line, [])
        elif kind == "ScalarEvent":
            self._take_scalar(event, line)
        elif kind == "AliasEvent":
            self._take_alias(event.anchor, line)

    def _begin(self, event: Any, line: int, value: dict[str, Any] | list[Any]) -> None:
        self._check_bounds(line)
        path = self._place(value, line)
        self._check_tag(event, path)
        self._open.append(_Open(value, path, anchor=event.anchor, nodes_before=self._nodes))

    def _end(self, line: int) -> None:
        closed = self._open.pop()
        if self._open:
            self._open[-1].height = max(self._open[-1].height, closed.height + 1)
        if not self._bounds.follows_aliases:
            return
        if isinstance(closed.value, dict) and "<<" in closed.value:
            self._merge(closed.value, line)
        if closed.anchor is not None:
            self._anchors[closed.anchor] = _Anchored(closed.value, self._nodes - closed.nodes_before, closed.height)

    def _take_alias(self, name: str, line: int) -> None:
        self._check_bounds(line)
        if not self._bounds.follows_aliases:
            self._refuse(self._place(None, line), f"*{name} is an alias", "write the value out")
            return
        # Within its own value an anchor is not known yet, so nothing can hold itself.
        known = self._anchors.get(name)
        if known is None:
            _stop(self._log, line, f"*{name} is an alias of no value before it", f"write &{name} before that value")
            return
        self._nodes += known.nodes
        self._check_bounds(line, known.height)
        if self._open:
            self._open[-1].height = max(self._open[-1].height, known.height + 1)
        self._place(known.value, line)

    def _merge(self, mapping: dict[str, Any], line: int) -> None:
        """The keys that `<<` names, where the mapping has none of their own."""
        merged = mapping.pop("<<")
        for one in merged if isinstance(merged, list) else [merged]:
            if not isinstance(one, dict):
                _stop(self._log, line, "<< merges a value that is no mapping", "name a mapping, such as <<: *defaults")
            for key, value in one.items():
                mapping.setdefault(key, value)

    def _take_scalar(self, event: Any, line: int) -> None:
        self._check_bounds(line)
        if _SURROGATE.search(event.value):
            _stop(
                self._log,
                line,
                f"{quoted(event.value)} has half a surrogate pair",
                "write the character itself",
            )
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            self._take_key(top, top.value, event.value, line)
            return
        value: _Scalar = _plain_scalar(event.value) if event.style is None else event.value
        if self._bounds.keeps_leading_zeros and event.style is None and _LEADING_ZERO.fullmatch(event.value):
            value = event.value
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 0, 0)
        self._check_tag(event, self._place(value, line))

    def _take_key(self, top: _Open, mapping: dict[str, Any], key: str, line: int) -> None:
        top.key = key
        top.repeated = key in mapping
        if top.repeated:
            first = self.lines.get((*top.path, key), line)
            path = ".".join(map(str, (*top.path, key)))
            self._log.add_at(
                self._log.file, line, f"{path}: this key stands in line {first} already", "keep one of them"
            )
        else:
            self.lines[*top.path, key] = line

    def _place(self, value: Any, line: int) -> KeyPath:
        """Put `value` where it belongs and return its path."""
        if not self._open:
            self.root = value
            self.lines[()] = line
            return ()
        top = self._open[-1]
        path: KeyPath
        if isinstance(top.value, list):
            path = (*top.path, len(top.value))
            top.value.append(value)
            self.lines[path] = line
            return path
        if top.key is None:
            _stop(self._log, line, "a key is not plain text", "write each key as text, followed by a colon")
        key = str(top.key)
        top.key = None
        if top.repeated:
            return (*top.path, key, "repeated")
        top.value[key] = value
        return (*top.path, key)

    def _check_bounds(self, line: int, height: int = 0) -> None:
        self._nodes += 1
        if self._nodes > self._bounds.most_nodes:
            _stop(
                self._log,
                line,
                f"the file has more than {self._bounds.most_nodes} values",
                "shorten it; data belongs in a CSV file",
            )
        deepest = self._bounds.deepest
        if len(self._open) + height > deepest:
            _stop(self._log, line, f"values are nested more than {deepest} deep", "flatten the file")

    def _check_tag(self, event: Any, path: KeyPath) -> None:
        if event.tag not in (None, "!"):
            self._refuse(path, f"the tag {quoted(str(event.tag))} is not used here", "leave it out; put text in quotes")

    def _refuse(self, path: KeyPath, message: str, cure: str) -> None:
        self._log.add_broken(path, message, cure)
