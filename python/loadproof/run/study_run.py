"""A whole study: every start of every variant in its order, and everything that it gave is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loadproof.errors import InputError
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.methods.registry import METHODS, check_study
from loadproof.model.target import Target, parse_target
from loadproof.plan.endpoint import NO_ENDPOINT
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.settings import LoadSettings
from loadproof.run.caller import Caller
from loadproof.run.campaign import Campaign
from loadproof.run.ending import end_run
from loadproof.run.exhaustion import cut_by_exhaustion
from loadproof.run.opening import OpenRun, described, open_run
from loadproof.run.own_process_watch import cut_by_own_process
from loadproof.run.run_secrets import profile_shown, run_secrets
from loadproof.run.start_loop import run_campaign
from loadproof.run.study_campaign import StudyCampaign
from loadproof.run.study_shown import study_shown
from loadproof.run.study_source_files import keep_texts, stored_source
from loadproof.run.virtual_clock import VirtualClock
from loadproof.study.stand_settings import Driver
from loadproof.study.stand_template import fill_stand_text
from loadproof.study.study import Study

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome
    from loadproof.store.description import RunDescription

__all__ = ["campaigns_of", "is_simulated", "run_campaigns", "run_study", "settings_of", "study_targets"]


def run_study(
    study: Study, out: Path | None, verb: str = "run", language: str = "en", caller: Caller | None = None
) -> RunOutcome:
    """Runs every method on every start of every variant; `caller` is the command line unless given.

    Raises InputError where nothing could be run at all, EngineFault when the generator cannot go on. A start that fails
    is kept as such, and the next one is run.
    """
    check_study(study)
    settings, caller = settings_of(study), caller or Caller.command_line()
    clock = VirtualClock() if is_simulated(study) else None
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
        failures = run_campaigns(study, settings, opened, clock)
        outcome = end_run(opened, language)
    if failures and not outcome.result.trials and not opened.interrupted:
        raise failures[0]
    return outcome


def campaigns_of(study: Study) -> Iterator[Campaign]:
    """Yield the campaigns of a study in their order: ordinary starts, then what has starts of its own."""
    yield StudyCampaign(study)
    for row in METHODS:
        if row.has_own_starts and row.name in study.methods:
            yield row.campaign(study.of_method(row.name), study.methods.settings[row.name])


def run_campaigns(
    study: Study, settings: LoadSettings, opened: OpenRun, clock: VirtualClock | None
) -> list[InputError]:
    """Run all starts that a study lacks, as far as there are methods for them; returns why starts could not be run."""
    failures = list[InputError]()
    opened = replace(opened, context=replace(opened.context, alarms=study.alarms))
    with cut_by_exhaustion(opened), cut_by_own_process(opened):
        for campaign in campaigns_of(study):
            if opened.interrupted:
                break
            failures += run_campaign(campaign, settings, opened, clock)
    return failures


def is_simulated(study: Study) -> bool:
    """Return True if the services of the study are models and time is virtual."""
    return study.variants[0].stand.driver is Driver.SIMULATE


def study_targets(study: Study) -> tuple[Target, ...]:
    """Return the targets of the load, each once; empty if simulated. Raises StandTextError, TargetTextError."""
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
    """Return the settings of the generator.

    In virtual time there is one shard, because the order of events makes the time.
    """
    shards = 1 if is_simulated(study) else None
    settings = LoadSettings.of(
        study.arrivals,
        study.connections,
        shards,
        study.seed,
        awake=study.awake,
        shared_machine=study.shared_machine,
    )
    counted_ms = tuple(rule.threshold_ms for rule in study.alarms if rule.threshold_ms is not None)
    return replace(settings, user_totals=study.methods.user_totals(), counted_ms=counted_ms)


def _description(study: Study, settings: LoadSettings, verb: str, caller: Caller) -> RunDescription:
    thresholds_ms = counted_thresholds_ms(study.profile.slos, settings.counted_ms)
    plan = engine_plan(profile_shown(study.profile), NO_ENDPOINT, settings, thresholds_ms)
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
