"""How a look ends: what was found on standard output, and an exit code that a script can go by."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.cli.main import app
from loadproof.tools.doctor.check import CheckModel, DoctorModel, cannot_tell, concluded, doubt, fine
from typer.testing import CliRunner

FINE = fine("ports", "28,232 for one address")
UNTOLD = cannot_tell("steal", "the host does not say")
BUSY = doubt("others", "1.00 cores; most: cc\x1b[31m1 1.00", "calls wait", "stop " + "it, or wait " * 12 + "--awake=1")


def looked(checks: list[CheckModel]) -> Callable[[float, Path, Callable[[CheckModel], None]], DoctorModel]:
    def examine(for_s: float, directory: Path, say: Callable[[CheckModel], None]) -> DoctorModel:
        assert (for_s, directory) == (60.0, Path("."))
        for check in checks:
            say(check)
        return concluded(checks, for_s, {"cores": 2})

    return examine


def shown(monkeypatch: pytest.MonkeyPatch, place: Path, checks: list[CheckModel], *words: str) -> tuple[int, str]:
    monkeypatch.chdir(place)
    monkeypatch.setattr("loadproof.tools.doctor.minute.examine", looked(checks))
    ended = CliRunner().invoke(app, ["doctor", *words])
    return ended.exit_code, ended.output


def test_a_machine_that_is_fit_ends_with_0(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    exit_code, output = shown(monkeypatch, tmp_path, [FINE, UNTOLD])
    assert exit_code == 0
    assert output.splitlines() == [
        "loadproof doctor: a look of 60 s at this machine",
        "",
        "ports         fine         28,232 for one address",
        "steal         cannot tell  the host does not say",
        "",
        "fit for measuring: nothing that was looked at stands in the way; not told: steal",
    ]


def test_a_doubt_ends_with_4_and_says_effect_and_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    exit_code, output = shown(monkeypatch, tmp_path, [FINE, BUSY])
    assert exit_code == 4
    lines = output.splitlines()
    assert "others        DOUBT        1.00 cores; most: cc\\x1b[31m1 1.00" in lines
    assert "              effect       calls wait" in lines
    cure = lines[lines.index("              effect       calls wait") + 1 :]
    assert cure[0].startswith("              cure         stop it, or wait it, ")
    assert cure[1].startswith(" " * 27)
    # A command that is cut in two cannot be copied.
    assert any("--awake=1" in line for line in cure)
    assert lines[-1] == "not fit for measuring as it is: mend others first"


def test_as_json_nothing_else_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    exit_code, output = shown(monkeypatch, tmp_path, [FINE, BUSY], "--json")
    found = json.loads(output)
    assert (exit_code, found["state"], found["run"]) == (4, "undecided", {"host": {"cores": 2}})
    # What spoils most comes first.
    assert [check["name"] for check in found["checks"]] == ["others", "ports"]
