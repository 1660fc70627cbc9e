"""`--help` and `--version`: for every verb, and without what only a run needs."""

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from loadproof import __version__

from .command_line import loadproof

VERBS = ("demo", "init", "load", "capacity", "plan", "compare", "report", "export", "doctor", "completion")
HEAVY = ("numpy", "scipy", "rich", "pydantic", "ruamel", "psutil", "httpx", "sqlite3", "loadproof._engine")


def test_help_names_every_verb_and_exit_code(tmp_path: Path) -> None:
    ended = loadproof("--help", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert all(verb in ended.output for verb in VERBS)
    assert all(code in ended.output for code in ("0 passed", "2 bad input", "130 interrupted"))


@pytest.mark.parametrize("verb", ["gc", "heap", "threads", "diagnose", "audit", "plan"])
def test_a_side_command_is_told_in_english_alone(tmp_path: Path, verb: str) -> None:
    assert "--lang" not in loadproof(verb, "--help", cwd=tmp_path).output
    ended = loadproof(verb, "1", "--lang", "ru", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert "--lang" in ended.messages


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        ("demo", ("--broken", "--out", "--json")),
        ("init", ("URL", "--openapi", "--har", "--curl", "--target", "--all", "--out", "--force")),
        (
            "load",
            ("--rate", "--for", "--profile", "--slo", "--arrivals", "--connections", "--timeout", "--seed", "--json"),
        ),
        (
            "capacity",
            ("--slo", "--start-rate", "--max-rate", "--precision", "--hold", "--confirm", "--profile", "--json"),
        ),
        ("plan", ("STUDY", "--method", "--preset", "--slo", "--capacity", "--service-time", "--markdown", "--json")),
        ("compare", ("RUN RUN...", "--margin", "--json", "--lang")),
        ("diagnose", ("PID|URL", "--seconds", "--classes", "--heap", "--out", "--html", "--markdown", "--json")),
        ("report", ("RUN", "--json", "--junit", "--summary")),
        ("export", ("RUN", "--csv", "--parquet")),
        ("doctor", ("--for", "--json")),
        ("completion", ("bash|zsh|fish",)),
    ],
)
def test_help_of_a_verb_names_its_options(tmp_path: Path, verb: str, options: tuple[str, ...]) -> None:
    ended = loadproof(verb, "--help", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert all(option in ended.output for option in options)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version(tmp_path: Path, option: str) -> None:
    ended = loadproof(option, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (0, f"loadproof {__version__}\n")


def test_the_parts_of_the_installation(tmp_path: Path) -> None:
    ended = loadproof("version", "--json", cwd=tmp_path)
    parts = json.loads(ended.output)
    assert (ended.exit_code, parts["loadproof"]) == (0, __version__)
    assert parts["python"].endswith(platform.python_version())
    assert parts["engine"].startswith("_engine.")
    lines = loadproof("version", cwd=tmp_path).output.splitlines()
    assert [line.split("  ")[-1].strip() for line in lines] == list(parts.values())


def test_help_is_asked_for_in_three_ways(tmp_path: Path) -> None:
    whole = loadproof("--help", cwd=tmp_path).output
    for words in (("-h",), ("help",)):
        assert loadproof(*words, cwd=tmp_path).output == whole
    for verb in ("load", "gc", "runs", "help"):
        told = loadproof(verb, "--help", cwd=tmp_path).output
        assert f" {verb} [OPTIONS]" in told.splitlines()[0]
        assert loadproof(verb, "-h", cwd=tmp_path).output == told
        assert loadproof("help", verb, cwd=tmp_path).output == told


def test_help_of_no_command_names_the_nearest(tmp_path: Path) -> None:
    ended = loadproof("help", "capcity", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert ended.messages == "error: COMMAND: 'capcity' is no command. Cure: say loadproof help capacity\n"


def test_help_imports_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "loadproof", "--help"]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
    imported = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}
    assert "loadproof.cli.main" in imported
    heavy = [
        name for name in sorted(imported) if name.startswith(tuple(f"{heavy}." for heavy in HEAVY)) or name in HEAVY
    ]
    assert heavy == []


def test_the_script_is_the_module(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("loadproof")
    told = subprocess.run([str(script), "--version"], check=True, capture_output=True, text=True, timeout=30)
    assert told.stdout == loadproof("--version", cwd=tmp_path).output
