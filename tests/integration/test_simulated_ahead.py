"""An engine that runs ahead of who looks at its seconds makes the run that it makes in lockstep."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from loadproof.run.generator import LocalGenerator
from loadproof.run.study_run import run_study
from loadproof.store import minutes, writer
from loadproof.study.load_study import load_study

STUDY = """name: ahead
stand:
  driver: simulate
  simulated: {workers: 2, service_time: {log_normal: {mean: 5ms, sigma: 1}}, queue: 400, SERVICE}
profile:
  operations: {read: {request: GET /}, write: {weight: 0.5, request: POST /}}
  slo: p99<200ms
methods: METHODS
"""
_MEMORY = "memory: {base: 64MiB, garbage_per_call: 20KiB, collect: 16MiB, pause_per_live_mib: 100us}"
_DIES = "death: 250s"
_OF_REAL_TIME = {"started_at", "planned", "verdict", "measurement", "cpu_s"}
"""And texts of JSON, which are compared as the rows that they were made of."""


def rows(place: Path, service: str, methods: str) -> dict[str, list[list[tuple[str, Any]]]]:
    """The rows of a run, table by table."""
    file = place.with_suffix(".yaml")
    file.write_text(STUDY.replace("SERVICE", service).replace("METHODS", methods), encoding="utf-8")
    run_study(load_study(file), place)
    connection = sqlite3.connect(place / "run.db")
    connection.row_factory = sqlite3.Row
    tables = ("window", "shard", "phase", "reading", "event", "answer", "trial", "failed_reply")
    found = {}
    for table in tables:
        selected = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
        names = [] if not selected else [name for name in selected[0].keys() if name not in _OF_REAL_TIME]  # noqa: SIM118
        found[table] = sorted(([(name, row[name]) for name in names] for row in selected), key=repr)
    connection.close()
    return found


@pytest.mark.parametrize(
    ("service", "methods"),
    [
        (_MEMORY, "{soak: {rate: 300, hold: 700s}}"),
        (_DIES, "{soak: {rate: 200, hold: 900s}}"),
        (_DIES, "{capacity: {max_rate: 500, hold: 20s, budget: 8m}, load: {rate: 200, hold: 150s}}"),
        ("warm_up: {factor: 3, decay: 10s}", "{warm_up: {}, load: {rate: 150, hold: 20s}}"),
    ],
    ids=["soak", "a soak that fails early", "search and load", "warm-up and load"],
)
def test_the_rows_of_a_run_are_those_of_lockstep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: str, methods: str
) -> None:
    monkeypatch.setattr(writer, "FOLDED_FROM_S", 300)
    ahead = rows(tmp_path / "ahead", service, methods)
    monkeypatch.setattr(LocalGenerator, "run_ahead", lambda *_: None)
    lockstep = rows(tmp_path / "lockstep", service, methods)
    assert len(ahead["window"]) > 10
    assert minutes.FOLDED_FROM_S > 300
    for table, expected in lockstep.items():
        assert ahead[table] == expected, table
