"""A profile file as the service receives it: operations, weights, feeders, headers, bodies and status checks."""

import csv
import math
import uuid
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from .closing_counts import assert_counts_close
from .command_line import loadproof
from .recording_server import Recorded, RecordingServer
from .scenario_load import load_scenario
from .undisturbed import undisturbed

PROFILE = """\
feeders:
  rows: {csv: rows.csv, order: sequential}
  picks: {csv: rows.csv, order: random}
  new: {uuid: v4}
operations:
  get:
    weight: 60
    request: GET /status/${rows.id}?name=${rows.name}
    headers: {X-Trace: "trace-${new}", Accept: application/json}
  batch:
    weight: 25
    request: GET /status?ids=${picks.id*10}
  create:
    weight: 15
    request: POST /status
    headers: {Content-Type: application/json}
    body: '{"id": "${new}", "name": "${picks.name}", "note": "ёж"}'
    expect: 201
slo: [p99<1s, rate±50%]
timeout: 2s
"""
WEIGHTS = {"get": 0.60, "batch": 0.25, "create": 0.15}
NAMES = ("plain", "two words", "ö/ü?&=#", 'quoted "text", with a comma', "per%20cent", "+", "ёж")
IDS = [str(uuid.UUID(int=2**122 + number)) for number in range(len(NAMES))]


def operation_of(request: Recorded) -> str:
    if request.method == "POST":
        return "create"
    return "batch" if request.path.startswith("/status?ids=") else "get"


