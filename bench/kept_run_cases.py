"""What a user waits for who looks at what was measured."""

import json
import os
import shutil
import sys
from pathlib import Path

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.child import run_child
from bench.error import BenchError
from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity
from bench.report_size import LongRun, make_store

__all__ = ["EXPORT", "RUNS"]

_ROUNDS = 5
_TIMEOUT_S = 60
_RUNS = 1000
_WITHOUT_SUMMARY = 10
"""One of so many was killed, and left only its database."""
_HOUR = LongRun(hours=1, operations=4, calls=250)


def _bare_python(_place: Place) -> Observation:
    return _timed(sys.executable, "-c", "pass")


def _timed(*command: str | Path) -> Observation:
    return Observation({Quantity.WALL: run_child(command, timeout_s=_TIMEOUT_S).wall_s * 1000})


def _list(place: Place) -> Observation:
    """`loadproof runs --all` in the midst of a thousand: its first round makes them."""
    project = place.scratch / "project"
    if not project.exists():
        _make_runs(place, project / "runs")
    run = run_child(("env", "-C", project, place.loadproof, "runs", "--all", "--json"), timeout_s=_TIMEOUT_S)
    listed = len(json.loads(run.stdout)["runs"])
    if listed != _RUNS:
        raise BenchError(f"loadproof runs listed {listed} of {_RUNS} runs. Cure: run it by hand and see what it says")
    return Observation({Quantity.WALL: run.wall_s * 1000})


def _make_runs(place: Place, runs: Path) -> None:
    """One real run, under a thousand names."""
    one = place.run_directory()
    run_child(
        (place.loadproof, "load", place.server.url, "--rate", "50", "--for", "2s", "--out", one),
        timeout_s=_TIMEOUT_S,
        accepted=(0, 4),
    )
    for number in range(_RUNS):
        copy = runs / f"20261101T{number // 60:02}{number % 60:02}00Z-load"
        copy.mkdir(parents=True)
        os.link(one / "run.db", copy / "run.db")
        if number % _WITHOUT_SUMMARY:
            shutil.copyfile(one / "summary.json", copy / "summary.json")


def _export(place: Place) -> Observation:
    """`loadproof export RUN --csv DIR` of an hour of four operations: its first round makes it."""
    kept = place.scratch / f"{_HOUR.hours}h-{_HOUR.operations}"
    if not kept.exists():
        make_store(_HOUR, place.scratch)
    return _timed(place.loadproof, "export", kept, "--csv", place.run_directory())


RUNS = CaseGroup(
    "runs",
    contenders=(Contender("loadproof", _list), Contender("bare Python", _bare_python)),
    lines=(Line("`loadproof runs`, 1,000 runs", Quantity.WALL, "bare Python", Target(TargetOf.OURS_AT_MOST, 500)),),
    rounds_at_least=_ROUNDS,
)

EXPORT = CaseGroup(
    "export",
    contenders=(Contender("loadproof", _export), Contender("bare Python", _bare_python)),
    lines=(
        Line(
            "`loadproof export RUN --csv DIR`, an hour of 4 operations",
            Quantity.WALL,
            "bare Python",
            Target(TargetOf.OURS_AT_MOST, 3000),
        ),
    ),
    rounds_at_least=_ROUNDS,
)
