"""Servers of known capacity: four workers of 5 ms behind one FIFO, found by the command a user would type."""

from typing import Any

import pytest
from loadproof.report.markdown import markdown_report

from bench.accuracy.truth_server import measured, started, truth_server
from tests.accuracy.queue_truth import Queue, logged_service_time_s

_WORKERS, _SERVICE_US, _HOLD_S = 4, 5000, 30.0
_LONGEST_SEARCH_S = 900

Found = dict[str, tuple[dict[str, Any], float]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """By kind of arrivals: the result, and the truth by replay. Side by side: each needs a few per cent of a core."""
    place = tmp_path_factory.mktemp("capacity")
    kinds = ("poisson", "constant")
    mode = ("workers", "--count", str(_WORKERS), "--service-us", str(_SERVICE_US))
    servers = {kind: truth_server(place / f"{kind}.log", *mode, "--log", str(place / f"{kind}.csv")) for kind in kinds}
    with servers["poisson"], servers["constant"]:
        searches = {
            kind: started(server.url, place / kind, "capacity", "--slo", "p99<50ms", "--arrivals", kind)
            for kind, server in servers.items()
        }
        results = {kind: measured(search, _LONGEST_SEARCH_S) for kind, search in searches.items()}
    queues = {
        kind: Queue(logged_service_time_s(place / f"{kind}.csv"), _WORKERS, _HOLD_S, poisson=kind == "poisson")
        for kind in kinds
    }
    return {kind: (results[kind], queues[kind].capacity(threshold_s=0.05, limit=0.01)) for kind in kinds}


@pytest.mark.parametrize(("kind", "near"), [("poisson", 750), ("constant", 798)])
def test_the_capacity_is_within_5_per_cent_of_the_truth(found: Found, kind: str, near: float) -> None:
    result, truth = found[kind]
    assert truth == pytest.approx(near, rel=0.01)
    assert result["outcome"] == "found"
    assert result["rate"] == pytest.approx(truth, rel=0.05), result["reason"]
    assert result["low"] <= result["high"] <= 1.05 * truth


def test_the_report_makes_the_kind_of_arrivals_plain(found: Found) -> None:
    poisson, constant = (found[kind][0] for kind in ("poisson", "constant"))
    assert "Poisson arrivals" in poisson["sentence"]
    assert "constant arrivals" in constant["sentence"]
    report = markdown_report(constant)
    assert "this figure is higher than independent users would find" in report
    assert "repeat with --arrivals poisson" in report