class Seen:
    """What one run of PROFILE said, and what arrived."""

    def __init__(self, place: Path) -> None:
        with (place / "rows.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("id", "name"), *zip(IDS, NAMES, strict=True)])
        (place / "p.yaml").write_text(PROFILE, encoding="utf-8")
        with RecordingServer(lambda request: 201 if request.method == "POST" else 200) as server:
            self.authority = server.authority
            options = ("--profile", "p.yaml", "--rate", 300, "--for", "4s", "--json", "--out", "run")
            self.ended = loadproof("load", server.url, *options, cwd=place)
            self.requests, self.malformed = list(server.requests), list(server.malformed)
        self.result: dict[str, Any] = self.ended.result

    def of(self, operation: str) -> list[Recorded]:
        """Requests of one operation."""
        return [request for request in self.requests if operation_of(request) == operation]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    return undisturbed(tmp_path_factory.mktemp("profile"), Seen)


@pytest.mark.quiet_machine
def test_every_call_arrives_once_and_is_counted_where_it_belongs(seen: Seen) -> None:
    assert seen.ended.exit_code == 0, (seen.ended.messages, seen.result["sentence"])
    assert seen.malformed == []
    assert_counts_close(seen.result)
    counted = {name: operation["completed"] for name, operation in seen.result["operations"].items()}
    assert counted == Counter(map(operation_of, seen.requests))


@pytest.mark.parametrize("operation", WEIGHTS)
def test_weights_are_the_shares_of_the_calls(seen: Seen, operation: str) -> None:
    share, calls = WEIGHTS[operation], len(seen.requests)
    assert abs(len(seen.of(operation)) - share * calls) <= 5 * math.sqrt(calls * share * (1 - share))


def test_rows_of_a_csv_file_stay_together_and_come_in_order(seen: Seen) -> None:
    name_of = dict(zip(IDS, NAMES, strict=True))
    got = [urlsplit(request.path) for request in seen.of("get")]
    for place in got:
        name = parse_qs(place.query, strict_parsing=True)["name"]
        assert name == [name_of[unquote(place.path).removeprefix("/status/")]]
    counts = Counter(unquote(place.path) for place in got)
    assert len(counts) == len(IDS)
    assert max(counts.values()) - min(counts.values()) <= 1


def test_ten_ids_are_joined_by_commas(seen: Seen) -> None:
    drawn: Counter[str] = Counter()
    for request in seen.of("batch"):
        ids = request.path.removeprefix("/status?ids=").split(",")
        assert len(ids) == 10
        drawn.update(ids)
    assert set(drawn) == set(IDS)
    share = 1 / len(IDS)
    for count in drawn.values():
        assert abs(count - share * drawn.total()) <= 5 * math.sqrt(drawn.total() * share * (1 - share))


def test_headers_are_sent_as_written(seen: Seen) -> None:
    assert {request.headers["host"] for request in seen.requests} == {seen.authority}
    traces = [request.headers["x-trace"].removeprefix("trace-") for request in seen.of("get")]
    assert len(set(traces)) == len(traces)
    assert {uuid.UUID(trace).version for trace in traces} == {4}
    assert {request.headers["accept"] for request in seen.of("get")} == {"application/json"}
    assert {request.headers["content-type"] for request in seen.of("create")} == {"application/json"}
    assert not any("x-trace" in request.headers for request in seen.of("batch"))


def test_bodies_are_as_long_as_they_say(seen: Seen) -> None:
    made = set()
    for request in seen.of("create"):
        head, _, rest = request.body.decode("utf-8").partition('", "name": "')
        identity = head.removeprefix('{"id": "')
        name, _, end = rest.rpartition('", "note": "')
        assert (uuid.UUID(identity).version, name in NAMES, end) == (4, True, 'ёж"}')
        assert request.headers["content-length"] == str(len(request.body))
        made.add(identity)
    assert len(made) == len(seen.of("create"))
    assert not any(request.body for request in seen.of("get") + seen.of("batch"))


CHECKED = """\
operations:
  wanted: {request: GET /404, expect: 404}
  listed: {request: GET /202, expect: [200, 2xx]}
  strict: {request: GET /200, expect: 201}
  plain:  {request: GET /404}
  moved:  {request: GET /302}
"""


def test_a_status_is_an_error_unless_it_is_expected(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(CHECKED)
    with RecordingServer(lambda request: int(request.path[1:])) as server:
        options = ("--profile", "p.yaml", "--rate", 250, "--for", "2s", "--json")
        ended = loadproof("load", server.url, *options, cwd=tmp_path)
    result = ended.result
    assert ended.exit_code == 3, ended.messages
    assert_counts_close(result)
    operations = result["operations"]
    assert {name: set(operation["errors_by_kind"]) for name, operation in operations.items()} == {
        "wanted": set(),
        "listed": set(),
        "strict": {"status-200"},
        "plain": {"status-404"},
        "moved": {"redirect"},
    }
    for name in ("strict", "plain"):
        assert operations[name]["errors"] == operations[name]["due"] > 0


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_a_feeder_of_a_spreadsheet_is_sent_as_its_cells_are(tmp_path: Path, separator: str) -> None:
    rows = [("1", "1,50"), ("2", "2,50"), ("3", "3,50")]
    text = "".join(f"{separator.join(row)}\n" for row in [("id", "price"), *rows])
    (tmp_path / "rows.csv").write_text(text, encoding="utf-8")
    loaded = load_scenario(
        tmp_path,
        "feeders: {rows: {csv: rows.csv}}\noperations: {get: {request: 'GET /${rows.id}/${rows.price}'}}\n",
        lambda _: 200,
        "--rate",
        "50",
        "--for",
        "1s",
    )
    sent = [unquote(request.path) for request in loaded.requests]
    assert set(sent) <= {f"/{number}/{price}" for number, price in rows}
    assert len(set(sent)) == 3


@pytest.mark.parametrize(("written", "shown"), [("1/m", "0.0167/s"), ("0.004", "0.004/s"), ("6/h", "0.00167/s")])
def test_a_rate_below_one_is_reported_with_its_digits(tmp_path: Path, written: str, shown: str) -> None:
    with RecordingServer() as server:
        ended = loadproof("load", server.url, "--rate", written, "--for", "1s", "--out", "run", cwd=tmp_path)
    assert f"load at {shown}" in ended.messages
    assert shown in (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
