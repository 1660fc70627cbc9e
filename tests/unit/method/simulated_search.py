"""A whole capacity search against a simulated service."""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.plateau import PlateauJudge
from loadproof.judge.recovery import RecoveryJudge
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.method.capacity import Capacity, baseline
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.method import Answer
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo

from ..judge.simulated_service import TIMEOUT_S, QueueService, ticks_of


@dataclass(frozen=True, slots=True)
class Search:
    """A finished search: its answer, its trials, and the seconds of load they took."""

    answer: Answer
    history: tuple[TrialResult, ...]
    load_s: float


def run_search(
    service: QueueService, slos: tuple[Slo, ...], settings: CapacitySettings, rng: np.random.Generator
) -> Search:
    """Runs every trial that the method asks for; a trial begins with the queue empty, as after a recovery."""
    capacity, history, load_s = Capacity(settings), list[TrialResult](), 0.0
    while True:
        step = capacity.next(history)
        if isinstance(step, Answer):
            return Search(step, tuple(history), load_s)
        verdict, timeline = _run_trial(service, slos, step, history, rng)
        history.append(TrialResult(step, timeline.measurement(), verdict))
        load_s += timeline.ended_s


def _run_trial(
    service: QueueService,
    slos: tuple[Slo, ...],
    trial: Trial,
    history: list[TrialResult],
    rng: np.random.Generator,
) -> tuple[Verdict, Timeline]:
    thresholds_ms = counted_thresholds_ms(slos)
    before_s = round(trial.ramp_s + trial.settle_s)
    plateau_s = before_s + round(trial.hold_s)
    timeline = Timeline(("call",), thresholds_ms, before_s)
    before = baseline(history)
    judge: PlateauJudge | RecoveryJudge
    if trial.purpose is Purpose.RECOVER and before is not None:
        judge = RecoveryJudge(slos, timeline, before.measurement)
    else:
        judge = PlateauJudge(slos, timeline, plateau_settings(trial, TIMEOUT_S))
    rate = trial.rate or 0.0
    arrivals = service.arrivals(rng, rate, plateau_s)
    responses = service.responses(rng, arrivals)
    failing = service.failing_share if rate > service.failing_above else 0.0
    timeline.close_span(plateau_s)
    for tick in ticks_of(arrivals, responses, rng.random(len(arrivals)) < failing, thresholds_ms, plateau_s):
        timeline.add(tick)
        if tick.last:
            break
        verdict = judge.look(tick.second + 1.0)
        if verdict is not None:
            return verdict, timeline
    return judge.final(), timeline
