"""A study with `driver: simulate`: the whole method in virtual time, and it cannot be taken for a measured one."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine, loadproof
from .told_texts import texts_without_code

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "studies/simulated/study.yaml"
SIMULATED = "Simulated: the service was a model and time was virtual."

SERVICE = "workers: 2, service_time: {exponential: 5ms}, warm_up: {factor: 2, decay: 5s}"


def study_file(place: Path, methods: str, service: str = SERVICE, variants: str = "{}") -> Path:
    file = place / "study.yaml"
    file.write_text(
        "name: model\n"
        f"stand: {{driver: simulate, simulated: {{{service}}}}}\n"
        f"variants: {variants}\n"
        "profile: {operations: {read: {request: GET /}, write: {weight: 0.5, request: POST /}}, slo: p99<200ms}\n"
        f"methods: {methods}\n",
        encoding="utf-8",
    )
    return file


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    """A result without what differs between any two runs: when it was started, and where it is."""
    run = {**result["run"], "started_at": None, "command": None, "repeat": None}
    return {**result, "run": run}


def test_the_published_study_runs_in_virtual_time(tmp_path: Path) -> None:
    began_s = time.monotonic()
    ended = loadproof("run", STUDY, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=240)
    took_s = time.monotonic() - began_s
    result = ended.result
    assert ended.exit_code in (0, 3), ended.messages
    assert result["run"]["virtual_time"]
    assert result["sentence"].startswith("Simulated, in virtual time: ")
    outcomes = {answer["method"]: answer["outcome"] for answer in result["answers"]}
    assert outcomes["capacity"] == "found"
    assert outcomes["confirm"] == "passed"
    assert outcomes["soak"] == "not_steady"
    leaks = [trend for trend in result["answers"][-1]["trends"] if trend["rises"]]
    assert [trend["name"] for trend in leaks] == ["live_set_mib of simulated"]
    # The leak of the study: 100 B of each call.
    true_mib_per_hour = 100 * result["answers"][-1]["rate"] * 3600 / 2**20
    assert leaks[0]["per_hour"] == pytest.approx(true_mib_per_hour, rel=0.05)
    assert texts_without_code(tmp_path / "run") == []
    assert result["run"]["duration_s"] > 7200 > took_s
    # Four workers of 0.9 * 5 + 0.1 * (0.97 * 8 + 0.03 * 60) = 5.456 ms carry 733/s, less what collections take.
    assert 600.0 < result["answers"][0]["rate"] < 733.0
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
        assert trial["measurement"]["lateness_ms"]["max"] in (None, pytest.approx(0.0, abs=0.001))
    text = loadproof("report", tmp_path / "run", "--full", cwd=tmp_path).output
    markdown = (tmp_path / "run/report.md").read_text(encoding="utf-8")
    page = (tmp_path / "run/report.html").read_text(encoding="utf-8")
    for medium in (" ".join(text.split()), markdown, page):
        assert SIMULATED in medium


def test_the_same_seed_gives_the_same_result(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{capacity: {max_rate: 1000, hold: 20s}}")
    first, second = (
        loadproof("run", file, "--out", tmp_path / name, "--json", cwd=tmp_path, within_s=120).result
        for name in ("first", "second")
    )
    assert without_times(first) == without_times(second)
    assert first["answers"][0]["outcome"] == "found"


def test_a_death_is_an_event_and_the_service_is_started_again(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{load: {rate: 50, hold: 20s}, soak: {rate: 20, hold: 60s}}", f"{SERVICE}, death: 90s")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120)
    events = [(event["kind"], event["service"], event["trial"]) for event in ended.result["run"]["events"]]
    assert events == [
        ("ready", None, None),
        ("died", "simulated", 1),
        ("restarted", "simulated", None),
    ]
    soak, load = ended.result["trials"]
    assert soak["measurement"]["errors_by_kind"].keys() & {"refused", "reset"}
    assert load["measurement"]["errors"] == 0


def test_a_cold_service_is_warmed_up_before_anything_is_judged(tmp_path: Path) -> None:
    slow = "{workers: 4, warm_up: {factor: 4, decay: 60s}}"
    variants = f"{{quick: {{}}, slow: {{simulated: {slow}}}}}"
    file = study_file(tmp_path, "{warm_up: {}, load: {rate: 150, hold: 20s}}", variants=variants)
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120)
    result = ended.result
    assert ended.exit_code == 0, ended.messages
    trials = [(trial["variant"], trial["method"], trial["purpose"]) for trial in result["trials"]]
    assert trials == [(name, *what) for name in ("quick", "slow") for what in (("warm-up",) * 2, ("load",) * 2)]
    quick, _, slow_one, _ = result["trials"]
    # Twice as slow, falling by 1/e each 5 s: within 5 % of the level after 15 s.
    assert quick["state"] == "passed"
    assert 5.0 <= quick["verdict"]["warm_after_s"] <= 30.0
    assert quick["reason"].startswith(f"warm after {quick['verdict']['warm_after_s']:g} s (MSER-5), held for ")
    # Four times as slow, by 1/e each 60 s: 120 s later it still moves.
    assert slow_one["state"] == "undecided"
    assert slow_one["reason"].startswith("never steady within 2 min: ")
    assert [doubt["text"] for doubt in result["doubts"] if doubt["code"] == "not-warm"] == [slow_one["reason"]]
    assert [event["text"] for event in result["run"]["events"] if event["kind"] == "warm-up"] == [
        f"warm-up of quick: {quick['reason']}",
        f"warm-up of slow: {slow_one['reason']}",
    ]
    assert [answer["method"] for answer in result["answers"]] == ["load", "load"]
    markdown = (tmp_path / "run/report.md").read_text(encoding="utf-8")
    assert quick["reason"] in markdown
    assert slow_one["reason"] in markdown


def test_a_service_that_was_started_again_is_warmed_up_again(tmp_path: Path) -> None:
    methods = "{warm_up: {rate: 50}, load: {rate: 50, hold: 20s}, soak: {rate: 20, hold: 60s}}"
    file = study_file(tmp_path, methods, f"{SERVICE}, death: 130s")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120)
    purposes = [trial["purpose"] for trial in ended.result["trials"]]
    assert purposes == ["warm-up", "soak", "warm-up", "load"]


LEAKING = "memory: {base: 100MiB, limit: 400MiB, garbage_per_call: 200KiB, collect: 96MiB, leak_per_second: 20KiB}"


def held_study(place: Path, methods: str, memory: str = LEAKING) -> Any:
    """What came of a study of a service that keeps every SLO, whatever its memory does."""
    file = study_file(place, methods, f"workers: 2, service_time: {{exponential: 5ms}}, {memory}")
    return loadproof("run", file, "--out", place / "run", "--json", cwd=place, within_s=240)


def test_a_hold_that_passes_while_the_service_leaks_says_both(tmp_path: Path) -> None:
    ended = held_study(tmp_path, "{confirm: {rate: 20, ramp: 5s, hold: 40m}}")
    result = ended.result
    assert (ended.exit_code, result["state"]) == (0, "passed"), ended.messages
    (trial,) = result["trials"]
    fact, supposed = result["findings"]
    assert [(one["trial"], one["kind"], one["cause"]) for one in (fact, supposed)] == [
        (trial["number"], "fact", "memory-growth"),
        (trial["number"], "hypothesis", "memory-growth"),
    ]
    pace = 3600 * 20 / 1024
    figures = {item["name"]: item["value"] for item in fact["evidence"]}
    assert figures["growth of memory of simulated"] == pytest.approx(pace, rel=0.1)
    # From its 100 MiB it has leaked for 40 minutes: what is left of 400 MiB is filled at that pace.
    assert figures["time to the limit"] == pytest.approx((300 / pace - 40 / 60) * 3600, rel=0.1)
    first = result["sentence"]
    assert first.startswith("Simulated, in virtual time: The confirmation held")
    assert f"every SLO was kept. Trial {trial['number']} passed, and yet: The live set of the service" in first
    assert "at that pace its memory is full" in first
    assert result["stopped_by"][0]["causes"] == []
    assert texts_without_code(tmp_path / "run") == []
    markdown = (tmp_path / "run/report.md").read_text(encoding="utf-8")
    assert "Trials that passed show all the same: growing memory" in markdown
    screen = loadproof("report", tmp_path / "run", cwd=tmp_path).output
    assert "passed, and yet: The live set" in " ".join(screen.split())


def test_a_soak_that_leaks_has_its_finding_and_is_not_told_twice(tmp_path: Path) -> None:
    result = held_study(tmp_path, "{soak: {rate: 20, hold: 20m}}").result
    (answer,), (trial,) = result["answers"], result["trials"]
    assert (answer["outcome"], trial["state"]) == ("not_steady", "passed")
    (leak,) = [trend for trend in answer["trends"] if trend["shape"] == "leak"]
    fact = result["findings"][0]
    figures = {item["name"]: item["value"] for item in fact["evidence"]}
    assert (fact["kind"], fact["cause"], fact["trial"]) == ("fact", "memory-growth", trial["number"])
    assert figures["growth of memory of simulated"] == leak["per_hour"]
    assert figures["time to the limit"] == leak["exhaustion_s"]
    assert "and yet" not in result["sentence"]


def test_a_soak_whose_service_dies_of_its_memory_says_how_far_it_came_and_forecasts_nothing(tmp_path: Path) -> None:
    dies = LEAKING.replace("limit: 400MiB", "limit: 140MiB").replace("20KiB}", "100KiB}")
    result = held_study(tmp_path, "{soak: {rate: 20, hold: 20m}}", dies).result
    (answer,) = result["answers"]
    assert "died" in {event["kind"] for event in result["run"]["events"]}
    (leak,) = [trend for trend in answer["trends"] if trend["shape"] == "leak"]
    # 40 MiB at 100 KiB/s: full after seven minutes, and then there is nothing to forecast.
    assert leak["per_hour"] == pytest.approx(3600 * 100 / 1024, rel=0.05)
    assert leak["end"] == pytest.approx(140, abs=3)
    assert leak["exhaustion_s"] is None
    assert leak["text"].endswith("until the service ended")
    assert leak["text"] in answer["reason"]
    assert "full" not in result["sentence"]


def test_holds_of_a_healthy_service_show_nothing(tmp_path: Path) -> None:
    healthy = LEAKING.replace(", leak_per_second: 20KiB", "")
    ended = held_study(tmp_path, "{confirm: {rate: 20, ramp: 5s, hold: 40m}, soak: {rate: 20, hold: 40m}}", healthy)
    assert ended.exit_code == 0, ended.messages
    assert ended.result["findings"] == []
    assert "and yet" not in ended.result["sentence"]


def test_variants_are_simulated_apart(tmp_path: Path) -> None:
    variants = "{slow: {}, fast: {simulated: {service_time: {exponential: 1ms}, warm_up: null}}}"
    file = study_file(tmp_path, "{load: {rate: 100, hold: 20s}}", variants=variants)
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120).result
    slow, fast = (trial["measurement"]["service_ms"]["mean"] for trial in result["trials"])
    assert slow > 4.0
    assert fast == pytest.approx(1.0, rel=0.1)
    assert result["trials"][1]["started_s"] == pytest.approx(result["trials"][0]["duration_s"], abs=0.01)


def test_an_interruption_keeps_what_was_run(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{soak: {rate: 100, hold: 2400h}}")
    with CommandLine("run", file, "--out", tmp_path / "run", cwd=tmp_path) as command:
        command.wait_for_second(tmp_path / "run", 120, within_s=60.0)
        command.send(signal.SIGINT)
        ended = command.ended(within_s=60)
    assert ended.exit_code == 130, ended.messages
    assert "Traceback" not in ended.messages
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    (trial,) = result["trials"]
    assert trial["measurement"]["due"] > 1000
    assert_counts_close(trial["measurement"])


def test_bad_input_is_told_with_its_line(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{load: {rate: 50, hold: 20s}}", "workers: 0, service_time: 5ms, queue: -1")
    ended = loadproof("run", file, cwd=tmp_path)
    assert ended.exit_code == 2
    assert f"{file}:2: stand.simulated.workers: 0 is not from 1 to 1000000" in ended.messages
    assert f"{file}:2: stand.simulated.queue: -1 is not from 0" in ended.messages


def test_a_service_that_gets_slower_gets_no_number_and_no_new_start(tmp_path: Path) -> None:
    """A new start gives a service its speed back, and would hide that it drifts."""
    file = tmp_path / "study.yaml"
    file.write_text(
        "name: model\n"
        "stand:\n"
        "  driver: simulate\n"
        "  simulated: {workers: 8, service_time: {exponential: 8ms}, network: 1ms, drift: {per_hour: 300%}}\n"
        "profile: {operations: {look: {request: GET /look}}, slo: p99<120ms}\n"
        "methods: {capacity: {max_rate: 5000, hold: 30s}}\n",
        encoding="utf-8",
    )
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120)
    assert ended.exit_code == 3, ended.messages
    (answer,) = ended.result["answers"]
    assert (answer["outcome"], answer["rate"]) == ("drifting", None)
    assert "got slower during the search" in ended.result["sentence"]
    assert [event for event in ended.result["run"]["events"] if event["kind"] == "restarted"] == []
