"""URLs of databases with gaps that are filled part by part: a secret may hold any character, and is never parsed.

PostgreSQL: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS.
Redis: https://www.iana.org/assignments/uri-schemes/prov/redis.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import parse_qsl, unquote

from loadproof.errors import WrittenValueError
from loadproof.study.probe_settings import DatabaseKind

__all__ = ["DatabaseUrlError", "database_words"]

_PIECE = re.compile(r"((?<!\$)\$\{[^}]*\})")
_GAP = r"\$\{[^}]*\}"
_URL = re.compile(
    rf"(?P<scheme>[a-z]+)://(?:(?P<user>(?:{_GAP}|[^:@/?#\s])+|(?=:))(?::(?P<password>(?:{_GAP}|[^:@/?#\s])*))?@)?"
    rf"(?P<host>\[[0-9A-Fa-f:.]+\]|(?:{_GAP}|[^:@/?#\s\[\]])*)(?::(?P<port>{_GAP}|[0-9]{{1,5}}))?"
    rf"(?:/(?P<dbname>(?:{_GAP}|[^:@/?#\s])+))?(?:\?(?P<more>[^#\s]*))?"
)
_PARTS = ("user", "password", "host", "port", "dbname")
_HIGHEST_PORT = 65535


@dataclass(frozen=True, slots=True)
class _Form:
    """The URL of one kind of database."""

    server: str
    schemes: tuple[str, ...]
    example: str
    required: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    """Keys that may follow the `?`."""


_FORMS = {
    DatabaseKind.POSTGRES: _Form(
        "a PostgreSQL database",
        ("postgresql", "postgres"),
        "postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
        required=("dbname",),
        # `host` for the directory of a Unix socket.
        more=("host", "sslmode", "sslrootcert"),
    ),
    DatabaseKind.MARIADB: _Form(
        "a MariaDB or MySQL server", ("mariadb", "mysql"), "mariadb://USER:PASSWORD@HOST:PORT", required=("user",)
    ),
    DatabaseKind.REDIS: _Form("a Redis server", ("redis",), "redis://USER:PASSWORD@HOST:PORT"),
}


class DatabaseUrlError(WrittenValueError):
    """The text is not the URL of a database; the message never repeats it, as it may hold a password."""


def database_words(kind: DatabaseKind, url: str, filled: Callable[[str], str]) -> Mapping[str, str]:
    """Parts of `url` under the keywords of libpq; `filled` gives the value of a gap such as `${env:NAME}`.

    Raises DatabaseUrlError, and what `filled` raises.

    >>> url = "postgresql://bench:${env:P}@db:5432/a%2Fb?sslmode=require"
    >>> dict(database_words(DatabaseKind.POSTGRES, url, lambda gap: "@/%41"))
    {'sslmode': 'require', 'user': 'bench', 'password': '@/%41', 'host': 'db', 'port': '5432', 'dbname': 'a/b'}
    >>> dict(database_words(DatabaseKind.REDIS, "redis://:${env:P}@cache:6379", lambda gap: "@/%41"))
    {'password': '@/%41', 'host': 'cache', 'port': '6379'}
    """
    form = _FORMS[kind]
    hint = f"write {form.example}, and a special character in a part as %XX"
    match = _URL.fullmatch(url)
    if match is None or match["scheme"] not in form.schemes or any(not match[part] for part in form.required):
        raise DatabaseUrlError(f"this is not the URL of {form.server}", hint)
    words = _more(match["more"] or "", form)
    for key in _PARTS:
        if match[key]:
            words[key] = _filled(match[key], filled)
    words["host"] = words.get("host", "").strip("[]")
    if not words["host"]:
        raise DatabaseUrlError("the URL names no host", hint)
    port = words.get("port", "1")
    if not (port.isdecimal() and 1 <= int(port) <= _HIGHEST_PORT):
        raise DatabaseUrlError("the port of the URL is not one from 1 to 65535", hint)
    return MappingProxyType(words)


def _more(query: str, form: _Form) -> dict[str, str]:
    words = dict(parse_qsl(query, keep_blank_values=True))
    strange = sorted(set(words) - set(form.more))
    if strange or (query and not words):
        allowed = f"use {', '.join(form.more)}" if form.more else "leave it out"
        raise DatabaseUrlError("a key after the ? is not one that a probe takes", allowed)
    return words


def _filled(part: str, filled: Callable[[str], str]) -> str:
    """Literal text decoded, values of gaps unchanged."""
    pieces = enumerate(_PIECE.split(part))
    return "".join(filled(piece) if at % 2 else unquote(piece).replace("$${", "${") for at, piece in pieces)
