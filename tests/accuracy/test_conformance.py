"""Every server of known truth under a load of the matrix: quantiles as the replay says, counts as the server logged.

`make accuracy` runs the whole matrix; this is a part of it with the same seeds, in which each number of shards, both
kinds of arrivals, and few and many connections occur.
"""

import time
from pathlib import Path

import pytest

from bench.accuracy.case import Case
from bench.accuracy.matrix import run_case
from bench.accuracy.modes import MODES

_REPEATS_WITHIN_S = 120
"""From the first load; later ones are not repeated, so that a noisy machine costs minutes at most."""
_CASES = (
    Case(MODES["freeze"], poisson=False, shards=1, few=True),
    Case(MODES["freeze"], poisson=True, shards=2, few=False),
    Case(MODES["constant-delay"], poisson=True, shards=4, few=True),
    Case(MODES["two-point-mixture"], poisson=True, shards=3, few=True),
    Case(MODES["workers-behind-a-FIFO"], poisson=True, shards=2, few=False),
    Case(MODES["slow-first-byte"], poisson=False, shards=3, few=False),
    Case(MODES["slow-body"], poisson=True, shards=4, few=False),
    Case(MODES["rate-limiter"], poisson=True, shards=2, few=True),
    Case(MODES["connection-limit"], poisson=True, shards=1, few=False),
    Case(MODES["5-percent-errors"], poisson=False, shards=4, few=False),
    Case(MODES["5-percent-resets"], poisson=True, shards=3, few=True),
    Case(MODES["5-percent-never-answered"], poisson=True, shards=2, few=True),
    Case(MODES["death"], poisson=False, shards=1, few=True),
)


@pytest.fixture(scope="module")
def repeats_until_s() -> float:
    return time.monotonic() + _REPEATS_WITHIN_S


def test_every_server_is_here() -> None:
    assert {case.mode.name for case in _CASES} == {mode.name for mode in MODES.values()}


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_the_result_is_the_truth(case: Case, tmp_path: Path, repeats_until_s: float) -> None:
    row = run_case(case, tmp_path / "case", repeats_until_s)
    # Counts are exact on any machine.
    assert list(row.faults) == []
    if row.doubts:
        pytest.skip(row.outcome)
    assert row.missed == []
