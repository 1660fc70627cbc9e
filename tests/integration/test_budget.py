"""A search of a real service answers when its time is over, or its user asks for the end."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine
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


def test_a_budget_ends_with_an_estimate_that_is_not_confirmed(tmp_path: Path, target: str) -> None:
    with CommandLine("capacity", target, *SEARCH, "--budget", "60s", cwd=tmp_path) as command:
        ended = command.ended(within_s=120)
    result = ended.result
    assert (ended.exit_code, result["outcome"], result["rate"]) == (0, "coarse", None), ended.messages
    assert result["low"] <= result["estimate"] <= result["high"]
    assert result["estimate"] == pytest.approx(CAN_DO, rel=0.2)
    (doubt,) = [doubt for doubt in result["doubts"] if doubt["code"] == "coarse"]
    assert "as 2 min 7 s are more than half of a budget of 1 min" in doubt["text"]
    assert "estimated at" in result["sentence"]
    assert "not confirmed" in result["sentence"]
    # What drains after each trial is no load.
    assert loaded_s(result) <= 60.0 + len(result["trials"])
    assert " calls/s; " in ended.messages
    assert "of load left" in ended.messages


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
