"""A study that was cut, or whose starts did not all run, goes on with the starts that are missing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.errors import RunDirectoryError
from loadproof.model.message import Message, duration
from loadproof.run.ending import end_run
from loadproof.run.host import describe_host
from loadproof.run.opening import reopen_run
from loadproof.run.run_secrets import run_secrets
from loadproof.run.start_order import StudyStart, missing_rounds, missing_starts, start_order, whole_rounds
from loadproof.run.study_run import is_simulated, run_starts, settings_of
from loadproof.run.study_source_files import read_again
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.description import OF_ONE_MACHINE
from loadproof.store.reader import RunReader
from loadproof.store.record import Campaign, StartRecord, StartState
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
            begun = reader.starts()
            compared, is_compared = _compared(reader)
            switched, is_switched = _switched(reader)
            rounds = (one for one in begun if one.campaign is Campaign.COMPARE and one.number in compared)
            own = {*map(_start_of, rounds), *switched}
            finished = _finished(reader, study, [one for one in begun if one.campaign is Campaign.STUDY])
            finished, missing = _missing(study, begun, finished)
            lacking = [study.methods.compare is not None and not is_compared]
            lacking.append(study.methods.overhead is not None and not is_switched)
            ending = reader.ending()
        if missing or any(lacking):
            outcome = _go_on(directory, study, begun, [*finished, *own], missing, language, metrics)
            return outcome, len(missing) + sum(lacking)
        if ending is None or ending.interrupted:
            # It was cut between its last answer and its end.
            with RunWriter(directory, None, folds=is_simulated(study)) as writer:
                writer.ended()
    return _reported(directory, language), 0


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


def _missing(
    study: Study, begun: list[StartRecord], finished: list[StudyStart]
) -> tuple[list[StudyStart], list[StudyStart]]:
    """The starts that stay, and those that are to be run."""
    names = [variant.name for variant in study.started]
    if not names:
        return finished, []
    if not study.searches_in_turn:
        return finished, missing_starts(start_order(names, study.starts), begun, finished)
    whole = whole_rounds(names, begun, finished)
    kept = [StudyStart(one.variant, one.number) for one in begun if one.number in whole]
    return kept, missing_rounds(names, study.starts, begun, whole)


def _finished(reader: RunReader, study: Study, begun: list[StartRecord]) -> list[StudyStart]:
    """The starts of which every method has its answer, also where the process died before it could note that."""
    planned = {variant.name: study.methods_of(variant.name).of_starts().keys() for variant in study.started}
    answered: dict[tuple[str | None, int], set[str]] = {}
    for variant, number, method, answer in reader.answers():
        if not answer.interrupted:
            answered.setdefault((variant, number), set()).add(method)
    return [
        StudyStart(start.variant, start.number)
        for start in begun
        if start.variant in planned
        and (
            start.state is StartState.COMPLETE
            or (
                start.state is StartState.UNDER_WAY
                and planned[start.variant] <= answered.get((start.variant, start.number), set())
            )
        )
    ]


def _compared(reader: RunReader) -> tuple[set[int], bool]:
    """The numbers of the rounds of a comparison that came to their end, and whether no other one is to be run."""
    # Not at the top: what makes results takes a tenth of a second to import.
    from loadproof.result.comparisons import COMPARISON_ENDED
    from loadproof.result.measured_rounds import measured_rounds

    return {one.number for one in measured_rounds(reader)}, any(
        event.kind == COMPARISON_ENDED for event in reader.events()
    )


def _switched(reader: RunReader) -> tuple[set[StudyStart], bool]:
    """The starts in which a feature was switched that came to their end, and whether no other one is to be run."""
    from loadproof.result.switched_starts import OVERHEAD_ENDED, switched_starts

    ended = any(event.kind == OVERHEAD_ENDED for event in reader.events())
    return {StudyStart(one.variant, one.number) for one in switched_starts(reader)}, ended


def _go_on(
    directory: RunDirectory,
    study: Study,
    begun: list[StartRecord],
    finished: list[StudyStart],
    missing: list[StudyStart],
    language: str,
    metrics: OtlpTarget | None,
) -> RunOutcome:
    settings, clock = settings_of(study), VirtualClock() if is_simulated(study) else None
    secrets = run_secrets(study, os.environ)
    with reopen_run(directory, clock, settings=settings, secrets=secrets, language=language, metrics=metrics) as opened:
        writer = opened.writer
        for start in begun:
            if StudyStart(start.variant, start.number) not in finished:
                writer.log_of(start.variant, start.number).supersede()
        writer.log.event("continued", Message("run-continued", time=duration(writer.stood_s)))
        starts = run_starts(study, settings, opened, clock, missing, is_first=not begun)
        outcome = end_run(opened, language)
    if starts.failures and not outcome.result.trials and not opened.interrupted:
        raise starts.failures[0]
    return outcome


def _reported(directory: RunDirectory, language: str) -> RunOutcome:
    # Not at the top: what makes reports takes a tenth of a second to import, and no load waits for it.
    from loadproof.run.outcome import reported

    return reported(directory.path, language)
