"""Replies that are not as expected: their kinds, and what of them a report shows."""

import json
from typing import Any

import pytest

from .recording_server import Answer, Recorded
from .scenario_load import Loaded, load_scenario

SCRIPT = b'<script>alert("1")</script>&amp;\x00\xff\xfe </SCRIPT><img src=x onerror=alert(2)>'
MANY_BYTES = b"x" * 100_000

PROFILE = """\
variables: {wanted: open}
operations:
  fault: {request: GET /fault}
  status: {request: GET /json, expect: 204}
  state: {request: GET /json, check: {state: {json: $.state, equals: "${wanted}"}}}
  first_of_two: {request: GET /json, check: {has_state: {json: $.state}, is_small: {size: <5B}, late: {json: $.none}}}
  no_such_path: {request: GET /json, check: {none: {json: $.none}}}
  gone: {request: GET /json, check: {gone: {json: $.state, absent: true}}}
  typed: {request: GET /json, check: {typed: {header: Content-Type, contains: xml}}}
  greeting: {request: GET /json, check: {greeting: {regex: 'Hello \\w+'}}}
  slow: {request: GET /json, check: {quick: {time: <1ms}}, weight: 0.2}
  token: {request: GET /json, extract: {token: {json: $.token}}}
  good:
    request: GET /json
    check:
      state: {json: $.state, equals: closed}
      size: {size: 1B-1KB}
      typed: {header: content-type, contains: json}
      two: {json: '$.items[1].id', equals: "8"}
      number: {json: '$.items[0].id', at_least: 7, at_most: 7}
      matching: {json: $.state, matches: '^clo'}
      greeting: {regex: '"state": "(\\w+)"'}
      gone: {json: $.error, absent: true}
    extract: {token: {json: $.token, default: none}}
  large: {request: GET /large}
"""
KINDS = {
    "fault": "status-500",
    "status": "status-200",
    "state": "check-state",
    "first_of_two": "check-is_small",
    "no_such_path": "check-none",
    "gone": "check-gone",
    "typed": "check-typed",
    "greeting": "check-greeting",
    "token": "extract-token",
    "large": "status-502",
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    def answer(request: Recorded) -> int | Answer:
        if request.path == "/fault":
            return Answer(
                500, SCRIPT, (("X-Script", "<script>alert(3)</script>"), ("Set-Cookie", "sid=a-secret-session"))
            )
        if request.path == "/large":
            return Answer(502, MANY_BYTES)
        body = json.dumps({"state": "closed", "items": [{"id": 7}, {"id": 8}]}).encode()
        return Answer(200, body, (("Content-Type", "application/json"),))

    return load_scenario(tmp_path_factory.mktemp("failing"), PROFILE, answer, "--rate", 150, "--for", "2s")


@pytest.mark.parametrize("operation", KINDS)
def test_a_reply_fails_by_its_kind(loaded: Loaded, operation: str) -> None:
    counted = loaded.result["operations"][operation]
    assert counted["errors_by_kind"] == {KINDS[operation]: counted["due"]}
    assert counted["due"] > 0


def test_a_reply_that_meets_every_demand_is_good(loaded: Loaded) -> None:
    assert loaded.errors_of("good") == {}
    assert set(loaded.errors_of("slow")) <= {"check-quick"}


def replies_of(loaded: Loaded, operation: str) -> list[dict[str, Any]]:
    (trial,) = loaded.result["trials"]
    return [reply for reply in trial["failed_replies"] if reply["operation"] == operation]


@pytest.mark.parametrize("operation", KINDS)
def test_the_first_failing_replies_are_kept(loaded: Loaded, operation: str) -> None:
    replies = replies_of(loaded, operation)
    assert 1 <= len(replies) <= 3
    assert {reply["kind"] for reply in replies} == {KINDS[operation]}


def test_what_is_kept_of_a_reply_is_bounded(loaded: Loaded) -> None:
    assert (loaded.run / "result.json").stat().st_size < 200_000
    assert b"x" * 4096 not in (loaded.run / "result.json").read_bytes()
    assert b"x" * 1000 in (loaded.run / "result.json").read_bytes()


def test_a_reply_cannot_write_into_a_report(loaded: Loaded) -> None:
    page = (loaded.run / "report.html").read_text(encoding="utf-8")
    assert "alert(" in page
    for text in ('<script>alert("1")', "<script>alert(3)", "</SCRIPT><img", "<img src=x"):
        assert text not in page
    for name in ("result.json", "report.md", "report.html"):
        # Every byte of it is text.
        assert "\x00" not in (loaded.run / name).read_text(encoding="utf-8")


def test_cookies_of_a_failing_reply_are_masked(loaded: Loaded) -> None:
    for path in loaded.run.rglob("*"):
        if path.is_file():
            assert b"a-secret-session" not in path.read_bytes(), path.name


def test_a_terminal_is_not_written_to_by_a_reply(loaded: Loaded) -> None:
    assert "\x00" not in loaded.ended.messages
    assert "\x1b" not in loaded.ended.messages
