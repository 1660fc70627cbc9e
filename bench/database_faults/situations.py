"""Situations of a database: faults made on purpose, and healthy workloads, each beside the same short statements."""
# ruff: noqa: S608 - all texts are constants of this module.

import random
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

import psycopg

from bench.database_faults.clients import Calls, Client, Draw, Progress, abandon, paced

__all__ = ["BASE", "FAULTS", "HEALTHY", "SITUATIONS", "TABLES", "Situation"]

TABLES = (
    "CREATE TABLE department (id int PRIMARY KEY, parent int, name text NOT NULL)",
    "INSERT INTO department SELECT id, nullif(id / 4, 0), 'department ' || id FROM generate_series(1, 400) AS id",
    """CREATE TABLE account (id int PRIMARY KEY, department int NOT NULL, balance numeric(15, 2) NOT NULL,
        changed_at timestamptz NOT NULL, note text NOT NULL)""",
    """INSERT INTO account SELECT id, 1 + id % 400, id % 1000, '2026-01-01', repeat(md5(id::text), 2)
        FROM generate_series(1, 200000) AS id""",
    "CREATE INDEX account_department ON account (department)",
    "CREATE TABLE movement (id bigserial PRIMARY KEY, account int NOT NULL, amount numeric(15, 2) NOT NULL)",
    "VACUUM (ANALYZE) department",
    "VACUUM (ANALYZE) account",
)
"""Tables of every situation."""

_DEPARTMENT = {"department": Draw(1, 398)}
_READ = Calls(
    "reads",
    100.0,
    ("SELECT id, department, balance, note FROM account WHERE id = %(account)s",),
    {"account": Draw(1, 200_000)},
)
_SUM = Calls(
    "sums",
    80.0,
    (
        "SELECT count(*), sum(balance), max(changed_at), count(DISTINCT left(note, 2)) FROM account"
        " WHERE department BETWEEN %(department)s AND %(department)s + 2",
    ),
    _DEPARTMENT,
)
_CHANGE = Calls(
    "changes",
    30.0,
    (
        "BEGIN",
        "UPDATE account SET balance = balance + 1, changed_at = now() WHERE id = %(account)s",
        "INSERT INTO movement (account, amount) VALUES (%(account)s, 1)",
        "COMMIT",
    ),
    # Without the rows that a fault locks.
    {"account": Draw(1_000, 200_000)},
)
_SMALL_REPORT = Calls(
    "small report",
    0.2,
    (
        """CREATE TEMPORARY TABLE balances AS SELECT department, sum(balance) AS balance FROM account
            WHERE department BETWEEN %(department)s AND %(department)s + 20 GROUP BY department""",
        "ANALYZE balances",
        "SELECT * FROM balances JOIN department ON department.id = balances.department ORDER BY balance DESC LIMIT 20",
        "DROP TABLE balances",
    ),
    _DEPARTMENT,
)
BASE = (_READ, _SUM, _CHANGE, _SMALL_REPORT)
"""Short statements of every situation, at a fixed rate."""


@dataclass(frozen=True)
class Situation:
    """State of a database beside the base load, and the causes that a diagnosis may name for it."""

    name: str
    clients: tuple[Client | Calls, ...] = ()
    tables: tuple[str, ...] = ()
    """Statements that make its tables."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of postgresql.conf."""
    most_connections: int = 100
    space_bytes: int = 0
    """Size of the file system of a temporary tablespace; 0: there is none."""
    cause: str | None = None
    """Cause that has to be named; None: the workload is healthy, and no cause may be named."""
    others: frozenset[str] = frozenset()
    """Causes that are true, too, and may be named beside it."""
    user: str = "bench"
    """User of the diagnosis."""


# 1: a session holds the lock of a row and does nothing; one waits for it that holds another; ten wait for that one.
_CHAIN = ("UPDATE account SET note = note WHERE id = 1", "UPDATE account SET note = note WHERE id = 2")
_WAITING = 10


