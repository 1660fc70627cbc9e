"""Hides secrets in what is stored and shown: one mask for logs as they are written, replies, messages and events.

A secret is found in any case, raw, percent-encoded, escaped as JSON and HTML do it (each of these also in parts), in
hex, and in base64 and base64url at its three alignments, so also within that of a longer text such as `user:secret`.
One that is `placed` is found in fewer forms, and after its name alone.
"""

import re
from base64 import b64encode
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import ceil

from loadproof.system.placed_secret import PlacedSecret, is_placed

__all__ = ["SHORTEST_HIDDEN", "MaskedStream", "SecretMask", "is_hidden"]

SHORTEST_HIDDEN = 6
"""Characters: what is shorter stands in ordinary text by chance."""

_SHOWN = b"***"
_LONGEST_PIECE = 64
_SHORTEST_BEGIN = 3
"""Bytes of a secret's beginning that are hidden at a cut; fewer tell nothing, and end many an innocent text."""
_LONGEST_ESCAPE = 10
_BASE64_BEFORE = re.compile(rb"[a-z0-9+/_-]")
_BASE64_AFTER = re.compile(rb"[a-z0-9+/_-]?={0,2}")
_LONGEST_AFTER = 3

_Span = tuple[int, int]
_Decode = Callable[[re.Match[bytes]], bytes]


def is_hidden(secret: str) -> bool:
    """Return True if a mask can hide `secret`: one of its lines is long enough.

    >>> is_hidden("hunter2"), is_hidden("12345")
    (True, False)
    """
    return bool(_pieces(secret))


class SecretMask:
    """Replaces secrets by `***`, also where they overlap; of a secret of many lines each of 6 characters or more."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Secrets under 6 characters are left out, see `is_hidden`."""
        self._texts: frozenset[str] = frozenset()
        self._pieces: frozenset[str] = frozenset()
        self._placed: list[PlacedSecret] = []
        self._plain: list[bytes] = []
        self._base64: list[bytes] = []
        self._longest = 0
        """Bytes of the longest form."""
        self._reads_plus = False
        self.add(secrets)

    def add(self, secrets: Iterable[str]) -> None:
        """Hides `secrets` too from now on."""
        texts = self._texts.union(secrets)
        if texts == self._texts:
            return
        self._texts = texts
        self._placed = [PlacedSecret(text) for text in sorted(texts) if is_placed(text)]
        pieces = self._pieces.union(*(_pieces(text) for text in texts if not is_placed(text)))
        self._pieces = pieces
        self._plain = sorted({form for piece in pieces for form in _plain_forms(piece)})
        self._base64 = sorted({form for piece in pieces for form in _base64_forms(piece)})
        lengths = (*map(len, (*self._plain, *self._base64)), *(one.longest for one in self._placed))
        self._longest = max(lengths, default=0)
        self._reads_plus = any(" " in piece for piece in pieces)

    @property
    def hides(self) -> bool:
        """True if there is anything to hide."""
        return bool(self._pieces or self._placed)

    def masked(self, data: bytes, *, cut: bool = False) -> bytes:
        """`data` without secrets; where it was `cut`, without the begin of one at its end either.

        >>> SecretMask(["hunter2"]).masked(b'{"password":"hunter2"} %48UNT', cut=True)
        b'{"password":"***"} ***'
        """
        if not self.hides:
            return data
        spans = self.spans(data, cut=cut)
        return b"".join(_shown(data, spans)) if spans else data

    def text(self, text: str) -> str:
        """`text` without secrets.

        >>> SecretMask(["hunter2"]).text("Authorization: Basic dXNlcjpodW50ZXIy")
        'Authorization: Basic dXNlcj***'
        """
        data = text.encode(errors="replace")
        masked = self.masked(data)
        # A secret that is no text may begin or end within a character.
        return text if masked is data else masked.decode(errors="replace")

    def stream(self) -> "MaskedStream":
        """Masks a stream that comes in pieces."""
        return MaskedStream(self)

    def spans(self, data: bytes, *, cut: bool = False) -> list[_Span]:
        """Return the start and end of each secret in `data`, in order, none touching another; see `masked`."""
        spans = [span for view in self._views(data.lower()) for span in self._found(view)]
        if cut:
            if len(data) - (begun := self.begun(data, at_cut=True)) >= _SHORTEST_BEGIN:
                spans.append((begun, len(data)))
            for view in self._views(data.lower()):
                values = (one.cut(view.text) for one in self._placed)
                spans += [(view.origin(begin), view.origin(end)) for begin, end in filter(None, values)]
        return _merged(spans)

    def begun(self, data: bytes, *, at_cut: bool = False) -> int:
        """Return the place near the end of `data` where a secret may start whose rest is to come.

        The result is the length of `data` if no secret may start. Unless the rest is cut off (`at_cut`), three more
        endings count as a start: an incomplete escape, a letter that may share bits with base64 after it, and the name
        before the value of a placed secret.
        """
        # No form of a piece holds a line break.
        floor = max(data.rfind(b"\n") + 1, len(data) - self._longest * _LONGEST_ESCAPE)
        lowered = data[floor:].lower()
        escape = _CUT_ESCAPE.search(lowered)
        whole = lowered if escape is None else lowered[: escape.start()]
        placed = () if at_cut else self._placed
        begun = min(view.origin(self._begun(view.text, placed)) for view in self._views(whole))
        if begun < len(whole):
            return floor + begun
        if at_cut:
            return len(data)
        letter = _LAST_LETTER.search(whole)
        return floor + (begun if letter is None else min(begun, letter.start()))

    def _begun(self, text: bytes, placed: Iterable[PlacedSecret]) -> int:
        ended = (text.rfind(form, max(0, len(text) - len(form) - _LONGEST_AFTER)) for form in self._base64)
        begun = min((max(0, at - 1) for at in ended if at >= 0), default=len(text))
        begun = min((begun, *(one.begun(text) for one in placed)))
        for at in range(max(0, len(text) - self._longest), begun):
            begin = text[at:]
            if _is_begin(begin, self._base64):
                return max(0, at - 1)
            if _is_begin(begin, self._plain):
                # Also the letter before base64 that begins with the next.
                return at
        return begun

    def _views(self, lowered: bytes) -> Iterator["_TextView"]:
        """`lowered` as it is, and as readers of its escapes see it."""
        plain = _TextView(lowered)
        yield plain
        if b"%" in lowered:
            yield plain.unescaped(_PERCENT, _percent)
        if self._reads_plus and b"+" in lowered:
            yield plain.unescaped(_PERCENT_OR_PLUS, _percent)
        if b"\\" in lowered:
            once = plain.unescaped(_BACKSLASH, _backslash)
            yield once
            if b"\\\\" in lowered:
                # JSON within JSON.
                yield once.unescaped(_BACKSLASH, _backslash)
        if b"&" in lowered:
            yield plain.unescaped(_ENTITY, _entity)

    def _found(self, view: "_TextView") -> Iterator[_Span]:
        text = view.text
        for one in self._placed:
            for begin, end in one.found(text):
                yield view.origin(begin), view.origin(end)
        for form in self._plain:
            for begin in _places(form, text):
                yield view.origin(begin), view.origin(begin + len(form))
        for form in self._base64:
            for begin in _places(form, text):
                # The letters beside it hold some of its bits too.
                before = begin > 0 and _BASE64_BEFORE.match(text, begin - 1) is not None
                after = _BASE64_AFTER.match(text, begin + len(form))
                yield view.origin(begin - before), view.origin(after.end() if after else begin + len(form))


