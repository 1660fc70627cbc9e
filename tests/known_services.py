"""Services whose fault is known: what leaks, what holds threads up, and what does neither (tests/servers/known)."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

__all__ = ["HEALTHY", "KNOWN_SERVICES", "LEAKS", "LOCKS", "KnownService", "make_jar", "study_of"]

_ROOT = Path(__file__).resolve().parents[1]
_SOURCES = _ROOT / "tests/servers/known"
_BUILT = _ROOT / ".cache/servers"
_PLACES = (str(_ROOT / ".venv/bin"), "/usr/local/go/bin", "/usr/sbin")
_LONGEST_BUILD_S = 300.0
_OLDEST_JDK = "17"


@dataclass(frozen=True, slots=True)
class KnownService:
    """One of them, and what a diagnosis has to name of it."""

    name: str
    what: str
    runtime: Literal["java", "node", "go"] = "java"
    field: str = ""
    """What leaks, as a finding names it."""
    lock: str = ""
    place: str = ""
    """Where threads wait for the lock: class and method."""
    flags: tuple[str, ...] = ("-Xmx96m", "-XX:+UseG1GC")

    def command(self, home: Path | None = None) -> list[str]:
        """Listens on `${port}`; by the JDK at `home`, or the one in the path."""
        if self.runtime == "node":
            return [_program("node"), str(_SOURCES / "node/cache.mjs"), "${port}"]
        if self.runtime == "go":
            return [str(_go()), "${port}"]
        java = str(home / "bin/java") if home else _program("java")
        # Without it the reply's head waits for an acknowledgement of the one before.
        return [java, "-Dsun.net.httpserver.nodelay=true", *self.flags, "-cp", str(_classes()), self.name, "${port}"]


HEALTHY = (
    KnownService("known.FullCache", "a cache that is full after 3,500 calls"),
    KnownService("known.Directory", "a map with one entry for each of 2,000 customers"),
    KnownService("known.SoftCache", "soft references"),
    KnownService("known.WarmUp", "tables that the first calls make"),
    KnownService("known.BufferPool", "direct buffers that are given back"),
    KnownService("known.YoungGarbage", "a large young generation", flags=("-Xmx128m", "-Xmn96m", "-XX:+UseParallelGC")),
    KnownService("known.Names", "interned strings"),
    KnownService("known.Sessions", "sessions that end after 8 s"),
    KnownService("go-cache", "a cache in Go", "go"),
    KnownService("node-cache", "a cache in Node.js", "node"),
)
LEAKS = (
    KnownService("known.Quotes", "a map", field="known.Quotes.superseded"),
    KnownService("known.EventBus", "a list of listeners", field="known.EventBus.listeners"),
    KnownService("known.RequestContext", "a thread-local variable", field="known.RequestContext.TRAIL"),
    KnownService("known.Plugins", "class loaders", field="known.Plugins.deployed"),
    KnownService("known.FrameQueue", "direct memory", field="known.FrameQueue.frames"),
    KnownService("known.Backends", "connections", field="known.Backends.borrowed"),
)
LOCKS = (
    KnownService("known.Ledger", "a monitor", lock="known.Ledger", place="Ledger.post"),
    KnownService(
        "known.Seats",
        "a ReentrantLock",
        lock="java.util.concurrent.locks.ReentrantLock$NonfairSync",
        place="Seats.book",
    ),
    KnownService("known.AuditLog", "a synchronised appender", lock="known.AuditLog", place="AuditLog.append"),
    KnownService("known.Connections", "a pool", lock="known.Connections", place="Connections.borrow"),
    KnownService("known.Remote", "none: calls that wait for the answers of others"),
)
KNOWN_SERVICES = (*HEALTHY, *LEAKS, *LOCKS)


def study_of(
    service: KnownService,
    home: Path | None = None,
    soak: str = "settle: 3s, hold: 20s",
    diagnosis: str = "threads: always, heap: always, load: 10s",
) -> str:
    """A soak of 20 s at 100 calls/s, after which heap and threads are looked at, whether there is evidence or not."""
    return (
        f"name: {service.name.replace('.', '-')}\n"
        "stand:\n"
        "  target: http://127.0.0.1:${api.port}\n"
        "  services:\n"
        "    api:\n"
        f"      command: {json.dumps(service.command(home))}\n"
        '      ready: {http: "http://127.0.0.1:${port}/healthz", within: 30s}\n'
        "profile: {operations: {call: {request: GET /call}}}\n"
        "slo: [p99<1s]\n"
        f"methods: {{soak: {{rate: 100, ramp: 2s, {soak}}}}}\n"
        f"diagnosis: {{api: {{{diagnosis}}}}}\n"
    )


def make_jar(place: Path, title: str) -> None:
    """A service in a jar, whose port is SERVER_PORT: `known.Quotes`, which leaks, or `known.Sessions` as `mended`."""
    manifest = place.with_suffix(".txt")
    manifest.write_text(f"Main-Class: known.Jar\nImplementation-Title: {title}\n", encoding="utf-8")
    jar = str(Path(_program("javac")).resolve().with_name("jar"))
    _build([jar, "--create", "--file", str(place), "--manifest", str(manifest), "-C", str(_classes()), "."], _SOURCES)


def _program(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *_PLACES)))
    if found is None:
        raise FileNotFoundError(f"{name} is missing: run scripts/prepare_servers.sh")
    return found


@cache
def _classes() -> Path:
    sources = sorted((_SOURCES / "java/known").glob("*.java"))
    return _built(sources, [_program("javac"), "--release", _OLDEST_JDK, *map(str, sources), "-d"])


@cache
def _go() -> Path:
    command = [_program("go"), "build", "-C", str(_SOURCES / "go"), "-o"]
    return _built(sorted((_SOURCES / "go").iterdir()), command) / "cache"


def _built(sources: Sequence[Path], command: Sequence[str]) -> Path:
    """A directory that a command has made of sources, once for what they are: several processes may want it at once."""
    content = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    place = _BUILT / f"known-{content[:16]}"
    if not place.is_dir():
        _BUILT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_BUILT) as made:
            whole = Path(made) / "whole"
            whole.mkdir()
            _build([*command, f"{whole}/"], _SOURCES)
            with suppress(OSError):
                whole.rename(place)
    return place


def _build(command: Sequence[str], directory: Path) -> None:
    environment = {**os.environ, "GOFLAGS": "-buildvcs=false", "GOTOOLCHAIN": "local"}
    subprocess.run(
        command, cwd=directory, env=environment, check=True, capture_output=True, text=True, timeout=_LONGEST_BUILD_S
    )
