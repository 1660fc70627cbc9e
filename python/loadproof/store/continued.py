"""A run that was cut, as it is before it goes on: checked, and read for what the writer has to know."""

import math
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import RunDirectoryError
from loadproof.store.kept_seconds import seconds_around
from loadproof.store.schema import SCHEMA_VERSION

__all__ = ["CutRun", "read_cut_run"]

_REPEAT = "Cure: repeat the study without --continue"
_LAST_S = """
SELECT MAX(at_s) FROM (
    SELECT MAX(COALESCE(ended_monotonic, started_monotonic)) - :origin AS at_s FROM trial
    UNION ALL SELECT MAX(started_monotonic + tick_second + 1) - :origin FROM trial JOIN shard ON trial = number
        WHERE ended_monotonic IS NULL
    UNION ALL SELECT MAX(at_s) FROM event
    UNION ALL SELECT MAX(at_s) FROM reading
    UNION ALL SELECT MAX(ended_monotonic) - :origin FROM ending
)
"""
_INJECTIONS = """
SELECT started_monotonic - :origin, begun_s, ended_s, undone_s
FROM injection AS of JOIN trial ON of.trial = trial.number
"""
_LAST_TRIAL = "SELECT started_at, started_monotonic, ended_monotonic FROM trial ORDER BY number DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class CutRun:
    """State of a cut run: the start of its time axis, and the data on it."""

    origin_s: float
    goes_on_at_s: float
    """The second after its last, since it began."""
    stood_s: float
    """Since its last trial, by the time of day."""
    series: dict[tuple[str, str], int]
    """The numbers of (probe, name)."""
    failed_replies: int
    kept_s: Mapping[tuple[str, int], tuple[float, float]]
    """Stretches around injections, in seconds since the run began, by a name of each."""


def read_cut_run(connection: sqlite3.Connection, database: Path, *, virtual: bool) -> CutRun:
    """Return the state of a cut run; in `virtual` time its trials took no time of the day.

    Raises RunDirectoryError where it cannot go on, sqlite3.Error where it cannot be read.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        whose = "a newer" if version > SCHEMA_VERSION else "an older"
        raise RunDirectoryError(
            f"{database}: written by {whose} loadproof (schema {version}), and only a run of schema {SCHEMA_VERSION} "
            f"can be continued. {_REPEAT}"
        )
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise RunDirectoryError(f"{database}: the database of the run is damaged ({found.splitlines()[-1]}). {_REPEAT}")
    origin_s, began_at = connection.execute("SELECT started_monotonic, started_at FROM run").fetchone()
    last_s = connection.execute(_LAST_S, {"origin": origin_s}).fetchone()[0] or 0.0
    stood_s = time.time() - _last_seen_at(connection, began_at, virtual=virtual)
    series = connection.execute("SELECT probe, name, id FROM series").fetchall()
    return CutRun(
        origin_s=origin_s,
        goes_on_at_s=math.floor(last_s) + 1.0,
        stood_s=max(0.0, stood_s),
        series={(probe, name): number for probe, name, number in series},
        failed_replies=connection.execute("SELECT COUNT(*) FROM failed_reply").fetchone()[0],
        kept_s=_kept_s(connection, origin_s),
    )


def _kept_s(connection: sqlite3.Connection, origin_s: float) -> dict[tuple[str, int], tuple[float, float]]:
    kept = {}
    rows = connection.execute(_INJECTIONS, {"origin": origin_s})
    for place, (began_s, begun_s, ended_s, undone_s) in enumerate(rows):
        # An injection that was under way when the run was cut has been undone since.
        known_s = begun_s if ended_s is None else ended_s
        begin_s, end_s = seconds_around(begun_s, known_s - begun_s, known_s if undone_s is None else undone_s)
        kept["", place] = (began_s + begin_s, began_s + end_s)
    return kept


def _last_seen_at(connection: sqlite3.Connection, began_at: float, *, virtual: bool) -> float:
    """Unix time of the end of its last trial, or of its begin."""
    row = connection.execute(_LAST_TRIAL).fetchone()
    if row is None:
        return began_at
    started_at, started_s, ended_s = row
    lasted_s = 0.0 if virtual or ended_s is None else ended_s - started_s
    return float(started_at) + lasted_s
