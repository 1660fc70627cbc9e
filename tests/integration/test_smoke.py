"""The preset `smoke` of a drafted study, against services that answer as expected, and not."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .command_line import CommandLine
from .recording_server import Answer, Recorded, RecordingServer

OPERATIONS = """\
name: pages
stand: {{target: "{url}"}}
profile:
  operations:
    GET /old: {{request: GET /old, expect: 200}}
    GET /new: {{request: GET /new, expect: 200}}
    POST /orders: {{request: POST /orders, check: {{kept: {{contains: kept}}}}}}
slo: [p99<500ms, errors<1%]
methods: {{capacity: {{start_rate: 20}}}}
presets: {{smoke: {{only: [smoke], methods: {{smoke: {{rate: 30, hold: 2s}}}}}}}}
"""


def answered(request: Recorded) -> int | Answer:
    if request.path == "/old":
        return Answer(302, b"", (("Location", "/new"),))
    return 200


def test_each_operation_that_is_not_answered_as_expected_is_named(tmp_path: Path) -> None:
    with RecordingServer(answered) as server:
        (tmp_path / "s.yaml").write_text(OPERATIONS.format(url=server.url), encoding="utf-8")
        words = ("run", "s.yaml", "--preset", "smoke", "--out", "run", "--junit", "junit.xml", "--json")
        with CommandLine(*words, cwd=tmp_path) as command:
            ended = command.ended(60)
    assert ended.exit_code == 3, ended.messages
    (answer,) = ended.result["answers"]
    replies = {one["operation"]: one for one in answer["replies"]}
    calls = replies["GET /old"]["calls"]
    assert replies["GET /old"]["text"] == f"GET /old: {calls} of {calls} answered 302, expected 200"
    assert replies["GET /new"]["tone"] == "passed"
    assert "check-kept" in replies["POST /orders"]["text"]
    cases = ElementTree.parse(tmp_path / "junit.xml").getroot().iter("testcase")  # noqa: S314
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    assert failed == {"verdict", "smoke", "replies of GET /old", "replies of POST /orders"}
    report = (tmp_path / "run/report.md").read_text(encoding="utf-8")
    assert f"{calls} of {calls} answered 302, expected 200" in report
    assert json.dumps(replies["GET /old"]["text"])[1:-1] in (tmp_path / "run/report.html").read_text(encoding="utf-8")


def test_a_rare_operation_is_called_as_often_as_the_others(tmp_path: Path) -> None:
    rare = OPERATIONS.replace("{{request: GET /new,", "{{weight: 0.000001, request: GET /new,")
    with RecordingServer(lambda _request: Answer(200, b"kept")) as server:
        (tmp_path / "s.yaml").write_text(rare.format(url=server.url), encoding="utf-8")
        words = ("run", "s.yaml", "--preset", "smoke", "--out", "run", "--json")
        with CommandLine(*words, cwd=tmp_path) as command:
            ended = command.ended(60)
    assert ended.exit_code == 0, ended.messages
    calls = [one["calls"] for one in ended.result["answers"][0]["replies"]]
    # Each shard has turns of its own.
    assert max(calls) - min(calls) <= 2
    assert min(calls) > 5


@pytest.mark.parametrize(("status", "exit_code"), [(200, 0), (500, 3)])
def test_a_draft_passes_or_fails_by_its_replies(tmp_path: Path, status: int, exit_code: int) -> None:
    with RecordingServer(lambda _request: status) as server:
        for words in (("init", f"{server.url}/books"), ("run", "study.yaml", "--preset", "smoke", "--out", "run")):
            with CommandLine(*words, cwd=tmp_path) as command:
                ended = command.ended(60)
    assert ended.exit_code == exit_code, ended.messages
    assert ("answered as expected" if exit_code == 0 else "answered 500, expected 2xx") in ended.output
