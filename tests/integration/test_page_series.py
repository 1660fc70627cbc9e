"""What the page draws of a real load that fails by two kinds: their failures over time, and its response curve."""

from itertools import count

import pytest
from loadproof.run.outcome import kept

from .recording_server import Answer, Recorded
from .scenario_load import Loaded, load_scenario

PROFILE = """\
operations:
  good: {request: GET /good, weight: 3}
  busy: {request: GET /busy}
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    calls = count()

    def answer(request: Recorded) -> int | Answer:
        if request.path == "/busy":
            return 503 if next(calls) % 3 else 404
        return 200

    place = tmp_path_factory.mktemp("failing")
    return load_scenario(place, PROFILE, answer, "--rate", 120, "--for", "3s", "--slo", "p90<1s")


def test_failures_have_a_series_by_kind_that_adds_up_to_the_missing_calls(loaded: Loaded) -> None:
    series = kept(loaded.run).series
    kinds = {failure.kind: failure.per_s for failure in series.failures}
    assert list(kinds)[:2] == ["status-503", "status-404"]
    together = [sum(step) for step in zip(*kinds.values(), strict=True)]
    assert together == pytest.approx(list(series.load.missing_per_s), rel=1e-2, abs=1e-2)


def test_the_curve_has_the_percentiles_of_the_result(loaded: Loaded) -> None:
    curves = kept(loaded.run).series.curves
    (curve,) = curves.trials
    (trial,) = loaded.result["trials"]
    measured = trial["measurement"]
    assert curve.calls == sum(curve.counts) == measured["completed"]
    at = dict(zip(curves.nines, curve.quantiles_ms, strict=True))
    assert at[0.301] == pytest.approx(measured["response_ms"]["p50"], rel=1e-3)
    assert at[1.0] == pytest.approx(measured["response_ms"]["p90"], rel=1e-3)
