"""The named cause is the right one: a service that leaks to its limit, one on a busy disk, one that is throttled."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine
from .study_file import short_service_study
from .undisturbed import undisturbed

NEEDS_LIMITS = pytest.mark.usefixtures("rights")


def failed(study_in: Callable[[Path], Path]) -> Callable[[Path], dict[str, Any]]:
    """Runs a study that must fail, and gives its result."""

    def attempt(place: Path) -> dict[str, Any]:
        environment = {"XDG_STATE_HOME": str(place / "state")}
        words = ("run", study_in(place), "--out", place / "run", "--json")
        with CommandLine(*words, cwd=place, environment=environment) as command:
            ended = command.ended(within_s=90)
        assert ended.exit_code in (3, 4), ended.messages
        return ended.result

    return attempt


def causes(result: dict[str, Any], kind: str) -> list[str]:
    return [finding["cause"] for finding in result["findings"] if finding["kind"] == kind]


@NEEDS_LIMITS
def test_a_leak_to_the_limit_is_named(tmp_path: Path) -> None:
    def study(place: Path) -> Path:
        return short_service_study(place, "leak", 250, limits="memory: 128MiB", hold="14s")

    result = undisturbed(tmp_path, failed(study))
    assert "oom-killed" in causes(result, "fact"), result["findings"]
    assert causes(result, "hypothesis")[:1] in (["memory-growth"], ["memory-limit"]), result["findings"]
    assert [event["kind"] for event in result["run"]["events"]][:2] == ["ready", "oom-killed"]


@NEEDS_LIMITS
def test_a_throttled_service_is_named(tmp_path: Path) -> None:
    def study(place: Path) -> Path:
        return short_service_study(place, "cpu", 250, limits="cpus: 0.3")

    result = undisturbed(tmp_path, failed(study))
    assert "throttled" in causes(result, "fact"), result["findings"]
    assert causes(result, "hypothesis")[:1] == ["throttled"], result["findings"]


def test_a_busy_disk_is_named(tmp_path: Path) -> None:
    def study(place: Path) -> Path:
        return short_service_study(place, "disk", 500, options=f'--directory, {place}, --cost, "1024"', p99="200ms")

    result = undisturbed(tmp_path, failed(study))
    assert "disk-busy" in causes(result, "fact"), result["findings"]
    assert "queueing" not in causes(result, "hypothesis"), result["findings"]


def test_a_soak_that_keeps_its_slos_while_its_service_leaks_names_the_leak_and_when_it_ends(tmp_path: Path) -> None:
    def study(place: Path) -> Path:
        file = short_service_study(place, "leak", 50, p99="500ms", hold="60s")
        written = file.read_text(encoding="utf-8")
        load, soak = "load: {rate: 50, hold: 60s}", "soak: {rate: 50, ramp: 1s, settle: 1s, hold: 60s}"
        assert load in written
        file.write_text(written.replace(load, soak), encoding="utf-8")
        return file

    result = undisturbed(tmp_path, failed(study))
    (trial,), (answer,) = result["trials"], result["answers"]
    assert (trial["state"], answer["outcome"]) == ("passed", "not_steady"), (trial["reason"], answer["reason"])
    fact = result["findings"][0]
    assert (fact["trial"], fact["kind"], fact["cause"]) == (trial["number"], "fact", "memory-growth"), result[
        "findings"
    ]
    figures = {item["name"]: item["value"] for item in fact["evidence"]}
    # 64 KiB of each call.
    assert figures["growth of memory of api"] == pytest.approx(50 * 64 / 1024 * 3600, rel=0.1)
    assert figures["time to the limit"] > 0
    assert causes(result, "hypothesis") == ["memory-growth"]
