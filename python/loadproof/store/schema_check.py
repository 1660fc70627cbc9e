"""Checks of a database against the tables of `schema`: its objects are ours, and each value has its column's type.

Other people's schema can hold views that never end, triggers, and tables of modules; other people's rows can hold a
text where a number belongs, because SQLite does not enforce types. Everything is compared with tables made from
`schema`, so that a new table or column is checked without a word here.
"""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from typing import NamedTuple

from loadproof.store.bounds import LONGEST_TEXT, largest_of
from loadproof.store.schema import JSON_COLUMNS, LONGEST_COLUMNS, TABLES_SINCE, tables_of

__all__ = ["check_schema", "check_values"]

_OBJECTS = "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_master"
_MOST_OBJECTS = 100
_COMMENT = re.compile(r"--[^\n]*")
_LARGEST_COUNT = 2**53
"""Whole numbers up to here are exact in JSON and on the page of a report."""
_LONGEST_JSON = 8 * 2**20
_LARGEST_BY_NAME = {"seed": 2**63 - 1, "seconds": 60}
"""`seconds` of a window that was rolled up: a minute."""


class _Column(NamedTuple):
    name: str
    kind: str
    is_nullable: bool


def check_schema(connection: sqlite3.Connection, version: int) -> None:
    """Raise ValueError if an object of the schema is missing, is too many, or is not as loadproof makes it."""
    expected = dict(_objects_of(version))
    found = {}
    for kind, name, table, sql in connection.execute(f"{_OBJECTS} LIMIT {_MOST_OBJECTS}"):
        if not all(isinstance(text, str) for text in (kind, name, table, sql)):
            raise ValueError("its schema is damaged")
        found[name] = (kind, table, _without_comments(sql))
    for name in expected.keys() - found.keys():
        raise ValueError(f"the {expected[name][0]} {name} is missing")
    for name, made in found.items():
        if name not in expected:
            raise ValueError(f"the {made[0]} {name!r:.80} is not of loadproof")
        if made != expected[name]:
            ours = expected[name][0]
            what = f"is a {made[0]}, not a {ours}" if made[0] != ours else "is not as loadproof makes it"
            raise ValueError(f"the {ours} {name} {what}")


def check_values(connection: sqlite3.Connection, version: int) -> None:
    """Raise ValueError if a value has another type than its column, or is a number out of bounds.

    One pass over each table, within SQLite: texts and blobs are not read for that.
    """
    for table, columns in _columns_of(version).items():
        wrong = " ".join(f"WHEN NOT ({_is_sound(column)}) THEN '{column.name}'" for column in columns)
        query = f"SELECT * FROM (SELECT CASE {wrong} END AS wrong FROM {table}) WHERE wrong IS NOT NULL LIMIT 1"  # noqa: S608
        row = connection.execute(query).fetchone()
        if row is not None:
            raise ValueError(
                f"{table}.{row[0]}: {_shown(connection, table, next(c for c in columns if c.name == row[0]))}"
            )


def _shown(connection: sqlite3.Connection, table: str, column: _Column) -> str:
    """Return the fault of the first value of a column that is not sound."""
    name = column.name
    number = f"CASE WHEN typeof({name}) IN ('integer', 'real') THEN {name} END"
    query = f"SELECT typeof({name}), {number} FROM {table} WHERE NOT ({_is_sound(column)}) LIMIT 1"  # noqa: S608
    kind, value = connection.execute(query).fetchone()
    wanted = f"{column.kind.lower()}{' or null' if column.is_nullable else ''}"
    if kind == "text" and column.kind == "TEXT":
        return "a text is too long"
    if kind in ("integer", "real") and column.kind in ("INTEGER", "REAL"):
        return f"{value} is out of bounds"
    return f"a value is {kind}, not {wanted}"


def _is_sound(column: _Column) -> str:
    """SQL condition that a value of the column is as it must be."""
    name = column.name
    kinds = {"INTEGER": ("integer",), "REAL": ("real", "integer")}.get(column.kind, (column.kind.lower(),))
    allowed = ", ".join(f"'{kind}'" for kind in (*kinds, *(("null",) if column.is_nullable else ())))
    condition = f"typeof({name}) IN ({allowed})"
    if column.kind == "INTEGER":
        largest = _LARGEST_BY_NAME.get(name, min(_LARGEST_COUNT, int(largest_of(name))))
        return f"{condition} AND COALESCE({name} BETWEEN 0 AND {largest}, 1)"
    if column.kind == "REAL":
        return f"{condition} AND COALESCE(abs({name}) <= {largest_of(name)!r}, 1)"
    if column.kind == "TEXT" and name not in LONGEST_COLUMNS:
        longest = _LONGEST_JSON if name in JSON_COLUMNS else LONGEST_TEXT
        return f"{condition} AND COALESCE(length({name}) <= {longest}, 1)"
    return condition


@cache
def _objects_of(version: int) -> tuple[tuple[str, tuple[str, str, str]], ...]:
    """(name, (type, table, SQL)) of each object that a schema of this version has."""
    with closing(_made(version)) as made:
        return tuple(
            (name, (kind, table, _without_comments(sql)))
            for kind, name, table, sql in made.execute(_OBJECTS)
            if _is_in(table, version)
        )


@cache
def _columns_of(version: int) -> Mapping[str, tuple[_Column, ...]]:
    with closing(_made(version)) as made:
        tables = [name for kind, name, _, _ in made.execute(_OBJECTS) if kind == "table" and _is_in(name, version)]
        return {
            table: tuple(
                _Column(name, kind, is_nullable=not (not_null or key))
                for _, name, kind, not_null, _, key in made.execute(f"PRAGMA table_info({table})")
            )
            for table in tables
        }


def _made(version: int) -> sqlite3.Connection:
    made = sqlite3.connect(":memory:")
    made.executescript(tables_of(version))
    return made


def _is_in(table: str, version: int) -> bool:
    return version >= TABLES_SINCE.get(table, version)


def _without_comments(sql: str) -> str:
    return " ".join(_COMMENT.sub("", sql).split())
