"""`loadproof threads` by the command line: text and JSON, all forms; exit codes; what is wrong is one line."""

import json
from pathlib import Path

import pytest
from loadproof.jvm.threads.report import ThreadReport
from loadproof.records.json_form import of_json

from .command_line import loadproof

DUMPS = Path(__file__).parents[1] / "unit/jvm/dumps"


def test_all_forms_say_the_same(tmp_path: Path) -> None:
    words = ("threads", DUMPS / "book-1.txt", DUMPS / "book-2.txt")
    ended = loadproof(*words, cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert "“BookThread-2” is BLOCKED at OutputStreamManager.writeBytes:352" in " ".join(ended.output.split())
    held = of_json(ThreadReport, json.loads(loadproof(*words, "--json", cwd=tmp_path).output))
    assert (held.state, len(held.waits)) == ("held_up", 2)
    assert "## Who is held up" in loadproof(*words, "--markdown", cwd=tmp_path).output
    assert loadproof(*words, "--html", "t.html", cwd=tmp_path).exit_code == 0
    assert "OutputStreamManager.flush:294" in (tmp_path / "t.html").read_text(encoding="utf-8")


def test_a_deadlock_ends_with_3(tmp_path: Path) -> None:
    ended = loadproof("threads", DUMPS / "deadlock.json", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (3, "")
    assert "Deadlock: payment and inventory" in ended.output


@pytest.mark.parametrize(
    ("content", "told"),
    [("INFO started\n", "no thread is in it"), ('{"threadDump": {', "this is no whole JSON")],
    ids=["a log", "cut"],
)
def test_bad_input_ends_with_2_and_one_line(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "d").write_text(content, encoding="utf-8")
    ended = loadproof("threads", "d", cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in ended.messages
    assert ended.messages.count("\n") == 1


def test_a_dump_that_was_read_in_part_ends_with_4(tmp_path: Path) -> None:
    text = (DUMPS / "book-1.txt").read_text(encoding="utf-8")
    (tmp_path / "cut.txt").write_text(text[: text.index("JNI global")], encoding="utf-8")
    ended = loadproof("threads", "cut.txt", "--json", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (4, "")
    report = of_json(ThreadReport, json.loads(ended.output))
    assert ("unread", "cut") in {(one.kind, one.code) for one in report.remarks}


def test_a_blocked_thread_without_its_lock_ends_with_4(tmp_path: Path) -> None:
    text = (DUMPS / "book-1.txt").read_text(encoding="utf-8")
    (tmp_path / "d.txt").write_text(text.replace("- waiting to lock", "- waits somehow for"), encoding="utf-8")
    ended = loadproof("threads", "d.txt", "--json", cwd=tmp_path)
    assert ended.exit_code == 4
    assert "blocked" in {one.code for one in of_json(ThreadReport, json.loads(ended.output)).remarks}


def test_a_dump_without_locks_ends_with_4(tmp_path: Path) -> None:
    assert loadproof("threads", DUMPS / "jdk25-virtual.txt", cwd=tmp_path).exit_code == 4