class MaskedStream:
    """A stream of bytes without secrets, also those that come in pieces."""

    def __init__(self, mask: SecretMask) -> None:
        """Take the secrets from `mask`, which must not change meanwhile."""
        self._mask = mask
        self._held = b""
        self._hidden = 0
        """Bytes at the begin of what is held that are shown as `***` already."""
        self._follows = False
        """True if the text shown so far ends in `***`."""

    def masked(self, chunk: bytes) -> bytes:
        r"""Return the bytes to show by now; a possible start of a secret is held back until its rest has come.

        >>> stream = SecretMask(["hunter2"]).stream()
        >>> stream.masked(b"password=hunt"), stream.masked(b"er2\n")
        (b'password=', b'***\n')
        """
        if not self._mask.hides:
            return chunk
        data = self._held + chunk
        spans = self._with_hidden(self._mask.spans(data))
        begun = self._mask.begun(data)
        ready = [(begin, min(end, begun)) for begin, end in spans if begin < begun]
        shown = b"".join(_shown(data[:begun], ready, follows=self._follows))
        if begun > 0:
            self._follows = any(end == begun for _, end in ready)
        self._held = data[begun:]
        self._hidden = max([0, *(end - begun for begin, end in spans if begin < begun or (begin == 0 < self._hidden))])
        return shown

    def rest(self) -> bytes:
        """Return the bytes that were held back, at the end of the stream, without the start of a secret."""
        if not self._held:
            return b""
        spans = self._with_hidden(self._mask.spans(self._held, cut=True))
        shown = b"".join(_shown(self._held, spans, follows=self._follows))
        self._held, self._hidden = b"", 0
        return shown

    def _with_hidden(self, spans: list[_Span]) -> list[_Span]:
        return _merged([*spans, (0, self._hidden)] if self._hidden else spans)


