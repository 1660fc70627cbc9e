"""10,000 connections at once, and shards that share nothing."""

import csv
import json
import resource
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import Ended, loadproof
from .real_server import RealServer
from .recording_server import RecordingServer
from .undisturbed import stood_still, undisturbed

pytestmark = pytest.mark.quiet_machine

CONNECTIONS = 10_000
SHARDS = (1, 2, 3, 4)
ROWS = 2_000


def test_ten_thousand_connections(tmp_path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < CONNECTIONS + 1000:
        pytest.skip(f"the hard limit of open files is {hard}; {CONNECTIONS + 1000} are needed (ulimit -Hn)")

    def attempt(place: Path) -> tuple[Ended, dict[str, Any]]:
        with RealServer("go", f"-hold={CONNECTIONS}") as server:
            options = ("--rate", "max", "--connections", CONNECTIONS, "--for", "3s", "--timeout", "20s", "--json")
            ended = loadproof("load", f"{server.url}/hold", *options, cwd=place, within_s=90)
            return ended, server.stats()

    ended, stats = undisturbed(tmp_path, attempt)
    assert ended.exit_code in (0, 3, 4), ended.messages
    assert_counts_close(ended.result)
    # The server answered nobody before so many calls were open, each on a connection of its own.
    assert stats["held"] >= CONNECTIONS
    assert ended.result["completed"] >= CONNECTIONS
    assert ended.result["errors_by_kind"] == {}
    # Of seconds in which the generator stood still nothing is judged, three times of three on a machine that is robbed.
    assert ended.result["sent"] == stats["held"] or stood_still(ended.result)


Seen = tuple[dict[str, Any], list[str]]

PROFILE = """\
feeders:
  rows: {csv: rows.csv, order: sequential}
  numbers: {range: 1-100000, order: sequential}
operations:
  get: {request: "GET /get/${rows.id}", weight: 3}
  put: {request: "PUT /put/${numbers}", weight: 1}
"""


@pytest.fixture(scope="module")
def by_shards(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Seen]:
    """The result of one load with each number of shards, and the paths that arrived."""
    seen = {}
    for shards in SHARDS:
        place = tmp_path_factory.mktemp(f"shards-{shards}")
        with (place / "rows.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("id",), *((number,) for number in range(1, ROWS + 1))])
        (place / "p.yaml").write_text(PROFILE)

        def attempt(directory: Path, shards: int = shards, profile: Path = place / "p.yaml") -> Seen:
            with RecordingServer() as server:
                options = ("--rate", 240, "--for", "2s", "--arrivals", "constant", "--shards", shards, "--json")
                ended = loadproof("load", server.url, "--profile", profile, *options, cwd=directory)
                assert ended.output, ended.messages
                return ended.result, [request.path for request in server.requests]

        seen[shards] = undisturbed(place, attempt)
    return seen


@pytest.mark.parametrize("shards", SHARDS)
def test_shards_make_the_same_calls(by_shards: dict[int, Seen], shards: int) -> None:
    result, paths = by_shards[shards]
    assert_counts_close(result)
    assert result["due"] == by_shards[1][0]["due"] == 480
    assert result["completed"] == len(paths) == result["due"]


@pytest.mark.parametrize("shards", SHARDS)
@pytest.mark.parametrize("operation", ["get", "put"])
def test_shards_take_each_row_once(by_shards: dict[int, Seen], shards: int, operation: str) -> None:
    result, paths = by_shards[shards]
    drawn = Counter(int(path.rpartition("/")[2]) for path in paths if path.startswith(f"/{operation}/"))
    assert len(drawn) == drawn.total() == result["operations"][operation]["due"] > 0
    # Each shard goes through its own share of the rows from the start.
    for shard in range(shards):
        own = sorted(row for row in drawn if (row - 1) % shards == shard)
        assert own == [1 + shard + shards * number for number in range(len(own))]


@pytest.mark.parametrize("shards", SHARDS)
def test_shards_share_the_users(tmp_path: Path, shards: int) -> None:
    with (tmp_path / "people.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("name",), *((f"user-{number}",) for number in range(50))])
    profile = {
        "feeders": {"people": {"csv": "people.csv", "order": "unique"}},
        "operations": {"visit": {"request": "GET /${people.name}"}},
        "flows": {"stroll": {"steps": ["visit", {"think": "200ms"}]}},
        "users": {"visitors": {"flow": "stroll", "count": 10}},
    }
    (tmp_path / "p.yaml").write_text(json.dumps(profile))
    with RecordingServer() as server:
        options = ("--profile", "p.yaml", "--for", "2s", "--shards", shards, "--json")
        ended = loadproof("load", server.url, *options, cwd=tmp_path)
        visits = Counter(request.path for request in server.requests)
    assert ended.output, ended.messages
    assert_counts_close(ended.result)
    # Ten users, however many threads they live on, each with a row of its own for the whole run.
    assert len(visits) == 10
    assert all(count > 1 for count in visits.values())
    assert ended.result["operations"]["visit"]["completed"] == visits.total()
    assert ended.result["operations"]["stroll"]["due"] >= visits.total()