def _lock_chain(url: str, progress: Progress) -> None:
    with ExitStack() as stack:

        def begun(name: str) -> psycopg.Connection:
            session = psycopg.connect(url, autocommit=True, application_name=name)
            stack.callback(session.pgconn.finish)
            session.execute("BEGIN")
            return session

        begun("forgotten form").execute(_CHAIN[0].encode())
        middle = begun("recalculation")
        middle.execute(_CHAIN[1].encode())
        for session, statement in [(middle, _CHAIN[0]), *((begun(f"form {at}"), _CHAIN[1]) for at in range(_WAITING))]:
            session.pgconn.send_query(statement.encode())
            session.pgconn.flush()
        progress.begun.set()
        progress.stop.wait()


# 2: a recursive query of a few rows, of which the planner expects 400: it does not know where recursion ends. The cost
# that it expects is that of compilation with all optimizations; the statement takes a millisecond without.
_TREE = """
WITH RECURSIVE below AS (
    SELECT id FROM department WHERE id = %(department)s
    UNION ALL SELECT department.id FROM department JOIN below ON department.parent = below.id
)
SELECT below.id, one.accounts, one.balance * 1.2, other.oldest, other.length,
    CASE WHEN one.balance > 500 AND other.oldest < now() THEN 'large' ELSE 'small' END
FROM below
CROSS JOIN LATERAL (
    SELECT count(*) AS accounts, sum(balance * 1.2 + 3) AS balance
    FROM account WHERE department = below.id AND balance < 900
) AS one
CROSS JOIN LATERAL (
    SELECT min(changed_at) AS oldest, avg(length(note)) AS length
    FROM account WHERE department = below.id AND balance >= 100
) AS other
ORDER BY one.balance DESC
"""

# 3: a lookup by a column that no index has.
_ORDER_ROWS = 1_500_000
_ORDERS = (
    "CREATE TABLE purchase (id int PRIMARY KEY, barcode text NOT NULL, account int NOT NULL, amount numeric NOT NULL)",
    f"""INSERT INTO purchase SELECT id, 'barcode ' || id, id % 200000, id % 977
        FROM generate_series(1, {_ORDER_ROWS}) AS id""",
    "VACUUM (ANALYZE) purchase",
)
_LOOKUP = "SELECT id, account, amount FROM purchase WHERE barcode = %(barcode)s"


# 4: temporary tables one after the other, each with an index, as a platform does that keeps every step in one.
_CHURN = (
    "CREATE TEMPORARY TABLE step (line int, department int, amount numeric(15, 2), note text) ON COMMIT PRESERVE ROWS",
    "CREATE INDEX step_line ON step (line)",
    """INSERT INTO step SELECT id, department, balance, left(note, 8) FROM account
        WHERE department = %(department)s LIMIT 100""",
    "SELECT department, sum(amount) FROM step GROUP BY department",
    "DROP TABLE step",
)
_CHURNING = tuple(Calls(f"steps {at}", 16.0, _CHURN, _DEPARTMENT) for at in range(3))


_ROWS_FOR_SPACE = "INSERT INTO everything SELECT line, md5(line::text) FROM generate_series(1, 50000) AS line"

# 5: a session fills the temporary tablespace and keeps its table; the others cannot make theirs.
_SPACE_BYTES = 96 << 20


def _filling(url: str, progress: Progress) -> None:
    """Fill the space up to the error; the table keeps what it has, as long as its session lasts."""
    with psycopg.connect(url, autocommit=True, application_name="all movements") as session:
        session.execute("CREATE TEMPORARY TABLE everything (line int, note text)")
        with suppress(psycopg.errors.DiskFull):
            for _ in paced(1e6, progress.stop):
                session.execute(_ROWS_FOR_SPACE)
        progress.begun.set()
        for _ in paced(0.5, progress.stop):
            with suppress(psycopg.errors.DiskFull):
                session.execute(_ROWS_FOR_SPACE)


_REFUSED = (
    "DROP TABLE IF EXISTS part",
    "CREATE TEMPORARY TABLE part AS SELECT line, md5(line::text) AS note FROM generate_series(1, 60000) AS line",
)


# 6: clients that go while their statements run, which take minutes.
_LONG = "SELECT count(*) FROM account AS one, account AS other WHERE one.balance + other.balance < 0"


