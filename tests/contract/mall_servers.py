"""MariaDB, Redis and the sink of spans as the tests of the mall use them: on free ports, stopped after."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from .postgres_server import free_port
from .stand_process import STANDS

LONGEST_START_S = 60.0
LONGEST_STOP_S = 20.0
PRODUCTS = 2000


class DatabaseServer:
    """`serve` of the stand `name`, empty; a context manager that leaves no process and no file behind."""

    def __init__(self, name: str, data: Path, *options: str, port: int = 0) -> None:
        self.name = name
        self.data = data
        self.port = port or free_port()
        self.log = data.with_name(data.name + ".log")
        command = [str(STANDS / name / "serve"), f"--port={self.port}", f"--data={data}", *options]
        with self.log.open("ab") as written:
            self.process = subprocess.Popen(command, stdout=written, stderr=written)
        deadline_s = time.monotonic() + LONGEST_START_S
        while self.run("ready").returncode != 0:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline_s, self.log.read_text()
            time.sleep(0.1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def run(self, command: str, *options: object) -> subprocess.CompletedProcess[str]:
        """Runs `ready` or `reset` to its end."""
        words = [str(STANDS / self.name / command), "--port", str(self.port), *map(str, options)]
        return subprocess.run(words, capture_output=True, text=True, timeout=LONGEST_START_S, check=False)

    def reset(self) -> None:
        """Fills it with the data of a small mall."""
        done = self.run("reset", "--products", PRODUCTS)
        assert done.returncode == 0, done.stderr

    def stop(self) -> int:
        """Asks it to end; the exit code."""
        self.process.terminate()
        return self.process.wait(timeout=LONGEST_STOP_S)


@contextmanager
def database_server(name: str, *options: str) -> Iterator[DatabaseServer]:
    """A server in a directory that its user may enter, which those of pytest are not for another user than root."""
    directory = Path(tempfile.mkdtemp(prefix=f"loadproof-{name}-"))
    directory.chmod(0o755)
    try:
        with DatabaseServer(name, directory / "data", *options) as server:
            yield server
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def asked_mariadb(port: int, sql: str) -> str:
    """Rows of a statement of the user of the mall, columns parted by tabs."""
    words = ["mariadb", "--no-defaults", "--protocol=TCP", "-h127.0.0.1", f"-P{port}", "-ubench", "-N", "-B", "mall"]
    done = subprocess.run(
        words, input=sql, capture_output=True, text=True, env={**os.environ, "MYSQL_PWD": "bench"}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def asked_redis(port: int, *words: str) -> str:
    """Answer of Redis to a command."""
    command = ["redis-cli", "-p", str(port), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
