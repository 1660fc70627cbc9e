"""The depot as the tests use it: a small database of its own, a directory of blobs, a service."""

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from .postgres_server import PostgresServer
from .stand_process import STANDS, StandProcess

PLACE = STANDS / "depot"
ADMIN = ("admin", "admin123")
DEPLOYER = ("deployer", "password")
REST = "/service/rest/v1"
LONGEST_WAIT_S = 60.0
"""Longest wait for an answer, or for what the service does by itself; no test judges how long it took."""
SMALL = ("--artifacts", "200", "--roles", "200", "--users", "20")


def run_depot(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs `reset` or `paths` of the depot to its end."""
    command = [str(PLACE / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def reset_depot(postgres: PostgresServer, database: str, blobs: Path) -> None:
    """Lays out a small depot."""
    done = run_depot("reset", "--port", postgres.port, "--database", database, "--blobs", blobs, *SMALL)
    assert done.returncode == 0, done.stderr


def depot_command(postgres: PostgresServer, database: str, blobs: Path, *options: str) -> list[str]:
    """Command of the service."""
    words = [str(PLACE / "start"), "--database", postgres.url(database), "--blobs", str(blobs)]
    return [*words, "--pool", "8", "--yum-delay-ms", "50", *options]


@dataclass(frozen=True)
class Depot:
    """A running depot with its database and blobs."""

    process: StandProcess
    postgres: PostgresServer
    database: str
    blobs: Path

    @property
    def url(self) -> str:
        """Address of the service."""
        return str(self.process.client.base_url).rstrip("/")

    def ask(self, method: str, path: str, auth: tuple[str, str] | None = ADMIN, **more: Any) -> httpx.Response:
        """Answer to a request, by the administrator unless `auth` is another or None."""
        return self.process.client.request(method, path, auth=auth, timeout=LONGEST_WAIT_S, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Answer to a GET."""
        return self.ask("GET", path, **more)

    def put(self, path: str, content: bytes, auth: tuple[str, str] | None = DEPLOYER) -> httpx.Response:
        """Answer to an upload."""
        return self.ask("PUT", path, auth=auth, content=content)

    def rest(self, method: str, path: str, json: object = None, auth: tuple[str, str] | None = ADMIN) -> httpx.Response:
        """Answer to an administration request."""
        return self.ask(method, REST + path, auth=auth, **({} if json is None else {"json": json}))

    def blob_files(self) -> set[str]:
        """Names of all files of the blob store, unfinished ones among them."""
        return {file.name for folder in ("content", "uploads") for file in (self.blobs / folder).rglob("*-*-*")}

    def blob_rows(self) -> set[str]:
        """Names of the blobs that rows point to."""
        return {*self.postgres.ask(self.database, "SELECT blob FROM asset")}


def changed_meanwhile(depot: Depot, action: Callable[[], httpx.Response]) -> tuple[httpx.Response, int, int]:
    """Answer of an action, with the change in files and in rows that it made."""
    files, rows = len(depot.blob_files()), len(depot.blob_rows())
    answer = action()
    return answer, len(depot.blob_files()) - files, len(depot.blob_rows()) - rows


def parsed(content: bytes) -> ET.Element:
    """XML of the service."""
    return ET.fromstring(content)  # noqa: S314 - the service is ours