def _abandoning(url: str, progress: Progress) -> None:
    for number in range(3):
        abandon(url, f"report {number}", _LONG, is_reset=number % 2 == 0)
    progress.begun.set()
    progress.stop.wait()


# 7: more clients than connections.
_WANTED = 30


def _wanting(url: str, progress: Progress) -> None:
    """Open sessions, use each for some seconds and close it; whoever is refused tries again soon."""
    draw = random.Random(7)
    sessions: list[tuple[float, psycopg.Connection]] = []
    for _ in paced(20.0, progress.stop):
        for due_s, session in [one for one in sessions if one[0] < time.monotonic()]:
            session.close()
            sessions.remove((due_s, session))
        if len(sessions) < _WANTED:

            def opened() -> None:
                session = psycopg.connect(url, autocommit=True, application_name="till", connect_timeout=5)
                sessions.append((time.monotonic() + draw.uniform(3.0, 9.0), session))

            progress.count(opened)
        if progress.errors.value:
            progress.begun.set()
        if sessions:
            with suppress(psycopg.Error):
                _, session = draw.choice(sessions)
                session.execute("SELECT sum(balance) FROM account WHERE department = 7").fetchall()
    for _, session in sessions:
        session.close()


# 8: bulk writes beside a WAL that may hardly grow.
_BULK = (
    "CREATE TABLE import (id bigserial PRIMARY KEY, account int NOT NULL, payload text NOT NULL)",
    "CREATE INDEX import_account ON import (account)",
)
_IMPORT = """INSERT INTO import (account, payload)
    SELECT (line * 7919 + %(first)s) %% 1000003, repeat(md5(line::text), 8) FROM generate_series(1, 3000) AS line"""

_FIRST = {"first": Draw(0, 1_000_000)}

# 9: the selective join stands last in the text, behind more joins than the limits let the planner reorder.
_DIMENSIONS = 12
_SALE_ROWS = 400_000
_STAR = (
    *(
        f"CREATE TABLE dimension_{at} AS SELECT id, 'value ' || id AS name FROM generate_series(1, 3000) AS id"
        for at in range(_DIMENSIONS)
    ),
    *(f"ALTER TABLE dimension_{at} ADD PRIMARY KEY (id)" for at in range(_DIMENSIONS)),
    "CREATE TABLE registrar AS SELECT id, 'registrar ' || id AS name FROM generate_series(1, 20000) AS id",
    "ALTER TABLE registrar ADD PRIMARY KEY (id)",
    "CREATE UNIQUE INDEX registrar_name ON registrar (name)",
    f"""CREATE TABLE sale AS SELECT id, id % 20000 + 1 AS registrar, {
        ", ".join(f"(id * {at + 3}) % 3000 + 1 AS d{at}" for at in range(_DIMENSIONS))
    } FROM generate_series(1, {_SALE_ROWS}) AS id""",
    "CREATE INDEX sale_registrar ON sale (registrar)",
    "VACUUM (ANALYZE)",
)
_LATE = f"""SELECT {", ".join(f"max(dimension_{at}.name)" for at in range(_DIMENSIONS))}, count(*) FROM sale {
    " ".join(f"JOIN dimension_{at} ON dimension_{at}.id = sale.d{at}" for at in range(_DIMENSIONS))
} JOIN registrar ON registrar.id = sale.registrar WHERE registrar.name = %(registrar)s"""

