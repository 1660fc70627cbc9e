"""Effects of injected slowdowns in virtual time: coverage of their intervals, false effects, and power.

    python -m bench.injections [--second] [--draws 1000] [--json FILE]

Each draw is a trial of the engine on a simulated service that drifts; during one part of it service times are longer.
The same seed without a slowdown is the trial of a false effect, and what the true effect is measured against: the truth
is the mean of the differences of both over all draws. The first populations tuned the rules; the second ones, of other
families and another layout, did not.
"""

import argparse
import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from loadproof._engine import Delta, Tally
from loadproof.judge.injection_effect import BlockSeries, block_length_s, effects_over, occurrence_effect
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.profile import Operation, Profile
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.settings import Arrivals, LoadSettings
from loadproof.records.injection import Effect, EffectDecision, OccurrenceEffect
from loadproof.run.generator import LocalGenerator

__all__ = ["FIRST", "SECOND", "Population", "Summary", "drawn_series", "main", "summaries"]

_COVERED_SLOWDOWN = 0.2
_SLOWDOWNS = (0.1, 0.2, 0.5)
_METRICS = ("p95_ms", "apdex", "error_share")
_CLAIMED = (EffectDecision.WORSE, EffectDecision.BETTER)
_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Seconds of a trial before, during and after the slowdown."""

    before_s: int
    for_s: int
    after_s: int

    @property
    def stretch(self) -> tuple[float, float]:
        """Begin and end of the slowdown."""
        return float(self.before_s), float(self.before_s + self.for_s)

    @property
    def length_s(self) -> int:
        """Length of the trial."""
        return self.before_s + self.for_s + self.after_s


@dataclass(frozen=True, slots=True)
class Population:
    """Service with its load and the layout of its trials."""

    name: str
    service: Mapping[str, Any]
    """As in a plan (crates/loadproof-simulate/src/spec.rs)."""
    rate: float
    target_s: float
    """Target time of Apdex."""
    layout: Layout


_LONG, _SHORT, _WIDE = Layout(180, 60, 180), Layout(120, 30, 120), Layout(240, 120, 240)


def _service(workers: int, time: Mapping[str, Any], drift: float, **more: object) -> dict[str, Any]:
    return {"workers": workers, "service_time": time, "drift": {"per_hour": drift}, **more}


def _modulation(coefficient: float, deviation: float, every_s: float) -> dict[str, Any]:
    return {"coefficient": coefficient, "deviation": deviation, "every_ns": int(every_s * 1e9)}


def _log_normal(mean_ns: float, sigma: float) -> dict[str, Any]:
    return {"log_normal": {"mean_ns": mean_ns, "sigma": sigma}}


FIRST = (
    Population("exponential, 60 %", _service(4, {"exponential": 4e7}, 0.3), 60.0, 0.06, _LONG),
    Population(
        "exponential, modulated",
        _service(4, {"exponential": 4e7}, 0.5, modulation=_modulation(0.9, 0.1, 2.0)),
        50.0,
        0.06,
        _LONG,
    ),
    Population(
        "log-normal, modulated",
        _service(8, _log_normal(5e7, 0.8), 0.5, modulation=_modulation(0.8, 0.15, 5.0)),
        80.0,
        0.08,
        _LONG,
    ),
    Population(
        "two-point, short",
        _service(
            3,
            {"two_point": {"low_ns": 2e7, "high_ns": 1e8, "high_share": 0.1}},
            1.0,
            modulation=_modulation(0.7, 0.1, 2.0),
        ),
        50.0,
        0.05,
        _SHORT,
    ),
    Population(
        "log-normal, errors", _service(6, _log_normal(5e7, 0.5), 0.5, errors={"share": 0.01}), 60.0, 0.06, _LONG
    ),
    Population(
        "exponential, rare errors, short",
        _service(6, {"exponential": 4e7}, 0.5, errors={"share": 0.0005}, modulation=_modulation(0.9, 0.08, 1.0)),
        60.0,
        0.06,
        _SHORT,
    ),
    Population(
        "fixed, modulated",
        _service(2, {"fixed": 2e7}, 0.8, modulation=_modulation(0.9, 0.1, 3.0)),
        50.0,
        0.03,
        _WIDE,
    ),
    Population("exponential, few calls", _service(2, {"exponential": 6e7}, 0.5), 12.0, 0.08, _WIDE),
)
"""Services that tuned the rules."""

_SHIFTED, _UNEVEN = Layout(165, 75, 150), Layout(105, 50, 205)
_PAUSES = [{"every_ns": int(8e9), "lasts_ns": int(1.5e8), "random": True}]
SECOND = (
    Population(
        "Pareto",
        _service(6, {"pareto": {"least_ns": 2e7, "shape": 2.5}}, 0.5, modulation=_modulation(0.85, 0.12, 4.0)),
        90.0,
        0.05,
        _SHIFTED,
    ),
    Population("log-normal 1.3, pauses", _service(8, _log_normal(4e7, 1.3), 0.4, pauses=_PAUSES), 70.0, 0.06, _SHIFTED),
    Population(
        "exponential, neighbour",
        _service(
            5,
            {"exponential": 4e7},
            0.3,
            neighbour={"busy_ns": int(3e9), "quiet_ns": int(1.2e10), "slowdown": 1.5},
        ),
        50.0,
        0.06,
        _SHIFTED,
    ),
    Population(
        "Pareto, background job",
        _service(
            6,
            {"pareto": {"least_ns": 2e7, "shape": 3.5}},
            0.6,
            background={"every_ns": int(2e10), "lasts_ns": int(3e9), "slowdown": 1.5},
        ),
        80.0,
        0.04,
        _UNEVEN,
    ),
    Population(
        "log-normal, contention, errors",
        _service(
            8,
            _log_normal(3e7, 0.7),
            0.6,
            contention={"serial": 0.05, "coherence": 0.005},
            errors={"share": 0.004},
            modulation=_modulation(0.6, 0.15, 6.0),
        ),
        70.0,
        0.05,
        _UNEVEN,
    ),
    Population(
        "two-point, a queue of 8",
        _service(
            3,
            {"two_point": {"low_ns": 3e7, "high_ns": 1.2e8, "high_share": 0.15}},
            0.4,
            queue=8,
        ),
        40.0,
        0.08,
        _SHIFTED,
    ),
)
"""Services that tuned nothing."""


def drawn_series(population: Population, slowdown: float, seed: int) -> list[BlockSeries]:
    """Return the blocks of one trial, in which services times are longer by `slowdown` for a while."""
    profile = _profile(population.target_s)
    settings = LoadSettings(Arrivals.POISSON, connections=20_000, seed=seed)
    endpoint = Endpoint((), "simulated", simulated={**population.service, "seed": seed})
    plan = engine_plan(profile, endpoint, settings, counted_thresholds_ms(profile.slos))
    generator = LocalGenerator(plan, settings, profile)
    try:
        deltas = _deltas(generator, population, slowdown)
    finally:
        generator.close()
    block_s = block_length_s(population.layout.for_s)
    blocks = [_block(deltas, begin, block_s) for begin in range(0, population.layout.length_s - block_s + 1, block_s)]
    kinds = (("p95_ms", "ms", False), ("apdex", "", True), ("error_share", "", False), ("rate_per_s", "/s", True))
    return [
        BlockSeries(name, unit, high, [block[place] for block in blocks])
        for place, (name, unit, high) in enumerate(kinds)
    ]


def _profile(target_s: float) -> Profile:
    operation = Operation("call", 1.0, "GET", "/", (), None, ((200, 299),), 5.0, (), apdex_target_s=target_s)
    return Profile((operation,), (), (), 5.0, None)


def _deltas(generator: LocalGenerator, population: Population, slowdown: float) -> list[Delta]:
    """Run the trial; the slowdown begins and ends at exact seconds, as the engine has leave for no more."""
    layout = population.layout
    generator.start(Trial(Purpose.LOAD, population.rate, hold_s=float(layout.length_s)), 1)
    deltas: list[Delta] = []
    taken = -1
    changes = [(layout.before_s, 1.0 + slowdown), (layout.before_s + layout.for_s, 1.0)]
    is_last = False
    while not is_last:
        ahead = changes[0][0] - 2 if changes else layout.length_s
        generator.run_ahead(ahead)
        tick = generator.tick(_PATIENCE_S)
        if tick is None:
            raise RuntimeError(f"{population.name}: no second within {_PATIENCE_S:g} s")
        deltas += tick.deltas
        taken, is_last = tick.second, tick.last
        if changes and taken == changes[0][0] - 2:
            second, factor = changes.pop(0)
            if (found := generator.slow_service(factor)) != second:
                raise RuntimeError(f"{population.name}: slowed from {found} s in place of {second} s")
    return deltas


def _block(deltas: Sequence[Delta], begin_s: int, block_s: int) -> tuple[float | None, ...]:
    tally = Tally()
    tally.add_all(deltas, begin_s, begin_s + block_s)
    due = tally.due
    if due == 0:
        return None, None, None, 0.0
    apdex = tally.apdex
    score = None if apdex is None else (sum(apdex.satisfied) + sum(apdex.tolerating) / 2) / max(1, sum(apdex.due))
    failed = tally.dropped + sum(tally.errors.values())
    p95_ms = tally.response.quantile_ms(0.95)
    return (None if math.isnan(p95_ms) else p95_ms), score, failed / due, tally.completed / block_s


@dataclass(frozen=True, slots=True)
class Drawn:
    """Effect found in one draw."""

    population: str
    slowdown: float
    found: OccurrenceEffect

    def of(self, metric: str) -> Effect:
        """Return the effect on one metric."""
        return _of(self.found.effects, metric)


def _of(effects: Sequence[Effect], metric: str) -> Effect:
    return next(one for one in effects if one.metric == metric)


def _is_claimed(effects: Sequence[Effect]) -> bool:
    """Return whether an effect is claimed of any primary metric."""
    return any(_of(effects, metric).decision in _CLAIMED for metric in _METRICS)


def _draw(item: tuple[Population, float, int]) -> Drawn:
    population, slowdown, seed = item
    return Drawn(population.name, slowdown, _judged(population.layout, drawn_series(population, slowdown, seed)))


def _judged(layout: Layout, series: Sequence[BlockSeries]) -> OccurrenceEffect:
    begun_s, ended_s = layout.stretch
    span = (0.0, float(layout.length_s))
    return occurrence_effect(series, block_length_s(layout.for_s), begun_s, ended_s, ended_s, span, ())


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures of one population, or of all: shares of draws, from 0 to 1."""

    name: str
    draws: int
    covered: Mapping[str, float]
    """Intervals that hold the true effect of a slowdown of 20 %, by metric."""
    covered_without: Mapping[str, float]
    """The same without a slowdown, where the truth is 0."""
    covered_of_three: Mapping[str, float]
    """Intervals over three repetitions that hold the true effect of a slowdown of 20 %, by metric."""
    truth: Mapping[str, float]
    """True effect of a slowdown of 20 %."""
    claimed_without: float
    """Draws without a slowdown in which an effect is claimed of any primary metric."""
    claimed_of_three_without: float
    """The same over three repetitions."""
    detected: Mapping[str, float]
    """Draws in which a slowdown is seen in any primary metric, by slowdown."""
    recovered_at_once: float
    """Draws without a slowdown whose recovery is said to take less than one block."""


