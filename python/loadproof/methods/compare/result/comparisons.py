"""Comparisons from what is stored of their rounds: while a run lasts, at its end, and whenever it is reported anew."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from loadproof.judge.comparison_text import figure_name, pair_text
from loadproof.judge.round_figures import CURVE_QUANTILES, TOTAL, RoundFigures
from loadproof.methods.compare.judge.machine_dependence import MachineDependence, machine_dependence
from loadproof.methods.compare.judge.rounds import MARGINS, ComparisonSettings, JudgedRounds, compare_rounds
from loadproof.methods.compare.judge.sentence import comparison_sentence, twin_sentence, visible_text
from loadproof.methods.compare.machine import CompareRound, CompareSettings
from loadproof.methods.compare.result.measured_rounds import (
    MEASURED,
    SINGLE_STARTS,
    MeasuredRound,
    compared_variants,
    measured_rounds,
)
from loadproof.methods.compare.result.operations import operation_times, percentile_means, primary_values
from loadproof.methods.cycles import CycledDetails
from loadproof.model.message import Message, count, listed, number, share
from loadproof.model.message import rate as rate_told
from loadproof.model.typed_json import as_written
from loadproof.records.answer import Answer
from loadproof.records.comparison import Company, Comparison, Pair, Round, VariantInRound
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.json_form import of_json
from loadproof.records.metric import PRIMARY, Metric, Scale
from loadproof.result.cpu_shares import cpu_shares
from loadproof.result.sentence import NOTHING
from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.stats.distributions import student_t_quantile
from loadproof.store.reader import RunReader

__all__ = ["COMPARISON_ENDED", "comparisons_in", "judged_rounds", "round_doubts"]

COMPARISON_ENDED = "comparison-ended"
"""The kind of the event that says why no other round is run."""
_MOST_IDLE_CORES = 0.01
_MOST_UNLIKE = 0.01
"""Largest difference of the calls that write, as a share of them: beyond it, variants are compared on unlike data."""
_FEWEST_COLLECTIONS = 3
_TOLD = ("different", "equivalent")
_DEPENDENCE_ERROR = 0.05
"""Probability of a doubt without a cause, over all reported pairs."""
_ENDS_AS_PLANNED = (
    "comparison-of-all-rounds",
    "comparison-over-budget",
    "comparison-budget-too-short",
    "comparison-without-pairs",
)


def comparisons_in(reader: RunReader) -> list[Comparison]:
    """The comparison of a run, if it has one."""
    rounds = measured_rounds(reader)
    if not rounds:
        return []
    method = reader.description.method
    singly = [event.text for event in reader.events() if event.kind == SINGLE_STARTS]
    settings = replace(_settings(method), together=not singly)
    study = reader.description.study or {}
    names, twin_of = compared_variants(study), study.get("against_itself")
    ended = [event.text for event in reader.events() if event.kind == COMPARISON_ENDED]
    # What ended it by what was seen had spent its error: more would be told only because it ended.
    is_last = bool(ended) and ended[-1].code in _ENDS_AS_PLANNED
    judged = judged_rounds(rounds, settings, names, last=is_last)
    if judged is None:
        judged = compare_rounds([], variants=names)
    rate = next((answer.rate for one in rounds for answer in one.answers.values() if answer.rate), None)
    rows = [row for row in reader.description.operations if row.kind != "target"]
    figures = [one.figures for one in rounds if one.figures]
    times = operation_times(figures, [row.name for row in rows], judged.variants, settings)
    counted = [row.name for row in rows if row.kind == "operation"]
    comparison = Comparison(
        method="compare",
        sentence=comparison_sentence(judged) if twin_of is None else twin_sentence(judged, twin_of),
        design="single starts" if singly else "together",
        design_text=of_json(Message, singly[-1]) if singly else NOTHING,
        asked_text=_asked_text(figures),
        visible=visible_text(judged),
        ended=of_json(Message, ended[-1]) if ended else NOTHING,
        is_settled=judged.is_settled,
        variants=judged.variants,
        rate=rate,
        confidence_percent=100.0 * (1.0 - judged.settings.error),
        pairs=tuple(as_written(replace(pair, text=pair_text(pair))) for pair in judged.pairs),
        importance=tuple(judged.pairs.index(pair) for pair in judged.by_importance),
        ranks=_ranks(judged),
        margins={metric.value: judged.settings.margin(metric) for metric in PRIMARY},
        smallest_visible={metric.value: value for metric, value in judged.smallest_visible.items()},
        rounds=tuple(_round(one, settings) for one in rounds),
        company=tuple(_company(rounds, judged.variants)),
        slots=tuple(slot for one in rounds for slot in one.slots),
        curve_quantiles=CURVE_QUANTILES,
        against_itself=twin_of,
        machine_slope=judged.machine_slope,
        primary=settings.primary,
        visible_of_operations={
            name: {metric.value: value for metric, value in shown.items()}
            for name, shown in judged.visible_of_operations.items()
        },
        operations=times,
        percentile_means=percentile_means(times, counted, judged.variants),
        cpu_shares=cpu_shares(judged.pairs, study, rate),
    )
    return [as_written(comparison)]


def _asked_text(rounds: Sequence[Mapping[str, RoundFigures]]) -> Message:
    """Return the note on a load of users alone, with the mean throughput of each variant."""
    found: dict[str, list[float]] = {}
    for one in rounds:
        for name, figures in one.items():
            if (completed := figures.values.get((Metric.THROUGHPUT, TOTAL))) is not None:
                found.setdefault(name, []).append(completed)
    if not found:
        return NOTHING
    told = [
        Message("comparison-asked-of", variant=name, rate=rate_told(math.fsum(own) / len(own)))
        for name, own in found.items()
    ]
    return Message("comparison-asked", variants=listed(told))


def round_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    """Variants that work idle or hardly collect, rounds that leave unlike data behind, differences of the machine."""
    shown = (_idle_doubts, _data_doubts, _collection_doubts, _machine_doubts)
    return [doubt for doubts in shown for doubt in doubts(comparisons)]


def _data_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    found = []
    for one in (one for comparison in comparisons for one in comparison.rounds):
        writes = [variant.writes for variant in one.variants if variant.outcome == MEASURED]
        if writes and min(writes) < (1.0 - _MOST_UNLIKE) * max(writes):
            told = {"least": count(min(writes)), "most": count(max(writes))}
            found.append(Doubt(DoubtCode.UNLIKE_DATA, Message("round-unlike-data", round=str(one.number), **told)))
    return found


def _collection_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    """Once for each variant, however many of its rounds were so."""
    found = []
    for comparison in comparisons:
        for name in comparison.variants:
            read = [variant for one in comparison.rounds for variant in one.variants if variant.variant == name]
            counts = [variant.major_collections for variant in read if variant.major_collections is not None]
            few = [seen for seen in counts if seen < _FEWEST_COLLECTIONS]
            if few:
                told = {"few": count(len(few)), "rounds": count(len(counts))}
                text = Message("round-few-collections", variant=name, **told, least=str(min(few)))
                found.append(Doubt(DoubtCode.FEW_COLLECTIONS, text))
    return found


def _machine_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    """Return a doubt for each comparison, on the reported pair that most surely follows the machine, if any does."""
    found = []
    for comparison in comparisons:
        slowness = _slowness(comparison)
        told = [pair for pair in comparison.pairs if pair.family == "primary" and pair.decision in _TOLD]
        followed = [(depends, pair) for pair in told if (depends := _dependence(comparison, pair, slowness))]
        surest = min(followed, key=lambda one: one[0].p_value, default=None)
        if surest is not None and surest[0].p_value * len(followed) <= _DEPENDENCE_ERROR:
            depends, pair = surest
            text = Message(
                "comparison-follows-machine",
                a=pair.a,
                b=pair.b,
                metric=figure_name(Metric(pair.metric), pair.operation),
                correlation=number(depends.correlation),
                ratio=number(depends.slowed),
                rounds=count(pair.rounds),
            )
            found.append(Doubt(DoubtCode.MACHINE_SPEED, text))
    return found


def _slowness(comparison: Comparison) -> dict[int, float]:
    """By round: the logarithm of what a call cost the generator, in the mean over the slots that count."""
    costs: dict[int, list[float]] = {}
    for slot in comparison.slots:
        if slot.counts and slot.generator_us_per_call:
            costs.setdefault(slot.round, []).append(math.log(slot.generator_us_per_call))
    return {round_number: math.fsum(found) / len(found) for round_number, found in costs.items()}


def _dependence(comparison: Comparison, pair: Pair, slowness: Mapping[int, float]) -> MachineDependence | None:
    """Return the dependence of the pair's difference on the slowness of the machine; None if none can be found.

    None for a share: its difference is in points, which few calls make.
    """
    if Metric(pair.metric).scale is Scale.POINTS:
        return None
    differences, slow = [], []
    for one in comparison.rounds:
        shown = {variant.variant: _value(variant, pair) for variant in one.variants}
        a, b = shown.get(pair.a, 0.0), shown.get(pair.b, 0.0)
        if a > 0.0 and b > 0.0 and one.number in slowness:
            differences.append(math.log(b / a))
            slow.append(slowness[one.number])
    return machine_dependence(differences, slow)


def _value(variant: VariantInRound, pair: Pair) -> float:
    """0 where it is not known."""
    values = variant.operations.get(pair.operation, {}) if pair.operation else variant.values
    return values.get(pair.metric, 0.0)


def _idle_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    most: dict[str, float] = {}
    for comparison in comparisons:
        for variant in (variant for one in comparison.rounds for variant in one.variants):
            if (variant.idle_cores or 0.0) > _MOST_IDLE_CORES:
                most[variant.variant] = max(most.get(variant.variant, 0.0), variant.idle_cores or 0.0)
    texts = [Message("round-idle-work", variant=name, cores=share(used)) for name, used in most.items()]
    return [Doubt(DoubtCode.IDLE_WORK, text) for text in texts]


def judged_rounds(
    rounds: Sequence[MeasuredRound], settings: CompareSettings, variants: Sequence[str], *, last: bool
) -> JudgedRounds | None:
    """Return the judgement on these rounds; None if no round was measured. `last`: no round follows in any case."""
    figures = [one.figures for one in rounds if one.figures]
    response = dict.fromkeys((metric for metric in Metric if metric.is_response), settings.response_margin_percent)
    margins = {
        **MARGINS,
        **response,
        Metric.CPU: settings.cpu_margin_percent,
        Metric.MEMORY: settings.memory_margin_percent,
        Metric.LIVE_SET: settings.memory_margin_percent,
        Metric.ERRORS: settings.error_margin_points,
    }
    asked = ComparisonSettings(margins=margins, most_rounds=settings.rounds, primary=settings.primary)
    return compare_rounds(figures, asked, last=last, variants=variants) if figures else None


def _settings(method: Mapping[str, Any]) -> CompareSettings:
    """Return the settings that are stored beside the run, each as `compare_KEY`."""
    prefix = f"{CompareRound.name}_"
    known = {key.removeprefix(prefix): value for key, value in method.items() if key.startswith(prefix)}
    # JSON has no tuples.
    known |= {"primary": tuple(known.get("primary", ()))}
    return CompareSettings(**{key: value for key, value in known.items() if key in CompareSettings.__slots__})


def _ranks(judged: JudgedRounds) -> dict[str, dict[str, int]]:
    shown = dict.fromkeys(pair.metric for pair in judged.of_total)
    return {metric.value: judged.ranks(metric) for metric in shown}


def _round(measured: MeasuredRound, settings: CompareSettings) -> Round:
    cycles = [answer.details_of(CycledDetails) for answer in measured.answers.values()]
    found = Round(
        number=measured.number,
        began_s=measured.began_s,
        warm_up_cycles=max((one.warm_up_cycles for one in cycles), default=0),
        counted_cycles=max((len(one.cycles) for one in cycles), default=0),
        variants=tuple(_variant(measured, name, answer, settings) for name, answer in measured.answers.items()),
    )
    return as_written(found)


def _variant(measured: MeasuredRound, name: str, answer: Answer, settings: CompareSettings) -> VariantInRound:
    figures = measured.figures.get(name)
    found = VariantInRound(
        variant=name,
        outcome=answer.outcome,
        reason=answer.reason,
        values=_values(figures),
        idle_cores=measured.idle_cores.get(name),
        writes=measured.writes.get(name, 0),
        major_collections=measured.collections[name].major if name in measured.collections else None,
        curve_ms=tuple(measured.curves.get(name, ())),
        operations=primary_values(figures, settings.primary) if figures else {},
    )
    return as_written(found)


def _values(figures: RoundFigures | None) -> dict[str, float]:
    if figures is None:
        return {}
    return {metric.value: value for (metric, name), value in figures.values.items() if name == TOTAL}


def _company(rounds: Sequence[MeasuredRound], variants: Sequence[str]) -> Iterator[Company]:
    """Student's interval over rounds."""
    for name in variants:
        for metric in ("cpu", "mean"):
            seen = [one.company[name, metric] for one in rounds if (name, metric) in one.company]
            if not seen:
                continue
            mean, low, high = math.fsum(seen) / len(seen), None, None
            if len(seen) >= FEWEST_ROUNDS:
                spread = math.sqrt(math.fsum((one - mean) ** 2 for one in seen) / (len(seen) - 1) / len(seen))
                half = student_t_quantile(0.025, len(seen) - 1) * spread
                low, high = _percent(mean - half), _percent(mean + half)
            company = Company(
                variant=name, metric=cast(Any, metric), percent=_percent(mean), low=low, high=high, rounds=len(seen)
            )
            yield as_written(company)


def _percent(logarithm: float) -> float:
    return 100.0 * math.expm1(logarithm)
