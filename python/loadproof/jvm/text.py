"""Text that a JVM wrote, out of whatever it was shipped in: one front end for logs of collections and dumps of threads.

`plain_bytes` opens the file (gzip, UTF-16, carriage returns), `line_envelopes` the lines (prefixes, JSON, colors). A
block without any envelope is passed on as it is, at the speed of the disk.
"""

import re
from collections.abc import Callable, Generator, Iterator
from itertools import chain

from loadproof.errors import InputError
from loadproof.jvm.line_envelopes import KEYS_OF_DUMPS, LineEnvelopes
from loadproof.jvm.plain_bytes import Damage, PlainBytes
from loadproof.model.json_text import read_json
from loadproof.model.quoting import quoted

__all__ = ["JvmText"]

_LONGEST_LINE = 1 << 16
"""A line that has not ended by then is passed on in parts: no line of a JVM is so long."""
_LONGEST_JSON_LINE = 1 << 24
_LARGEST_DOCUMENT = 1 << 30
_MOST_PUT_ASIDE = 1 << 28
_JSON_START = re.compile(rb"\s*(?:\{|\[\s*\{)")
_ENVELOPED = (b"{", b"\x1b", b"\0", b"&", b"\xc2")
"""One of these is in each line that is more than a prefix before, and a suffix behind, what a collector wrote."""
_BEGIN_OF_DUMP = "Full thread dump"
_WORD = re.compile(r"\d+|[A-Za-z]+|[ \t]+|.", re.DOTALL)
_MONTHS = frozenset(("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"))
_LONGEST_PREFIX = 400


class JvmText:
    """The text in one file, or on standard input; read it once, as blocks, as lines or as a document."""

    def __init__(self, path: str) -> None:
        """Nothing is read yet."""
        self.is_open = False
        """True if the last line has no end. Known at the end."""
        self._path = path
        self._bytes = PlainBytes(path)
        self._envelopes = LineEnvelopes()
        self._is_by_line = True
        self._held = bytearray()
        self._pieces: Generator[bytes] = self._bytes.pieces()

    @property
    def damage(self) -> Damage | None:
        """Damage of a gzip file. Known at the end."""
        return self._bytes.damage

    @property
    def first_bytes(self) -> bytes:
        """The first bytes of the unpacked file, before they are decoded. Known once something was read."""
        return self._bytes.first

    @property
    def has_numbered_lines(self) -> bool:
        """True if each line that was passed on was one line of the file."""
        return self._is_by_line

    def close(self) -> None:
        """Close the file."""
        self._pieces.close()

    def blocks(self) -> Iterator[bytes]:
        """Yield whole lines of a log of collections, a mebibyte at a time; prefixes and suffixes may stay on them."""
        for block in self._whole_lines():
            yield self._opened_block(block)
        rest = "".join(f"{line}\n" for line in self._envelopes.rest())
        if rest:
            yield rest.encode("utf-8", "replace")

    def lines(self) -> Iterator[str]:
        """Yield lines of dumps of threads without any prefix, with their line feeds; each source after the other."""
        first: str | None = None
        aside: dict[str, list[str]] = {}
        put_aside = 0
        prefixes: dict[str, _LearnedPrefix] = {}
        for block in self._whole_lines():
            # The last line may have no end.
            written_lines = block.replace(b"\0", b"").split(b"\n")[: -1 if block.endswith(b"\n") else None]
            for number, written in enumerate(written_lines, 1):
                end = "" if self.is_open and number == len(written_lines) else "\n"
                opened = self._envelopes.opened(written.decode("utf-8", "replace"))
                source = self._envelopes.source
                prefix = prefixes.setdefault(source, _LearnedPrefix())
                first = source if first is None else first
                for line in (prefix.removed(one) + end for one in opened):
                    if source == first:
                        yield line
                        continue
                    put_aside += len(line) + 64
                    if put_aside > _MOST_PUT_ASIDE:
                        raise InputError(
                            f"{quoted(self._path)}: lines of several sources ({first[:60]}, {source[:60]}) are mixed, "
                            "too many to be told apart. Cure: give the log of one container"
                        )
                    aside.setdefault(source, []).append(line)
        yield from (f"{line}\n" for line in self._envelopes.rest())
        for lines in aside.values():
            yield from lines

    def document(self) -> bytes | None:
        """The whole text where it is one JSON document, also on many lines; None: it is lines, which stay to be read.

        Raises InputError where it is longer than 1 GiB.
        """
        self._hold(lambda held: bool(held.strip()))
        if _JSON_START.match(self._held) is None:
            return None
        self._hold(lambda held: b"\n" in held.strip() or len(held) > _LONGEST_JSON_LINE)
        if self._is_record():
            return None
        self._hold(lambda held: len(held) > _LARGEST_DOCUMENT)
        if len(self._held) > _LARGEST_DOCUMENT:
            raise InputError(f"{quoted(self._path)}: JSON of more than 1 GiB is not read. Cure: give one dump")
        return bytes(self._held)

    def _is_record(self) -> bool:
        """True if the first line is JSON by itself, and a record of a log rather than a dump."""
        line, _, rest = self._held.strip().partition(b"\n")
        try:
            record = read_json(line)
        except ValueError:
            return False
        if not isinstance(record, dict) or KEYS_OF_DUMPS & record.keys():
            return False
        return bool(rest.strip()) or _BEGIN_OF_DUMP.encode() in line

    def _hold(self, is_enough: Callable[[bytearray], bool]) -> None:
        """Read until it is enough; what was read stays to be passed on."""
        while not is_enough(self._held):
            piece = next(self._pieces, None)
            if piece is None:
                return
            self._held += piece

    def _whole_lines(self) -> Iterator[bytes]:
        rest = b""
        for piece in chain((bytes(self._held),) if self._held else (), self._pieces):
            end = piece.rfind(b"\n") + 1
            if end:
                yield rest + piece[:end]
                rest = b""
            rest += piece[end:]
            while len(rest) > (limit := _LONGEST_JSON_LINE if b'{"' in rest[:_LONGEST_PREFIX] else _LONGEST_LINE):
                self._is_by_line = False
                yield rest[:limit] + b"\n"
                rest = rest[limit:]
        if rest:
            self.is_open = bool(rest.strip(b"\0")) and not _is_whole_json(rest)
            yield rest

    def _opened_block(self, block: bytes) -> bytes:
        envelopes = self._envelopes
        if not envelopes.is_holding and not any(byte in block for byte in _ENVELOPED):
            return block
        # Zeros say nothing; a file may consist of them.
        lines = block.replace(b"\0", b"").split(b"\n")
        for place, line in enumerate(lines):
            if not line or not (envelopes.is_holding or any(byte in line for byte in _ENVELOPED)):
                continue
            opened = envelopes.opened(line.decode("utf-8", "replace"))
            self._is_by_line &= len(opened) <= 1
            lines[place] = "\n".join(opened).encode("utf-8", "replace")
        return b"\n".join(lines)


