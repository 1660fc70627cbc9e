"""`python -m bench.method.same_results write FILE`, then `compare FILE`: whether a change left every result as it was.

Simulated studies of every model, method and profile, comparisons and overheads, whole and cut after each start,
searches and forecasts. Kept are digests of codes, values and counts as the documented JSON has them, and of the
histograms of every second. Texts for people are left out: the codes and values that they are made of stand beside them.
"""

import argparse
import hashlib
import io
import json
import re
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, redirect_stderr
from pathlib import Path
from typing import Any

__all__ = ["Outcome", "differences", "outcome_of", "tasks", "without_texts"]

Outcome = dict[str, Any]
"""What one task gave: `shown` for people, and a digest of each part of its result."""

_MODELS: tuple[Mapping[str, Any], ...] = (
    {"service_time": "5ms"},
    {"service_time": {"exponential": "5ms"}, "network": "200us", "connect": "1ms"},
    {"service_time": {"two_point": {"low": "2ms", "high": "60ms", "high_share": "3%"}}},
    {"service_time": {"pareto": {"least": "3ms", "shape": 2.5}}, "queue": 40},
    {"operations": {"write": {"service_time": "12ms", "errors": "2%"}}},
    {"warm_up": {"factor": 4, "decay": "10s"}},
    {"pauses": [{"every": "7s", "lasts": "80ms"}, {"every": "20s", "lasts": "300ms", "random": True}]},
    {"contention": {"serial": 0.02, "coherence": 0.0005}, "workers": 4},
    {"background": {"every": "15s", "lasts": "3s", "slowdown": 2}},
    {"neighbour": {"busy": "5s", "quiet": "15s", "slowdown": 1.5}},
    {"modulation": {"coefficient": 0.9, "deviation": 0.2, "every": "1s"}},
    {"drift": {"per_hour": "300%"}},
    {"errors": {"share": "5%", "status": 503, "above": 90}},
    {"errors": {"share": "30%", "status": 500, "from": "40s"}},
    {
        "memory": {
            "base": "64MiB",
            "limit": "256MiB",
            "garbage_per_call": "40KiB",
            "collect": "32MiB",
            "pause_per_live_mib": "100us",
            "leak_per_call": "3KiB",
        }
    },
    {"memory": {"base": "64MiB", "garbage_per_call": "0B", "leak_per_second": "64KiB"}, "connections": 20},
    {"death": "55s"},
)
_METHODS: tuple[Mapping[str, Any], ...] = (
    {"load": {"rate": 60, "hold": "15s"}},
    {"capacity": {"start_rate": 30, "max_rate": 600, "hold": "10s", "precision": "10%", "confirm_hold": "15s"}},
    {
        "capacity": {"start_rate": 60, "max_rate": 500, "hold": "10s", "precision": "10%", "budget": "4m"},
        "confirm": {"ramp": "3s", "hold": "12s"},
        "soak": {"ramp": "3s", "settle": "2s", "hold": "70s"},
    },
    {"confirm": {"rate": 90, "ramp": "4s", "hold": "20s"}},
    {"soak": {"rate": 50, "ramp": "5s", "settle": "5s", "hold": "150s"}},
    {"plateaus": {"rates": [40, 90, 160, 320], "ramp": "2s", "hold": "14s", "settle": "2s", "tail": "2s"}},
    {"warm_up": {"most": "90s"}, "load": {"rate": 70, "hold": "12s"}},
    {"load": {"rate": "max", "hold": "4s"}},
    {"load": {"hold": "20s"}},
    {
        "plateaus": {"rates": [60, 120], "ramp": "2s", "hold": "12s", "settle": "1s", "tail": "1s"},
        "capacity": {"start_rate": 80, "max_rate": 400, "hold": "8s", "precision": "15%", "confirm_hold": "10s"},
    },
    {"capacity": {"start_rate": 100, "max_rate": 400, "hold": "15s", "precision": "5%", "budget": "1m"}},
    {"soak": {"rate": 20, "ramp": "0s", "settle": "2s", "hold": "400s"}, "load": {"rate": 40, "hold": "8s"}},
    {"confirm": {"rate": 250, "ramp": "5s", "hold": "30s"}, "load": {"rate": 30, "hold": "6s"}},
)
"""As many as the models have no divisor in common with: their product pairs each with each."""
_WORKERS = {"workers": 8, "service_time": {"exponential": "5ms"}}
_ALIKE: Mapping[str, Any] = {"one": {}, "same": {}}
_SLOWER = {"one": {}, "slow": {"simulated": {"service_time": {"exponential": "6ms"}}}}
_MUCH_SLOWER = {"one": {}, "slow": {"simulated": {"service_time": "9ms"}}}
_THREE = {**_SLOWER, "same": {}}
_ABSENT: Mapping[str, Any] = {"one": {}, "absent": {}, "same": {}}
_DYING = {"one": {}, "dying": {"simulated": {"death": "70s"}}}
_COMPARE = {"rate": 300, "rounds": 3, "slot": "5s"}
_OVERHEAD = {"rate": 100, "starts": 5, "hold": "40s"}
_SEARCH = {"start_rate": 200, "max_rate": 1600, "hold": "8s", "precision": "10%", "confirm_hold": "10s"}


