"""URLs of databases: their parts, their gaps, and that no message repeats one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.study.database_url import DatabaseUrlError, database_words
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings
from loadproof.study.secret import masked

GAPS = {"${db.port}": "5433", "${env:PASSWORD}": "p@:/?#%41 ${x}", "${env:USER}": "me"}


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgres://h/d", {"host": "h", "dbname": "d"}),
        ("postgresql://u:@h/d", {"host": "h", "dbname": "d", "user": "u"}),
        ("postgresql://u:p%40%2F@h:1/d", {"host": "h", "dbname": "d", "user": "u", "password": "p@/", "port": "1"}),
        ("postgresql://[::1]:65535/d", {"host": "::1", "port": "65535", "dbname": "d"}),
        (
            "postgresql://${env:USER}:a${env:PASSWORD}z@h:${db.port}/d",
            {"user": "me", "password": "ap@:/?#%41 ${x}z", "host": "h", "port": "5433", "dbname": "d"},
        ),
        (
            "postgresql://u:$${env:PASSWORD}@h/d",
            {"user": "u", "password": "${env:PASSWORD}", "host": "h", "dbname": "d"},
        ),
        ("postgresql:///d?host=%2Frun%2Fpg", {"host": "/run/pg", "dbname": "d"}),
    ],
)
def test_words_of_a_url(url: str, words: dict[str, str]) -> None:
    assert dict(database_words(DatabaseKind.POSTGRES, url, GAPS.__getitem__)) == words


@pytest.mark.parametrize(
    "url", ["", "h", "http://h/d", "postgresql://h", "postgresql://h/", "postgresql://u:p@h@i/d", "postgresql://h:0/d"]
)
def test_what_is_no_url_of_a_database(url: str) -> None:
    with pytest.raises(DatabaseUrlError):
        database_words(DatabaseKind.POSTGRES, url, GAPS.__getitem__)


@pytest.mark.parametrize(
    ("kind", "url", "words"),
    [
        (DatabaseKind.MARIADB, "mariadb://u:p@h", {"user": "u", "password": "p", "host": "h"}),
        (DatabaseKind.MARIADB, "mysql://u@h:1/d", {"user": "u", "host": "h", "port": "1", "dbname": "d"}),
        (DatabaseKind.REDIS, "redis://h:1", {"host": "h", "port": "1"}),
        (DatabaseKind.REDIS, "redis://:${env:PASSWORD}@h", {"password": "p@:/?#%41 ${x}", "host": "h"}),
        (DatabaseKind.REDIS, "redis://u@[::1]:2/0", {"user": "u", "host": "::1", "port": "2", "dbname": "0"}),
    ],
)
def test_words_of_other_kinds(kind: DatabaseKind, url: str, words: dict[str, str]) -> None:
    assert dict(database_words(kind, url, GAPS.__getitem__)) == words


@pytest.mark.parametrize(
    ("kind", "url"),
    [
        (DatabaseKind.MARIADB, "mariadb://h"),
        (DatabaseKind.MARIADB, "mariadb://u:p@"),
        (DatabaseKind.MARIADB, "postgresql://u@h/d"),
        (DatabaseKind.REDIS, "rediss://h"),
        (DatabaseKind.REDIS, "redis://h?db=1"),
    ],
)
def test_what_is_no_url_of_other_kinds(kind: DatabaseKind, url: str) -> None:
    with pytest.raises(DatabaseUrlError):
        database_words(kind, url, GAPS.__getitem__)


@given(st.text(max_size=40), st.sampled_from(["", "@h/d", "@h:99999/d", "@h/d?x=y", "@/d"]))
def test_no_message_repeats_a_password(secret: str, rest: str) -> None:
    with pytest.raises(DatabaseUrlError) as raised:
        database_words(DatabaseKind.POSTGRES, f"postgres://u: hunter2{secret}{rest} ", str)
    assert "hunter2" not in f"{raised.value.message} {raised.value.cure}"


def test_a_written_password_is_neither_shown_nor_in_a_traceback() -> None:
    url = "postgresql://bench:hunter2@127.0.0.1:${db.port}/bench"
    assert masked(f"--database={url}") == "--database=postgresql://bench:***@127.0.0.1:${db.port}/bench"
    assert masked("http://127.0.0.1:80/a@b http://h/x:y@z") == "http://127.0.0.1:80/a@b http://h/x:y@z"
    assert "hunter2" not in repr(DatabaseSettings(DatabaseKind.POSTGRES, "db", url))
