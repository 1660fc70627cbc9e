"""The study of a profiler's overhead with a simulated service: its own profile, variants, levels and lengths."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .command_line import loadproof
from .told_texts import texts_without_code

STUDY = Path(__file__).parents[2] / "studies/profiling-overhead/study.yaml"
ALL_COSTS, SAMPLING_COSTS = 12.0, 20.0
"""Per cent of CPU: of the profiler, and of traces of all requests."""


def twin_of(place: Path, preset: str | None, **changed: object) -> Path:
    """The study file in `place`: as it is shipped, but for its services and the settings in `changed`."""
    yaml = YAML(typ="safe")
    shipped = yaml.load(STUDY)
    chosen = {} if preset is None else shipped["presets"][preset]
    settings = {**shipped["methods"]["overhead"], **chosen.get("methods", {}).get("overhead", {}), **changed}
    levels = [*settings["levels"]]
    traced = {"service_time": {"log_normal": {"mean": f"{4 * (1 + SAMPLING_COSTS / 100)}ms", "sigma": 0.2}}}
    variants = {"sampled-10": {}, "sampled-100": {"simulated": traced}}
    costs = {"wall": ALL_COSTS / 3, "all": ALL_COSTS}
    simulated = {
        # Nobody waits at any of its rates.
        "workers": 64,
        "service_time": {"log_normal": {"mean": "4ms", "sigma": 0.2}},
        "levels": {level: {"cpu": f"{costs[level]}%"} for level in levels},
    }
    file = place / "study.yaml"
    twin = {
        "name": "twin",
        "stand": {"driver": "simulate", "simulated": simulated},
        "variants": {name: variants[name] for name in chosen.get("variants", variants)},
        "profile": shipped["profile"],
        "slo": shipped["slo"],
        "methods": {
            "overhead": {key: value for key, value in settings.items() if key != "services"}
            | {"levels": {level: {} for level in levels}}
        },
    }
    with file.open("w", encoding="utf-8") as written:
        yaml.dump(twin, written)
    return file


def run_of(place: Path, preset: str | None, exit_code: int, within_s: float, **changed: object) -> dict[str, Any]:
    words = ("run", twin_of(place, preset, **changed), "--out", place / "run", "--json")
    ended = loadproof(*words, cwd=place, within_s=within_s)
    assert ended.exit_code == exit_code, ended.messages
    assert texts_without_code(place / "run") == []
    return ended.result


def costs(result: dict[str, Any], level: str) -> list[float]:
    """CPU of a level, of each variant and rate."""
    return [
        one["effect_percent"]
        for overhead in result["overheads"]
        for one in overhead["levels"]
        if (one["level"], one["metric"]) == (level, "cpu")
    ]


def test_quick_says_what_the_profiler_costs_and_what_traces_cost(tmp_path: Path) -> None:
    result = run_of(tmp_path, "quick", 3, within_s=120, rates=[200])
    assert [(one["variant"], one["verdict"], one["measured"]) for one in result["overheads"]] == [
        ("sampled-10", "refuted", 5),
        ("sampled-100", "refuted", 5),
    ]
    assert costs(result, "all") == pytest.approx([ALL_COSTS] * 2, abs=1.0)
    contrasts = {one["level"]: one for one in result["overheads"][1]["contrasts"] if one["metric"] == "cpu"}
    assert contrasts["off"]["effect_percent"] == pytest.approx(SAMPLING_COSTS, abs=1.0)
    # The same part of more CPU: nothing that one variant pays more than the other.
    assert contrasts["all"]["low"] < 0.0 < contrasts["all"]["high"]


def test_modes_says_what_each_of_them_costs(tmp_path: Path) -> None:
    result = run_of(tmp_path, "modes", 3, within_s=240, rates=[200])
    assert [one["variant"] for one in result["overheads"]] == ["sampled-10"]
    assert costs(result, "wall") == pytest.approx([ALL_COSTS / 3], abs=1.0)
    assert costs(result, "all") == pytest.approx([ALL_COSTS], abs=1.0)


def test_the_hours_of_the_source(tmp_path: Path) -> None:
    # Two starts of an hour show nothing, whatever they find.
    result = run_of(tmp_path, None, 4, within_s=900, starts=2)
    assert [one["verdict"] for one in result["overheads"]] == ["not shown"] * 2
    for overhead in result["overheads"]:
        assert all(start["counted_cycles"] > 0 for start in overhead["starts"])
        gentle = [slot for slot in overhead["slots"] if slot["cycle"] == 0]
        assert {(slot["rate"], round(slot["ended_s"] - slot["began_s"])) for slot in gentle} == {(50.0, 300)}
        assert {one["rate"] for one in overhead["levels"]} == {500.0, 1000.0, 2000.0}
    assert costs(result, "all") == pytest.approx([ALL_COSTS] * 6, abs=1.0)
