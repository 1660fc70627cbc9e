"""Everything a run needs, opened in the order in which it may fail before any load."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.report.live import LiveView
from loadproof.run.endpoint import reach
from loadproof.run.engine_plan import engine_plan
from loadproof.run.host import CpuTimes, describe_host, foreign_share_before_load, raise_descriptor_limit
from loadproof.run.interruption import Interruption
from loadproof.run.request import LoadRequest
from loadproof.run.session import Session
from loadproof.run.settings import LoadSettings
from loadproof.store.description import OperationDescription, RunDescription
from loadproof.store.run_directory import RunDirectory
from loadproof.store.writer import RunWriter

__all__ = ["OpenRun", "open_run"]


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run under way: where it is kept, its writer, and the session that runs its trials."""

    directory: RunDirectory
    writer: RunWriter
    session: Session


@contextmanager
def open_run(
    verb: str,
    request: LoadRequest,
    settings: LoadSettings,
    out: Path | None,
    *,
    idle_since: CpuTimes,
    arrivals: str,
    method: Mapping[str, Any],
) -> Iterator[OpenRun]:
    """Opens a run; raises InputError where the target, the directory or the profile cannot be used.

    Since `idle_since` nothing of ours has loaded the machine but this process.
    """
    raise_descriptor_limit()
    endpoint = reach(request.target)
    profile = request.profile
    plan = engine_plan(profile, endpoint, settings, counted_thresholds_ms(profile.slos))
    directory = RunDirectory.create(verb, out)
    description = RunDescription(
        verb=verb,
        command=("loadproof", *sys.argv[1:]),
        target=f"http://{request.target.authority}",
        arrivals=arrivals,
        seed=settings.seed,
        operations=tuple(
            OperationDescription(operation.name, operation.weight, f"{operation.method} {operation.path}")
            for operation in profile.operations
        ),
        slos=profile.slos,
        thresholds_ms=counted_thresholds_ms(profile.slos),
        method={**method, "connections": settings.connections, "shards": settings.shards},
        environment=describe_host(),
        plan=plan,
        profile_text=request.profile_text,
    )
    foreign_share = foreign_share_before_load(idle_since)
    title = f"{verb} on {description.target}, run directory {directory.path}"
    with (
        RunWriter(directory, description) as writer,
        LiveView(title) as live,
        Interruption() as interruption,
        Session(plan, profile.slos, settings, writer, live, interruption, foreign_share) as session,
    ):
        yield OpenRun(directory, writer, session)
