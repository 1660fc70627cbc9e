"""Services simulated by numpy on a machine that others disturb, and what the kernel would tell of each second of it."""

import bisect
import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from loadproof.judge.disturbance import Background, Disturbances, MachineSecond
from loadproof.judge.plan_doubts import PlanReading
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.slo import Slo
from loadproof.trial.judging import Assessment, Judging, clean_first
from loadproof.trial.observer import SeenBeside
from numpy.typing import NDArray

from tests.unit.judge.simulated_service import (
    ERRORS,
    TIMEOUT_S,
    KnownService,
    QueueService,
    Times,
    p99_under,
    ticks_of,
)

__all__ = ["Burst", "DisturbedPlateau", "KnownUsers", "at_random", "periodic"]

_GRID_PER_S = 1000
_DRAIN_S = 11.0


@dataclass(frozen=True, slots=True)
class Burst:
    """From `begin_s` on, for `length_s`, somebody else takes `cores` of the core that the service works on."""

    begin_s: float
    length_s: float
    cores: float
    is_stolen: bool = False
    """By the hypervisor: no process takes it, and nobody of ours is seen to wait."""


@dataclass(frozen=True, slots=True)
class KnownUsers:
    """Closed users of a service, each with a pause of exponential length between its calls.

    `capacity` of them are as many as make 1 % of the calls take longer than `threshold_ms`.
    """

    name: str
    service: QueueService
    threshold_ms: float
    capacity: float
    pause_s: float = 1.0

    @property
    def slos(self) -> tuple[Slo, ...]:
        """The SLOs it is judged by; users have no rate to be kept."""
        return (p99_under(self.threshold_ms), ERRORS)


def periodic(length_s: float, period_s: float, cores: float, first_s: float, until_s: float) -> list[Burst]:
    """A burst every `period_s`."""
    return [Burst(begin_s, length_s, cores) for begin_s in np.arange(first_s, until_s, period_s).tolist()]


def at_random(rng: np.random.Generator, until_s: float) -> list[Burst]:
    """One to three bursts of 10 to 100 % of a core and 2 to 60 s, at random moments."""
    return [
        Burst(rng.uniform(0.0, until_s), math.exp(rng.uniform(math.log(2.0), math.log(60.0))), rng.uniform(0.1, 1.0))
        for _ in range(int(rng.integers(1, 4)))
    ]


