"""Replies that were not as expected: which of them are kept, and as what text."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any

from loadproof.judge.tick import FailedReplyReading
from loadproof.system.secret_mask import SecretMask

__all__ = ["ReplySampler", "shown_text", "without_credentials"]

_MOST_ALIKE = 3
_MOST_OF_RUN = 200
_MOST_BYTES = 2048
_MOST_CHARACTERS = 4096
"""Bytes that are no text take four characters each."""
_MOST_KIND_CHARACTERS = 200
_CREDENTIALS = re.compile(
    rb"((?:^|[\r\n])[ \t]*"
    rb"(?:set-cookie2?|cookie|(?:proxy-)?authorization|(?:www|proxy)-authenticate|authentication-info)"
    rb"[ \t]*:)[^\n]*(?:\n[ \t][^\n]*)*",
    re.IGNORECASE,
)
"""Names of headers with their whole values, folded lines and stray carriage returns among them."""
# Controls, format characters (bidirectional overrides among them), private ones, line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def shown_text(data: bytes) -> str:
    r"""Bytes from a target as text: what is not UTF-8, and what cannot be seen, as escapes; lines stay lines.

    >>> shown_text(b"\xff ok\r\n\x1b[2J\tend\x00")
    '\\xff ok\n\\x1b[2J\tend\\x00'
    """
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    return "".join(map(_shown, text))[:_MOST_CHARACTERS]


def without_credentials(head: bytes) -> bytes:
    r"""`head` without the values of headers that hold credentials.

    >>> without_credentials(b"HTTP/1.1 200 OK\r\nSet-Cookie: sid=1;\r\n path=/\r\nServer: x\r\n\r\n")
    b'HTTP/1.1 200 OK\r\nSet-Cookie: ***\nServer: x\r\n\r\n'
    """
    return _CREDENTIALS.sub(rb"\1 ***", head)


def _shown(character: str) -> str:
    if character in "\n\t" or unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")


class ReplySampler:
    """Keeps at most 3 replies of each operation and kind in a trial, and 200 in a run, with secrets masked."""

    def __init__(self, mask: SecretMask, kept: int = 0) -> None:
        """`mask` hides secrets; `kept` of the run were kept before it was continued."""
        self._mask = mask
        self._kept = kept
        self._alike: Counter[tuple[int, int, str]] = Counter()

    def rows(self, trial: int, replies: Sequence[FailedReplyReading]) -> list[tuple[Any, ...]]:
        """A row of `failed_reply` for each that is kept."""
        return [self._row(trial, reply) for reply in replies if self._takes(trial, reply)]

    def _takes(self, trial: int, reply: FailedReplyReading) -> bool:
        alike = (trial, reply.operation, reply.kind)
        if self._kept >= _MOST_OF_RUN or self._alike[alike] >= _MOST_ALIKE:
            return False
        self._alike[alike] += 1
        self._kept += 1
        return True

    def _row(self, trial: int, reply: FailedReplyReading) -> tuple[Any, ...]:
        head, body = reply.head[:_MOST_BYTES], reply.body[:_MOST_BYTES]
        head = self._mask.masked(without_credentials(head), cut=len(head) == _MOST_BYTES)
        body = self._mask.masked(body, cut=len(body) < reply.body_bytes)
        return (
            trial,
            reply.operation,
            shown_text(self._mask.masked(reply.kind.encode("utf-8", "replace")))[:_MOST_KIND_CHARACTERS],
            reply.due_s,
            reply.service_ms,
            shown_text(head),
            shown_text(body),
            reply.body_bytes,
        )
