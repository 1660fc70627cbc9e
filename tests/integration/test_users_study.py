"""The study of users on its real service: preset smoke, from its file to its result."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .closing_counts import assert_counts_close
from .command_line import CommandLine

STUDY = Path(__file__).parents[2] / "studies/users/study.yaml"
LONGEST_S = 240
BEFORE = ("before: log in", "before: open the application")
SHIPPED: dict[str, Any] = YAML(typ="safe").load(STUDY)
RATED = [name for name, written in SHIPPED["profile"]["operations"].items() if "apdex" in written]


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of its preset `smoke`."""
    place = tmp_path_factory.mktemp("office")
    words = ("run", STUDY, "--preset", "smoke", "--out", place / "run", "--json", "--shared-machine")
    with CommandLine(*words, cwd=place, environment={"XDG_STATE_HOME": str(place / "state")}) as command:
        ended = command.ended(LONGEST_S)
    assert ended.exit_code == 0, ended.messages
    return ended.result


def test_four_hundred_users_are_served(smoke: dict[str, Any]) -> None:
    (answer,) = smoke["answers"]
    assert (answer["method"], answer["outcome"], answer["users"]) == ("users", "passed", 400)
    assert answer["messages"]["sentence"]["code"] == "sentence-users-passed"
    (trial,) = smoke["trials"]
    assert trial["users_by_kind"] == {"clerks": 200, "analysts": 160, "accountants": 40}
    slos = {one["slo"]: one["state"] for one in trial["verdict"]["slos"]}
    assert set(slos) >= {"apdex>=0.85", "report year:apdex>=0.7", "errors<1%"}


def test_every_operation_has_its_apdex(smoke: dict[str, Any]) -> None:
    measurement = smoke["trials"][0]["measurement"]
    assert len(RATED) >= 8
    for name in RATED:
        apdex = measurement["operations"][name]["apdex"]
        assert apdex["samples"] == measurement["operations"][name]["due"] > 0
        assert 0.0 < apdex["low"] <= apdex["score"] <= apdex["high"] < 1.0
        assert apdex["rating"] in ("excellent", "good", "fair", "poor")
    whole = measurement["apdex"]
    assert whole["target_s"] is None
    assert whole["samples"] == sum(measurement["operations"][name]["apdex"]["samples"] for name in RATED)


def test_calls_before_the_first_flow_are_in_no_total(smoke: dict[str, Any]) -> None:
    measurement = smoke["trials"][0]["measurement"]
    assert_counts_close(measurement, {*BEFORE, *SHIPPED["profile"]["flows"]})
    # Each user once, over the whole trial.
    assert [measurement["operations"][name]["due"] for name in BEFORE] == [400, 400]
    kinds = {row["name"]: row["kind"] for row in smoke["run"]["profile"]["operations"]}
    assert [kinds[name] for name in BEFORE] == ["before", "before"]


def test_the_steady_part_is_a_minute(smoke: dict[str, Any]) -> None:
    minutes = smoke["answers"][0]["minutes"]
    assert minutes["begin_s"] == 60
    operations = {one["operation"]: one for one in minutes["operations"]}
    assert set(operations) == {*RATED, *SHIPPED["profile"]["flows"]}
    measured = smoke["trials"][0]["measurement"]["operations"]
    for name in RATED:
        assert len(operations[name]["starts"]) == len(operations[name]["apdex"]) == 1
        assert sum(cell["samples"] for cell in operations[name]["apdex"]) == measured[name]["apdex"]["samples"]
        # One minute is too short to test if the starts are even.
        assert operations[name]["dispersion"] is None
