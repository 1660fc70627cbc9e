"""The study of users with a simulated service: its own profile, 3,000 users, and a truth that can be computed."""

import math
from pathlib import Path
from typing import Any

import pytest
from loadproof.model.duration import Duration
from ruamel.yaml import YAML

from .closing_counts import assert_counts_close
from .command_line import loadproof
from .told_texts import texts_without_code

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "studies/users/study.yaml"
SHIPPED: dict[str, Any] = YAML(typ="safe").load(STUDY)
TARGETS_MS = {
    name: 1000.0 * Duration.parse(written["apdex"]["target"]).seconds
    for name, written in SHIPPED["profile"]["operations"].items()
    if "apdex" in written
}
BEFORE = ("before: log in", "before: open the application")


_OF_UNIFORM = 0.4
"""A simulated service has no uniform times: log-normal ones of the same mean stand for them."""


class Law:
    """Log-normal service time of one operation."""

    def __init__(self, written: str) -> None:
        """`written`: the value of `--operation` behind the name."""
        kind, first, second, *more = written.split(":")
        self._errors = float(more[0].removeprefix("errors=")) if more else 0.0
        if kind == "lognormal":
            self._sigma, self._median_ms = float(second), float(first)
        else:
            self._sigma = _OF_UNIFORM
            self._median_ms = (float(first) + float(second)) / 2 * math.exp(-(self._sigma**2) / 2)

    def written(self) -> dict[str, Any]:
        """What a simulated stand says of it."""
        mean_ms = self._median_ms * math.exp(self._sigma**2 / 2)
        times = {"service_time": {"log_normal": {"mean": f"{mean_ms:.6f}ms", "sigma": self._sigma}}}
        return times | ({"errors": f"{100 * self._errors:g}%"} if self._errors else {})

    def apdex(self, target_ms: float) -> float:
        """Apdex of a service without a queue."""
        return (1.0 - self._errors) * (self._within(target_ms) + self._within(4 * target_ms)) / 2

    def _within(self, time_ms: float) -> float:
        return 0.5 * math.erfc(-math.log(time_ms / self._median_ms) / self._sigma / math.sqrt(2))


def laws() -> dict[str, Law]:
    """Law of each operation of the profile, by the options of the service in the study."""
    options = [word.split("=", 2) for word in SHIPPED["stand"]["services"]["office"]["command"] if "operation" in word]
    by_path = {name: Law(written) for _, name, written in options}
    operations = SHIPPED["profile"]["operations"].items()
    return {name: by_path[one["request"].split("/")[1].partition("?")[0]] for name, one in operations}


def twin_of(place: Path, methods: dict[str, Any], slo: list[str], **more: Any) -> Path:
    """The study file in `place`: as it is shipped, but for its service, `methods`, `slo` and `more`."""
    profile = {key: value for key, value in SHIPPED["profile"].items() if key != "feeders"}
    profile["operations"] = {
        name: {**written, "request": written["request"].partition("$")[0]}
        for name, written in profile["operations"].items()
    }
    times = {name: law.written() for name, law in laws().items()}
    simulated = {"workers": 100_000, "service_time": "1ms", "operations": times}
    stand = {"driver": "simulate", "simulated": simulated}
    twin = {"name": "twin", "stand": stand, "profile": profile, "slo": slo, "methods": methods, **more}
    file = place / "study.yaml"
    with file.open("w", encoding="utf-8") as written:
        YAML(typ="safe").dump(twin, written)
    return file


def run_of(place: Path, file: Path, exit_code: int = 0) -> dict[str, Any]:
    ended = loadproof("run", file, "--out", place / "run", "--json", cwd=place, within_s=120)
    assert ended.exit_code == exit_code, ended.messages
    assert texts_without_code(place / "run") == []
    for trial in ended.result["trials"]:
        # Calls before the first flow are in no total, as flows are in none.
        assert_counts_close(trial["measurement"], {*BEFORE, *SHIPPED["profile"]["flows"]})
    return ended.result


