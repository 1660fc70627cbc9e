"""A smoke test in virtual time: replies decide, response times do not."""

from pathlib import Path

import pytest
from loadproof.forecast.guess import KnownService
from loadproof.forecast.study_forecast import forecast_study
from loadproof.result.result import Result
from loadproof.run.study_run import run_study
from loadproof.study.load_study import load_study

STUDY = """\
name: smoke
stand: {{driver: simulate, simulated: {{workers: 4, service_time: {service_time}}}}}
profile:
  timeout: {timeout}
  operations: {{get: {{request: GET /}}, rare: {{weight: {weight}, request: GET /rare}}}}
  slo: p99<50ms
arrivals: constant
methods: {{smoke: {{rate: {rate}, hold: 10s}}}}
"""


def smoke_of(
    place: Path, *, service_time: str = "5ms", timeout: str = "10s", weight: float = 1, rate: float = 5
) -> Result:
    file = place / "s.yaml"
    file.write_text(
        STUDY.format(service_time=service_time, timeout=timeout, weight=weight, rate=rate), encoding="utf-8"
    )
    return run_study(load_study(file), place / "run").result


def test_it_passes_by_some_fifty_calls(tmp_path: Path) -> None:
    result = smoke_of(tmp_path)
    (answer,) = result.answers
    assert (result.state, answer.outcome, answer.method) == ("passed", "passed", "smoke")
    assert {one.operation for one in answer.replies} == {"get", "rare"}
    assert all(one.as_expected == one.calls > 0 for one in answer.replies)
    assert not answer.doubts


def test_a_response_time_over_its_slo_is_a_doubt(tmp_path: Path) -> None:
    result = smoke_of(tmp_path, service_time="200ms")
    assert result.state == "passed"
    assert [doubt.code for doubt in result.answers[0].doubts] == ["slow-replies"]


def test_calls_without_a_reply_fail_it(tmp_path: Path) -> None:
    result = smoke_of(tmp_path, service_time="2s", timeout="1s")
    (answer,) = result.answers
    assert (result.state, answer.outcome) == ("failed", "failed")
    assert {one.tone for one in answer.replies} == {"failed"}
    assert result.trials[0].measurement.errors_by_kind.keys() == {"timeout"}


def test_an_operation_that_was_not_called_leaves_it_undecided(tmp_path: Path) -> None:
    # One call.
    result = smoke_of(tmp_path, rate=0.1)
    (answer,) = result.answers
    assert (result.state, answer.outcome) == ("undecided", "undecided")
    assert sorted(one.tone for one in answer.replies) == ["passed", "undecided"]
    assert "too-few-samples" in {doubt.code for doubt in answer.doubts}


def test_a_rare_operation_has_its_turn(tmp_path: Path) -> None:
    result = smoke_of(tmp_path, weight=0.0001)
    assert result.state == "passed"
    assert [one.calls for one in result.answers[0].replies] == [25, 25]


@pytest.mark.parametrize("weight", [1, 0.001])
def test_a_forecast_asks_for_no_number_of_calls(tmp_path: Path, weight: float) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(STUDY.format(service_time="5ms", timeout="10s", weight=weight, rate=5), encoding="utf-8")
    plan = forecast_study(load_study(file), KnownService(300.0, 0.005), starts=2)
    assert (plan.slos, plan.shortages, plan.plateaus) == ([], [], [])
    assert plan.duration_s.median >= 10.0
