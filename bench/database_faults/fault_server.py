"""Server of the PostgreSQL stand with settings of a situation: its own data, a free port, nothing left after."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from loadproof.stand.free_ports import free_ports

from bench.error import BenchError

__all__ = ["ADMINISTRATOR", "DATABASE", "FaultServer"]

ADMINISTRATOR = "administrator"
"""Superuser with the password of the stand; also the application name of its sessions."""
DATABASE = "bench"
_STAND = Path(__file__).parents[2] / "stands/postgres"
_ROWS = 1000
_LONGEST_START_S = 90.0
_LONGEST_STOP_S = 20.0
_ROUND_S = 0.1


class FaultServer:
    """One server; a context manager that leaves nothing behind. If the bench is killed, the server ends, too."""

    def __init__(self, settings: Mapping[str, str], most_connections: int = 100, space: Path | None = None) -> None:
        """`settings` are those of postgresql.conf; `space` is the directory of a temporary tablespace."""
        (self.port,) = free_ports(1, ())
        self._settings = settings
        self._most_connections = most_connections
        self._space = space
        self._place = Path(tempfile.mkdtemp(prefix="loadproof-faults-"))
        self._data = self._place / "data"
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, user: str = DATABASE) -> str:
        """Return the URL of the database."""
        return f"postgresql://{user}:bench@127.0.0.1:{self.port}/{DATABASE}"

    @property
    def process_id(self) -> int:
        """Process id of the server's first process."""
        return int((self._data / "postmaster.pid").read_text(encoding="ascii").split()[0])

    def administrator(self) -> psycopg.Connection:
        """Open a session of the superuser, each statement a transaction of its own."""
        return psycopg.connect(
            self.url(ADMINISTRATOR), autocommit=True, application_name=ADMINISTRATOR, connect_timeout=10
        )

    def __enter__(self) -> Self:
        try:
            self._place.chmod(0o755)
            self._run("template", f"--data={self._data}", f"--rows={_ROWS}")
            lines = (f"{name} = '{value}'\n" for name, value in self._settings.items())
            with (self._data / "postgresql.auto.conf").open("a", encoding="ascii") as file:
                file.writelines(lines)
            self._start()
            self._run("reset", f"--port={self.port}", f"--database={DATABASE}")
            self._prepare()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def _start(self) -> None:
        options = [f"--port={self.port}", f"--data={self._data}", f"--rows={_ROWS}"]
        command = [str(_STAND / "serve"), *options, f"--max-connections={self._most_connections}"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", "--", *command], stdout=log, stderr=log, start_new_session=True
            )
        ends_s = time.monotonic() + _LONGEST_START_S
        while self._ended("ready", f"--port={self.port}").returncode != 0:
            if self._process.poll() is not None or time.monotonic() > ends_s:
                raise BenchError(f"PostgreSQL did not start: {self._last_words()}. Cure: what it says")
            time.sleep(_ROUND_S)

    def _prepare(self) -> None:
        """Make the superuser that has a password, and the temporary tablespace."""
        with psycopg.connect(
            host=str(self._data), port=self.port, user="postgres", dbname=DATABASE, autocommit=True
        ) as session:
            session.execute(f"CREATE ROLE {ADMINISTRATOR} LOGIN SUPERUSER PASSWORD 'bench'")
            if self._space is not None:
                place = self._space / "tablespace"
                place.mkdir(mode=0o700)
                owner = self._data.stat()
                shutil.chown(place, owner.st_uid, owner.st_gid)
                session.execute(f"CREATE TABLESPACE temporary LOCATION '{place}'")
                session.execute("GRANT CREATE ON TABLESPACE temporary TO PUBLIC")
                session.execute("ALTER SYSTEM SET temp_tablespaces = 'temporary'")
                session.execute("SELECT pg_reload_conf()")

    def _leave(self) -> None:
        try:
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
                try:
                    self._process.wait(_LONGEST_STOP_S)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
        finally:
            shutil.rmtree(self._place, ignore_errors=True)

    def _run(self, name: str, *options: str) -> None:
        ended = self._ended(name, *options)
        if ended.returncode != 0:
            raise BenchError(f"stands/postgres/{name} failed: {' '.join(ended.stderr.split())}")

    def _ended(self, name: str, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([_STAND / name, *options], capture_output=True, text=True, check=False)

    @property
    def _log(self) -> Path:
        return self._place / "log"

    def _last_words(self) -> str:
        return " ".join(self._log.read_text(encoding="utf-8", errors="replace").split("\n")[-4:]).strip()
