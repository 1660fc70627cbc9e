"""`kill -9` of a study at random moments: its directory opens, and nothing of its stand is left."""

import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from .command_line import CommandLine, loadproof
from .study_file import processes_with, queue_study

MOMENTS = int(os.environ.get("LOADPROOF_KILL_MOMENTS", "4"))
"""The published 50 are run by hand: LOADPROOF_KILL_MOMENTS=50."""
LATEST_S = 9.0
GONE_WITHIN_S = 3.0
SECOND_S = 1.5
"""A second, and how long it may take from its end to the disk on a busy machine."""


@pytest.mark.parametrize("seed", range(MOMENTS))
def test_a_killed_study_leaves_a_run_and_no_process(tmp_path: Path, seed: int) -> None:
    study, run = queue_study(tmp_path, hold="4s", soak="60s"), tmp_path / "run"
    environment = {"LOADPROOF_TEST_TOKEN": "t", "XDG_STATE_HOME": str(tmp_path / "state"), "TMPDIR": str(tmp_path)}
    moment_s = random.Random(seed).uniform(0.2, LATEST_S)
    with CommandLine("run", study, "--out", run, cwd=tmp_path, environment=environment) as command:
        time.sleep(moment_s)
        killed_s = command.send(signal.SIGKILL)
        command.ended(within_s=5)
    deadline_s = time.monotonic() + GONE_WITHIN_S
    while (left := processes_with(str(tmp_path))) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    assert left == [], f"killed after {moment_s:.3f} s"
    if not (run / "run.db").is_file():
        assert moment_s < 3.0
        return
    report = loadproof("report", run, "--json", cwd=tmp_path)
    if report.exit_code == 2:
        # Killed within the milliseconds in which the database was being made.
        assert "run.db" in report.messages, report.messages
        assert moment_s < 3.0
        return
    if report.result["run"]["ended"]:
        # On a busy machine its trials are not valid, and it ends by itself after the third.
        assert moment_s > 6.0
        return
    assert report.exit_code == 130, report.messages
    assert (report.result["run"]["ended"], report.result["run"]["interrupted"]) == (False, True)
    assert (run / "report.html").is_file()
    missing_s = _missing_s(run, killed_s)
    assert missing_s is None or missing_s < SECOND_S, f"{missing_s} s are missing, killed after {moment_s:.3f} s"


def _missing_s(run: Path, killed_s: float) -> float | None:
    """From the last second on disk of the trial under way to the kill, in s; None: no trial was under way."""
    with closing(sqlite3.connect(run / "run.db")) as connection:
        row = connection.execute(
            "SELECT trial.started_monotonic + 1 + COALESCE(MAX(shard.tick_second), -1) FROM trial "
            "LEFT JOIN shard ON shard.trial = trial.number "
            "WHERE trial.ended_monotonic IS NULL GROUP BY trial.number"
        ).fetchone()
    return None if row is None else killed_s - float(row[0])
