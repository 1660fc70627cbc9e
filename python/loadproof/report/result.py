"""The contract of `--json` and of `result.json`; `result_model` is the same as a schema.

Every result has `schema_version`, `sentence` (the verdict in plain words), `state` (which the exit code follows),
`doubts`, `findings`, `answers` (one for each start of a variant and method), `rankings` (one for each method that finds
a rate, where there are several variants or starts), `trials` and `run`. Besides them, for scripts:

- `load`: the keys of a Measurement (`rate`, `due`, ..., see `Measurement.as_dict`) and `verdict` (`state`, `reason`,
  `early`, `slos`), which is null when the run did not reach it;
- `capacity`: `outcome`, `rate`, `low`, `high` and `reason`; without an answer `outcome` is `undecided` and the rates
  are what the trials so far allow to say.

Numbers that are not known are null; none is ever NaN.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from loadproof._engine import Histogram
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.machine_speed import speed_doubts
from loadproof.judge.measurement import quantiles_ms
from loadproof.method.profile_multiple import in_multiples
from loadproof.report.answers import answers_in, why_unanswered
from loadproof.report.outcomes import overall_state
from loadproof.report.plain_text import printable
from loadproof.report.ranking_sentence import ranking_told
from loadproof.report.rankings import rankings_in
from loadproof.report.run_facts import run_facts
from loadproof.report.sentence import nothing_measured
from loadproof.store.phases import PHASES
from loadproof.store.reader import RunReader
from loadproof.store.record import Ending, StartState, TrialRecord
from loadproof.store.window import Window

__all__ = ["SCHEMA_VERSION", "build_result"]

SCHEMA_VERSION = 4
_CAPACITY_KEYS = ("outcome", "rate", "estimate", "low", "high", "reason")


def build_result(reader: RunReader) -> dict[str, Any]:
    """The result of a run, finished or not, as plain JSON values, without findings. Raises RunDirectoryError."""
    ending = reader.ending()
    base_rate = reader.description.base_rate
    trials = [_trial(reader, record, base_rate) for record in reader.trials()]
    last_s = trials[-1]["started_s"] + trials[-1]["duration_s"] if trials else 0.0
    run = run_facts(reader, ending, last_s)
    answers = answers_in(reader, trials, run)
    rankings = rankings_in(reader, answers, trials, run)
    result = {
        "schema_version": SCHEMA_VERSION,
        "sentence": _sentence(answers, rankings, run),
        "state": overall_state({"answers": answers, "rankings": rankings, "trials": trials}),
        **_keys_for_scripts(run["verb"], answers, trials, run),
        "doubts": [],
        "findings": [],
        "answers": answers,
        "rankings": rankings,
        "trials": trials,
        "run": run,
    }
    result["doubts"] = _doubts(reader, ending, answers)
    return dict(_without_nan(result))


def _sentence(
    answers: Sequence[Mapping[str, Any]], rankings: Sequence[Mapping[str, Any]], run: Mapping[str, Any]
) -> str:
    """That of a ranking of starts; else all answers in a row, each after the name of its variant if there are more."""
    told = ranking_told(rankings)
    sentence = _answers_in_a_row(answers, run) if told is None else str(told["text"])
    return f"Simulated, in virtual time: {sentence}" if run["virtual_time"] else sentence


def _answers_in_a_row(answers: Sequence[Mapping[str, Any]], run: Mapping[str, Any]) -> str:
    if not answers:
        return nothing_measured({"run": run})
    several = len({answer["variant"] for answer in answers}) > 1
    named = (f"{printable(answer['variant'])}: " if several else "" for answer in answers)
    return " ".join(name + answer["sentence"] for name, answer in zip(named, answers, strict=True))


def _keys_for_scripts(
    verb: str, answers: Sequence[Mapping[str, Any]], trials: Sequence[Mapping[str, Any]], run: Mapping[str, Any]
) -> dict[str, Any]:
    if verb == "load":
        measurement = trials[-1]["measurement"] if trials else Window(0).measurement(0.0).as_dict()
        return {"verdict": trials[-1]["verdict"] if trials else None, **measurement}
    if verb == "capacity":
        nothing = {"outcome": "undecided", "reason": why_unanswered(run["ended"], run["interrupted"])}
        answer = answers[0] if answers else nothing
        return {key: answer.get(key) for key in _CAPACITY_KEYS}
    return {}


def _trial(reader: RunReader, record: TrialRecord, base_rate: float | None) -> dict[str, Any]:
    verdict, trial = record.verdict, record.trial
    measurement = reader.measurement(record)
    phases = reader.phases(record.number)
    begin_s = record.started_s + math.ceil(trial.ramp_s + trial.settle_s)
    return {
        "number": record.number,
        "variant": record.variant,
        "start": trial.start,
        "method": record.method,
        "purpose": trial.purpose.value,
        "rate": trial.rate,
        "n": in_multiples(trial.rate, base_rate),
        "users": trial.users,
        "state": verdict["state"] if verdict else "cut-short",
        "reason": verdict["reason"] if verdict else "it has no end: nothing is judged",
        "early": bool(verdict and verdict["early"]),
        "cut_short": record.cut_short,
        "superseded": record.superseded,
        "started_s": round(record.started_s, 3),
        "span_begin_s": round(begin_s, 3),
        "span_end_s": round(begin_s + measurement["duration_s"] + _left_out_s(measurement), 3),
        "duration_s": round(record.duration_s, 3),
        "measurement": measurement,
        "phases_ms": {name: _phase(phases.get(name, Histogram())) for name in PHASES},
        "failed_replies": [asdict(reply) for reply in reader.failed_replies(record.number)],
        "verdict": verdict,
    }


def _left_out_s(measurement: Mapping[str, Any]) -> int:
    """Runs of earlier versions left nothing out."""
    return sum(end - begin for begin, end in measurement.get("left_out_s", ()))


def _phase(histogram: Histogram) -> dict[str, Any]:
    return {"count": histogram.count, **quantiles_ms(histogram)}


def _doubts(reader: RunReader, ending: Ending | None, answers: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    found = [doubt for answer in answers for doubt in answer["doubts"]]
    found += [doubt for _variant, _start, doubt in reader.doubts()]
    found += [doubt.as_dict() for doubt in speed_doubts(_work_us(reader))]
    found += [Doubt(DoubtCode.NOT_STORED, str(failure)).as_dict() for failure in reader.storage_failures()]
    told = any(doubt["code"] == DoubtCode.INTERRUPTED.code for doubt in found)
    if not told and (ending is None or ending.interrupted):
        found.append(Doubt(DoubtCode.INTERRUPTED, why_unanswered(ending is not None, True)).as_dict())
    return [doubt for index, doubt in enumerate(found) if doubt not in found[:index]]


def _work_us(reader: RunReader) -> list[float]:
    return [us for start in reader.starts() if start.state is not StartState.SUPERSEDED for us in start.work_us]


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