def _compared_study(variants: Mapping[str, Any], stand: Mapping[str, Any] = _WORKERS, /, **settings: Any) -> Any:
    methods = {"compare": {**_COMPARE, **settings}}
    return {"stand": {"driver": "simulate", "simulated": stand}, "variants": variants, "methods": methods}


def _switched_study(levels: Mapping[str, Any], stand: Mapping[str, Any] = _WORKERS, /, **settings: Any) -> Any:
    simulated = {**stand, "levels": levels}
    named: dict[str, Any] = {name: {} for name in levels}
    asked = {**_OVERHEAD, **({} if [*levels] == ["on"] else {"levels": named}), **settings}
    methods = {"overhead": {name: value for name, value in asked.items() if value is not None}}
    return {"stand": {"driver": "simulate", "simulated": simulated}, "methods": methods}


def _started_study(methods: Mapping[str, Any], **more: Any) -> Any:
    return {"stand": {"driver": "simulate", "simulated": _WORKERS}, "methods": methods, **more}


_CAMPAIGNS: tuple[Mapping[str, Any], ...] = (
    _compared_study(_THREE),
    _compared_study(_SLOWER, rounds=4),
    _compared_study(_ALIKE, rounds=5, together=False),
    _compared_study(_THREE, together=False),
    _compared_study(_MUCH_SLOWER, rounds=8, margins={"response": "20%"}),
    _compared_study(_ALIKE, rounds=8, budget="2m"),
    _compared_study(_ALIKE, rounds=5, budget="8m"),
    _compared_study(_ALIKE, rounds=8, margins={"response": "0.1%", "cpu": "0.1%"}),
    _compared_study(_ABSENT),
    _compared_study(_ABSENT, together=False),
    _compared_study(_DYING),
    _compared_study(_DYING, together=False),
    _compared_study(_THREE, {**_WORKERS, "drift": {"per_hour": "300%"}}),
    _compared_study(_SLOWER, {**_WORKERS, "warm_up": {"factor": 3, "decay": "20s"}}),
    _switched_study({"on": {"cpu": "20%"}}),
    _switched_study({"on": {"cpu": "1%"}}, starts=2),
    _switched_study({"little": {"cpu": "1%"}, "much": {"cpu": "20%"}}),
    _switched_study({"broken": {"cpu": "0%"}, "much": {"cpu": "20%"}}),
    _switched_study({"broken": {"cpu": "0%"}}),
    _switched_study({"on": {"cpu": "5%"}}, {**_WORKERS, "death": "30s"}),
    _switched_study({"on": {"cpu": "5%"}}, rate=None, rates=[50, 100], hold="80s"),
    _switched_study({"on": {"cpu": "5%"}}, gentle_start={"rate": 20, "hold": "10s"}, starts=3),
    {**_switched_study({"on": {"cpu": "5%"}}, starts=3), "variants": _SLOWER},
    {**_switched_study({"on": {"cpu": "5%"}}, starts=3), "variants": {"one": {}, "absent": {}}},
    _switched_study({"on": {"cpu": "5%"}}, budget="4m"),
    _started_study({"capacity": _SEARCH}, variants=_THREE, starts=2),
    _started_study({"capacity": _SEARCH, "soak": {"rate": 100, "hold": "60s"}}, variants=_MUCH_SLOWER, starts=3),
    _started_study({"load": {"rate": 100, "hold": "20s"}}, variants=_ALIKE, starts=3),
    _started_study({"confirm": {"rate": 300, "hold": "20s"}, "load": {"rate": 50, "hold": "5s"}}, starts=3),
    _started_study({"load": {"rate": 50, "hold": "5s"}, "compare": _COMPARE}, variants=_SLOWER, starts=2),
    _started_study(
        {"capacity": _SEARCH, "compare": {"rounds": 3, "slot": "5s"}},
        variants={**_ALIKE, "small": _MUCH_SLOWER["slow"]},
    ),
)
"""Studies of rounds, of a feature that is switched, of searches in turn, and of several starts."""
_OF_USERS = 8
"""The method without a rate."""
_FORECASTS = 24
_COMPARED = 20
_SEARCHES = 40
_TRIALS = 16
_SEED = 7
_HOLD_S, _SETTLE_S = 20.0, 2.0
_OF_THE_CALL = ("command", "repeat", "started_at", "loadproof", "source", "directory")
_OF_THE_TREE = ("commit", "work_tree_changed")
_OF_REAL_TIME = frozenset({"run-continued", "run-stood"})
"""Codes of texts whose values are a time on the clock of this machine."""
_COUNTS = "trial, due_second, operation, due, sent, completed, dropped, cut, retried, done, errors, within"
_HISTOGRAMS = "response, service, wait, lateness"
_START_BEGINS = re.compile(r"^(Round|Start) \d+( of |:)|^\w+, start \d+$", re.MULTILINE)
"""Lines of the live view that come before each start, or group of starts."""
_MOST_CUTS = 60


