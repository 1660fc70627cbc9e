"""Damage that the store of a run may hold when other people made it: values, tables, and bytes of the file.

`whole_run` makes a small run with rows in every table. `VALUE_CORRUPTIONS` has one function per kind of damaged value,
which takes the value that is there; `put` writes such a value into a column, whatever its type. `SCHEMA_ATTACKS` has
one function per kind of damaged schema, which takes an open database.
"""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from loadproof.run.caller import Caller
from loadproof.run.study_run import run_study
from loadproof.study.load_study import load_study

__all__ = ["SCHEMA_ATTACKS", "VALUE_CORRUPTIONS", "columns", "put", "whole_run"]

_STUDY = """
name: model
stand: {driver: simulate, simulated: {workers: 2, service_time: {exponential: 5ms}}}
variants: {a: {}, b: {simulated: {workers: 3}}}
profile:
  operations: {read: {request: GET /, apdex: {target: 10ms}}, write: {weight: 0.5, request: POST /}}
  slo: p99<200ms
methods: {load: {rate: 50, hold: 5s}}
alarms: {calls: rate over 2s > 1, apdex: apdex over 2s < 0.1}
"""
_ACTIVITY = json.dumps(
    {
        "service": "db",
        "begin_s": 1.0,
        "end_s": 4.0,
        "samples": 3,
        "settings": None,
        "counts": {"commits": 7, "wal_bytes": 100},
        "levels": {"sessions": 3.0, "own_cpu_share": 0.01},
        "statements": [{"query_id": "7", "text": "SELECT $1", "calls": 3, "execution_ms": 1.5}],
        "other_statements": None,
        "use": [{"query_id": "7", "wait_type": "Lock", "wait": "tuple", "samples": 2}],
        "locks": {
            "at_s": 2.0,
            "waiting": 1,
            "sessions": [
                {"process_id": 9, "blocked_by": [], "state": "idle", "application": "a", "text": None, "wait": None}
            ],
        },
        "abandoned": [{"process_id": 9, "application": "a", "text": "SELECT ?", "running_s": 3.0}],
        "scans": [{"table": "public.t", "scans": 1, "rows_read": 10, "live_rows": 10}],
        "temporary_space": {"tablespace": "t", "size_bytes": 10, "least_free_bytes": 5},
        "plans": [{"query_id": "7", "joined": 2, "cost": 1.0, "lines": ["Seq Scan on t"]}],
        "shortfalls": [{"code": "postgres-no-statements", "values": {}}],
    }
)
_ROWS = (
    "INSERT INTO runtime SELECT 'a', 1, 'shop', '{\"runtime\": \"OpenJDK 21\"}'",
    "INSERT INTO failed_reply VALUES (1, 0, 'status-503', 0.5, 12.0, 'HTTP/1.1 503 Busy', 'busy', 4)",
    "INSERT INTO variant_use VALUES (1, 'begin', 1.0, 'a', 1, 0.5, 64.0)",
    "INSERT INTO event VALUES (0.5, 1, 'died', 'shop', '\"it died\"', 'a', 1)",
    "INSERT INTO injection VALUES (1, 'lag', 1, 1.0, 2.0, 2.5, 'not_undone', '\"the link is slow\"')",
    "INSERT INTO doubt VALUES ('a', 'probe-missing', '\"no readings\"', 1)",
    'UPDATE run SET study = json_set(study, \'$.injections\', json(\'[{"name": "lag", "kind": "network", '
    '"problem": "slow link", "after_s": 1, "for_s": 1, "repeat": 1, "every_s": 0}]\'))',
    "INSERT INTO storage_failure VALUES (1.0, '\"the disk is full\"', 2)",
    f"INSERT INTO database_activity VALUES (1, 1.0, 'db', '{_ACTIVITY}')",  # noqa: S608
    "INSERT OR REPLACE INTO series VALUES (90, 'process:shop', 'cpu_cores', 'cores')",
    "INSERT OR REPLACE INTO reading VALUES (1.5, 90, 0.5, 1)",
)
_DEEP = 20_000


def whole_run(place: Path) -> Path:
    """Make a run of two variants with rows in every table, in `place/runs/whole`."""
    place.mkdir(parents=True, exist_ok=True)
    study = place / "study.yaml"
    study.write_text(_STUDY, encoding="utf-8")
    run = place / "runs/whole"
    run_study(load_study(study), run, caller=Caller(("loadproof", "run", str(study)), False)).written()
    with closing(sqlite3.connect(run / "run.db")) as database, database:
        for statement in _ROWS:
            database.execute(statement)
        empty = [table for table in _tables(database) if not _has_rows(database, table)]
        assert not empty, f"nothing is damaged in {empty}"
    return run


