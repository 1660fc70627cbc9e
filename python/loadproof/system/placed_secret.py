"""Secret that is hidden only in its place: directly after the name that it was typed with.

A value such as `1234` or `admin` stands in many innocent texts, and so it is not looked for elsewhere.
"""

import re
from collections.abc import Iterator

from loadproof.system.credential_name import SCHEMES

__all__ = ["PlacedSecret", "is_placed", "placed"]

_SIGN = "\0"
"""Separates name and value: no variable of an environment and no word of a command has it."""
_MOST_NAME = 128
_MOST_VALUE = 256
"""Characters."""
_BETWEEN = (
    rb"(?:[\"'\]]{0,2}[ \t]{0,3}(?:[:=]>?|>)[ \t]{0,3}[\"'\[]{0,2}|[\"'][ \t]{0,2},[ \t]{0,2}[\"']"
    rb"|\"(?:\r?\n[^\r\n]{0,100}){0,4}\r?\n\r?\n)"
)
_BETWEEN_BEGUN = rb"[\"'\]]{0,2}[ \t]{0,3}(?:[:=]>?|>|,)?[ \t]{0,3}[\"'\[]{0,2}"
_OF_VALUE = rb"[^\s\"'\\&;,<>{}()\[\]*]"
_OF_ANY = re.compile(rb"%s*" % _OF_VALUE)


def placed(name: str, value: str = "") -> str:
    r"""The secret `value` for a `SecretMask` that is hidden only after `name`; without a value each one after it.

    >>> placed("pin", "1234").split("\0")
    ['pin', '1234']
    """
    return f"{name[-_MOST_NAME:]}{_SIGN}{value[:_MOST_VALUE]}"


def is_placed(secret: str) -> bool:
    """True if `placed` made the text."""
    return _SIGN in secret


class PlacedSecret:
    """Finder of one value, or of any, after one name, in bytes in lower case."""

    def __init__(self, text: str) -> None:
        """`text` is what `placed` made."""
        name, _, value = text.partition(_SIGN)
        parts = [_lowered(part) for part in re.split("[-_]", name.strip("-_")) if part]
        self._first = parts[0] if parts else b""
        # Java and CGI write X-Api-Key as x_api_key.
        named = rb"[-_]?".join(map(re.escape, parts))
        option = rb"(?:%s| {1,3})" % _BETWEEN
        between = option if name.lower() in SCHEMES else _BETWEEN
        written = re.escape(_lowered(value)) if value else rb"(?!\$\{)%s{1,%d}" % (_OF_VALUE, _MOST_VALUE)
        # Behind a name, and behind that of an option, which a space may follow.
        self._whole = [
            re.compile(rb"%s%s(?P<value>%s)(?![a-z0-9])" % (named, sign, written)) for sign in (between, option)
        ]
        self._name = b"".join(parts)
        self._value = _lowered(value)
        rest = rb"(?P<value>[^\r\n]{0,%d})\Z" % _MOST_VALUE
        self._cut = [re.compile(rb"%s%s%s" % (named, sign, rest)) for sign in (between, option)]
        self._begun = re.compile(rb"%s%s%s" % (named, _BETWEEN_BEGUN, rest))
        self.longest = len(name) + len(value or _MOST_VALUE * "x") + 16
        """Bytes of name, signs and value, about."""

    def found(self, text: bytes) -> Iterator[tuple[int, int]]:
        """Begin and end of each value in `text`."""
        return self._values(self._whole, text, 0)

    def begun(self, text: bytes) -> int:
        """Place at the end of `text` where the name may have begun whose value is to come; else its length.

        Also of the letter before it, which tells whether it is a name.
        """
        tail = max(0, len(text) - self.longest)
        at = text.find(self._first, tail) if self._first else -1
        while at >= 0:
            match = self._begun.match(text, at)
            if match is not None and self._may_begin(match["value"]):
                return max(0, at - 1)
            at = text.find(self._first, at + 1)
        for at in range(max(tail, len(text) - 2 * len(self._name)), len(text)):
            begin = text[at:].replace(b"-", b"").replace(b"_", b"")
            if begin and self._name.startswith(begin):
                return max(0, at - 1)
        return len(text)

    def cut(self, text: bytes) -> tuple[int, int] | None:
        """The begin of a value that the end of `text` cuts."""
        values = self._values(self._cut, text, max(0, len(text) - self.longest))
        return next((span for span in values if span[0] < span[1] and self._may_begin(text[slice(*span)])), None)

    def _may_begin(self, begin: bytes) -> bool:
        if self._value:
            return self._value.startswith(begin)
        return _OF_ANY.fullmatch(begin) is not None

    def _values(self, patterns: list[re.Pattern[bytes]], text: bytes, at: int) -> Iterator[tuple[int, int]]:
        # Quicker than to search for the pattern.
        at = text.find(self._first, at) if self._first else -1
        while at >= 0:
            before = text[max(0, at - 1) : at]
            if not before.isalnum():
                match = patterns[before == b"-"].match(text, at)
                if match is not None:
                    yield match.span("value")
            at = text.find(self._first, at + 1)


def _lowered(text: str) -> bytes:
    return text.encode(errors="surrogateescape").lower()
