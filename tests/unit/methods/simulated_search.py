"""A whole capacity search against a simulated service."""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.timeline import Timeline
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer
from loadproof.trial.judging import Assessment, judging_of
from loadproof.trial.loop import run_trial

from ..judge.simulated_service import TIMEOUT_S, QueueService, ticks_of
from ..trial.made_generator import MadeGenerator


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
        result, took_s = _run_trial(service, slos, step, history, rng)
        history.append(result)
        load_s += took_s


def _run_trial(
    service: QueueService,
    slos: tuple[Slo, ...],
    trial: Trial,
    history: list[TrialResult],
    rng: np.random.Generator,
) -> tuple[TrialResult, int]:
    thresholds_ms = counted_thresholds_ms(slos)
    before_s = round(trial.ramp_s + trial.settle_s)
    plateau_s = before_s + round(trial.hold_s)
    timeline = Timeline(("call",), thresholds_ms, before_s)
    rate = trial.rate or 0.0
    arrivals = service.arrivals(rng, rate, plateau_s)
    responses = service.responses(rng, arrivals)
    failing = service.failing_share if rate > service.failing_above else 0.0
    failed = rng.random(len(arrivals)) < failing
    generator = MadeGenerator(ticks_of(arrivals, responses, failed, thresholds_ms, plateau_s))
    judging = judging_of(trial, _Judged(slos), history, timeline)
    return run_trial(generator, trial, Assessment(timeline, judging, slos)), timeline.ended_s


@dataclass(frozen=True, slots=True)
class _Judged:
    slos: tuple[Slo, ...]
    timeout_s: float = TIMEOUT_S
