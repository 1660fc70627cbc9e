"""The study of a profiler's overhead, from its file to its report: two replicas, two databases, two samplings."""

from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine
from .study_file import processes_with

STUDY = Path(__file__).parents[2] / "studies/profiling-overhead/study.yaml"
LONGEST_S = 600
REPLICAS = ("mall-1", "mall-2")
SAMPLINGS = {"sampled-10": 10.0, "sampled-100": 100.0}


def result_of(place: Path, preset: str, codes: tuple[int, ...]) -> dict[str, Any]:
    environment = {"XDG_STATE_HOME": str(place / "state")}
    words = ("run", STUDY, "--preset", preset, "--out", place / "run", "--json", "--shared-machine")
    with CommandLine(*words, cwd=place, environment=environment) as command:
        ended = command.ended(LONGEST_S)
    assert ended.exit_code in codes, ended.messages
    assert processes_with(str(place)) == []
    return ended.result


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of its preset `smoke`."""
    return result_of(tmp_path_factory.mktemp("mall"), "smoke", (0,))


@pytest.fixture(scope="module")
def one_start(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of its preset `one-start`, which shows nothing."""
    return result_of(tmp_path_factory.mktemp("mall"), "one-start", (4,))


def test_each_operation_is_answered_by_both_replicas(smoke: dict[str, Any]) -> None:
    assert {answer["variant"] for answer in smoke["answers"]} == {*SAMPLINGS}
    for trial in smoke["trials"]:
        measurement = trial["measurement"]
        assert_counts_close(measurement, REPLICAS)
        assert measurement["errors"] == 0
        parts = [measurement["operations"][name]["completed"] for name in REPLICAS]
        assert abs(parts[0] - parts[1]) <= 2
        assert min(parts) > 0


def test_the_level_is_reached_with_samples_and_traces(one_start: dict[str, Any]) -> None:
    overheads = {one["variant"]: one for one in one_start["overheads"]}
    assert {*overheads} == {*SAMPLINGS}
    for variant, share in SAMPLINGS.items():
        (start,) = overheads[variant]["starts"]
        assert (start["outcome"], start["lost"]) == ("measured", [])
        (evidence,) = [one for one in overheads[variant]["evidence"] if one["level"] == "all"]
        assert "engine:" in evidence["reached"]
        traced = float(evidence["reached"].partition("traced: ")[2].partition(" %")[0])
        assert traced == pytest.approx(share, rel=0.2)
        samples = dict(one.split("=") for one in evidence["left"].removeprefix("samples: ").split())
        assert {*samples} == {"cpu", "alloc", "wall"}
        assert all(int(count) > 0 for count in samples.values())
        limits = {one["metric"]: one["of_limit"] for one in overheads[variant]["levels"] if one["of_limit"]}
        assert {*limits} == {"cpu", "memory"}
        assert limits["cpu"]["limit"] == 1.0


def test_the_variants_are_held_against_each_other(one_start: dict[str, Any]) -> None:
    contrasts = one_start["overheads"][1]["contrasts"]
    assert {(one["a"], one["b"], one["level"]) for one in contrasts} == {
        ("sampled-10", "sampled-100", level) for level in ("off", "all")
    }
    # One start of each tells nothing.
    assert not any(one["differs"] for one in contrasts)


def test_the_databases_are_read(one_start: dict[str, Any]) -> None:
    assert not [doubt["text"] for doubt in one_start["doubts"] if doubt["code"].startswith("probe-")]
