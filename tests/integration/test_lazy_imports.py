"""Loads, and the start of a search or a study, do not wait for numpy, scipy and psycopg to be imported."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import CommandLine
from .stand import known_truth

TOLD = {"PYTHONPROFILEIMPORTTIME": "1"}
# The last three are of --otlp alone.
LATE = {"numpy", "psycopg", "scipy", "opentelemetry", "google", "requests"}
# What reads and checks study files, and what draws: of no use before the first request of a plain load.
LATE_OF_A_LOAD = {"pydantic", "rich", "ruamel"}
# Help lists the languages, and reads none.
CATALOGUES = {"babel", "fluent"}
OURS_LATE = {
    "loadproof.result.build",
    "loadproof.render.document",
    "loadproof.store.minute_fold",
    "loadproof.study.simulated_service",
    "loadproof.study.study",
}
STUDY = """name: s
stand: {target: TARGET}
profile: {operations: {get: {request: GET /}}, slo: p99<1s}
methods: {capacity: {start_rate: 20, max_rate: 80, hold: 20s}}
"""
SEARCH = ("--start-rate", "20", "--max-rate", "80", "--slo", "p99<1s", "--hold", "20s")


def imported(told: str) -> set[str]:
    """The packages that were imported, of what `-X importtime` tells."""
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in told.splitlines() if "import time:" in line}


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("load", "--help"),
        ("init", "--help"),
        ("run", "--help"),
        ("doctor", "--help"),
        ("compare", "--help"),
        ("schema", "result"),
    ],
)
def test_what_runs_nothing_imports_neither(tmp_path: Path, words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "loadproof", *words]
    told = subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=60, cwd=tmp_path, env={**os.environ, **TOLD}
    )
    found = imported(told.stderr)
    assert "loadproof" in found
    assert not found & LATE
    if "--help" in words:
        assert not found & (LATE_OF_A_LOAD | CATALOGUES)


def imported_modules(told: str) -> list[str]:
    """The dotted names of what was imported, in that order."""
    return [line.rpartition("|")[2].strip() for line in told.splitlines() if "import time:" in line]


def test_a_load_imports_neither_from_its_start_to_its_report(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 200) as service:
        words = (
            "load",
            service.url,
            "--rate",
            "50",
            "--for",
            "2s",
            "--slo",
            "p99<1s",
            "--json",
            "--out",
            tmp_path / "run",
        )
        with CommandLine(*words, cwd=tmp_path, environment=TOLD) as command:
            ended = command.ended(within_s=60)
    assert ended.exit_code in (0, 3, 4), ended.messages
    assert (tmp_path / "run/report.html").is_file()
    found = imported(ended.messages)
    assert "loadproof" in found
    assert not found & LATE
    # A module is told of after all that it imports: what stands before this one is what a load waits for.
    names = imported_modules(ended.messages)
    before = set(names[: names.index("loadproof.run.load_run")])
    assert "loadproof.run.session" in before
    assert not {name.partition(".")[0] for name in before} & LATE_OF_A_LOAD
    assert not before & OURS_LATE


def mapped(process_id: int) -> str:
    """What is mapped into a process, by proc(5): the native modules of each package that it imported are."""
    return Path(f"/proc/{process_id}/maps").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", ["capacity", "run"])
def test_a_search_begins_without_them(tmp_path: Path, verb: str) -> None:
    run = tmp_path / "run"
    with known_truth(tmp_path, "constant", "--delay-us", 200) as service:
        study = tmp_path / "study.yaml"
        study.write_text(STUDY.replace("TARGET", service.url), encoding="utf-8")
        words = ("run", study) if verb == "run" else ("capacity", service.url, *SEARCH)
        with CommandLine(*words, "--out", run, cwd=tmp_path) as command:
            command.wait_for_second(run, 1)
            found = mapped(command.process.pid)
            command.send(signal.SIGINT)
            ended = command.ended(within_s=60)
    assert ended.exit_code == 130, ended.messages
    assert "/loadproof/_engine" in found
    assert [name for name in sorted(LATE) if f"/{name}/" in found] == []
