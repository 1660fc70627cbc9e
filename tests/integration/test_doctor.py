"""`loadproof doctor` on this machine: each look is said, who is at work is named, and nothing is left behind."""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from loadproof.records.json_form import of_json, plain
from loadproof.tools.doctor.check import DoctorModel, Name

from tests.strangers import strangers

from .command_line import CommandLine, loadproof

SHORT = ("doctor", "--for", "5s")
_WITHIN_S = 60.0
_CAP_SYS_RESOURCE, _PR_CAPBSET_DROP = 24, 24


def looked(*words: object, cwd: Path, before: Callable[[], None] | None = None) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON of a short look, which keeps to its schema."""
    command = [sys.executable, "-m", "loadproof", *SHORT, "--json", *map(str, words)]
    ended = subprocess.run(
        command, check=False, cwd=cwd, capture_output=True, text=True, timeout=_WITHIN_S, preexec_fn=before
    )
    assert ended.stderr == ""
    found: dict[str, Any] = json.loads(ended.stdout)
    assert plain(of_json(DoctorModel, found)) == found
    return ended.returncode, found


def check_of(found: dict[str, Any], name: str) -> dict[str, Any]:
    checks: list[dict[str, Any]] = found["checks"]
    return next(check for check in checks if check["name"] == name)


def test_a_look_says_every_check_and_its_verdict(tmp_path: Path) -> None:
    ended = loadproof(*SHORT, cwd=tmp_path, within_s=_WITHIN_S)
    assert ended.messages == ""
    lines = ended.output.splitlines()
    assert all(any(line.startswith(f"{name} ") for line in lines) for name in get_args(Name))
    has_doubts = any(line[14:].startswith("DOUBT ") for line in lines)
    assert ended.exit_code == (4 if has_doubts else 0)
    assert ("not fit for measuring" in ended.output) is has_doubts
    assert [line for line in lines if len(line) > 120] == []
    assert list(tmp_path.iterdir()) == []


def test_a_look_as_json_has_figures_and_a_cure_for_each_doubt(tmp_path: Path) -> None:
    exit_code, found = looked(cwd=tmp_path)
    assert exit_code == (4 if found["state"] == "undecided" else 0)
    assert [check["name"] for check in found["checks"]] == list(get_args(Name))
    doubts = [check for check in found["checks"] if check["level"] == "doubt"]
    assert (found["state"] == "undecided") is bool(doubts)
    assert all(check["effect"] and check["cure"] for check in doubts)
    assert found["looked_s"] >= 5.0
    assert found["run"]["host"]["cores_allowed"] == check_of(found, "cores")["figures"]["allowed"]
    assert check_of(found, "timers")["figures"]["late_p99_us"] > 0.0


@pytest.mark.quiet_machine
def test_others_are_named(tmp_path: Path) -> None:
    with strangers(1, for_s=30.0) as (burner,):
        name = Path(f"/proc/{burner}/comm").read_text(encoding="utf-8").strip()
        exit_code, found = looked(cwd=tmp_path)
    told = check_of(found, "others")
    assert exit_code == 4
    assert told["level"] == "doubt"
    assert f"most: {name} " in told["found"]
    assert "others" in found["sentence"]
    # What sleeping costs cannot be told of a machine that does not sleep.
    assert check_of(found, "sleep states")["level"] == "cannot_tell"


def few_files() -> None:
    """A limit of open files that nobody may raise, root neither."""
    ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, _CAP_SYS_RESOURCE, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))


def test_few_open_files_are_a_doubt(tmp_path: Path) -> None:
    exit_code, found = looked(cwd=tmp_path, before=few_files)
    told = check_of(found, "open files")
    assert (exit_code, told["level"]) == (4, "doubt")
    assert told["found"] == "200 may be open; 1,000 connections ask for 1,128"
    assert "ulimit -n 1128" in told["cure"]


def test_an_interrupted_look_says_what_it_had_and_leaves_no_process(tmp_path: Path) -> None:
    with CommandLine("doctor", cwd=tmp_path) as command:
        assert command.process.stdout is not None
        # Static looks are said as they come.
        while not command.process.stdout.readline().startswith("rights"):
            assert command.process.poll() is None
        command.send(signal.SIGINT)
        ended = command.ended(within_s=_WITHIN_S)
    assert ended.exit_code == 130
    assert "interrupted" in ended.messages
    assert sleepers() == []


def sleepers() -> list[str]:
    """Processes of a look whose parent has gone."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes().split(b"\0")
            parent = (
                int(words[words.index(b"-S") + 2]) if any(word.endswith(b"/doctor/sleeper.py") for word in words) else 0
            )
        except (OSError, ValueError):
            continue
        if parent and not os.path.exists(f"/proc/{parent}"):
            found.append(str(place))
    return found


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--for", "3s"), "--for: '3s' is not from 5s to 10m. Cure: "),
        (("--for", "11m"), "--for: '11m' is not from 5s to 10m. Cure: "),
        (("--for", "soon"), "--for: "),
        (("--fro", "5s"), "No such option: --fro"),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    ended = loadproof("doctor", *words, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert told in ended.messages


def test_the_schema_of_a_look(tmp_path: Path) -> None:
    ended = loadproof("schema", "doctor", cwd=tmp_path)
    assert ended.output == (Path(__file__).parents[2] / "schema/doctor.schema.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(("redirection", "exit_code"), [("| head -1", 4), ("> /dev/full", 1)])
def test_whatever_standard_output_is(tmp_path: Path, redirection: str, exit_code: int) -> None:
    line = f"set -o pipefail; {sys.executable} -m loadproof {' '.join(SHORT)} {redirection}"
    ended = subprocess.run(["bash", "-c", line], check=False, cwd=tmp_path, capture_output=True, timeout=_WITHIN_S)
    assert ended.returncode in ((exit_code, 0) if exit_code == 4 else (exit_code,))
    assert b"Traceback" not in ended.stderr
