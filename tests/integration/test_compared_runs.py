"""`loadproof compare RUN RUN...`: stored runs in virtual time, what is told of them, and what cannot be compared."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from loadproof.records.json_form import of_json, plain
from loadproof.result.run_comparison import RunsComparison

from .command_line import Ended, loadproof

ROOT = Path(__file__).parents[2]
_STUDY = """\
name: stored
stand:
  driver: simulate
  simulated: {{workers: 8, service_time: {{exponential: {time}}}}}
variants: {variants}
starts: {starts}
seed: {seed}
profile: {{operations: {operations}, slo: {slo}}}
methods: {methods}
"""
_USUAL = {
    "time": "5ms",
    "variants": "{service: {}}",
    "starts": "3",
    "seed": "1",
    "operations": "{read: {request: GET /}, write: {weight: 0.3, request: POST /}}",
    "slo": "p99<200ms",
    "methods": "{load: {rate: 300, hold: 20s}}",
}


def made(place: Path, name: str, **changed: str) -> Path:
    """A stored run of a study like the usual one; its directory."""
    file, run = place / f"{name}.yaml", place / "runs" / name
    file.write_text(_STUDY.format_map(_USUAL | changed), encoding="utf-8")
    ended = loadproof("run", file, "--out", run, cwd=place, within_s=90)
    assert ended.exit_code in (0, 3, 4), ended.messages
    return run


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where runs of three starts and of one lie, all of the same load."""
    place = tmp_path_factory.mktemp("compared")
    made(place, "main", starts="5")
    made(place, "again", starts="5", seed="2")
    made(place, "slow", starts="5", time="7ms")
    made(place, "single", starts="1", seed="3")
    made(place, "single-slow", starts="1", seed="4", time="12ms")
    return place


def compared(place: Path, *words: object) -> tuple[Ended, dict[str, Any]]:
    ended = loadproof("compare", *words, "--json", cwd=place)
    told: dict[str, Any] = json.loads(ended.output)
    # It keeps to the published schema.
    assert plain(of_json(RunsComparison, told)) == told
    return ended, told


def texts(notes: list[dict[str, Any]]) -> str:
    return " ".join(note["text"] for note in notes)


def test_a_slower_run_is_worse_and_its_baseline_no_worse_than_it(runs: Path) -> None:
    ended, told = compared(runs, "main", "slow")
    assert (ended.exit_code, told["state"], told["baseline"]) == (3, "worse", "main")
    (one,) = told["comparisons"]
    assert (one["load"], one["rate"], one["baseline_starts"], one["starts"]) == ("load", 300.0, 5, 5)
    assert one["basis"] == "starts"
    assert one["standings"] == {"p99": "worse", "mean": "worse", "cpu": "worse", "errors": "no worse"}
    pairs = {pair["metric"]: pair for pair in one["pairs"]}
    assert pairs["mean"]["effect_percent"] == pytest.approx(40.0, abs=6.0)
    assert pairs["mean"]["low"] < pairs["mean"]["effect_percent"] < pairs["mean"]["high"]
    assert pairs["errors"]["points"] == pytest.approx(0.0, abs=0.01)
    assert told["sentence"].startswith("slow is worse than main at 300/s: p99: ")
    ended, told = compared(runs, "runs/slow", runs / "runs/main")
    assert (ended.exit_code, told["state"]) == (0, "no worse")


def test_runs_of_one_service_are_not_called_worse(runs: Path) -> None:
    ended, told = compared(runs, "main", "again")
    assert ended.exit_code in (0, 4)
    assert "worse" not in told["comparisons"][0]["standings"].values()
    wide = ("--margin", "response=40%", "--margin", "cpu=40%")
    ended, told = compared(runs, "main", "again", *wide)
    assert (ended.exit_code, told["margins"]["p99"], told["margins"]["memory"]) == (0, 40.0, 5.0)
    ended, told = compared(runs, "main", "again", "slow")
    assert (ended.exit_code, [one["run"] for one in told["comparisons"]]) == (3, ["again", "slow"])


def test_single_starts_are_judged_by_those_of_other_runs_beside_them(runs: Path, tmp_path: Path) -> None:
    # Beside them lie fifteen starts of three runs, a slow one among them.
    ended, told = compared(runs, "single", "single-slow", "--margin", "memory=5%")
    (one,) = told["comparisons"]
    assert (one["basis"], one["earlier_starts"]) == ("earlier starts", 15)
    assert (ended.exit_code, told["state"]) == (3, "worse")
    assert "One start each: their difference is also the machine's." in texts(one["unknown"])
    alone = tmp_path / "runs"
    for name in ("single", "single-slow"):
        (alone / name).mkdir(parents=True)
        (alone / name / "run.db").write_bytes((runs / "runs" / name / "run.db").read_bytes())
    ended, told = compared(tmp_path, "single", "single-slow")
    (one,) = told["comparisons"]
    assert (ended.exit_code, one["basis"], one["earlier_starts"]) == (4, "nothing", 0)
    assert one["pairs"][0]["low"] is None
    assert one["pairs"][0]["effect_percent"] > 50.0
    assert set(one["standings"].values()) == {"cannot tell"}
    shown = " ".join(loadproof("compare", "single", "single-slow", cwd=tmp_path).output.split())
    assert "One start each: their difference is also the machine's." in shown


