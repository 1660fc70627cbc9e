"""Places of databases and names of sessions, as they are on disk, and what is made of hostile ones."""

import pytest
from loadproof.injections.kinds.sql_termination import clear_sessions, database_place, quoted_application
from loadproof.injections.traces import Traces

NOBODY = {"PGUSER": "nobody-here", "PGPASSWORD": "none"}


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ({"host": "db", "port": "6432", "dbname": "app"}, "db:6432/app"),
        ({"host": "::1", "dbname": "a/b:c"}, "[::1]:5432/a/b:c"),
        ({"host": "/run/postgresql", "dbname": "app", "password": "secret"}, "/run/postgresql:5432/app"),
    ],
)
def test_the_place_of_a_database(words: dict[str, str], place: str) -> None:
    assert database_place(words) == place


@pytest.mark.parametrize("name", ["", "a'b", "a\\b", "a\nb", "a" * 64, "\u00e4", "a%"])
def test_a_name_that_is_no_literal_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name of a session"):
        quoted_application(name)


@pytest.mark.parametrize(
    ("database", "application"),
    [
        ("127.0.0.1:1/app", "other"),
        ("127.0.0.1:1/app", "loadproof-' OR true --"),
        ("127.0.0.1/app", "loadproof-a-b"),
        ("", "loadproof-a-b"),
        ("127.0.0.1:1/", "loadproof-a-b"),
    ],
)
def test_traces_that_are_not_ours_are_not_followed(database: str, application: str) -> None:
    told = clear_sessions(Traces("sql", "backlog", database=database, application=application), NOBODY)
    assert told.code == "injection-state-unknown"


@pytest.mark.parametrize("database", ["127.0.0.1:1/app", "[::1]:1/app", "/nowhere:5432/app", "127.0.0.1:1/a b'c"])
def test_a_server_that_is_gone_is_told_with_what_to_do(database: str) -> None:
    traces = Traces("sql", "backlog", database=database, application="loadproof-a-b", ends_within_s=75.0)
    told = clear_sessions(traces, NOBODY)
    assert told.code == "sql-sessions-unknown"
    assert told.values["database"] == database
    assert "application_name = 'loadproof-a-b'" in str(told.values["statement"])
