"""Alarms of a study in virtual time: an overload fires them, quiet minutes do not, a stop rule ends a trial."""

from pathlib import Path

import pytest
from loadproof.records.alarm import Alarm
from loadproof.result.result import Result
from loadproof.run.study_run import run_study
from loadproof.study.load_study import load_study

STUDY = """\
name: alarms
stand: {{driver: simulate, simulated: {{workers: 2, service_time: {{exponential: 10ms}}}}}}
profile:
  timeout: 5s
  operations: {{get: {{request: GET /, apdex: {{target: 60ms}}}}}}
  slo: p99<1s
methods: {methods}
alarms:
  queue: simulated:simulated queued_calls > 20 for 5s
  slow: p95 over 10s > 300ms for 5s
  apdex: {{rule: apdex over 30s < 0.8, keep_firing_for: 20s}}
  stop: {{rule: in_flight > 400, stop: {stops}}}
"""
QUIET, OVERLOAD = "{load: {rate: 80, hold: 30m}}", "{load: {stages: [180s:80, 0s:260, 60s:260, 0s:80, 240s:80]}}"


def result_of(place: Path, methods: str, stops: str = "false") -> Result:
    file = place / "s.yaml"
    file.write_text(STUDY.format(methods=methods, stops=stops), encoding="utf-8")
    return run_study(load_study(file), place / "run").result


def by_name(result: Result) -> dict[str, Alarm]:
    return {alarm.name: alarm for alarm in result.alarms}


def test_thirty_quiet_minutes_fire_nothing(tmp_path: Path) -> None:
    alarms = by_name(result_of(tmp_path, QUIET))
    assert {name: alarm.firings for name, alarm in alarms.items()} == dict.fromkeys(alarms, ())
    assert {(one.trials, one.falls, one.detected, one.false_firings) for one in alarms.values()} == {(1, 0, 0, 0)}
    assert {one.undisturbed_minutes for one in alarms.values()} == {30.0}
    assert {one.no_data_s for one in alarms.values()} == {0}


def test_an_overload_fires_the_alarms_before_the_minute_is_over(tmp_path: Path) -> None:
    alarms = by_name(result_of(tmp_path, OVERLOAD))
    # The overload begins after three minutes: the fourth minute is the first that is lower.
    for alarm in alarms.values():
        firing = alarm.firings[0]
        assert (alarm.trials, alarm.falls, alarm.detected, alarm.false_firings) == (1, 1, 1, 0)
        assert 180.0 < firing.pending_s <= firing.fired_s <= firing.known_s < 240.0
        assert firing.lead_s == 180.0 - firing.known_s
        assert firing.ended_s is not None
        assert 240.0 < firing.ended_s < 480.0
    # 60 calls/s too many: 20 wait after a third of a second.
    queue = alarms["queue"].firings[0]
    assert queue.pending_s in (181.0, 182.0)
    assert (queue.fired_s, queue.known_s) == (queue.pending_s + 5.0, queue.pending_s + 5.0)
    # A call that is open for 300 ms is slow: no answer is waited for.
    slow = alarms["slow"].firings[0]
    assert slow.known_s == slow.fired_s + 1.0
    assert slow.fired_s == slow.pending_s + 5.0


def test_a_stop_rule_ends_the_trial_and_the_judge_has_the_verdict(tmp_path: Path) -> None:
    result = result_of(tmp_path, OVERLOAD, stops="true")
    (trial,) = result.trials
    assert 185.0 < trial.duration_s < 220.0
    assert [doubt.code for doubt in trial.measurement.doubts].count("stopped-by-alarm") == 1
    # Nobody interrupted it, and it is judged: calls that were due in the last seconds took longer than a second.
    assert not trial.cut_short
    assert result.run.interrupted is False
    assert trial.verdict is not None
    assert trial.verdict.state == "failed"
    assert trial.measurement.cut == 0
    (stop,) = by_name(result)["stop"].firings
    assert (stop.stopped, stop.ended_s) == (True, None)


def test_the_trials_after_a_stop_are_run_as_the_method_asks(tmp_path: Path) -> None:
    plateaus = "{plateaus: {rates: [80, 300], ramp: 0s, settle: 2s, hold: 60s, tail: 0s}}"
    result = result_of(tmp_path, plateaus, stops="true")
    (answer,) = result.answers
    held = [trial for trial in result.trials if trial.purpose == "plateau"]
    assert [(trial.rate, trial.state) for trial in held] == [(80.0, "passed"), (300.0, "failed")]
    assert answer.outcome == "found"
    assert answer.rate == pytest.approx(80.0, rel=0.02)
    assert [firing.trial for firing in by_name(result)["stop"].firings if firing.stopped] == [held[1].number]


def test_an_alarm_that_flaps_keeps_its_first_firings_and_counts_all(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    text = STUDY.format(methods=QUIET.replace("30m", "10m"), stops="false")
    file.write_text(text + "  flapping: in_flight > 0\n", encoding="utf-8")
    alarm = by_name(run_study(load_study(file), tmp_path / "run").result)["flapping"]
    assert alarm.fired > 60
    assert (len(alarm.firings), alarm.fired_trials, alarm.false_firings) == (20, 1, alarm.fired)
