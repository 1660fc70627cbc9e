"""Runs are found again: `runs`, `show`, `open`, and what a note and a commit say of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .stand import known_truth

LOAD = ("--rate", 50, "--for", "1s", *FORGIVING)
NOTE = "pool of 64, [bold]warm[/bold]"


def git(place: Path, *words: str) -> str:
    """What git says in `place`."""
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    return subprocess.run(["git", *identity, *words], cwd=place, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with two short loads, the second after a change, and directories that are no runs."""
    place = tmp_path_factory.mktemp("project")
    git(place, "init", "-q")
    (place / "code").write_text("1")
    (place / ".gitignore").write_text("runs/\nlogs/\n")
    (place / "sub/deep").mkdir(parents=True)
    (place / "logs").mkdir()
    git(place, "add", ".")
    git(place, "commit", "-qm", "first")
    with known_truth(place / "logs", "constant", "--delay-us", 200) as service:
        assert loadproof("load", service.url, *LOAD, "--json", cwd=place).exit_code in (0, 4)
        (place / "code").write_text("2")
        assert loadproof("load", service.url, *LOAD, "--note", NOTE, cwd=place).exit_code in (0, 4)
    (place / "runs/20200101T000000Z-notes").mkdir()
    (place / "runs/20200102T000000Z-broken").mkdir()
    (place / "runs/20200102T000000Z-broken/run.db").write_bytes(b"not a database" * 400)
    return place


def listed(place: Path, *options: str) -> list[dict[str, Any]]:
    """The rows of `loadproof runs --json`."""
    ended = loadproof("runs", "--json", *options, cwd=place)
    assert (ended.exit_code, ended.messages) == (0, "")
    rows: list[dict[str, Any]] = json.loads(ended.output)["runs"]
    return rows


def state_of(run: Path) -> str:
    """The state of a run's result."""
    return str(json.loads((run / "result.json").read_text(encoding="utf-8"))["state"])


def test_runs_are_listed_newest_first_from_below_the_project(project: Path) -> None:
    rows = listed(project / "sub/deep")
    second, first, broken, notes = rows
    assert [row["verb"] for row in rows] == ["load", "load", None, None]
    assert first["started_at"] < second["started_at"]
    assert (broken["state"], notes["state"]) == ("damaged", "foreign")
    assert broken["started_at"] == "2020-01-02T00:00:00.000+00:00"
    for row in (first, second):
        result = json.loads((project / "runs" / row["name"] / "result.json").read_text(encoding="utf-8"))
        assert row["state"] == result["state"]
        assert row["rate_per_s"] == result["rate"]
        assert row["asked_per_s"] == result["trials"][-1]["rate"]
        assert row["target"].startswith("http://127.0.0.1:")
        assert row["commit"] == git(project, "rev-parse", "HEAD").strip()
    assert (first["work_tree_changed"], second["work_tree_changed"]) == (False, True)
    assert (first["note"], second["note"]) == (None, NOTE)


def test_the_table_shows_what_the_rows_hold(project: Path) -> None:
    ended = loadproof("runs", cwd=project)
    assert (ended.exit_code, ended.messages) == (0, "")
    head, second, first, *_ = ended.output.splitlines()
    assert head.split()[:2] == ["run", "when"]
    commit = git(project, "rev-parse", "HEAD")[:8]
    assert f"{commit}+" in second
    assert NOTE in second
    assert f"{commit} " in first + " "
    assert f"{commit}+" not in first


def test_a_run_without_its_summary_is_read_from_its_database(project: Path) -> None:
    newest = listed(project)[0]
    summary = project / "runs" / newest["name"] / "summary.json"
    kept = summary.read_bytes()
    try:
        for damaged in (None, b"", b"[" * 30_000, b'{"state": 7}', kept.replace(b'"load"', b'"%s"' % (b"x" * 9_999))):
            summary.unlink() if damaged is None else summary.write_bytes(damaged)
            row = listed(project)[0]
            assert (row["name"], row["state"], row["note"]) == (newest["name"], "ended", NOTE)
            assert row["outcome"] in ("passed", "undecided", "invalid")
            assert row["commit"] == newest["commit"]
    finally:
        summary.write_bytes(kept)


