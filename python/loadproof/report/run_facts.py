"""How a result was got, as `RunModel` of `result_model`."""

import shlex
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from loadproof.model.slo import Slo
from loadproof.report.alike_variants import alike_variants
from loadproof.report.sentence import TIME_NOTE, arrivals_note
from loadproof.store.reader import RunReader
from loadproof.store.record import Ending

__all__ = ["run_facts"]


def run_facts(reader: RunReader, ending: Ending | None, last_s: float) -> dict[str, Any]:
    """What is known of the run; `last_s` is the end of its last trial, which stands in where it has no end."""
    description = reader.description
    arrivals = _arrivals(reader)
    virtual_time = _is_virtual(description.study)
    runtimes = [
        {"variant": runtime.variant, "start": runtime.start, "service": runtime.service, "facts": dict(runtime.facts)}
        for runtime in reader.runtimes()
    ]
    return {
        "loadproof": description.version,
        "verb": description.verb,
        "command": list(description.command),
        "repeat": _repeating(description.command),
        "target": description.target,
        "started_at": datetime.fromtimestamp(description.started_at, UTC).isoformat(timespec="milliseconds"),
        "duration_s": round(ending.duration_s if ending else last_s, 3),
        "virtual_time": virtual_time,
        "time_note": TIME_NOTE if virtual_time else "",
        "interrupted": ending is None or ending.interrupted,
        "ended": ending is not None,
        "arrivals": arrivals,
        "arrivals_note": arrivals_note(arrivals),
        "seed": description.seed,
        "profile": {
            "base_rate": description.base_rate,
            "operations": [
                {
                    "name": operation.name,
                    "kind": operation.kind,
                    "weight": operation.weight,
                    "request": operation.request,
                    "tags": dict(operation.tags),
                }
                for operation in description.operations
            ],
        },
        "slos": [_slo(slo) for slo in description.slos],
        "thresholds_ms": list(description.thresholds_ms),
        "method": dict(description.method),
        "environment": dict(description.environment),
        "study": None if description.study is None else dict(description.study),
        "events": [
            {
                "at_s": round(event.at_s, 3),
                "trial": event.trial,
                "kind": event.kind,
                "service": event.service,
                "text": event.text,
                "variant": event.variant,
                "start": event.start,
            }
            for event in reader.events()
        ],
        "runtimes": runtimes,
        "alike": alike_variants(description.study, runtimes),
    }


def _arrivals(reader: RunReader) -> str:
    """Those of the run, or `users` where none of its trials had an arrival that was not a user's."""
    trials = [record.trial for record in reader.trials()]
    alone = bool(trials) and all(trial.rate == 0 and trial.users for trial in trials)
    return "users" if alone else reader.description.arrivals


def _is_virtual(study: Mapping[str, Any] | None) -> bool:
    return study is not None and any(variant["driver"] == "simulate" for variant in study["variants"])


def _repeating(command: Sequence[str]) -> str:
    """The command without its `--out`, since a run is never overwritten."""
    words: list[str] = []
    after_out = False
    for word in command:
        if not after_out and word != "--out" and not word.startswith("--out="):
            words.append(word)
        after_out = not after_out and word == "--out"
    return shlex.join(words)


def _slo(slo: Slo) -> dict[str, Any]:
    return {
        "text": slo.text,
        "kind": slo.kind.value,
        "limit_percent": 100 * slo.limit_share,
        "threshold_ms": slo.threshold_ms,
        "operation": slo.operation,
    }
