"""A run on a target that others run: opened, its services found and watched, driven, ended."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from loadproof.judge.disturbance import Background
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.plan.endpoint import reach
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.handshake import require_handshake
from loadproof.plan.settings import LoadSettings
from loadproof.run.caller import Caller
from loadproof.run.ending import end_run
from loadproof.run.exhaustion import cut_by_exhaustion
from loadproof.run.failed_reading import failed_reading, failed_reading_doubted
from loadproof.run.found_services import FoundServices
from loadproof.run.generator import LocalGenerator
from loadproof.run.machine_watch import MachineWatch
from loadproof.run.opening import OpenRun, described, open_run
from loadproof.run.request import LoadRequest
from loadproof.run.run_context import RunContext
from loadproof.run.run_secrets import profile_shown, run_secrets
from loadproof.run.session import Session
from loadproof.run.stand_watch import StandWatch
from loadproof.stand.lease import clear_leftovers, state_directory
from loadproof.study.secret import profile_with_secrets
from loadproof.system.open_files import check_open_files
from loadproof.system.servers import TargetServers

if TYPE_CHECKING:
    from loadproof.probes.prober import Prober
    from loadproof.probes.reading import Reading
    from loadproof.records.database_activity import DatabaseActivity
    from loadproof.records.doubt import Doubt
    from loadproof.run.outcome import RunOutcome

__all__ = ["run_on_target"]


def run_on_target(
    verb: str,
    request: LoadRequest,
    settings: LoadSettings,
    out: Path | None,
    drive: Callable[[OpenRun, Session], None],
    language: str = "en",
    caller: Caller | None = None,
    **facts: Any,
) -> RunOutcome:
    """Runs what `drive` does with a session on the target; `facts` are other fields of a RunDescription.

    `caller` is the command line unless given. Raises InputError where target, directory or profile cannot be used, and
    what `drive` raises.
    """
    check_open_files(settings.connections)
    # First: the target itself may be a service that an injection of a dead run has stopped.
    cleared = clear_leftovers(state_directory(os.environ), os.environ)
    profile = request.profile
    endpoint = reach(request.target)
    require_handshake(request.target, endpoint, profile.tls)
    thresholds_ms = counted_thresholds_ms(profile.slos)
    plan = engine_plan(profile_shown(profile), endpoint, settings, thresholds_ms)
    sent = engine_plan(profile_with_secrets(profile, os.environ), endpoint, settings, thresholds_ms)
    caller = caller or Caller.command_line()
    method = {**caller.noted, **facts.pop("method")}
    facts |= {"command": caller.command, "plan": plan, "profile_text": request.profile_text}
    secrets = run_secrets(profile, os.environ)
    description = described(verb, request.target.url, profile, settings, method, **facts)
    with open_run(
        description,
        out,
        settings=settings,
        secrets=secrets,
        caller=caller,
        language=language,
    ) as opened:
        for told in cleared:
            opened.log.event("cleared", told)
            opened.context.say(told)
        servers = TargetServers(endpoint.addresses, endpoint.unix)
        context = replace(opened.context, servers=servers)
        with cut_by_exhaustion(opened), _watched(context, servers) as watch:
            context = replace(context, machine=MachineWatch(context, Background(), servers))
            with Session(context, LocalGenerator(sent, settings, profile), profile.slos, watch=watch) as session:
                drive(replace(opened, context=context), session)
        return end_run(opened, language)


@contextmanager
def _watched(context: RunContext, servers: TargetServers) -> Iterator[StandWatch | None]:
    """The watch of the services that listen on the target; None: they are on another machine."""
    writer, awake = context.writer, context.awake
    services = FoundServices(servers, context.log)
    if services.is_elsewhere:
        yield None
        return
    with _LateProber(services, () if awake is None else awake.spinners) as prober:
        yield StandWatch(prober, services, writer, context.log)
    for doubt in prober.doubts():
        context.log.doubt(doubt)
    with failed_reading_doubted(writer, "services"):
        services.describe()


class _LateProber:
    """Begins to read just after the first request: none waits until the probes are imported and have looked around."""

    _AFTER_S = 0.15

    def __init__(self, services: FoundServices, spinners: Collection[int]) -> None:
        """Reads `services`, the host and the generator; the time of the processes `spinners` is idle."""
        self._services = services
        self._spinners = spinners
        self._began_s = 0.0
        self._prober: Prober | None = None
        self._starting: threading.Timer | None = None
        self._not_started: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._starting is not None:
            self._starting.cancel()
            self._starting.join()
        if self._prober is not None:
            self._prober.__exit__(None, None, None)

    def align(self, began_s: float, /) -> None:
        self._began_s = began_s
        if self._prober is not None:
            self._prober.align(began_s)
        elif self._starting is None:
            starting = threading.Timer(self._AFTER_S, self._start)
            starting.daemon = True
            try:
                starting.start()
            except RuntimeError as error:  # No thread is to be had.
                self._not_started = error
            else:
                self._starting = starting

    def drain(self) -> list[tuple[float, Reading]]:
        return [] if self._prober is None else self._prober.drain()

    def conclude(self, within_s: float, /) -> None:
        if self._prober is not None:
            self._prober.conclude(within_s)

    def activities(self) -> list[DatabaseActivity]:
        return [] if self._prober is None else self._prober.activities()

    def doubts(self) -> list[Doubt]:
        if self._not_started is not None:
            return [failed_reading("services", self._not_started)]
        return [] if self._prober is None else self._prober.doubts()

    def _start(self) -> None:
        try:
            self._begin()
        except (OSError, RuntimeError, ImportError, MemoryError) as error:
            # The top of this thread: a run without probes says so, and goes on.
            self._not_started = error

    def _begin(self) -> None:
        from loadproof.probes.chosen import probes_of
        from loadproof.probes.prober import Prober

        prober = Prober(probes_of(lambda: self._services.services, spinners=self._spinners))
        prober.align(self._began_s)
        self._prober = prober.__enter__()
