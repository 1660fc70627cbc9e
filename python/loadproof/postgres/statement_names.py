"""Texts of statements by their identifiers, and one identifier for all statements with the same text.

PostgreSQL computes an identifier from the relations of a statement. A temporary table is another relation each time it
is made, so that each execution over it has an identifier of its own: ten thousand calls of a report are ten thousand
statements of one call.
"""

from collections import defaultdict
from collections.abc import Sequence

from loadproof.postgres.activity import summed
from loadproof.records.database_activity import StatementUse

__all__ = ["StatementNames"]

_MOST = 5_000
"""Identifiers and texts that are kept: as many as `pg_stat_statements` keeps unless it is told otherwise."""


class StatementNames:
    """Statements of one database over a start; the oldest are forgotten first."""

    def __init__(self) -> None:
        """No statement is known."""
        self._texts: dict[str, str | None] = {}
        self._first: dict[str, str] = {}

    def unknown(self, statements: Sequence[StatementUse], most: int) -> list[str]:
        """Return the identifiers without a text so far, longest execution time first; at most `most`."""
        new = [one for one in statements if one.query_id not in self._texts]
        new.sort(key=lambda one: -one.execution_ms)
        return [one.query_id for one in new[:most]]

    def learn(self, query_id: str, text: str | None) -> None:
        """Note the text of a statement; None: it is not readable."""
        _make_room(self._texts)
        self._texts[query_id] = text
        if text is not None and text not in self._first:
            _make_room(self._first)
            self._first[text] = query_id

    def of(self, query_id: str) -> str:
        """Return the identifier that stands for all statements with the text of this one.

        >>> names = StatementNames()
        >>> names.learn("7", "SELECT * FROM report_rows")
        >>> names.learn("8", "SELECT * FROM report_rows")
        >>> names.of("8"), names.of("9")
        ('7', '9')
        """
        text = self._texts.get(query_id)
        return query_id if text is None else self._first.get(text, query_id)

    def joined(self, statements: Sequence[StatementUse]) -> list[StatementUse]:
        """Return the statements with their texts, those with the same text as one."""
        of_each: dict[str, list[StatementUse]] = defaultdict(list)
        for one in statements:
            of_each[self.of(one.query_id)].append(one)
        return [summed(own, query_id, self._texts.get(own[0].query_id)) for query_id, own in of_each.items()]


def _make_room(kept: dict[str, str | None] | dict[str, str]) -> None:
    if len(kept) >= _MOST:
        del kept[next(iter(kept))]
