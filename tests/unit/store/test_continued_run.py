"""A run that was cut is written again: its axis goes on, its numbers too, and nothing that it had is lost."""

import shutil
import sqlite3
import time
from pathlib import Path

import pytest
from loadproof.errors import RunDirectoryError
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.run import Runtime
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartState
from loadproof.store.run_directory import RunDirectory
from loadproof.store.run_lock import RunLock
from loadproof.store.schema import SCHEMA_VERSION
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, description_of, directory_in, tick_of

TRIAL = Trial(Purpose.LOAD, 100.0, hold_s=5.0, start=1)


def cut_run(place: Path, seconds: int = 4) -> tuple[RunDirectory, MadeClock]:
    """A run whose process died in the second start of `a`: its files are copied while it is open."""
    clock = MadeClock(5000.0)
    directory = directory_in(place)
    with RunWriter(directory, description_of("run"), clock) as writer:
        log = writer.begin(CampaignName.STUDY, "a", 1)
        log.answer(Answer("load", Outcome.PASSED))
        log.runtime("api", {"runtime": "go1.26"})
        log.end(StartState.COMPLETE)
        log = writer.begin(CampaignName.STUDY, "a", 2)
        log.event("ready", "the stand of a is ready")
        log.answer(Answer("load", Outcome.NOT_RUN))
        log.doubt(Doubt(DoubtCode.LIMITS, Message.said("no right")))
        log.runtime("api", {"runtime": "go1.25"})
        writer.trial_started(1, Trial(Purpose.LOAD, 100.0, hold_s=9.0, start=2), method="load", variant="a")
        for second in range(seconds):
            clock.now_s += 1.0
            writer.tick(1, tick_of(second, [1.0, 2.0]))
            writer.readings(1, [(clock.now_s, "process:api", "cpu_cores", "cores", 0.5)])
        left = RunDirectory(place / "left")
        shutil.copytree(directory.path, left.path)
    return left, clock


def test_the_axis_goes_on_one_second_after_the_last_on_another_clock(tmp_path: Path) -> None:
    directory, _ = cut_run(tmp_path)
    assert directory.database.with_name("run.db-wal").exists()
    after_reboot = MadeClock(3.0)
    with RunWriter(directory, None, after_reboot) as writer:
        assert writer.stood_s < 60.0
        writer.log_of("a", 2).supersede()
        writer.log.event("continued", "the run was continued")
        after_reboot.now_s += 2.0
        writer.trial_started(2, Trial(Purpose.LOAD, 100.0, hold_s=5.0, start=3), method="load", variant="a")
        after_reboot.now_s += 1.0
        writer.tick(2, tick_of(0, [1.0, 2.0]))
        rows = [(after_reboot.now_s, "process:api", name, "", 0.25) for name in ("cpu_cores", "threads")]
        writer.readings(2, rows)
        after_reboot.now_s += 1.0
        writer.ended()
    with RunReader(directory) as reader:
        cut, fresh = reader.trials()
        assert (cut.started_s, cut.duration_s, cut.cut_short, cut.superseded) == (0.0, 4.0, True, True)
        assert (fresh.started_s, fresh.superseded) == (7.0, False)
        assert reader.measurement(cut).completed == 4 * 4 * 2
        assert [(event.kind, event.at_s) for event in reader.events()] == [("ready", 0.0), ("continued", 5.0)]
        assert list(reader.readings("process:api", "cpu_cores"))[-2:] == [(4.0, 0.5), (8.0, 0.25)]
        assert list(reader.readings("process:api", "threads")) == [(8.0, 0.25)]
        ending = reader.ending()
        assert ending is not None
        assert ending.duration_s == 9.0


def test_a_superseded_start_has_no_answer_doubt_or_runtime(tmp_path: Path) -> None:
    directory, clock = cut_run(tmp_path)
    with RunReader(directory) as reader:
        assert [start.state for start in reader.starts()] == [StartState.COMPLETE, StartState.UNDER_WAY]
        assert len(reader.answers()) == 2
        assert len(reader.doubts()) == 1
    with RunWriter(directory, None, clock) as writer:
        writer.log_of("a", 2).supersede()
    with RunReader(directory) as reader:
        assert reader.answers() == [("a", 1, "load", Answer("load", Outcome.PASSED))]
        assert reader.doubts() == []
        assert reader.runtimes() == [Runtime("a", 1, "api", {"runtime": "go1.26"})]
        assert [(event.variant, event.start) for event in reader.events()] == [("a", 2)]


def test_a_start_says_what_it_was_begun_for_and_has_what_its_own_log_says(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of("run")) as writer:
        logs = [writer.begin(campaign, "a", number) for number, campaign in enumerate(CampaignName, 1)]
        # All are under way: what is written to one goes to no other.
        for log in reversed(logs):
            log.event("ready", "up")
        logs[1].end(StartState.COMPLETE)
    with RunReader(directory) as reader:
        starts, events = reader.starts(), reader.events()
    assert [start.campaign for start in starts] == [*CampaignName]
    assert [start.state for start in starts] == [StartState.UNDER_WAY, StartState.COMPLETE, StartState.UNDER_WAY]
    assert [(event.variant, event.start) for event in events] == [("a", 3), ("a", 2), ("a", 1)]


def test_a_run_that_goes_on_is_under_way_again_until_it_ends(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of("run")) as writer:
        writer.ended(interrupted=True)
    with RunWriter(directory, None) as writer:
        with writer.reader() as reader:
            assert reader.ending() is None
        writer.ended()
    with RunReader(directory) as reader:
        ending = reader.ending()
        assert ending is not None
        assert not ending.interrupted


def test_how_long_it_stood_is_told_by_the_time_of_day(tmp_path: Path) -> None:
    directory, _ = cut_run(tmp_path)
    with sqlite3.connect(directory.database) as connection:
        connection.execute("UPDATE trial SET started_at = ?", (time.time() - 3600.0,))
    with RunWriter(directory, None, MadeClock()) as writer:
        assert writer.stood_s == pytest.approx(3600.0, abs=5.0)


@pytest.mark.parametrize("version", [SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])
def test_a_run_of_another_schema_is_not_continued(tmp_path: Path, version: int) -> None:
    directory, _ = cut_run(tmp_path)
    with sqlite3.connect(directory.database) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(RunDirectoryError, match=rf"schema {version}.*Cure: repeat the study without --continue"):
        RunWriter(directory, None)


def test_one_process_writes_a_run(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    with RunLock(directory), pytest.raises(RunDirectoryError, match=r"still under way.*Cure: wait"), RunLock(directory):
        pass
    with RunLock(directory):
        assert sorted(path.name for path in directory.path.iterdir()) == ["artifacts"]
