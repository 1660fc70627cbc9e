"""Data of the depot in the cache: rows of the tables as text, and blobs. Made by the service's own code."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from postgres_stand.session import BENCH, Session
from stand_server.directory import cache, is_locked, opened_lock
from stand_server.fault import Fault

__all__ = ["CachedData", "Size", "database_of", "made_data"]

_DEPOT = Path(__file__).resolve().parents[1]
_JAR = _DEPOT / "target" / "depot.jar"
_SOURCES = _DEPOT / "src" / "main"
_MAKER = "loadproof.stand.depot.data.DataMaker"
_BYTES_AN_ARTIFACT = 30_000
_ROUND_S = 0.1
_TABLES = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY c.oid
"""
"""Tables in the order in which they were made: each after those that it refers to."""


@dataclass(frozen=True)
class Size:
    """Size of the data: files, roles and users."""

    artifacts: int
    roles: int
    users: int


@dataclass(frozen=True)
class CachedData:
    """Data of one size in one directory, which gets its name when they are whole."""

    path: Path
    size: Size

    @property
    def schema(self) -> Path:
        """SQL of the empty tables."""
        return self.path / "schema.sql"

    @property
    def blobs(self) -> Path:
        """Directory of the blob store."""
        return self.path / "blobs"

    def tables(self) -> list[Path]:
        """Rows of each table in PostgreSQL's text format, in the order in which they can be loaded."""
        return sorted((self.path / "tables").iterdir())

    def load(self, session: Session) -> None:
        """Fill the empty database of the session. Raises `Fault`."""
        lines = [self.schema.read_text(), "BEGIN;"]
        # The path is ours: the cache's directory and the name of a table.
        lines += [f"\\copy {table.name.partition('.')[2]} FROM '{table}'" for table in self.tables()]
        lines += [_AFTER_LOAD, "COMMIT;", "ANALYZE;"]
        session.ask("\n".join(lines))


_AFTER_LOAD = """
SELECT setval(pg_get_serial_sequence('repository', 'id'), (SELECT max(id) FROM repository));
SELECT setval(pg_get_serial_sequence('component', 'id'), (SELECT max(id) FROM component));
SELECT setval(pg_get_serial_sequence('asset', 'id'), (SELECT max(id) FROM asset));
"""


def database_of(size: Size) -> str:
    """Name of the template database of data of this size; another version of them has another name."""
    return f"depot_template_{_made_of(size)}"


def _made_of(size: Size) -> str:
    """Hash over everything that decides what the data are."""
    digest = hashlib.sha256(repr(size).encode())
    digest.update((_SOURCES / "resources" / "schema.sql").read_bytes())
    for folder in ("data", "formats", "store"):
        for source in sorted((_SOURCES / "java").rglob(f"{folder}/*.java")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


@contextmanager
def made_data(size: Size, administrator: Session) -> Iterator[CachedData]:
    """Data of this size, made with the help of the server of `administrator` if the cache has none.

    Nobody else makes them meanwhile. Raises `Fault`.
    """
    data = CachedData(cache() / f"depot-{_made_of(size)}", size)
    descriptor = opened_lock(data.path)
    try:
        while not is_locked(descriptor):
            time.sleep(_ROUND_S)
        if not data.path.exists():
            _make(data, administrator)
        yield data
    finally:
        os.close(descriptor)


def _make(data: CachedData, administrator: Session) -> None:
    if not _JAR.is_file():
        raise Fault(f"{_JAR} is not built. Cure: make stands")
    needed, free = _BYTES_AN_ARTIFACT * data.size.artifacts, shutil.disk_usage(data.path.parent).free
    if free < needed:
        text = f"the data need {needed / 1e6:.0f} MB, and {data.path.parent} has {free / 1e6:.0f} MB free"
        raise Fault(f"{text}. Cure: make room, or fewer --artifacts")
    began_s = time.monotonic()
    print(f"making {data.size.artifacts} artifacts in {data.path}", file=sys.stderr, flush=True)
    making = data.path.with_name(data.path.name + ".making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    database = f"depot_making_{os.getpid()}"
    administrator.ask(f"CREATE DATABASE {database} OWNER {BENCH}")
    try:
        _run_maker(making / "blobs", administrator, database, data.size)
        shutil.copy(_SOURCES / "resources" / "schema.sql", making / "schema.sql")
        _write_tables(making / "tables", administrator.on(database))
    finally:
        administrator.ask(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
    making.rename(data.path)
    print(f"the data took {time.monotonic() - began_s:.1f} s", file=sys.stderr, flush=True)


def _run_maker(blobs: Path, administrator: Session, database: str, size: Size) -> None:
    address = f"postgresql://{BENCH}:{BENCH}@127.0.0.1:{administrator.port}/{database}"
    words = ["java", "-Xmx512m", "-cp", str(_JAR), _MAKER, "--database", address, "--blobs", str(blobs)]
    words += ["--artifacts", str(size.artifacts), "--roles", str(size.roles), "--users", str(size.users)]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        said = " ".join(done.stderr.split())[-500:]
        raise Fault(f"the data were not made ({said}). Cure: what it says")


def _write_tables(directory: Path, session: Session) -> None:
    directory.mkdir()
    for number, table in enumerate(session.ask(_TABLES).split()):
        with (directory / f"{number:02d}.{table}").open("wb") as rows:
            session.ask(f"COPY {table} TO STDOUT", output=rows)
