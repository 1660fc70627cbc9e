"""One line on a reply that failed: status, target of a redirect, encoding of the body, and its first characters."""

import re

__all__ = ["reply_line"]

_STATUS_LINE = re.compile(r"HTTP/\d(?:\.\d)? (\d{3})\b")
_LONGEST_BODY, _LONGEST_HEADER = 100, 120
_SHOWN_HEADERS = {"location": "Location", "content-encoding": "Content-Encoding"}
_PLAIN = "identity"
_ESCAPE = "\\x"
"""Begins a byte that is no text, as it is stored."""


def reply_line(head: str, body: str) -> str:
    r"""Return a bounded line in the words of HTTP, the same in every language.

    `head` and `body` are as they are stored: secrets are masked, and what cannot be seen stands as escapes.

    >>> reply_line("HTTP/1.1 200 OK\nContent-Length: 5\n", "hello\nworld")
    '200 "hello world"'
    >>> reply_line("HTTP/1.1 301 Moved Permanently\nlocation: /new\n", "")
    '301 Location: /new'
    >>> reply_line("SSH-2.0-OpenSSH_9.6\n", "")
    '"SSH-2.0-OpenSSH_9.6"'
    >>> reply_line("HTTP/1.1 200 OK\nContent-Encoding: br\n", "\\x1b\\x8f")
    '200 Content-Encoding: br'
    """
    status = _STATUS_LINE.match(head)
    if status is None:
        return _quoted(head)
    headers = dict(_headers(head))
    shown = [f"{_SHOWN_HEADERS[name]}: {_cut(value, _LONGEST_HEADER)}" for name, value in headers.items()]
    # A body in an encoding that is not decoded says nothing to a reader.
    is_encoded = "content-encoding" in headers and _ESCAPE in body
    return " ".join([status[1], *shown, *([_quoted(body)] if body and not is_encoded else [])])


def _headers(head: str) -> list[tuple[str, str]]:
    """The headers that are shown, the first of each name."""
    found: dict[str, str] = {}
    for line in head.splitlines()[1:]:
        name, colon, value = line.partition(":")
        if colon and name.strip().lower() in _SHOWN_HEADERS and value.strip().lower() != _PLAIN:
            found.setdefault(name.strip().lower(), value)
    return sorted(found.items())


def _quoted(text: str) -> str:
    return f'"{_cut(text, _LONGEST_BODY)}"'


def _cut(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
