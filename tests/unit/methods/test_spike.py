"""Recovery from a spike: against queues whose recovery is known, and the steps from one spike to the next."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from loadproof.errors import InputError
from loadproof.judge.verdict import State
from loadproof.methods.method import Restart
from loadproof.methods.spike.judge import Recovery
from loadproof.methods.spike.machine import Spike, SpikeDetails, SpikeSettings
from loadproof.methods.spike.spec import check_slos
from loadproof.methods.trial import Trial, TrialResult
from loadproof.records.answer import Answer, Outcome
from loadproof.study.load_study import load_study
from loadproof.words.catalogue import english

from bench.method.spikes import SERVICES

from .made_results import result_of
from .simulated_spike import SLOS, SpikedService, first_trial

SETTINGS = SpikeSettings(rate=300.0, base_rate=100.0, for_s=10.0, repeat=5, before_s=20.0, after_s=40.0)
QUEUE = SpikedService(0.005)
"""Its backlog of 1,000 calls drains at 100/s."""


@pytest.mark.parametrize("name", ["M/D/1, drains in 10 s", "M/D/1, carries the spike", "uniform", "gamma 0.3"])
def test_the_recovery_is_that_of_the_last_call_that_the_spike_made_slow(name: str) -> None:
    known, errors = SERVICES[name], []
    for seed in range(40):
        seen = known.service.spiked(known.settings, np.random.default_rng(seed))
        assert (seen.verdict.state, seen.verdict.reason.code) == (State.PASSED, "spike-recovered")
        assert seen.recovery_s is not None
        errors.append(seen.recovery_s - seen.truth_s)
    assert np.percentile(np.abs(errors), 90) <= 1.0
    assert abs(float(np.mean(errors))) <= 0.5


def test_a_pause_that_the_baseline_has_too_is_no_sign_of_the_spike() -> None:
    known = SERVICES["M/D/1, pauses of 0.5 s"]
    seen = [known.service.spiked(known.settings, np.random.default_rng(seed)) for seed in range(40)]
    assert all(one.verdict.state is State.PASSED for one in seen)
    errors = [one.recovery_s - one.truth_s for one in seen if one.recovery_s is not None]
    assert np.percentile(np.abs(errors), 90) <= 2.0


def test_the_interval_covers_the_mean_of_many_spikes() -> None:
    rng = np.random.default_rng(7)
    seen = [QUEUE.spiked(SETTINGS, rng) for _ in range(200)]
    found = [one.recovery_s for one in seen if one.recovery_s is not None]
    assert len(found) == 200
    truth, covered = float(np.mean([one.truth_s for one in seen])), 0
    for begin in range(0, 200, 5):
        answer = answered([recovered(one) for one in found[begin : begin + 5]])
        (metric,) = answer.details_of(SpikeDetails).metrics
        assert metric.low is not None
        assert metric.high is not None
        covered += metric.low <= truth <= metric.high
    assert covered >= 0.9 * 40


def test_a_service_that_stays_slow_has_not_recovered() -> None:
    # It drains 750 calls at 25/s, 30 s, and is watched for 20 s.
    settings = replace(SETTINGS, rate=200.0, after_s=20.0)
    seen = SpikedService(0.008).spiked(settings, np.random.default_rng(1))
    assert (seen.verdict.state, seen.recovery_s) == (State.FAILED, None)
    assert seen.verdict.reason.code == "spike-not-recovered"
    assert [result.slo for result in seen.verdict.results] == [SLOS[0]]


def test_a_service_that_is_slow_again_and_again_is_undecided() -> None:
    # Pauses that the 20 s of the baseline do not show, one of 3 s in each 12 s after the spike.
    service = SpikedService(0.002, frozen_s=3.0, period_s=12.0)
    settings = replace(SETTINGS, before_s=3.0, after_s=40.0)
    seen = service.spiked(settings, np.random.default_rng(1))
    assert (seen.verdict.state, seen.verdict.reason.code) == (State.UNDECIDED, "spike-unsteady")


def test_a_recovery_beside_others_counts_only_if_it_was_quick_all_the_same() -> None:
    def while_it_drains(second: int) -> float:
        return 0.9 if 40 <= second < 48 else 0.0

    seen = QUEUE.spiked(SETTINGS, np.random.default_rng(1), while_it_drains)
    assert (seen.verdict.state, seen.verdict.reason.code) == (State.INVALID, "spike-recovery-disturbed")
    quick = SpikedService(0.001).spiked(SETTINGS, np.random.default_rng(1), while_it_drains)
    assert (quick.verdict.state, quick.recovery_s) == (State.PASSED, 0.0)


def test_a_baseline_that_others_disturbed_is_none() -> None:
    seen = QUEUE.spiked(SETTINGS, np.random.default_rng(1), lambda second: 0.9 if 5 <= second < 20 else 0.0)
    assert (seen.verdict.state, seen.verdict.reason.code) == (State.INVALID, "spike-baseline-disturbed")


def test_few_calls_show_no_recovery() -> None:
    seen = QUEUE.spiked(replace(SETTINGS, base_rate=3.0), np.random.default_rng(1))
    assert (seen.verdict.state, seen.verdict.reason.code) == (State.UNDECIDED, "spike-few-calls")


def recovered(after_s: float) -> Callable[[Trial], TrialResult]:
    return lambda trial: replace(result_of(trial, State.PASSED), details=Recovery(after_s))


def ended(state: State, baseline: State = State.PASSED) -> Callable[[Trial], TrialResult]:
    return lambda trial: replace(
        result_of(trial, state), details=Recovery(None), spans=(result_of(trial.of_span(trial.spans[0]), baseline),)
    )


def answered(results: list[Callable[[Trial], TrialResult]], settings: SpikeSettings = SETTINGS) -> Answer:
    method, history = Spike(settings), list[TrialResult]()
    while isinstance(step := method.next(history), Trial):
        history.append(results[len(history)](step))
    assert len(history) == len(results)
    return step


def test_a_trial_has_the_baseline_the_spike_and_the_baseline() -> None:
    trial = first_trial(SETTINGS)
    assert [(span.rate, span.begin_s, span.end_s) for span in trial.spans] == [
        (100.0, 5.0, 25.0),
        (300.0, 25.0, 35.0),
        (100.0, 35.0, 75.0),
    ]
    assert trial.shape == [(0.0, 100.0, 5.0), (100.0, 100.0, 20.0), (300.0, 300.0, 10.0), (100.0, 100.0, 40.0)]
    assert trial.load_s == 75.0


@pytest.mark.parametrize(
    ("limit_s", "seconds", "outcome", "code"),
    [
        (None, [7.0, 8.0, 6.0, 7.0, 7.0], Outcome.PASSED, "spike-measured"),
        (20.0, [7.0, 8.0, 6.0, 7.0, 7.0], Outcome.PASSED, "spike-measured"),
        (5.0, [7.0, 8.0, 6.0, 7.0, 7.0], Outcome.FAILED, "spike-too-slow"),
        (7.0, [7.0, 8.0, 6.0, 7.0, 7.0], Outcome.UNDECIDED, "spike-near-limit"),
        (20.0, [7.0], Outcome.UNDECIDED, "spike-once"),
        (None, [7.0], Outcome.PASSED, "spike-measured"),
    ],
)
def test_the_interval_decides_the_slo_on_the_recovery(
    limit_s: float | None, seconds: list[float], outcome: Outcome, code: str
) -> None:
    settings = replace(SETTINGS, recovery_limit_s=limit_s, repeat=len(seconds))
    answer = answered([recovered(one) for one in seconds], settings)
    assert (answer.outcome, answer.reason.code, answer.rate, answer.hold_s) == (outcome, code, 300.0, 10.0)
    (metric,) = answer.details_of(SpikeDetails).metrics
    assert metric.value == pytest.approx(7.0)
    assert metric.each == tuple(seconds)
    assert (metric.low is None) == (len(seconds) == 1)


def test_equal_recoveries_have_the_interval_of_their_rounding() -> None:
    (metric,) = answered([recovered(7.0)] * 5).details_of(SpikeDetails).metrics
    assert metric.low == pytest.approx(7.0 - 2.776 * (1 / 12 / 5) ** 0.5, abs=0.001)


@pytest.mark.parametrize(
    ("results", "outcome", "code"),
    [
        ([recovered(7.0), ended(State.FAILED)], Outcome.FAILED, "spike-failed"),
        ([ended(State.FAILED, baseline=State.FAILED)], Outcome.FAILED, "spike-baseline-failed"),
        ([ended(State.PASSED, baseline=State.FAILED)], Outcome.FAILED, "spike-baseline-failed"),
        ([ended(State.UNDECIDED)], Outcome.UNDECIDED, "made"),
        ([ended(State.INVALID)] * 4, Outcome.INVALID, "spike-unmeasured"),
        ([recovered(7.0), recovered(7.0), *[ended(State.INVALID)] * 4], Outcome.PASSED, "spike-measured"),
        ([ended(State.INVALID), *[recovered(7.0)] * 5], Outcome.PASSED, "spike-measured"),
    ],
)
def test_the_next_spike_is_run_until_one_settles_the_answer(
    results: list[Callable[[Trial], TrialResult]], outcome: Outcome, code: str
) -> None:
    answer = answered(results)
    assert answer.outcome is outcome
    assert answer.reason.code == code or english(answer.reason).startswith(code)


def test_a_service_that_did_not_recover_is_started_again() -> None:
    method = Spike(SETTINGS)
    failed = ended(State.FAILED)(first_trial(SETTINGS))
    assert method.restart([failed]) is Restart.GO_ON
    assert method.restart([recovered(1.0)(first_trial(SETTINGS))]) is Restart.NO


STUDY = """\
name: spikes
stand: {driver: simulate, simulated: {workers: 1, service_time: 5ms}}
profile: {operations: {get: {request: GET /}}, base_rate: 100, slo: p99<100ms}
methods: {spike: {rate: 3N}}
"""


def test_defaults_and_the_slo_on_the_recovery(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(STUDY)
    settings = load_study(tmp_path / "s.yaml").methods.settings["spike"]
    assert settings == SpikeSettings(300.0, 100.0, 30.0, 5, 30.0, 60.0)
    (tmp_path / "s.yaml").write_text(STUDY.replace("rate: 3N", "rate: 500, for: 5s, slo: recovery < 2m"))
    settings = load_study(tmp_path / "s.yaml").methods.settings["spike"]
    assert (settings.rate, settings.for_s, settings.recovery_limit_s, settings.after_s) == (500.0, 5.0, 120.0, 135.0)


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("rate: 3N", "for: 5s", ["methods.spike: spike has no rate"]),
        ("rate: 3N", "rate: 0.5N", ["methods.spike.rate: 50 is not above the base, 100"]),
        ("rate: 3N", "rate: 3N, for: fast", ["methods.spike.for: 'fast' is not a duration"]),
        ("rate: 3N", "rate: 3N, repeat: 0", ["methods.spike.repeat: 0 is not from 1 to 100"]),
        ("rate: 3N", "rate: 3N, slo: p99<20s", ["methods.spike.slo: 'p99<20s' is no SLO on the recovery"]),
        ("rate: 3N", "rate: 3N, after: 10s", ["methods.spike.after: 10 s after a spike are too short"]),
        ("rate: 3N", "rate: 3N, after: 30s, slo: recovery<20s", ["methods.spike.after: 30 s after a spike"]),
        ("base_rate: 100, ", "", ["methods.spike: spike has no base", "methods.spike.rate: '3N' is a multiple"]),
    ],
)
def test_faults_name_the_key_and_the_cure(tmp_path: Path, old: str, new: str, faults: list[str]) -> None:
    (tmp_path / "s.yaml").write_text(STUDY.replace(old, new))
    with pytest.raises(InputError) as refused:
        load_study(tmp_path / "s.yaml")
    for fault in faults:
        assert f"s.yaml:4: {fault}" in str(refused.value)
    assert "Cure: " in str(refused.value)


@pytest.mark.parametrize("slo", ["rate±5%", "errors<1%"])
def test_a_profile_without_an_slo_on_a_response_time_is_refused(tmp_path: Path, slo: str) -> None:
    (tmp_path / "s.yaml").write_text(STUDY.replace("slo: p99<100ms", f"slo: {slo}"))
    study = load_study(tmp_path / "s.yaml")
    with pytest.raises(InputError, match=r"methods\.spike: the profile has no SLO on a response time"):
        check_slos(study)
