"""Statements of an SQL injection: what a rollback undoes, and what is refused."""

import pytest
from loadproof.injections.kinds.sql_statement import makes_names, statement_fault

UNDONE = (
    "SELECT count(*) FROM a, b",
    "  -- COMMIT\n /* /* nested */ COMMIT; */ (SELECT 1)",
    "SELECT ';', E'\\'; COMMIT', $$; COMMIT$$, $a$ $b$ ; $a$, U&'\\0041', \"a;b\"\"c\";",
    "INSERT INTO status SELECT 1",
    "LOCK TABLE status IN ACCESS EXCLUSIVE MODE",
    "CREATE TEMP TABLE a (b int) ON COMMIT DROP",
    "CREATE INDEX ON status (id)",
    "SET work_mem = '64kB'",
    "SET LOCAL enable_hashjoin = off",
    "SET lock_timeout = '1s'",
    "DO $$ BEGIN CREATE TEMP TABLE a (b int) ON COMMIT DROP; END $$",
    "EXPLAIN (ANALYZE) SELECT 1",
    "WITH a AS (SELECT 1) DELETE FROM status",
    "SELECT pg_advisory_lock(1), pg_sleep(10)",
    "SELECT set_config FROM a",
)
KEPT = (
    ("COMMIT", "COMMIT"),
    ("/* SELECT */ end", "END"),
    ("ROLLBACK", "ROLLBACK"),
    ("PREPARE TRANSACTION 'a'", "PREPARE"),
    ("BEGIN", "BEGIN"),
    ("VACUUM status", "VACUUM"),
    ("COPY status TO '/tmp/a'", "COPY"),
    ("COPY status FROM PROGRAM 'true'", "COPY"),
    ("CREATE DATABASE a", "CREATE DATABASE"),
    ("DROP /**/ TABLESPACE a", "DROP TABLESPACE"),
    ("ALTER SYSTEM SET work_mem = 1", "ALTER SYSTEM"),
    ("CREATE INDEX CONCURRENTLY a ON b (c)", "CREATE CONCURRENTLY"),
    ("RESET ALL", "RESET"),
    ("DISCARD ALL", "DISCARD"),
    ("SET statement_timeout = 0", "SET statement_timeout"),
    ('SET SESSION "Application_Name" = a', "SET application_name"),
    ("SET ROLE a", "SET role"),
    ("SET SESSION AUTHORIZATION a", "SET authorization"),
    ("SELECT pg_catalog.set_config('application_name', '', false)", "set_config"),
    ("SELECT Set_Config /* a */ ('statement_timeout', '0', false)", "set_config"),
    ("SELECT \"set_config\"('statement_timeout', '0', false)", "set_config"),
    ("SELECT dblink_exec('', 'DELETE FROM a')", "dblink_exec"),
    ("SELECT pg_terminate_backend(pid) FROM pg_stat_activity", "pg_terminate_backend"),
    ("SELECT pg_create_physical_replication_slot('a')", "pg_create_physical_replication_slot"),
    ("DO $$ BEGIN COMMIT; END $$", "DO ... COMMIT"),
    ("DO 'BEGIN SET statement_timeout = 0; END'", "DO ... SET statement_timeout"),
    ("DO $a$ BEGIN PERFORM set_config('a.b', '', false); END $a$", "set_config"),
    ("\\copy a from b", "\\"),
)


@pytest.mark.parametrize("statement", UNDONE)
def test_statements_that_a_rollback_undoes(statement: str) -> None:
    assert statement_fault(statement) is None


@pytest.mark.parametrize(("statement", "what"), KEPT)
def test_statements_that_no_rollback_undoes(statement: str, what: str) -> None:
    fault = statement_fault(statement)
    assert fault is not None
    assert (fault.code, fault.values["what"]) == ("sql-not-undone", what)


@pytest.mark.parametrize("statement", ["SELECT 1; SELECT 2", "SELECT 1;;COMMIT", "SELECT 1; -- a\n /* b */ COMMIT"])
def test_several_statements_in_one_text(statement: str) -> None:
    fault = statement_fault(statement)
    assert fault is not None
    assert fault.code == "sql-several"


@pytest.mark.parametrize("statement", ["", " \n", ";", "-- SELECT 1", "/* SELECT 1 */ ;"])
def test_no_statement(statement: str) -> None:
    fault = statement_fault(statement)
    assert fault is not None
    assert fault.code == "sql-empty"


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 'a",
        'SELECT "a',
        "SELECT $a$ $b$",
        "SELECT /* /* */",
        "SELECT 1\0",
        "SELECT E'\\'",
        "SELECT " + "a" * (1 << 18),
    ],
)
def test_what_cannot_be_read(statement: str) -> None:
    fault = statement_fault(statement)
    assert fault is not None
    assert fault.code == "sql-unreadable"


def test_hidden_characters_are_shown() -> None:
    fault = statement_fault("VACUUM \x1b[31m\n" + "a" * 100)
    assert fault is not None
    assert str(fault.values["statement"]).startswith(r"VACUUM \x1b[31m\na")
    assert len(str(fault.values["statement"])) == 60


@pytest.mark.parametrize("piece", ["$a$$b$", "/*", "''", "E'\\'", "--\n", "($", '""'])
def test_a_long_statement_is_read_at_once(piece: str) -> None:
    # In linear time or nearly so: a run never waits for the reading of a statement.
    statement_fault("SELECT " + piece * ((1 << 17) // len(piece)))


def test_statements_after_which_names_mean_something_else() -> None:
    made = (
        "CREATE TEMP TABLE a (b int)",
        "SELECT 1 INTO a",
        "WITH a AS (SELECT 1) SELECT * INTO b FROM a",
        "SET a.b = 1",
    )
    assert all(map(makes_names, made))
    assert not any(map(makes_names, ("SELECT 1", "LOCK TABLE a", "INSERT INTO a SELECT 1")))
