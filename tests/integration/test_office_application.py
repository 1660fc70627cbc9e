"""`known-truth office`: each operation keeps its distribution of times and its share of errors, and its log says so."""

import http.client
import math
import statistics
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.accuracy.server_log import Served, read_requests
from bench.users.logged_apdex import logged_apdexes
from tests.contract.stand_process import LONGEST_STOP_S, StandProcess, binary_of

pytestmark = pytest.mark.quiet_machine

_MS = 1_000_000
_CALLS = 200
_USERS = 20
_OPERATIONS = ("form", "report", "login")
_OPTIONS = ("form=lognormal:40:0.3:errors=0.1", "report=uniform:60:140", "login=constant:30")
_PATHS = {"form": "GET /form/{call}", "report": "GET /report/{call}?year=2025", "login": "POST /login"}


def _call(running: StandProcess, call: int) -> tuple[str, int, float]:
    """Operation, status and response time (ms) of one call on a connection of its own."""
    operation = _OPERATIONS[call % 3]
    method, path = _PATHS[operation].format(call=call).split()
    connection = http.client.HTTPConnection(*running.address, timeout=LONGEST_STOP_S)
    try:
        connection.connect()
        began_s = time.monotonic()
        connection.request(method, path, body=b"user=7" if method == "POST" else None)
        with connection.getresponse() as response:
            response.read()
            return operation, response.status, 1000 * (time.monotonic() - began_s)
    finally:
        connection.close()


def _served(log: Path) -> tuple[list[Served], list[tuple[str, int, float]]]:
    """Log of 200 calls by 20 users, and what the users saw."""
    options = [word for option in _OPTIONS for word in ("--operation", option)]
    command = [str(binary_of("known-truth")), "office", *options, "--log", str(log)]
    with StandProcess(command) as running, ThreadPoolExecutor(_USERS) as users:
        seen = list(users.map(lambda call: _call(running, call), range(_CALLS)))
        assert running.stop() == 0
    return list(read_requests(log)), seen


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Served], list[tuple[str, int, float]]]:
    return _served(tmp_path_factory.mktemp("office") / "truth.csv")


def _requests_of(requests: list[Served], operation: str) -> list[Served]:
    return [request for request in requests if request.operation == operation]


def test_the_log_has_operation_and_status_of_every_call(
    served: tuple[list[Served], list[tuple[str, int, float]]],
) -> None:
    requests, seen = served
    assert Counter((one.operation, one.outcome) for one in requests) == Counter(
        (operation, str(status)) for operation, status, _ in seen
    )
    assert Counter(one.outcome for one in _requests_of(requests, "form")) == {"200": 61, "500": 6}
    assert Counter(one.outcome for one in requests if one.operation != "form") == {"200": 133}
    # A path with a query ends with no number, as in every mode.
    assert sorted(one.call for one in requests if one.call is not None) == list(range(0, _CALLS, 3))


def test_each_operation_keeps_its_distribution(served: tuple[list[Served], list[tuple[str, int, float]]]) -> None:
    requests, seen = served
    for one in requests:
        assert one.sent_ns is not None
        assert one.arrival_ns == one.start_ns <= one.end_ns <= one.sent_ns
    assert statistics.median(one.behind_ns for one in requests) < 5 * _MS
    form, report, login = (
        [one.service_ns / _MS for one in _requests_of(requests, operation)] for operation in _OPERATIONS
    )
    logarithms = [math.log(time_ms / 40) for time_ms in form]
    # Four standard errors.
    assert abs(statistics.mean(logarithms)) < 4 * 0.3 / math.sqrt(len(form))
    assert statistics.stdev(logarithms) == pytest.approx(0.3, rel=4 / math.sqrt(2 * len(form)))
    assert 60 <= min(report) < 70
    assert 130 < max(report) <= 140
    assert set(login) == {30}
    # The clients saw what the log says, and the way.
    for operation in _OPERATIONS:
        logged_ms = statistics.median(one.turnaround_ns / _MS for one in _requests_of(requests, operation))
        seen_ms = statistics.median(time_ms for name, _, time_ms in seen if name == operation)
        assert seen_ms == pytest.approx(logged_ms, abs=5)


def test_every_start_has_the_same_times_of_each_operation(
    served: tuple[list[Served], list[tuple[str, int, float]]], tmp_path: Path
) -> None:
    again, _ = _served(tmp_path / "again.csv")
    for operation in _OPERATIONS:
        times_ns = [sorted(one.service_ns for one in _requests_of(start, operation)) for start in (served[0], again)]
        assert times_ns[0] == times_ns[1]


def test_an_unknown_operation_is_not_found_at_once(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    command = [str(binary_of("known-truth")), "office", "--operation", "form=constant:5000", "--log", str(log)]
    with StandProcess(command) as running:
        for path in ("/", "/form-2/17", "/any/form", "/healthz"):
            assert running.client.get(path).status_code == 404
        assert running.stop() == 0
    assert [(one.outcome, one.operation, one.service_ns) for one in read_requests(log)] == [("404", "", 0)] * 4


def test_apdex_of_the_log(served: tuple[list[Served], list[tuple[str, int, float]]]) -> None:
    requests, _ = served
    begin_s, end_s = requests[0].arrival_ns / 1e9 - 60, time.monotonic()
    targets_ns = {"form": 5000 * _MS, "report": 50 * _MS, "login": 5 * _MS}
    counts = logged_apdexes(requests, begin_s, end_s, targets_ns)
    assert {operation: counted.calls for operation, counted in counts.items()} == {
        "form": 67,
        "report": 67,
        "login": 66,
    }
    # Errors are frustrated, reports take more than T and less than 4T, logins more than 4T.
    assert counts["form"].apdex == pytest.approx(61 / 67)
    assert counts["report"].apdex == pytest.approx(0.5, abs=0.05)
    assert counts["login"].apdex == 0.0
