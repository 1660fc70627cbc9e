"""Injections of a stored run: each occurrence with its effect by blocks, and the alarms beside it."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof._engine import Delta
from loadproof.alarms.state import AlarmPhase
from loadproof.injections.effect_series import effect_series
from loadproof.injections.result import injections_in
from loadproof.judge.injection_effect import BlockSeries
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.records.injection import EffectDecision, Injection, InjectionState, OperationPhases, PhaseCalls
from loadproof.records.run import StudyAlarm, StudyInjection
from loadproof.store import roll_up
from loadproof.store.reader import RunReader
from loadproof.store.record import UNDER_WAY, AlarmRecord, CampaignName, InjectionRecord
from loadproof.store.run_directory import RunDirectory
from loadproof.store.writer import RunWriter

from ..store.made_run import MadeClock, MadeTick, answered, description_of, directory_in

SECONDS = 900
FOR_S = 60.0
STUDY = StudyInjection(
    name="backlog",
    kind="sql",
    problem=Message.said("50 sessions"),
    after_s=200.0,
    for_s=FOR_S,
    repeat=3,
    every_s=200.0,
)
ALARMS = (
    StudyAlarm(name="slow", rule="p95 over 10s > 20ms", stops=False),
    StudyAlarm(name="quiet", rule="errors > 99%", stops=False),
)
UNDONE = InjectionRecord(1, "backlog", 1, 200.0, 260.0, 261.0, InjectionState.UNDONE.value, None)


def occurrences(count: int = 3, trial: int = 1) -> list[InjectionRecord]:
    """Occurrences of a minute, 200 s apart."""
    later_s = [200.0 * number for number in range(count)]
    return [
        replace(UNDONE, trial=trial, number=number, begun_s=200.0 + s, ended_s=260.0 + s, undone_s=261.0 + s)
        for number, s in enumerate(later_s, start=1)
    ]


def calls(second: int, is_slow: bool) -> list[Delta]:
    """Ten calls, which are ten times slower and fail now and then while the problem is there."""
    draw = random.Random(second)
    noise = [draw.uniform(0.7, 1.5) for _ in range(9)]
    ok = answered(second, 0, [(50.0 if is_slow else 5.0) * one for one in noise])
    if is_slow and second % 2:
        return [ok, Delta(second, 1, due=1, sent=1, errors={"timeout": 1})]
    return [ok, answered(second, 1, [2.0])]


def write_trial(
    store: RunWriter, clock: MadeClock, number: int, rows: Sequence[InjectionRecord], variant: str | None = None
) -> None:
    """A trial of 900 s that is slow during `rows`."""
    trial = Trial(Purpose.SOAK, 10.0, hold_s=float(SECONDS), start=number)
    store.trial_started(number, trial, method="soak", variant=variant)
    for second in range(SECONDS):
        clock.now_s += 1.0
        is_slow = any(row.begun_s <= second < (row.ended_s or SECONDS) for row in rows)
        store.tick(number, MadeTick(second, calls(second, is_slow)))
        busy = (0.9 if is_slow else 0.2) + (second % 7) / 100.0
        store.readings(number, [(clock.now_s - 0.5, "host", "cpu_busy_share", "share", busy)])
        store.readings(number, [(clock.now_s - 0.5, "generator", "cpu_cores", "cores", busy)])
    for row in rows:
        store.injection(row)


def run_with(place: Path, *rows: InjectionRecord, alarms: Sequence[AlarmRecord] = ()) -> RunDirectory:
    directory, clock = directory_in(place), MadeClock()
    with RunWriter(directory, description_of("run"), clock) as store:
        write_trial(store, clock, 1, rows)
        store.alarms(alarms)
    return directory


def only(directory: RunDirectory, study: Sequence[StudyInjection] = (STUDY,)) -> Injection:
    with RunReader(directory) as reader:
        (found,) = injections_in(reader, study, ALARMS)
    return found


def test_an_effect_over_repetitions_has_an_interval_on_calls_and_resources(tmp_path: Path) -> None:
    found = only(run_with(tmp_path, *occurrences()))
    assert (found.name, found.kind, found.variant, found.repetitions) == ("backlog", "sql", None, 3)
    assert [(one.number, one.state) for one in found.occurrences] == [(n, InjectionState.UNDONE) for n in (1, 2, 3)]
    effects = {one.metric: one for one in found.effects}
    assert list(effects) == ["p95_ms", "error_share", "rate_per_s", "host cpu_busy_share"]
    p95 = effects["p95_ms"]
    assert p95.before is not None
    assert p95.during is not None
    assert p95.difference is not None
    assert p95.low is not None
    assert p95.during > 9.0 * p95.before
    assert 0.0 < p95.low < p95.difference
    decisions = {name: one.decision for name, one in effects.items()}
    assert decisions["p95_ms"] is decisions["error_share"] is EffectDecision.WORSE
    assert decisions["host cpu_busy_share"] is EffectDecision.CHANGED
    assert effects["error_share"].during == pytest.approx(0.05, abs=0.01)
    # Each ends at a multiple of the block, and all later blocks are as before.
    assert found.recovery_s == pytest.approx(9.0)


def test_one_repetition_is_told_as_one(tmp_path: Path) -> None:
    found = only(run_with(tmp_path, UNDONE))
    assert found.repetitions == 1
    own = found.occurrences[0].effect
    assert own is not None
    assert found.effects == own.effects
    assert own.block_s == 10


def phase(calls: int, **errors: int) -> PhaseCalls:
    return PhaseCalls(
        calls=calls, completed=calls - sum(errors.values()), errors_by_kind=dict(errors), dropped=0, cut=0
    )


def test_calls_of_operations_are_counted_before_during_and_after(tmp_path: Path) -> None:
    found = only(run_with(tmp_path, *occurrences()))
    # Before: 200 s. During: three times the seconds 200 to 260, of which the last one is that of the undo, in which
    # calls are answered again. After: between them, and 239 s at the end.
    assert found.operations == (
        OperationPhases(operation="get", before=phase(9 * 200), during=phase(9 * 183), after=phase(9 * 517)),
        OperationPhases(operation="batch", before=phase(200), during=phase(183, timeout=90), after=phase(517)),
    )


def test_an_occurrence_that_failed_is_in_no_phase(tmp_path: Path) -> None:
    first, second, _ = occurrences()
    failed = replace(second, state=InjectionState.FAILED.value, fault=Message.said("no"))
    (get, batch) = only(run_with(tmp_path, first, failed)).operations
    assert (get.before.calls, get.during.calls, get.after.calls) == (9 * 200, 9 * 61, 9 * (900 - 261 - 61))
    assert (batch.during.completed, batch.after.completed) == (31, 578)


def test_another_injection_is_in_no_phase_and_has_its_own(tmp_path: Path) -> None:
    first, second, _ = occurrences()
    directory = run_with(tmp_path, first, replace(second, name="lag", number=1))
    with RunReader(directory) as reader:
        backlog, lag = injections_in(reader, [STUDY, replace(STUDY, name="lag")], ())
    assert [_calls_of(one) for one in (backlog, lag)] == [(200, 61, 578), (339, 61, 439)]


def _calls_of(injection: Injection) -> tuple[int, int, int]:
    (one,) = [each for each in injection.operations if each.operation == "batch"]
    return one.before.calls, one.during.calls, one.after.calls


def test_what_was_not_undone_lasts_to_the_end_of_the_trial(tmp_path: Path) -> None:
    left = replace(UNDONE, undone_s=None, state=InjectionState.NOT_UNDONE.value)
    assert _calls_of(only(run_with(tmp_path, left))) == (200, 700, 0)


def test_what_failed_is_in_no_effect_and_what_was_left_has_no_recovery(tmp_path: Path) -> None:
    first, second, third = occurrences()
    why = Message.said("still there")
    failed = replace(second, ended_s=401.0, undone_s=401.5, state=InjectionState.FAILED.value, fault=why)
    left = replace(third, undone_s=None, state=InjectionState.NOT_UNDONE.value, fault=why)
    found = only(run_with(tmp_path, first, failed, left))
    assert [one.state.value for one in found.occurrences] == ["undone", "failed", "not_undone"]
    assert [one.fault for one in found.occurrences] == [None, why, why]
    assert found.repetitions == 2
    assert found.recovery_s is None


def test_an_occurrence_that_was_under_way_when_the_run_was_cut_has_no_effect(tmp_path: Path) -> None:
    found = only(run_with(tmp_path, replace(UNDONE, ended_s=None, undone_s=None, state=UNDER_WAY)))
    (one,) = found.occurrences
    assert (one.state, one.ended_s, one.undone_s, one.effect) == (InjectionState.CUT, None, None, None)
    assert (found.effects, found.repetitions) == ((), 0)


def fired(name: str, at_s: float, phase: AlarmPhase = AlarmPhase.FIRING) -> AlarmRecord:
    return AlarmRecord(1, name, phase.value, at_s, at_s + 1.0, None, None)


def test_alarms_are_told_with_their_delay_if_they_fired_between_the_start_and_the_recovery(tmp_path: Path) -> None:
    changes = [
        fired("slow", 190.0),  # It fires already when the problem begins.
        fired("slow", 195.0, AlarmPhase.INACTIVE),
        fired("slow", 210.0),
        fired("slow", 300.0, AlarmPhase.INACTIVE),
        fired("slow", 430.0),
        fired("slow", 470.0, AlarmPhase.INACTIVE),
        fired("slow", 560.0),  # The service has recovered from the second, and the third is not there yet.
        AlarmRecord(1, "", "ended", 900.0, 900.0, None, None),
    ]
    found = only(run_with(tmp_path, *occurrences(), alarms=changes))
    slow, quiet = found.alarms
    assert (slow.name, slow.occurrences, slow.detected, slow.delay_s) == ("slow", 3, 2, 20.0)
    assert (quiet.name, quiet.occurrences, quiet.detected, quiet.delay_s) == ("quiet", 3, 0, None)


def test_without_an_evaluation_of_alarms_none_is_told(tmp_path: Path) -> None:
    assert only(run_with(tmp_path, UNDONE)).alarms == ()


def test_variants_stand_apart_and_superseded_trials_are_left_out(tmp_path: Path) -> None:
    directory, clock = directory_in(tmp_path), MadeClock()
    with RunWriter(directory, description_of("run"), clock) as store:
        for number, variant in enumerate(("a", "b", "a"), start=1):
            store.begin(CampaignName.STUDY, variant, number)
            write_trial(store, clock, number, [replace(UNDONE, trial=number)], variant)
        store.log_of("a", 1).supersede()
    with RunReader(directory) as reader:
        found = injections_in(reader, [STUDY, replace(STUDY, name="never made")], ())
        assert injections_in(reader, (), ()) == ()
    assert [(one.name, one.variant, [each.trial for each in one.occurrences]) for one in found] == [
        ("backlog", "b", [2]),
        ("backlog", "a", [3]),
    ]


def values_of(directory: RunDirectory, metric: str, left_out_s: Sequence[tuple[int, int]] = ()) -> BlockSeries:
    with RunReader(directory) as reader:
        (record,) = reader.trials()
        found = {one.metric: one for one in effect_series(reader, record, 10, left_out_s)}
    return found[metric]


def test_a_block_is_whole_with_half_of_its_seconds(tmp_path: Path) -> None:
    directory = run_with(tmp_path)
    for metric in ("p95_ms", "error_share", "rate_per_s", "host cpu_busy_share"):
        values = values_of(directory, metric, [(20, 25), (40, 46)]).values
        assert [block for block, value in enumerate(values[:8]) if value is None] == [4]
    assert values_of(directory, "rate_per_s", [(20, 25)]).values[2] == pytest.approx(10.0)


def test_the_percentile_of_a_block_is_of_all_its_calls(tmp_path: Path) -> None:
    directory, clock = directory_in(tmp_path), MadeClock()
    with RunWriter(directory, description_of("run"), clock) as store:
        store.trial_started(1, Trial(Purpose.LOAD, 10.0, hold_s=20.0), method="load")
        for second in range(20):
            times_ms = [100.0] if second == 3 else [1.0] * 10
            store.tick(1, MadeTick(second, [answered(second, operation, times_ms) for operation in (0, 1)]))
    assert [value for value in values_of(directory, "p95_ms").values if value] == pytest.approx([1.0, 1.0], rel=0.01)


def test_minutes_are_in_no_block_and_seconds_around_an_injection_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roll_up, "_KEPT_S", 120.0)
    rows = [replace(UNDONE, begun_s=700.0, ended_s=760.0, undone_s=761.0)]
    directory, clock = directory_in(tmp_path), MadeClock()
    with RunWriter(directory, description_of("run"), clock) as store:
        write_trial(store, clock, 1, rows)
    with RunReader(directory) as reader:
        assert [window.second for window in reader.windows(1) if window.seconds > 1][:2] == [0, 60]
    values = values_of(directory, "p95_ms").values
    assert set(values[:70]) == {None}
    planned, clock = directory_in(tmp_path / "planned"), MadeClock()
    with RunWriter(planned, description_of("run"), clock) as store:
        started = store.trial_started

        def start(number: int, trial: Trial, *, method: str, variant: str | None = None) -> None:
            started(number, trial, method=method, variant=variant)
            store.keep_seconds(1, {("backlog", 1): (400.0, 2000.0)})

        monkeypatch.setattr(store, "trial_started", start)
        write_trial(store, clock, 1, rows)
    values = values_of(planned, "p95_ms").values
    assert set(values[:36]) == {None}
    assert None not in values[36:]
    assert only(planned).repetitions == 1


def test_a_trial_of_minutes_alone_has_no_effect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll_up, "_KEPT_S", 0.0)
    directory = run_with(tmp_path, UNDONE)
    found = only(directory)
    assert found.occurrences[0].effect is None
    assert (found.effects, found.repetitions, found.recovery_s) == ((), 0, None)


def test_times_of_other_people_are_bounded(tmp_path: Path) -> None:
    far = replace(UNDONE, begun_s=1e9, ended_s=9e9, undone_s=1e10)
    before = replace(UNDONE, number=2, begun_s=-1e10, ended_s=-1e10, undone_s=1e10)
    found = only(run_with(tmp_path, far, before), [replace(STUDY, for_s=1e10)])
    assert {one.effect for one in found.occurrences} == {None}
    assert {_calls_of(found)[0], _calls_of(found)[2]} == {0}
