"""How warm a service is when its warm-up ends: the rule of the product's looks, on series whose level is known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.methods.warm_up.judge import LOOK_EVERY_S, QUICKEST_WARM_UP_S
from loadproof.methods.warm_up.onset import warm_up_of

from bench.method.effort import Effort
from bench.method.steady_state import KnownSeries, Values
from bench.method.table import Claim, MethodTable

__all__ = ["SERVICES", "Outcome", "outcome_of", "warm_ups"]

_RUNS = 1000
_MOST_S = 120
_FLOOR_S = 5.0
_LATE_S = 2
_LEFT = 0.05


def _decay(time_constant_s: float, height: float = 3.0) -> Callable[[Values], Values]:
    """By the place in a series of the longest hold."""
    return lambda place: height * np.exp(-place * _MOST_S / time_constant_s)


def _levels(place: Values) -> Values:
    """Interpreted, then compiled twice, within half a minute."""
    seconds = place * _MOST_S
    return np.select([seconds < 8.0, seconds < 20.0, seconds < 30.0], [4.0, 1.0, 0.3], 0.0)


def _drift(place: Values) -> Values:
    return place


SERVICES: Mapping[str, KnownSeries] = {
    series.name: series
    for series in (
        KnownSeries("level", lambda place: 0.0 * place),
        KnownSeries("level, AR 0.8", lambda place: 0.0 * place, memory=0.8),
        KnownSeries("level, sawtooth of 10 s", lambda place: 0.0 * place, turn=0.4),
        KnownSeries("decay by 3 s", _decay(3.0)),
        KnownSeries("decay by 8 s", _decay(8.0)),
        KnownSeries("decay by 15 s", _decay(15.0), claimed=False),
        KnownSeries("decay by 20 s", _decay(20.0), claimed=False),
        KnownSeries("JIT-like levels within 30 s", _levels),
        KnownSeries("decay by 60 s", _decay(60.0), is_steady=False),
        KnownSeries("decay by 120 s", _decay(120.0), is_steady=False),
        KnownSeries("drift to twice the level", _drift, is_steady=False),
    )
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Per cent of the starts called warm, and with more than 5 % of the level left then; how long they were held."""

    warm_percent: float
    cold_percent: float
    held_median_s: float
    held_most_s: float
    """Of nine in ten."""


def outcome_of(effort: Effort, number: int, name: str) -> Outcome:
    """What the looks of a warm-up of 120 s at most say of the service called `name`."""
    rng = np.random.default_rng((effort.seed, 5, number))
    series = SERVICES[name]
    runs = effort.runs(_RUNS)
    held_s, cold = [], 0
    for _ in range(runs):
        ended_s, is_warm = _warmed(series.draw(rng, _MOST_S))
        held_s.append(ended_s)
        cold += int(is_warm and float(series.excess(np.array([ended_s / _MOST_S]))[0]) > _LEFT)
        if not is_warm:
            held_s[-1] = _MOST_S + 1
    warm = sum(ended_s <= _MOST_S for ended_s in held_s)
    held = np.minimum(held_s, _MOST_S)
    return Outcome(
        100.0 * warm / runs, 100.0 * cold / runs, float(np.median(held)), float(np.quantile(held, 0.9, method="higher"))
    )


def _warmed(values: Values) -> tuple[int, bool]:
    """When the hold ended, and whether the service was called warm then."""
    known = values.tolist()
    for held_s in range(QUICKEST_WARM_UP_S, _MOST_S, LOOK_EVERY_S):
        if warm_up_of(known[: held_s - _LATE_S], 1.0, _FLOOR_S, may_go_on=True).onset_s is not None:
            return held_s, True
    return _MOST_S, warm_up_of(known, 1.0, _FLOOR_S).onset_s is not None


def _item(effort: Effort, item: tuple[int, str]) -> Outcome:
    return outcome_of(effort, *item)


def warm_ups(effort: Effort) -> MethodTable:
    """How often a warm-up ends with a warm service, how often with a cold one, and how long it takes."""
    items = list(enumerate(SERVICES))
    rows: list[list[str | float]] = []
    claims = []
    for (_, name), found in zip(items, effort.map(partial(_item, effort), items), strict=True):
        series = SERVICES[name]
        truth = "warms up" if series.is_steady else "never steady"
        shares = [f"{share:.1f}" for share in (found.warm_percent, found.cold_percent)]
        rows.append([name, truth, *shares, f"{found.held_median_s:.0f}", f"{found.held_most_s:.0f}"])
        if series.is_steady and series.claimed:
            claims.append(Claim(f"false “never steady”, %: {name}", 100.0 - found.warm_percent, most=2.0))
        claims.append(Claim(f"called warm with more than 5 % left, %: {name}", found.cold_percent, most=5.0))
    facts = {
        "starts each": str(effort.runs(_RUNS)),
        "noise": "10 % of the level a second, AR 0.3",
        "most": f"{_MOST_S} s",
        "seed": str(effort.seed),
    }
    columns = ("service", "truth", "called warm %", "with more than 5 % left %", "held s, median", "held s, 90 %")
    return MethodTable("Warm-ups of service starts", columns, rows, claims, facts)