def test_what_is_unlike_is_named_and_the_rest_compared(runs: Path) -> None:
    made(
        runs,
        "unlike",
        variants="{service: {}, other: {}}",
        operations="{read: {request: GET /other}, list: {weight: 0.3, request: POST /}}",
        slo="p99<300ms",
        methods="{load: {rate: 300, hold: 30s}}",
    )
    ended, told = compared(runs, "main", "unlike")
    (one,) = told["comparisons"]
    assert one["variant"] == "service"
    unlike = texts(one["unlike"])
    for named in (
        "variants other",
        "p99<300ms",
        "Only in main",
        "operations write",
        "Only in unlike",
        "operations list",
    ):
        assert named in unlike
    for named in ("requests of these operations differ: read", "other shares", "held for 20 s, against 30 s"):
        assert named in unlike
    # What all calls together cost is of other calls.
    assert set(one["standings"]) == {"p99", "mean", "errors"}
    assert ended.exit_code in (0, 4)
    made(runs, "elsewhere", methods="{load: {rate: 200, hold: 20s}}")
    ended, told = compared(runs, "main", "elsewhere")
    assert (ended.exit_code, told["comparisons"][0]["load"], told["comparisons"][0]["pairs"]) == (4, None, [])
    assert "no load in common" in told["sentence"]


def test_on_another_machine_nothing_is_called_worse(runs: Path) -> None:
    moved = made(runs, "moved", time="9ms")
    with closing(sqlite3.connect(moved / "run.db")) as database, database:
        database.execute("UPDATE run SET environment = ?, version = '0.0.9'", (json.dumps({"cpu_model": "B"}),))
    ended, told = compared(runs, "main", "moved")
    assert (ended.exit_code, told["state"]) == (4, "cannot tell")
    unlike = texts(told["comparisons"][0]["unlike"])
    assert "The machines differ" in unlike
    assert "0.0.9" in unlike


def test_a_load_that_is_not_valid_is_not_compared(runs: Path, tmp_path: Path) -> None:
    for name in ("single", "single-slow"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "run.db").write_bytes((runs / "runs" / name / "run.db").read_bytes())
    with closing(sqlite3.connect(tmp_path / "runs/single-slow/run.db")) as database, database:
        database.execute("UPDATE trial SET verdict = json_set(verdict, '$.state', 'invalid')")
    ended, told = compared(tmp_path, "single", "single-slow")
    assert (ended.exit_code, told["comparisons"][0]["load"]) == (4, None)
    assert "Held loads of single-slow that are not valid and not compared: 1" in texts(told["comparisons"][0]["unlike"])


def test_what_is_no_run_is_damaged_or_is_the_baseline_is_refused(runs: Path, tmp_path: Path) -> None:
    (runs / "empty").mkdir(exist_ok=True)
    broken = runs / "runs" / "broken"
    broken.mkdir()
    data = bytearray((runs / "runs" / "single" / "run.db").read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    (broken / "run.db").write_bytes(data)
    odd = runs / "runs" / "odd"
    odd.mkdir()
    (odd / "run.db").write_bytes((runs / "runs" / "single" / "run.db").read_bytes())
    with closing(sqlite3.connect(odd / "run.db")) as database, database:
        database.execute("UPDATE run SET environment = '[]'")
    for words, said in (
        (("main",), "1 given"),
        (("main", "empty"), "no run.db"),
        (("main", "main"), "the baseline itself"),
        (("main", "broken"), "malformed"),
        (("main", "odd"), "run.environment: "),
        (("main", "nobody"), "nobody"),
        (("main", "slow", "--margin", "latency=5%"), "latency"),
        (("main", "slow", "--margin", "cpu=lots"), "lots"),
    ):
        ended = loadproof("compare", *words, cwd=runs)
        assert (ended.exit_code, ended.output) == (2, ""), words
        assert said in ended.messages
        assert "Cure: " in ended.messages
        assert "Traceback" not in ended.messages
    # Those beside the runs that are judged are passed over.
    assert compared(runs, "single", "single-slow")[1]["comparisons"][0]["basis"] == "earlier starts"


def test_one_screen_in_every_language(runs: Path) -> None:
    for language, decided in (("en", "worse"), ("ru", "хуже"), ("zh", "更差")):
        ended = loadproof("compare", "main", "slow", "--lang", language, cwd=runs)
        assert (ended.exit_code, ended.messages) == (3, "")
        assert decided in ended.output
        assert "runs-" not in ended.output
        assert len(ended.output.splitlines()) <= 40
        assert re.search(r"p99.*\+\d", ended.output)


def test_the_published_schema_is_that_of_the_type(tmp_path: Path) -> None:
    published = (ROOT / "schema/comparison.schema.json").read_text(encoding="utf-8")
    assert loadproof("schema", "comparison", cwd=tmp_path).output == published


def test_the_step_of_the_guide(tmp_path: Path) -> None:
    guide = (ROOT / "docs/guides/compare.md").read_text(encoding="utf-8")
    (step,) = re.findall(r"run: \|\n((?: +loadproof .*\n)+)", guide)
    for branch in ("main", "branch"):
        text = _STUDY.format_map(_USUAL | {"time": "5ms" if branch == "main" else "8ms"})
        (tmp_path / f"{branch}.yaml").write_text(text, encoding="utf-8")
    script = "set -e\nloadproof() { " + f'"{sys.executable}" -m loadproof "$@"; }}\n' + step
    ended = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=os.environ, capture_output=True, text=True, timeout=90, check=False
    )
    assert ended.returncode == 3, ended.stderr
    assert "branch is worse than main at 300/s" in " ".join(ended.stdout.split())
