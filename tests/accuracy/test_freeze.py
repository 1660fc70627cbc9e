"""A server that freezes 1 s in every 10 s: P(response > x) = (1 s − x) / 10 s, whatever a generator makes of it."""

from pathlib import Path

import pytest

from bench.accuracy.truth_server import measured, started, truth_server


def test_a_freeze_is_seen_whole(tmp_path: Path) -> None:
    with truth_server(tmp_path / "server.log", "freeze", "--every-ms", "10000", "--for-ms", "1000") as server:
        load = ("load", "--rate", "1000", "--for", "30s", "--arrivals", "constant", "--connections", "2000")
        result = measured(started(server.url, tmp_path / "run", *load), 90)
    assert result["due"] == 30_000
    assert result["completed"] == 30_000
    assert result["response_ms"]["p95"] == pytest.approx(500, rel=0.03)
    assert result["response_ms"]["p99"] == pytest.approx(900, rel=0.03)
    # The second that froze has the slow calls, not the one in which they were answered.
    assert result["response_ms"]["p50"] < 5
