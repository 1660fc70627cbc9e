"""A slow call stays in the second in which it was due, in the store as in every figure made from it.

The server freezes once, for the whole third second: what was due in it is answered in the fourth.
"""

import numpy as np
import pytest
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import Window

from bench.accuracy.case import Case
from bench.accuracy.matrix import observe_undisturbed
from bench.accuracy.mode import Mode
from bench.accuracy.observation import Observed
from bench.accuracy.row import Row
from bench.accuracy.true_server import FreezingServer

_MS = 1_000_000
_FROZEN = 2
_FREEZE = Mode(
    "one freeze",
    ("freeze", "--every-ms", "3000", "--for-ms", "1000"),
    12,
    lambda log: FreezingServer(log, 3000 * _MS, 1000 * _MS),
    seconds=4,
)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Observed, Row]:
    case = Case(_FREEZE, poisson=True, shards=2, few=False)
    return observe_undisturbed(case, tmp_path_factory.mktemp("windows"))


@pytest.fixture(scope="module")
def observed(seen: tuple[Observed, Row]) -> Observed:
    return seen[0]


@pytest.fixture
def undisturbed(seen: tuple[Observed, Row]) -> Row:
    if seen[1].doubts:
        pytest.skip(seen[1].outcome)
    return seen[1]


@pytest.fixture(scope="module")
def windows(observed: Observed) -> list[Window]:
    with RunReader(RunDirectory(observed.run_directory)) as reader:
        (trial,) = reader.trials()
        return [window for window in reader.windows(trial.number) if window.whole.due or window.whole.completed]


def test_each_second_has_the_calls_that_were_due_in_it(observed: Observed, windows: list[Window]) -> None:
    due_s = np.concatenate(observed.case.due_ns) // (1000 * _MS)
    expected = {second: int(np.sum(due_s == second)) for second in range(observed.case.seconds)}
    assert {window.second: window.whole.due for window in windows} == expected
    assert {window.second: window.whole.completed for window in windows} == expected
    assert {window.second: window.whole.response.count for window in windows} == expected


@pytest.mark.usefixtures("undisturbed")
def test_the_second_that_froze_has_the_slow_calls(observed: Observed, windows: list[Window]) -> None:
    truth = observed.truth()
    for window in windows:
        responses = truth.response_ns[truth.due_ns // (1000 * _MS) == window.second] / 1e6
        for quantile in (0.5, 0.95):
            true_ms = float(np.quantile(responses, quantile, method="inverted_cdf"))
            seen_ms = window.whole.response.quantile_ms(quantile)
            # At its edges a second of few calls moves by a call.
            assert seen_ms == pytest.approx(true_ms, rel=0.02, abs=2), (window.second, quantile)
    assert windows[_FROZEN].whole.response.quantile_ms(0.5) == pytest.approx(500, abs=50)


def test_the_percentiles_of_the_whole_are_those_of_all_calls(observed: Observed, undisturbed: Row) -> None:
    assert undisturbed.missed == []
    # Averaged over the seconds it would be about a quarter of that.
    assert observed.result["response_ms"]["p99"] == pytest.approx(960, abs=20)
