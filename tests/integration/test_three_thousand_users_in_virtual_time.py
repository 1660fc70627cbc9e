"""The study of three thousand users with a simulated service: its preset smoke, and the numbers of its source."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .closing_counts import assert_counts_close
from .command_line import loadproof
from .told_texts import texts_without_code

FOLDER = Path(__file__).parents[2] / "studies/three-thousand-users"
SHIPPED: dict[str, Any] = YAML(typ="safe").load(FOLDER / "study.yaml")
SOURCE: dict[str, Any] = YAML(typ="safe").load(FOLDER / "source.yaml")
RATED = {name for name, written in SHIPPED["profile"]["operations"].items() if "apdex" in written}
BEFORE = ("before: log in", "before: open the application")
MILLISECONDS = {
    "log in": 10,
    "open the application": 15,
    "open form": 20,
    "write document": 40,
    "start process": 40,
    "complete task": 20,
    "report open tasks": 100,
    "report execution": 100,
    "report year": 250,
    "recalculate": 400,
    "sign documents": 20,
}
"""Mean service times: all below a third of the target times."""
SLOWDOWN = {"queries-in-short": "900%", "big-table-in-short": "0%"}
"""In virtual time, for what the SQL of an injection does to a database."""


def twin_of(place: Path, preset: str) -> Path:
    """The study file in `place`: as `preset` has it, but for its services, probes and injected SQL."""
    chosen = SHIPPED["presets"][preset]
    profile = {key: value for key, value in SHIPPED["profile"].items() if key != "feeders"}
    operations = profile["operations"]
    profile["operations"] = {
        # A reply of a simulated service has no body, and its request needs none.
        name: {"request": one["request"].partition("$")[0].partition("?")[0]}
        | {key: one[key] for key in ("apdex",) if key in one}
        for name, one in operations.items()
    }
    times = {
        name: {"service_time": {"log_normal": {"mean": f"{mean_ms}ms", "sigma": 0.3}}}
        for name, mean_ms in MILLISECONDS.items()
    }
    injections = {}
    for name in chosen["injections"]:
        timing = {key: value for key, value in SHIPPED["injections"][name].items() if key != "sql"}
        injections[name] = {"slowdown": SLOWDOWN[name], **timing}
    twin = {
        "name": "twin",
        "stand": {"driver": "simulate", "simulated": {"workers": 60, "service_time": "5ms", "operations": times}},
        "profile": profile,
        "slo": SHIPPED["slo"],
        # There is no database to have sessions.
        "alarms": {
            name: SHIPPED["alarms"][name] for name in chosen["alarms"] if "postgres" not in SHIPPED["alarms"][name]
        },
        "injections": injections,
        "methods": {name: {**SHIPPED["methods"][name], **chosen["methods"][name]} for name in chosen["only"]},
    }
    file = place / "study.yaml"
    with file.open("w", encoding="utf-8") as written:
        YAML(typ="safe").dump(twin, written)
    return file


def run_of(place: Path, file: Path) -> dict[str, Any]:
    ended = loadproof("run", file, "--out", place / "run", "--json", cwd=place, within_s=240)
    # The problems of the study are in its Apdex: the verdict of two minutes is open.
    assert ended.exit_code in (0, 4), ended.messages
    assert texts_without_code(place / "run") == []
    (trial,) = ended.result["trials"]
    # Calls before the first flow are in no total, as flows are in none.
    assert_counts_close(trial["measurement"], {*BEFORE, *SHIPPED["profile"]["flows"]})
    return ended.result


def effect(injection: dict[str, Any], metric: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = [one for one in injection["effects"] if one["metric"] == metric]
    assert len(found) == 1
    return found[0]


def assert_apdex_fell(injection: dict[str, Any]) -> None:
    """The Apdex surely fell, by a rating at least, and rose again after the undo."""
    fallen = effect(injection, "apdex")
    assert fallen["decision"] == "worse"
    assert fallen["during"] < 0.75
    assert min(fallen["before"], fallen["after"]) > 0.9
    assert injection["recovery_s"] is not None


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of the preset smoke."""
    place = tmp_path_factory.mktemp("smoke")
    return run_of(place, twin_of(place, "smoke"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of the source's numbers."""
    return run_of(tmp_path_factory.mktemp("source"), FOLDER / "source.yaml")


def test_each_kind_has_its_users_and_log_ins_stand_apart(smoke: dict[str, Any]) -> None:
    (trial,) = smoke["trials"]
    assert (trial["users"], trial["users_by_kind"]) == (300, {"clerks": 150, "analysts": 120, "accountants": 30})
    operations = trial["measurement"]["operations"]
    assert [operations[name]["due"] for name in BEFORE] == [300, 300]
    # 150 clerks come once in 240 s, so 37.5 come in a minute, from the first minute on.
    (form,) = [one for one in smoke["answers"][0]["minutes"]["operations"] if one["operation"] == "open form"]
    assert form["starts"] == [pytest.approx(37.5, abs=22)] * 2
    # The rarest three come once in a minute.
    rare = {"report year", "recalculate", "sign documents"}
    assert {name for name in RATED if operations[name]["due"]} >= RATED - rare


def test_apdex_falls_in_the_problem_and_recovers_and_the_alarm_tells(smoke: dict[str, Any]) -> None:
    injections = {one["name"]: one for one in smoke["injections"]}
    queries, table = injections["queries-in-short"], injections["big-table-in-short"]
    assert_apdex_fell(queries)
    assert effect(table, "apdex")["decision"] != "worse"
    detected = {(name, alarm["name"]): alarm["detected"] for name, one in injections.items() for alarm in one["alarms"]}
    assert detected == {("queries-in-short", "unhappy-in-short"): 1, ("big-table-in-short", "unhappy-in-short"): 0}


def test_the_source_has_its_users_times_and_processors(source: dict[str, Any]) -> None:
    (trial,) = source["trials"]
    assert trial["users_by_kind"] == {"clerks": 1500, "analysts": 1200, "accountants": 300}
    operations = trial["measurement"]["operations"]
    assert [operations[name]["due"] for name in BEFORE] == [3000, 3000]
    # The comment of the file: 28.7 of 96 processors are in use while nothing is wrong.
    written = SOURCE["stand"]["simulated"]["operations"]
    in_use = sum(
        operations[name]["due"] / 3300 * seconds(written[name]["service_time"]["log_normal"]["mean"]) for name in RATED
    )
    assert in_use == pytest.approx(28.7, rel=0.05)
    assert source["answers"][0]["outcome"] == "passed"
    assert source["doubts"] == []


def seconds(written: str) -> float:
    """Seconds of a mean in the file."""
    return float(written[:-2]) / 1000 if written.endswith("ms") else float(written[:-1])


def test_the_alarm_of_the_source_is_too_late_for_its_problem(source: dict[str, Any]) -> None:
    injections = {one["name"]: one for one in source["injections"]}
    assert effect(injections["big-table"], "apdex")["decision"] == "not_seen"
    detected: dict[tuple[str, str], int] = {}
    for name in ("queries", "queries-for-8-minutes"):
        assert injections[name]["repetitions"] == 3
        assert_apdex_fell(injections[name])
        detected |= {(name, alarm["name"]): alarm["detected"] for alarm in injections[name]["alarms"]}
    # A problem of 3 minutes is over before the alarm may fire. One of 8 minutes is not, but a single evaluation at
    # the limit begins the 5 minutes anew.
    assert detected["queries", "sessions"] == 0
    assert detected["queries-for-8-minutes", "sessions"] in (1, 2, 3)
    assert detected["queries", "sessions-at-once"] == detected["queries", "unhappy"] == 3
