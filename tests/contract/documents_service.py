"""The documents stand as the tests use it: a small database of its own, a service."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import httpx
import psycopg

from .postgres_server import PostgresServer
from .stand_process import STANDS, StandProcess
from .status_stand import start_of

SQL = STANDS / "documents" / "sql"
ROWS = Path(__file__).with_name("documents_rows.sql")
EMPLOYEES = 40
DOCUMENTS = 400
POOL = 8
LONGEST_WAIT_S = 60.0
"""Longest wait for an answer; no test judges how long it took."""


def lay_out(postgres: PostgresServer, database: str) -> None:
    """Make the database anew, with the tables of the stand and small data."""
    postgres.reset(database)
    variables = (f"--set=employees={EMPLOYEES}", f"--set=documents={DOCUMENTS}", "--set=ON_ERROR_STOP=1")
    files = (f"--file={SQL / 'schema.sql'}", f"--file={ROWS}")
    command = ["psql", "-X", "-q", *variables, *files, "--command=ANALYZE", postgres.url(database)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def documents_command(url: str, *options: str) -> list[str]:
    """Command of the service."""
    return [start_of("documents"), "--database", url, "--pool", str(POOL), *options]


@dataclass(frozen=True)
class Documents:
    """A running service with its database."""

    process: StandProcess
    postgres: PostgresServer
    database: str

    def ask(self, method: str, path: str, json: object = None, **more: Any) -> httpx.Response:
        """Answer to a request."""
        if json is not None:
            more["json"] = json
        return self.process.client.request(method, path, **{"timeout": LONGEST_WAIT_S, **more})

    def answer(self, method: str, path: str, json: object = None) -> dict[str, Any]:
        """Body of the answer to a request, which is 200."""
        got = self.ask(method, path, json)
        assert got.status_code == 200, got.text
        body = got.json()
        assert isinstance(body, dict)
        return body

    def select(self, query: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        with psycopg.connect(self.postgres.url(self.database)) as session:
            return session.execute(query, values).fetchall()

    def number(self, query: LiteralString, *values: object) -> int:
        """The one number of a query."""
        ((value,),) = self.select(query, *values)
        return int(value)

    @contextmanager
    def locked(self, table: str, row_id: int) -> Iterator[None]:
        """Meanwhile another session holds the lock of this row."""
        with psycopg.connect(self.postgres.url(self.database)) as session:
            query = psycopg.sql.SQL("SELECT id FROM {} WHERE id = %s FOR UPDATE").format(psycopg.sql.Identifier(table))
            assert session.execute(query, [row_id]).fetchone() == (row_id,)
            yield
            session.rollback()

    def waiting_for_locks(self) -> int:
        """Sessions of this database that wait for a lock."""
        return self.number(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
