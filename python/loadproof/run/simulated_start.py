"""A session on a variant whose service is simulated, in virtual time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.model.message import Message
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.engine_plan import engine_plan, simulated_plan
from loadproof.plan.settings import LoadSettings
from loadproof.run.generator import LocalGenerator
from loadproof.run.opening import OpenRun
from loadproof.run.session import Session
from loadproof.run.simulated_watch import SIMULATED, SimulatedWatch
from loadproof.run.start_injections import simulated_injectors
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.start_log import StartLog
from loadproof.study.secret import profile_with_secrets
from loadproof.study.simulated_service import SimulatedService
from loadproof.study.study import Study, Variant

__all__ = ["RestartableService", "note_simulated", "simulated_session"]

_SEEDS_APART = 1_000_003


def note_simulated(log: StartLog, variant: Variant) -> None:
    """Notes that a start of `variant` is a model."""
    log.event("ready", Message("variant-simulated", variant=variant.name))


@contextmanager
def simulated_session(
    study: Study,
    variant: Variant,
    number: int,
    service: SimulatedService,
    settings: LoadSettings,
    opened: OpenRun,
    clock: VirtualClock,
) -> Iterator[tuple[Session, SimulatedWatch]]:
    """A session on the `number`th start of `service`, and what watches it. Raises InputError."""
    context, profile = opened.context, study.profile
    model = simulated_plan(service, study.seed)
    # Each start has its own luck; that of the first is the seed as it was written.
    model["seed"] += _SEEDS_APART * (number - 1)
    endpoint = Endpoint((), "simulated", simulated=model)
    thresholds_ms = counted_thresholds_ms(profile.slos, settings.counted_ms)
    plan = engine_plan(profile_with_secrets(profile, os.environ), endpoint, settings, thresholds_ms)
    watch = SimulatedWatch(service, clock, opened.writer, opened.log)
    generator = LocalGenerator(plan, settings, profile)
    context = replace(context, injectors=simulated_injectors(generator, study, variant))
    with Session(context, generator, profile.slos, variant.name, watch, start=number) as session:
        yield session, watch


class RestartableService:
    """One service, which the engine starts anew between trials: cold, empty, its memory at the base."""

    def __init__(self, restart: Callable[[], None]) -> None:
        """`restart` starts it anew."""
        self._restart = restart
        self.services = (SIMULATED,)

    def restart(self, _name: str, /) -> None:
        """Starts the service anew."""
        self._restart()

    def restart_all(self) -> None:
        """Starts the service anew."""
        self._restart()
