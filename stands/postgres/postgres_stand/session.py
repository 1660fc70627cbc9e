"""SQL through PostgreSQL's own client."""

import os
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from stand_server.fault import Fault

from postgres_stand.programs import Programs

__all__ = ["BENCH", "Refusal", "Session", "administrator"]

BENCH = "bench"
_ADMINISTRATOR = "postgres"


class Refusal(Fault):
    """What psql said of a statement or a connection that failed."""

    def __init__(self, words: str) -> None:
        """`words` are psql's own."""
        super().__init__(f"PostgreSQL refuses ({words}). Cure: what it says; the log of the server may say more")
        self.words = words


@dataclass(frozen=True)
class Session:
    """How `psql` reaches one database: `host` is an address, or the directory of the server's Unix socket."""

    programs: Programs
    host: str
    port: int
    user: str = BENCH
    database: str = "postgres"

    def on(self, database: str) -> "Session":
        """The same on another database."""
        return replace(self, database=database)

    def ask(self, sql: str, output: IO[bytes] | int = subprocess.PIPE, **variables: object) -> str:
        """Runs the statements, each a transaction of its own unless they say otherwise; what they return.

        `:name` in the SQL is the variable of that name, `:'name'` the same quoted. Raises `Refusal`.
        """
        settings = [f"--set={name}={value}" for name, value in {"ON_ERROR_STOP": 1, **variables}.items()]
        command = [self.programs.path("psql"), "-X", "-q", "-A", "-t", "-w", *settings]
        done = subprocess.run(
            [*command, f"--host={self.host}", f"--port={self.port}", f"--username={self.user}", self.database],
            input=sql.encode(),
            stdout=output,
            stderr=subprocess.PIPE,
            env={**os.environ, "PGPASSWORD": BENCH, "PGCONNECT_TIMEOUT": "5", "LC_ALL": "C"},
            check=False,
        )
        if done.returncode != 0:
            raise Refusal(" ".join(done.stderr.decode(errors="replace").split()))
        return (done.stdout or b"").decode().strip()


def administrator(programs: Programs, port: int) -> Session:
    """A session of the superuser, who is let in through the socket in the data directory alone, without a password."""
    place = f"127.0.0.1:{port}"
    try:
        data = Session(programs, "127.0.0.1", port).ask("SHOW data_directory")
    except Refusal as refusal:
        raise Fault(
            f"the PostgreSQL of this stand is not at {place} ({refusal.words}). Cure: start it with serve"
        ) from refusal
    if not os.access(Path(data), os.X_OK):
        raise Fault(f"{data} of the PostgreSQL at {place} is closed to this user. Cure: be the user that started it")
    return Session(programs, data, port, user=_ADMINISTRATOR)
