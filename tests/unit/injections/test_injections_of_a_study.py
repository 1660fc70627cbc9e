"""Injections of a study in virtual time: a slowdown has an effect, a problem that does nothing has none."""

from pathlib import Path

from loadproof.records.injection import EffectDecision, Injection, InjectionState
from loadproof.result.result import Result
from loadproof.run.study_run import run_study
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.study.load_study import load_study

STUDY = """\
name: injections
stand: {{driver: simulate, simulated: {{workers: 2, service_time: {{exponential: 10ms}}}}}}
profile:
  timeout: 5s
  operations: {{get: {{request: GET /, apdex: {{target: 60ms}}}}}}
  slo: p99<1s
methods: {{load: {{rate: {rate}, hold: {hold}}}}}
alarms: {{slow: p95 over 10s > 60ms for 10s}}
injections: {injections}
"""
TIMES = (
    "{slow: {slowdown: 60%, after: 3m, for: 1m, repeat: 3, every: 4m}, nothing: {slowdown: 0%, after: 14m, for: 1m}}"
)
USERS = ("p95_ms", "apdex", "error_share")


def result_of(place: Path, injections: str, rate: int, hold: str) -> Result:
    file = place / "s.yaml"
    file.write_text(STUDY.format(injections=injections, rate=rate, hold=hold), encoding="utf-8")
    return run_study(load_study(file), place / "run").result


def by_name(result: Result) -> dict[str, Injection]:
    return {one.name: one for one in result.injections}


def test_a_slowdown_has_an_effect_over_its_repetitions_and_none_of_nothing(tmp_path: Path) -> None:
    result = result_of(tmp_path, TIMES, 100, "16m")
    slow, nothing = by_name(result).values()
    assert result.run.study is not None
    assert [one.name for one in result.run.study.injections] == ["slow", "nothing"]
    assert [(one.begun_s, one.ended_s, one.undone_s) for one in slow.occurrences] == [
        (at_s, at_s + 60.0, at_s + 60.0) for at_s in (180.0, 420.0, 660.0)
    ]
    assert {one.state for one in (*slow.occurrences, *nothing.occurrences)} == {InjectionState.UNDONE}
    effects = {one.metric: one for one in slow.effects}
    assert {effects[metric].decision for metric in ("p95_ms", "apdex")} == {EffectDecision.WORSE}
    assert effects["simulated:simulated queued_calls"].decision is EffectDecision.CHANGED
    assert (slow.repetitions, nothing.repetitions) == (3, 1)
    assert slow.recovery_s is not None
    assert {one.decision for one in nothing.effects if one.metric in USERS} == {EffectDecision.NOT_SEEN}
    (alarm,) = slow.alarms
    assert (alarm.occurrences, alarm.detected) == (3, 3)
    assert alarm.delay_s is not None
    assert 10.0 <= alarm.delay_s <= 30.0
    assert nothing.alarms[0].detected == 0
    assert [doubt.code for doubt in result.trials[0].measurement.doubts] == []


def test_a_trial_of_hours_keeps_the_seconds_around_its_injection(tmp_path: Path) -> None:
    (slow,) = by_name(result_of(tmp_path, "{slow: {slowdown: 300%, after: 80m, for: 2m}}", 20, "3h")).values()
    decisions = {one.metric: one.decision for one in slow.effects}
    assert decisions["p95_ms"] is EffectDecision.WORSE
    with RunReader(RunDirectory(tmp_path / "run")) as reader:
        windows = [(window.second, window.seconds) for window in reader.windows(1)]
    seconds = [second for second, length in windows if length == 1]
    assert (seconds[0], seconds[-1]) == (75 * 60, 92 * 60 - 1)
    assert len(windows) < 1200
