"""Made-up answers with their trials and their run, as sentences are made of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from loadproof.model.message import Message
from loadproof.records.measurement import Phase, Phases, Times
from loadproof.records.run import Run, RunProfile, RunSlo
from loadproof.records.trial import SloVerdict, Trial, Verdict
from loadproof.result.result import Answer
from loadproof.result.sentence import ToldAnswer
from loadproof.store.window import Window

__all__ = ["SLOS", "made_answer", "made_run", "made_trial", "made_verdict", "told"]

_NOT_MEASURED: dict[str, None] = dict.fromkeys(("p50", "p90", "p95", "p99", "p99_9", "max", "mean"))
_NO_PHASE = Phase(count=0, **_NOT_MEASURED)
SLOS = (
    RunSlo(text="p99<50ms", kind="percentile", limit_percent=1.0, threshold_ms=50.0, operation=None),
    RunSlo(text="p95<20ms", kind="percentile", limit_percent=5.0, threshold_ms=20.0, operation=None),
    RunSlo(text="rate±5%", kind="rate", limit_percent=5.0, threshold_ms=None, operation=None),
    RunSlo(text="errors<1%", kind="errors", limit_percent=1.0, threshold_ms=None, operation=None),
)


def made_run(**facts: Any) -> Run:
    """A run of a search over Poisson arrivals."""
    known = {
        "loadproof": "1.0", "verb": "run", "command": (), "repeat": "", "target": "http://127.0.0.1:1",
        "started_at": "2026-01-01T00:00:00.000+00:00", "duration_s": 300.0, "virtual_time": False,
        "time_note": Message.said(""), "interrupted": False, "ended": True, "arrivals": "poisson",
        "arrivals_note": Message.said(""), "seed": 1, "slos": SLOS,
        "profile": RunProfile(base_rate=None, operations=()),
        "thresholds_ms": (), "method": {}, "environment": {}, "study": None, "events": (), "runtimes": (), "alike": (),
    }  # fmt: skip
    return Run(**{**known, **facts})


def made_verdict(state: Any = "passed", reason: str = "", slos: Sequence[tuple[str, Any]] = ()) -> Verdict:
    """A verdict with the states of SLOs."""
    shares = dict.fromkeys(("over_percent", "over_percent_low", "over_percent_high"))
    told_of = tuple(SloVerdict(slo=slo, state=own, limit_percent=1.0, **shares) for slo, own in slos)
    return Verdict(state=state, reason=Message.said(reason), early=False, slos=told_of)


def made_trial(calls: int = 5000, held_s: float = 252.0, **facts: Any) -> Trial:
    """A trial that passed, with a p99 of 12.3 ms."""
    empty = Window(0).measurement(held_s).record()
    times = Times(**{**_NOT_MEASURED, "p99": 12.3, "mean": 1503.2})
    measurement = replace(empty, rate=1230.5, completed=calls, error_percent=0.127, response_ms=times)
    known = {
        "number": 3, "variant": None, "start": 0, "method": "capacity", "purpose": "confirm", "rate": 1234.0, "n": None,
        "users": 0, "state": "passed", "reason": Message.said(""), "early": False, "cut_short": False,
        "superseded": False, "started_s": 0.0, "span_begin_s": 0.0, "span_end_s": held_s, "duration_s": held_s,
        "measurement": measurement, "phases_ms": Phases(**dict.fromkeys(("connect", "tls", "first_byte", "transfer"),
        _NO_PHASE)), "failed_replies": (), "verdict": made_verdict(),
    }  # fmt: skip
    return Trial(**{**known, **facts})


def made_answer(**facts: Any) -> Answer:
    """A capacity that was found."""
    known = {
        "variant": None, "start": 0, "method": "capacity", "outcome": "found", "sentence": Message.said(""),
        "reason": Message.said(""), "rate": 12345.0, "n": 26.0, "users": 0, "estimate": 12400.0, "low": 12345.0,
        "high": 12600.0, "n_low": None, "n_high": None, "hold_s": 30.0, "trials": (3,), "decisive": 3, "trends": (),
        "doubts": (),
    }  # fmt: skip
    return Answer(**{**known, **facts})


def told(trials: Sequence[Trial] | None = None, run: Run | None = None, **facts: Any) -> ToldAnswer:
    """An answer as a sentence is made of it: by default with one trial that passed."""
    return ToldAnswer(
        made_answer(**facts), [made_trial()] if trials is None else trials, made_run() if run is None else run
    )
