"""API, schema and metrics of the contract, on one start for all tests of a stand."""

import re
import uuid
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from .postgres_server import ROWS
from .status_stand import Running

ABSENT = "00000000-0000-4000-8000-000000000000"
RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
BAD_UUIDS = ["x", "1", ABSENT.replace("-", ""), ABSENT[:-1] + "g", "%7B" + ABSENT + "%7D"]
BAD_BODIES = [
    "",
    "{",
    "[]",
    "{}",
    '{"status": "3"}',
    '{"status": 32768}',
    '{"status": 1.5}',
    '{"status": null}',
]


def refused(answer: httpx.Response, status: int) -> None:
    """Asserts the status and that the body says why."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert list(answer.json()) == ["error"]
    assert answer.json()["error"]


def test_a_row_has_id_status_and_time(running: Running) -> None:
    answer = running.client.get(f"/status/{running.ids[0]}")
    row = answer.json()
    assert answer.status_code == 200
    assert "content-length" in answer.headers
    assert list(row) == ["id", "status", "updated_at"]
    assert row["id"] == running.ids[0]
    assert isinstance(row["status"], int)
    assert RFC3339.fullmatch(row["updated_at"])


def test_generated_rows_are_those_of_the_contract(running: Running) -> None:
    rows = [running.client.get(f"/status/{row_id}").json() for row_id in running.ids[100:]]
    assert {row["updated_at"] for row in rows} == {"2025-12-19T00:00:00.000000Z"}
    assert {row["status"] for row in rows} == set(range(11))
    assert {uuid.UUID(row["id"]).version for row in rows} == {4}


def test_an_unknown_id_is_404_and_a_bad_one_400(running: Running) -> None:
    refused(running.client.get(f"/status/{ABSENT}"), 404)
    refused(running.client.put(f"/status/{ABSENT}", json={"status": 1}), 404)
    for bad in BAD_UUIDS:
        refused(running.client.get(f"/status/{bad}"), 400)
        refused(running.client.put(f"/status/{bad}", json={"status": 1}), 400)
        refused(running.client.get(f"/status?ids={running.ids[0]},{bad}"), 400)


@pytest.mark.parametrize("comma", [",", "%2C", ",%20", ",,"])
def test_a_batch_has_the_rows_that_exist_each_once(running: Running, comma: str) -> None:
    asked = [running.ids[1], ABSENT, running.ids[2], running.ids[1]]
    answer = running.client.get("/status?ids=" + comma.join(asked))
    assert answer.status_code == 200
    assert sorted(row["id"] for row in answer.json()) == sorted(running.ids[1:3])


def test_a_batch_of_none_that_exist_is_empty(running: Running) -> None:
    answer = running.client.get(f"/status?ids={ABSENT}")
    assert (answer.status_code, answer.json()) == (200, [])


def test_a_batch_is_bounded(running: Running) -> None:
    fifty = running.client.get("/status?ids=" + ",".join(running.ids[:50]))
    assert (fifty.status_code, len(fifty.json())) == (200, 50)
    refused(running.client.get("/status?ids=" + ",".join(running.ids[:51])), 400)
    refused(running.client.get("/status?ids=" + ",".join([ABSENT] * 51)), 400)
    for query in ["", "?ids=", "?ids=,", "?other=1"]:
        refused(running.client.get("/status" + query), 400)


def test_a_created_row_can_be_read(running: Running) -> None:
    rows_before = running.stand.metric("status_rows")
    answer = running.client.post("/status", json={"status": 3})
    row = answer.json()
    assert answer.status_code == 201
    assert row["status"] == 3
    assert uuid.UUID(row["id"]).version == 4
    assert running.client.get(f"/status/{row['id']}").json() == row
    assert running.stand.metric("status_rows") == rows_before + 1


def test_an_id_can_be_given_and_is_taken_then(running: Running) -> None:
    own_id = str(uuid.uuid4())
    answer = running.client.post("/status", json={"id": own_id, "status": -32768, "more": True})
    assert (answer.status_code, answer.json()["id"], answer.json()["status"]) == (201, own_id, -32768)
    refused(running.client.post("/status", json={"id": own_id, "status": 1}), 409)
    refused(running.client.post("/status", json={"id": "x", "status": 1}), 400)


def test_an_updated_row_is_newer(running: Running) -> None:
    path = f"/status/{running.ids[5]}"
    before = running.client.get(path).json()
    answer = running.client.put(path, json={"status": 32767})
    assert (answer.status_code, answer.json()["status"]) == (200, 32767)
    assert answer.json()["updated_at"] > before["updated_at"]
    assert running.client.get(path).json() == answer.json()


@pytest.mark.parametrize("body", BAD_BODIES)
def test_a_bad_body_is_400(running: Running, body: str) -> None:
    refused(running.client.post("/status", content=body), 400)
    refused(running.client.put(f"/status/{running.ids[0]}", content=body), 400)


def test_a_large_body_is_413(running: Running) -> None:
    large = {"status": 1, "more": "x" * 17_000}
    for answer in [
        running.client.post("/status", json=large),
        running.client.put(f"/status/{running.ids[0]}", json=large),
    ]:
        refused(answer, 413)


def test_other_paths_and_methods_are_refused(running: Running) -> None:
    refused(running.client.get("/"), 404)
    refused(running.client.get("/other"), 404)
    refused(running.client.delete("/status"), 405)
    refused(running.client.post(f"/status/{running.ids[0]}", json={"status": 1}), 405)
    assert running.client.get("/healthz").status_code == 200


def test_requests_are_counted_by_route_and_status(running: Running) -> None:
    asked = [
        ("GET", "/status/{id}", f"/status/{running.ids[0]}", None, "200"),
        ("GET", "/status/{id}", f"/status/{ABSENT}", None, "404"),
        ("GET", "/status", f"/status?ids={running.ids[0]}", None, "200"),
        ("POST", "/status", "/status", {"status": 1}, "201"),
        ("PUT", "/status/{id}", f"/status/{running.ids[0]}", {"status": 1}, "200"),
        ("GET", "/healthz", "/healthz", None, "200"),
        ("other", "other", "/other", None, "404"),
    ]
    for method, route, path, body, status in asked:
        verb = "GET" if method == "other" else method
        running.client.request(verb, path, json=body)
        labels = {"method": method, "route": route}
        count = running.stand.metric("http_requests_total", status=status, **labels)
        timed = running.stand.metric("http_request_duration_seconds_count", **labels)
        running.client.request(verb, path, json=body)
        assert running.stand.metric("http_requests_total", status=status, **labels) == count + 1
        assert running.stand.metric("http_request_duration_seconds_count", **labels) == timed + 1


def test_histograms_are_cumulative_and_whole(running: Running) -> None:
    running.client.get(f"/status/{running.ids[0]}")
    route = {("method", "GET"), ("route", "/status/{id}")}
    for name, labels in [
        ("http_request_duration_seconds", route),
        ("pool_acquire_seconds", set[tuple[str, str]]()),
    ]:
        samples = [sample for sample in running.stand.metrics() if labels <= sample.labels]
        buckets = [sample.value for sample in samples if sample.name == f"{name}_bucket"]
        (count,) = (sample.value for sample in samples if sample.name == f"{name}_count")
        (total_s,) = (sample.value for sample in samples if sample.name == f"{name}_sum")
        assert buckets == sorted(buckets)
        assert buckets[-1] == count > 0
        assert total_s > 0


def test_the_text_declares_each_metric_once(running: Running) -> None:
    text = running.client.get("/metrics").text
    declared = re.findall(r"^# TYPE (\S+) (?:counter|gauge|histogram)$", text, re.MULTILINE)
    assert len(declared) == len(set(declared))
    families = {re.sub(r"_(bucket|sum|count)$", "", sample.name) for sample in running.stand.metrics()}
    assert families == set(declared)


def test_the_pool_is_whole_when_at_rest(running: Running) -> None:
    size = running.stand.metric("pool_connections")
    assert size > 0
    assert running.stand.metric("pool_active") == 0
    assert running.stand.metric("pool_idle") == size
    assert running.stand.metric("pool_pending") == 0
    assert running.stand.metric("pool_rejections_total") == 0


def test_the_process_is_measured(running: Running) -> None:
    cpu_before_s = running.stand.metric("process_cpu_seconds_total")
    for _ in range(200):
        running.client.get(f"/status/{running.ids[0]}")
    assert running.stand.metric("process_cpu_seconds_total") > cpu_before_s
    assert 1e6 < running.stand.metric("process_resident_memory_bytes") < 4e9
    assert running.stand.metric("process_start_time_seconds") > 1.7e9
    assert running.stand.metric("http_requests_in_flight") == 1  # the scrape itself


def test_many_writers_at_once_lose_nothing(running: Running) -> None:
    rows_before = running.stand.metric("status_rows")
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda n: running.client.post("/status", json={"status": n % 11}), range(400)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 400
    assert running.stand.metric("status_rows") == rows_before + 400


def test_ids_are_different_and_all_of_the_table(running: Running) -> None:
    assert len(set(running.ids)) == 200
    found: set[str] = set()
    for start in range(0, 200, 50):
        part = running.ids[start : start + 50]
        found |= {row["id"] for row in running.client.get("/status?ids=" + ",".join(part)).json()}
    assert found == set(running.ids)


def test_ready_told_the_rows(running: Running) -> None:
    assert running.stand.ready["rows"] == ROWS
