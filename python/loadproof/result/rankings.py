"""The rankings of a study's variants: one for each method that finds a rate."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from loadproof._engine import Histogram
from loadproof.judge import ranking as judge
from loadproof.judge.start_rate import Bound, VariantRates, Within
from loadproof.methods.registry import METHODS
from loadproof.methods.row import MethodRow
from loadproof.methods.trial import Purpose
from loadproof.records.ranking import RankedVariant, Ranking, Spread, StartFigures
from loadproof.records.run import Run, RunStudy
from loadproof.records.trial import Trial
from loadproof.result.ranked_start import RankedStart, ranked_start
from loadproof.result.ranking_sentence import ranking_sentence
from loadproof.result.result import Answer
from loadproof.result.sentence import NOTHING
from loadproof.result.start_spread import no_spread, share_spread, size_spread
from loadproof.store.reader import RunReader
from loadproof.store.record import StartState

__all__ = ["rankings_in", "service_of"]

_WORKING_SHARE = 0.7
_PORT = re.compile(r"\$\{([^${}]+)\.port\}")
_QUANTILES = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99}


def rankings_in(reader: RunReader, answers: Sequence[Answer], trials: Sequence[Trial], run: Run) -> list[Ranking]:
    """The rankings of a result; none where its methods have one variant and one start. Raises RunDirectoryError."""
    found = []
    speeds = _machine_speeds(reader)
    for row in METHODS:
        own = [answer for answer in answers if answer.method == row.name and row.ranks_by is not None]
        # Rates and users have no order. Both are there if a variant has methods of its own.
        is_one_unit = len({answer.unit for answer in own if answer.rate is not None}) < 2
        if is_one_unit and len({(answer.variant, answer.start) for answer in own}) > 1:
            ranking = _ranking(reader, row, own, trials, run, speeds)
            found.append(replace(ranking, text=ranking_sentence(ranking, run)))
    return found


def _machine_speeds(reader: RunReader) -> dict[tuple[str | None, int], float]:
    """In per cent of the start for which the machine was fastest."""
    means_us = {
        (start.variant, start.number): math.fsum(start.work_us) / len(start.work_us)
        for start in reader.starts()
        if start.work_us and start.state is not StartState.SUPERSEDED
    }
    return {start: 100.0 * min(means_us.values()) / mean_us for start, mean_us in means_us.items()}


def _ranking(
    reader: RunReader,
    method: MethodRow,
    answers: Sequence[Answer],
    trials: Sequence[Trial],
    run: Run,
    speeds: Mapping[tuple[str | None, int], float],
) -> Ranking:
    """Without its text."""
    variants = list(dict.fromkeys(answer.variant for answer in answers))
    services = {variant: service_of(run.study, variant) for variant in variants}
    starts = {
        variant: [
            ranked_start(reader, answer, trials, services[variant], speeds.get((variant, answer.start)))
            for answer in answers
            if answer.variant == variant
        ]
        for variant in variants
    }
    judged = judge.rank([_rates(str(variant), starts[variant]) for variant in variants], Within(str(method.ranks_by)))
    by_name = {str(variant): variant for variant in variants}
    rows = []
    for ranked in judged.variants:
        variant = by_name[ranked.name]
        tried = [
            trial
            for trial in trials
            if trial.variant == variant and trial.method == method.name and not trial.superseded
        ]
        rows.append(_row(ranked, starts[variant], tried, services[variant]))
    return Ranking(
        method=method.name,
        unit=next((answer.unit for answer in answers if answer.unit), None),
        scenario=run.study.name if run.study else run.target,
        slos=tuple(slo.text for slo in run.slos),
        text=NOTHING,
        is_ranked=judged.is_ranked,
        confidence_percent=judge.CONFIDENCE_PERCENT,
        variants=tuple(rows),
    )


def service_of(study: RunStudy | None, variant: str | None) -> str | None:
    """The service that the load of a variant goes to: the one whose port its target names, else the last one."""
    described = study.variants if study else ()
    own = next((found for found in described if found.name == variant), None)
    if own is None or not own.services:
        return None
    names = [service.name for service in own.services]
    named = [name for name in _PORT.findall(own.target) if name in names]
    return named[0] if named else names[-1]


def _rates(variant: str, starts: Sequence[RankedStart]) -> VariantRates:
    without = [start.figures.outcome for start in starts if start.rate is None]
    return VariantRates(variant, tuple(start.rate for start in starts if start.rate is not None), tuple(without))


def _row(
    ranked: judge.RankedRate, starts: Sequence[RankedStart], tried: Sequence[Trial], service: str | None
) -> RankedVariant:
    told = [start for start in starts if start.carried] or [start for start in starts if start.rate is not None]
    rate = _rate_spread(ranked, [start.figures.rate for start in starts if start.rate is not None])
    figures, times = [start.figures for start in told], _time_spreads(told)
    carries = rate.value is not None and ranked.bound in (Bound.EXACT, Bound.AT_LEAST)
    return RankedVariant(
        variant=ranked.name,
        rank=ranked.rank,
        unranked=ranked.unranked,
        beaten_by=tuple(ranked.beaten_by),
        bound=ranked.bound.value if ranked.bound else None,
        rate=rate,
        working_rate=_WORKING_SHARE * (rate.value or 0.0) if carries else None,
        p50_ms=times["p50_ms"],
        p95_ms=times["p95_ms"],
        p99_ms=times["p99_ms"],
        error_percent=share_spread([own.error_percent for own in figures]),
        cpu_percent=size_spread([own.cpu_percent for own in figures]),
        memory_mib=size_spread([own.memory_mib for own in figures]),
        memory_kind=next((start.memory_kind for start in told if start.memory_kind != "unknown"), "unknown"),
        cpu_ms_per_request=size_spread([own.cpu_ms_per_request for own in figures]),
        requests_per_s_per_mib=size_spread([_per_mib(own) for own in figures]),
        spread_between_percent=None if ranked.between is None else 100.0 * ranked.between,
        spread_within_percent=None if ranked.within is None else 100.0 * ranked.within,
        breaks_at=_breaks_at(tried),
        service=service,
        starts=tuple(start.figures for start in starts),
    )


def _rate_spread(ranked: judge.RankedRate, rates: Sequence[float | None]) -> Spread:
    if not rates:
        return no_spread()
    shown = size_spread(rates)
    low, high, value = ranked.low, ranked.high, shown.value or 0.0
    # What was completed on a plateau may lie a little below what was due on it.
    return replace(
        shown,
        low=None if low is None else min(low, value),
        high=None if high is None else max(high, value),
    )


def _time_spreads(starts: Sequence[RankedStart]) -> dict[str, Spread]:
    """Percentiles of the histogram of all starts: those of starts are never averaged."""
    merged = Histogram()
    for start in starts:
        if start.response is not None:
            merged.merge(start.response)
    values = {name: merged.quantile_ms(q) if merged.count else None for name, q in _QUANTILES.items()}
    return {name: size_spread([getattr(start.figures, name) for start in starts], values[name]) for name in _QUANTILES}


def _per_mib(figures: StartFigures) -> float | None:
    throughput, memory_mib = figures.throughput, figures.memory_mib
    return throughput / memory_mib if throughput is not None and memory_mib else None


def _breaks_at(tried: Sequence[Trial]) -> float | None:
    """The lowest rate at which, in any start, the p99 was higher than at the highest rate below it that passed.

    `findings.knee` tells the same of one start, with its figures.
    """
    found = []
    for start in dict.fromkeys(trial.start for trial in tried):
        own = [
            trial
            for trial in tried
            if trial.start == start and trial.rate and Purpose(trial.purpose).is_judged and _p99(trial)
        ]
        passed = max((trial for trial in own if trial.state == "passed"), key=_rate, default=None)
        if passed is None:
            continue
        above = [trial for trial in own if trial.state == "failed" and _rate(trial) > _rate(passed)]
        lowest = min(above, key=_rate, default=None)
        if lowest is not None and _p99(lowest) > _p99(passed):
            found.append(_rate(lowest))
    return min(found, default=None)


def _rate(trial: Trial) -> float:
    return trial.rate or 0.0


def _p99(trial: Trial) -> float:
    return trial.measurement.response_ms.p99 or 0.0