FAULTS = (
    Situation("lock-chain", (_lock_chain,), cause="database-lock"),
    Situation(
        "jit-on-short-statements",
        (Calls("trees", 1.5, (_TREE,), {"department": Draw(101, 400)}),),
        cause="database-jit",
    ),
    Situation(
        "missing-index",
        (Calls("lookups", 6.0, (_LOOKUP,), {"barcode": Draw(1, _ORDER_ROWS, "barcode {}")}),),
        _ORDERS,
        cause="database-missing-index",
    ),
    Situation("temporary-tables", _CHURNING, cause="database-temporary-tables"),
    Situation(
        "temporary-space",
        (_filling, *(Calls(f"part {at}", 1.0, _REFUSED, may_fail=True) for at in range(3))),
        space_bytes=_SPACE_BYTES,
        cause="database-temporary-space",
    ),
    Situation("abandoned", (_abandoning,), cause="database-abandoned", others=frozenset({"database-sessions"})),
    Situation(
        "too-few-connections", (_wanting,), most_connections=20, cause="database-connections", user="administrator"
    ),
    Situation(
        "checkpoints",
        (Calls("import", 10.0, (_IMPORT,), _FIRST),),
        _BULK,
        {"max_wal_size": "32MB", "min_wal_size": "32MB"},
        cause="database-checkpoints",
    ),
    Situation(
        "join-order",
        (Calls("late join", 1.0, (_LATE,), {"registrar": Draw(1, 20_000, "registrar {}")}, ("SET jit = off",)),),
        _STAR,
        cause="database-join-order",
    ),
)
"""Faults, each with the cause that a diagnosis has to name."""

_MONTH_REPORT = (
    """CREATE TEMPORARY TABLE month_balances AS SELECT department, left(note, 1) AS letter, sum(balance) AS balance,
        count(*) AS accounts FROM account GROUP BY 1, 2""",
    """CREATE TEMPORARY TABLE month_largest AS SELECT id, department, balance FROM account
        ORDER BY balance DESC LIMIT 60000""",
    "CREATE INDEX month_largest_department ON month_largest (department)",
    "ANALYZE month_balances",
    "ANALYZE month_largest",
    """SELECT department.name, sum(month_balances.balance), count(*), max(month_largest.balance)
        FROM month_balances JOIN month_largest USING (department) JOIN department ON department.id = department
        GROUP BY department.name ORDER BY 2 DESC""",
    "DROP TABLE month_balances, month_largest",
)
_FACT_ROWS = 6_000_000
_FACTS = (
    "CREATE TABLE fact (day int, region int, item int, amount double precision, cost double precision)",
    f"""INSERT INTO fact SELECT id % 365, id % 89, id % 1013, id % 997, id % 991
        FROM generate_series(1, {_FACT_ROWS}) AS id""",
    "VACUUM (ANALYZE) fact",
)
_ANALYSIS = """SELECT region, count(*), sum(amount * 1.2 - cost), avg(amount), stddev(amount), sum(cost * cost),
    sum(CASE WHEN day BETWEEN 90 AND 180 THEN amount ELSE 0 END), sum(CASE WHEN item < 500 THEN cost ELSE amount END),
    max(amount - cost), min(cost / (amount + 1)), corr(amount, cost), regr_slope(amount, cost), avg(cost * day),
    sum(CASE WHEN item %% 7 = day %% 7 THEN amount * cost ELSE amount - cost END), variance(amount * 1.2 - cost),
    sum(sqrt(amount * cost + 1)), avg(ln(amount + cost)), max(CASE WHEN item BETWEEN 100 AND 900 THEN amount END)
    FROM fact WHERE amount + cost > 10 AND day < 360 GROUP BY region"""


def _idle(url: str, progress: Progress) -> None:
    """Many connections of a pool, each used once a minute."""
    with ExitStack() as stack:
        sessions = [
            stack.enter_context(psycopg.connect(url, autocommit=True, application_name="pool")) for _ in range(150)
        ]
        progress.begun.set()
        for number in paced(2.5, progress.stop):
            session = sessions[number % len(sessions)]
            progress.count(lambda session=session: session.execute("SELECT 1").fetchall())  # type: ignore[misc]


HEALTHY = (
    Situation("healthy-short"),
    Situation("healthy-reports", (Calls("month report", 0.2, _MONTH_REPORT),)),
    Situation(
        "healthy-analysis",
        (Calls("analysis", 1 / 15, (_ANALYSIS,), {}, ("SET max_parallel_workers_per_gather = 0",)),),
        _FACTS,
    ),
    Situation("healthy-bulk-load", (Calls("import", 6.0, (_IMPORT,), _FIRST),), _BULK),
    Situation("healthy-idle-connections", (_idle,), most_connections=300),
)
"""Workloads for which no cause may be named."""

SITUATIONS: Mapping[str, Situation] = {one.name: one for one in (*FAULTS, *HEALTHY)}
"""All by name."""
