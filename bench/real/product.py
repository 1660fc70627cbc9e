"""The product as its user starts it: a run beside others on the machine, what it said, and what its plan had said."""

import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.accuracy.truth_server import measured, started
from bench.error import BenchError
from tests.strangers import strangers

__all__ = ["NOBODY", "Others", "calls_of", "clean_share", "planned", "ran", "seen"]

_LONGEST_PLAN_S = 60.0
_STOP_PATIENCE_S = 30.0
_BY_OTHERS = ("disturbed", "disturbed-seconds", "foreign-load")


@dataclass(frozen=True, slots=True)
class Others:
    """Processes of nobody: each takes a core for `length_s`, from `after_s` on, again every `every_s` (0: once)."""

    name: str
    cores: int = 0
    after_s: float = 0.0
    length_s: float = 0.0
    every_s: float = 0.0

    def quiet_share(self, begin_s: float, end_s: float) -> float:
        """The share of a time in which none of them works; both ends since their start.

        >>> Others("2 of every 8 s", 1, 4.0, 2.0, 8.0).quiet_share(0.0, 16.0)
        0.75
        """
        if not self.cores or end_s <= begin_s:
            return 1.0
        busy_s, burst_s = 0.0, self.after_s
        while burst_s < end_s:
            busy_s += max(0.0, min(end_s, burst_s + self.length_s) - max(begin_s, burst_s))
            if not self.every_s:
                break
            burst_s += self.every_s
        return 1.0 - busy_s / (end_s - begin_s)

    @contextmanager
    def at_work(self, later_s: float = 0.0) -> Iterator[None]:
        """They live as long as the context; all begin `later_s` later."""
        with strangers(self.cores, self.after_s + later_s, self.length_s, self.every_s):
            yield


NOBODY = Others("nobody")


def ran(
    url: str | None,
    place: Path,
    *words: str,
    within_s: float,
    others: Others = NOBODY,
    later_s: float = 0.0,
    python: str | Path = sys.executable,
    more: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda _: {},
) -> dict[str, Any]:
    """What a command gave: an entry of a record. Raises BenchError where it gave no result.

    `url` may be a study file, too; `more` is what is kept of the result besides. `python` is the interpreter that has
    loadproof.

    Its run directory is `place`/run-N.
    """
    out = place / f"run-{len(list(place.glob('run-*')))}"
    with others.at_work(later_s):
        began_s = time.monotonic()
        process = started(url, out, *words, python=python)
        try:
            result = measured(process, within_s)
        except subprocess.TimeoutExpired as error:
            raise BenchError(f"loadproof {' '.join(words)} did not end within {within_s:g} s") from error
        except BaseException:
            _end(process)
            raise
    entry = seen(result, process.returncode) | {"wall_s": round(time.monotonic() - began_s, 1)} | dict(more(result))
    if result["trials"]:
        trial = result["trials"][-1]
        # From seconds of the run to those since the others began.
        shift_s = _last_trial_s(out) - trial["started_s"] - began_s - later_s
        entry["quiet"] = others.quiet_share(trial["span_begin_s"] + shift_s, trial["span_end_s"] + shift_s)
    return entry


def _end(process: subprocess.Popen[str]) -> None:
    """Ends a run whose bench is ended, gently, and waits until it has stopped its services; killed it takes them along.

    Its directory is removed after that: what it still has to write would fail.
    """
    if process.poll() is None:
        process.terminate()
    try:
        process.communicate(timeout=_STOP_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _last_trial_s(run: Path) -> float:
    """When the last trial of a run began, on the clock of this machine."""
    with closing(sqlite3.connect(f"file:{run / 'run.db'}?mode=ro", uri=True)) as database:
        (started_s,) = database.execute("SELECT started_monotonic FROM trial ORDER BY number DESC").fetchone()
    return float(started_s)


def seen(result: Mapping[str, Any], exit_code: int) -> dict[str, Any]:
    """What is kept of a `result.json`."""
    trials = result["trials"]
    doubts = [{"code": doubt["code"], "text": doubt["text"]} for doubt in result["doubts"]]
    return {
        "exit_code": exit_code,
        "state": result["state"],
        "sentence": result["sentence"],
        "doubts": doubts,
        "by_others": sorted({doubt["code"] for doubt in doubts} & set(_BY_OTHERS)),
        "trials": [[trial["purpose"], trial["rate"], trial["state"]] for trial in trials],
        "clean": clean_share(trials[-1]) if trials else None,
        "answers": [
            {key: answer[key] for key in ("method", "outcome", "rate", "estimate", "low", "high", "reason")}
            for answer in result["answers"]
        ],
        "took_s": trials[-1]["started_s"] + trials[-1]["duration_s"] - trials[0]["started_s"] if trials else None,
        "calls": calls_of(result),
        "completed_per_s": trials[-1]["measurement"]["rate"] if trials else 0.0,
    }


def clean_share(trial: Mapping[str, Any]) -> float:
    """The share of a trial's span that nobody disturbed.

    >>> trial = {"span_begin_s": 2.0, "span_end_s": 20.0, "measurement": {"disturbed_s": [[4, 10]]}}
    >>> round(clean_share(trial), 2)
    0.67
    """
    span_s = max(1.0, float(trial["span_end_s"] - trial["span_begin_s"]))
    disturbed_s = float(sum(end - begin for begin, end in trial["measurement"]["disturbed_s"]))
    return max(0.0, 1.0 - disturbed_s / span_s)


def calls_of(result: Mapping[str, Any]) -> dict[str, int]:
    """By method the calls that fell due in the trial that its answer rests on, where all of its seconds count."""
    trials = {trial["number"]: trial for trial in result["trials"]}
    decisive = {answer["method"]: trials.get(answer["decisive"]) for answer in result["answers"]}
    return {
        method: trial["measurement"]["due"]
        for method, trial in decisive.items()
        if trial is not None and not trial["measurement"]["left_out_s"] and trial["verdict"]["early"] is False
    }


def planned(study: Path) -> dict[str, Any]:
    """What `plan` says of a study without being told anything of its service: an entry of a record.

    Times are those of the load, without starts of services. Raises BenchError where it says nothing.
    """
    command = [sys.executable, "-m", "loadproof", "plan", str(study), "--json"]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=_LONGEST_PLAN_S, check=False)
        plan = json.loads(ended.stdout)
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"loadproof plan {study} did not end within {_LONGEST_PLAN_S:g} s") from error
    except ValueError as error:
        raise BenchError(f"loadproof plan {study} gave no plan: {ended.stderr.strip()[-500:]}") from error
    starts = plan["starts"]
    return {
        "time_s": {key: value - starts["in_all"] * starts["start_s"] for key, value in plan["duration_s"].items()},
        "calls": {plateau["method"]: _calls(plateau["operations"]) for plateau in plan["plateaus"]},
        "outcomes_percent": {method["method"]: method["outcomes_percent"] for method in plan["methods"]},
    }


def _calls(operations: Sequence[Mapping[str, Any]]) -> list[float]:
    """Lowest and highest of all operations together; flows are made of their calls."""
    own = [operation for operation in operations if operation["kind"] == "operation"]
    return [sum(operation["calls_low"] for operation in own), sum(operation["calls_high"] for operation in own)]