def summaries(populations: Sequence[Population], draws: int, power_draws: int, processes: int = 2) -> list[Summary]:
    """Return the figures of each population, and last those of all; `draws` are shared by the populations."""
    each, of_power = max(2, draws // len(populations)), max(1, power_draws // len(populations))
    items = [
        (population, slowdown, seed)
        for population in populations
        for slowdown in (0.0, *_SLOWDOWNS)
        for seed in range(1, 1 + (each if slowdown in (0.0, _COVERED_SLOWDOWN) else of_power))
    ]
    if processes == 1:
        drawn = [_draw(item) for item in items]
    else:
        with ProcessPoolExecutor(processes) as pool:
            drawn = list(pool.map(_draw, items, chunksize=8))
    own = [_summary(one.name, [draw for draw in drawn if draw.population == one.name], of_power) for one in populations]
    weights = [one.draws for one in own]
    return [*own, _together(own, weights)]


def _summary(name: str, drawn: Sequence[Drawn], of_power: int) -> Summary:
    by_slowdown = {slowdown: [one for one in drawn if one.slowdown == slowdown] for slowdown in (0.0, *_SLOWDOWNS)}
    without, slowed = by_slowdown[0.0], by_slowdown[_COVERED_SLOWDOWN]
    truth = {metric: _truth(slowed, without, metric) for metric in _METRICS}
    of_one = [one.found.effects for one in slowed]
    of_one_without = [one.found.effects for one in without]
    of_three_without = _of_three(without)
    return Summary(
        name,
        len(without),
        _covered(of_one, truth),
        _covered(of_one_without, dict.fromkeys(_METRICS, 0.0)),
        _covered(_of_three(slowed), truth),
        truth,
        fmean(map(_is_claimed, of_one_without)),
        fmean(map(_is_claimed, of_three_without)) if of_three_without else math.nan,
        {
            f"{slowdown:.0%}": fmean(_is_claimed(one.found.effects) for one in by_slowdown[slowdown][:of_power])
            for slowdown in _SLOWDOWNS
        },
        fmean(one.found.recovery_s is not None and one.found.recovery_s < one.found.block_s for one in without),
    )


def _truth(slowed: Sequence[Drawn], without: Sequence[Drawn], metric: str) -> float:
    pairs = [(mine.of(metric).during, base.of(metric).during) for mine, base in zip(slowed, without, strict=True)]
    return fmean(mine - base for mine, base in pairs if mine is not None and base is not None)


def _of_three(drawn: Sequence[Drawn]) -> list[Sequence[Effect]]:
    """Return the effects over each three draws."""
    return [effects_over([one.found for one in drawn[first : first + 3]]) for first in range(0, len(drawn) - 2, 3)]


def _covered(found: Sequence[Sequence[Effect]], truth: Mapping[str, float]) -> dict[str, float]:
    """Return the share of intervals that hold the truth; not a number for a metric that never changed and has none."""
    shares = {}
    for metric in _METRICS:
        known = [(one.low, one.high) for effects in found if (one := _of(effects, metric)).low is not None]
        covered = [low <= truth[metric] <= high for low, high in known if low is not None and high is not None]
        shares[metric] = fmean(covered) if covered else math.nan
    return shares


def _together(own: Sequence[Summary], weights: Sequence[int]) -> Summary:
    def mean(values: Sequence[float]) -> float:
        known = [(value, weight) for value, weight in zip(values, weights, strict=True) if not math.isnan(value)]
        return (
            sum(value * weight for value, weight in known) / sum(weight for _, weight in known) if known else math.nan
        )

    def means(of: Sequence[Mapping[str, float]]) -> dict[str, float]:
        return {key: mean([one[key] for one in of]) for key in of[0]}

    return Summary(
        "all",
        sum(weights),
        means([one.covered for one in own]),
        means([one.covered_without for one in own]),
        means([one.covered_of_three for one in own]),
        {},
        mean([one.claimed_without for one in own]),
        mean([one.claimed_of_three_without for one in own]),
        means([one.detected for one in own]),
        mean([one.recovered_at_once for one in own]),
    )


def tables(found: Sequence[Summary]) -> str:
    """Return the figures as two tables of Markdown, in per cent."""
    covered = _table(
        "| service | draws | 20 %: p95 | Apdex | errors | 0 %: p95 | Apdex | errors | of three: p95 | Apdex | errors |",
        [
            (one, (*one.covered.values(), *one.covered_without.values(), *one.covered_of_three.values()))
            for one in found
        ],
    )
    claimed = _table(
        "| service | draws | false effects | of three | 10 % seen | 20 % | 50 % | recovered at once |",
        [
            (
                one,
                (one.claimed_without, one.claimed_of_three_without, *one.detected.values(), one.recovered_at_once),
            )
            for one in found
        ],
    )
    return f"{covered}\n{claimed}"


def _table(head: str, rows: Sequence[tuple[Summary, Sequence[float]]]) -> str:
    lines = [head, "|" + "---|" * (head.count("|") - 1)]
    for one, shares in rows:
        cells = ("" if math.isnan(share) else f"{100 * share:.1f}" for share in shares)
        lines.append(f"| {one.name} | {one.draws} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(words: Sequence[str] | None = None) -> None:
    """Draw, and print the table; with `--json` write the figures to a file, too."""
    parser = argparse.ArgumentParser(prog="python -m bench.injections")
    parser.add_argument("--second", action="store_true", help="the populations that tuned nothing")
    parser.add_argument("--draws", type=int, default=1000, help="draws with and without a slowdown, over all services")
    parser.add_argument("--json", type=Path, help="file of the figures")
    options = parser.parse_args(words)
    # A pool of processes is as many as there are processors; matrices of 40 columns need no threads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    found = summaries(SECOND if options.second else FIRST, options.draws, max(1, options.draws // 5))
    sys.stdout.write(tables(found))
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
