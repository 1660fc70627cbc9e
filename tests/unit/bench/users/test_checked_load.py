"""Counts of a load beside those of its server's log: which differences calls near a limit or an edge explain."""

from typing import Any

import pytest

from bench.users.checked_load import disagreements, load_part

_COUNTS = {"calls": 1000, "satisfied": 800, "tolerating": 150}


def _entry(**changed: Any) -> dict[str, Any]:
    row = {
        "operation": "form",
        "sent": 1200,
        "sent_before": 0,
        "arrived": 1200,
        "target_ms": 1500,
        "span": _COUNTS,
        "span_interval": [0.85, 0.875, 0.9],
        "span_logged": _COUNTS,
        "span_near": 3,
        "span_edges": 2,
        "whole": _COUNTS,
        "whole_logged": _COUNTS,
        "whole_near": 4,
        **changed,
    }
    login = {"operation": "log in", "sent": 0, "sent_before": 300, "arrived": 300}
    return {
        "name": "Alone",
        "ended": "2026-11-30T06:00:00+00:00",
        "wall_s": 740.2,
        "exit_code": 0,
        "machine": "a CPU, 2 cores, Linux",
        "load_average": 0.1,
        "users": 300,
        "users_by_kind": {"clerks": 180, "analysts": 120},
        "calls_per_s": 120.5,
        "span_s": 600.0,
        "left_out_s": [],
        "machine_cpu_percent": 12.5,
        "machine_cpu_most_percent": 20.0,
        "loadproof_cpu_s": 30.0,
        "lateness_ms": {"p50": 0.1, "p99": 0.5, "max": 4.0},
        "rows": [login, row],
    }


@pytest.mark.parametrize(
    ("changed", "agrees"),
    [
        ({}, True),
        # Near + edges: 5 calls.
        ({"span_logged": {"calls": 1002, "satisfied": 805, "tolerating": 145}}, True),
        ({"span_logged": {"calls": 1000, "satisfied": 806, "tolerating": 150}}, False),
        ({"span_logged": {"calls": 1000, "satisfied": 800, "tolerating": 144}}, False),
        # Samples differ at the edges alone.
        ({"span_logged": {"calls": 1003, "satisfied": 800, "tolerating": 150}}, False),
        # The whole load has no edges.
        ({"whole_logged": {"calls": 1000, "satisfied": 804, "tolerating": 146}}, True),
        ({"whole_logged": {"calls": 1001, "satisfied": 800, "tolerating": 150}}, False),
        ({"whole_logged": {"calls": 1000, "satisfied": 805, "tolerating": 150}}, False),
    ],
)
def test_what_calls_near_a_limit_explain(changed: dict[str, Any], agrees: bool) -> None:
    entry = _entry(**changed)
    assert disagreements(entry) == ([] if agrees else ["form"])
    assert ("**FAIL**" in load_part(entry)) is not agrees


def test_a_call_that_was_sent_and_did_not_arrive_is_a_disagreement() -> None:
    assert disagreements(_entry(arrived=1199)) == ["form (calls sent)"]


def test_the_table_has_both_counts_and_their_difference() -> None:
    text = load_part(_entry(span_logged={"calls": 1000, "satisfied": 799, "tolerating": 151}))
    row = next(line for line in text.splitlines() if line.startswith("| form |"))
    assert "| 1,500 | 1,000 / 1,000 | 800 / 799 (+1) | 150 / 151 (-1) | 3 | 2 | PASS | 0.875 (0.850 to 0.900) |" in row
    assert "log in: 300 sent, 300 arrived" in text
