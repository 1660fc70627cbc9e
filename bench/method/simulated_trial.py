"""Trials of a method against a simulated service: the engine in virtual time, judged as the product judges."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from loadproof._engine import Generator
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.recovery import RecoveryJudge
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.method.capacity import baseline
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo

from bench.method.simulated_plan import TIMEOUT_S, generator_plan, trial_plan

__all__ = ["SimulatedStand"]

_PATIENCE_S = 60.0


class SimulatedStand:
    """A simulated service under the engine's run loop; a context manager that owns the generator."""

    def __init__(self, service: Mapping[str, Any], slos: Sequence[Slo], seed: int) -> None:
        """`service` in the words of the plan's `simulate`; `seed` stands for its own."""
        self.slos = tuple(slos)
        self.load_s = 0
        """Seconds of load so far."""
        self._seed = seed
        self._trials = 0
        self._thresholds_ms = counted_thresholds_ms(slos)
        thresholds_ns = [round(threshold_ms * 1e6) for threshold_ms in self._thresholds_ms]
        plan = generator_plan(service, thresholds_ns, seed)
        self._generator = Generator(json.dumps(plan))

    def __enter__(self) -> "SimulatedStand":
        return self

    def __exit__(self, *_: object) -> None:
        self._generator.close()

    def run(
        self, trial: Trial, history: Sequence[TrialResult] = (), settings: PlateauSettings | None = None
    ) -> TrialResult:
        """One trial, judged as in a search of this history, or by the `settings` of a plateau."""
        before_s = trial.ramp_s + trial.settle_s
        length_s = math.ceil(before_s + trial.hold_s)
        timeline = Timeline(("call",), self._thresholds_ms, before_s)
        timeline.close_span(length_s)
        judge = self._judge(trial, history, settings, timeline)
        self._generator.start(json.dumps(self._trial_plan(trial, length_s)))
        verdict = None
        while True:
            tick = self._generator.tick(_PATIENCE_S)
            if tick is None:
                raise TimeoutError(f"the simulated second took more than {_PATIENCE_S:g} s")
            timeline.add(tick)
            if tick.last:
                break
            if verdict is not None or tick.second + 1 >= length_s:
                continue
            verdict = judge.look(tick.second + 1.0)
            if verdict is not None:
                timeline.close_span(tick.second + 1)
                if verdict.state is State.FAILED:
                    self._generator.stop()
                else:
                    self._generator.finish()
        self.load_s += timeline.span_stop
        return TrialResult(trial, timeline.measurement(), verdict or judge.final())

    def _judge(
        self, trial: Trial, history: Sequence[TrialResult], settings: PlateauSettings | None, timeline: Timeline
    ) -> PlateauJudge | RecoveryJudge:
        before = baseline(history)
        if trial.purpose is Purpose.RECOVER and before is not None:
            return RecoveryJudge(self.slos, timeline, before.measurement)
        return PlateauJudge(self.slos, timeline, settings or plateau_settings(trial, TIMEOUT_S))

    def _trial_plan(self, trial: Trial, length_s: int) -> dict[str, Any]:
        self._trials += 1
        rate = trial.rate or 0.0
        stretches = [(trial.ramp_from, rate, trial.ramp_s), (rate, rate, length_s - trial.ramp_s)]
        return trial_plan(stretches, self._seed * 1_000_003 + self._trials)
