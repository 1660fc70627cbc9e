"""One start of a variant on a real stand: services up, warmed, methods run, everything stopped."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.model.message import Message
from loadproof.model.target import parse_target
from loadproof.plan.endpoint import reach
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.settings import LoadSettings
from loadproof.probes.chosen import chosen_probes
from loadproof.probes.prober import Prober
from loadproof.probes.runtime_facts import runtime_facts
from loadproof.run.found_services import FoundServices
from loadproof.run.opening import OpenRun
from loadproof.run.run_secrets import run_secrets
from loadproof.run.session import Session
from loadproof.run.stand_watch import StandWatch, WatchedServices
from loadproof.run.variant_run import VariantRun
from loadproof.stand.placement import generator_cpus
from loadproof.stand.stand import Stand
from loadproof.store.record import StartState
from loadproof.store.writer import RunWriter
from loadproof.study.made_feeders import with_made_feeders
from loadproof.study.secret import profile_with_secrets
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.system.servers import TargetServers

__all__ = ["run_process_start"]


def run_process_start(
    study: Study, variant: Variant, number: int, settings: LoadSettings, opened: OpenRun, *, reset: bool
) -> StartState:
    """Runs the methods of `study` on a fresh stand, the `number`th of `variant`; with `reset` it is reset before.

    Raises InputError where it does not start, EngineFault when the generator cannot go on.
    """
    logs = _logs(opened.directory.artifacts / "logs", study, variant.name, number)
    writer, profile, context = opened.writer, study.profile, opened.context
    # A service writes what it is sent, and may do so before the first call of the load.
    secrets = run_secrets(study, os.environ).texts
    with ExitStack() as stack:
        with context.interruption.at_once():
            stand = stack.enter_context(Stand(variant.stand, logs, reset=reset, secrets=secrets))
        writer.event("ready", Message("stand-ready", variant=variant.name, target=stand.target_url))
        for cleared in stand.cleared:
            writer.event("cleared", cleared)
        _note_runtimes(writer, stand)
        if variant.stand.driver is Driver.PROCESS:
            stack.enter_context(_generator_on(generator_cpus(variant.stand.placement)))
        endpoint = reach(parse_target(stand.target_url))
        sent = with_made_feeders(profile_with_secrets(profile, os.environ), stand.workspace)
        plan = engine_plan(sent, endpoint, settings, counted_thresholds_ms(profile.slos))
        watched: WatchedServices = stand
        if variant.stand.driver is Driver.EXTERNAL:
            servers = TargetServers(endpoint.addresses, endpoint.unix)
            context = replace(context, servers=servers)
            watched = found = FoundServices(servers, writer)
            stack.callback(found.describe)
        spinners = () if context.awake is None else context.awake.spinners
        probes = chosen_probes(study.probes, lambda: watched.services, stand.filled, spinners)
        prober = stack.enter_context(Prober(probes))
        watch = StandWatch(prober, watched, writer)
        session = stack.enter_context(Session(context, plan, profile.slos, settings, variant.name, watch, start=number))
        stand.require_alive()
        state = VariantRun(study, variant.name, session, context, watch, stand, number).run()
        for doubt in (*stand.doubts, *prober.doubts()):
            writer.doubt(doubt, variant.name, number)
    return state


def _logs(place: Path, study: Study, variant: str, number: int) -> Path:
    """Each start has its own, where there is more than one."""
    alone = study.starts == 1 and number == 1
    return place / variant if alone else place / variant / f"start-{number}"


def _note_runtimes(writer: RunWriter, stand: Stand) -> None:
    for name, service in stand.services.items():
        facts = runtime_facts(service.process_id)
        if facts:
            writer.runtime(name, facts)


@contextmanager
def _generator_on(cpus: list[int]) -> Iterator[None]:
    """Keeps this thread, and those that it starts, on `cpus`: apart from the services, the knee is their own."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