class _LearnedPrefix:
    """A prefix of a form that is not known, as the first line of a dump has it: digits may differ in later lines."""

    def __init__(self) -> None:
        self._pattern: re.Pattern[str] | None = None

    def removed(self, line: str) -> str:
        """The line without the prefix, if it has it."""
        if _BEGIN_OF_DUMP in line:
            place = line.index(_BEGIN_OF_DUMP)
            self._pattern = _like(line[:place]) if 0 < place <= _LONGEST_PREFIX else None
            return line[place:]
        if self._pattern is None:
            return line
        found = self._pattern.match(line)
        return line if found is None else line[found.end() :]


def _like(prefix: str) -> re.Pattern[str]:
    r"""A pattern of prefixes that differ from this one in numbers, months and blanks.

    >>> [bool(_like("   7 Nov> ").match(line)) for line in ("  12 Dec> x", "8 Nov>", "x")]
    [True, True, False]
    """
    body = prefix.rstrip(" \t")
    parts = []
    for word in _WORD.findall(body):
        if word.isdecimal():
            parts.append(r"\d+")
        elif word in _MONTHS:
            parts.append("[A-Z][a-z]{2}")
        else:
            parts.append(r"[ \t]*" if word.isspace() else re.escape(word))
    return re.compile("".join(parts) + rf"[ \t]{{0,{len(prefix) - len(body)}}}")


def _is_whole_json(line: bytes) -> bool:
    """True if a line ends with a whole JSON object, which needs no line feed."""
    begin = line.find(b"{", 0, _LONGEST_PREFIX)
    if begin < 0 or not line.rstrip().endswith(b"}"):
        return False
    try:
        read_json(line[begin:])
    except ValueError:
        return False
    return True
