"""`kill -9` at any moment: the run can be reported, and at most its last second is missing."""

import random
import signal
import sqlite3
import sys
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from .closing_counts import assert_counts_close
from .command_line import CommandLine, Ended, loadproof
from .stand import known_truth
from .undisturbed import undisturbed

RATE = 150
SEEDS = (1, 2, 3, 4, 5)
LATEST_S = 3.0
COMMIT_S = 0.5
"""How long a second may take from its end to the disk on a busy machine."""


@dataclass(frozen=True, slots=True)
class Killed:
    """One run that was killed: by which seed, where it is, and at what instant of the monotonic clock."""

    seed: int
    run: Path
    at_s: float


def test_every_committed_second_of_a_load_is_there(tmp_path: Path) -> None:
    for killed in kill_at_random(tmp_path):
        elapsed_s = killed.at_s - started_s(killed.run)
        sys.stdout.write(f"seed {killed.seed}: killed {elapsed_s:.3f} s after the start of the trial\n")
        report = loadproof("report", killed.run, "--json", cwd=tmp_path)
        assert report.exit_code == 130, report.messages
        result = report.result
        seconds = int(result["duration_s"])
        assert 0 <= elapsed_s - seconds < 1 + COMMIT_S, killed.seed
        assert (result["due"], result["completed"], result["cut"]) == (RATE * seconds, RATE * seconds, 0)
        assert_counts_close(result)
        assert (result["run"]["ended"], result["run"]["interrupted"], result["verdict"]) == (False, True, None)
        assert "interrupted" in {doubt["code"] for doubt in result["doubts"]}
        assert (killed.run / "report.md").is_file()


def kill_at_random(place: Path) -> list[Killed]:
    """Loads side by side, each killed at a moment that its seed draws."""
    moments_s = {seed: random.Random(seed).uniform(0.0, LATEST_S) for seed in SEEDS}
    ended = []
    with ExitStack() as stack:
        service = stack.enter_context(known_truth(place, "constant", "--delay-us", 1000))
        options = ("--rate", RATE, "--for", "60s", "--arrivals", "constant")
        running = {
            seed: stack.enter_context(CommandLine("load", service.url, *options, "--out", f"run-{seed}", cwd=place))
            for seed in SEEDS
        }
        for seed, command in running.items():
            command.wait_for_second(place / f"run-{seed}", 0)
        began_s = time.monotonic()
        for seed in sorted(SEEDS, key=moments_s.__getitem__):
            time.sleep(max(0.0, began_s + moments_s[seed] - time.monotonic()))
            at_s = running[seed].send(signal.SIGKILL)
            assert running[seed].ended(within_s=5).exit_code == -signal.SIGKILL
            ended.append(Killed(seed, place / f"run-{seed}", at_s))
    return ended


def started_s(run: Path) -> float:
    """When the trial began, in s of the monotonic clock; this clock is the same for all processes."""
    with closing(sqlite3.connect(run / "run.db")) as connection:
        return float(connection.execute("SELECT started_monotonic FROM trial").fetchone()[0])


def killed_search(place: Path) -> Ended:
    """The report of a search that was killed in its second trial."""
    run = place / "run"
    options = ("--slo", "p99<1s", "--start-rate", 300, "--hold", "3s", "--arrivals", "constant", "--out", run)
    with (
        known_truth(place, "constant", "--delay-us", 1000) as service,
        CommandLine("capacity", service.url, *options, cwd=place) as command,
    ):
        command.wait_for_second(run, 2, trial=2)
        command.send(signal.SIGKILL)
        command.ended(within_s=5)
    return loadproof("report", run, "--json", cwd=place)


def test_a_killed_search_keeps_its_trials(tmp_path: Path) -> None:
    report = undisturbed(tmp_path, killed_search)
    assert report.exit_code == 130, report.messages
    result = report.result
    assert [(trial["rate"], trial["state"]) for trial in result["trials"]] == [(300, "passed"), (600, "cut-short")]
    assert (result["outcome"], result["rate"], result["low"]) == ("undecided", None, 300)
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
        assert trial["measurement"]["due"] > 0
