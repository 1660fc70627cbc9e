"""Paths that lead astray, at each option and argument that takes a path: one sentence, exit code 2, nothing changed.

The commands, and what takes a path, are read from the command line itself: a new command is tested without a new test.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import typer
from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.main import app

from ..unit.api.short_study import study_file
from .command_line import Ended, loadproof

INPUT, FILE, APPENDED, DIRECTORY, RUN = PathUse
EVERY = frozenset(PathUse)
WRITTEN = frozenset((FILE, APPENDED))
READ = frozenset((INPUT, RUN))
NAMES_OF_PATHS = ("FILE", "DIR", "STUDY", "RUN", "LOG", "DUMP", "TABLE")
PAST_ANY_LOAD = "demo"
"""It would start the sample service: a path that it can write to is tested by the other commands."""


@dataclass(frozen=True)
class Hostile:
    """One kind of path, and the uses for which it must be refused; for others the command may do its work."""

    path: str
    refused: frozenset[PathUse] = EVERY
    others: frozenset[PathUse] = EVERY
    """Uses that are tested besides."""


KINDS = {
    "a name of 300 letters": Hostile("n" * 300),
    "a loop of links": Hostile("loop"),
    "a device": Hostile("device"),
    "an empty path": Hostile(""),
    "through a file": Hostile("file/below"),
    "a path of 4200 letters": Hostile("d/" * 2100 + "x"),
    "a NUL": Hostile("a\0b"),
    "a socket": Hostile("socket"),
    "a pipe that nobody writes to": Hostile("pipe"),
    "a link that leads nowhere": Hostile("dangling"),
    "a link to a file": Hostile("link", WRITTEN | {RUN, DIRECTORY}),
    "a directory": Hostile("directory", EVERY - {DIRECTORY}),
    "no such directory": Hostile("gone/x", EVERY - {DIRECTORY}),
    "a tilde": Hostile("~/gone/x", EVERY - {DIRECTORY}),
    "bytes that are no text": Hostile("\udcff\udcfe", READ),
    "control characters": Hostile("a\x1b[31m\n\u202eb", READ),
    "a file that cannot be read": Hostile("/proc/self/mem", frozenset((RUN,)), READ),
    "a sparse file of 10 GB": Hostile("sparse", frozenset((RUN,)), READ),
}


@dataclass(frozen=True)
class PathParameter:
    """An option or argument that takes a path."""

    command: Any
    parameter: Any
    use: PathUse

    @property
    def name(self) -> str:
        return f"{self.command.name} {max(self.parameter.opts, key=len)}"


def path_parameters() -> Iterator[PathParameter]:
    for command in typer.main.get_command(app).commands.values():  # type: ignore[attr-defined]
        for parameter in command.params:
            parser = getattr(parameter.type, "func", None)
            if isinstance(parser, CheckedPath):
                yield PathParameter(command, parameter, parser.use)
            elif any(name in (parameter.metavar or "") for name in NAMES_OF_PATHS):
                assert "@FILE" in parameter.metavar, f"{command.name} {parameter.opts}: it takes a path without a check"
                yield PathParameter(command, parameter, INPUT)


PARAMETERS = tuple(path_parameters())


@pytest.fixture(scope="module")
def listener() -> Iterator[str]:
    """The URL of a target that takes connections, and must be asked nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=200) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("run")
    ended = loadproof("run", study_file(place), "--out", place / "run", cwd=place)
    assert ended.exit_code in (0, 4), ended.messages
    return place / "run"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "file").write_text("as it was")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "directory").mkdir()
    (tmp_path / "directory/inner").write_text("as it was")
    os.mkfifo(tmp_path / "pipe")
    if os.geteuid() == 0:
        # A device of its own: a command that replaces devices does no harm to this machine.
        os.mknod(tmp_path / "device", 0o20666, os.makedev(1, 5))
    else:
        (tmp_path / "device").symlink_to("/dev/zero")
    with (tmp_path / "sparse").open("wb") as sparse:
        sparse.truncate(10 << 30)
    study_file(tmp_path)
    (tmp_path / "table.csv").write_text("op,p95\nread,1\nwrite,2\n")
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(os.path.relpath(tmp_path / "socket"))
        yield tmp_path


