"""Sessions of an injection as the server sees them: counted and terminated by a connection of its own.

All sessions of one injection carry one `application_name`, which holds the token of the lease and is drawn anew for
each run. The same role may always terminate its own sessions.
"""

import re
import time
from collections.abc import Mapping
from typing import Any

from loadproof.injections.traces import Traces
from loadproof.model.message import Message, count, duration
from loadproof.model.visible_text import visible_line
from loadproof.postgres.link import PostgresLink
from loadproof.postgres.queries import MARK, NAME
from loadproof.probes.probe import ProbeFailure

__all__ = [
    "clear_sessions",
    "count_sessions",
    "database_place",
    "opened_link",
    "quoted_application",
    "terminate_sessions",
    "termination_statement",
    "undo_sessions",
]

_APPLICATION = re.compile(r"[A-Za-z0-9_.:/ -]{1,63}")
_PLACE = re.compile(r"(?P<host>\[[^\]]*\]|[^:]*):(?P<port>[0-9]{1,5})/(?P<database>.+)")
_VARIABLES = {"PGUSER": "user", "PGPASSWORD": "password", "PGPASSFILE": "passfile"}
_CLEARING_S = 5.0
_ANSWER_S = 2.0
_FIRST_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 0.25
_OTHERS = "FROM pg_catalog.pg_stat_activity WHERE application_name = {} AND pid <> pg_catalog.pg_backend_pid()"


def quoted_application(application: str) -> str:
    """Return the name as a literal of SQL. Raises ValueError for a name that PostgreSQL would not keep as it is."""
    if _APPLICATION.fullmatch(application) is None:
        raise ValueError(f"{application!r:.80} is no name of a session. Cure: take ASCII letters, digits, - and _")
    return f"'{application}'"


def termination_statement(application: str) -> str:
    """Return the statement that an administrator runs where no connection of ours can."""
    quoted = quoted_application(application)
    return f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = {quoted}"  # noqa: S608


def opened_link(words: Mapping[str, str], within_s: float, name: str = NAME) -> PostgresLink:
    """Return a connection with `name` as its application. Raises ProbeFailure."""
    own = {"application_name": name, "client_encoding": "UTF8"}
    return PostgresLink.opened({"gssencmode": "disable", **words, **own}, within_s)


def count_sessions(words: Mapping[str, str], application: str, within_s: float) -> int:
    """Return the number of sessions that are left. Raises ProbeFailure where nobody can tell."""
    statement = f"SELECT {MARK} count(*) AS sessions {_OTHERS.format(quoted_application(application))}"
    ends_s = time.monotonic() + within_s
    link = opened_link(words, within_s)
    try:
        return int(link.ask(statement, max(0.1, ends_s - time.monotonic())).get("sessions") or 0)
    finally:
        link.close()


def terminate_sessions(words: Mapping[str, str], application: str, within_s: float) -> Message | None:
    """Terminate all sessions until none is left. Return why some may be left after `within_s`; None: none is left.

    Connects again and again until then: a server may have no connection free, or may recover from a crash.
    """
    statement = (
        f"SELECT {MARK} count(*) AS sessions, count(*) FILTER (WHERE pg_catalog.pg_terminate_backend(pid)) "
        + _OTHERS.format(quoted_application(application))
    )
    ends_s, pause_s = time.monotonic() + within_s, _FIRST_PAUSE_S
    link: PostgresLink | None = None
    try:
        while True:
            left_s = max(0.1, min(_ANSWER_S, ends_s - time.monotonic()))
            try:
                if link is None or not link.is_open:
                    link = opened_link(words, left_s)
                left = int(link.ask(statement, left_s).get("sessions") or 0)
                if left == 0:
                    return None
                why = Message("sql-sessions-left", count=count(left))
            except ProbeFailure as failure:
                why = failure.told
            if time.monotonic() + pause_s >= ends_s:
                return why
            time.sleep(pause_s)
            pause_s = min(2.0 * pause_s, _LONGEST_PAUSE_S)
    finally:
        if link is not None:
            link.close()


def undo_sessions(arguments: Mapping[str, Any]) -> bool:
    """Terminate the sessions of `application` in the database of `words`. Return True once none is left."""
    words = {str(key): str(value) for key, value in arguments["words"].items()}
    return terminate_sessions(words, str(arguments["application"]), float(arguments["within_s"])) is None


def database_place(words: Mapping[str, str]) -> str:
    """Return HOST:PORT/DATABASE, as it may be stored.

    >>> database_place({"host": "::1", "dbname": "app", "password": "a"})
    '[::1]:5432/app'
    """
    host = words.get("host", "")
    return f"{f'[{host}]' if ':' in host else host}:{words.get('port', '5432')}/{words.get('dbname', '')}"


def clear_sessions(traces: Traces, environment: Mapping[str, str]) -> Message:
    """Terminate what is left of the sessions, with the user's own means to log in: the password is on no disk.

    Those are the variables and files of libpq (PGUSER, PGPASSWORD, PGPASSFILE, ~/.pgpass), or a server that asks for
    nothing. Where none does, the message has the statement for an administrator.
    """
    try:
        match = _PLACE.fullmatch(traces.database)
        quoted_application(traces.application)
        if match is None or not traces.application.startswith("loadproof-"):
            raise ValueError(traces.database)
    except ValueError:
        return Message("injection-state-unknown", injection=traces.name, kind=traces.kind)
    words = {"host": match["host"].strip("[]"), "port": match["port"], "dbname": match["database"]}
    words |= {word: environment[variable] for variable, word in _VARIABLES.items() if environment.get(variable)}
    try:
        left = count_sessions(words, traces.application, _CLEARING_S)
    except ProbeFailure as failure:
        return _for_administrator(traces, failure.told)
    if not left:
        return Message("injection-left-nothing", injection=traces.name, kind=traces.kind)
    wrong = terminate_sessions(words, traces.application, _CLEARING_S)
    if wrong is not None:
        return _for_administrator(traces, wrong)
    return Message("sql-sessions-cleared", injection=traces.name, count=count(left))


def _for_administrator(traces: Traces, why: Message) -> Message:
    return Message(
        "sql-sessions-unknown",
        injection=traces.name,
        database=visible_line(traces.database),
        why=why,
        limit=duration(traces.ends_within_s),
        statement=termination_statement(traces.application),
    )
