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
