"""Everything a run needs, opened in the order in which it may fail before any load."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.model.message import Message, Value
from loadproof.model.profile import Profile
from loadproof.model.target import service_target
from loadproof.plan.settings import LoadSettings
from loadproof.render.live import LiveView
from loadproof.run.caller import Caller
from loadproof.run.host import describe_host
from loadproof.run.interruption import Interruption
from loadproof.run.otlp_target import OtlpTarget
from loadproof.run.row_description import described_rows
from loadproof.run.run_context import RunContext
from loadproof.run.run_secrets import RunSecrets
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.description import RunDescription
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.run_lock import RunLock
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.system.awake import Awake, kept_awake
from loadproof.system.commit import read_commit
from loadproof.system.open_files import check_open_files
from loadproof.system.process_limits import check_cpu_time, check_memory_limits, check_proc

if TYPE_CHECKING:
    # It imports OpenTelemetry.
    from loadproof.run.otlp_export import OtlpExport

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
    def log(self) -> StartLog:
        """The log of the start; without one that of the run."""
        return self.context.log

    @property
    def interrupted(self) -> bool:
        """True if the run is to end: a signal has come, a resource ran out, or a process of ours failed."""
        return self.context.interruption.requested

    def of(self, start: StartLog) -> OpenRun:
        """The same run, for one start: what happens is noted there."""
        return replace(self, context=replace(self.context, start=start))


def described(
    verb: str,
    target: str,
    profile: Profile,
    settings: LoadSettings,
    method: Mapping[str, Any],
    target_names: Sequence[str] = (),
    **facts: Any,
) -> RunDescription:
    """Return the description of a run to be stored.

    `facts` are other fields of a RunDescription, such as `command`. `target_names` has the names of several targets.
    """
    return RunDescription(
        verb=verb,
        target=target,
        seed=settings.seed,
        operations=described_rows(profile, target_names),
        slos=profile.slos,
        thresholds_ms=counted_thresholds_ms(profile.slos, settings.counted_ms),
        method={**method, "connections": settings.connections, "shards": settings.shards},
        base_rate=profile.base_rate,
        **{
            "command": Caller.command_line().command,
            "arrivals": settings.arrivals.value,
            "environment": describe_host(),
            **facts,
        },
    )


@contextmanager
def open_run(
    description: RunDescription,
    out: Path | None,
    clock: VirtualClock | None = None,
    *,
    settings: LoadSettings,
    secrets: RunSecrets,
    caller: Caller,
    language: str = "en",
) -> Iterator[OpenRun]:
    """Opens the directory of a run, which has a `clock` where its time is virtual; it is shown in `language`.

    `settings` say whether idle processors are kept from sleeping, where that can be had, and whether other processes of
    the machine are accepted. `caller` says whether it is shown at all, and where its metrics go meanwhile. Raises
    RunDirectoryError where the directory cannot be used.
    """
    _check_limits(description, clock)
    directory = RunDirectory.create(description.verb, out)
    title = Message("live-title", **_titled(directory, description, clock), begun="new")
    view = _live_view(title, clock, language, is_live=caller.is_live)
    secrets = secrets.and_typed(description.command)
    with RunLock(directory), _awake(settings.awake) as awake:
        description = _kept(description, _facts(awake), secrets)
        with (
            _writer(directory, description, clock) as writer,
            _exported(caller.metrics, directory, description) as export,
            _shared(directory, writer, view, awake, export, settings, first_trial=1) as opened,
        ):
            writer.hide((*secrets.texts, *_credentials(caller.metrics)))
            for doubt in secrets.doubts:
                writer.log.doubt(doubt)
            yield opened


@contextmanager
def reopen_run(
    directory: RunDirectory,
    clock: VirtualClock | None = None,
    *,
    settings: LoadSettings,
    secrets: RunSecrets,
    language: str = "en",
    metrics: OtlpTarget | None = None,
) -> Iterator[OpenRun]:
    """Opens an earlier run, whose lock is held, to go on with it; else as `open_run`. It has its doubts already."""
    with RunReader(directory) as reader, reader.damage_named():
        description = reader.description
        _check_limits(description, clock)
        title = Message("live-title", **_titled(directory, description, clock), begun="continued")
        view = _live_view(title, clock, language)
        trials = [record.number for record in reader.trials()]
    first_trial = max(trials, default=0) + 1
    with (
        _awake(settings.awake) as awake,
        _writer(directory, None, clock) as writer,
        _exported(metrics, directory, description) as export,
        _shared(directory, writer, view, awake, export, settings, first_trial=first_trial) as opened,
    ):
        writer.hide((*secrets.texts, *_credentials(metrics)))
        yield opened


@contextmanager
def _shared(
    directory: RunDirectory,
    writer: RunWriter,
    view: AbstractContextManager[LiveView],
    awake: Awake | None,
    export: OtlpExport | None,
    settings: LoadSettings,
    *,
    first_trial: int,
) -> Iterator[OpenRun]:
    with view as live, Interruption() as interruption:
        numbers = itertools.count(first_trial)
        if awake is not None and not awake.is_kept:
            live.say(Message("processors-not-kept-awake", why=awake.told))
        context = RunContext(writer, live, interruption, numbers, awake=awake, metrics=export)
        if settings.shared_machine:
            live.say(Message("machine-shared"))
        yield OpenRun(directory, replace(context, is_shared_machine=settings.shared_machine))


def _check_limits(description: RunDescription, clock: VirtualClock | None) -> None:
    """Raises InputError where limits of this process leave a run no room; a run in virtual time opens no connection."""
    check_memory_limits()
    check_cpu_time()
    if clock is None:
        check_proc()
        check_open_files(description.method["connections"])


def _credentials(target: OtlpTarget | None) -> tuple[str, ...]:
    return () if target is None else target.secrets


def _exported(
    target: OtlpTarget | None, directory: RunDirectory, description: RunDescription
) -> AbstractContextManager[OtlpExport | None]:
    if target is None:
        return nullcontext()
    # Not at the top: nothing of OpenTelemetry is imported unless it is asked for.
    from loadproof.run.otlp_export import OtlpExport

    study = None if description.study is None else description.study["name"]
    thresholds_ms = [slo.threshold_ms for slo in description.slos if slo.threshold_ms is not None]
    return OtlpExport(target, directory.path.name, study, thresholds_ms)


@contextmanager
def _live_view(
    title: Message, clock: VirtualClock | None, language: str, *, is_live: bool = True
) -> Iterator[LiveView]:
    with ExitStack() as closing:
        stream = None if is_live else closing.enter_context(open(os.devnull, "w", encoding="utf-8"))
        yield closing.enter_context(LiveView(title, stream, language=language, virtual_time=clock is not None))


def _titled(directory: RunDirectory, description: RunDescription, clock: VirtualClock | None) -> dict[str, Value]:
    time = "real" if clock is None else "virtual"
    study = description.study
    target = service_target(description.target)
    what = Message("live-on-target", target=target) if study is None else Message("live-of-study", study=study["name"])
    return {"verb": description.verb, "what": what, "time": time, "directory": str(directory.path)}


def _awake(is_asked: bool) -> AbstractContextManager[Awake | None]:
    return kept_awake() if is_asked else nullcontext()


def _facts(awake: Awake | None) -> dict[str, str]:
    return {} if awake is None else {"kept_awake": f"{'yes, ' if awake.is_kept else 'no: '}{awake.told}"}


def _kept(description: RunDescription, facts: Mapping[str, Any], secrets: RunSecrets) -> RunDescription:
    """With facts on the machine and on the caller's repository, and without the secrets of the run."""
    commit = read_commit(Path())
    environment = {**description.environment, **facts, **({} if commit is None else commit.as_facts())}
    return secrets.hidden_in(replace(description, environment=environment))


def _writer(directory: RunDirectory, description: RunDescription | None, clock: VirtualClock | None) -> RunWriter:
    if clock is None:
        return RunWriter(directory, description)
    return RunWriter(directory, description, clock, folds=True)