class _TextView:
    """A text as it is, or with its escapes read; knows where everything stood."""

    def __init__(self, text: bytes, parent: "_TextView | None" = None) -> None:
        self.text = text
        self._parent = parent
        self._here = [0]
        self._there = [0]

    def unescaped(self, escape: re.Pattern[bytes], decode: _Decode) -> "_TextView":
        parts, length, at = list[bytes](), 0, 0
        view = _TextView(b"", self)
        for match in escape.finditer(self.text):
            begin, end = match.span()
            decoded = decode(match)
            parts += (self.text[at:begin], decoded)
            length += begin - at
            view._here += (length, length + len(decoded))
            view._there += (begin, end)
            length += len(decoded)
            at = end
        view.text = b"".join((*parts, self.text[at:]))
        return view

    def origin(self, place: int) -> int:
        """Return the position of `place` in the original text, before any escape was read."""
        if self._parent is None:
            return place
        mark = bisect_right(self._here, place) - 1
        return self._parent.origin(self._there[mark] + place - self._here[mark])


_PERCENT = re.compile(b"%([0-9a-f]{2})")
_PERCENT_OR_PLUS = re.compile(rb"%([0-9a-f]{2})|\+")
_BACKSLASH = re.compile(rb"\\(?:(ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4})|x([0-9a-f]{2})|([\"'/\\tnrbf]))")
_ENTITY = re.compile(rb"&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|(quot|amp|lt|gt|apos));")
_CUT_ESCAPE = re.compile(
    rb"(?:%[0-9a-f]?|\\+(?:ud[89ab][0-9a-f]{2}(?:\\+(?:u[0-9a-f]{0,3})?)?|u[0-9a-f]{0,3}|x[0-9a-f]?)?"
    rb"|&(?:#(?:[0-9]{0,7}|x[0-9a-f]{0,6})|qu?o?t?|ap?o?s?|am?p?|lt?|gt?)?)\Z"
)
_LAST_LETTER = re.compile(rb"(?:%2[bf]|\\+/|[a-z0-9+/_-])\Z")
"""Base64 that begins after it has some of its bits in it."""
_SIGNS = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"b": b"\b", b"f": b"\f"}
_ENTITIES = {b"quot": b'"', b"amp": b"&", b"lt": b"<", b"gt": b">", b"apos": b"'"}


def _percent(match: re.Match[bytes]) -> bytes:
    return bytes((int(match[1], 16),)).lower() if match[1] else b" "


def _backslash(match: re.Match[bytes]) -> bytes:
    units, byte, sign = match.groups()
    if units:
        return _text(
            bytes.fromhex(units.replace(b"\\", b"").replace(b"u", b"").decode()).decode("utf-16-be", "surrogatepass")
        )
    return bytes((int(byte, 16),)).lower() if byte else _SIGNS.get(sign, sign)


def _entity(match: re.Match[bytes]) -> bytes:
    decimal, hexadecimal, name = match.groups()
    if name:
        return _ENTITIES[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return _text(chr(code)) if code <= 0x10FFFF else match[0]


def _text(text: str) -> bytes:
    return text.encode(errors="surrogatepass").lower()


def _pieces(secret: str) -> list[str]:
    """Return the parts of a secret to look for: its lines of 6 characters or more, long ones in even parts."""
    found = []
    for line in map(str.strip, re.split("[\r\n]+", secret)):
        if len(line) >= SHORTEST_HIDDEN:
            parts = ceil(len(line) / _LONGEST_PIECE)
            ends = [len(line) * number // parts for number in range(parts + 1)]
            found += [line[begin:end] for begin, end in pairwise(ends)]
    return found


def _plain_forms(piece: str) -> Iterator[bytes]:
    for variant in (piece, piece.lower(), piece.upper()):
        yield variant.encode(errors="surrogateescape").lower()
    yield piece.encode(errors="surrogateescape").hex().encode()


def _base64_forms(piece: str) -> Iterator[bytes]:
    data = piece.encode(errors="surrogateescape")
    for offset in range(3):
        # Letters whose six bits are all of the piece, whatever stands before and after it.
        core = b64encode(b"\0" * offset + data)[ceil(offset * 8 / 6) : (offset + len(data)) * 8 // 6].lower()
        yield core
        yield core.replace(b"+", b"-").replace(b"/", b"_")


def _places(form: bytes, text: bytes) -> Iterator[int]:
    """Yield each position of `form` in `text`, also where `form` overlaps itself."""
    at = text.find(form)
    while at >= 0:
        yield at
        at = text.find(form, at + 1)


def _is_begin(begin: bytes, forms: list[bytes]) -> bool:
    """Return True if one of the sorted `forms` starts with `begin`."""
    place = bisect_left(forms, begin)
    return place < len(forms) and forms[place].startswith(begin)


def _merged(spans: Iterable[_Span]) -> list[_Span]:
    """In their order, and one for those that overlap or touch."""
    merged: list[_Span] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def _shown(data: bytes, hidden: Iterable[_Span], *, follows: bool = False) -> Iterator[bytes]:
    """`data` with `***` for each of `hidden`; a span at the beginning that `follows` an earlier `***` adds none."""
    at = 0
    for begin, end in hidden:
        yield data[at:begin]
        if begin > 0 or not follows:
            yield _SHOWN
        at = end
    yield data[at:]
