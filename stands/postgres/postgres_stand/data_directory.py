"""The directory that the server keeps its tables in."""

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from postgres_stand.account import Account
from postgres_stand.fault import BAD_INPUT, Fault, InUse
from postgres_stand.programs import Programs

__all__ = ["DEFAULT_ROWS", "TEMPLATE_SQL", "DataDirectory", "data_directory", "held_directory"]

DEFAULT_ROWS = 1_000_000
TEMPLATE_SQL = Path(__file__).with_name("template.sql")
# The kernel's limit for the path of a socket, less the name that PostgreSQL gives it.
_LONGEST_PATH = 107 - len("/.s.PGSQL.65535")
_ROUND_S = 0.1
_MOST_AT_ONCE = 16


@dataclass(frozen=True)
class DataDirectory:
    """One data directory: where it is, and how many rows the template database in it has."""

    path: Path
    rows: int

    @property
    def is_whole(self) -> bool:
        """Whether it is made: it gets its name when it is."""
        return (self.path / "PG_VERSION").exists()

    @property
    def made_of(self) -> str:
        """What tells this template from others: a hash over its SQL and its rows."""
        return hashlib.sha256(TEMPLATE_SQL.read_bytes() + f"\n{self.rows}".encode()).hexdigest()[:12]

    @property
    def being_made(self) -> Path:
        """Where it is made until it is whole."""
        return self.path.with_name(self.path.name + ".making")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else makes it or serves from it meanwhile; raises `InUse` when somebody serves from it already."""
        lock = self.path.with_name(self.path.name + ".lock")
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            cure = "Cure: give another --data, or make its parent writable"
            raise Fault(f"{lock} cannot be written ({error.strerror}). {cure}", BAD_INPUT) from error
        try:
            while not _locked(descriptor):
                if self.is_whole:
                    raise InUse(f"{self.path} is in use{self._user()}. Cure: stop that, or give another --data")
                time.sleep(_ROUND_S)
            yield
        finally:
            os.close(descriptor)

    def check_reach(self, account: Account) -> None:
        """Raises `Fault` where the path is too long for a socket, or closed to the server's user."""
        if len(os.fsencode(self.path)) > _LONGEST_PATH:
            cure = f"Cure: give a --data of at most {_LONGEST_PATH} bytes"
            raise Fault(f"{self.path} is too long for the server's socket in it. {cure}", BAD_INPUT)
        for place in self.path.parents:
            if account.dropped and place.exists() and not _may_enter(place, account):
                cure = "Cure: open it (chmod o+x), or give another --data"
                raise Fault(f"{place} is closed to the user {account.name} who runs PostgreSQL. {cure}", BAD_INPUT)

    def _user(self) -> str:
        """Which server uses it, as its own note says: the process in the first line, the port in the fourth."""
        try:
            lines = (self.path / "postmaster.pid").read_text().splitlines()
        except OSError:
            return ""
        return f" by the PostgreSQL of process {lines[0]} at port {lines[3]}" if len(lines) > 3 else ""


def data_directory(said: str | None, rows: int, programs: Programs) -> DataDirectory:
    """The directory of `--data`, or the default one, whose name tells the version and what the template is made of."""
    if said is not None:
        return DataDirectory(Path(said).absolute(), rows)
    made_of = DataDirectory(Path(), rows).made_of
    return DataDirectory(_cache() / f"postgres-{programs.major}-{made_of}", rows)


@contextmanager
def held_directory(said: str | None, rows: int, programs: Programs) -> Iterator[DataDirectory]:
    """The directory of `--data`, or the first of the default ones that no other server has: several serve at once."""
    first = data_directory(said, rows, programs)
    names = [first.path.name, *(f"{first.path.name}-{number}" for number in range(2, _MOST_AT_ONCE + 1))]
    directories = [DataDirectory(first.path.with_name(name), rows) for name in (names if said is None else names[:1])]
    with ExitStack() as stack:
        for directory in directories:
            try:
                stack.enter_context(directory.held())
            except InUse:
                if directory is directories[-1]:
                    raise
            else:
                break
        yield directory


def _cache() -> Path:
    if os.geteuid() == 0:
        return Path("/var/cache/loadproof")
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "loadproof"


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _may_enter(place: Path, account: Account) -> bool:
    status = place.stat()
    shift = 6 if status.st_uid == account.user else 3 if status.st_gid == account.group else 0
    return bool(status.st_mode >> shift & 1)
