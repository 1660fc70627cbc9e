"""The URL of a PostgreSQL database, as libpq reads one, with gaps that are filled part by part.

A secret may then hold whatever it likes: it is never read as a piece of a URL.
https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS describes the URL.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, unquote

from loadproof.errors import WrittenValueError

__all__ = ["PostgresUrlError", "postgres_words"]

_FORM = "write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and what is special in a part as %XX"
_PIECE = re.compile(r"((?<!\$)\$\{[^}]*\})")
_GAP = r"\$\{[^}]*\}"
_URL = re.compile(
    rf"postgres(?:ql)?://(?:(?P<user>(?:{_GAP}|[^:@/?#\s])+)(?::(?P<password>(?:{_GAP}|[^:@/?#\s])*))?@)?"
    rf"(?P<host>\[[0-9A-Fa-f:.]+\]|(?:{_GAP}|[^:@/?#\s\[\]])*)(?::(?P<port>{_GAP}|[0-9]{{1,5}}))?"
    rf"/(?P<dbname>(?:{_GAP}|[^:@/?#\s])+)(?:\?(?P<more>[^#\s]*))?"
)
_MORE = ("host", "sslmode", "sslrootcert")
"""Keys of the connection that may stand behind the `?`; `host` for the directory of a Unix socket."""
_HIGHEST_PORT = 65535


class PostgresUrlError(WrittenValueError):
    """The text is not the URL of a database; the message never repeats it, as it may hold a password."""


def postgres_words(url: str, filled: Callable[[str], str]) -> Mapping[str, str]:
    """The keywords of libpq for `url`; `filled` gives the value of a gap such as `${env:NAME}`.

    Raises PostgresUrlError, and what `filled` raises.

    >>> dict(postgres_words("postgresql://bench:${env:P}@db:5432/a%2Fb?sslmode=require", lambda gap: "@/%41"))
    {'sslmode': 'require', 'user': 'bench', 'password': '@/%41', 'host': 'db', 'port': '5432', 'dbname': 'a/b'}
    """
    match = _URL.fullmatch(url)
    if match is None:
        raise PostgresUrlError("this is not the URL of a PostgreSQL database", _FORM)
    words = _more(match["more"] or "")
    for key in ("user", "password", "host", "port", "dbname"):
        if match[key]:
            words[key] = _filled(match[key], filled)
    words["host"] = words.get("host", "").strip("[]")
    if not words["host"]:
        raise PostgresUrlError("the URL names no host", _FORM)
    port = words.get("port", "5432")
    if not (port.isdecimal() and 1 <= int(port) <= _HIGHEST_PORT):
        raise PostgresUrlError("the port of the URL is not one from 1 to 65535", _FORM)
    return MappingProxyType(words)


def _more(query: str) -> dict[str, str]:
    words = dict(parse_qsl(query, keep_blank_values=True))
    strange = sorted(set(words) - set(_MORE))
    if strange or (query and not words):
        raise PostgresUrlError("a key behind the ? is not one that a probe takes", f"use {', '.join(_MORE)}")
    return words


def _filled(part: str, filled: Callable[[str], str]) -> str:
    """Literal text is decoded, values of gaps stand as they are."""
    pieces = enumerate(_PIECE.split(part))
    return "".join(filled(piece) if at % 2 else unquote(piece).replace("$${", "${") for at, piece in pieces)
