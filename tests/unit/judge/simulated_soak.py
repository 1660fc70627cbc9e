"""A soak made by hand: calls of a known median, errors and memory, second by second."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from loadproof._engine import Histogram
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.plateau import PlateauSettings, Standard
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.steadiness import SoakTrends
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.methods.soak.judge import SoakJudge
from loadproof.system.runtime import Collector

from .simulated_service import ERRORS, SimulatedShard, SimulatedTick, p99_under, simulated_delta

SLOS = (p99_under(50.0), ERRORS)
_THRESHOLDS_MS = counted_thresholds_ms(SLOS)


@dataclass(frozen=True, slots=True)
class SimulatedSoak:
    """`rate` calls in each of `hold_s` seconds after `before_s` of ramp and settling.

    `median_ms` and `error_share` say of each second of the hold how its calls go; `swing` is the deviation of the
    logarithm of a second's median, besides that of its calls.
    """

    hold_s: int = 60
    rate: int = 100
    before_s: int = 5
    median_ms: Callable[[float], float] = lambda second: 5.0
    error_share: Callable[[float], float] = lambda second: 0.0
    swing: float = 0.03
    taken_cores: Callable[[float], float] = lambda second: 0.0
    """What others on the machine take in each second of the hold, for a part of which the service waits."""
    collector: Collector = Collector.NONE
    too_disturbed: bool = False
    """Whether too few seconds were clean, so that the others are judged too."""

    def run(self, memory_mib: Callable[[float], float] | None = None, seed: int = 1) -> tuple[Verdict, SoakTrends]:
        """The verdict and the trends of the soak, with the memory of one service."""
        return self.run_with([memory_mib] if memory_mib else [], seed)

    def run_with(self, memories_mib: Sequence[Callable[[float], float]], seed: int = 1) -> tuple[Verdict, SoakTrends]:
        """The verdict and the trends of the soak, with the memory of each service."""
        rng = np.random.default_rng(seed)
        timeline = Timeline(("call",), _THRESHOLDS_MS, self.before_s)
        end_s = self.before_s + self.hold_s
        timeline.close_span(end_s)
        settings = PlateauSettings(float(self.hold_s), early_pass=False, standard=Standard.HELD)
        judge = SoakJudge(SLOS, timeline, settings, float(self.rate))
        verdict: Verdict | None = None
        for second in range(end_s):
            tick = self._tick(second, rng)
            timeline.add(tick, machine=(self._machine(second),))
            judge.add(tick)
            verdict = judge.look(second + 1.0)
            if verdict is not None:
                timeline.close_span(second + 1)
                break
        closing = SimulatedTick(timeline.ended_s, (), (SimulatedShard(0),), last=True)
        timeline.add(closing)
        judge.add(closing)
        if self.too_disturbed:
            timeline.take_disturbed()
        services = {
            f"api{number or ''}": ServiceMemory(
                [(second + 0.4, mib(second)) for second in range(timeline.ended_s)], collector=self.collector
            )
            for number, mib in enumerate(memories_mib)
        }
        return verdict or judge.final(), judge.details(services)

    def _machine(self, second: int) -> MachineSecond:
        taken = self.taken_cores(second - self.before_s)
        return MachineSecond(second, taken, 0.0, 0.3 * taken, 0.5)

    def _tick(self, second: int, rng: np.random.Generator) -> SimulatedTick:
        held_s = float(second - self.before_s)
        # Before the span everything is a hundred times slower: nothing of it may count.
        median_ms = self.median_ms(held_s) * math.exp(rng.normal(0.0, self.swing)) if held_s >= 0 else 500.0
        errors = int(rng.binomial(self.rate, self.error_share(held_s))) if held_s >= 0 else 0
        times_ms = np.exp(rng.normal(math.log(median_ms), 0.3, self.rate - errors))
        response = Histogram()
        for time_ms in times_ms.tolist():
            response.record_ms(time_ms)
        within = tuple(int((times_ms <= threshold_ms).sum()) for threshold_ms in _THRESHOLDS_MS)
        failed = {"status-503": errors} if errors else {}
        answered = len(times_ms)
        delta = simulated_delta(second, self.rate, answered, within, answered, failed, response=response)
        return SimulatedTick(second, (delta,), (SimulatedShard(1),))
