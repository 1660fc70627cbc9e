"""What the tools print, as the bench reads it."""

import json
from typing import Any

import pytest

from bench.error import BenchError
from bench.observation import ToolReport
from bench.quantity import Quantity
from bench.tool_output import read_bare_loop, read_k6, read_loadproof, read_oha, read_wrk

WRK = """Running 4s test @ http://127.0.0.1:18555/
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.21ms    3.06ms  23.89ms   84.20%
    Req/Sec    54.12k     5.34k   65.61k    67.50%
  Latency Distribution
     50%  376.00us
     99%   11.94ms
  217393 requests in 4.04s, 31.51MB read
{more}Requests/sec:  53826.38
Transfer/sec:      7.80MB
"""


def result(**changed: Any) -> str:
    lateness_ms = {"p50": 0.004, "p99": 0.125, "p99_9": 1.5}
    whole = {"completed": 14971, "rate": 2994.2, "errors": 0, "dropped": 0, "cut": 0, "doubts": []}
    return json.dumps({**whole, "lateness_ms": lateness_ms, **changed})


def oha(statuses: dict[str, int], errors: dict[str, int]) -> str:
    summary = {"successRate": 1.0, "total": 2.0, "requestsPerSec": 51.0}
    return json.dumps({"summary": summary, "statusCodeDistribution": statuses, "errorDistribution": errors})


def k6(**changed: Any) -> str:
    return json.dumps({"requests": 6000, "rate": 2999.5, "failed": 0, "dropped": 0, **changed})


def test_wrk_s_own_count_and_rate_are_taken() -> None:
    assert read_wrk(WRK.format(more="")) == ToolReport(217393, 53826.38)


@pytest.mark.parametrize(
    "failures",
    [
        "  Non-2xx or 3xx responses: 12\n",
        "  Socket errors: connect 0, read 3, write 0, timeout 0\n",
        "  Socket errors: connect 0, read 0, write 0, timeout 40\n",
    ],
)
def test_failures_that_wrk_counts_end_the_bench(failures: str) -> None:
    with pytest.raises(BenchError, match=r"wrk counts failures \(\w"):
        read_wrk(WRK.format(more=failures))


def test_socket_errors_of_zero_are_none() -> None:
    line = "  Socket errors: connect 0, read 0, write 0, timeout 0\n"
    assert read_wrk(WRK.format(more=line)).requests == 217393


def test_the_bare_loop_s_rate_is_over_its_own_time() -> None:
    assert read_bare_loop("requests 655227 seconds 5.000633 p99_us 847\n").rate == pytest.approx(655227 / 5.000633)


def test_loadproof_s_doubts_go_with_its_counts() -> None:
    text = result(doubts=[{"code": "late-sends", "text": "sends were late", "cure": "use more cores"}])
    report = read_loadproof(text)
    assert (report.requests, report.rate, report.doubts) == (14971, 2994.2, ("late-sends",))


def test_loadproof_s_lateness_has_the_units_of_its_quantities() -> None:
    assert read_loadproof(result()).more == {Quantity.LATENESS_P99: 125.0, Quantity.LATENESS_P99_9: 1.5}


def test_a_result_without_lateness_is_no_result() -> None:
    with pytest.raises(BenchError, match="cannot be read"):
        read_loadproof(result(lateness_ms=None))


def test_oha_s_requests_are_its_answers_and_not_what_its_end_cut_off() -> None:
    assert read_oha(oha({"200": 100}, {"aborted due to deadline": 2})) == ToolReport(100, 50.0)


@pytest.mark.parametrize(
    ("statuses", "errors"),
    [({"200": 100, "502": 1}, {}), ({"200": 100}, {"connection refused": 1}), ({"404": 100}, {})],
)
def test_failures_that_oha_counts_end_the_bench(statuses: dict[str, int], errors: dict[str, int]) -> None:
    with pytest.raises(BenchError, match="oha counts failures"):
        read_oha(oha(statuses, errors))


def test_k6_s_own_count_and_rate_are_taken() -> None:
    assert read_k6(k6()) == ToolReport(6000, 2999.5)


def test_checks_that_fail_in_k6_end_the_bench() -> None:
    with pytest.raises(BenchError, match="k6 counts 7 failed checks"):
        read_k6(k6(failed=7))


@pytest.mark.parametrize("lost", ["errors", "dropped", "cut"])
def test_lost_calls_end_the_bench(lost: str) -> None:
    with pytest.raises(BenchError, match=f"'{lost}': 3"):
        read_loadproof(result(**{lost: 3}))


@pytest.mark.parametrize("read", [read_wrk, read_bare_loop, read_loadproof, read_oha, read_k6])
@pytest.mark.parametrize("text", ["", "unable to connect to 127.0.0.1:1 Connection refused\n", "[]", "{}"])
def test_other_text_is_shown_with_a_cure(read: Any, text: str) -> None:
    with pytest.raises(BenchError, match="cannot be read") as raised:
        read(text)
    assert repr(text.strip()) in str(raised.value)
    assert "Cure:" in str(raised.value)


def test_a_run_without_requests_is_no_figure() -> None:
    with pytest.raises(BenchError, match="made no request"):
        read_loadproof(result(completed=0))
    with pytest.raises(BenchError, match="made no request"):
        read_bare_loop("requests 0 seconds 1.0 p99_us 0")
    with pytest.raises(BenchError, match="made no request"):
        read_oha(oha({}, {"aborted due to deadline": 64}))
    with pytest.raises(BenchError, match="made no request"):
        read_k6(k6(requests=0))
