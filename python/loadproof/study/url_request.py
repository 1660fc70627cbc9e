"""The request of a load that has no profile: its method, headers and body, as they are typed behind a URL."""

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FileBody
from loadproof.study.request import LARGEST_BODY_BYTES, METHODS, check_header
from loadproof.study.secret import check_secrets, is_credential, literal_text
from loadproof.study.text_file import FileError, open_regular_file

__all__ = ["FORM_TYPE", "GET", "UrlRequest", "body_of", "file_body", "url_request"]

FORM_TYPE = "application/x-www-form-urlencoded"
_DURATION = re.compile(r"[0-9.]+(?:ms|s|m|h)")


@dataclass(frozen=True, slots=True)
class UrlRequest:
    """What is sent to a URL; header values and a body of text are templates without gaps but for secrets."""

    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = ()
    body: str | FileBody | None = None


GET = UrlRequest()


def url_request(
    method: str | None,
    headers: Sequence[str],
    body: str | FileBody | None,
    environment: dict[str, str] | None = None,
    option: str = "-H",
) -> UrlRequest:
    """What curl would send: a body without a method is a POST, and a form unless a header says else.

    `headers` are `Name: value`, one without a value is left out. With an `environment` their values may name a secret
    of it as `${env:NAME}`; without one all is text. Raises InputError, which names `option` for a header.

    >>> url_request(None, ["Accept: */*"], "a=${b}").headers
    (('Accept', '*/*'), ('Content-Type', 'application/x-www-form-urlencoded'))
    >>> url_request("PUT", ["Content-Type: text/plain"], "a=${b}")
    UrlRequest(method='PUT', headers=(('Content-Type', 'text/plain'),), body='a=$${b}')
    """
    method = method or ("GET" if body is None else "POST")
    if method not in METHODS:
        cure = f"say {method.upper()}" if method.upper() in METHODS else f"give one of {', '.join(METHODS)}"
        raise InputError(f"-X: {quoted(method)} is no method. Cure: {cure}")
    named: dict[str, tuple[str, str]] = {}
    for text in headers:
        name, value = _header(text, environment, option)
        if name.lower() in named:
            raise InputError(f"{option}: the header {name} is there twice. Cure: give it once")
        named[name.lower()] = (name, value)
    if body is not None:
        named.setdefault("content-type", ("Content-Type", FORM_TYPE))
    if isinstance(body, str):
        body = literal_text(_encodable(body), None)
    return UrlRequest(method, tuple(header for header in named.values() if header[1]), body)


def body_of(texts: Sequence[str]) -> str | FileBody | None:
    """The body of `-d TEXT`, several joined by `&`, or of `-d @FILE`: the bytes of the file. Raises InputError.

    >>> body_of(["a=1", "b=2"])
    'a=1&b=2'
    """
    if not texts:
        return None
    files = [text for text in texts if text.startswith("@")]
    if not files:
        if len(texts) == 1 and _DURATION.fullmatch(texts[0]):
            raise InputError(
                f"-d: {texts[0]!r} is a time, and -d is the body, as with curl. "
                f"Cure: say --for {texts[0]} (of capacity --budget); give a body that reads so as -d @FILE"
            )
        return "&".join(texts)
    if len(texts) > 1:
        raise InputError("-d: a file, and another body beside it. Cure: keep one of them")
    if files[0] == "@-":
        raise InputError("-d: standard input is not read. Cure: write the body to a file, and give -d @FILE")
    return file_body("-d", files[0][1:])


def file_body(option: str, name: str) -> FileBody:
    """The file of `option`, that is there and not too large. Raises InputError."""
    path = Path(name)
    try:
        with closing(open_regular_file(path, LARGEST_BODY_BYTES)):
            return FileBody(path)
    except FileError as error:
        raise InputError(f"{option}: {quoted(name)}: {error}") from error


def _header(text: str, environment: dict[str, str] | None, option: str) -> tuple[str, str]:
    name, colon, written = text.partition(":")
    if not colon:
        # What has no colon may be a secret whose name was forgotten.
        raise InputError(f"{option}: this header has no colon. Cure: give 'Name: value'")
    name, value = name.strip(), literal_text(_encodable(written.strip()), environment)
    try:
        check_header(name, "***" if is_credential(name) and written.isascii() and written.isprintable() else value)
        check_secrets(value, environment or {})
    except WrittenValueError as error:
        if is_credential(name):
            raise InputError(f"{option}: the header {name} cannot be sent. Cure: {error.cure}") from None
        raise InputError(f"{option}: {error}") from error
    return name, value


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError("-d: what is sent is not UTF-8 text. Cure: write it to a file, and give -d @FILE") from error
    return text
