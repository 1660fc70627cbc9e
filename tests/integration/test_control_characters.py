"""Texts from outside show no control character, wherever they come from and wherever they are shown."""

import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
import typer
from loadproof.cli.main import app

from tests.control_characters import HOSTILE, READABLE_NAME, SHORT, hidden_in

from .command_line import Ended, loadproof
from .recording_server import Answer, RecordingServer
from .words_of_commands import Places, commands, known_commands

DUMPS = Path(__file__).parents[1] / "unit/jvm/dumps"
REFUSED = "http://127.0.0.1:1/"
EMBEDDED = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>|<title>(.*?)</title>', re.DOTALL)


def assert_visible(ended: Ended) -> None:
    """Asserts that neither stream has a hidden character, and that nothing is escaped twice."""
    for text in (ended.output, ended.messages):
        assert hidden_in(text) == [], text
    assert "\\\\x1b" not in ended.messages, ended.messages
    assert "Traceback" not in ended.messages, ended.messages


def options_of(verb: str) -> list[list[str]]:
    """Each option and argument of a command that takes a text, with a hostile one."""
    command = typer.main.get_group(app).get_command(None, verb)  # type: ignore[arg-type]
    assert command is not None
    found = [[SHORT], [f"--{SHORT}"]]
    for parameter in command.params:
        long = [option for option in parameter.opts if option.startswith("--")]
        if long and not getattr(parameter, "is_flag", False):
            found.append([long[0], SHORT])
    return found


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Places:
    place = tmp_path_factory.mktemp("controls")
    runs = place / "runs" / "a", place / "runs" / "b"
    found = Places(runs, REFUSED, place, DUMPS)
    for run in runs:
        assert loadproof(*commands(found)["run"], "--out", run, cwd=place).exit_code in (0, 4)
    return found


@pytest.mark.parametrize("verb", known_commands())
def test_no_option_shows_one(places: Places, tmp_path: Path, verb: str) -> None:
    # A load that would begin is refused: its directory is not empty.
    taken = ("--out", places.place) if verb in {"demo", "run"} else ()
    words = commands(places)[verb]
    for option in options_of(verb):
        if option[0] != "--out":
            assert_visible(loadproof(*words, *taken, *option, cwd=tmp_path, within_s=120))
        else:
            # A file has this place: nothing begins.
            assert_visible(loadproof(*words, "--out", f"{places.place}/study.yaml/{SHORT}", cwd=tmp_path))


def test_a_file_with_such_a_name_is_shown_with_escapes(places: Places, tmp_path: Path) -> None:
    for verb, words in commands(places).items():
        files = [word for word in words if isinstance(word, Path) and word.exists()]
        if not files:
            continue
        copy = tmp_path / f"{SHORT}{files[0].suffix}"
        (shutil.copytree if files[0].is_dir() else shutil.copy)(files[0], copy)
        ended = loadproof(*(copy if word is files[0] else word for word in words), cwd=tmp_path)
        assert_visible(ended)
        assert ended.exit_code in (0, 3, 4), (verb, ended.messages)
        (shutil.rmtree if copy.is_dir() else Path.unlink)(copy)


