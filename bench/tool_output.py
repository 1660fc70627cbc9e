"""The reports of the tools, read from what they print."""

import json
import re

from bench.error import BenchError
from bench.observation import ToolReport
from bench.quantity import Quantity

__all__ = ["read_bare_loop", "read_k6", "read_loadproof", "read_oha", "read_wrk"]

_WRK_REQUESTS = re.compile(r"^\s*(\d+) requests in ", re.MULTILINE)
_WRK_RATE = re.compile(r"^Requests/sec:\s+([\d.]+)", re.MULTILINE)
_WRK_FAILURES = re.compile(r"^\s*(Non-2xx or 3xx responses: \d+|Socket errors: .*[1-9].*)$", re.MULTILINE)
_BARE_LOOP = re.compile(r"^requests (\d+) seconds ([\d.]+) ", re.MULTILINE)
_OHA_ENDED = "aborted due to deadline"
"""Requests that were under way when the time was over; every closed loop has some."""


def read_wrk(text: str) -> ToolReport:
    r"""The text of wrk 4, or of wrk2. Raises BenchError where it counts failures or no requests.

    >>> read_wrk("  217393 requests in 4.04s, 31.51MB read\nRequests/sec:  53826.38\n").requests
    217393
    """
    failures = _WRK_FAILURES.search(text)
    if failures is not None:
        raise BenchError(f"wrk counts failures ({failures[1]}). Cure: see that nothing else uses the machine's sockets")
    requests, rate = _WRK_REQUESTS.search(text), _WRK_RATE.search(text)
    if requests is None or rate is None:
        raise _unreadable("wrk", text)
    return _report("wrk", int(requests[1]), float(rate[1]))


def read_bare_loop(text: str) -> ToolReport:
    """The line of bench/bare-loop. Raises BenchError where it is another.

    >>> read_bare_loop("requests 100 seconds 0.5 p99_us 9").rate
    200.0
    """
    found = _BARE_LOOP.search(text)
    if found is None or float(found[2]) <= 0:
        raise _unreadable("bare-loop", text)
    return _report("bare-loop", int(found[1]), int(found[1]) / float(found[2]))


def read_oha(text: str) -> ToolReport:
    """The JSON of oha 1. Raises BenchError where a reply was not a 200 or a request failed."""
    try:
        result = json.loads(text)
        statuses = {str(status): int(count) for status, count in result["statusCodeDistribution"].items()}
        errors = {str(kind): int(count) for kind, count in result["errorDistribution"].items()}
        seconds = float(result["summary"]["total"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable("oha", text) from error
    lost = {kind: count for kind, count in {**statuses, **errors}.items() if kind not in ("200", _OHA_ENDED)}
    if lost:
        raise BenchError(f"oha counts failures ({lost}). Cure: see that nothing else uses the machine's sockets")
    requests = statuses.get("200", 0)
    return _report("oha", requests, requests / seconds if seconds > 0 else 0.0)


def read_k6(text: str) -> ToolReport:
    """The line of bench/workloads/summary.js. Raises BenchError where checks failed.

    >>> read_k6('{"requests": 90, "rate": 30.0, "failed": 0, "dropped": 0}').requests
    90
    """
    try:
        result = json.loads(text)
        requests, rate = int(result["requests"]), float(result["rate"])
        failed = int(result["failed"])
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable("k6", text) from error
    if failed:
        raise BenchError(f"k6 counts {failed} failed checks. Cure: see that nothing else uses the machine")
    return _report("k6", requests, rate)


def read_loadproof(text: str) -> ToolReport:
    """The `--json` of `loadproof load`. Raises BenchError where calls failed, were dropped or cut."""
    try:
        result = json.loads(text)
        lost = {name: int(result[name]) for name in ("errors", "dropped", "cut") if result[name]}
        doubts = tuple(str(doubt["code"]) for doubt in result["doubts"])
        requests, rate = int(result["completed"]), float(result["rate"])
        lateness_ms = result["lateness_ms"]
        lateness = {
            Quantity.LATENESS_P99: float(lateness_ms["p99"]) * 1000,
            Quantity.LATENESS_P99_9: float(lateness_ms["p99_9"]),
        }
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable("loadproof", text) from error
    if lost:
        raise BenchError(f"loadproof lost calls ({lost}). Cure: see that nothing else uses the machine")
    report = _report("loadproof", requests, rate)
    return ToolReport(report.requests, report.rate, doubts, lateness)


def _report(tool: str, requests: int, rate: float) -> ToolReport:
    if requests == 0:
        raise BenchError(f"{tool} made no request. Cure: give the runs more time with --seconds")
    return ToolReport(requests, rate)


def _unreadable(tool: str, text: str) -> BenchError:
    return BenchError(
        f"the output of {tool} cannot be read: {text.strip()[-300:]!r}. Cure: see that its version is known"
    )
