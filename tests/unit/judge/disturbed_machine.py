"""Services simulated by numpy on a machine that others disturb, and what the kernel would tell of each second of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.plan_doubts import PlanReading
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.method.trial import Purpose, Trial
from loadproof.trial.judging import Assessment, Judging, clean_first
from loadproof.trial.observer import SeenBeside

from tests.unit.judge.simulated_service import TIMEOUT_S, KnownService, Times, ticks_of

__all__ = ["Burst", "DisturbedPlateau", "at_random", "periodic"]

_GRID_PER_S = 1000
_DRAIN_S = 11.0


@dataclass(frozen=True, slots=True)
class Burst:
    """From `begin_s` on, for `length_s`, somebody else takes `cores` of the core that the service works on."""

    begin_s: float
    length_s: float
    cores: float


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

    known: KnownService
    bursts: Sequence[Burst] = ()
    settle_s: float = 2.0
    settings: PlateauSettings = field(default_factory=lambda: PlateauSettings(60.0))
    growth: float = 0.0
    """A leak: by so much longer is each call at the end of the plateau than at its begin, in parts."""
    usual_cores: float = 0.0
    """What others take all the time."""
    is_watched: bool = True
    """Whether the judge is told of the machine at all."""

    def run(self, rng: np.random.Generator, rate: float) -> tuple[Verdict, Timeline, tuple[str, ...]]:
        """The verdict, the timeline it rests on, and the codes of its doubts."""
        slos = self.known.slos
        thresholds_ms = counted_thresholds_ms(slos)
        timeline = Timeline(("call",), thresholds_ms, self.settle_s, reach_s=_DRAIN_S)
        plateau_s = math.ceil(self.settle_s + self.settings.hold_s)
        judge = PlateauJudge(slos, timeline, self.settings)
        trial = Trial(Purpose.SEARCH, rate, self.settings.hold_s, self.settle_s)
        judging = clean_first(Judging(judge, judge.doubts), trial, timeline)
        arrivals = self.known.service.arrivals(rng, rate, plateau_s)
        responses, machine = self._responses(rng, arrivals, plateau_s)
        timeline.close_span(plateau_s)
        early = None
        failed = np.zeros(len(arrivals), dtype=np.bool_)
        for tick in ticks_of(arrivals, responses, failed, thresholds_ms, plateau_s):
            told = (machine[tick.second],) if self.is_watched and not tick.last else ()
            timeline.add(tick, machine=told)
            if not tick.last:
                early = judging.judge.look(tick.second + 1.0)
            if early is not None:
                timeline.close_span(tick.second + 1)
                break
        plan = PlanReading(shortest_timeout_s=TIMEOUT_S)
        result = Assessment(timeline, judging, slos, plan).result(trial, early, SeenBeside(), interrupted=False)
        return result.verdict, timeline, tuple(doubt.kind.code for doubt in result.measurement.doubts)

    def _responses(
        self, rng: np.random.Generator, arrivals: Times, plateau_s: int
    ) -> tuple[Times, list[MachineSecond]]:
        horizon_s = plateau_s + 120
        grid_s = np.arange(horizon_s * _GRID_PER_S) / _GRID_PER_S
        taken = np.full(len(grid_s), self.usual_cores)
        for burst in self.bursts:
            taken[(grid_s >= burst.begin_s) & (grid_s < burst.begin_s + burst.length_s)] += burst.cores
        # Two that want a core each get half of it each.
        speed = np.maximum(1.0 - np.minimum(taken, 1.0), 0.5)
        own_s = np.concatenate(([0.0], np.cumsum(speed) / _GRID_PER_S))
        ends_s = np.concatenate((grid_s, [float(horizon_s)]))
        begun_s = np.interp(arrivals, ends_s, own_s)
        responses_s = self.known.service.responses(rng, begun_s)
        if self.growth:
            responses_s = responses_s * (1.0 + self.growth * arrivals / plateau_s)
        done_s = np.interp(begun_s + responses_s, own_s, ends_s)
        at_work = np.zeros(len(grid_s) + 1)
        np.add.at(at_work, np.minimum((arrivals * _GRID_PER_S).astype(int), len(grid_s)), 1.0)
        np.add.at(at_work, np.minimum((done_s * _GRID_PER_S).astype(int), len(grid_s)), -1.0)
        has_work = np.cumsum(at_work)[:-1] > 0.0
        lost = np.where(has_work, 1.0 - speed, 0.0)
        machine = []
        for second in range(plateau_s):
            of = slice(second * _GRID_PER_S, (second + 1) * _GRID_PER_S)
            used = float((has_work[of] * speed[of]).mean())
            machine.append(MachineSecond(second, float(taken[of].mean()), 0.0, float(lost[of].mean()), used))
        return done_s - arrivals, machine
