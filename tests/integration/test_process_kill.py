"""`kill -9` of any process of ours at random moments: no service is blamed, nothing is left, nothing is lost."""

import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from loadproof.system.process_identity import ProcessIdentity

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended, loadproof
from .process_tree import left_behind, own_processes, tokens_in
from .stand import known_truth
from .stand_of_tests import until
from .study_file import processes_with

pytestmark = pytest.mark.quiet_machine

MOMENTS = int(os.environ.get("LOADPROOF_KILL_MOMENTS", "13"))
"""Of each of the four commands."""
GONE_WITHIN_S = 3.0
ENDED_WITHIN_S = 400.0
SECOND_S = 2.5
"""A second, and how long it may take from its end to the disk on a busy machine."""
_STARTED_WITHIN_S = 60.0
_SERVICE = """\
name: kept
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api:
      command: [{place}/known-truth, constant, --delay-us, "1000", --listen, "127.0.0.1:${{port}}"]
      prepare: [sleep 0.5]
      ready: {{command: "sleep 0.3"}}
    helper: {{command: [sleep, "600"], ready: {{command: "true"}}}}
  reset: [sleep 0.5]
variants: {{a: {{}}, b: {{services: {{api: {{environment: {{NAME: b}}}}}}}}}}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [p99<2s, rate±50%]
methods: {{{methods}}}
"""
_ENDED = "SELECT number FROM trial WHERE ended_monotonic IS NOT NULL"
_LOAD = "load: {rate: 100, hold: 4s}"
_COMPARE = "compare: {rate: 100, rounds: 1, slot: 5s}"


@dataclass(frozen=True)
class Command:
    """One command whose service keeps its SLO."""

    verb: str
    latest_s: float
    """Kills come until then; the command may have ended before."""
    methods: str = ""
    """Of its study; empty: it loads a URL."""
    options: tuple[object, ...] = ()
    children: float = 0.2
    """Share of the kills that hit one of its children."""
    is_finished_by_continue: bool = False
    """False: a continued run takes minutes, and is watched until its next trial."""


COMMANDS = {
    "load": Command("load", 7.0, options=("--rate", 100, "--for", "5s", "--slo", "p99<2s", "--slo", "rate±50%")),
    "capacity": Command(
        "capacity",
        14.0,
        options=("--slo", "p99<2s", "--start-rate", 50, "--max-rate", 100, "--hold", "3s", "--confirm", "5s"),
    ),
    "study": Command("run", 14.0, _LOAD, children=0.7, is_finished_by_continue=True),
    "compare": Command("run", 40.0, _COMPARE, children=0.7),
}


@dataclass
class Killed:
    """What was killed, and what was there by then."""

    what: str
    at_s: float
    """Of the monotonic clock."""
    is_controller: bool
    tokens: set[str]
    finished: list[int] = field(default_factory=list)
    """Trials that had ended before."""


@pytest.mark.parametrize("seed", range(MOMENTS))
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_process_is_killed_nobody_is_blamed_and_nothing_is_left_or_lost(
    tmp_path: Path, name: str, seed: int
) -> None:
    command, draw = COMMANDS[name], random.Random(f"{name} {seed}")
    with started(command, tmp_path) as running:
        killed = kill_one(running, command, tmp_path, draw)
        ended = running.ended(within_s=ENDED_WITHIN_S)
    sys.stdout.write(f"{name} {seed}: killed {killed.what}, exit code {ended.exit_code}\n")
    assert "Traceback" not in ended.messages, ended.messages
    if killed.is_controller:
        assert ended.exit_code == -signal.SIGKILL
    else:
        assert_nobody_is_blamed(ended)
        assert until(lambda: not left(tmp_path, killed), GONE_WITHIN_S), left(tmp_path, killed)
    assert until(lambda: not processes_with(str(tmp_path / "known-truth")), GONE_WITHIN_S)
    if not is_stored(tmp_path / "run"):
        assert killed.finished == []
        return
    assert_nothing_is_lost(tmp_path, killed)
    if command.methods:
        goes_on(tmp_path, command, killed)
        assert until(lambda: not left(tmp_path, killed), GONE_WITHIN_S), left(tmp_path, killed)


def surroundings(place: Path) -> dict[str, str]:
    """State and scratch directories of its own, and a git that can be killed, too."""
    return {
        "XDG_STATE_HOME": str(place / "state"),
        "TMPDIR": str(place / "scratch"),
        "PATH": f"{place / 'programs'}:{os.environ['PATH']}",
    }


@contextmanager
def started(command: Command, place: Path) -> Iterator[CommandLine]:
    for name in ("state", "scratch", "programs", ".git"):
        (place / name).mkdir()
    # A repository, of which a run asks git.
    (place / ".git/HEAD").write_text("0" * 40, encoding="ascii")
    git = place / "programs/git"
    git.write_text("#!/bin/sh\nexec sleep 0.5\n", encoding="ascii")
    git.chmod(0o755)
    (place / "known-truth").symlink_to(binary_of("known-truth"))
    words: tuple[object, ...] = (command.verb,)
    with (
        known_truth(place, "constant", "--delay-us", 1000) as service,
    ):
        if command.methods:
            study = place / "study.yaml"
            study.write_text(_SERVICE.format(place=place, methods=command.methods), encoding="utf-8")
            words += (study,)
        else:
            words += (service.url, *command.options)
        out = ("--out", place / "run", "--json")
        with CommandLine(*words, *out, cwd=place, environment=surroundings(place)) as running:
            yield running


