"""Trials on a service that the engine simulates, in virtual time: run loop and judges are those of the product."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof._engine import Generator
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.validity import judged_valid
from loadproof.judge.verdict import State, Verdict
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.profile import Profile
from loadproof.plan.endpoint import NO_ENDPOINT
from loadproof.plan.engine_plan import engine_plan, trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.run.method_run import judging_of

__all__ = ["VirtualRun"]


class VirtualRun:
    """Trials one after the other; `took_s` counts the seconds of each as on real sockets, drain included."""

    def __init__(self, profile: Profile, service: Mapping[str, Any], settings: LoadSettings) -> None:
        """`service` is that of the contract of simulated targets (crates/loadproof-simulate/src/spec.rs)."""
        self._profile = profile
        self._settings = settings
        thresholds_ms = counted_thresholds_ms(profile.slos)
        plan = engine_plan(profile, NO_ENDPOINT, settings, thresholds_ms)
        plan["target"] = {"host": "simulated", "simulate": dict(service)}
        self._generator = Generator(json.dumps(plan))
        self._operations = [operation.name for operation in profile.operations]
        self._flows = [flow.name for flow in profile.flows]
        self._thresholds_ms = thresholds_ms
        self._number = 0
        self.took_s = 0.0

    def close(self) -> None:
        """Ends the shard."""
        self._generator.close()

    def run(self, trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        """The trial, ended as early as its judge lets it."""
        self._number += 1
        length_s = trial.ramp_s + trial.settle_s + trial.hold_s
        timeline = Timeline(self._operations, self._thresholds_ms, trial.ramp_s + trial.settle_s, self._flows)
        timeline.close_span(math.ceil(length_s))
        judging = judging_of(trial, self._profile, history, timeline)
        drain_s = self._profile.timeout_s + 1.0
        self._generator.start(json.dumps(trial_plan(trial, self._number, self._settings, drain_s)))
        early: Verdict | None = None
        while True:
            tick = self._generator.tick(1.0)
            if tick is None:
                continue
            timeline.add(tick)
            if tick.last:
                break
            if early is not None or trial.purpose is Purpose.LOAD or tick.second + 1 >= length_s:
                continue
            early = judging.judge.look(tick.second + 1)
            if early is not None:
                timeline.close_span(tick.second + 1)
                end = self._generator.stop if early.state is State.FAILED else self._generator.finish
                end()
        # On real sockets a load ends as soon as it is told to; in virtual time the second that began goes by.
        self.took_s += max(timeline.ended_s, tick.second) - (early is not None)
        verdict = early or judging.judge.final()
        measurement = replace(timeline.measurement(), doubts=tuple(judging.doubts()))
        verdict, measurement = judged_valid(verdict, measurement, self._profile.slos, timeline.generator)
        return TrialResult(trial, measurement, verdict)
