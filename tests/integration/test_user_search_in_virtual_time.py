"""A study whose capacity is searched in users, on a simulated service: the machine repairman model has the truth."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from bench.method.closed_queue import ClosedQueue, most_users

from .command_line import loadproof
from .told_texts import texts_without_code

WORKERS, SERVICE_S, THINK_S, THRESHOLD_S, LIMIT = 4, 0.02, 2.0, 0.15, 0.05
SIMULATED = {"workers": WORKERS, "service_time": {"exponential": "20ms"}, "seed": 3}


def truth(service_s: float = SERVICE_S) -> int:
    queue = ClosedQueue(WORKERS, service_s, (THINK_S,))
    users = most_users(lambda total: queue.share_over((total,), THRESHOLD_S), LIMIT, 4000)
    assert users is not None
    return users


def study_in(place: Path, methods: dict[str, Any], **more: Any) -> Path:
    flows = {"look": {"steps": ["get", {"think": {"exponential": "2s"}}]}}
    kinds = {"visitors": {"flow": "look", "share": "60%"}, "guests": {"flow": "look", "share": "40%"}}
    study = {
        "name": "closed",
        "stand": {"driver": "simulate", "simulated": SIMULATED},
        "profile": {"operations": {"get": {"request": "GET /"}}, "flows": flows, "users": kinds},
        "slo": ["p95<150ms", "errors<1%"],
        "methods": methods,
        **more,
    }
    file = place / "study.yaml"
    with file.open("w", encoding="utf-8") as written:
        YAML(typ="safe").dump(study, written)
    return file


def run_of(place: Path, file: Path) -> dict[str, Any]:
    ended = loadproof("run", file, "--out", place / "run", "--json", cwd=place, within_s=180)
    assert ended.exit_code == 0, ended.messages
    assert texts_without_code(place / "run") == []
    return ended.result


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("most-users")


@pytest.fixture(scope="module")
def result(place: Path) -> dict[str, Any]:
    """A search from 50 users, its confirmation and a soak with 70 % of them."""
    methods = {"capacity": {"in": "users", "start": 50, "most": 2000}, "confirm": {}, "soak": {"hold": "10m"}}
    return run_of(place, study_in(place, methods))


def test_the_most_users_are_found(result: dict[str, Any]) -> None:
    answer = result["answers"][0]
    assert (answer["method"], answer["outcome"], answer["unit"]) == ("capacity", "found", "users")
    assert answer["estimate"] == pytest.approx(truth(), rel=0.05)
    assert answer["low"] <= truth() <= answer["high"]
    assert answer["users"] <= truth()
    # What these users completed: N / (R + Z).
    assert answer["rate"] == pytest.approx(answer["users"] / (THINK_S + 0.05), rel=0.05)
    assert answer["sentence"].startswith(f"Holds {answer['users']} users (")
    held = {trial["number"]: trial for trial in result["trials"]}[answer["decisive"]]
    assert (held["users"], held["rate"]) == (answer["users"], 0)
    assert sum(held["users_by_kind"].values()) == answer["users"]


def test_users_join_before_the_span_and_stay_within_the_bounds(result: dict[str, Any]) -> None:
    searched = [trial for trial in result["trials"] if trial["method"] == "capacity"]
    assert all(50 <= trial["users"] <= 2000 and trial["rate"] == 0 for trial in searched)
    judged = [trial for trial in searched if trial["purpose"] != "recover"]
    # Five seconds to join, 30 s before the confirmation that the study asks for, and three cycles of 2 s.
    begin_s = {trial["purpose"]: round(trial["span_begin_s"] - trial["started_s"]) for trial in judged}
    assert begin_s == {"bracket": 11, "search": 11, "confirm": 36}


def test_littles_law_holds(result: dict[str, Any]) -> None:
    law = result["answers"][0]["littles_law"]
    (flow,) = law["flows"]
    assert law["users"] == flow["users"] == result["answers"][0]["users"]
    assert law["users_by_law"] == pytest.approx(flow["flows_per_s"] * (flow["flow_s"] + flow["wait_s"]), rel=1e-3)
    assert law["ratio"] == pytest.approx(1.0, abs=0.02)
    assert [doubt["code"] for doubt in result["doubts"]] == []


def test_a_confirmation_and_a_soak_hold_users(result: dict[str, Any]) -> None:
    searched, confirmed, soaked = result["answers"]
    assert (confirmed["outcome"], confirmed["unit"], confirmed["users"]) == ("passed", "users", searched["users"])
    assert confirmed["rate"] == searched["rate"]
    assert (soaked["outcome"], soaked["rate"]) == ("steady", 0)
    assert soaked["users"] == int(0.7 * searched["users"])


@pytest.mark.usefixtures("result")
def test_reports_and_tables_have_users(place: Path) -> None:
    report = (place / "run" / "report.md").read_text(encoding="utf-8")
    answer = json.loads((place / "run" / "result.json").read_text(encoding="utf-8"))["answers"][0]
    assert f"| Capacity | {answer['users']} users (" in report
    assert f"Estimate: {answer['estimate']:.0f} users, between" in report
    assert "## Check by Little's law" in report
    ended = loadproof("report", place / "run", cwd=place)
    assert f"{answer['users']} users (" in ended.output
    assert loadproof("export", place / "run", "--csv", place / "tables", cwd=place).exit_code == 0
    with (place / "tables" / "answers.csv").open(encoding="utf-8", newline="") as file:
        row = next(csv.DictReader(file))
    assert float(row["users"]) == answer["users"]
    assert float(row["estimate_users"]) == answer["estimate"]
    # No number of users stands in a column of calls per second.
    assert (row["estimate_per_s"], row["low_per_s"], row["high_per_s"]) == ("", "", "")


@pytest.mark.usefixtures("result")
def test_a_forecast_assumes_users(place: Path) -> None:
    ended = loadproof("plan", place / "study.yaml", "--json", cwd=place)
    assert ended.exit_code == 0, ended.messages
    plan = json.loads(ended.output)
    (assumed,) = [one["text"] for one in plan["assumptions"] if one["option"] == "--capacity"]
    assert assumed.startswith("the capacity is between 50 users and 2,000 users")


def test_variants_are_ranked_by_users(tmp_path: Path) -> None:
    slow = {"simulated": {"service_time": {"exponential": "25ms"}}}
    methods = {"capacity": {"in": "users", "start": 100, "most": 1000, "precision": "5%"}}
    result = run_of(tmp_path, study_in(tmp_path, methods, variants={"quick": {}, "slow": slow}, starts=3))
    (ranking,) = result["rankings"]
    assert (ranking["unit"], ranking["is_ranked"]) == ("users", True)
    assert [one["variant"] for one in ranking["variants"]] == ["quick", "slow"]
    assert ranking["variants"][0]["rate"]["value"] == pytest.approx(truth(), rel=0.1)
    assert ranking["variants"][1]["rate"]["value"] == pytest.approx(truth(0.025), rel=0.1)
    assert "users" in ranking["text"]
    assert "/s" not in ranking["text"]
    assert "| Users at SLO |" in (tmp_path / "run" / "report.md").read_text(encoding="utf-8")


def test_arrivals_beside_the_users_stay(tmp_path: Path) -> None:
    methods = {"capacity": {"in": "users", "start": 20, "most": 1000, "rate": 50}}
    file = study_in(tmp_path, methods)
    study = YAML(typ="safe").load(file)
    study["profile"]["operations"] = {"get": {"request": "GET /", "weight": 1}}
    with file.open("w", encoding="utf-8") as written:
        YAML(typ="safe").dump(study, written)
    result = run_of(tmp_path, file)
    (answer,) = result["answers"]
    assert {trial["rate"] for trial in result["trials"]} == {50}
    # The arrivals take a quarter of what the service can do.
    assert answer["users"] == pytest.approx(0.73 * truth(), rel=0.12)
    assert answer["littles_law"]["ratio"] == pytest.approx(1.0, abs=0.02)
