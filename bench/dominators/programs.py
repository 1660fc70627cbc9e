"""Three public programs of others, started for real, each with its dump and its histogram of classes."""

import contextlib
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.error import BenchError

__all__ = ["PROGRAMS", "Dump", "Program", "dump_of", "java_program"]

_JARS = Path(__file__).parents[1] / "shark-dominators" / "target" / "programs"
_HEAP = "-Xmx512m"
_READY_S = 120.0
_LOOK_S = 0.2
_REQUESTS = 3000
_TABLES = """
CREATE TABLE BOOK(ID INT PRIMARY KEY, TITLE VARCHAR, PRICE DECIMAL(10, 2));
INSERT INTO BOOK SELECT X, 'Title of book ' || X, X * 0.25 FROM SYSTEM_RANGE(1, 100000);
CREATE INDEX BOOK_TITLE ON BOOK(TITLE);
CREATE TABLE AUTHOR(ID INT PRIMARY KEY, NAME VARCHAR);
INSERT INTO AUTHOR SELECT X, 'Author ' || X FROM SYSTEM_RANGE(1, 40000);
"""
_SCRIPT = """
require "json"; require "csv"; require "rdoc"; require "optparse"
require "socket"; TCPServer.new("127.0.0.1", ARGV[0].to_i); sleep
"""


@dataclass(frozen=True, slots=True)
class Program:
    """What is started of a jar at a port, and what it is given to do."""

    jar: str
    told: str
    arguments: Callable[[Path, int], Sequence[str | Path]]
    load: Callable[[Path, int, Path], None]


@dataclass(frozen=True, slots=True)
class Dump:
    """A heap dump and what `jcmd PID GC.class_histogram` said after it."""

    program: str
    told: str
    path: Path
    histogram: Path


def java_program(name: str) -> str:
    """Where a program of the JDK is. Raises BenchError."""
    found = shutil.which(name)
    if found is None:
        raise BenchError(f"{name} is missing. Cure: install a JDK, such as default-jdk-headless of Debian")
    return found


def dump_of(program: Program, scratch: Path) -> Dump:
    """Starts it, gives it its load, and dumps its heap. Raises BenchError."""
    found = sorted(_JARS.glob(f"{program.jar}-[0-9]*.jar"))
    if not found:
        raise BenchError(f"{_JARS} has no {program.jar}. Cure: scripts/prepare_peers.sh")
    jar, port = found[-1], _free_port()
    dump = Dump(jar.stem, program.told, scratch / f"{program.jar}.hprof", scratch / f"{program.jar}.txt")
    with _running((java_program("java"), _HEAP, *program.arguments(jar, port)), scratch) as process:
        _await(process, port)
        program.load(jar, port, scratch)
        dump.path.unlink(missing_ok=True)
        _jcmd(process.pid, "GC.heap_dump", str(dump.path))
        dump.histogram.write_text(_jcmd(process.pid, "GC.class_histogram"), encoding="utf-8")
    return dump


@contextlib.contextmanager
def _running(command: Sequence[str | Path], scratch: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (scratch / "output.txt").open("wb") as output:
        process = subprocess.Popen(command, cwd=scratch, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    until_s = time.monotonic() + _READY_S
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None or time.monotonic() > until_s:
            raise BenchError(f"{process.args!r} does not listen. Cure: start it by hand")
        time.sleep(_LOOK_S)


def _jcmd(process_id: int, *words: str) -> str:
    command = (java_program("jcmd"), str(process_id), *words)
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _fill_tables(jar: Path, port: int, scratch: Path) -> None:
    script = scratch / "tables.sql"
    script.write_text(_TABLES, encoding="utf-8")
    url = f"jdbc:h2:tcp://127.0.0.1:{port}/mem:books;DB_CLOSE_DELAY=-1"
    tool = (java_program("java"), "-cp", jar, "org.h2.tools.RunScript", "-url", url, "-user", "sa", "-script", script)
    subprocess.run(tool, check=True, timeout=120)


def _make_requests(_jar: Path, port: int, _scratch: Path) -> None:
    for number in range(_REQUESTS):
        # Nothing is there; each request is kept in the journal all the same.
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/books/{number}", timeout=30)


def _nothing(_jar: Path, _port: int, _scratch: Path) -> None:
    """It has done its work when it listens."""


PROGRAMS = (
    Program(
        "h2",
        "a database server with 140,000 rows in memory",
        lambda jar, port: ("-cp", jar, "org.h2.tools.Server", "-tcp", "-tcpPort", str(port), "-ifNotExists"),
        _fill_tables,
    ),
    Program(
        "wiremock-standalone",
        f"an HTTP server that keeps the {_REQUESTS:,} requests that it got",
        lambda jar, port: ("-jar", jar, "--port", str(port)),
        _make_requests,
    ),
    Program(
        "jruby-complete",
        "an interpreter of Ruby that has loaded csv, json, optparse and rdoc",
        lambda jar, port: ("-jar", jar, "-e", _SCRIPT, str(port)),
        _nothing,
    ),
)
