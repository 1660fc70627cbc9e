"""A generator that is held up, beside servers of known truth: who keeps the SLO is not blamed, who does not is.

`python -m bench.accuracy.stalls` is the whole of it.
"""

from pathlib import Path

import pytest

from bench.accuracy.stalls import StallCase, Standstill, run_case
from bench.accuracy.standstill import may_freeze, may_starve

THREE_SECONDS = Standstill("stopped", (4.3,), 3.0)
SHORT = Standstill("stopped", (4.3, 5.1, 7.9), 0.3)
IN_A_ROW = Standstill("stopped", (4.3, 5.1, 7.9), 0.5)
FROZEN = Standstill("frozen", (4.3,), 1.0)
STARVED = Standstill("starved", (4.3,), 1.0)


@pytest.mark.parametrize(
    "case",
    [
        StallCase(THREE_SECONDS, 300, users=False),
        StallCase(SHORT, 300, users=False),
        StallCase(IN_A_ROW, 300, users=True),
        pytest.param(
            StallCase(FROZEN, 1000, users=False), marks=pytest.mark.skipif(not may_freeze(), reason="needs root")
        ),
        pytest.param(
            StallCase(STARVED, 300, users=False),
            marks=pytest.mark.skipif(not may_starve(), reason="needs root and two cores"),
        ),
    ],
    ids=lambda case: case.name,
)
def test_a_service_is_not_blamed_for_what_held_the_generator_up(case: StallCase, tmp_path: Path) -> None:
    row = run_case(case, tmp_path)
    assert row.fault == "", (row.state, row.exit_code, row.quantiles_ms, row.doubts)
    # Late sends alone would leave nothing to say: the seconds of the stall must go for the others to tell.
    assert row.state == "passed", (row.result["verdict"]["reason"], row.doubts)
    assert row.result["verdict"]["worst_lateness_ms"] >= 900.0 * case.standstill.length_s
    kinds = [event["kind"] for event in row.result["run"]["events"]]
    assert "generator-stalled" in kinds


@pytest.mark.parametrize(
    "case",
    [
        StallCase(THREE_SECONDS, 300, users=False, excess=1.1),
        StallCase(SHORT, 300, users=False, excess=1.1),
        StallCase(IN_A_ROW, 300, users=True, excess=1.5),
    ],
    ids=lambda case: case.name,
)
def test_a_service_that_is_too_slow_fails_all_the_same(case: StallCase, tmp_path: Path) -> None:
    row = run_case(case, tmp_path)
    assert row.fault == "", (row.state, row.exit_code, row.doubts)
