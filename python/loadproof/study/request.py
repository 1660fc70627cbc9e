"""The request line and headers of an operation, as HTTP/1.1 (RFC 9110, RFC 9112) allows them."""

import difflib
import re
from collections.abc import Iterable

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.study.template import Literal, scan_template

__all__ = [
    "HEADER_TEXT",
    "LARGEST_BODY_BYTES",
    "METHODS",
    "RequestError",
    "check_header",
    "check_header_names",
    "is_header_name",
    "parse_request_line",
]

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
LARGEST_BODY_BYTES = 256 * 2**20
"""Largest size of a body that a file holds, bytes."""
_FORM = "write a method and a path, such as GET /status/${ids.id}"
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
HEADER_TEXT = re.compile(r"[\t\x20-\x7e]*")
_PATH_TEXT = re.compile(r"[\x21\x22\x24-\x7e]*")
_WRITTEN_BY_THE_ENGINE = ("content-length", "transfer-encoding", "connection")


class RequestError(WrittenValueError):
    """The request line or a header cannot be sent."""


def parse_request_line(text: str) -> tuple[str, str]:
    """Method and path template of `text`. Raises RequestError.

    >>> parse_request_line("PUT /status/${ids.id}")
    ('PUT', '/status/${ids.id}')
    """
    method, _, path = text.strip().partition(" ")
    path = path.strip()
    if method not in METHODS:
        near = difflib.get_close_matches(method.upper(), METHODS, n=1)
        cure = f"write {near[0]}" if near else f"use one of {', '.join(METHODS)}"
        raise RequestError(f"{quoted(method)} is no method", f"{cure}; {_FORM}")
    if not path.startswith("/"):
        raise RequestError(f"{quoted(text)} has no path that begins with /", _FORM)
    pieces, _ = scan_template(path)
    for piece in pieces:
        if isinstance(piece, Literal) and not _PATH_TEXT.fullmatch(piece.text):
            raise RequestError(
                f"the path {quoted(path)} has a space, a # or a character outside ASCII",
                "percent-encode it, such as %20",
            )
    return method, path


def is_header_name(text: str) -> bool:
    """True if `text` is a token (RFC 9110 section 5.6.2), as names of headers are."""
    return _TOKEN.fullmatch(text) is not None


def check_header(name: str, value: str) -> None:
    """Raises RequestError unless `name` is a token that is free to use, and `value` a line of ASCII."""
    if not is_header_name(name):
        raise RequestError(f"{quoted(name)} is no header name", "use letters, digits and -, such as Content-Type")
    if name.lower() in _WRITTEN_BY_THE_ENGINE:
        raise RequestError(f"the header {name} is written by the engine", "leave it out")
    if not HEADER_TEXT.fullmatch(value):
        raise RequestError(
            f"the value {quoted(value)} has a line break, a control character or one outside ASCII",
            "write one line of ASCII text",
        )


def check_header_names(headers: Iterable[str]) -> None:
    """Raises RequestError when two names differ in case only, and so are one header."""
    seen: dict[str, str] = {}
    for name in headers:
        if name.lower() in seen:
            raise RequestError(
                f"{quoted(name)} and {quoted(seen[name.lower()])} are one header",
                "write it once, with a list of its values to send several",
            )
        seen[name.lower()] = name
