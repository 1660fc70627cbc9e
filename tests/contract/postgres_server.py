"""The PostgreSQL stand as the tests use it: a small table, a data directory and a free port of its own."""

import csv
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from .stand_process import STANDS

PLACE = STANDS / "postgres"
LONGEST_MAKING_S = 60.0
LONGEST_STOP_S = 15.0
ROWS = 2000


def free_port() -> int:
    """A port of 127.0.0.1 that nobody has at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def run_command(
    name: str, *arguments: object, place: Path = PLACE, within_s: float = LONGEST_MAKING_S
) -> subprocess.CompletedProcess[str]:
    """Runs one of the stand's commands to its end."""
    command = [str(place / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=within_s, check=False)


@contextmanager
def open_directory() -> Iterator[Path]:
    """A directory that the server's user may enter, which those of pytest are not when it runs as root."""
    directory = Path(tempfile.mkdtemp(prefix="loadproof-postgres-"))
    directory.chmod(0o755)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


class PostgresServer:
    """One server; a context manager that leaves no process behind. Its directory may outlive it."""

    place = PLACE
    longest_making_s = LONGEST_MAKING_S

    def __init__(self, data: Path, *options: str, rows: int = ROWS, port: int = 0) -> None:
        self.data = data
        self.rows = rows
        self.port = port or free_port()
        self._options = options
        self._made: set[str] = set()
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def start(self) -> None:
        """Starts it, anew after a stop, on the same port; returns when it is ready."""
        options = [f"--port={self.port}", *self.options_of_data(), *self._options]
        self.log = self.data.with_name(self.data.name + ".log")
        with self.log.open("ab") as written:
            self.process = subprocess.Popen([str(self.place / "serve"), *options], stdout=written, stderr=written)
        deadline_s = time.monotonic() + self.longest_making_s
        while self.run("ready").returncode != 0:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline_s, self.log.read_text()
            time.sleep(0.1)

    def options_of_data(self) -> list[str]:
        """Options that say where the template is, and how large."""
        return [f"--data={self.data}", f"--rows={self.rows}"]

    def run(self, name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Runs one of the stand's commands on this server."""
        return run_command(name, f"--port={self.port}", *arguments, place=self.place, within_s=self.longest_making_s)

    def stop(self) -> int:
        """Asks it to end; the exit code."""
        self.process.terminate()
        return self.process.wait(timeout=LONGEST_STOP_S)

    def kill(self) -> None:
        """The end without any notice, of the server and so of every session; returns when nobody answers."""
        self.process.kill()
        self.process.wait(timeout=LONGEST_STOP_S)
        deadline_s = time.monotonic() + LONGEST_STOP_S
        while time.monotonic() < deadline_s:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except ConnectionRefusedError:
                return
            time.sleep(0.02)
        raise AssertionError("PostgreSQL outlived the process that started it")

    def reset(self, database: str) -> str:
        """Makes the database anew; what the command said."""
        done = self.run("reset", "--database", database)
        assert done.returncode == 0, done.stderr
        self._made.add(database)
        return done.stderr

    def ensure(self, database: str) -> None:
        """Makes the database if no test has before."""
        if database not in self._made:
            self.reset(database)

    def ids(self, database: str, count: int, *options: str) -> list[str]:
        """Ids of the table as the stand gives them."""
        out = self.data.with_name(f"{database}-ids.csv")
        done = run_command("ids", "--port", self.port, "--database", database, "--count", count, "--out", out, *options)
        assert done.returncode == 0, done.stderr
        with out.open() as file:
            return [row["id"] for row in csv.DictReader(file)]

    def url(self, database: str) -> str:
        """What a service gets as `--database`."""
        return f"postgresql://bench:bench@127.0.0.1:{self.port}/{database}"

    def ask(self, database: str, sql: str) -> list[str]:
        """The rows that one statement returns, their columns parted by `|`."""
        command = ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url(database)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.split("\n")[:-1]

    @contextmanager
    def locked_row(self, database: str, row_id: str) -> Iterator[None]:
        """Meanwhile another session holds the lock of this row, so that an update of it waits."""
        command = ["psql", "-X", "-A", "-t", "-q", self.url(database)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
            assert session.stdin is not None
            assert session.stdout is not None
            session.stdin.write(f"BEGIN; SELECT id FROM status WHERE id = '{row_id}' FOR UPDATE;\n")  # noqa: S608
            session.stdin.flush()
            assert session.stdout.readline().strip() == row_id
            try:
                yield
            finally:
                session.stdin.close()
