"""A start of a variant on a real stand: its services are held, started, and given a session."""

import os
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from loadproof.judge.disturbance import Background
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.model.machine_series import LOCAL_MACHINE
from loadproof.model.message import Message
from loadproof.model.target import parse_target
from loadproof.plan.endpoint import reach_all
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.handshake import require_handshake
from loadproof.plan.settings import LoadSettings
from loadproof.probes.chosen import chosen_probes
from loadproof.probes.prober import Prober
from loadproof.probes.runtime_facts import runtime_facts
from loadproof.records.machine_use import MachineRole
from loadproof.run.failed_reading import failed_reading_doubted
from loadproof.run.found_services import FoundServices
from loadproof.run.generator import LocalGenerator
from loadproof.run.group_up import VariantUp
from loadproof.run.machine_watch import MachineWatch
from loadproof.run.opening import OpenRun
from loadproof.run.run_context import RunContext
from loadproof.run.run_secrets import run_secrets
from loadproof.run.session import Session
from loadproof.run.stand_watch import StandWatch, WatchedServices
from loadproof.run.start_injections import injectors_on
from loadproof.stand.stand import Stand
from loadproof.store.writer import RunWriter
from loadproof.study.made_feeders import with_made_feeders
from loadproof.study.secret import profile_with_secrets
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.system.servers import TargetServers

__all__ = ["generator_on", "held_stand", "session_on", "start_services"]


@contextmanager
def held_stand(
    study: Study,
    variant: Variant,
    number: int,
    opened: OpenRun,
    *,
    is_only_one: bool,
    taken: Collection[int] = (),
) -> Iterator[Stand]:
    """A fresh stand, the `number`th of `variant`, reset; its services wait for `start_services`.

    `is_only_one`: there is no other, so its logs need no number. Ports that are `taken` are those of others. Raises
    InputError where it cannot be had.
    """
    place = opened.directory.artifacts / "logs" / variant.name
    logs = place if is_only_one else place / f"start-{number}"
    # A service writes what it is sent, and may do so before the first call of the load.
    secrets = run_secrets(study, os.environ).texts
    with ExitStack() as stack:
        with opened.context.interruption.at_once():
            entering = Stand(variant.stand, logs, held=True, taken=taken, secrets=secrets)
            stand = stack.enter_context(entering)
        for cleared in stand.cleared:
            opened.log.event("cleared", cleared)
            # Something may have to be undone by hand, and now.
            opened.context.say(cleared)
        yield stand


def start_services(stand: Stand, variant: Variant, opened: OpenRun, turn: int) -> None:
    """Starts the services of a stand of `variant` that was held, at this turn of their CPUs.

    Raises InputError where one does not start.
    """
    with opened.context.interruption.at_once():
        stand.start(turn)
    opened.log.event("ready", Message("stand-ready", variant=variant.name, target=", ".join(stand.target_urls)))
    _note_runtimes(opened, stand)


@contextmanager
def session_on(
    stand: Stand,
    study: Study,
    variant: Variant,
    number: int,
    settings: LoadSettings,
    context: RunContext,
) -> Iterator[VariantUp]:
    """A variant whose load goes to `stand`, which is up, with a session of its own.

    Doubts of the stand and its probes are stored at the end. Raises InputError where its target cannot be reached.
    """
    profile, writer = study.profile, context.writer
    targets = [parse_target(url) for url in stand.target_urls]
    endpoint = reach_all(targets)
    for target, one in zip(targets, (endpoint, *endpoint.replicas), strict=True):
        require_handshake(target, one, profile.tls)
    sent = with_made_feeders(profile_with_secrets(profile, os.environ), stand.workspace)
    thresholds_ms = counted_thresholds_ms(profile.slos, settings.counted_ms)
    plan = engine_plan(sent, endpoint, settings, thresholds_ms, variant.stand.target_names)
    watched: WatchedServices = stand
    roles = study.probes.machine_roles
    context = replace(context, saturated=study.saturated)
    with ExitStack() as stack:
        if variant.stand.driver is Driver.EXTERNAL:
            servers = TargetServers(endpoint.all_addresses, endpoint.unix)
            context = replace(context, servers=servers)
            watched = found = FoundServices(servers, context.log)
            stack.callback(_describe, found, writer)
            if found.is_elsewhere:
                roles[LOCAL_MACHINE] = MachineRole.LOAD
        spinners = () if context.awake is None else context.awake.spinners
        context = replace(context, injectors=injectors_on(stand, study, variant))
        probes = chosen_probes(study.probes, lambda: watched.services, stand.filled, spinners)
        prober = stack.enter_context(Prober(probes))
        watch = StandWatch(prober, watched, writer, context.log, roles)
        if context.machine is None:
            servers = context.servers or TargetServers(endpoint.addresses, endpoint.unix)
            context = replace(context, machine=MachineWatch(context, Background(), servers))
        generator = LocalGenerator(plan, settings, profile)
        session = stack.enter_context(Session(context, generator, profile.slos, variant.name, watch, start=number))
        stand.require_alive()
        yield VariantUp(session, watch, stand, context, prober, stand)
        for doubt in (*stand.doubts, *prober.doubts()):
            context.log.doubt(doubt)


def _describe(services: FoundServices, writer: RunWriter) -> None:
    with failed_reading_doubted(writer, "services"):
        services.describe()


def _note_runtimes(opened: OpenRun, stand: Stand) -> None:
    for name, service in stand.services.items():
        with failed_reading_doubted(opened.writer, "services"):
            facts = runtime_facts(service.process_id)
            if facts:
                opened.log.runtime(name, facts)


@contextmanager
def generator_on(cpus: list[int]) -> Iterator[None]:
    """Keeps this thread, and those that it starts, on `cpus`: apart from the services, the knee is their own."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