def tasks() -> list[str]:
    """The name of each task: its kind and its number."""
    counts = {
        "study": len(_MODELS) * len(_METHODS),
        "campaign": len(_CAMPAIGNS),
        "cut": len(_CAMPAIGNS),
        "forecast": _FORECASTS,
        "compared": _COMPARED,
        "search": _SEARCHES,
        "trials": _TRIALS,
    }
    return [f"{kind} {number}" for kind, count in counts.items() for number in range(count)]


def outcome_of(task: str) -> Outcome:
    """Runs one task; what the live view says of it is not kept."""
    kind, number = task.split()
    with redirect_stderr(io.StringIO()):
        return _KINDS[kind](int(number))


def differences(before: Mapping[str, Outcome], after: Mapping[str, Outcome]) -> Iterator[str]:
    """What differs, a line each."""
    for task in sorted(before.keys() | after.keys()):
        was, now = before.get(task, {}), after.get(task, {})
        if was == now:
            continue
        shown = [(a, b) for a, b in zip(was.get("shown", []), now.get("shown", []), strict=False) if a != b]
        parts = [part for part in sorted(was.keys() | now.keys()) if was.get(part) != now.get(part)]
        yield f"{task}: {', '.join(parts)}"
        yield from (f"    before: {a}\n    after:  {b}" for a, b in shown)


def _campaign_text(number: int) -> str:
    """Study `number` of `_CAMPAIGNS`."""
    study = {"name": f"campaign {number}", "profile": _profile(0), "seed": number}
    return json.dumps({**study, **_CAMPAIGNS[number]}, indent=1)


