"""The contract of `--json` and of `result.json`.

The keys of the answer stand at the top, everything about the run in `run`:

- both verbs: `schema_version`, `sentence` (the verdict in plain words), `doubts`, `run`;
- `load`: the keys of a Measurement (`rate`, `due`, ..., see `Measurement.as_dict`) and `verdict`
  (`state`, `reason`, `early`, `slos`), which is null when the run did not reach it;
- `capacity`: `outcome`, `rate`, `low`, `high`, `reason` and `trials`; without an answer `outcome` is
  `undecided` and the rates are what the trials so far allow to say.

A trial is `{number, purpose, rate, state, reason, early, cut_short, started_s, duration_s, measurement,
verdict}`: `rate` is the rate due, null for `max`; `state` is that of its verdict, or `cut-short`.

`run` is `{loadproof, verb, command, repeat, target, started_at, duration_s, interrupted, ended, arrivals,
arrivals_note, seed, profile, slos, thresholds_ms, method, environment, trial}`; `trial` is the trial of a
`load` without what stands at the top. Numbers that are not known are null; none is ever NaN.
"""

import math
import shlex
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.method.trial import Purpose
from loadproof.report.sentence import arrivals_note, verdict_sentence
from loadproof.report.trial_tables import confirming_trial
from loadproof.store.reader import RunReader
from loadproof.store.record import Ending, TrialRecord
from loadproof.store.window import Window
from loadproof.study.slo import Slo

__all__ = ["SCHEMA_VERSION", "build_result"]

SCHEMA_VERSION = 1
_UNFINISHED = "the run has no end: its process was killed or failed, or it is still under way"
_INTERRUPTED = "the run was interrupted before its answer"


def build_result(reader: RunReader) -> dict[str, Any]:
    """The result of a run, finished or not, as plain JSON values. Raises RunDirectoryError."""
    ending = reader.ending()
    trials = [_trial(reader, record) for record in reader.trials()]
    run = _run(reader, ending, trials)
    answer = _load(trials) if run["verb"] == "load" else _capacity(trials, ending)
    answer["doubts"] = [*answer["doubts"], *_run_doubts(reader, ending, answer["doubts"])]
    result = {"schema_version": SCHEMA_VERSION, "sentence": "", **answer, "run": run}
    result["sentence"] = verdict_sentence(result)
    clean = _without_nan(result)
    return dict(clean)


def _load(trials: list[dict[str, Any]]) -> dict[str, Any]:
    trial = trials[-1] if trials else None
    measurement = trial["measurement"] if trial else Window(0).measurement(0.0).as_dict()
    return {"verdict": trial["verdict"] if trial else None, **measurement}


def _capacity(trials: list[dict[str, Any]], ending: Ending | None) -> dict[str, Any]:
    answer = ending.answer if ending else None
    if answer is None:
        answer = _partial_answer(trials) | {"reason": _INTERRUPTED if ending else _UNFINISHED}
    keys = ("outcome", "rate", "low", "high", "reason")
    confirming = confirming_trial(trials)
    return {
        **{key: answer.get(key) for key in keys},
        "trials": trials,
        "doubts": [*(confirming["measurement"]["doubts"] if confirming else []), *answer.get("doubts", [])],
    }


def _partial_answer(trials: list[dict[str, Any]]) -> dict[str, Any]:
    rated = [trial for trial in trials if trial["rate"] is not None and trial["purpose"] != Purpose.RECOVER.value]
    passed = [trial["rate"] for trial in rated if trial["state"] == "passed"]
    low = max(passed, default=None)
    failed = [trial["rate"] for trial in rated if trial["state"] == "failed" and trial["rate"] > (low or 0.0)]
    confirmed = [
        trial["rate"] for trial in rated if trial["state"] == "passed" and trial["purpose"] == Purpose.CONFIRM.value
    ]
    return {
        "outcome": "undecided",
        "rate": max(confirmed, default=None),
        "low": low,
        "high": min(failed, default=None),
    }


def _trial(reader: RunReader, record: TrialRecord) -> dict[str, Any]:
    verdict = record.verdict
    return {
        "number": record.number,
        "purpose": record.trial.purpose.value,
        "rate": record.trial.rate,
        "state": verdict["state"] if verdict else "cut-short",
        "reason": verdict["reason"] if verdict else "it has no end: nothing is judged",
        "early": bool(verdict and verdict["early"]),
        "cut_short": record.cut_short,
        "started_s": round(record.started_s, 3),
        "duration_s": round(record.duration_s, 3),
        "measurement": reader.measurement(record),
        "verdict": verdict,
    }


def _run(reader: RunReader, ending: Ending | None, trials: list[dict[str, Any]]) -> dict[str, Any]:
    description = reader.description
    last_s = trials[-1]["started_s"] + trials[-1]["duration_s"] if trials else 0.0
    return {
        "loadproof": description.version,
        "verb": description.verb,
        "command": list(description.command),
        "repeat": _repeating(description.command),
        "target": description.target,
        "started_at": datetime.fromtimestamp(description.started_at, UTC).isoformat(timespec="milliseconds"),
        "duration_s": round(ending.duration_s if ending else last_s, 3),
        "interrupted": ending is None or ending.interrupted,
        "ended": ending is not None,
        "arrivals": description.arrivals,
        "arrivals_note": arrivals_note(description.arrivals),
        "seed": description.seed,
        "profile": {
            "operations": [
                {"name": operation.name, "weight": operation.weight, "request": operation.request}
                for operation in description.operations
            ]
        },
        "slos": [_slo(slo) for slo in description.slos],
        "thresholds_ms": list(description.thresholds_ms),
        "method": dict(description.method),
        "environment": dict(description.environment),
        "trial": _bare_trial(trials[-1]) if trials and description.verb == "load" else None,
    }


def _repeating(command: Sequence[str]) -> str:
    """The command without its `--out`, since a run is never overwritten."""
    words: list[str] = []
    after_out = False
    for word in command:
        if not after_out and word != "--out" and not word.startswith("--out="):
            words.append(word)
        after_out = not after_out and word == "--out"
    return shlex.join(words)


def _bare_trial(trial: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in trial.items() if key not in ("measurement", "verdict")}


def _slo(slo: Slo) -> dict[str, Any]:
    return {
        "text": slo.text,
        "kind": slo.kind.value,
        "limit_percent": 100 * slo.limit_share,
        "threshold_ms": slo.threshold_ms,
        "operation": slo.operation,
    }


def _run_doubts(reader: RunReader, ending: Ending | None, known: list[dict[str, str]]) -> list[dict[str, str]]:
    doubts = [Doubt(DoubtCode.NOT_STORED, str(failure)) for failure in reader.storage_failures()]
    told = any(doubt["code"] == DoubtCode.INTERRUPTED.code for doubt in known)
    if not told and (ending is None or ending.interrupted):
        doubts.append(Doubt(DoubtCode.INTERRUPTED, _INTERRUPTED if ending else _UNFINISHED))
    return [doubt.as_dict() for doubt in doubts]


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