def written_in(run: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each file for people and scripts in a run directory."""
    for file in sorted(run.rglob("*")):
        if file.suffix in {".json", ".md", ".xml"}:
            yield file.name, file.read_text(encoding="utf-8")
        elif file.suffix == ".html":
            page = file.read_text(encoding="utf-8")
            yield file.name, "\n".join("".join(parts) for parts in EMBEDDED.findall(page))


def assert_report_visible(run: Path, place: Path) -> None:
    """Asserts that every report of a run, in every form, has no hidden character."""
    files = ("--junit", run / "junit.xml", "--summary", run / "summary.md")
    assert_visible(loadproof("report", run, *files, cwd=place))
    for form in (("--json",), ("--short",), ("--full",)):
        assert_visible(loadproof("show", run, *form, cwd=place))
    assert_visible(loadproof("compare", run, run, cwd=place))
    assert_visible(loadproof("runs", cwd=place))
    assert_visible(loadproof("runs", "--json", cwd=place))
    assert {name: hidden_in(text) for name, text in written_in(run) if hidden_in(text)} == {}


def texts_of(database: Path) -> list[tuple[str, str]]:
    """Table and column of each text of a store that is no JSON."""
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = []
        for table in tables:
            for _, column, *_ in connection.execute(f"PRAGMA table_info({table})"):
                query = f"SELECT {column} FROM {table} WHERE typeof({column}) = 'text' LIMIT 1"  # noqa: S608
                row = connection.execute(query).fetchone()
                if row is not None and row[0][:1] not in {"{", "[", '"'}:
                    found.append((table, column))
        return found


def test_no_stored_text_shows_one(places: Places, tmp_path: Path) -> None:
    columns = texts_of(places.runs[0] / "run.db")
    assert len(columns) > 5
    for number, (table, column) in enumerate(columns):
        run = tmp_path / "runs" / str(number)
        shutil.copytree(places.runs[0], run)
        with closing(sqlite3.connect(run / "run.db")) as connection, connection:
            connection.execute(f"UPDATE {table} SET {column} = {column} || ?", (HOSTILE,))  # noqa: S608
        (run / "summary.json").unlink()
        files = ("--junit", run / "junit.xml", "--summary", run / "summary.md")
        assert_visible(loadproof("report", run, *files, cwd=tmp_path))
        assert {name: hidden_in(text) for name, text in written_in(run) if hidden_in(text)} == {}, (table, column)
    assert_visible(loadproof("runs", cwd=tmp_path))
    assert_visible(loadproof("runs", "--json", cwd=tmp_path))


@pytest.mark.parametrize("name", [HOSTILE, READABLE_NAME])
def test_names_of_a_study_are_shown_with_escapes(places: Places, tmp_path: Path, name: str) -> None:
    words = commands(places, name=name, operation=name)
    for verb in ("plan", "run"):
        for form in ((), ("--json",)):
            given = ("--out", tmp_path / f"run{len(form)}") if verb == "run" else ()
            ended = loadproof(*words[verb], *given, *form, cwd=tmp_path)
            assert_visible(ended)
            if name == READABLE_NAME:
                assert name in ended.output
    for run in tmp_path.glob("run*"):
        assert_report_visible(run, tmp_path)


def test_replies_and_typed_requests_are_shown_with_escapes(tmp_path: Path) -> None:
    body = HOSTILE.encode()
    with RecordingServer(lambda _: Answer(500, body, (("X-Odd", "a\x9b\x1b[31mb"),))) as server:
        words = (
            "load",
            server.url,
            "--rate",
            10,
            "--for",
            "1s",
            "--slo",
            "p99<5s",
            "-d",
            HOSTILE,
            "--note",
            "a\u202eb",
        )
        assert_visible(loadproof(*words, "--out", tmp_path / "run", cwd=tmp_path, within_s=90))
    assert_report_visible(tmp_path / "run", tmp_path)


def test_documents_of_others_are_shown_with_escapes(tmp_path: Path) -> None:
    paths = {
        f"/a{HOSTILE}": {
            "get": {"operationId": HOSTILE, "summary": HOSTILE, "responses": {"200": {"description": HOSTILE}}}
        }
    }
    document = {"openapi": "3.0.0", "info": {"title": HOSTILE, "version": "1"}, "paths": paths}
    (tmp_path / "api.json").write_text(json.dumps(document), encoding="utf-8")
    entry = {
        "request": {
            "method": "GET",
            "url": f"http://127.0.0.1:1/{HOSTILE}",
            "headers": [{"name": "X-A", "value": HOSTILE}],
        }
    }
    har = {"log": {"creator": {"name": HOSTILE}, "pages": [{"title": HOSTILE}], "entries": [entry]}}
    (tmp_path / "x.har").write_text(json.dumps(har), encoding="utf-8")
    for option, file in (("--openapi", "api.json"), ("--har", "x.har")):
        words = ("init", option, file, "--target", "http://127.0.0.1:1")
        assert_visible(loadproof(*words, cwd=tmp_path))
        ended = loadproof(*words, "--out", f"{file}.yaml", cwd=tmp_path)
        assert_visible(ended)
        if ended.exit_code == 0:
            assert hidden_in((tmp_path / f"{file}.yaml").read_text(encoding="utf-8")) == []
            assert_visible(loadproof("plan", f"{file}.yaml", "--preset", "smoke", cwd=tmp_path, within_s=120))


def test_dumps_and_logs_are_shown_with_escapes(tmp_path: Path) -> None:
    dump = (DUMPS / "jdk17.tdump").read_text(encoding="utf-8")
    odd = HOSTILE.replace("\n", "").replace("\r", "").replace('"', "")
    (tmp_path / "x.tdump").write_text(
        re.sub(r'^"([^"]+)"', rf'"\1{re.escape(odd)}"', dump, flags=re.MULTILINE), "utf-8"
    )
    table = f"rate{odd},calls\n1{odd},2\n"
    (tmp_path / "x.csv").write_text(table, encoding="utf-8")
    for form in ((), ("--json",), ("--markdown",)):
        assert_visible(loadproof("threads", "x.tdump", *form, cwd=tmp_path))
        assert_visible(loadproof("audit", "x.csv", *form, cwd=tmp_path))
    loadproof("threads", "x.tdump", "--html", "x.html", cwd=tmp_path)
    assert hidden_in((tmp_path / "x.html").read_text(encoding="utf-8")) == []


def on_terminal(*words: str, place: Path) -> bytes:
    """All that a command writes to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "loadproof", *words]
    with subprocess.Popen(command, cwd=place, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"}):
        os.close(theirs)
        drawn = b""
        # The end of a terminal whose other side is closed is EIO.
        with suppress(OSError):
            while part := os.read(ours, 65536):
                drawn += part
        os.close(ours)
    return drawn


def test_colors_of_ours_reach_a_terminal_and_those_of_others_do_not(tmp_path: Path) -> None:
    dump = (DUMPS / "jdk17.tdump").read_text(encoding="utf-8")
    (tmp_path / "x.tdump").write_text(re.sub(r'^"', '"s\x1b[35mt', dump, flags=re.MULTILINE), encoding="utf-8")
    drawn = on_terminal("threads", "x.tdump", "--full", place=tmp_path)
    assert b"\x1b[1" in drawn
    assert b"\x1b[35m" not in drawn
    refused = on_terminal("show", "s\x1b[35mt", place=tmp_path)
    assert b"\x1b" not in refused
    assert b"s\\x1b[35mt" in refused
