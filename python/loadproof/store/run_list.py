"""List of the runs of a directory, newest first: each row is read from `summary.json`, else from the database."""

import math
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from loadproof.errors import InputError, PathError, RunDirectoryError
from loadproof.model.json_text import read_json
from loadproof.store.bounds import check_bounds
from loadproof.store.connection import open_for_a_look
from loadproof.store.damage import damage_named
from loadproof.store.last_page import LastPage
from loadproof.store.run_directory import RunDirectory
from loadproof.store.run_lock import is_under_way
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.path_lookup import changed_at, directories_in, is_present, is_regular_file

__all__ = ["NO_RUNS", "RunRow", "listed_runs"]

NO_RUNS = frozenset({"damaged", "foreign"})
"""States of directories that no report can be made of."""

_LARGEST_SUMMARY = 65_536
_LONGEST_TEXT = 500
_NAMED_BY_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z")
_WAL = "run.db-wal"
_LOOK = """
SELECT verb, target, started_at, CASE WHEN length(study) < :most THEN study END,
CASE WHEN length(method) < :most THEN method END, CASE WHEN length(environment) < :most THEN environment END,
(SELECT interrupted FROM ending) FROM run
"""
_VERDICT = "SELECT verdict FROM trial WHERE length(verdict) < :most ORDER BY number DESC LIMIT 1"
_BOUND = {"most": 1_000_000}
"""Characters of a column that is read: one of others can be of any length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run in a list; what is not known is None."""

    name: str
    """Name of the run directory."""
    state: str
    """`passed`, `failed`, `undecided` or `interrupted`; `under_way`; `cut`: its process died; `ended`: no more is known
    until its report is written anew; `damaged`; `foreign`: no run at all."""
    started_at: str | None = None
    """ISO 8601, UTC."""
    verb: str | None = None
    study: str | None = None
    target: str | None = None
    variants: int | None = None
    """Number of variants; None without a study."""
    outcome: str | None = None
    """Outcome of the answer that is shown, in the words of `result.json`."""
    rate_per_s: float | None = None
    low_per_s: float | None = None
    high_per_s: float | None = None
    asked_per_s: float | None = None
    """Rate due of the trial that the answer rests on."""
    p99_ms: float | None = None
    """Figure of its answered calls; None if they are too few."""
    leader: str | None = None
    """The variant that the rate is of, where there are several."""
    commit: str | None = None
    """Commit of the repository that the run was started in."""
    work_tree_changed: bool | None = None
    note: str | None = None

    def as_summary(self) -> dict[str, Any]:
        """Return the content of `summary.json`: all fields but the name, because a directory can lose its name.

        >>> RunRow(name="a", state="passed", note="warm").as_summary()["note"]
        'warm'
        """
        return {name: value for name, value in asdict(self).items() if name != "name"}


def listed_runs(parent: Path) -> list[RunRow]:
    """A row for each directory in `parent`, the newest first. Raises RunDirectoryError where it cannot be read."""
    try:
        places = directories_in(parent)
    except PathError as error:
        raise RunDirectoryError(str(error)) from error
    return sorted(map(_row, places), key=lambda row: (_time_of(parent, row), row.name), reverse=True)


def _time_of(parent: Path, row: RunRow) -> str:
    if row.started_at is not None:
        return row.started_at
    try:
        changed_s = changed_at(parent / row.name)
    except PathError:
        return ""
    return "" if changed_s is None else _iso(changed_s)


def _row(place: Path) -> RunRow:
    """Whatever the directory holds."""
    by_name = RunRow(name=place.name, state="foreign", started_at=_started_by_name(place.name))
    directory = RunDirectory(place)
    try:
        if not is_regular_file(directory.database):
            return by_name
        summary = _summary(directory, by_name)
        # With a journal it is written now, or was when its process died: the database knows more.
        if summary is not None and summary.state != "cut" and not is_present(place / _WAL):
            return summary
        with closing(open_for_a_look(directory)) as connection, damage_named(directory.database, connection=connection):
            return _looked_at(directory, connection, by_name, summary)
    except (OSError, InputError):
        return replace(by_name, state="damaged")


def _summary(directory: RunDirectory, by_name: RunRow) -> RunRow | None:
    """Return the row of the run's summary; None if the summary is missing or not in the form that loadproof writes."""
    try:
        with open_regular_file(directory.summary_json, _LARGEST_SUMMARY) as file:
            told = read_json(file.read(_LARGEST_SUMMARY))
        check_bounds(told)
    except (FileError, OSError, ValueError):
        return None
    if not isinstance(told, dict):
        return None
    known: dict[str, Any] = {field.name: told.get(field.name) for field in fields(RunRow) if field.name != "name"}
    sound = all(_is_sound(known[field.name], field.type) for field in fields(RunRow) if field.name != "name")
    return replace(by_name, **known) if sound else None


def _is_sound(value: object, kind: Any) -> bool:
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return False
    return isinstance(value, kind) and not (isinstance(value, float) and not math.isfinite(value))


def _looked_at(
    directory: RunDirectory, connection: sqlite3.Connection, by_name: RunRow, summary: RunRow | None
) -> RunRow:
    """Return the row of a run by its database.

    If the run has ended and `summary` is not that of a cut run, return `summary`. Raises any error that damaged data
    can raise.
    """
    verb, target, started_at, study, method, environment, interrupted = connection.execute(_LOOK, _BOUND).fetchone()
    page = LastPage.read(directory.path) if interrupted is None else None
    if page is not None and page.ended_s is not None:
        interrupted = page.interrupted
    if interrupted is not None and summary is not None and summary.state != "cut":
        return summary
    verdict = connection.execute(_VERDICT, _BOUND).fetchone() if verb == "load" else None
    row = replace(by_name, verb=_text(verb), target=_text(target), started_at=_iso(started_at))
    row = _with_facts(row, _object(study), _object(method), _object(environment))
    if interrupted is None:
        return replace(row, state="under_way" if is_under_way(directory) else "cut")
    if interrupted:
        return replace(row, state="interrupted")
    state = None if verdict is None else _text(_object(verdict[0]).get("state"))
    return replace(row, state="ended", outcome=state)


def _with_facts(row: RunRow, study: Mapping[str, Any], method: Mapping[str, Any], facts: Mapping[str, Any]) -> RunRow:
    changed = facts.get("work_tree_changed")
    variants = study.get("variants")
    return replace(
        row,
        study=_text(study.get("name")),
        variants=len(variants) if isinstance(variants, list) else None,
        note=_text(method.get("note")),
        commit=_text(facts.get("commit")),
        work_tree_changed=changed if isinstance(changed, bool) else None,
    )


def _text(value: object) -> str | None:
    return value[:_LONGEST_TEXT] if isinstance(value, str) else None


def _object(column: object) -> Mapping[str, Any]:
    told = read_json(column) if isinstance(column, str) else {}
    return told if isinstance(told, dict) else {}


def _iso(unix_s: float) -> str:
    """Return the text of a Unix time, in the form of `run.started_at` of `result.json`."""
    return datetime.fromtimestamp(unix_s, UTC).isoformat(timespec="milliseconds")


def _started_by_name(name: str) -> str | None:
    """The time that `RunDirectory.create` puts before a name, in the form of `_iso`."""
    found = _NAMED_BY_TIME.match(name)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups())
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC).isoformat(timespec="milliseconds")
    except ValueError:
        return None