@pytest.fixture(scope="module")
def ten_minutes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of 3,000 users for ten minutes."""
    place = tmp_path_factory.mktemp("users")
    users = {**SHIPPED["methods"]["users"], "users": 3000}
    return run_of(place, twin_of(place, {"users": users}, SHIPPED["slo"]))


def before_of(trial: dict[str, Any]) -> list[int]:
    """Calls before the first flow in the whole of a trial, by row."""
    return [trial["measurement"]["operations"][name]["due"] for name in BEFORE]


def test_each_kind_has_its_share_and_the_steady_part_begins_when_all_have_joined(ten_minutes: dict[str, Any]) -> None:
    (trial,) = ten_minutes["trials"]
    assert (trial["users"], trial["purpose"], trial["state"]) == (3000, "users", "passed")
    assert trial["users_by_kind"] == {"clerks": 1500, "analysts": 1200, "accountants": 300}
    assert (trial["span_begin_s"] - trial["started_s"], trial["span_end_s"] - trial["started_s"]) == (120, 720)
    (answer,) = ten_minutes["answers"]
    assert (answer["outcome"], answer["users"], answer["hold_s"]) == ("passed", 3000, 600)
    assert answer["minutes"]["begin_s"] == 120
    # Calls before the first flow are counted over the whole trial, and are in no total.
    assert before_of(trial) == [3000, 3000]
    # 1,500 clerks begin an iteration each 20 s, and so on.
    operations = trial["measurement"]["operations"]
    for name, users, pacing_s in (("open form", 1500, 20), ("report year", 1200, 60), ("recalculate", 300, 30)):
        assert operations[name]["due"] == pytest.approx(users / pacing_s * 600, rel=0.02)


def test_apdex_of_each_operation_is_that_of_its_law(ten_minutes: dict[str, Any]) -> None:
    operations = ten_minutes["trials"][0]["measurement"]["operations"]
    known = laws()
    assert len(TARGETS_MS) == 9
    missed = []
    for name, target_ms in TARGETS_MS.items():
        found, truth = operations[name]["apdex"], known[name].apdex(target_ms)
        assert found["target_s"] * 1000 == target_ms
        assert found["samples"] == operations[name]["due"]
        assert found["score"] == pytest.approx(
            (found["satisfied"] + found["tolerating"] / 2) / found["samples"], abs=1e-4
        )
        # Independent calls: five standard errors, of points of at most a half.
        assert found["score"] == pytest.approx(truth, abs=2.5 / math.sqrt(found["samples"]))
        missed += [name] if not found["low"] <= truth <= found["high"] else []
    # Each interval misses one in twenty.
    assert len(missed) <= 1


def test_minutes_add_up_and_cover_the_truth(ten_minutes: dict[str, Any]) -> None:
    (trial,) = ten_minutes["trials"]
    minutes = {one["operation"]: one for one in ten_minutes["answers"][0]["minutes"]["operations"]}
    # Rows of the calls before the first flow have no minutes: there were no such calls.
    assert set(minutes) == {*TARGETS_MS, "documents", "reports", "processing"}
    cells = missed = 0
    for name, target_ms in TARGETS_MS.items():
        one, whole = minutes[name], trial["measurement"]["operations"][name]
        assert len(one["starts"]) == len(one["apdex"]) == 10
        assert sum(one["starts"]) == whole["due"]
        for key in ("samples", "satisfied", "tolerating"):
            assert sum(cell[key] for cell in one["apdex"]) == whole["apdex"][key]
        truth = laws()[name].apdex(target_ms)
        cells += 10
        missed += sum(not cell["low"] <= truth <= cell["high"] for cell in one["apdex"])
    # 5 % of 90 cells, and three standard errors.
    assert missed <= 0.05 * cells + 3 * math.sqrt(0.05 * 0.95 * cells)


def test_an_even_load_is_not_called_uneven(ten_minutes: dict[str, Any]) -> None:
    operations = ten_minutes["answers"][0]["minutes"]["operations"]
    assert [one["operation"] for one in operations if one["is_uneven"] or one["uneven_minutes"]] == []
    tested = [one for one in operations if one["dispersion"] is not None]
    assert {one["operation"] for one in tested} >= set(TARGETS_MS)
    # Paced users start more evenly than independent ones.
    assert all(one["expected_dispersion"] < 1 for one in tested)
    assert [doubt["code"] for doubt in ten_minutes["doubts"]] == []


def test_only_users_beyond_the_plateau_before_log_in(tmp_path: Path) -> None:
    plateaus = {"users": [300, 600], "ramp": "1m", "hold": "2m", "settle": "0s", "tail": "0s"}
    result = run_of(tmp_path, twin_of(tmp_path, {"plateaus": plateaus}, ["apdex>=0.8"]))
    trials = result["trials"]
    assert [(trial["users"], trial["state"]) for trial in trials] == [(300, "passed"), (600, "passed")]
    assert [trial["users_by_kind"]["accountants"] for trial in trials] == [30, 60]
    assert [before_of(trial) for trial in trials] == [[300, 300], [300, 300]]
    rates = [trial["measurement"]["operations"]["open form"]["due"] / 120 for trial in trials]
    assert rates == [pytest.approx(150 / 20, rel=0.1), pytest.approx(300 / 20, rel=0.1)]
    (answer,) = result["answers"]
    assert (answer["outcome"], answer["users"]) == ("at_least", 600)


def test_a_confirmation_and_a_soak_hold_users(tmp_path: Path) -> None:
    methods = {
        "confirm": {"users": 200, "ramp": "1m", "hold": "1m"},
        "soak": {"users": 300, "ramp": "1m", "settle": "1m", "hold": "1h"},
    }
    result = run_of(tmp_path, twin_of(tmp_path, methods, ["apdex>=0.8"]))
    answers = {one["method"]: (one["outcome"], one["users"]) for one in result["answers"]}
    assert answers == {"confirm": ("passed", 200), "soak": ("steady", 300)}
    confirmed, soaked = result["trials"]
    # The sessions of the first 200 users go on.
    assert (before_of(confirmed), before_of(soaked)) == ([200, 200], [100, 100])
    assert (confirmed["users_by_kind"], soaked["users_by_kind"]) == (
        {"clerks": 100, "analysts": 80, "accountants": 20},
        {"clerks": 150, "analysts": 120, "accountants": 30},
    )


def test_a_comparison_loads_each_variant_with_the_same_users(tmp_path: Path) -> None:
    slow = {name: {"service_time": "900ms"} for name in ("recalculate",)}
    compare = {"compare": {"users": 100, "rounds": 3, "slot": "5s"}}
    variants = {"main": {}, "branch": {"simulated": {"operations": slow}}}
    result = run_of(tmp_path, twin_of(tmp_path, compare, ["apdex>=0.5"], variants=variants), exit_code=4)
    assert {(trial["variant"], trial["users"]) for trial in result["trials"]} == {("main", 100), ("branch", 100)}
    (comparison,) = result["comparisons"]
    assert comparison["rounds"]
    # A slower variant is asked less: calls per second stand beside times, and the note says so.
    assert comparison["asked_text"]
    (throughput,) = [pair for pair in comparison["pairs"] if pair["metric"] == "throughput" and not pair["operation"]]
    assert throughput["effect_percent"] == pytest.approx(0, abs=10)


def test_a_spike_of_users(tmp_path: Path) -> None:
    spike = {"spike": {"users": 600, "base_users": 300, "for": "30s", "before": "30s", "after": "1m", "repeat": 2}}
    result = run_of(tmp_path, twin_of(tmp_path, spike, ["p50<10s"]))
    assert {trial["users"] for trial in result["trials"]} == {600}
    (answer,) = result["answers"]
    assert (answer["method"], answer["users"], answer["metrics"][0]["name"]) == (
        "spike",
        600,
        "recovery from the spike",
    )


def test_a_slower_variant_is_asked_less_by_the_same_users(tmp_path: Path) -> None:
    """Twenty users of 50 ms per call and 50 ms of thought make 200 calls/s, of 100 ms per call two thirds of them."""
    study = {
        "name": "closed",
        "stand": {"driver": "simulate", "simulated": {"workers": 100, "service_time": {"exponential": "50ms"}}},
        "variants": {"main": {}, "branch": {"simulated": {"service_time": {"exponential": "100ms"}}}},
        "profile": {
            "operations": {"get": {"request": "GET /"}},
            "flows": {"look": {"steps": ["get", {"think": "50ms"}]}},
            "users": {"visitors": {"flow": "look", "count": 20}},
        },
        "slo": ["p99<2s"],
        "methods": {"compare": {"rounds": 6, "slot": "20s"}},
    }
    file = tmp_path / "study.yaml"
    with file.open("w", encoding="utf-8") as written:
        YAML(typ="safe").dump(study, written)
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120)
    assert ended.exit_code == 0, ended.messages
    (comparison,) = ended.result["comparisons"]
    (throughput,) = [pair for pair in comparison["pairs"] if pair["metric"] == "throughput" and not pair["operation"]]
    assert (throughput["a"], throughput["b"]) == ("branch", "main")
    assert throughput["effect_percent"] == pytest.approx(50, abs=4)
    assert throughput["decision"] == "different"
    assert comparison["asked_text"]
