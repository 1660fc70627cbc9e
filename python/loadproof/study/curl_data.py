"""The data options of curl as pieces of a body: texts, encoded or not, and files."""

import re
from contextlib import closing
from urllib.parse import quote

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FileBody
from loadproof.study.url_request import file_body
from loadproof.system.input_file import FileError, open_regular_file

__all__ = ["data_piece", "joined_pieces", "named_file", "text_of_file", "url_encoded"]

_LARGEST_TEXT_BYTES = 2**20
"""Largest file whose text becomes part of the request, bytes."""


def data_piece(option: str, value: str) -> str | FileBody:
    """Return what `--data value` and its variants add to a body. Raises InputError.

    >>> data_piece("--data-urlencode", "q=a b&c"), data_piece("--data-raw", "@b")
    ('q=a%20b%26c', '@b')
    """
    if option == "--data-urlencode":
        return url_encoded(option, value)
    if not value.startswith("@") or option == "--data-raw":
        return value
    if option in ("--data-binary", "--json"):
        return named_file(option, value[1:])
    return _without_line_breaks(option, value[1:])


def url_encoded(option: str, value: str) -> str:
    """`NAME=TEXT`, `=TEXT`, `TEXT`, `NAME@FILE` or `@FILE`, encoded but for the name. Raises InputError.

    >>> url_encoded("--data-urlencode", "=a=b"), url_encoded("--data-urlencode", "a b")
    ('a%3Db', 'a%20b')
    """
    match = re.search("=", value) or re.search("@", value)
    if match is None:
        return _encoded(value)
    name, content = value[: match.start()], value[match.end() :]
    text = text_of_file(option, named_file(option, content)) if match[0] == "@" else content
    return f"{name}{'=' if name else ''}{_encoded(text)}"


def joined_pieces(pieces: list[tuple[bool, str | FileBody]]) -> str:
    """The body of several pieces; True: an & stands before it, where it is not the first. Raises InputError."""
    text = ""
    for number, (is_parted, piece) in enumerate(pieces):
        added = text_of_file("--data-binary", piece) if isinstance(piece, FileBody) else piece
        text += f"{'&' if is_parted and number else ''}{added}"
    return text


def named_file(option: str, name: str) -> FileBody:
    """The file that an option names. Raises InputError."""
    if name == "-":
        raise InputError(f"--curl: {option}: standard input is not read. Cure: write it to a file")
    return file_body(f"--curl: {option}", name)


def text_of_file(option: str, file: FileBody) -> str:
    """The text of a file of up to 1 MiB. Raises InputError."""
    return _decoded(option, _content(option, file, "its text becomes part of the request"))


def _without_line_breaks(option: str, name: str) -> str | FileBody:
    """A file as `--data @FILE` sends it: without line breaks and NULs."""
    file = named_file(option, name)
    content = _content(option, file, "curl takes line breaks out of it")
    kept = content.translate(None, b"\r\n\0")
    return file if kept == content else _decoded(option, kept)


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="surrogateescape")


def _content(option: str, file: FileBody, reason: str) -> bytes:
    try:
        with closing(open_regular_file(file.path, _LARGEST_TEXT_BYTES)) as opened:
            return opened.read(_LARGEST_TEXT_BYTES)
    except FileError as error:
        raise InputError(
            f"--curl: {option}: {quoted(str(file.path))}: {error.message}, and {reason}. "
            "Cure: give the whole body as --data-binary @FILE"
        ) from error


def _decoded(option: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"--curl: {option}: the file is not UTF-8 text. Cure: give the whole body as --data-binary @FILE"
        ) from error
