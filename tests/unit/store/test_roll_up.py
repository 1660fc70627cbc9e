"""What is older than an hour is rolled up to minutes, and still counts exactly."""

import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof._engine import Delta
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.measurement import Measurement
from loadproof.store.reader import RunReader
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, MadeShardReading, MadeTick, answered, description_of, directory_in, tick_of
from .made_run import histogram_of as times_of

HOUR_S = 3600


def _drawn_tick(second: int, draw: random.Random) -> MadeTick:
    """Calls of this second, some of them settled only now though due long before."""
    deltas = [answered(second, draw.randrange(4), [draw.uniform(0.1, 90.0) for _ in range(draw.randrange(4))])]
    deltas[0] = Delta(second=second, operation=1, due=3, sent=2, dropped=1, errors={"reset": draw.randrange(2)})
    late_ms = [draw.uniform(0.1, 9000.0)]
    late = Delta(draw.randrange(second + 1), 1, completed=1, done=0, within=[0], response=times_of(*late_ms))
    deltas += [answered(second, draw.randrange(4), [draw.uniform(0.1, 90.0)]), late]
    reading = MadeShardReading(cpu_s=second / 10, lateness=times_of(0.02), faults={"ports": 1}, in_flight=second)
    return MadeTick(second, deltas, [reading])


def _total(windows: list[Window]) -> Measurement:
    whole = Window(0)
    for window in windows:
        for operation, tally in window.operations.items():
            whole.add(operation, tally)
    return whole.measurement(1.0).record()


def _written(place: Path, seed: int, trial: Trial, seconds: int, *, rolled: bool) -> dict[str, Any]:
    draw, clock = random.Random(seed), MadeClock()
    place.mkdir()
    with RunWriter(directory_in(place), description_of(), clock) as writer:
        writer.trial_started(1, trial, method="load")
        for second in range(seconds):
            clock.now_s += 1
            if rolled and second == seconds // 2:
                clock.now_s += HOUR_S + 30
            writer.tick(1, _drawn_tick(second, draw))
        with writer.reader() as reader:
            (record,) = reader.trials()
            windows = list(reader.windows(1))
            shards = list(reader.shards(1))
            begin = int(trial.ramp_s + trial.settle_s)
            parts = [(0, begin), (begin, begin + int(trial.hold_s)), (begin + int(trial.hold_s), seconds)]
            return {
                "rows": len(windows),
                "shards": (
                    shards[-1].cpu_s,
                    shards[-1].second,
                    sum((Counter(shard.faults) for shard in shards), Counter()),
                    sum(shard.lateness.count for shard in shards),
                ),
                "measurement": reader.measurement(record),
                "parts": [_total([each for each in windows if low <= each.second < high]) for low, high in parts],
                "times": sum((Counter(dict(window.whole.response.buckets())) for window in windows), Counter()),
            }


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 70), st.integers(1, 90), st.integers(70, 140))
def test_counts_after_the_roll_up_equal_those_before(
    tmp_path_factory: pytest.TempPathFactory, seed: int, settle_s: int, hold_s: int, seconds: int
) -> None:
    place = tmp_path_factory.mktemp("runs")
    trial = Trial(Purpose.SOAK, 3.0, hold_s=float(hold_s), settle_s=float(settle_s))
    kept = _written(place / "kept", seed, trial, seconds, rolled=False)
    rolled = _written(place / "rolled", seed, trial, seconds, rolled=True)
    assert kept.pop("rows") == seconds
    assert rolled.pop("rows") < seconds
    assert rolled == kept


