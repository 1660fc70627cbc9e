"""Takes secrets out of replies before they are stored."""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

__all__ = ["ReplyMask"]

_SHOWN = b"***"
_SECRET_HEADERS = re.compile(
    rb"((?:^|[\r\n])[ \t]*"
    rb"(?:set-cookie2?|cookie|(?:proxy-)?authorization|(?:www|proxy)-authenticate|authentication-info)"
    rb"[ \t]*:)[^\n]*(?:\n[ \t][^\n]*)*",
    re.IGNORECASE,
)
"""Names of headers with their whole values, folded lines and stray carriage returns among them."""


class ReplyMask:
    """Replaces secrets by `***`, also as JSON, HTML, addresses and base64 write them, and values of secret headers."""

    def __init__(self) -> None:
        """Nothing is secret yet but headers."""
        self._secrets: list[bytes] = []

    def add(self, secrets: Iterable[str]) -> None:
        """Empty ones are left out: there is nothing to hide."""
        added = {form.encode(errors="surrogateescape") for secret in secrets if secret for form in _forms(secret)}
        # A secret that another one holds is hidden within that one.
        self._secrets = sorted({*self._secrets, *added}, key=len, reverse=True)

    def text(self, data: bytes, *, cut: bool = False) -> bytes:
        """`data` without secrets; where it was `cut`, without the begin of one at its end either.

        >>> mask = ReplyMask()
        >>> mask.add(["hunter2"])
        >>> mask.text(b'{"password":"hunter2"} hunt', cut=True)
        b'{"password":"***"} ***'
        """
        for secret in self._secrets:
            data = data.replace(secret, _SHOWN)
        if not cut:
            return data
        begun = max((_begun_at_end(data, secret) for secret in self._secrets), default=0)
        return data[: len(data) - begun] + _SHOWN if begun else data

    def head(self, data: bytes, *, cut: bool = False) -> bytes:
        r"""As `text`, and without the values of headers that hold credentials.

        >>> ReplyMask().head(b"HTTP/1.1 200 OK\r\nSet-Cookie: sid=1;\r\n path=/\r\nServer: x\r\n\r\n")
        b'HTTP/1.1 200 OK\r\nSet-Cookie: ***\nServer: x\r\n\r\n'
        """
        return self.text(_SECRET_HEADERS.sub(rb"\1 ***", data), cut=cut)


def _forms(secret: str) -> Iterator[str]:
    yield secret
    quoted = json.dumps(secret)[1:-1]
    yield from (quoted, quoted.replace("/", "\\/"), json.dumps(secret, ensure_ascii=False)[1:-1])
    data = secret.encode(errors="surrogateescape")
    yield from (html.escape(secret), quote(data, safe=""), quote(data), quote_plus(data))
    yield base64.b64encode(data).decode("ascii")


def _begun_at_end(data: bytes, secret: bytes) -> int:
    return next((n for n in range(min(len(secret) - 1, len(data)), 0, -1) if data.endswith(secret[:n])), 0)