def kill_one(running: CommandLine, command: Command, place: Path, draw: random.Random) -> Killed:
    """Kills the controller or one of its children, drawn among those that are there at the drawn moment."""
    controller = running.process.pid
    is_child, wait_s = draw.random() < command.children, draw.uniform(0.2, command.latest_s)

    def children() -> list[int]:
        return own_processes(controller) or ([controller] if running.process.poll() is not None else [])

    if is_child:
        # On a busy machine none is there at first. A command that loads a URL has none but git, at its start.
        until(lambda: bool(children()), _STARTED_WITHIN_S)
        time.sleep(wait_s if command.methods else 0.0)
        until(lambda: bool(children()), _STARTED_WITHIN_S)
    else:
        time.sleep(wait_s)
    tokens = tokens_in(place / "state")
    victim = draw.choice(children() or [controller]) if is_child else controller
    finished = trials_of(place / "run", _ENDED)
    named = name_of(victim)
    identity = ProcessIdentity.of(victim)
    at_s = time.monotonic()
    if running.process.poll() is None and identity is not None:
        identity.kill()
    is_controller = victim == controller and running.process.wait(ENDED_WITHIN_S) == -signal.SIGKILL
    return Killed(named, at_s, is_controller, tokens, finished)


def name_of(process_id: int) -> str:
    try:
        return Path(f"/proc/{process_id}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")[-80:]
    except OSError:
        return "one that had ended"


def trials_of(run: Path, query: str = "SELECT number FROM trial") -> list[int]:
    """Numbers of the stored trials."""
    try:
        with closing(sqlite3.connect(f"file:{run / 'run.db'}?mode=ro", uri=True)) as connection:
            return [number for (number,) in connection.execute(query)]
    except sqlite3.Error:
        return []


def is_stored(run: Path) -> bool:
    """True if there is a run: the kill came after its database was made."""
    try:
        with closing(sqlite3.connect(f"file:{run / 'run.db'}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("SELECT COUNT(*) FROM run").fetchone()[0])
    except sqlite3.Error:
        return False


def left(place: Path, killed: Killed) -> list[str]:
    return left_behind(place / "state", killed.tokens, place / "scratch")


def assert_nobody_is_blamed(ended: Ended) -> None:
    # 0: the child had done its work, or the run does without; 4: also where others disturbed a trial.
    assert ended.exit_code in (0, 4), (ended.exit_code, ended.messages)
    result = ended.result
    assert result["state"] in ("passed", "undecided")
    assert [trial for trial in result["trials"] if trial["state"] == "failed"] == []
    assert {event["kind"] for event in result["run"]["events"]}.isdisjoint({"died", "oom-killed", "not-started"})


def assert_nothing_is_lost(place: Path, killed: Killed) -> None:
    run = place / "run"
    report = loadproof("report", run, "--json", cwd=place)
    assert report.exit_code in (0, 4, 130), (report.exit_code, report.messages)
    result = report.result
    assert {trial["number"] for trial in result["trials"]} >= set(killed.finished)
    assert [trial for trial in result["trials"] if trial["number"] in killed.finished and trial["cut_short"]] == []
    if killed.is_controller and report.exit_code == 130:
        assert (result["run"]["ended"], result["run"]["interrupted"]) == (False, True)
        missing_s = _missing_s(run, killed.at_s)
        assert missing_s is None or missing_s < SECOND_S, f"{missing_s} s are missing"
    assert (run / "report.html").is_file()
    listed = loadproof("runs", "--json", cwd=place)
    assert listed.exit_code == 0, listed.messages


def _missing_s(run: Path, killed_s: float) -> float | None:
    """From the last second on disk of the trial under way to the kill, in s; None: no trial was under way."""
    with closing(sqlite3.connect(run / "run.db")) as connection:
        row = connection.execute(
            "SELECT trial.started_monotonic + 1 + COALESCE(MAX(shard.tick_second), -1) FROM trial "
            "LEFT JOIN shard ON shard.trial = trial.number "
            "WHERE trial.ended_monotonic IS NULL GROUP BY trial.number"
        ).fetchone()
    return None if row is None else killed_s - float(row[0])


def goes_on(place: Path, command: Command, killed: Killed) -> None:
    """`--continue` finishes what was cut."""
    run = place / "run"
    before = max(trials_of(run), default=0)
    words = ("run", "--continue", run, "--json")
    with CommandLine(*words, cwd=place, environment=surroundings(place)) as continued:
        if command.is_finished_by_continue or is_complete(run):
            ended = continued.ended(within_s=ENDED_WITHIN_S)
            assert_nobody_is_blamed(ended)
            assert_complete(ended.result, killed.finished)
            return
        continued.wait_for_second(run, 0, trial=before + 1, within_s=60)
        continued.send(signal.SIGINT)
        assert continued.ended(within_s=60).exit_code == 130


def is_complete(run: Path) -> bool:
    """True if nothing is missing: the kill came when all had been measured."""
    with closing(sqlite3.connect(run / "run.db")) as connection:
        return bool(connection.execute("SELECT COUNT(*) FROM event WHERE kind = 'comparison-ended'").fetchone()[0])


def assert_complete(result: Mapping[str, Any], finished: list[int]) -> None:
    assert (result["run"]["ended"], result["run"]["interrupted"]) == (True, False)
    assert {answer["variant"] for answer in result["answers"]} == {"a", "b"}
    assert "own-process-failed" not in {doubt["code"] for doubt in result["doubts"]}
    assert {trial["number"] for trial in result["trials"]} >= set(finished)