def test_minutes_end_at_the_span_and_an_hour_stays_as_it_was(tmp_path: Path) -> None:
    clock = MadeClock()
    trial = Trial(Purpose.SOAK, 3.0, hold_s=200.0, settle_s=7.0, ramp_s=80.0)
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        writer.trial_started(1, trial, method="soak")
        for second in range(HOUR_S + 400):
            clock.now_s += 1
            deltas = [answered(second, 0, [1.0])] if second < 400 or second > HOUR_S + 390 else []
            writer.tick(1, MadeTick(second, deltas))
        with writer.reader() as reader:
            windows = list(reader.windows(1))
    assert [(window.second, window.seconds) for window in windows][:9] == [
        *((0, 60), (60, 27), (87, 33), (120, 60), (180, 60), (240, 47), (287, 13), (300, 60)),
        (360, 1),
    ]
    assert all(window.whole.due == window.seconds for window in windows)


def test_trials_that_ended_are_rolled_up_too_also_after_one_without_an_end(tmp_path: Path) -> None:
    clock = MadeClock()
    trial = Trial(Purpose.SEARCH, 3.0, hold_s=10.0)
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        for number in (1, 2):
            writer.trial_started(number, trial, method="capacity")
            for second in range(10):
                clock.now_s += 1
                writer.tick(number, tick_of(second, [1.0]))
            if number == 2:
                writer.trial_ended(
                    2, TrialResult(trial, Window(0).measurement(6.0), Verdict(State.PASSED, Message.said("early")))
                )
        clock.now_s += HOUR_S + 60
        writer.trial_started(3, trial, method="capacity")
        for second in range(80):
            writer.tick(3, tick_of(second, [1.0]))
        with writer.reader() as reader:
            seen = [[(window.second, window.seconds) for window in reader.windows(number)] for number in (1, 2)]
            first = reader.rebuilt(reader.trials()[0])
    assert seen == [[(0, 10)], [(0, 6), (6, 4)]]
    assert (first.duration_s, first.due) == (10.0, 40)


def test_readings_become_means_of_a_minute(tmp_path: Path) -> None:
    clock = MadeClock()
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        rows = [
            (clock.now_s + second, "host", "cpu_busy_share", "share", float(second)) for second in range(0, 180, 10)
        ]
        writer.readings(None, rows)
        writer.readings(None, [(clock.now_s, "host", "steal_share", "share", 0.5)])
        clock.now_s += HOUR_S + 130
        writer.trial_started(1, Trial(Purpose.LOAD, 1.0, hold_s=5.0), method="load")
        for second in range(5):
            writer.tick(1, MadeTick(second))
        with writer.reader() as reader:
            busy = list(reader.readings("host", "cpu_busy_share"))
            steal = list(reader.readings("host", "steal_share"))
    assert busy == [(25.0, 25.0), (85.0, 85.0), *((float(at), float(at)) for at in range(120, 180, 10))]
    assert steal == [(0.0, 0.5)]


def test_a_damaged_row_stops_the_roll_up_and_not_the_run(tmp_path: Path) -> None:
    clock = MadeClock()
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of(), clock) as writer:
        writer.trial_started(1, Trial(Purpose.LOAD, 1.0, hold_s=5.0), method="load")
        writer.tick(1, tick_of(0, [1.0]))
        writer._connection.execute("UPDATE window SET response = x'00ff'")
        clock.now_s += HOUR_S + 70
        for second in range(1, 90):
            writer.tick(1, tick_of(second, [1.0]))
        assert writer.failure is None
    with RunReader(directory) as reader:
        assert sum(1 for _ in reader.shards(1)) == 90


def test_a_step_is_short(tmp_path: Path) -> None:
    clock = MadeClock()
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        writer.trial_started(1, Trial(Purpose.SOAK, 1.0, hold_s=500.0), method="soak")
        values_ms = [0.3 * value for value in range(1, 200)]
        for second in range(60):
            writer.tick(1, tick_of(second, values_ms))
        clock.now_s += HOUR_S + 70
        took_s = []
        for second in range(60, 130):
            began_s = time.process_time()
            writer.tick(1, MadeTick(second))
            took_s.append(time.process_time() - began_s)
        with writer.reader() as reader:
            assert next(reader.windows(1)).seconds == 60
    # CPU time, so that what else runs on the machine does not count.
    assert max(took_s) < 0.05
