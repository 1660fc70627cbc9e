"""Occurrences of injections in a run: each is one row whatever becomes of it, and the seconds around it stay."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.store import roll_up, writer
from loadproof.store.kept_seconds import seconds_around
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, InjectionRecord
from loadproof.store.run_directory import RunDirectory
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, MadeTick, answered, description_of, directory_in
from .test_continued_run import cut_run

LAG = InjectionRecord(1, "lag", 1, 700.0, None, None, "under_way", None)
SECONDS = 2400
KEPT_S = 300.0


@pytest.fixture(autouse=True)
def seconds_are_rolled_up_after_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour of ticks would only take longer."""
    monkeypatch.setattr(roll_up, "_KEPT_S", KEPT_S)
    monkeypatch.setattr(writer, "FOLDED_FROM_S", 60)


def test_an_occurrence_is_one_row_whatever_becomes_of_it(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    secret = Message("said", text="password=letmein is wrong")
    with RunWriter(directory, description_of()) as store:
        store.hide(["letmein"])
        store.trial_started(1, Trial(Purpose.LOAD, 1.0, hold_s=5.0), method="load")
        store.injection(LAG)
        with store.reader() as reader:
            assert reader.injections() == [LAG]
        store.injection(replace(LAG, number=2, begun_s=800.0))
        store.injection(replace(LAG, ended_s=760.0, state="not_undone", fault=secret))
    with RunReader(directory) as reader:
        first, second = reader.injections()
    assert (first.ended_s, first.undone_s, first.state) == (760.0, None, "not_undone")
    assert first.fault == Message.said("password=*** is wrong")
    assert (second.number, second.ended_s) == (2, None)


def test_a_run_that_goes_on_keeps_its_injections(tmp_path: Path) -> None:
    directory, clock = cut_run(tmp_path)
    with RunWriter(directory, None, clock) as store:
        store.injection(replace(LAG, begun_s=2.0))
    with RunWriter(directory, None, clock) as store:
        store.log_of("a", 2).supersede()
        store.begin(CampaignName.STUDY, "a", 3)
    with RunReader(directory) as reader:
        assert reader.injections() == [replace(LAG, begun_s=2.0)]
        assert [record.superseded for record in reader.trials()] == [True]


def written(directory: RunDirectory, *, folds: bool, is_planned: bool) -> None:
    """A run with an injection of 60 s from second 700 on, whose undo took 5 s."""
    clock = MadeClock()
    with RunWriter(directory, description_of(), clock, folds=folds) as store:
        store.trial_started(1, Trial(Purpose.SOAK, 1.0, hold_s=float(SECONDS)), method="soak")
        if is_planned:
            store.keep_seconds(1, {("lag", 1): seconds_around(700.0, 60.0, 770.0)})
        for second in range(SECONDS):
            clock.now_s += 1.0
            store.tick(1, MadeTick(second, [answered(second, 0, [float(second % 50 + 1)])]))
            store.readings(1, [(clock.now_s, "host", "cpu_busy_share", "share", second / SECONDS)])
            if second == 700:
                store.injection(LAG)
            if second == 765:
                store.injection(replace(LAG, ended_s=760.0, undone_s=765.0, state="undone"))


@pytest.mark.parametrize(("folds", "is_planned"), [(False, False), (False, True), (True, True)])
def test_seconds_around_an_injection_are_kept(tmp_path: Path, folds: bool, is_planned: bool) -> None:
    directory = directory_in(tmp_path)
    written(directory, folds=folds, is_planned=is_planned)
    with RunReader(directory) as reader:
        windows = [(window.second, window.seconds) for window in reader.windows(1)]
        times_s = [at_s for at_s, _ in reader.readings("host", "cpu_busy_share")]
        due = sum(window.whole.due for window in reader.windows(1))
    assert due == SECONDS
    seconds = [second for second, length in windows if length == 1 and second < 1800]
    # 5 minutes before 700 s, 10 minutes after 765 s, in whole minutes.
    assert seconds == list(range(360, 1380))
    assert [second for second, length in windows if length == 60][:7] == [0, 60, 120, 180, 240, 300, 1380]
    assert len([at_s for at_s in times_s if 400.0 <= at_s < 1365.0]) == 965
    assert len([at_s for at_s in times_s if at_s < 360.0]) == 6


def test_an_injection_that_is_under_way_is_kept_to_its_undo(tmp_path: Path) -> None:
    directory, clock = directory_in(tmp_path), MadeClock()
    with RunWriter(directory, description_of(), clock) as store:
        store.trial_started(1, Trial(Purpose.SOAK, 1.0, hold_s=float(SECONDS)), method="soak")
        store.injection(replace(LAG, begun_s=400.0))
        for second in range(SECONDS):
            clock.now_s += 1.0
            store.tick(1, MadeTick(second, [answered(second, 0, [1.0])]))
        with store.reader() as reader:
            lengths = {window.second: window.seconds for window in reader.windows(1)}
    assert lengths[0] == 60
    assert {length for second, length in lengths.items() if second >= 60} == {1}


def test_calls_that_settle_late_count_in_their_second(tmp_path: Path) -> None:
    directory, clock = directory_in(tmp_path), MadeClock()
    with RunWriter(directory, description_of(), clock) as store:
        store.trial_started(1, Trial(Purpose.SOAK, 1.0, hold_s=900.0), method="soak")
        store.keep_seconds(1, {("lag", 1): (60.0, 120.0)})
        for second in range(900):
            clock.now_s += 1.0
            late = [answered(due, 1, [9000.0]) for due in ((70, 130) if second == 899 else ())]
            store.tick(1, MadeTick(second, [answered(second, 0, [1.0]), *late]))
        with store.reader() as reader:
            found = {(one.second, one.seconds): one.whole.completed for one in reader.windows(1)}
    assert found[70, 1] == 2
    assert found[120, 60] == 61