def _study_text(number: int) -> str:
    """Study `number`: models and methods pair, the rest goes round."""
    chosen = number % len(_METHODS)
    methods = _METHODS[chosen]
    simulated = {"workers": 2, "service_time": {"log_normal": {"mean": "6ms", "sigma": 1}}}
    simulated |= dict(_MODELS[number % len(_MODELS)])
    study: dict[str, Any] = {
        "name": f"study {number}",
        "stand": {"driver": "simulate", "simulated": simulated},
        "profile": _profile(4 if chosen == _OF_USERS else number // 2 % 4),
        "methods": methods,
        "arrivals": ("poisson", "constant")[number // 3 % 2],
        "connections": (1000, 30)[number % 5 == 0],
        "seed": number // 4,
    }
    if number % 6 == 1:
        study |= {"starts": 2, "pause": "3s"}
    if number % 11 == 3:
        study |= {"variants": {"one": {}, "two": {"simulated": {"workers": 3}}}}
    return json.dumps(study, indent=1)


def _profile(kind: int) -> dict[str, Any]:
    """Operations alone, with SLOs of their own, with a flow, with users beside arrivals, or users alone."""
    operations: dict[str, Any] = {"read": {"request": "GET /"}, "write": {"request": "POST /"}}
    if kind != 4:
        operations["read"]["weight"], operations["write"]["weight"] = 1.0, 0.5
    profile: dict[str, Any] = {"operations": operations, "slo": ["p99<150ms"]}
    if kind == 1:
        operations["write"] |= {"slo": ["p95<60ms"], "timeout": "2s"}
        operations["rare"] = {"request": "GET /rare", "weight": 0.02}
    elif kind > 1:
        steps = ["read", {"think": "100ms-300ms"}, {"repeat": "1-3", "steps": ["write"]}]
        profile["flows"] = {"walk": {"steps": steps, "weight": 0.2} if kind == 2 else {"steps": steps}}
        if kind > 2:
            profile["users"] = {"people": {"flow": "walk", "count": 5, "pacing": "2s", "ramp": "2s"}}
    return profile


def _study(number: int) -> Outcome:
    """A study of the product: its result, its series, and what is stored of it."""
    # Here and below not at the top: where one part has moved, the others can still be compared (`--only`).
    from loadproof.run.study_run import run_study

    with tempfile.TemporaryDirectory() as folder:
        return _found(run_study(_loaded(folder, _study_text(number)), Path(folder) / "run"))


def _campaign(number: int) -> Outcome:
    """A study whose starts are of rounds, of a feature that is switched, or several."""
    from loadproof.run.study_run import run_study

    with tempfile.TemporaryDirectory() as folder, _faults():
        return _found(run_study(_loaded(folder, _campaign_text(number)), Path(folder) / "run"))


def _cut(number: int) -> Outcome:
    """The same, interrupted whenever a start has ended, and continued."""
    from loadproof.run.continuation import continue_study
    from loadproof.run.study_run import run_study

    with tempfile.TemporaryDirectory() as folder, _faults():
        study, run = _loaded(folder, _campaign_text(number)), Path(folder) / "run"
        with _cut_at_second_start():
            outcome = run_study(study, run)
        for _ in range(_MOST_CUTS):
            with _cut_at_second_start():
                outcome, lacking = continue_study(run)
            if not lacking:
                return _found(outcome)
    raise RuntimeError(f"campaign {number} was not complete after {_MOST_CUTS} cuts")


def _loaded(folder: str, text: str) -> Any:
    from loadproof.study.load_study import load_study

    file = Path(folder) / "study.yaml"
    file.write_text(text, encoding="utf-8")
    return load_study(file)


class _Terminal(io.StringIO):
    """Lines of the live view; Ctrl-C is pressed when a second start begins."""

    begun = 0

    def write(self, text: str) -> int:
        """Takes `text`."""
        before, self.begun = self.begun, self.begun + len(_START_BEGINS.findall(text))
        if before < 2 <= self.begun:
            signal.raise_signal(signal.SIGINT)
        return super().write(text)


@contextmanager
def _cut_at_second_start() -> Iterator[None]:
    with redirect_stderr(_Terminal()):
        yield


@contextmanager
def _faults() -> Iterator[None]:
    """Variants called `absent` do not start, levels called `broken` are not reached: no model does that by itself."""
    from loadproof.errors import InputError, LevelError
    from loadproof.methods.overhead.switched_slots import SimulatedSwitch
    from loadproof.run import group_opening as module

    places: Any = module
    opened, switched = places.simulated_session, SimulatedSwitch.to

    def opening(study: Any, variant: Any, *more: Any) -> Any:
        if variant.name == "absent":
            raise InputError("absent: its command ended with exit code 1. Cure: see its log")
        return opened(study, variant, *more)

    def to(switch: Any, level: str) -> Any:
        if level == "broken":
            raise LevelError(level, "broken: its step ended with exit code 1. Cure: see its log")
        return switched(switch, level)

    places.simulated_session, SimulatedSwitch.to = opening, to  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        places.simulated_session, SimulatedSwitch.to = opened, switched  # type: ignore[method-assign]


def _found(outcome: Any) -> Outcome:
    """Digests of a run of the product: each part of its result, its series, its counts and histograms."""
    from loadproof.records.json_form import plain
    from loadproof.result.result_json import to_json

    result = {"answers": [], "trials": [], **without_texts(json.loads(json.dumps(to_json(outcome.result))))}
    for key in _OF_THE_CALL:
        result["run"].pop(key, None)
    result["run"]["study"].pop("file", None)
    for key in _OF_THE_TREE:
        result["run"]["environment"].pop(key, None)
    shown = [result["state"], *(json.dumps(answer, sort_keys=True)[:300] for answer in result["answers"])]
    for trial in result["trials"]:
        shown.append(", ".join(f"{key} {trial[key]}" for key in ("number", "method", "purpose", "rate", "state")))
    digests = {f"result.{key}": _digest(value) for key, value in result.items() if key != "trials"}
    digests["result.trials"] = ",".join(_digest(trial) for trial in result["trials"])
    seconds = _seconds(outcome.directory.database)
    return {"shown": shown, **digests, "series": _digest(without_texts(plain(outcome.series))), **seconds}


def without_texts(value: Any) -> Any:
    """JSON without each text whose code and values stand beside it, and without times on the clock of this machine.

    An empty list is left out, so that a new field, empty in all earlier results, makes no difference.

    >>> without_texts({"text": "3 died", "n": 3, "all": [], "messages": {"text": {"code": "died", "values": {"n": 3}}}})
    {'n': 3, 'messages': {'text': {'code': 'died', 'values': {'n': 3}}}}
    """
    if isinstance(value, list):
        return [without_texts(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.get("code") in _OF_REAL_TIME:
        return {"code": value["code"]}
    told = value.get("messages", {}) if isinstance(value.get("messages"), dict) else {}
    return {name: without_texts(inner) for name, inner in value.items() if name not in told and inner != []}


def _seconds(database: Path) -> dict[str, str]:
    """Digests of what was stored of each operation in each second."""
    query = f"SELECT {_COUNTS}, {_HISTOGRAMS} FROM window ORDER BY {_COUNTS}"  # noqa: S608
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(query).fetchall()
    counts = len(_COUNTS.split(", "))
    digests = {"counts": [row[:counts] for row in rows], "histograms": [row[counts:] for row in rows]}
    return {name: hashlib.sha256(repr(kept).encode()).hexdigest()[:16] for name, kept in digests.items()}


def _forecast(number: int) -> Outcome:
    """A forecast of `loadproof plan`, of a study of the product."""
    from loadproof.forecast.guess import KnownService
    from loadproof.forecast.study_forecast import forecast_study
    from loadproof.records.json_form import plain
    from loadproof.study.load_study import load_study

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "study.yaml"
        file.write_text(_study_text(9 * number + number // 13), encoding="utf-8")
        study = load_study(file)
    known = KnownService(None if number % 3 == 0 else 200.0, 0.006 if number % 3 == 2 else None)
    plan = plain(forecast_study(study, known))
    plan["study"].pop("file", None)
    return {"shown": [plan["sentence"]], **{key: _digest(value) for key, value in plan.items()}}


def _compared(number: int) -> Outcome:
    """A forecast beside a search in virtual time."""
    from bench.method.forecasts import compared, plan_of
    from bench.method.planned_studies import planned_study

    found = compared(planned_study(number), plan_of)
    return {"shown": [str(found)]}


_SEARCHED = ("outcome", "rate", "estimate", "low", "high", "reason", "doubts")


def _search(number: int) -> Outcome:
    """A search on a service of the population: the product's, and by hand with plateaus that are held to their end."""
    from loadproof.methods.capacity.machine import Capacity
    from loadproof.methods.capacity.settings import CapacitySettings
    from loadproof.records.answer import Answer
    from loadproof.records.json_form import plain

    from bench.method.capacity_record import searched
    from bench.method.service_population import drawn_service
    from bench.method.stepped_searches import Bisection, full_plateau

    case = drawn_service(number, _SEED)
    start = float(f"{case.raw_rate / 6.0:.3g}")
    if number % 4 == 3:
        settings = full_plateau(20.0, 10.0)
        answer, load_s, history = searched(case, Bisection(start, 0.1, 20.0), number, settings)
    else:
        search = CapacitySettings(start_rate=start, precision=0.1, confirm_hold_s=20.0)
        answer, load_s, history = searched(case, Capacity(search), number)
    told = {name: plain(getattr(answer, name)) for name in _SEARCHED} if isinstance(answer, Answer) else answer
    return {"shown": [json.dumps([without_texts(told), load_s])], **_trials_digests(history)}


def _trials(number: int) -> Outcome:
    """Trials of every purpose on one service, judged as the product judges them."""
    from loadproof.methods.trial import Purpose, Trial, TrialResult
    from loadproof.plan.settings import LoadSettings

    from bench.method.planned_studies import planned_study
    from bench.method.virtual_run import VirtualRun

    planned = planned_study(100 + number)
    profile, load = planned.study.profile, planned.study.methods.load
    assert load is not None
    rate = 2.0 * (load.rate or 0.0)
    history: list[TrialResult] = []
    shapes = ((Purpose.BRACKET, 0.3), (Purpose.SEARCH, 2.0), (Purpose.RECOVER, 0.3), (Purpose.CONFIRM, 0.8))
    with VirtualRun(profile, planned.service, LoadSettings(planned.study.arrivals, 1000, 1, number)) as run:
        for purpose, part in (*shapes, (Purpose.LOAD, 0.5)):
            ramp_s = 3.0 if purpose is Purpose.CONFIRM else 0.0
            history.append(run.run(Trial(purpose, part * rate, _HOLD_S, _SETTLE_S, ramp_s), history))
    return {"shown": [f"{run.took_s} s"], **_trials_digests(history)}


def _trials_digests(history: list[Any]) -> dict[str, str]:
    """Of the trials of a bench, without their doubts and lateness: those of `study` have them."""
    from loadproof.records.json_form import plain

    rows, texts = [], []
    for one in history:
        measured, verdict = plain(one.measurement.record()), plain(one.verdict.record())
        measured.pop("doubts")
        verdict.pop("worst_lateness_ms")
        texts.append(f"{one.trial.purpose} {one.trial.rate} {one.verdict.state}: {verdict['reason']}")
        rows.append({"trial": str(one.trial), "measured": measured, "verdict": verdict})
    return {"verdicts": "; ".join(texts), "trials": ",".join(map(_digest, rows))}


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


_KINDS = {
    "study": _study,
    "campaign": _campaign,
    "cut": _cut,
    "forecast": _forecast,
    "compared": _compared,
    "search": _search,
    "trials": _trials,
}


def main() -> int:
    """0: written, or nothing differs; 1: something does."""
    parser = argparse.ArgumentParser(prog="python -m bench.method.same_results", description=__doc__)
    parser.add_argument("act", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", action="append", help='tasks whose names begin so, such as "study 12"')
    parser.add_argument("--every", type=int, default=1, help="every Nth task alone, for a first look")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    chosen = [task for task in tasks() if any(task.startswith(only) for only in options.only or [""])]
    chosen = chosen[:: options.every]
    with ProcessPoolExecutor(options.processes) as pool:
        found = dict(zip(chosen, pool.map(outcome_of, chosen), strict=True))
    if options.act == "write":
        options.file.write_text(json.dumps(found, indent=1), encoding="utf-8")
        print(f"{len(found)} results are in {options.file}")
        return 0
    before = json.loads(options.file.read_text(encoding="utf-8"))
    lines = list(differences({task: before[task] for task in chosen if task in before}, found))
    print("\n".join([*lines, f"{len(chosen)} results compared, {sum(line[0] != ' ' for line in lines)} differ"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
