"""Database of the documents as the tests use it, and the reports that run on it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from .postgres_server import PostgresServer
from .stand_process import STANDS

DOCUMENTS = STANDS / "documents"
DATABASE = "documents"
SMALL = "64MiB"
"""Size of the data of most tests; `make stands` makes the template."""
REPORTS: Mapping[str, tuple[object, ...]] = {
    "open_tasks": (20,),
    "execution": (20, "2025-03"),
    "year": (2025, 7),
}
"""Reports of the service with parameters."""
SELECTIVE = {"open_tasks": "f", "execution": "r", "year": "r"}
"""Alias of the relation whose join is the most selective; the last one in the text of each report."""

Rows = list[tuple[Any, ...]]


class DocumentsServer(PostgresServer):
    """One server of the documents on a default data directory; `directory` is for its log."""

    place = DOCUMENTS
    longest_making_s = 600.0

    def __init__(self, directory: Path, *options: str, size: str = SMALL, port: int = 0) -> None:
        self.size = size
        super().__init__(directory / "documents", *options, port=port)

    def options_of_data(self) -> list[str]:
        return [f"--size={self.size}"]

    @contextmanager
    def session(self, database: str = DATABASE) -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
        """Session of the service's user, which is rolled back at the end."""
        with psycopg.connect(self.url(database), cursor_factory=psycopg.RawCursor) as session:
            yield session
            session.rollback()


def report_statements(name: str) -> list[str]:
    """Statements of a report, in order; the last one gives the rows."""
    text = (DOCUMENTS / "sql" / f"report_{name}.sql").read_text(encoding="utf-8")
    return [statement.strip() for statement in text.split("\n-- next\n")]


def given(statement: str, parameters: Sequence[object]) -> Sequence[object] | None:
    """Parameters up to the last one that the statement names; None for a statement without parameters."""
    named = [number for number in range(1, len(parameters) + 1) if f"${number}" in statement]
    return parameters[: max(named)] if named else None


def run_report(
    session: "psycopg.Connection[tuple[Any, ...]]", name: str, settings: Mapping[str, object], before: str = ""
) -> Rows:
    """Run a report in one transaction with these settings; rows of its last statement, which `before` stands before."""
    *making, last = report_statements(name)
    with session.transaction(force_rollback=True), session.cursor() as cursor:
        for setting, value in settings.items():
            cursor.execute(f"SET LOCAL {setting} = '{value}'".encode())
        for statement in making:
            cursor.execute(statement.encode(), given(statement, REPORTS[name]))
        cursor.execute((before + last).encode(), given(last, REPORTS[name]))
        return cursor.fetchall()


def limits(relations: int) -> dict[str, object]:
    """Settings that let the planner reorder so many relations."""
    return {"join_collapse_limit": relations, "from_collapse_limit": relations}


def explained(
    session: "psycopg.Connection[tuple[Any, ...]]", name: str, settings: Mapping[str, object], *, analyze: bool = False
) -> dict[str, Any]:
    """`EXPLAIN (FORMAT JSON)` of the last statement of a report."""
    before = f"EXPLAIN (FORMAT JSON{', ANALYZE' if analyze else ''}) "
    ((found,),) = run_report(session, name, settings, before)
    (plan,) = json.loads(found) if isinstance(found, str) else found
    return dict(plan)


def relations(node: Mapping[str, Any]) -> list[str]:
    """Aliases of the relations that a part of a plan reads."""
    own = [str(node["Alias"])] if "Alias" in node and "Relation Name" in node else []
    return own + [alias for part in node.get("Plans", ()) for alias in relations(part)]


def joined_without(node: Mapping[str, Any], alias: str) -> int:
    """Relations of the largest part of a plan that is joined before the relation `alias` comes in."""
    found = relations(node)
    if alias not in found:
        return len(found)
    return max((joined_without(part, alias) for part in node.get("Plans", ())), default=0)
