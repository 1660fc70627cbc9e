"""Texts of statements by their identifiers, and one identifier for all statements with the same text.

PostgreSQL computes an identifier from the relations of a statement. A temporary table is another relation each time it
is made, so that each execution over it has an identifier of its own: ten thousand calls of a report are ten thousand
statements of one call.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from loadproof.postgres.activity import summed
from loadproof.postgres.hidden_values import CUT
from loadproof.records.database_activity import StatementUse

__all__ = ["StatementNames"]

_MOST = 5_000
"""Identifiers and texts that are kept: as many as `pg_stat_statements` keeps unless it is told otherwise."""


_PARAMETER = re.compile(r"\$\d+")
_OF_ANY_STATEMENT = re.compile(r"(?:EXECUTE|FETCH|MOVE)\b", re.IGNORECASE)
"""Start of a text that names a prepared statement or a cursor, which is another one in another session."""


class StatementNames:
    """Statements of one database over a start; the oldest are forgotten first.

    pg_stat_statements knows a statement when its first execution has ended. Until then it has the text that a session
    shows, with its values hidden, which the text of pg_stat_statements replaces.
    """

    def __init__(self) -> None:
        """No statement is known."""
        self._texts: dict[str, str | None] = {}
        self._running: dict[str, str | None] = {}
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
        if text is not None:
            shown = self._running.pop(query_id, None)
            if shown is not None and self._first.get(_key(shown)) == query_id:
                del self._first[_key(shown)]
            self._stand_first(text, query_id)

    def unknown_running(self, query_ids: Sequence[str], most: int) -> list[str]:
        """Return those of `query_ids` of which neither text was read; at most `most`."""
        return [one for one in query_ids if self._texts.get(one) is None and one not in self._running][:most]

    def learn_running(self, query_id: str, text: str | None) -> None:
        """Note the text that a session shows while it runs a statement; None: it is not readable."""
        _make_room(self._running)
        self._running[query_id] = text
        if text is not None and _is_of_one_statement(text):
            self._stand_first(text, query_id)

    def text_of(self, query_id: str) -> str | None:
        """Return the text of pg_stat_statements, or that of a session before; None: neither is known.

        >>> names = StatementNames()
        >>> names.learn_running("7", "SELECT ?")
        >>> before = names.text_of("7")
        >>> names.learn("7", "SELECT $1")
        >>> before, names.text_of("7"), names.of("7")
        ('SELECT ?', 'SELECT $1', '7')
        """
        text = self._texts.get(query_id)
        return self._running.get(query_id) if text is None else text

    def of(self, query_id: str) -> str:
        """Return the identifier that stands for all statements with the text of this one.

        >>> names = StatementNames()
        >>> names.learn("7", "SELECT * FROM report_rows")
        >>> names.learn("8", "SELECT * FROM report_rows")
        >>> names.of("8"), names.of("9")
        ('7', '9')
        """
        text = self._texts.get(query_id)
        if text is None:
            shown = self._running.get(query_id)
            text = shown if shown is not None and _is_of_one_statement(shown) else None
        return query_id if text is None else self._first.get(_key(text), query_id)

    def joined(self, statements: Sequence[StatementUse]) -> list[StatementUse]:
        """Return the statements with their texts, those with the same text as one."""
        of_each: dict[str, list[StatementUse]] = defaultdict(list)
        for one in statements:
            of_each[self.of(one.query_id)].append(one)
        return [summed(own, query_id, self.text_of(own[0].query_id)) for query_id, own in of_each.items()]

    def _stand_first(self, text: str, query_id: str) -> None:
        if _key(text) not in self._first:
            _make_room(self._first)
            self._first[_key(text)] = query_id


def _key(text: str) -> str:
    """Return the text with `?` for parameters: pg_stat_statements has `$1` where a session shows a hidden value."""
    return _PARAMETER.sub("?", text)


def _is_of_one_statement(text: str) -> bool:
    """Return True if sessions with this text run the same statement: it is whole, one, and not by a name."""
    return not text.endswith(CUT) and ";" not in text and not _OF_ANY_STATEMENT.match(text)


def _make_room(kept: dict[str, str | None] | dict[str, str]) -> None:
    if len(kept) >= _MOST:
        del kept[next(iter(kept))]