def columns(run: Path) -> list[tuple[str, str]]:
    """(table, column) of each column of the store of a run."""
    with closing(sqlite3.connect(run / "run.db")) as database:
        return [
            (table, name)
            for table in _tables(database)
            for _, name, *_ in database.execute(f"PRAGMA table_info({table})")
        ]


def put(store: Path, table: str, column: str, change: Callable[[Any], Any], *, every_row: bool = False) -> None:
    """Replace the values of a column in its last row, or in every row, against types and constraints of the schema."""
    with closing(sqlite3.connect(store, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        kept = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        loose = re.sub(rf"(?m)^(\s*{column}) (?:TEXT|REAL|INTEGER|BLOB)(?! PRIMARY)(?: NOT NULL)?", r"\1", kept)
        _set_schema(database, table, loose)
    with closing(sqlite3.connect(store, isolation_level=None)) as database:
        database.create_function("is_text", 1, lambda value: isinstance(change(value), str))
        database.create_function("damaged", 1, lambda value: _bytes_of(change(value)))
        key = "number" if table == "start" else column if "WITHOUT ROWID" in kept else "rowid"
        where = "" if every_row else f"WHERE {key} = (SELECT MAX({key}) FROM {table})"  # noqa: S608
        new = f"CASE WHEN is_text({column}) THEN CAST(damaged({column}) AS TEXT) ELSE damaged({column}) END"
        try:
            database.execute(f"UPDATE OR REPLACE {table} SET {column} = {new} {where}")  # noqa: S608
        finally:
            database.execute("PRAGMA writable_schema = ON")
            _set_schema(database, table, kept)


def _bytes_of(value: Any) -> Any:
    """A text as bytes, also one that is no UTF-8, which becomes a text again in SQL; other values as they are."""
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


def _set_schema(database: sqlite3.Connection, table: str, sql: str) -> None:
    database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, table))


def _tables(database: sqlite3.Connection) -> list[str]:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [name for (name,) in rows]


def _has_rows(database: sqlite3.Connection, table: str) -> bool:
    return database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None  # noqa: S608


