"""`loadproof gc` by the command line: one log, two, standard input, all forms; what is wrong is one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from loadproof.jvm.gc.report import GcReport
from loadproof.records.json_form import of_json

from .command_line import loadproof

LOGS = Path(__file__).parents[1] / "unit/jvm/logs"


def test_all_forms_say_the_same(tmp_path: Path) -> None:
    ended = loadproof("gc", LOGS / "g1.log", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert "G1 stopped the service for 0.727 % of 6 s: 9 pauses" in ended.output
    held = of_json(GcReport, json.loads(loadproof("gc", LOGS / "g1.log", "--json", cwd=tmp_path).output))
    assert held.logs[0].pauses.count == 9
    assert "## Figures" in loadproof("gc", LOGS / "g1.log", "--markdown", cwd=tmp_path).output
    assert loadproof("gc", LOGS / "g1.log", "--html", "gc.html", cwd=tmp_path).exit_code == 0
    assert "G1 Evacuation Pause" in (tmp_path / "gc.html").read_text(encoding="utf-8")


def test_two_logs_are_shown_side_by_side(tmp_path: Path) -> None:
    output = loadproof("gc", LOGS / "z.log", LOGS / "generational-z.log", cwd=tmp_path).output
    assert "Side by side" in output
    assert "The collectors differ, ZGC and generational ZGC" in " ".join(output.split())


def test_a_log_is_read_from_standard_input(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "loadproof", "gc", "-"],
        input=(LOGS / "parallel.log").read_text(encoding="utf-8"),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=30,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Ergonomics" in ended.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("none.log",), "'none.log': there is no such file. Cure: check the path"),
        ((".",), "this is a directory"),
        ((LOGS / "old-format.log",), "this is a log of JDK 8 or older"),
        ((LOGS / "g1.log", "--html", "no/where.html"), "--html: no/where.html cannot be written"),
    ],
    ids=["no file", "a directory", "the old format", "no place"],
)
def test_bad_input_ends_with_2_and_one_line(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    ended = loadproof("gc", *words, cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in ended.messages
    assert ended.messages.count("\n") == 1
