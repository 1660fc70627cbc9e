"""Everything a run needs, opened in the order in which it may fail before any load."""

import itertools
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.model.profile import Profile
from loadproof.plan.settings import LoadSettings
from loadproof.report.live import LiveView
from loadproof.run.host import describe_host, raise_descriptor_limit
from loadproof.run.interruption import Interruption
from loadproof.run.row_description import described_rows
from loadproof.run.run_context import RunContext
from loadproof.run.run_secrets import RunSecrets
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.description import RunDescription
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.run_lock import RunLock
from loadproof.store.writer import RunWriter
from loadproof.system.awake import Awake, kept_awake

__all__ = ["OpenRun", "described", "open_run", "reopen_run"]


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run under way: where it is kept, and what its sessions share."""

    directory: RunDirectory
    context: RunContext

    @property
    def writer(self) -> RunWriter:
        """Writes the run."""
        return self.context.writer

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self.context.interruption.requested


def described(
    verb: str, target: str, profile: Profile, settings: LoadSettings, method: Mapping[str, Any], **facts: Any
) -> RunDescription:
    """What the run is, as it is stored; `facts` are other fields of a RunDescription."""
    return RunDescription(
        verb=verb,
        command=("loadproof", *sys.argv[1:]),
        target=target,
        seed=settings.seed,
        operations=described_rows(profile),
        slos=profile.slos,
        thresholds_ms=counted_thresholds_ms(profile.slos),
        method={**method, "connections": settings.connections, "shards": settings.shards},
        base_rate=profile.base_rate,
        **{"arrivals": settings.arrivals.value, "environment": describe_host(), **facts},
    )


@contextmanager
def open_run(
    description: RunDescription,
    out: Path | None,
    clock: VirtualClock | None = None,
    *,
    secrets: RunSecrets,
    is_awake: bool = False,
) -> Iterator[OpenRun]:
    """Opens the directory of a run, which has a `clock` where its time is virtual.

    With `is_awake` idle processors are kept from sleeping, where that can be had. Raises RunDirectoryError
    where the directory cannot be used.
    """
    raise_descriptor_limit()
    directory = RunDirectory.create(description.verb, out)
    what = f"{description.verb} on {description.target}"
    with RunLock(directory), _awake(is_awake) as awake:
        description = replace(description, environment={**description.environment, **_facts(awake)})
        with (
            _writer(directory, description, clock) as writer,
            _shared(directory, writer, what, clock, awake, first_trial=1) as opened,
        ):
            writer.hide(secrets.texts)
            for doubt in secrets.doubts:
                writer.doubt(doubt)
            yield opened


@contextmanager
def reopen_run(
    directory: RunDirectory, clock: VirtualClock | None = None, *, secrets: RunSecrets, is_awake: bool = False
) -> Iterator[OpenRun]:
    """Opens an earlier run, whose lock is held, to go on with it; else as `open_run`. It has its doubts already."""
    raise_descriptor_limit()
    with RunReader(directory) as reader:
        what = f"{reader.description.verb} on {reader.description.target}, continued"
        trials = [record.number for record in reader.trials()]
    first_trial = max(trials, default=0) + 1
    with (
        _awake(is_awake) as awake,
        _writer(directory, None, clock) as writer,
        _shared(directory, writer, what, clock, awake, first_trial=first_trial) as opened,
    ):
        writer.hide(secrets.texts)
        yield opened


@contextmanager
def _shared(
    directory: RunDirectory,
    writer: RunWriter,
    what: str,
    clock: VirtualClock | None,
    awake: Awake | None,
    *,
    first_trial: int,
) -> Iterator[OpenRun]:
    kind = "" if clock is None else " (simulated, in virtual time)"
    title = f"{what}{kind}, run directory {directory.path}"
    with LiveView(title, virtual_time=clock is not None) as live, Interruption() as interruption:
        numbers = itertools.count(first_trial)
        if awake is not None and not awake.is_kept:
            live.say(f"processors are not kept awake: {awake.told}; as root they can be (docs/guides/machine.md)")
        yield OpenRun(directory, RunContext(writer, live, interruption, numbers, awake=awake))


def _awake(is_asked: bool) -> AbstractContextManager[Awake | None]:
    return kept_awake() if is_asked else nullcontext()


def _facts(awake: Awake | None) -> dict[str, str]:
    return {} if awake is None else {"kept_awake": f"{'yes, ' if awake.is_kept else 'no: '}{awake.told}"}


def _writer(directory: RunDirectory, description: RunDescription | None, clock: VirtualClock | None) -> RunWriter:
    if clock is None:
        return RunWriter(directory, description)
    return RunWriter(directory, description, clock, folds=True)
