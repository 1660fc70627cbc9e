"""A study with spikes: simulated, in every report; and on a real service whose backlog drains in a known time."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from .command_line import loadproof
from .stand import known_truth

SIMULATED = """\
name: spikes
stand: {driver: simulate, simulated: {workers: 1, service_time: 5ms}}
profile: {operations: {get: {request: GET /}}, base_rate: 100, slo: p99<100ms}
methods: {spike: {rate: 3N, for: 10s, repeat: 3, before: 20s, after: 40s, slo: recovery<20s}}
"""
REAL = """\
name: spikes
stand: {target: "URL"}
profile: {operations: {get: {request: GET /}}, base_rate: 80, slo: p90<150ms}
methods: {spike: {rate: 300, for: 8s, repeat: 2, before: 15s, after: 40s, slo: recovery<25s}}
"""


def result_in(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "result.json").read_text(encoding="utf-8"))
    return found


def test_the_recovery_and_its_interval_stand_in_every_report(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SIMULATED, encoding="utf-8")
    planned = json.loads(loadproof("plan", "s.yaml", "--json", cwd=tmp_path).output)
    (method,) = planned["methods"]
    assert (method["method"], method["trials"]["median"]) == ("spike", 3.0)
    assert method["duration_s"]["median"] == pytest.approx(3 * 75.0, abs=3.0)
    ended = loadproof("run", "s.yaml", "--out", "run", cwd=tmp_path)
    assert ended.exit_code == 0, ended.messages
    result = result_in(tmp_path / "run")
    (answer,) = result["answers"]
    assert (answer["outcome"], answer["rate"], answer["hold_s"], answer["n"]) == ("passed", 300.0, 10.0, 3.0)
    (metric,) = answer["metrics"]
    # 1,000 calls drain at 100/s.
    assert metric["value"] == pytest.approx(10.0, abs=2.0)
    assert metric["low"] < metric["value"] < metric["high"] < 20.0
    assert len(metric["each"]) == len(result["trials"]) == 3
    for trial in result["trials"]:
        assert [(one["rate"], one["begin_s"], one["end_s"]) for one in trial["stages"]] == [
            (100.0, 5.0, 25.0),
            (300.0, 25.0, 35.0),
            (100.0, 35.0, 75.0),
        ]
        assert [one["verdict"]["state"] for one in trial["stages"]] == ["passed", "failed", "failed"]
        assert (trial["state"], trial["messages"]["reason"]["code"]) == ("passed", "spike-recovered")
    row = r"recovery from the spike +\|? +([\d.]+) s +\|? +[\d.]+ s to [\d.]+ s +\|? +[\d.]+ s, [\d.]+ s, [\d.]+ s"
    report = (tmp_path / "run/report.md").read_text(encoding="utf-8")
    shown = loadproof("report", "run", "--full", cwd=tmp_path).output
    for medium in (report, shown):
        found = re.search(row, medium)
        assert found is not None, medium
        assert float(found[1]) == pytest.approx(metric["value"], abs=0.5)


def test_the_backlog_of_a_real_service_drains_in_the_time_that_it_needs(tmp_path: Path) -> None:
    # One worker of 5 ms: 800 calls are left of the spike, and drain at 120/s; 150 ms of waiting are within the SLO.
    with known_truth(tmp_path, "workers", "--count", 1, "--service-us", 5000) as service:
        (tmp_path / "s.yaml").write_text(REAL.replace("URL", service.url), encoding="utf-8")
        ended = loadproof("run", "s.yaml", "--out", "run", cwd=tmp_path, within_s=300)
    assert ended.exit_code == 0, ended.messages
    (answer,) = result_in(tmp_path / "run")["answers"]
    (metric,) = answer["metrics"]
    assert metric["each"] == pytest.approx([800 / 120] * 2, abs=3.0)
