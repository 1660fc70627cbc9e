"""A variant whose service is simulated: the same sessions and methods, in virtual time."""

from __future__ import annotations

import os

from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.run.endpoint import Endpoint
from loadproof.run.engine_plan import engine_plan
from loadproof.run.opening import OpenRun
from loadproof.run.plan_reading import secrets_of
from loadproof.run.session import Session
from loadproof.run.settings import LoadSettings
from loadproof.run.simulated_stand import SimulatedStand
from loadproof.run.simulated_watch import SimulatedWatch
from loadproof.run.variant_run import VariantRun
from loadproof.run.virtual_clock import VirtualClock
from loadproof.study.secret import profile_with_secrets
from loadproof.study.simulated_service import SimulatedService
from loadproof.study.study import Study, Variant

__all__ = ["run_simulated"]


def run_simulated(
    study: Study,
    variant: Variant,
    service: SimulatedService,
    settings: LoadSettings,
    opened: OpenRun,
    clock: VirtualClock,
) -> None:
    """Runs the methods of `study` on `service`; `clock` is that of the run. Raises InputError, EngineFault."""
    writer, surroundings, profile = opened.writer, opened.surroundings, study.profile
    writer.event("ready", f"the service of {variant.name} is simulated, in virtual time")
    writer.hide(secrets_of(profile, os.environ))
    endpoint = Endpoint((), "simulated", simulated=service.as_plan(study.seed))
    plan = engine_plan(
        profile_with_secrets(profile, os.environ), endpoint, settings, counted_thresholds_ms(profile.slos)
    )
    watch = SimulatedWatch(service, clock, writer)
    with Session(surroundings, plan, profile.slos, settings, variant.name, watch) as session:
        stand = SimulatedStand(session.restart_service)
        VariantRun(study, variant.name, session, surroundings, watch, stand).run()
