"""A long trial holds a few numbers more each second from minute 7 on, whatever fails and whoever disturbs it."""

import ctypes
import gc
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from loadproof._engine import Histogram
from loadproof.judge.disturbance import Disturbances, MachineSecond
from loadproof.judge.followers import Followers
from loadproof.judge.readings import TimedReadings
from loadproof.judge.timeline import Timeline
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.render.live_screen import LiveScreen
from loadproof.store.run_directory import RunDirectory
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import words_of

from ..judge.simulated_service import SimulatedShard, SimulatedTick, simulated_delta
from ..store.made_run import description_of

_FROM_S, _TO_S = 420, 1500
_OBJECTS_PER_S = 0.3
"""Nothing is kept for each second; caches and counters may still grow now and then."""


class _Heap(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    ]


@dataclass(frozen=True, slots=True)
class Held:
    """What is held more for each second: bytes of the C heap (the engine, SQLite, arrays), and small Python objects."""

    bytes_per_s: float
    objects_per_s: float


def _held() -> tuple[int, int]:
    told = ctypes.CDLL("libc.so.6").mallinfo2
    told.restype = _Heap
    gc.collect()
    heap = told()
    return int(heap.uordblks + heap.hblkhd), sys.getallocatedblocks()


def growth_of(each: Callable[[int], None]) -> Held:
    """What is held more after the warm-up, when `each` is called for every second."""
    for second in range(_FROM_S):
        each(second)
    before = _held()
    for second in range(_FROM_S, _TO_S):
        each(second)
    size, objects = ((late - early) / (_TO_S - _FROM_S) for early, late in zip(before, _held(), strict=True))
    return Held(size, objects)


class _Ticks:
    """A hundred calls a second, some of which fail in one of several ways, with times that vary."""

    def __init__(self) -> None:
        self._draw = random.Random(1)

    def __call__(self, second: int) -> SimulatedTick:
        times = Histogram()
        for _ in range(90):
            times.record_ms(self._draw.lognormvariate(1.0, 1.0))
        errors = {"reset": 4, f"status-{self._draw.randrange(400, 600)}": 6}
        delta = simulated_delta(second, 100, 90, (80,), 90, errors, response=times, service=times, wait=times)
        return SimulatedTick(second, (delta,), (SimulatedShard(3, cpu_s=0.2 * second),))


def test_the_account_of_a_trial() -> None:
    timeline, ticks = Timeline(("get",), (10.0,), 0.0, reach_s=11.0), _Ticks()
    held = growth_of(lambda second: timeline.add(ticks(second)))
    # Two tables, whole and of one operation, of nine columns of eight bytes, grown in steps.
    assert held.bytes_per_s < 400.0
    assert held.objects_per_s < _OBJECTS_PER_S


def test_the_store_of_a_run(tmp_path: Path) -> None:
    ticks = _Ticks()
    with RunWriter(RunDirectory.create("load", tmp_path / "run"), description_of()) as writer:
        writer.trial_started(1, Trial(Purpose.LOAD, 100.0, hold_s=float(_TO_S)), method="load")
        held = growth_of(lambda second: writer.tick(1, ticks(second)))
    assert held.bytes_per_s < 100.0
    assert held.objects_per_s < _OBJECTS_PER_S


def test_processes_of_others_that_come_and_go() -> None:
    followers: Followers[tuple[int, int]] = Followers()
    draw = random.Random(1)

    def each(second: int) -> None:
        lasting = {(number, 0): draw.random() for number in range(5)}
        brief = {(number, second): draw.random() for number in range(10)}
        followers.second(lasting | brief, lasting.keys() | brief.keys())

    held = growth_of(each)
    assert held.bytes_per_s < 20.0
    assert held.objects_per_s < _OBJECTS_PER_S


def test_seconds_that_others_disturb() -> None:
    disturbances = Disturbances()
    names = (("cc1", 0.9), ("rustc", 0.5))

    def each(second: int) -> None:
        machine = (
            MachineSecond(second, 1.4, 0.1, 0.9, 1.0, names) if second % 3 == 0 else MachineSecond(second, 0, 0, 0)
        )
        disturbances.add(machine, lambda _: [3] * 10)
        disturbances.second_ended(second, 3)

    held = growth_of(each)
    assert len(disturbances.spoiled(_TO_S)) > _TO_S // 3
    # Six numbers of eight bytes in each third second, grown in steps.
    assert held.bytes_per_s < 40.0
    assert held.objects_per_s < _OBJECTS_PER_S


def test_a_screen_that_shows_the_trial() -> None:
    screen = LiveScreen(Message.said("load"), StringIO(), words_of("en"))
    screen.trial_started(1, Trial(Purpose.LOAD, 100.0, hold_s=float(_TO_S)), 1)
    ticks = _Ticks()
    held = growth_of(lambda second: screen.tick(ticks(second), second + 1.0, float(_TO_S - second)))
    assert held.objects_per_s < _OBJECTS_PER_S


def test_readings_of_the_memory_of_a_service() -> None:
    kept = TimedReadings()
    held = growth_of(lambda second: kept.append(float(second), 64.0 + second))
    assert held.bytes_per_s < 40.0
    assert held.objects_per_s < _OBJECTS_PER_S
