"""The study of an artifact repository, from its file to its report: each of its 38 operations under each variant."""

from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine
from .study_file import processes_with

STUDY = Path(__file__).parents[2] / "studies/artifactory/study.yaml"
LONGEST_S = 420
VARIANTS = {"jdk17-g1", "jdk17-zgc", "newest-g1", "newest-zgc"}


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of its preset `smoke`."""
    place = tmp_path_factory.mktemp("depot")
    environment = {"XDG_STATE_HOME": str(place / "state")}
    words = ("run", STUDY, "--preset", "smoke", "--out", place / "run", "--json", "--shared-machine")
    with CommandLine(*words, cwd=place, environment=environment) as command:
        ended = command.ended(LONGEST_S)
    assert ended.exit_code == 0, ended.messages
    assert processes_with(str(place)) == []
    return ended.result


def test_each_operation_is_answered_under_each_variant(smoke: dict[str, Any]) -> None:
    assert {answer["variant"] for answer in smoke["answers"]} == VARIANTS
    for answer in smoke["answers"]:
        replies = {one["operation"]: one for one in answer["replies"]}
        assert len(replies) == 38
        assert {one["tone"] for one in replies.values()} == {"passed"}


def test_memory_of_each_variant_is_in_parts(smoke: dict[str, Any]) -> None:
    needs = {one["variant"]: one for one in smoke["memory"] if one["service"] == "depot" and one["is_told"]}
    assert {*needs} == VARIANTS
    for need in needs.values():
        assert need["heap_committed_mib"] == pytest.approx(512, abs=8)
        # None: it is read each half a minute, and a trial lasts 25 seconds.
        assert need["other_mib"] is None or 50 < need["other_mib"] < 400
        # ZGC of JDK 17 maps its heap three times, and RSS counts it so often.
        assert need["needed_mib"] < 1024
