"""The study of an artifact repository with a simulated service: its own profile, variants, rates and lengths."""

import csv
import time
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .command_line import loadproof
from .told_texts import texts_without_code

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "studies/artifactory/study.yaml"
SOURCE = ROOT / "docs/results/audits/artifactory.csv"
P95_OF_MEAN = 2.57
"""Ratio of p95 to mean of a log-normal distribution with a sigma of 0.8: exp(1.645 × 0.8 − 0.8² / 2)."""


def times_of(collector: str) -> dict[str, Any]:
    """Service times with the p95 that the source prints; what it prints for rows without a name is left out."""
    with SOURCE.open(encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table) if row["number"] != "0" and row["operation"]]
    means = {row["operation"]: float(row[f"{collector}_p95_ms"]) / P95_OF_MEAN for row in rows}
    return {name: {"service_time": {"log_normal": {"mean": f"{ms:.3f}ms", "sigma": 0.8}}} for name, ms in means.items()}


def twin_of(place: Path, methods: dict[str, Any], variants: tuple[str, ...]) -> Path:
    """The study file in `place`: as it is shipped, but for its services, `methods` and `variants`."""
    yaml = YAML(typ="safe")
    profile = {key: value for key, value in yaml.load(STUDY)["profile"].items() if key not in ("feeders", "cookies")}
    for operation in profile["operations"].values():
        # A reply of a simulated service has no body, and its request needs none.
        for key in ("headers", "body", "expect"):
            operation.pop(key, None)
        operation["request"] = operation["request"].partition("$")[0].partition("?")[0]
    simulated = {"workers": 200, "service_time": "20ms", "operations": times_of("g1")}
    twin = {
        "name": "twin",
        "stand": {"driver": "simulate", "simulated": simulated},
        "variants": {
            name: {"simulated": {"operations": times_of("zgc")}} if name.endswith("zgc") else {} for name in variants
        },
        "profile": profile,
        "slo": ["p99<1s"],
        "methods": methods,
    }
    file = place / "study.yaml"
    with file.open("w", encoding="utf-8") as written:
        yaml.dump(twin, written)
    return file


def run_of(place: Path, file: Path, exit_code: int, within_s: float) -> dict[str, Any]:
    ended = loadproof("run", file, "--out", place / "run", "--json", cwd=place, within_s=within_s)
    assert ended.exit_code == exit_code, ended.messages
    assert texts_without_code(place / "run") == []
    return ended.result


def test_quick_tells_the_primary_operations_and_says_where_calls_are_too_few(tmp_path: Path) -> None:
    shipped = YAML(typ="safe").load(STUDY)
    compare = {**shipped["methods"]["compare"], **shipped["presets"]["quick"]["methods"]["compare"]}
    # Three rounds instead of 90 minutes of them.
    del compare["budget"]
    compare["rounds"] = 3
    file = twin_of(tmp_path, {"compare": compare}, tuple(shipped["variants"]))
    # Three rounds leave some pairs undecided.
    (comparison,) = run_of(tmp_path, file, 4, within_s=300)["comparisons"]
    assert comparison["primary"] == compare["primary"]
    told = {(one["a"], one["b"], one["operation"], one["metric"]): one for one in comparison["pairs"]}
    for operation in ("Maven", "NPM", "Search"):
        one = told["jdk17-g1", "jdk17-zgc", operation, "mean"]
        assert (one["family"], one["decision"]) == ("primary", "different")
        assert one["high"] < 0.0
    same = [one for key, one in told.items() if key[:2] == ("jdk17-g1", "newest-g1") and one["family"] == "primary"]
    assert same
    assert not [one for one in same if one["decision"] == "different"]
    times = {(one["operation"], one["variant"]): one for one in comparison["operations"]}
    rare = times["YUM", "jdk17-g1"]["too_few"]["p99"]
    assert rare["needed_calls"] > rare["calls"] > 0
    # Two calls of 1,000.
    assert rare["run_s"] > 3600


def test_three_days_of_all_operations_fit_into_a_small_store_and_are_reported_at_once(tmp_path: Path) -> None:
    soak = {"rate": "1N", "ramp": "5m", "settle": "5m", "hold": "72h"}
    run_of(tmp_path, twin_of(tmp_path, {"soak": soak}, ("jdk17-g1",)), 0, within_s=1500)
    assert (tmp_path / "run/run.db").stat().st_size < 150e6
    began_s = time.monotonic()
    assert loadproof("report", tmp_path / "run", cwd=tmp_path).exit_code == 0
    # A tenth of it on an idle machine: bench/simulated_soak.py.
    assert time.monotonic() - began_s < 60.0


@pytest.mark.parametrize("collector", ["g1", "zgc"])
def test_the_twin_has_the_times_of_the_source(collector: str) -> None:
    assert len(times_of(collector)) == 36
