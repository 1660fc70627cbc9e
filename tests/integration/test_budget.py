"""A search of a real service answers when its time is over, or its user asks for the end."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine, loadproof
from .stand import known_truth

pytestmark = pytest.mark.quiet_machine

CAN_DO = 800.0
"""Calls/s: four workers, 5 ms for each call."""
SEARCH = ("--slo", "p99<200ms", "--start-rate", 150, "--json", "--out", "run")


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("service")
    with known_truth(place, "workers", "--count", 4, "--service-us", 5000) as service:
        yield service.url


def loaded_s(result: dict[str, Any]) -> float:
    return float(sum(trial["duration_s"] for trial in result["trials"]))


def test_a_budget_has_room_for_the_confirmation_of_what_was_found(tmp_path: Path, target: str) -> None:
    with CommandLine("capacity", target, *SEARCH, "--budget", "60s", cwd=tmp_path) as command:
        ended = command.ended(within_s=120)
    result = ended.result
    assert (ended.exit_code, result["outcome"]) == (0, "coarse"), ended.messages
    assert result["low"] <= result["estimate"] <= result["high"]
    held = result["trials"][-1]
    assert (held["purpose"], held["state"], held["rate"]) == ("confirm", "passed", result["rate"])
    assert CAN_DO / 3.0 <= result["rate"] <= CAN_DO
    assert [doubt["code"] for doubt in result["doubts"] if doubt["code"] == "coarse"] == ["coarse"]
    assert loaded_s(result) <= 60.0 + 20.0
    assert " calls/s; " in ended.messages
    assert "of load left" in ended.messages


def test_the_highest_rate_allowed_is_held_for_what_is_left_of_a_budget(tmp_path: Path, target: str) -> None:
    search = ("--slo", "p99<200ms", "--start-rate", 200, "--max-rate", 200, "--budget", "30s")
    with CommandLine("capacity", target, *search, "--json", "--out", "run", cwd=tmp_path) as command:
        ended = command.ended(within_s=90)
    result = ended.result
    assert (ended.exit_code, result["outcome"], result["rate"]) == (0, "at_least", 200.0), ended.messages
    held = result["trials"][-1]
    assert held["purpose"] == "confirm"
    # One trial of 8 s, a ramp of 5 s and 2 s of settling.
    assert 8.0 <= held["measurement"]["duration_s"] <= 15.0
    assert "at least 200 requests/s (highest allowed), held for" in result["sentence"]
    assert loaded_s(result) <= 30.0 + 20.0


STUDY = """
name: budgeted
stand: {{driver: simulate, simulated: {{service_time: 2ms, workers: 8}}}}
profile:
  operations:
    read: {{weight: 99, request: GET /read}}
    write: {{weight: 1, request: POST /write, slo: p99<100ms}}
  slo: p99<100ms
methods:
  capacity: {{start_rate: 500, max_rate: 1000, budget: {budget}}}
"""


def test_the_budget_of_a_study_has_room_for_calls_enough_of_every_operation(tmp_path: Path) -> None:
    study = tmp_path / "study.yaml"
    study.write_text(STUDY.format(budget="45s"))
    # 351 writes of 1,000 calls/s, of which 1 % are, take 36 s.
    for verb in ("plan", "run"):
        refused = loadproof(verb, study, cwd=tmp_path)
        assert refused.exit_code == 2, refused.messages
        assert "methods.capacity.budget: 45 s are less than" in refused.messages
        assert "give 61s or more" in refused.messages
    assert not (tmp_path / "runs").exists()
    study.write_text(STUDY.format(budget="61s"))
    ended = loadproof("run", study, "--json", "--out", "run", cwd=tmp_path)
    (answer,) = ended.result["answers"]
    assert (ended.exit_code, answer["outcome"], answer["rate"]) == (0, "at_least", 1000.0), ended.messages
    assert ended.result["trials"][-1]["measurement"]["duration_s"] >= 36.0


def test_who_ends_a_search_gets_what_is_known(tmp_path: Path, target: str) -> None:
    with CommandLine("capacity", target, *SEARCH, cwd=tmp_path) as command:
        # 150, 300, 600 and 1,200 calls/s, the rest after a failure, one near the capacity; the next one is cut.
        command.wait_for_second(tmp_path / "run", 0, trial=7, within_s=240)
        command.send(signal.SIGINT)
        ended = command.ended(within_s=20)
    result = ended.result
    assert (ended.exit_code, result["outcome"], result["rate"]) == (130, "coarse", None), ended.messages
    assert result["estimate"] == pytest.approx(CAN_DO, rel=0.3)
    assert result["reason"] == "it was interrupted"
