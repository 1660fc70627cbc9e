"""The request of a load that has no profile: its method, headers and body, as they are typed behind a URL."""

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.profile import BasicAuth
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FileBody, FormBody
from loadproof.study.request import LARGEST_BODY_BYTES, METHODS, check_header, is_header_name
from loadproof.study.secret import check_secrets, is_credential, literal_text
from loadproof.study.shell_words import as_secrets
from loadproof.system.input_file import FileError, open_regular_file

__all__ = ["FORM_TYPE", "GET", "UrlRequest", "body_of", "file_body", "url_request"]

FORM_TYPE = "application/x-www-form-urlencoded"
_TYPE = "Content-Type"
_DURATION = re.compile(r"[0-9.]+(?:ms|s|m|h)")


@dataclass(frozen=True, slots=True)
class UrlRequest:
    """Request to a URL; header values and texts of a body are templates without gaps except for secrets."""

    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = ()
    body: str | FileBody | FormBody | None = None
    basic: BasicAuth | None = None
    """User and password that name variables of the environment; written ones are a header."""


GET = UrlRequest()


def url_request(
    method: str | None,
    headers: Sequence[str],
    body: str | FileBody | FormBody | None,
    environment: dict[str, str] | None = None,
    option: str = "-H",
    media_type: str | None = FORM_TYPE,
) -> UrlRequest:
    """Return the request that curl would send: a body without a method is a POST.

    If no header gives the type of the body, it is `media_type`.

    `headers` are `Name: value`, or `Name;` for one without a value; `Name:` takes the default of that name away. With
    an `environment` their values may name a secret of it as `${env:NAME}`; without one all is text, but for variables
    of a shell (`shell_words`), which are secrets. Raises InputError, which names `option` for a header.

    >>> url_request(None, ["Accept: */*"], "a=${b}").headers
    (('Accept', '*/*'), ('Content-Type', 'application/x-www-form-urlencoded'))
    >>> url_request("PUT", ["Content-Type: text/plain"], "a=${b}")
    UrlRequest(method='PUT', headers=(('Content-Type', 'text/plain'),), body='a=$${b}', basic=None)
    >>> url_request(None, ["A: 1", "A: 2", "B;", "C:"], None).headers
    (('A', '1'), ('A', '2'), ('B', ''))
    """
    method = method or ("GET" if body is None else "POST")
    if method not in METHODS:
        cure = f"say {method.upper()}" if method.upper() in METHODS else f"give one of {', '.join(METHODS)}"
        raise InputError(f"-X: {quoted(method)} is no method. Cure: {cure}")
    written = [_header(text, environment, option) for text in headers]
    if isinstance(body, FormBody):
        written = [(name, value) for name, value in written if name.lower() != _TYPE.lower()]
        media_type = body.media_type
    if body is not None and media_type is not None and not any(name.lower() == _TYPE.lower() for name, _ in written):
        written.append((_TYPE, media_type))
    if isinstance(body, str):
        body = literal_text(_encodable(body), None)
    return UrlRequest(method, tuple((name, value) for name, value in written if value is not None), body)


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


def _header(text: str, environment: dict[str, str] | None, option: str) -> tuple[str, str | None]:
    """Name and value of a header; the value None takes the default of that name away."""
    name, colon, written = text.partition(":")
    is_empty = not colon and text.rstrip().endswith(";") and is_header_name(text.strip().removesuffix(";"))
    if is_empty:
        name = text.strip().removesuffix(";")
    elif not colon:
        # What has no colon may be a secret whose name was forgotten.
        raise InputError(
            f"{option}: this header has no colon. Cure: give 'Name: value', or 'Name;' for a header without a value"
        )
    name = name.strip()
    try:
        value = as_secrets(literal_text(_encodable(written.strip()), environment))
        check_header(name, "***" if is_credential(name) and written.isascii() and written.isprintable() else value)
        if environment is not None:
            check_secrets(value, environment)
    except WrittenValueError as error:
        if is_credential(name):
            raise InputError(f"{option}: the header {name} cannot be sent. Cure: {error.cure}") from None
        raise InputError(f"{option}: {error}") from error
    return name, value if value or is_empty else None


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError("-d: what is sent is not UTF-8 text. Cure: write it to a file, and give -d @FILE") from error
    return text
