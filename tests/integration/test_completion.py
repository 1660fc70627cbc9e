"""`loadproof completion`: a real shell that takes the script completes verbs, options, languages, runs and files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import loadproof

RUNS = ("20261121T063811Z-demo", "20261122T070000Z-run")
FOLLOWS = [
    ("comp", {"compare", "completion"}),
    ("report ", {"last", *RUNS}),
    ("show 20261121", {RUNS[0]}),
    ("open la", {"last"}),
    ("export ", {"last", *RUNS}),
    ("run --continue 2026", set(RUNS)),
    ("load --la", {"--lang"}),
    ("load http://127.0.0.1:1/ --lang ", {"en", "ru", "zh"}),
    ("demo --bro", {"--broken"}),
    ("run my-st", {"my-study.yaml"}),
]
# What a shell does when the key is pressed is its own: zsh and bash are asked by the function that the script made.
ASKED = {
    "bash": """eval "$(loadproof completion bash)"
        [[ $(complete -p loadproof) == *'-o default -F _loadproof_completion loadproof' ]] || exit 1
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _loadproof_completion loadproof
        if ((${#COMPREPLY[@]})); then printf '%s\\n' "${COMPREPLY[@]}"; else compgen -f -- "${!#}" || true; fi""",
    "zsh": """compdef() { [[ $1 == _loadproof_completion && $2 == loadproof ]] || exit 1 }
        compadd() { shift; print -l -- ${(M)@:#${words[-1]}*} }
        _files() { print -l -- ${words[-1]}*(N) }
        eval "$(loadproof completion zsh)"
        words=("$@") CURRENT=$#
        _loadproof_completion""",
    "fish": """loadproof completion fish | source
        complete --do-complete (string join ' ' -- $argv)""",
}
STARTS = {"bash": ("--norc", "-c"), "zsh": ("-f", "-c"), "fish": ("--no-config", "-c")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in (*RUNS, "$(touch caught)", "quote'd"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "run.db").touch()
    (tmp_path / "runs" / "no-run").mkdir()
    (tmp_path / "my-study.yaml").touch()
    return tmp_path


def completed(shell: str, typed: str, place: Path) -> set[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    words = ["loadproof", *typed.split(" ")]
    arguments = words if shell == "fish" else [shell, *words]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    told = subprocess.run(
        [shell, *STARTS[shell], ASKED[shell], *arguments],
        env={**os.environ, "PATH": path},
        cwd=place,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, ""), told
    return {line.partition("\t")[0] for line in told.stdout.splitlines()}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(("typed", "expected"), FOLLOWS, ids=[typed for typed, _ in FOLLOWS])
def test_a_shell_completes_what_may_follow(project: Path, shell: str, typed: str, expected: set[str]) -> None:
    assert completed(shell, typed, project) == expected
    assert not (project / "caught").exists()


def test_without_runs_nothing_is_offered(tmp_path: Path) -> None:
    assert completed("bash", "report ", tmp_path) == set()


def test_a_shell_of_which_there_is_no_script_is_named_with_those_that_have_one(tmp_path: Path) -> None:
    ended = loadproof("completion", "tcsh", cwd=tmp_path)
    assert ended.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in ended.messages


def test_an_answer_imports_nothing_heavy(project: Path) -> None:
    asked = {"COMP_WORDS": "loadproof\nreport\n", "COMP_CWORD": "2", "_LOADPROOF_COMPLETE": "complete_bash"}
    command = [str(Path(sys.executable).with_name("loadproof")), "report"]
    told = subprocess.run(
        command,
        env={**os.environ, **asked, "PYTHONPROFILEIMPORTTIME": "1"},
        cwd=project,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert set(told.stdout.split()) == {"last", *RUNS}
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in told.stderr.splitlines()}
    assert "typer" in imported
    assert not imported & {"numpy", "scipy", "rich", "pydantic", "ruamel", "babel"}
