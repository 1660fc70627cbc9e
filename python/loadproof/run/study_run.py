"""A whole study: each variant is stood up, its methods run one after the other, and everything is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.errors import InputError
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.probes.chosen import chosen_probes
from loadproof.probes.prober import Prober
from loadproof.run.ending import end_run
from loadproof.run.endpoint import NO_ENDPOINT, reach
from loadproof.run.engine_plan import engine_plan
from loadproof.run.host import CpuTimes
from loadproof.run.opening import OpenRun, described, open_run
from loadproof.run.plan_reading import secrets_of
from loadproof.run.session import Session
from loadproof.run.settings import LoadSettings
from loadproof.run.simulated_run import run_simulated
from loadproof.run.stand_watch import StandWatch
from loadproof.run.study_shown import study_shown
from loadproof.run.variant_run import VariantRun
from loadproof.run.virtual_clock import VirtualClock
from loadproof.stand.placement import generator_cpus
from loadproof.stand.stand import Stand
from loadproof.study.methods import METHOD_NAMES
from loadproof.study.secret import profile_with_secrets
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.study.target import parse_target

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["run_study"]


def run_study(
    study: Study, out: Path | None, idle_since: CpuTimes, verb: str = "run", language: str = "en"
) -> RunOutcome:
    """Runs every method on every variant.

    Raises InputError where nothing could be run at all, EngineFault when the generator cannot go on. A variant that
    does not start is kept as such, and the next one is run.
    """
    is_simulated = study.variants[0].stand.driver is Driver.SIMULATE
    # Virtual time has one thread: it is the order of events that makes it.
    settings = LoadSettings.of(study.arrivals, study.connections, 1 if is_simulated else None, study.seed)
    plan = engine_plan(study.profile, NO_ENDPOINT, settings, counted_thresholds_ms(study.profile.slos))
    shown = study_shown(study)
    target = ", ".join(dict.fromkeys(variant["target"] for variant in shown["variants"]))
    facts = {"environment": {"service": "simulated", "time": "virtual"}} if is_simulated else {}
    description = described(
        verb, target, study.profile, settings, study.methods_shown(), plan=plan, study=shown, **facts
    )
    clock = VirtualClock() if is_simulated else None
    failures: list[InputError] = []
    with open_run(description, out, idle_since, clock) as opened:
        for variant in study.variants:
            try:
                if clock is not None and variant.stand.simulated is not None:
                    run_simulated(study, variant, variant.stand.simulated, settings, opened, clock)
                else:
                    _run_variant(study, variant, settings, opened)
            except InputError as error:
                failures.append(error)
                _note_not_started(study, variant, opened, error)
            except KeyboardInterrupt:
                # What was measured so far is told all the same.
                pass
            if opened.interrupted:
                break
        outcome = end_run(opened, language)
    if len(failures) == len(study.variants):
        raise failures[0]
    return outcome


def _run_variant(study: Study, variant: Variant, settings: LoadSettings, opened: OpenRun) -> None:
    logs = opened.directory.artifacts / "logs" / variant.name
    writer, profile, surroundings = opened.writer, study.profile, opened.surroundings
    doing = "starting the stand" if variant.stand.driver is Driver.PROCESS else "reaching the target"
    surroundings.live.say(f"{doing} of {variant.name}")
    with ExitStack() as stack:
        with surroundings.interruption.at_once():
            stand = stack.enter_context(Stand(variant.stand, logs, reset=variant is not study.variants[0]))
        writer.event("ready", f"the stand of {variant.name} is ready at {stand.target_url}")
        for cleared in stand.cleared:
            writer.event("cleared", cleared)
        if variant.stand.driver is Driver.PROCESS:
            stack.enter_context(_generator_on(generator_cpus(variant.stand.placement)))
        endpoint = reach(parse_target(stand.target_url))
        sent = profile_with_secrets(profile, os.environ)
        writer.hide(secrets_of(profile, os.environ))
        plan = engine_plan(sent, endpoint, settings, counted_thresholds_ms(profile.slos))
        prober = stack.enter_context(Prober(chosen_probes(study.probes, lambda: stand.services, stand.filled)))
        watch = StandWatch(prober, stand, writer)
        session = stack.enter_context(Session(surroundings, plan, profile.slos, settings, variant.name, watch))
        VariantRun(study, variant.name, session, surroundings, watch, stand).run()
        for doubt in (*stand.doubts, *prober.doubts()):
            writer.doubt(doubt, variant.name)


def _note_not_started(study: Study, variant: Variant, opened: OpenRun, error: InputError) -> None:
    reason = str(error).splitlines()[0]
    opened.writer.event("not-started", reason)
    for method in METHOD_NAMES:
        if getattr(study.methods, method) is not None:
            opened.writer.answer(method, {"outcome": "not_run", "reason": reason}, variant.name)


@contextmanager
def _generator_on(cpus: list[int]) -> Iterator[None]:
    """Keeps this thread, and those that it starts, on `cpus`: apart from the services, the knee is their own."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
