"""Replies made to be slow to look at: they cost what the bounds allow, and a signal ends the load all the same."""

import json
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine
from .nasty_server import NastyServer
from .recording_server import Answer, Recorded, RecordingServer
from .scenario_load import load_scenario

LONGEST_END_S = 2.0
JSON = (("Content-Type", "application/json"),)
DEEP = ('{"a":' * 115 + "1" + "}" * 115).encode()
WIDE = b"[" + DEEP + (b"," + DEEP) * 800 + b"]"
PROFILE = """
operations:
  get:
    request: GET /
    check:
      few: {json: '$..a..a..b', absent: true}
      filtered: {json: '$..[?@..b]..[?@[?@.x == @.y]]', absent: true}
    extract:
      token: {json: '$..a..*..c', default: none}
"""


def hostile(body: bytes) -> Callable[[Recorded], Answer]:
    return lambda _: Answer(200, body, JSON)


def test_a_path_that_a_reply_makes_long_is_an_error_of_its_own(tmp_path: Path) -> None:
    loaded = load_scenario(tmp_path, PROFILE, hostile(DEEP), "--rate", 50, "--for", "6s")
    counted = loaded.result["operations"]["get"]
    assert counted["due"] > 50
    # A call whose path is given up costs milliseconds: nothing waits for it.
    assert loaded.errors_of("get") == {"bad-extract": counted["due"]}
    assert "bad-extract" in (loaded.run / "report.md").read_text(encoding="utf-8")


def test_a_large_reply_is_looked_through(tmp_path: Path) -> None:
    body = json.dumps([{"name": "n" * 12, "price": {"value": number}} for number in range(18_000)] + [{"id": 7}])
    assert 900_000 < len(body) < 1_000_000
    profile = "operations:\n  get:\n    request: GET /\n    check:\n      id: {json: $..id, equals: '7'}\n"
    loaded = load_scenario(tmp_path, profile, hostile(body.encode()), "--rate", 5, "--for", "2s")
    assert loaded.errors_of("get") == {}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("body", [DEEP, WIDE], ids=["deep", "wide"])
def test_a_signal_ends_a_load_whatever_its_replies_cost(tmp_path: Path, body: bytes, number: signal.Signals) -> None:
    (tmp_path / "p.yaml").write_text(PROFILE, encoding="utf-8")
    run = tmp_path / "run"
    with RecordingServer(hostile(body)) as server:
        words = ("load", server.url, "--profile", "p.yaml", "--rate", "max", "--connections", 200, "--for", "60s")
        with CommandLine(*words, "--json", "--out", run, cwd=tmp_path) as command:
            command.wait_for_second(run, 1)
            sent_s = command.send(number)
            ended = command.ended(within_s=20)
            took_s = time.monotonic() - sent_s
        requests = list(server.requests)
    assert ended.exit_code == 130, ended.messages
    assert took_s < LONGEST_END_S
    assert "Traceback" not in ended.messages
    assert max(request.at_s for request in requests) < sent_s + LONGEST_END_S
    assert ended.result["run"]["interrupted"] is True
    assert ended.result["due"] > 0


def test_a_signal_ends_a_load_that_searches_one_reply_for_seconds(tmp_path: Path) -> None:
    """An expression of thousands of states, on each of a million bytes."""
    chance = random.Random(1)
    body = bytes(chance.choices(b"ab", k=1_000_000))
    profile = "operations:\n  get:\n    request: GET /\n    check:\n      a: {regex: 'a[ab]{3000}c'}\n"
    (tmp_path / "p.yaml").write_text(profile, encoding="utf-8")
    run = tmp_path / "run"
    answered: list[float] = []

    def answer(_: Recorded) -> Answer:
        answered.append(time.monotonic())
        # The first replies are quick to look at, so that a second is stored.
        return Answer(200, body if len(answered) > 20 else b"b", JSON)

    with RecordingServer(answer) as server:
        words = ("load", server.url, "--profile", "p.yaml", "--rate", 20, "--arrivals", "constant", "--for", "60s")
        with CommandLine(*words, "--json", "--out", run, cwd=tmp_path) as command:
            command.wait_for_second(run, 0)
            time.sleep(1.0)
            sent_s = command.send(signal.SIGINT)
            ended = command.ended(within_s=20)
            took_s = time.monotonic() - sent_s
        requests = list(server.requests)
    # The search goes on beside the report, on a core that the report may need.
    assert took_s < 2 * LONGEST_END_S
    assert ended.exit_code == 130, ended.messages
    assert "Traceback" not in ended.messages
    assert max(request.at_s for request in requests) < sent_s + LONGEST_END_S
    assert_counts_close(ended.result)
    assert ended.result["due"] >= 20


@pytest.mark.parametrize("reply", ["endless-headers", "endless-trailer", "slow-bytes", "gzip-bomb"])
def test_a_signal_ends_a_load_of_replies_without_end(tmp_path: Path, reply: str) -> None:
    run = tmp_path / "run"
    with NastyServer() as server:
        words = ("load", f"{server.url}/{reply}", "--rate", 100, "--for", "60s", "--timeout", "30s")
        with CommandLine(*words, "--json", "--out", run, cwd=tmp_path) as command:
            command.wait_for_second(run, 1)
            sent_s = command.send(signal.SIGINT)
            ended = command.ended(within_s=20)
            took_s = time.monotonic() - sent_s
    assert (ended.exit_code, ended.result["run"]["interrupted"]) == (130, True), ended.messages
    assert took_s < LONGEST_END_S
