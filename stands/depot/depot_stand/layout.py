"""Database and blobs of a start, laid out from the cache."""

import base64
import csv
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from postgres_stand.session import BENCH, Session
from stand_server.fault import BAD_INPUT, Fault

from depot_stand.cached_data import CachedData, database_of

__all__ = ["FORMATS", "lay_out", "write_accounts", "write_paths"]

FORMATS = ("maven2", "npm", "nuget", "pypi", "raw", "yum")
_ACCOUNTS = {"admin": "admin123", "deployer": "password"}
"""Users of every depot, with their passwords."""
_MARK = ".depot-blobs"
"""File that says that a directory of blobs is ours, and may be emptied."""


def lay_out(data: CachedData, administrator: Session, database: str, blobs: Path) -> None:
    """Make the database and the directory of blobs anew; how long each took is said on standard error."""
    _check_ours(blobs)
    template = database_of(data.size)
    if administrator.ask("SELECT 1 FROM pg_database WHERE datname = :'name' AND datistemplate", name=template) != "1":
        _timed("template", lambda: _make_template(data, administrator, template))
    _timed("drop", lambda: administrator.ask(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)"))
    copy = f"CREATE DATABASE {database} TEMPLATE {template} STRATEGY FILE_COPY OWNER {BENCH}"
    _timed("copy", lambda: administrator.ask(copy))
    _timed("vacuum", lambda: administrator.on(database).ask("VACUUM (ANALYZE); CHECKPOINT"))
    _timed("blobs", lambda: _link(data.blobs, blobs))


def write_paths(administrator: Session, database: str, format_: str, count: int, seed: int, out: Path) -> None:
    """Write a CSV file of so many paths below `/repository/`, at random: the same for the same data and seed."""
    inside = administrator.on(database)
    sql = """
        COPY (SELECT r.name || '/' || a.path FROM asset a JOIN repository r ON r.id = a.repository_id
               WHERE r.format = :'format' ORDER BY sha256((:'seed' || a.path)::bytea), a.path LIMIT :count) TO STDOUT
    """
    # COPY takes no variables of psql: the format is one of six, the others are numbers.
    sql = sql.replace(":'format'", f"'{format_}'").replace(":'seed'", f"'{seed}'").replace(":count", str(count))
    paths = inside.ask(sql).split("\n")
    if len(paths) < count:
        text = f"--count {count} is more than the {len(paths)} files of {format_} in {database}"
        raise Fault(f"{text}. Cure: at most {len(paths)}", BAD_INPUT)
    _write(out, [["path"], *([path] for path in paths)])


def write_accounts(out: Path) -> None:
    """Write a CSV file with the token of HTTP Basic of each user: a study keeps no password."""
    tokens = [base64.b64encode(f"{user}:{password}".encode()).decode() for user, password in _ACCOUNTS.items()]
    _write(out, [[*_ACCOUNTS], tokens])


def _write(out: Path, rows: Iterable[Sequence[str]]) -> None:
    making = out.with_name(out.name + ".making")
    with making.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    os.replace(making, out)


def _make_template(data: CachedData, administrator: Session, template: str) -> None:
    # Under another name until it is whole: a maker that was killed leaves nothing that counts as a template.
    making = f"{template}_making"
    administrator.ask(f"DROP DATABASE IF EXISTS {making} WITH (FORCE)")
    administrator.ask(f"CREATE DATABASE {making} OWNER {BENCH}")
    inside = administrator.on(making)
    inside.ask("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    inside.ask(f"SET ROLE {BENCH}")
    data.load(inside)
    inside.ask(_OWNED_BY_BENCH)
    inside.ask("VACUUM (FREEZE, ANALYZE)")
    administrator.ask(f"ALTER DATABASE {making} RENAME TO {template}")
    administrator.ask(f"ALTER DATABASE {template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false")


_OWNED_BY_BENCH = """
DO $$ DECLARE one text; BEGIN
  FOR one IN SELECT format('ALTER TABLE %I OWNER TO bench', c.relname) FROM pg_class c
               JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r'
  LOOP EXECUTE one; END LOOP;
END $$
"""


def _check_ours(blobs: Path) -> None:
    """Raise `Fault` for a directory with files that no `reset` has made."""
    if blobs.exists() and not (blobs / _MARK).exists() and any(blobs.iterdir()):
        cure = "Cure: give the name of a directory that is not there"
        raise Fault(f"{blobs} has files that are none of a depot. {cure}", BAD_INPUT)


def _link(source: Path, target: Path) -> None:
    """Fill `target` with links to the blobs, which are never written to; with copies on another file system."""
    try:
        for name in ("content", "uploads"):
            shutil.rmtree(target / name, ignore_errors=True)
        target.mkdir(parents=True, exist_ok=True)
        (target / _MARK).touch()
        shutil.copytree(source, target, copy_function=_link_or_copy, dirs_exist_ok=True)
    except (OSError, shutil.Error) as error:
        raise Fault(f"{target} cannot be filled ({error}). Cure: make room, or give another --blobs") from error


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _timed(name: str, step: Callable[[], object]) -> None:
    began_s = time.monotonic()
    step()
    print(f"{name}: {time.monotonic() - began_s:.2f} s", file=sys.stderr, flush=True)