def words_of(asked: PathParameter, path: str, url: str, run: Path) -> list[str]:
    """A command with this path, and with all that it needs besides."""
    fillings = {
        "URL": url,
        "STUDY": "study.yaml",
        "RUN": str(run),
        "RUN RUN...": str(run),
        "TABLE": "table.csv",
        "LOG...": "table.csv",
        "DUMP...": "table.csv",
        "PID|URL": str(os.getpid()),
    }
    written = f"@{path}" if "@FILE" in asked.parameter.metavar else path
    options, arguments = [], []
    if asked.parameter.param_type_name == "option":
        options = [asked.parameter.opts[-1], written]
    for parameter in asked.command.params:
        if parameter.param_type_name != "argument":
            continue
        if parameter is asked.parameter:
            arguments += [written, *([str(run)] if parameter.metavar == "RUN RUN..." else [])]
        elif parameter.required or parameter.metavar == "URL":
            filling = fillings.get(parameter.metavar) or next(iter(parameter.type.choices))
            arguments += [filling] * (2 if parameter.metavar == "RUN RUN..." else 1)
    name = asked.parameter.name
    if asked.command.name == "run" and asked.use is not INPUT and name != "continued":
        arguments = ["study.yaml"]
    if asked.command.name == "init":
        arguments = [] if name in ("openapi", "har") else arguments
        options += {"jar": ["--like", "book"], "out": ["--force"]}.get(name, [])
        options += [] if name == "out" else ["--out", "-"]
    if asked.command.name == "capacity":
        options += ["--slo", "p99<1s"]
    return [asked.command.name, *options, "--", *map(str, arguments)]


def contents(place: Path) -> list[tuple[str, int, int, int]]:
    found = chain(place.iterdir(), (place / "directory").iterdir())
    return sorted((entry.name, (at := entry.lstat()).st_mode, at.st_ino, at.st_size) for entry in found)


def wrong_with(ended: Ended, *, is_refused: bool) -> str | None:
    """What a command says that it must not say; None: nothing."""
    if "Traceback" in ended.messages or ended.exit_code not in (0, 2, 3, 4):
        return f"exit code {ended.exit_code}: {ended.messages[-300:]}"
    if not is_refused:
        return None
    lines = ended.messages.splitlines()
    if ended.exit_code != 2 or ". Cure: " not in ended.messages or "cannot be reached" in ended.messages:
        return f"exit code {ended.exit_code}, not refused: {ended.messages[-300:]!r}"
    if not all(line.isprintable() for line in lines) or not lines[-1].startswith("error: "):
        return f"not lines of text: {lines}"
    return f"too long: {len(ended.messages)} letters" if len(ended.messages) > 800 else None


@pytest.mark.parametrize("kind", KINDS)
def test_each_path_of_each_command(kind: str, place: Path, run: Path, listener: str) -> None:
    hostile, wrong = KINDS[kind], []
    before = contents(place)
    # Those that may write to the path come last: what they wrote would be read by the others.
    for asked in sorted(PARAMETERS, key=lambda one: one.use not in hostile.refused):
        is_refused = asked.use in hostile.refused
        if not is_refused and (asked.use not in hostile.others or asked.command.name == PAST_ANY_LOAD):
            continue
        url = listener if is_refused else "http://127.0.0.1:1/"
        try:
            ended = loadproof(*words_of(asked, hostile.path, url, run), cwd=place)
        except subprocess.TimeoutExpired:
            wrong.append(f"{asked.name}: it hangs")
            continue
        if (told := wrong_with(ended, is_refused=is_refused)) is not None:
            wrong.append(f"{asked.name}: {told}")
        if is_refused and contents(place) != before:
            wrong.append(f"{asked.name}: it changed {set(contents(place)) ^ set(before)}")
        before = contents(place)
    assert len(PARAMETERS) > 40
    assert wrong == []


def test_a_working_directory_that_is_gone(tmp_path: Path, run: Path) -> None:
    (tmp_path / "gone").mkdir()
    wrong, names = [], []
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, cwd=tmp_path / "gone") as sleeper:
        (tmp_path / "gone").rmdir()
        nowhere = Path(f"/proc/{sleeper.pid}/cwd")
        for command in typer.main.get_command(app).commands.values():  # type: ignore[attr-defined]
            asked = PathParameter(command, _NO_PARAMETER, INPUT)
            words = [word for word in words_of(asked, "", "http://127.0.0.1:1/", Path("last")) if word]
            ended = loadproof(*words, *(["--for", "5s"] if command.name == "doctor" else []), cwd=nowhere)
            names.append(command.name)
            if (told := wrong_with(ended, is_refused=False)) is not None:
                wrong.append(f"{command.name}: {told}")
        shown = loadproof("show", run, cwd=nowhere)
        sleeper.kill()
    assert len(names) > 15
    assert wrong == []
    assert shown.exit_code in (0, 4), shown.messages


class _NoParameter:
    metavar = ""
    param_type_name = ""
    name = ""
    opts = ("",)


_NO_PARAMETER = _NoParameter()


def test_pipes_of_a_shell_are_read(tmp_path: Path) -> None:
    logs = Path(__file__).parents[1] / "unit/jvm/logs"
    command = f"{sys.executable} -m loadproof gc --json <(cat {logs}/serial.log) <(gzip -c {logs}/parallel.log)"
    ended = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert '"comparison"' in ended.stdout