def _leaves(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A corruption of each number, text and null within JSON; of other values a corruption of the value."""

    def changed(value: Any) -> Any:
        try:
            held = json.loads(value)
        except (TypeError, ValueError):
            made = change(value)
            return json.dumps(made) if isinstance(made, list) else made
        return json.dumps(_changed(held))

    def _changed(held: Any) -> Any:
        if isinstance(held, dict):
            return {name: _changed(inner) for name, inner in held.items()}
        return [_changed(inner) for inner in held] if isinstance(held, list) else change(held)

    return changed


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(number: float | str) -> Callable[[Any], Any]:
    return _leaves(lambda value: number if _is_number(value) else value)


def _texts(text: Any) -> Callable[[Any], Any]:
    return _leaves(lambda value: text if isinstance(value, str) else value)


def _emptied(value: Any) -> Any:
    """JSON without its members, one level down."""
    try:
        held = json.loads(value)
    except (TypeError, ValueError):
        return ""
    if isinstance(held, dict):
        return json.dumps({name: type(inner)() if inner is not None else None for name, inner in held.items()})
    return json.dumps([type(inner)() if inner is not None else None for inner in held] if isinstance(held, list) else 0)


VALUE_CORRUPTIONS: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda _: None,
    "a blob": lambda _: b"\xff\x00\xfe",
    "an empty blob": lambda _: b"",
    "an empty text": lambda _: "",
    "a word": lambda _: "word",
    "zero": lambda _: 0,
    "minus one": lambda _: -1,
    "one and a half": lambda _: 1.5,
    "the largest whole number": lambda _: 2**63 - 1,
    "the smallest whole number": lambda _: -(2**63),
    "10^18": lambda _: 10**18,
    "a billion": lambda _: 10**9,
    "1e308": lambda _: 1e308,
    "-1e308": lambda _: -1e308,
    "infinity": lambda _: float("inf"),
    "lists nested deeply": lambda _: "[" * _DEEP + "]" * _DEEP,
    "objects nested deeply": lambda _: '{"a":' * _DEEP + "1" + "}" * _DEEP,
    "lists nested by the thousand": lambda _: "[" * 900 + "]" * 900,
    "messages nested deeply": lambda _: (
        '{"code": "sentence-of-variant", "values": {"sentence": ' * 400 + '""' + "}}" * 400
    ),
    "JSON cut short": lambda value: value[: len(value) // 2] if isinstance(value, str) else "{",
    "null of JSON": lambda _: "null",
    "a list of nulls": lambda _: "[null]",
    "an empty object": lambda _: "{}",
    "an empty list": lambda _: "[]",
    "an object of objects": lambda _: '{"a": {"b": []}}',
    "a number of JSON": lambda _: "7",
    "a number of 6,000 digits": lambda _: "[" + "9" * 6000 + "]",
    "members emptied": _emptied,
    "numbers of 1e308": _numbers(1e308),
    "numbers of 1e400": lambda value: re.sub(r"\b\d+(\.\d+)?\b", "1e400", value) if isinstance(value, str) else 1e300,
    "numbers of -1": _numbers(-1),
    "numbers of 0": _numbers(0),
    "numbers of 10^18": _numbers(10**18),
    "numbers of 10^9": _numbers(10**9),
    "numbers that are texts": _numbers("7"),
    "numbers that are none": _numbers(float("nan")),
    "texts that are numbers": _texts(7),
    "texts that are lists": _texts([]),
    "texts with control characters": _texts("\x1b[31m\u202e\x00\x9b{x}[bold]"),
    "texts with a lone surrogate": _texts("\ud800"),
    "a million characters": lambda _: "x" * 10**6,
    "a million values": lambda _: "[" + "1," * 10**6 + "1]",
}


def _replaced_by_view(sql: str) -> Callable[[sqlite3.Connection], None]:
    def attack(database: sqlite3.Connection) -> None:
        database.execute("ALTER TABLE run RENAME TO kept")
        names = [name for _, name, *_ in database.execute("PRAGMA table_info(kept)")]
        database.execute(f"CREATE VIEW run ({', '.join(names)}) AS {sql.format(nulls=', '.join(['x'] * len(names)))}")

    return attack


def _script(sql: str) -> Callable[[sqlite3.Connection], None]:
    def attack(database: sqlite3.Connection) -> None:
        database.executescript(sql)

    return attack


_ENDLESS = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT {nulls} FROM r"
_SLOW = (
    "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 1000000000) "
    "SELECT {nulls} FROM r WHERE x = 1000000000"
)
SCHEMA_ATTACKS: dict[str, Callable[[sqlite3.Connection], None]] = {
    "an endless view for run": _replaced_by_view(_ENDLESS),
    "a slow view for run": _replaced_by_view(_SLOW),
    "a view of the table run": _replaced_by_view("SELECT * FROM kept"),
    "a view for window": _script(
        "DROP TABLE window; CREATE VIEW window AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) "
        "SELECT x AS trial, x AS due_second FROM r"
    ),
    "a trigger": _script("CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM trial; END"),
    "another view": _script("CREATE VIEW other AS SELECT * FROM other2"),
    "a virtual table": _script("DROP TABLE event; CREATE VIRTUAL TABLE event USING fts5(at_s, trial, kind)"),
    "a virtual table of a module that is not there": _script(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE event USING nothing(a)', "
        "rootpage = 0 WHERE name = 'event'"
    ),
    "a table that is missing": _script("DROP TABLE reading"),
    "a column that is missing": _script("ALTER TABLE event DROP COLUMN service"),
    "a column too many": _script("ALTER TABLE window ADD COLUMN more TEXT"),
    "a generated column": _script(
        "ALTER TABLE event RENAME COLUMN text TO old; ALTER TABLE event ADD COLUMN text AS (hex(zeroblob(100000000)))"
    ),
    "a schema that is no SQL": _script(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE nonsense' WHERE name = 'trial'"
    ),
    "tables that share a page": _script(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = "
        "(SELECT rootpage FROM sqlite_master WHERE name = 'run') WHERE name = 'event'"
    ),
    "a root page that is not there": _script(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 999999 WHERE name = 'trial'"
    ),
    "two runs": _script("INSERT INTO run SELECT * FROM run"),
    "no run": _script("DELETE FROM run"),
    "two endings": _script("INSERT INTO ending SELECT * FROM ending"),
    "no schema version": _script("PRAGMA user_version = 0"),
    "a negative schema version": _script("PRAGMA user_version = -7"),
    "a newer schema version": _script("PRAGMA user_version = 99"),
    "an older schema version": _script("PRAGMA user_version = 5"),
    "the application of others": _script("PRAGMA application_id = 252006673"),
    "another encoding": _script("PRAGMA writable_schema = ON"),
    "operations that are missing": _script("UPDATE run SET operations = '[]'"),
    "trials that are missing": _script("DELETE FROM trial"),
    "windows by the second, a year apart": _script("UPDATE window SET due_second = due_second + 31536000 * rowid"),
}
