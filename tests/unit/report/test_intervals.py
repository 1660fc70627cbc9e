from pathlib import Path

from loadproof.judge.verdict import State
from loadproof.method.trial import Purpose
from loadproof.report.measurement_tables import quantiles_table

from .made_result import result_of, tried


def test_quantiles_stand_with_their_intervals_or_the_calls_that_one_needs(tmp_path: Path) -> None:
    measurement = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.PASSED)])["trials"][0]["measurement"]
    measurement["response_interval_ms"] = {
        "scope": "within one start",
        "p50": {"low": 3.951, "high": 4.049},
        "p90": None,
        "p95": None,
        "p99": {"needed_calls": 120_000},
        "p99_9": None,
    }
    table = quantiles_table(measurement)
    assert [column.title for column in table.columns] == ["Operation", "p50", "p90", "p95", "p99", "p99.9"]
    name, p50, p90, _, p99, _ = table.rows[-1]
    assert name == "all"
    assert p50.endswith(" (3.95–4.05)")
    assert "(" not in p90
    assert p99.endswith(" (needs 120,000)")


def test_a_run_of_an_earlier_version_has_no_intervals(tmp_path: Path) -> None:
    measurement = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.PASSED)])["trials"][0]["measurement"]
    del measurement["response_interval_ms"]
    assert all("(" not in cell for row in quantiles_table(measurement).rows for cell in row)
