from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.model.profile import CsvFeeder, FeederOrder, Operation, Profile, UuidFeeder
from loadproof.study.load import load_profile

Load = Callable[..., Profile]

FULL = """\
target: http://127.0.0.1:8080
feeders:
  ids: {csv: ids.csv, order: random}
  new_id: {uuid: v4}
operations:
  get: {weight: 70, request: "GET /status/${ids.id}", slo: [p95<20ms]}
  create:
    weight: 5.5
    request: POST /status
    headers: {Content-Type: application/json, X-Id: "${new_id}"}
    body: '{"status": "$${3}"}'
    expect: [404, 201, 2xx, "300-305"]
    timeout: 1m
slo: [p99<50ms, "create:errors<2%"]
timeout: 5s
"""


def test_everything_written_is_resolved(load: Load, tmp_path: Path) -> None:
    profile = load(FULL)
    get, create = profile.operations
    assert profile.target is not None
    assert profile.target.authority == "127.0.0.1:8080"
    assert profile.feeders == (
        CsvFeeder("ids", tmp_path / "ids.csv", ("id", "name"), FeederOrder.RANDOM, separator=","),
        UuidFeeder("new_id"),
    )
    assert get == Operation("get", 70.0, "GET", "/status/${ids.id}", (), None, ((200, 299),), 5.0, (profile.slos[-1],))
    assert (create.weight, create.method, create.path, create.timeout_s) == (5.5, "POST", "/status", 60.0)
    assert create.headers == (("Content-Type", "application/json"), ("X-Id", "${new_id}"))
    assert create.body == '{"status": "$${3}"}'
    assert create.expect == ((200, 305), (404, 404))
    assert [slo.text for slo in create.slos] == ["create:errors<2%"]
    assert profile.timeout_s == 5.0


def test_defaults_join_the_slos_unless_given(load: Load) -> None:
    text = "operations: {get: {request: GET /}}\n"
    assert [slo.text for slo in load(text).slos] == ["errors<1%", "rate±5%"]
    given = load(text + "slo: errors<5%", ["rate±1%", "get:p99<1s", "p99<1s", "p99 < 1s"])
    assert [slo.text for slo in given.slos] == ["errors<5%", "rate±1%", "p99<1s", "get:p99<1s"]
    assert [slo.text for slo in given.operations[0].slos] == ["get:p99<1s"]
    assert (given.timeout_s, given.operations[0].weight, given.target) == (10.0, 1.0, None)


def test_an_unused_feeder_is_fine(load: Load) -> None:
    assert len(load("feeders: {ids: {csv: ids.csv}}\noperations: {get: {request: GET /}}").feeders) == 1


def test_a_byte_order_mark_and_crlf_are_read(load: Load, tmp_path: Path) -> None:
    (tmp_path / "marked.csv").write_bytes(b'\xef\xbb\xbfid ,b\r\n1,"x\r\ny"\r\n\r\n2,z\r\n')
    text = "\ufefffeeders: {ids: {csv: marked.csv}}\r\noperations: {get: {request: 'GET /${ids.id}'}}\r\n"
    assert load(text).feeders[0] == CsvFeeder(
        "ids", tmp_path / "marked.csv", ("id", "b"), FeederOrder.SEQUENTIAL, separator=","
    )


def test_the_example_of_the_status_services_loads() -> None:
    profile = load_profile(Path(__file__).parents[3] / "studies/status.profile.yaml")
    assert {operation.name: operation.weight for operation in profile.operations} == {
        "get": 70,
        "batch": 20,
        "create": 5,
        "update": 5,
    }
    assert [operation.method for operation in profile.operations] == ["GET", "GET", "POST", "PUT"]


def test_the_visitors_of_the_status_services_load() -> None:
    profile = load_profile(Path(__file__).parents[3] / "studies/visitors.profile.yaml")
    assert profile.users_alone
    assert [users.count for users in profile.users] == [300]


@pytest.mark.parametrize("expect", ["201", "'201'", "[201]", '"201-201"'])
def test_forms_of_one_status(load: Load, expect: str) -> None:
    profile = load(f"operations: {{get: {{request: GET /, expect: {expect}}}}}")
    assert profile.operations[0].expect == ((201, 201),)
