"""A PostgreSQL server of the tests: its own data, a free port, as an unprivileged user."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
import pytest
from loadproof.stand.free_ports import free_ports

__all__ = ["PASSWORD", "PostgresServer"]

PASSWORD = "hunter2@:/%"  # noqa: S105 - what has to be written as %XX
_PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parent.name))
_CHOSEN = os.environ.get("POSTGRES_BIN")
"""The directory of the programs, to test with another version than the newest that is installed."""
_LONGEST_START_S = 30.0


def _program(name: str) -> str:
    places = [Path(_CHOSEN)] if _CHOSEN else reversed(_PLACES)
    found = next((str(place / name) for place in places if (place / name).exists()), shutil.which(name))
    if found is None:
        pytest.fail(f"{name} is missing: run make stands", pytrace=False)
    return found


class PostgresServer:
    """A cluster whose superuser is `owner` with the password above; a context manager that leaves nothing behind."""

    def __init__(self, **settings: str) -> None:
        """`settings` are those of postgresql.conf."""
        (self.port,) = free_ports(1, ())
        self._settings = settings
        self._user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
        self._place = Path(tempfile.mkdtemp(prefix="loadproof-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process_id(self) -> int:
        """Of its first process."""
        assert self._process is not None
        return self._process.pid

    def url(self, user: str = "owner", password: str = "hunter2%40%3A%2F%25", database: str = "bench") -> str:  # noqa: S107
        """Where it is; what is special in the password is written as %XX."""
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def connected(self, user: str = "owner", database: str = "bench") -> psycopg.Connection:
        """A session whose every statement is a transaction."""
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=user, password=PASSWORD, dbname=database, autocommit=True
        )

    def start(self) -> None:
        """Starts it and waits until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "off",
            "shared_buffers": "16MB",
            **self._settings,
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self._place / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_program("postgres"), "-D", str(self._place / "data"), *words],
                user=self._user,
                cwd="/",
                stdout=log,
                stderr=log,
            )
        ends_s = time.monotonic() + _LONGEST_START_S
        while time.monotonic() < ends_s:
            assert self._process.poll() is None, (self._place / "log").read_text(encoding="utf-8")
            try:
                self.connected(database="postgres").close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        pytest.fail("PostgreSQL did not start", pytrace=False)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stops it, at once unless told otherwise."""
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(10)
            finally:
                self._process.kill()
                self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        password = self._place / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        password.chmod(0o644)
        self._place.chmod(0o755)
        (self._place / "data").mkdir(mode=0o700)
        if self._user is not None:
            os.chown(self._place / "data", self._user, -1)
        options = ["--username=owner", "--auth=scram-sha-256", f"--pwfile={password}", "--no-sync", "--encoding=UTF8"]
        subprocess.run(
            [_program("initdb"), "-D", str(self._place / "data"), *options, "--locale=C"],
            user=self._user,
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self.start()
        with self.connected(database="postgres") as session:
            session.execute("CREATE DATABASE bench")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self._place, ignore_errors=True)
