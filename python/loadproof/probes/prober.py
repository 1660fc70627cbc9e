"""Reads all probes once a second beside the load, at a cost that is measured."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from loadproof.model.message import Message
from loadproof.probes.lane import Lane
from loadproof.probes.probe import Probe
from loadproof.probes.reading import Reading
from loadproof.probes.rhythm import Rhythm
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.system.growth import per_second

__all__ = ["Prober"]

_MOST_READINGS = 200_000
"""Readings kept while none are taken out: an hour of fifty series."""
_MOST_ACTIVITIES = 5_000
_END_PATIENCE_S = 2.0


class Prober:
    """A context manager: one thread reads the quick probes, each slow one has its own. Never raises for a probe.

    Adds `probes` `cost_cores` (processor time of all these threads) and `round_ms` (of the quick probes together), both
    of the round before.
    """

    def __init__(self, probes: Sequence[Probe], clock: Callable[[], float] = time.monotonic) -> None:
        """Without probes there is no thread and no reading."""
        self._rhythm = Rhythm(clock)
        self._readings: deque[tuple[float, Reading]] = deque(maxlen=_MOST_READINGS)
        self._activities: deque[DatabaseActivity] = deque(maxlen=_MOST_ACTIVITIES)
        self._lock = threading.Lock()
        self._lanes: list[Lane] = []
        quick = [probe for probe in probes if not probe.slow]
        lanes = [[_Cost(self._lanes), *quick]] if probes else []
        lanes += [[probe] for probe in probes if probe.slow]
        for lane in lanes:
            self._lanes.append(Lane(lane[-1].name, lane, self._rhythm, clock, self._take, self._keep))

    def __enter__(self) -> Self:
        for lane in self._lanes:
            lane.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._rhythm.stop()
        for lane in self._lanes:
            lane.join(_END_PATIENCE_S)

    def align(self, began_monotonic_s: float) -> None:
        """From now on one round at each whole second since then, so that readings stand beside the windows.

        Counters get a new baseline now; a rate that is read at second n is that of the window n - 1.
        """
        self._rhythm.align(began_monotonic_s)

    def conclude(self, within_s: float) -> None:
        """The trial has ended: intervals under way end now, and are waited for until `within_s` have passed.

        Readings go on as before.
        """
        observing = [lane for lane in self._lanes if lane.observes]
        if not observing:
            return
        until_s = time.monotonic() + within_s
        self._rhythm.end()
        for lane in observing:
            lane.await_conclusion(max(0.0, until_s - time.monotonic()))

    def activities(self) -> list[DatabaseActivity]:
        """Return the intervals of databases that ended since the last call, on the monotonic clock."""
        with self._lock:
            ended = list(self._activities)
            self._activities.clear()
        return ended

    def rest(self) -> None:
        """Nothing is read until the next alignment; what was read and not taken is gone."""
        self._rhythm.rest()
        self.drain()

    def drain(self) -> list[tuple[float, Reading]]:
        """Return the readings since the last call, each with the monotonic time at which its round began."""
        with self._lock:
            drained = list(self._readings)
            self._readings.clear()
        return drained

    def doubts(self) -> list[Doubt]:
        """Return doubts about what could not be read, how often, and why; also after the end."""
        return [Doubt(DoubtCode.SHORT_PROBE, text) for lane in self._lanes for text in lane.shortcomings()]

    def _take(self, readings: Sequence[tuple[float, Reading]]) -> None:
        with self._lock:
            self._readings.extend(readings)

    def _keep(self, activities: Sequence[DatabaseActivity]) -> None:
        with self._lock:
            self._activities.extend(activities)


class _Cost:
    """Probe of the cost of probing: processor time of all lanes, and time of the quick probes' last round."""

    name = "probes"
    slow = False

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self._lanes = lanes
        self._before: tuple[float, float] | None = None

    def read(self, now_s: float) -> list[Reading]:
        cpu_s = sum(lane.cpu_s for lane in self._lanes)
        readings = []
        if self._before is not None:
            readings.append(Reading(self.name, "round_ms", "ms", self._lanes[0].round_s * 1e3))
            cores = per_second(self._before[0], cpu_s, now_s - self._before[1])
            readings += [] if cores is None else [Reading(self.name, "cost_cores", "cores", cores)]
        self._before = (cpu_s, now_s)
        return readings

    def shortfalls(self) -> Sequence[Message]:
        return ()
