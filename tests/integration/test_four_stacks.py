"""The study of four stacks, from its file to its report: every stack starts, is loaded and is told of."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine
from .study_file import processes_with

STUDY = Path(__file__).parents[2] / "studies/four-stacks/study.yaml"
LONGEST_S = 240
STACKS = {
    "go-pgx",
    "ktor-jdbc",
    "spring-mvc-jdbc",
    "spring-mvc-virtual-threads",
    "spring-webflux-r2dbc",
    "spring-mvc-jdbc-jdk17",
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of its preset `smoke`; on a busy machine calls may time out."""
    place = tmp_path_factory.mktemp("four-stacks")
    environment = {"XDG_STATE_HOME": str(place / "state")}
    words = ("run", STUDY, "--preset", "smoke", "--out", place / "run", "--json")
    with CommandLine(*words, cwd=place, environment=environment) as command:
        ended = command.ended(LONGEST_S)
    assert ended.exit_code in (0, 3), ended.messages
    assert processes_with(str(place)) == []
    assert (place / "run/report.html").stat().st_size < 3_000_000
    return ended.result


def test_every_stack_is_started_once_and_answers_each_operation(result: dict[str, Any]) -> None:
    assert {answer["variant"] for answer in result["answers"]} == STACKS
    assert {trial["variant"] for trial in result["trials"]} == STACKS
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
        # What a cold VM answers on a busy machine is as expected.
        assert not [kind for kind in trial["measurement"]["errors_by_kind"] if kind.startswith(("status-", "check"))]
    for answer in result["answers"]:
        assert answer["method"] == "smoke"
        assert {one["operation"] for one in answer["replies"]} == {"get", "batch", "create", "update"}
        assert all(one["as_expected"] > 0 for one in answer["replies"]), answer["variant"]


def test_the_virtual_machines_say_how_they_run(result: dict[str, Any]) -> None:
    runtimes = result["run"]["runtimes"]
    told = {runtime["variant"]: runtime["facts"] for runtime in runtimes if runtime["service"] == "api"}
    assert set(told) == STACKS
    java = [facts for variant, facts in told.items() if variant != "go-pgx"]
    assert {(facts["collector"], facts["max_heap"], facts["processors"]) for facts in java} == {("G1", "512 MiB", "1")}


def test_no_probe_came_back_with_nothing(result: dict[str, Any]) -> None:
    lacking = [doubt["text"] for doubt in result["doubts"] if "no page had a sample" in doubt["text"]]
    assert lacking == []
    kinds = Counter(event["kind"] for event in result["run"]["events"])
    assert kinds["ready"] == len(STACKS)
    assert not {"died", "oom-killed", "not-started"} & kinds.keys()
