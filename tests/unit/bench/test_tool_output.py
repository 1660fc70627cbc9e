"""What the tools print, as the bench reads it."""

import json
from typing import Any

import pytest

from bench.error import BenchError
from bench.observation import ToolReport
from bench.tool_output import read_bare_loop, read_loadproof, read_wrk

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
    whole = {"completed": 14971, "rate": 2994.2, "errors": 0, "dropped": 0, "cut": 0, "doubts": []}
    return json.dumps({**whole, **changed})


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
    assert read_loadproof(text) == ToolReport(14971, 2994.2, ("late-sends",))


@pytest.mark.parametrize("lost", ["errors", "dropped", "cut"])
def test_lost_calls_end_the_bench(lost: str) -> None:
    with pytest.raises(BenchError, match=f"'{lost}': 3"):
        read_loadproof(result(**{lost: 3}))


@pytest.mark.parametrize("read", [read_wrk, read_bare_loop, read_loadproof])
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