@dataclass(frozen=True, slots=True)
class DisturbedPlateau:
    """One plateau of a service that works on one core, beside bursts that take of it.

    The service's own time stands still by the part that others take: a call needs as much of it as ever. What it waits
    for the processor is told as the kernel would tell it: of the time in which it had work, the part that others took.
    """

    known: KnownService | KnownUsers
    bursts: Sequence[Burst] = ()
    settle_s: float = 2.0
    settings: PlateauSettings = field(default_factory=lambda: PlateauSettings(60.0))
    slowing: float = 0.0
    """A drift: by so much more work is each call at the end of the plateau than at its begin, in parts."""
    usual_cores: float = 0.0
    """What others take all the time."""
    known_s: int = 0
    """For so many seconds before the plateau the run has seen that."""
    stolen_share: float = 0.0
    """The hypervisor takes this part of what the service would use, in tenths of a second from nothing to twice it."""
    failing: str | None = None
    """Every call fails with this error kind."""
    is_watched: bool = True
    """Whether the judge is told of the machine at all."""

    def background(self) -> Background:
        """What a run knows of the machine before its first plateau."""
        background = Background()
        background.rested(self.usual_cores, self.known_s)
        return background

    def run(
        self, rng: np.random.Generator, load: float, background: Background | None = None
    ) -> tuple[Verdict, Timeline, tuple[str, ...]]:
        """The verdict, the timeline it rests on, and the codes of its doubts; `load` in calls/s, or in users.

        `background` is that of a run that had plateaus before; None: this is its first.
        """
        slos = self.known.slos
        thresholds_ms = counted_thresholds_ms(slos)
        background = background or self.background()
        disturbances = Disturbances(background, load)
        timeline = Timeline(("call",), thresholds_ms, self.settle_s, reach_s=_DRAIN_S, disturbances=disturbances)
        plateau_s = math.ceil(self.settle_s + self.settings.hold_s)
        judge = PlateauJudge(slos, timeline, self.settings)
        users = round(load) if isinstance(self.known, KnownUsers) else 0
        trial = Trial(Purpose.SEARCH, 0.0 if users else load, self.settings.hold_s, self.settle_s, users=users)
        judging = clean_first(Judging(judge, judge.doubts), trial, timeline)
        arrivals, responses, machine = self._calls(rng, load, plateau_s)
        timeline.close_span(plateau_s)
        early = None
        failed = np.full(len(arrivals), self.failing is not None)
        for tick in ticks_of(arrivals, responses, failed, thresholds_ms, plateau_s, self.failing or "timeout"):
            told = (machine[tick.second],) if self.is_watched and not tick.last else ()
            timeline.add(tick, machine=told)
            if not tick.last:
                early = judging.judge.look(tick.second + 1.0)
            if early is not None:
                timeline.close_span(tick.second + 1)
                break
        plan = PlanReading(shortest_timeout_s=TIMEOUT_S)
        result = Assessment(timeline, judging, slos, plan).result(trial, early, SeenBeside(), interrupted=False)
        return result.verdict, timeline, tuple(doubt.code for doubt in result.measurement.doubts)

    def responses(self, rng: np.random.Generator, load: float, plateau_s: int) -> Times:
        """The response times in s of all calls, in their order."""
        return self._calls(rng, load, plateau_s)[1]

    def _calls(self, rng: np.random.Generator, load: float, plateau_s: int) -> tuple[Times, Times, list[MachineSecond]]:
        """Due times, response times, and what is told of each second."""
        horizon_s = plateau_s + 120
        grid_s = np.arange(horizon_s * _GRID_PER_S) / _GRID_PER_S
        foreign, stolen = np.full(len(grid_s), self.usual_cores), np.zeros(len(grid_s))
        for burst in self.bursts:
            taken = stolen if burst.is_stolen else foreign
            taken[(grid_s >= burst.begin_s) & (grid_s < burst.begin_s + burst.length_s)] += burst.cores
        robbed = np.zeros(len(grid_s))
        if self.stolen_share:
            slices = rng.uniform(0.0, 2.0 * self.stolen_share, 10 * horizon_s)
            robbed = np.repeat(slices, _GRID_PER_S // 10)
        # Two that want a core each get half of it each.
        shared = np.maximum(1.0 - np.minimum(foreign, 1.0), 0.5)
        speed = shared * (1.0 - np.minimum(stolen + robbed, 0.95))
        at_work = speed / (1.0 + self.slowing * np.minimum(grid_s / plateau_s, 1.0))
        own_s = np.concatenate(([0.0], np.cumsum(at_work) / _GRID_PER_S))
        ends_s = np.concatenate((grid_s, [float(horizon_s)]))
        if isinstance(self.known, KnownUsers):
            arrivals, done_s = _closed(rng, self.known, round(load), plateau_s, own_s)
        else:
            arrivals = self.known.service.arrivals(rng, load, plateau_s)
            begun_s = np.interp(arrivals, ends_s, own_s)
            responses_s = self.known.service.responses(rng, begun_s)
            done_s = np.interp(begun_s + responses_s, own_s, ends_s)
        has_work = _has_work(arrivals, done_s, len(grid_s))
        waited = np.where(has_work, (1.0 - shared) * (1.0 - np.minimum(stolen, 0.95)), 0.0)
        stolen += np.where(has_work, robbed, 0.0)
        machine = []
        for second in range(plateau_s):
            of = slice(second * _GRID_PER_S, (second + 1) * _GRID_PER_S)
            used = float((has_work[of] * speed[of]).mean())
            told = (float(foreign[of].mean()), float(stolen[of].mean()), float(waited[of].mean()), used)
            machine.append(MachineSecond(second, *told))
        return arrivals, done_s - arrivals, machine


def _has_work(arrivals: Times, done_s: Times, ticks: int) -> NDArray[np.bool_]:
    at_work = np.zeros(ticks + 1)
    np.add.at(at_work, np.minimum((arrivals * _GRID_PER_S).astype(int), ticks), 1.0)
    np.add.at(at_work, np.minimum((done_s * _GRID_PER_S).astype(int), ticks), -1.0)
    found: NDArray[np.bool_] = np.cumsum(at_work)[:-1] > 0.0
    return found


def _closed(
    rng: np.random.Generator, known: KnownUsers, users: int, plateau_s: int, own_s: Times
) -> tuple[Times, Times]:
    """Calls of users one after the other, due and done; the service's own time goes by `own_s`, on the grid."""
    service, horizon_s = known.service, (len(own_s) - 1) / _GRID_PER_S
    own = own_s.tolist()
    coming = sorted(rng.exponential(known.pause_s, users).tolist())
    free = [0.0] * service.servers
    arrivals, ends = [], []
    while coming and coming[0] < plateau_s:
        due_s = coming[0]
        tick = int(due_s * _GRID_PER_S)
        begun = own[tick] + (own[tick + 1] - own[tick]) * (due_s * _GRID_PER_S - tick)
        end = max(begun, free[0]) + service.service_s * _factor(rng, service.spread)
        heapq.heapreplace(free, end)
        done_s = _wall_s(own, end, tick, horizon_s)
        arrivals.append(due_s)
        ends.append(done_s)
        # A user gives up after its timeout.
        heapq.heapreplace(coming, min(done_s, due_s + TIMEOUT_S) + rng.exponential(known.pause_s))
    return np.array(arrivals), np.array(ends)


def _factor(rng: np.random.Generator, spread: str) -> float:
    if spread == "fixed":
        return 1.0
    return float(rng.exponential()) if spread == "exponential" else math.exp(rng.normal(-0.5, 1.0))


def _wall_s(own: list[float], end: float, tick: int, horizon_s: float) -> float:
    place = bisect.bisect_left(own, end, tick)
    if place >= len(own):
        return horizon_s
    before = own[place - 1]
    return (place - 1 + (end - before) / max(own[place] - before, 1e-12)) / _GRID_PER_S
