"""The standard servers of Go, Java and Node.js as processes of the tests (tests/servers/README.md)."""

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import pytest

__all__ = ["SERVERS", "RealServer", "program", "server_command"]

ROOT = Path(__file__).resolve().parents[2]
SERVERS = ("go", "java", "node")
_SOURCES = ROOT / "tests/servers"
_BUILT = ROOT / ".cache/servers"
_PLACES = (str(ROOT / ".venv/bin"), "/usr/local/go/bin", "/usr/sbin")
_LONGEST_BUILD_S = 300.0
_LONGEST_STOP_S = 10.0


def program(name: str) -> str:
    """Path of an installed program; fails the test when there is none."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *_PLACES)))
    if found is None:
        pytest.fail(f"{name} is missing: run scripts/prepare_servers.sh", pytrace=False)
    return found


@cache
def server_command(kind: str) -> tuple[str, ...]:
    """How the server of a language is started; what has to be compiled is, once."""
    if kind == "node":
        return (program("node"), str(_SOURCES / "node/server.mjs"))
    if kind == "java":
        sources = ("Server.java", "LeakingServer.java", "LockedProgram.java")
        _built([program("javac"), "-d", str(_BUILT / "java"), *sources], _SOURCES / "java")
        options = ("-Xmx512m", "-XX:+UseSerialGC", "-cp", str(_BUILT / "java"))
        # Else the body of a reply waits for the acknowledgement of its head, and is lost when the server closes then.
        return (program("java"), "-Dsun.net.httpserver.nodelay=true", *options, "Server")
    _built([program("go"), "build", "-o", str(_BUILT / "go-server"), "."], _SOURCES / "go")
    return (str(_BUILT / "go-server"),)


def _built(command: list[str], directory: Path) -> None:
    _BUILT.mkdir(parents=True, exist_ok=True)
    # Without a version control system's leave Go would refuse to build from a copy.
    environment = {**os.environ, "GOFLAGS": "-buildvcs=false", "GOTOOLCHAIN": "local"}
    ended = subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, text=True, timeout=_LONGEST_BUILD_S, check=False
    )
    assert ended.returncode == 0, ended.stderr


class RealServer:
    """One server under way; a context manager that leaves no process behind."""

    def __init__(self, kind: str, *options: str) -> None:
        """Starts it on free ports and waits until it listens."""
        self._process = subprocess.Popen(
            [*server_command(kind), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            pytest.fail(f"the server of {kind} ended with {self._process.wait()} before it listened")
        self.places: dict[str, str] = json.loads(line)

    @property
    def url(self) -> str:
        """Where it speaks plain HTTP."""
        return f"http://{self.places['http']}"

    @property
    def process_id(self) -> int:
        """Number of its process."""
        return self._process.pid

    def stats(self) -> dict[str, Any]:
        """Requests by method and path, connections, and the most requests that one of them carried."""
        socket_path = self.places.get("unix") if "http" not in self.places else None
        with httpx.Client(transport=httpx.HTTPTransport(uds=socket_path), timeout=_LONGEST_STOP_S) as client:
            answer = client.get("http://localhost/stats" if socket_path else f"{self.url}/stats")
        counts: dict[str, Any] = answer.json()
        return counts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(_LONGEST_STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
