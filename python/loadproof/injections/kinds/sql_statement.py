"""Statements that a rollback undoes, told from those that PostgreSQL keeps or that escape the bounds of a session.

Every session runs its statements in one transaction that is never committed, so that the server itself undoes them,
also if nobody is left to ask for it. This module refuses what ends that transaction, what works outside of it (files,
programs, other sessions, other connections), and what takes back the settings by which a session is found and ended.

It reads first words and names, not whole statements: the server parses those. What a function of the user does outside
of its transaction cannot be seen here. PostgreSQL does not roll back sequences (`nextval`), nor the dead rows and the
write-ahead log of a change.

Grammar: https://www.postgresql.org/docs/current/sql-syntax-lexical.html.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from loadproof.model.message import Message
from loadproof.model.visible_text import visible_line

__all__ = ["fills_tables", "makes_names", "statement_fault"]

_LONGEST_BYTES = 1 << 18
_SHOWN = 60
_ROLLED_BACK = re.compile(
    "select|values|table|with|insert|update|delete|merge|lock|explain|create|alter|drop|truncate|comment"
    "|grant|revoke|analyze|reindex|refresh|cluster|declare|fetch|move|close|do|call|savepoint|release|set"
    "|show|import|security|checkpoint"
)
"""First words of statements that a transaction can hold, and its rollback undoes or that leave nothing."""
_MAKERS = frozenset({"create", "alter", "drop", "set", "do", "call", "import"})
"""First words of statements after which names may mean something else."""
_FILLERS = frozenset({"create", "insert", "update", "merge", "refresh", "do", "call", "explain"})
"""First words of statements that may write into tables, which no limit of PostgreSQL bounds."""
_OF_THE_SERVER = frozenset({"database", "tablespace", "subscription", "system"})
"""Second words of CREATE, ALTER and DROP that no transaction can hold."""
_ENDING = frozenset({"commit", "rollback", "abort"})
_OUTSIDE = re.compile(
    r"dblink\w*|lo_export|pg_file_\w+|set_config|setval|pg_(?:terminate|cancel)_backend|pg_reload_conf|pg_promote"
    r"|pg_rotate_logfile\w*|pg_switch_wal|pg_(?:backup|start_backup|stop_backup)\w*|pg_\w*replication_\w+"
    r"|pg_stat_\w*reset\w*|pg_wal_replay_\w+|pg_logical_\w+|pg_create_restore_point"
)
"""Functions whose effect a rollback leaves as it is, or which other sessions feel."""
_BOUNDS = re.compile(
    "application_name|statement_timeout|transaction_timeout|idle_in_transaction_session_timeout"
    "|idle_session_timeout|temp_file_limit|client_connection_check_interval|role|authorization"
    "|session_authorization"
)
"""Settings by which a session is found, and by which the server ends it."""
_TOKEN = re.compile(
    r"""
    (?P<space>\s+|--[^\r\n]*)
    |(?P<comment>/\*)
    |(?P<escaped>[eE]'(?:[^'\\]|\\.|'')*')
    |(?P<text>(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*')
    |(?P<quoted>(?:[uU]&)?"(?:[^"]|"")*")
    |(?P<dollars>\$(?:[^\W\d]\w*)?\$)
    |(?P<open>[eE]'|['"])
    |(?P<word>[^\W\d][\w$]*)
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    """`word` in lower case, `name` that was quoted, `text`, `body` between dollars, or `sign`."""
    text: str


class _UnreadableError(Exception):
    """A quote or a comment does not end."""


def statement_fault(statement: str) -> Message | None:
    """Return why no session may run `statement`; None: a rollback undoes it.

    >>> statement_fault("SELECT ';' /* ; COMMIT */ FROM a -- ; COMMIT") is None
    True
    >>> statement_fault("SELECT 1; COMMIT").code, statement_fault("/**/ Commit").code
    ('sql-several', 'sql-not-undone')
    >>> statement_fault("VACUUM status")
    Message(sql-not-undone, statement='VACUUM status', what='VACUUM')
    """
    shown = visible_line(statement.strip())[:_SHOWN]
    if "\0" in statement or len(statement.encode("utf-8", "replace")) > _LONGEST_BYTES:
        return Message("sql-unreadable", statement=shown)
    try:
        tokens = list(_tokens(statement))
    except _UnreadableError:
        return Message("sql-unreadable", statement=shown)
    while tokens and tokens[-1].text == ";":
        tokens.pop()
    if not tokens:
        return Message("sql-empty")
    if any(token == _Token("sign", ";") for token in tokens):
        return Message("sql-several", statement=shown)
    what = _kept(tokens)
    return None if what is None else Message("sql-not-undone", statement=shown, what=visible_line(what)[:_SHOWN])


def makes_names(statement: str) -> bool:
    """Return True if names of later statements may be made or changed by this one, which `statement_fault` accepts.

    >>> [makes_names(one) for one in ("CREATE TEMP TABLE a (b int)", "SELECT 1 INTO a", "SELECT 1", "(TABLE a)")]
    [True, True, False, False]
    """
    words = [token.text for token in _tokens(statement) if token.kind == "word"]
    return bool(words) and (words[0] in _MAKERS or (words[0] in ("select", "with") and "into" in words))


def fills_tables(statement: str) -> bool:
    """Return True if this statement, which `statement_fault` accepts, may write rows into tables.

    >>> filling = ("CREATE TEMP TABLE a AS SELECT 1", "WITH b AS (SELECT 1) INSERT INTO a TABLE b", "SELECT 1 INTO a")
    >>> [fills_tables(one) for one in (*filling, "SELECT 1", "LOCK a")]
    [True, True, True, False, False]
    """
    words = [token.text for token in _tokens(statement) if token.kind == "word"]
    if not words or words[0] not in ("select", "with"):
        return bool(words) and words[0] in _FILLERS
    return not {"into", "insert", "update", "merge"}.isdisjoint(words)


def _kept(tokens: list[_Token]) -> str | None:
    """Return the words of the statement that no rollback undoes; None if there are none."""
    words = [token.text if token.kind == "word" else "" for token in tokens if token.text != "("]
    first = words[0] if words else ""
    if _ROLLED_BACK.fullmatch(first) is None:
        return first.upper() or tokens[0].text
    second = words[1] if len(words) > 1 else ""
    if first in ("create", "alter", "drop") and second in _OF_THE_SERVER:
        return f"{first} {second}".upper()
    if first in ("create", "drop", "reindex") and "concurrently" in words:
        return f"{first} concurrently".upper()
    if first == "set" and (bound := _bound(tokens)) is not None:
        return f"SET {bound}"
    if first == "do":
        bodies = [token.text for token in tokens if token.kind in ("body", "text")]
        return next((kept for body in bodies if (kept := _kept_in_block(body)) is not None), None)
    return _called_outside(tokens)


def _bound(tokens: list[_Token]) -> str | None:
    """Return the name that a SET sets if it is one of the bounds."""
    names = [token.text.lower() for token in tokens[1:] if token.kind in ("word", "name")]
    name = next((name for name in names if name not in ("local", "session")), "")
    return name if _BOUNDS.fullmatch(name) else None


def _kept_in_block(body: str) -> str | None:
    try:
        tokens = list(_tokens(body))
    except _UnreadableError:
        return "DO"
    for before, token in zip([_Token("sign", ""), *tokens], tokens, strict=False):
        # ON COMMIT DROP is of a temporary table.
        if token.kind == "word" and token.text in _ENDING and before != _Token("word", "on"):
            return f"DO ... {token.text.upper()}"
    sets = [at for at, token in enumerate(tokens) if token == _Token("word", "set")]
    bound = next((name for at in sets if (name := _bound(tokens[at : at + 4])) is not None), None)
    return _called_outside(tokens) if bound is None else f"DO ... SET {bound}"


def _called_outside(tokens: list[_Token]) -> str | None:
    """Return the name of the first function that works outside of its transaction."""
    for token, following in pairwise(tokens):
        is_name = token.kind in ("word", "name")
        if is_name and following == _Token("sign", "(") and _OUTSIDE.fullmatch(token.text):
            return token.text
    return None


def _tokens(statement: str) -> Iterator[_Token]:
    """Yield what is neither space nor comment. Raises _UnreadableError."""
    at = 0
    while at < len(statement):
        match = _TOKEN.match(statement, at)
        if match is None or match["open"]:
            raise _UnreadableError
        at = match.end()
        if match["comment"]:
            at = _comment_end(statement, at)
        elif match["word"]:
            yield _Token("word", match["word"].lower())
        elif match["quoted"]:
            yield _Token("name", match["quoted"].partition('"')[2][:-1].replace('""', '"'))
        elif match["escaped"] or match["text"]:
            yield _Token("text", (match["escaped"] or match["text"]).partition("'")[2][:-1].replace("''", "'"))
        elif match["dollars"]:
            # By `find`: a pattern would look through the rest once for each tag that does not end.
            end = statement.find(match["dollars"], at)
            if end < 0:
                raise _UnreadableError
            yield _Token("body", statement[at:end])
            at = end + len(match["dollars"])
        elif match["other"]:
            yield _Token("sign", match["other"])


def _comment_end(statement: str, at: int) -> int:
    """Return the place after the comment that began before `at`; comments of PostgreSQL nest."""
    depth = 1
    while depth:
        edge = _COMMENT_EDGE.search(statement, at)
        if edge is None:
            raise _UnreadableError
        depth += 1 if edge[0] == "/*" else -1
        at = edge.end()
    return at
