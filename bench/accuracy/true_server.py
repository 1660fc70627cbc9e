"""Servers for a replay: what each would have answered, and when, by the service times that it logged."""

import heapq
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from bench.accuracy.server_log import ServerLog

__all__ = ["Answer", "DyingServer", "FifoServer", "FreezingServer", "IndependentServer", "TrueServer"]

_ANSWERED = "200"
_STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class Answer:
    """When a call had its answer (ns; None: never), and whether it was a good one."""

    at_ns: int | None
    is_good: bool


class TrueServer(Protocol):
    """Takes calls in the order in which they are sent."""

    def serve(self, call: int, at_ns: int) -> Answer:
        """The answer to a call that is sent at `at_ns`, on the time axis of the replay."""


@dataclass(slots=True)
class IndependentServer:
    """A server whose calls do not meet: each takes as long as it was logged to take."""

    log: ServerLog
    _usual_ns: int = field(init=False)

    def __post_init__(self) -> None:
        times = [call.turnaround_ns for call in self.log.calls.values() if call.sent_ns is not None]
        self._usual_ns = int(np.median(times)) if times else 0

    def serve(self, call: int, at_ns: int) -> Answer:
        """A call that the server never saw takes the median time."""
        served = self.log.calls.get(call)
        if served is None:
            return Answer(at_ns + self._usual_ns, is_good=True)
        if served.outcome == _STALLED:
            return Answer(None, is_good=False)
        return Answer(at_ns + served.turnaround_ns, served.outcome == _ANSWERED)


@dataclass(slots=True)
class FifoServer:
    """c workers behind one queue, first come first served: a call holds a worker for its logged service time."""

    log: ServerLog
    workers: int
    _free_ns: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._free_ns = [0] * self.workers

    def serve(self, call: int, at_ns: int) -> Answer:
        """On the worker that is free first; the answer leaves as much behind its plan as was logged."""
        served = self.log.calls.get(call) or next(iter(self.log.calls.values()))
        end_ns = max(at_ns, heapq.heappop(self._free_ns)) + served.service_ns
        heapq.heappush(self._free_ns, end_ns)
        return Answer(end_ns + served.behind_ns, is_good=True)


@dataclass(slots=True)
class FreezingServer:
    """Stands still in the last `frozen_ns` of each period, which the first call of all begins."""

    log: ServerLog
    period_ns: int
    frozen_ns: int
    _began_ns: int | None = None
    _delay_ns: int = field(init=False)

    def __post_init__(self) -> None:
        # A service that met no freeze shows the time that is served.
        self._delay_ns = min(call.service_ns for call in self.log.calls.values())

    def serve(self, call: int, at_ns: int) -> Answer:
        """What is left of a service waits for the end of the freeze."""
        if self._began_ns is None:
            self._began_ns = at_ns
        at_ns, left_ns = self._thawed(at_ns), self._delay_ns
        while left_ns > (room_ns := self.period_ns - self.frozen_ns - self._phase(at_ns)):
            left_ns -= room_ns
            at_ns = self._thawed(at_ns + room_ns)
        served = self.log.calls.get(call)
        return Answer(at_ns + left_ns + (served.behind_ns if served else 0), is_good=True)

    def _phase(self, at_ns: int) -> int:
        return (at_ns - (self._began_ns or 0)) % self.period_ns

    def _thawed(self, at_ns: int) -> int:
        phase_ns = self._phase(at_ns)
        return at_ns if phase_ns < self.period_ns - self.frozen_ns else at_ns + self.period_ns - phase_ns


@dataclass(slots=True)
class DyingServer:
    """A server of independent calls that dies so long after its first call."""

    log: ServerLog
    _calls: IndependentServer = field(init=False)
    _life_ns: int = field(init=False)
    _first_ns: int | None = None

    def __post_init__(self) -> None:
        self._calls = IndependentServer(self.log)
        arrivals = [call.arrival_ns for call in self.log.calls.values()]
        self._life_ns = (self.log.death_ns or max(arrivals)) - min(arrivals)

    def serve(self, call: int, at_ns: int) -> Answer:
        """Good until the death; what is open then fails then, what comes later fails at once."""
        if self._first_ns is None:
            self._first_ns = at_ns
        death_ns = self._first_ns + self._life_ns
        answer = self._calls.serve(call, at_ns)
        if answer.at_ns is not None and answer.at_ns <= death_ns:
            return answer
        return Answer(max(at_ns, death_ns), is_good=False)
