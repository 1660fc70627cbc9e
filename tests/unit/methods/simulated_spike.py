"""Spikes on simulated queues whose recovery is known: that of the last call that the spike made slow."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.methods.spike.judge import SpikeJudge
from loadproof.methods.spike.machine import Spike, SpikeSettings
from loadproof.methods.trial import Trial

from tests.unit.judge.simulated_service import ERRORS, Times, p99_under, ticks_of

__all__ = ["SLOS", "SeenSpike", "SpikedService", "first_trial"]

_THRESHOLD_S = 0.1
SLOS = (p99_under(1000.0 * _THRESHOLD_S), ERRORS)


@dataclass(frozen=True, slots=True)
class SeenSpike:
    """Verdict and recovery of one spike; `truth_s`: due time of the last call it made slow, after its end."""

    verdict: Verdict
    recovery_s: float | None
    truth_s: float


def first_trial(settings: SpikeSettings) -> Trial:
    """The trial of one spike."""
    trial = Spike(settings).next(())
    assert isinstance(trial, Trial)
    return trial


def _even(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return np.full(calls, mean_s)


@dataclass(frozen=True, slots=True)
class SpikedService:
    """One server with a FIFO queue; in the last `frozen_s` of every `period_s` nothing is answered."""

    service_s: float
    law: Callable[[np.random.Generator, float, int], Times] = _even
    """Service times, by their mean and number."""
    frozen_s: float = 0.0
    period_s: float = 10.0

    def spiked(
        self,
        settings: SpikeSettings,
        rng: np.random.Generator,
        taken_cores: Callable[[int], float] = lambda second: 0.0,
    ) -> SeenSpike:
        """Judge one spike."""
        trial = first_trial(settings)
        before, spike, after = trial.spans
        baseline, watched = (range(round(span.begin_s), round(span.end_s)) for span in (before, after))
        length_s = round(trial.load_s)
        base = self._poisson(rng, settings.base_rate, 0.0, length_s)
        more = self._poisson(rng, settings.rate - settings.base_rate, spike.begin_s, spike.end_s)
        # The ramp begins at 0.
        base = base[(base > before.begin_s) | (rng.random(len(base)) * before.begin_s < base)]
        services = self.law(rng, self.service_s, len(base) + len(more))
        arrivals = np.concatenate([base, more])
        order = np.argsort(arrivals, kind="stable")
        arrivals = arrivals[order]
        responses = self._responses(arrivals, services[order])
        alone = self._responses(base, services[: len(base)])
        of_base = responses[np.argsort(order)][: len(base)]
        slower = base[(of_base > _THRESHOLD_S) & (alone <= _THRESHOLD_S) & (base > after.begin_s)]
        truth_s = float(slower[-1]) - after.begin_s if len(slower) else 0.0
        thresholds_ms = counted_thresholds_ms(SLOS)
        timeline = Timeline(("call",), thresholds_ms, 0.0)
        timeline.close_span(length_s)
        judge = SpikeJudge(SLOS, timeline, baseline, watched)
        for tick in ticks_of(arrivals, responses, np.zeros(len(arrivals), dtype=bool), thresholds_ms, length_s):
            taken = () if tick.last else (MachineSecond(tick.second, taken_cores(tick.second), 0.0, None),)
            timeline.add(tick, machine=taken)
        return SeenSpike(judge.final(), judge.details({}).after_s, truth_s)

    @staticmethod
    def _poisson(rng: np.random.Generator, rate: float, begin_s: float, end_s: float) -> Times:
        number = rng.poisson(rate * (end_s - begin_s))
        return np.sort(begin_s + rng.random(number) * (end_s - begin_s))

    def _responses(self, arrivals: Times, services: Times) -> Times:
        """Lindley's recursion by a running maximum; what would be answered in a pause is answered at its end."""
        ends = np.cumsum(services)
        done = ends + np.maximum.accumulate(arrivals - (ends - services))
        if self.frozen_s:
            until_pause_s = self.period_s - self.frozen_s
            phase = done % self.period_s
            done = np.where(phase > until_pause_s, done - phase + self.period_s, done)
        result: Times = done - arrivals
        return result
