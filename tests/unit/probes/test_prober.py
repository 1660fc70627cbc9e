"""The prober keeps whole seconds since the alignment, whatever a probe does."""

import math
import threading
import time
from collections.abc import Callable, Sequence

import pytest
from loadproof.model.message import Message, count
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.prober import Prober
from loadproof.probes.reading import Reading
from loadproof.probes.rhythm import Beat, Rhythm
from loadproof.records.database_activity import DatabaseActivity, DatabaseCounts, DatabaseLevels
from loadproof.words.catalogue import english


class MadeProbe:
    def __init__(self, name: str, read: Callable[[], float] = lambda: 1.0, slow: bool = False) -> None:
        self.name = name
        self.slow = slow
        self._read = read

    def read(self, now_s: float) -> Sequence[Reading]:
        return [Reading(self.name, "value", "", self._read())]

    def shortfalls(self) -> Sequence[Message]:
        return [Message("proc-missing")] if self.name == "less" else []


def test_readings_stand_at_whole_seconds_since_the_alignment() -> None:
    with Prober([MadeProbe("steady")]) as prober:
        time.sleep(0.3)
        prober.drain()
        began_s = time.monotonic() - 0.4
        prober.align(began_s)
        time.sleep(1.9)
        drained = prober.drain()
        assert prober.drain() == []
    moments = sorted({at_s - began_s for at_s, _ in drained})
    assert [math.floor(moment) for moment in moments] == [1, 2]
    assert all(moment % 1 < 0.2 for moment in moments)
    assert prober.doubts() == []


def test_its_own_cost_is_read() -> None:
    def burn() -> float:
        until_s = time.thread_time() + 0.1
        while time.thread_time() < until_s:
            pass
        return 1.0

    with Prober([MadeProbe("costly", burn)]) as prober:
        time.sleep(1.4)
        readings = [reading for _, reading in prober.drain() if reading.probe == "probes"]
    cores = [reading.value for reading in readings if reading.name == "cost_cores"]
    rounds_ms = [reading.value for reading in readings if reading.name == "round_ms"]
    assert cores[-1] == pytest.approx(0.1, rel=0.25)
    assert rounds_ms[-1] >= 100


def test_a_failing_probe_is_one_doubt_with_its_rounds_and_is_tried_again() -> None:
    rounds = 0
    down = Message("service-not-running", service="api")

    def fail_twice() -> float:
        nonlocal rounds
        rounds += 1
        if rounds <= 2:
            raise (ProbeFailure(down) if rounds == 2 else KeyError("fault of ours"))
        return 7.0

    with Prober([MadeProbe("failing", fail_twice), MadeProbe("good")]) as prober:
        time.sleep(2.4)
        drained = prober.drain()
    assert [reading.value for _, reading in drained if reading.probe == "failing"] == [7.0]
    assert len([reading for _, reading in drained if reading.probe == "good"]) == 2
    (doubt,) = prober.doubts()
    assert doubt.code == "probe-skipped"
    assert doubt.text == Message("probe-read-nothing", probe="failing", count=count(2), rounds=count(3), why=down)


def test_what_a_probe_leaves_out_is_a_doubt() -> None:
    prober = Prober([MadeProbe("less")])
    shortfall = Message("probe-short", probe="less", why=Message("proc-missing"))
    assert [doubt.text for doubt in prober.doubts()] == [shortfall]


def test_a_slow_probe_does_not_delay_the_others() -> None:
    delays_s = iter([2.2])

    def wait_once() -> float:
        time.sleep(next(delays_s, 0.0))
        return 1.0

    with Prober([MadeProbe("slow", wait_once, slow=True), MadeProbe("quick")]) as prober:
        time.sleep(2.5)
        drained = prober.drain()
    assert len([reading for _, reading in drained if reading.probe == "quick"]) == 2
    (doubt,) = prober.doubts()
    assert english(doubt.text).startswith("slow: 1 of 3 rounds came too late")


def test_without_probes_there_is_no_thread() -> None:
    before = threading.active_count()
    with Prober([]) as prober:
        assert threading.active_count() == before
        prober.align(time.monotonic())
    assert prober.drain() == [] == prober.doubts()


