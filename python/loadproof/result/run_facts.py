"""Facts on the run behind a result, from its store."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from loadproof.model import slo as model
from loadproof.model.message import Message
from loadproof.model.target import service_target
from loadproof.model.typed_json import as_written
from loadproof.records.json_form import of_json
from loadproof.records.run import Arrivals, Run, RunProfile, RunSlo, RunStudy
from loadproof.result.alike_variants import alike_variants
from loadproof.result.sentence import NOTHING, arrivals_note
from loadproof.store.description import RunDescription
from loadproof.store.reader import RunReader
from loadproof.store.record import Ending

__all__ = ["run_facts", "run_slos"]


def run_facts(reader: RunReader, ending: Ending | None, last_s: float) -> Run:
    """Return the facts on the run; `last_s`, the end of its last trial, is the duration of a run without an end."""
    description = reader.description
    arrivals = _arrivals(reader)
    study = None if description.study is None else of_json(RunStudy, description.study)
    virtual_time = study is not None and any(variant.driver == "simulate" for variant in study.variants)
    runtimes = tuple(reader.runtimes())
    return as_written(
        Run(
            loadproof=description.version,
            verb=description.verb,
            command=tuple(description.command),
            repeat=_repeating(description.command),
            target=description.target,
            subject=_subject(description, study),
            started_at=datetime.fromtimestamp(description.started_at, UTC).isoformat(timespec="milliseconds"),
            duration_s=ending.duration_s if ending else last_s,
            virtual_time=virtual_time,
            time_note=Message("note-simulated") if virtual_time else NOTHING,
            interrupted=ending is None or ending.interrupted,
            ended=ending is not None,
            arrivals=arrivals,
            arrivals_note=arrivals_note(arrivals),
            seed=description.seed,
            profile=_profile(description),
            slos=run_slos(description),
            thresholds_ms=tuple(description.thresholds_ms),
            method=dict(description.method),
            environment=dict(description.environment),
            study=study,
            events=tuple(map(as_written, reader.events())),
            runtimes=runtimes,
            alike=alike_variants(study, runtimes),
        )
    )


def run_slos(description: RunDescription) -> tuple[RunSlo, ...]:
    """SLOs of a run."""
    return tuple(_slo(slo) for slo in description.slos)


def _subject(description: RunDescription, study: RunStudy | None) -> str:
    """Name of the load for a title; the address of a service of a stand is known only in the run."""
    if study is not None:
        return study.name
    target, operations = service_target(description.target), description.operations
    if len(operations) != 1 or operations[0].kind == "flow":
        return target
    verb, _, path = operations[0].request.partition(" ")
    if not path.startswith("/"):
        return target
    address = f"{target.rstrip('/')}{path}"
    return address if verb == "GET" else f"{verb} {address}"


def _profile(description: RunDescription) -> RunProfile:
    slos = run_slos(description)
    operations = (
        replace(operation, thresholds_ms=_thresholds_ms(slos, operation.name, is_flow=operation.kind == "flow"))
        for operation in description.operations
    )
    return RunProfile(base_rate=description.base_rate, operations=tuple(operations))


def _thresholds_ms(slos: Sequence[RunSlo], operation: str, *, is_flow: bool) -> tuple[float, ...]:
    """Calls within flows make up the whole: an SLO on all calls says nothing of flows."""
    scopes = (operation,) if is_flow else (operation, None)
    return tuple(dict.fromkeys(slo.threshold_ms for slo in slos if slo.threshold_ms and slo.operation in scopes))


def _arrivals(reader: RunReader) -> Arrivals:
    """Return the arrivals of the run, or `users` if closed users made all the load in every trial."""
    trials = [record.trial for record in reader.trials()]
    alone = bool(trials) and all(trial.rate == 0 and trial.users for trial in trials)
    return "users" if alone else cast(Arrivals, reader.description.arrivals)


def _repeating(command: Sequence[str]) -> str:
    """The command without its `--out`, since a run is never overwritten."""
    words: list[str] = []
    after_out = False
    for word in command:
        if not after_out and word != "--out" and not word.startswith("--out="):
            words.append(word)
        after_out = not after_out and word == "--out"
    return shlex.join(words)


def _slo(slo: model.Slo) -> RunSlo:
    return RunSlo(
        text=slo.text,
        kind=slo.kind.value,
        limit_percent=100 * slo.limit_share,
        threshold_ms=slo.threshold_ms,
        operation=slo.operation,
    )