def test_show_prints_the_report_and_writes_nothing(project: Path) -> None:
    name = listed(project)[0]["name"]
    run = project / "runs" / name
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in run.iterdir() if path.is_file()}
    for word in ("last", name, str(run), f"runs/{name}"):
        ended = loadproof("show", word, "--json", cwd=project / "sub")
        assert ended.exit_code == (0 if state_of(run) == "passed" else 4), ended.messages
        assert ended.result == json.loads((run / "result.json").read_text(encoding="utf-8"))
    assert NOTE in loadproof("show", name, "--full", cwd=project).output
    assert {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in run.iterdir() if path.is_file()} == before
    assert NOTE in (run / "report.md").read_text(encoding="utf-8").replace("\\", "")


def test_report_takes_the_begin_of_a_name(project: Path) -> None:
    name = listed(project)[1]["name"]
    ended = loadproof("report", name[: -len("load")] if name.endswith("-load") else name, "--short", cwd=project)
    assert name in ended.output, ended.messages


@pytest.mark.parametrize("words", [("show",), ("open",), ("report",), ("run", "--continue")])
def test_a_name_that_is_none_or_of_several(project: Path, words: tuple[str, ...]) -> None:
    for name, said in (("2020010", "2 runs of runs begin so"), ("20200101T000000Z-note5", "20200101T000000Z-notes")):
        ended = loadproof(*words, name, cwd=project)
        assert (ended.exit_code, ended.output) == (2, "")
        (line,) = ended.messages.splitlines()
        assert said in line
        assert ". Cure: " in line


def test_the_page_is_opened_where_a_browser_is(project: Path, tmp_path: Path) -> None:
    page = project / "runs" / listed(project)[0]["name"] / "report.html"
    no_display = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    with CommandLine("open", "last", cwd=project, environment=no_display) as command:
        without = command.ended(20)
    assert (without.exit_code, without.output) == (0, f"no browser here; the page is {page}\n")
    browser = tmp_path / "browser"
    browser.write_text(f'#!{sys.executable}\nimport sys\nopen("{tmp_path}/asked", "w").write(sys.argv[1])\n')
    browser.chmod(0o755)
    with CommandLine("open", "last", cwd=project, environment={"BROWSER": str(browser)}) as command:
        ended = command.ended(20)
    assert (ended.exit_code, ended.output) == (0, f"opened {page}\n")
    assert (tmp_path / "asked").read_text() == page.as_uri()


def test_a_run_under_way_and_one_that_was_killed(tmp_path: Path) -> None:
    run = tmp_path / "runs/mine"
    with (
        known_truth(tmp_path, "constant", "--delay-us", 200) as service,
        CommandLine("load", service.url, "--for", "60s", "--out", run, cwd=tmp_path) as command,
    ):
        command.wait_for_second(run, 0)
        assert [(row["name"], row["state"]) for row in listed(tmp_path)] == [("mine", "under_way")]
        command.process.kill()
        command.process.communicate()
    assert [(row["state"], row["commit"]) for row in listed(tmp_path)] == [("cut", None)]
    page = loadproof("open", "mine", cwd=tmp_path)
    assert page.exit_code == 2
    assert "the run has no page yet" in page.messages


@pytest.mark.parametrize("note", ["", "  ", "two\nlines", "\x1b[31m", "x" * 201])
def test_a_note_that_is_none(tmp_path: Path, note: str) -> None:
    ended = loadproof("load", "http://127.0.0.1:9/", "--note", note, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert ended.messages.startswith("error: --note: ")
    assert not list(tmp_path.iterdir())


def test_a_project_without_runs(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    ended: Ended = loadproof("runs", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert ended.output.startswith("no runs yet: ")
    assert "there is no runs/ here or above" in loadproof("show", "last", cwd=tmp_path).messages