def test_no_thread_is_left() -> None:
    before = threading.active_count()
    with Prober([MadeProbe("quick"), MadeProbe("apart", slow=True)]):
        assert threading.active_count() == before + 2
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("last_s", "now_s", "missed"),
    [(3.0, 4.0, 0), (3.0, 4.2, 0), (3.0, 5.7, 1), (3.7, 5.1, 1), (3.2, 10.0, 6)],
)
def test_a_late_beat_counts_those_that_were_missed(last_s: float, now_s: float, missed: int) -> None:
    moments = [100.0, 100.0 + now_s]
    rhythm = Rhythm(lambda: moments.pop(0) if len(moments) > 1 else moments[0])
    last = Beat(100.0 + last_s, alignment=1, baseline=False, missed=0)
    assert rhythm.next(last) == Beat(100.0 + now_s, alignment=1, baseline=False, missed=missed)


class ObservedProbe(MadeProbe):
    """Gives one interval for each trial, from its first reading to its end."""

    def __init__(self, name: str, seconds: float = 0.0) -> None:
        super().__init__(name, slow=True)
        self._seconds = seconds
        self._begin_s: float | None = None
        self._is_observed = False
        self._ended: list[DatabaseActivity] = []

    def read(self, now_s: float) -> Sequence[Reading]:
        if self._is_observed and self._begin_s is None:
            self._begin_s = now_s
        return super().read(now_s)

    def observe(self) -> None:
        self._is_observed = True
        self._begin_s = None

    def conclude(self, now_s: float) -> None:
        assert self._begin_s is not None
        time.sleep(self._seconds)
        counts, levels = DatabaseCounts(), DatabaseLevels()
        self._ended.append(
            DatabaseActivity(
                service=self.name, begin_s=self._begin_s, end_s=now_s, samples=1, counts=counts, levels=levels
            )
        )
        self._is_observed = False

    def take_activities(self) -> Sequence[DatabaseActivity]:
        ended, self._ended = self._ended, []
        return ended


def test_intervals_end_with_their_trial_and_there_are_none_between() -> None:
    with Prober([ObservedProbe("one"), ObservedProbe("other"), MadeProbe("quick")]) as prober:
        time.sleep(0.3)
        assert prober.activities() == []
        for _ in range(2):
            began_s = time.monotonic()
            prober.align(began_s)
            time.sleep(1.2)
            prober.conclude(5.0)
            ended = prober.activities()
            assert sorted(one.service for one in ended) == ["one", "other"]
            assert all(began_s <= one.begin_s < one.end_s <= time.monotonic() for one in ended)
        # Nothing is under way any more.
        prober.conclude(5.0)
        assert prober.activities() == []
        time.sleep(1.2)
        assert {reading.probe for _, reading in prober.drain()} >= {"one", "other", "quick"}
    assert prober.doubts() == []


def test_an_interval_that_takes_long_to_end_is_not_waited_for_but_comes() -> None:
    with Prober([ObservedProbe("slow", seconds=0.6)]) as prober:
        prober.align(time.monotonic())
        time.sleep(0.3)
        began_s = time.monotonic()
        prober.conclude(0.1)
        assert time.monotonic() - began_s < 0.4
        assert prober.activities() == []
        time.sleep(1.0)
        assert [one.service for one in prober.activities()] == ["slow"]


def test_the_end_of_a_trial_costs_nobody_a_second() -> None:
    rhythm = Rhythm(time.monotonic)
    rhythm.align(time.monotonic() - 0.5)
    baseline = rhythm.next(None, hears_ends=True)
    first = rhythm.next(baseline, hears_ends=True)
    rhythm.end()
    ended = rhythm.next(first, hears_ends=True)
    assert first is not None
    assert ended is not None
    assert (ended.at_s, ended.ended, first.ended) == (first.at_s, True, False)
    following = rhythm.next(ended, hears_ends=True)
    assert following is not None
    assert following.missed == 0
    assert following.at_s - first.at_s == pytest.approx(1.0, abs=0.3)
