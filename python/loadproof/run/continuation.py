"""A study that was cut, or whose starts did not all run, goes on with the starts that are missing."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.errors import RunDirectoryError
from loadproof.model.message import Message, duration
from loadproof.run.ending import end_run
from loadproof.run.host import describe_host
from loadproof.run.opening import reopen_run
from loadproof.run.run_secrets import run_secrets
from loadproof.run.start_loop import history_of
from loadproof.run.start_order import StudyStart
from loadproof.run.study_run import campaigns_of, is_simulated, run_campaigns, settings_of
from loadproof.run.study_source_files import read_again
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.description import OF_ONE_MACHINE
from loadproof.store.reader import RunReader
from loadproof.store.record import StartRecord, StartState
from loadproof.store.run_directory import RunDirectory
from loadproof.store.run_lock import RunLock
from loadproof.store.writer import RunWriter

if TYPE_CHECKING:
    from loadproof.run.otlp_target import OtlpTarget
    from loadproof.run.outcome import RunOutcome
    from loadproof.study.study import Study

__all__ = ["continue_study"]


def continue_study(run: Path, language: str = "en", metrics: OtlpTarget | None = None) -> tuple[RunOutcome, int]:
    """The outcome of the run in the directory `run` once it has all its starts, and how many of them were missing.

    The rounds of a comparison count as one, and so do the starts in which a feature is switched. `metrics` says where
    they go while it runs.

    Raises InputError where it is under way, of another schema or machine, of no study, or of one that was changed; and
    EngineFault when the generator cannot go on.
    """
    directory = RunDirectory.reopen(run)
    with RunLock(directory):
        with RunReader(directory) as reader, reader.damage_named():
            study = _study_of(reader)
            if not is_simulated(study):
                _check_machine(reader)
            kept, lacking = _kept(reader, study)
            begun, ending = reader.starts(), reader.ending()
        if lacking:
            return _go_on(directory, study, begun, kept, language, metrics), lacking
        if ending is None or ending.interrupted:
            # It was cut between its last answer and its end.
            with RunWriter(directory, None, folds=is_simulated(study)) as writer:
                writer.ended()
    return _reported(directory, language), 0


def _kept(reader: RunReader, study: Study) -> tuple[set[StudyStart], int]:
    """The starts that came to their end, and how many are lacking."""
    campaigns = list(campaigns_of(study))
    kept = set[StudyStart]().union(*(campaign.ended(reader) for campaign in campaigns))
    lacking = 0
    for campaign in campaigns:
        history = history_of(reader, campaign)
        starts = (
            one if _start_of(one) in kept else replace(one, state=StartState.SUPERSEDED) for one in history.starts
        )
        lacking += campaign.lacking(replace(history, starts=tuple(starts)))
    return kept, lacking


def _start_of(record: StartRecord) -> StudyStart:
    return StudyStart(record.variant, record.number)


def _study_of(reader: RunReader) -> Study:
    source = reader.description.source
    if source is None:
        path = reader.directory.path
        raise RunDirectoryError(
            f"{path}: this run is of no study file, and only a study can be continued. Cure: repeat the run"
        )
    return read_again(source, reader.directory)


def _check_machine(reader: RunReader) -> None:
    """Starts on two machines say nothing of each other."""
    then, now = reader.description.environment, describe_host()
    for name in OF_ONE_MACHINE:
        if then.get(name) != now[name]:
            raise RunDirectoryError(
                f"{reader.directory.path}: the run began on another machine ({name} was {then.get(name)}, here it is "
                f"{now[name]}). Cure: continue it where it began, or run the study anew without --continue"
            )


def _go_on(
    directory: RunDirectory,
    study: Study,
    begun: list[StartRecord],
    kept: set[StudyStart],
    language: str,
    metrics: OtlpTarget | None,
) -> RunOutcome:
    settings, clock = settings_of(study), VirtualClock() if is_simulated(study) else None
    secrets = run_secrets(study, os.environ)
    with reopen_run(directory, clock, settings=settings, secrets=secrets, language=language, metrics=metrics) as opened:
        writer = opened.writer
        for start in begun:
            if _start_of(start) not in kept:
                writer.log_of(start.variant, start.number).supersede()
        writer.log.event("continued", Message("run-continued", time=duration(writer.stood_s)))
        failures = run_campaigns(study, settings, opened, clock)
        outcome = end_run(opened, language)
    if failures and not outcome.result.trials and not opened.interrupted:
        raise failures[0]
    return outcome


def _reported(directory: RunDirectory, language: str) -> RunOutcome:
    # Not at the top: what makes reports takes a tenth of a second to import, and no load waits for it.
    from loadproof.run.outcome import reported

    return reported(directory.path, language)
