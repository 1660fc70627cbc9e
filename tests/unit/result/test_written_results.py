"""A result in memory and one that is read back from its JSON have the same numbers."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from loadproof.result.result_json import result_of, to_json
from loadproof.run.outcome import result_in
from loadproof.run.study_run import run_study
from loadproof.study.load_study import load_study

STUDY = """\
name: numbers
stand:
  driver: simulate
  simulated:
    workers: 2
    service_time: {{log_normal: {{mean: 5ms, sigma: 0.5}}}}
    levels: {{on: {{cpu: 20%}}}}
variants: {variants}
profile: {{operations: {{get: {{request: GET /}}, put: {{weight: 0.3, request: PUT /}}}}, slo: p99<100ms}}
methods: {{{methods}}}
"""


@pytest.mark.parametrize(
    ("methods", "variants", "filled"),
    [
        ("capacity: {start_rate: 50, max_rate: 800, hold: 10s}", "{base: {}}", "trials"),
        ("compare: {rate: 100, rounds: 3, slot: 5s, primary: [put]}", "{a: {}, b: {}}", "comparisons"),
        ("overhead: {rate: 100, starts: 3, hold: 50s}", "{base: {}, other: {}}", "overheads"),
    ],
)
def test_numbers_in_memory_are_those_of_the_json(tmp_path: Path, methods: str, variants: str, filled: str) -> None:
    (tmp_path / "study.yaml").write_text(STUDY.format(methods=methods, variants=variants), encoding="utf-8")
    run_study(load_study(tmp_path / "study.yaml"), tmp_path / "run")
    with closing(sqlite3.connect(tmp_path / "run" / "run.db")) as store, store:
        store.execute("UPDATE ending SET ended_monotonic = ended_monotonic + 0.0004321")
    result = result_in(tmp_path / "run")
    read = result_of(json.loads(json.dumps(to_json(result))))
    assert getattr(result, filled)
    for field in ("run", "trials", "comparisons", "overheads", "memory", "findings"):
        assert getattr(read, field) == getattr(result, field), field
