"""A whole study: every start of every variant in its order, and everything that it gave is kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loadproof.forecast.least_budget import check_study_budgets
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.method.compare import CompareRound
from loadproof.method.overhead import OverheadStart
from loadproof.model.target import Target, parse_target
from loadproof.plan.endpoint import NO_ENDPOINT
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.settings import LoadSettings
from loadproof.run.caller import Caller
from loadproof.run.ending import end_run
from loadproof.run.exhaustion import cut_by_exhaustion
from loadproof.run.opening import OpenRun, described, open_run
from loadproof.run.own_process_watch import cut_by_own_process
from loadproof.run.run_secrets import profile_shown, run_secrets
from loadproof.run.start_order import StudyStart, start_order
from loadproof.run.study_shown import study_shown
from loadproof.run.study_source_files import keep_texts, stored_source
from loadproof.run.study_starts import StudyStarts
from loadproof.run.virtual_clock import VirtualClock
from loadproof.study.stand_settings import Driver
from loadproof.study.stand_template import fill_stand_text
from loadproof.study.study import Study

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome
    from loadproof.store.description import RunDescription

__all__ = ["is_simulated", "run_starts", "run_study", "settings_of", "study_targets"]


def run_study(
    study: Study, out: Path | None, verb: str = "run", language: str = "en", caller: Caller | None = None
) -> RunOutcome:
    """Runs every method on every start of every variant; `caller` is the command line unless given.

    Raises InputError where nothing could be run at all, EngineFault when the generator cannot go on. A start that fails
    is kept as such, and the next one is run.
    """
    check_study_budgets(study)
    settings, caller = settings_of(study), caller or Caller.command_line()
    clock = VirtualClock() if is_simulated(study) else None
    order = start_order([variant.name for variant in study.started], study.starts)
    description, secrets = _description(study, settings, verb, caller), run_secrets(study, os.environ)
    with open_run(
        description,
        out,
        clock,
        settings=settings,
        secrets=secrets,
        caller=caller,
        language=language,
    ) as opened:
        if study.source is not None:
            keep_texts(study.source, opened.directory, secrets.texts)
        starts = run_starts(study, settings, opened, clock, order, is_first=True)
        outcome = end_run(opened, language)
    if starts.failures and not outcome.result.trials and not opened.interrupted:
        raise starts.failures[0]
    return outcome


def run_starts(
    study: Study,
    settings: LoadSettings,
    opened: OpenRun,
    clock: VirtualClock | None,
    order: Sequence[StudyStart],
    *,
    is_first: bool,
) -> StudyStarts:
    """Runs the starts of `order`, as far as there are methods for them, and after them what has starts of its own."""
    starts = StudyStarts(study, settings, opened, clock, is_first=is_first)
    with cut_by_exhaustion(opened), cut_by_own_process(opened):
        _run_all(starts, study, settings, opened, clock, order)
    return starts


def _run_all(
    starts: StudyStarts,
    study: Study,
    settings: LoadSettings,
    opened: OpenRun,
    clock: VirtualClock | None,
    order: Sequence[StudyStart],
) -> None:
    starts.run(order)
    if study.methods.compare is not None and not opened.interrupted:
        # Not at the top: it imports what makes results, and no load waits for that.
        from loadproof.run.compare_run import CompareRun

        rounds = CompareRun(study.of_method(CompareRound.name), study.methods.compare, settings, opened, clock)
        rounds.run()
        starts.failures += rounds.failures
    if study.methods.overhead is not None and not opened.interrupted:
        from loadproof.run.overhead_run import OverheadRun

        switched = OverheadRun(study.of_method(OverheadStart.name), study.methods.overhead, settings, opened, clock)
        switched.run()
        starts.failures += switched.failures


def is_simulated(study: Study) -> bool:
    """Whether its services are models, and time is virtual."""
    return study.variants[0].stand.driver is Driver.SIMULATE


def study_targets(study: Study) -> tuple[Target, ...]:
    """Where its load goes, each once; none where it is simulated. Raises StandTextError, TargetTextError."""
    if is_simulated(study):
        return ()
    # No port is chosen yet, and none changes whose machine it is.
    targets = (
        parse_target(
            fill_stand_text(
                url,
                {service.name: 1 for service in variant.stand.services},
                None,
                Path("/workspace"),
                os.environ,
            )
        )
        for variant in study.variants
        for url in variant.stand.targets
    )
    return tuple(dict.fromkeys(targets))


def settings_of(study: Study) -> LoadSettings:
    """How the generator sends; virtual time has one thread, as it is the order of events that makes it."""
    shards = 1 if is_simulated(study) else None
    return LoadSettings.of(
        study.arrivals,
        study.connections,
        shards,
        study.seed,
        awake=study.awake,
        shared_machine=study.shared_machine,
    )


def _description(study: Study, settings: LoadSettings, verb: str, caller: Caller) -> RunDescription:
    plan = engine_plan(profile_shown(study.profile), NO_ENDPOINT, settings, counted_thresholds_ms(study.profile.slos))
    shown = study_shown(study)
    target = ", ".join(dict.fromkeys(variant["target"] for variant in shown["variants"]))
    facts: dict[str, Any] = {"command": caller.command}
    if is_simulated(study):
        facts["environment"] = {"service": "simulated", "time": "virtual"}
    if study.source is not None:
        facts["source"] = stored_source(study.source)
    method = {**caller.noted, **study.methods_shown()}
    # All variants have the targets of the stand, if there are several.
    names = study.variants[0].stand.target_names
    return described(verb, target, study.profile, settings, method, names, plan=plan, study=shown, **facts)
