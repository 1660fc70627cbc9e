"""A plan in plain words: its sentence, and what it lacks with its cure."""

import math
from collections.abc import Iterator, Mapping

from loadproof.judge.comparison_text import operation_sentences
from loadproof.judge.soak_figures import shortest_soak_s
from loadproof.method.soak import Soak
from loadproof.model.duration import duration_parts
from loadproof.model.message import Listing, Message, Value, count, duration, listed, rate, share, slo
from loadproof.records.metric import Metric
from loadproof.result.forecast import (
    PlanModel,
    PlannedOverheadModel,
    PlannedPlateauModel,
    PlannedRoundsModel,
    PlannedSloModel,
    PlanShortageModel,
    SpreadModel,
)

__all__ = ["forecast_sentence", "forecast_shortages", "slos_lacking", "soaks_too_short", "spread_told"]

_NAMED = 4
_OFTEN_UNDECIDED_PERCENT = 20.0


def forecast_sentence(plan: PlanModel) -> Message:
    """Return the summary of a plan: its duration, then what its plateaus, rounds and starts can show.

    If SLOs may have too few calls to be judged, the summary names them at the end.
    """
    told = [Message("study-takes", extent=_extent(plan), duration=spread_told(plan.duration_s))]
    told += [_enough(plateau) for plateau in plan.plateaus]
    told += [] if plan.rounds is None else [_rounds(plan.rounds)]
    told += [] if plan.overhead is None else [_overhead(plan.overhead)]
    lacking = slos_lacking(plan)
    if lacking:
        told.append(Message("slos-may-lack-calls", slos=listed([slo(text) for text in lacking])))
    return Message("forecast-sentences", sentences=listed(tuple(told), Listing.SENTENCES))


def slos_lacking(plan: PlanModel) -> list[str]:
    """The SLOs, as they are written, that a method may have too few calls to answer by."""
    return list(dict.fromkeys(one.slo for one in plan.slos if one.trial == "last" and not one.enough))


def soaks_too_short(plan: PlanModel) -> list[PlannedPlateauModel]:
    """The soaks whose trends cannot be judged, by the rule of the judge of soaks."""
    soaks = (plateau for plateau in plan.plateaus if plateau.method == Soak.name)
    return [plateau for plateau in soaks if plateau.span_s < _shortest_soak_s(plateau)]


def forecast_shortages(plan: PlanModel) -> list[PlanShortageModel]:
    """Shortages of a plan, the worst first: SLOs, then soaks, outcomes and operations."""
    return [*_slo_shortages(plan), *_soak_shortages(plan), *_outcome_shortages(plan), *_operation_shortages(plan)]


def spread_told(spread: SpreadModel) -> Value:
    """A duration with the interval that holds 80 % of it.

    >>> from loadproof.words.catalogue import words_of
    >>> words_of("en").value(spread_told(SpreadModel(low=300.0, median=420.0, high=610.0)))
    '7 min (80 %: 5 min to 10 min 10 s)'
    >>> words_of("en").value(spread_told(SpreadModel(low=5, median=5, high=5)))
    '5 s'
    """
    if duration_parts(spread.low) == duration_parts(spread.high):
        return duration(spread.median)
    low, high = duration(spread.low), duration(spread.high)
    return Message("duration-with-interval", median=duration(spread.median), low=low, high=high)


def _extent(plan: PlanModel) -> Value:
    """Variants and starts, where there are several."""
    variants, starts = len(plan.study.variants), plan.starts.of_each_variant
    parts = [Message("variants-of-study", variants=count(variants))] if variants > 1 else []
    if starts > 1:
        parts.append(Message("starts-of-each" if variants > 1 else "starts-of-study", starts=count(starts)))
    return Message("study-extent", parts=listed(tuple(parts))) if parts else ""


def _enough(plateau: PlannedPlateauModel) -> Message:
    """Return the message on how many operations of a plateau will have enough calls for a p99."""
    seen = sum(1 for one in plateau.operations if one.calls)
    enough = seen - len(plateau.too_few)
    if seen == 1 and enough:
        return Message("operation-has-enough", plateau=_plateau(plateau))
    return Message("operations-have-enough", plateau=_plateau(plateau), enough=count(enough), all=count(seen))


def _rounds(rounds: PlannedRoundsModel) -> Message:
    """Return the message on the number and duration of rounds, and the smallest differences that they detect.

    If no difference is visible, the message says that the rounds are too few.
    """
    seen = _differences(rounds.visible_percent)
    told = {"least": count(rounds.least), "most": count(rounds.most), "round": duration(round(rounds.round_s))}
    if not seen:
        return Message("planned-rounds-too-few", **told)
    planned = Message("planned-rounds", **told, seen=listed(seen))
    visible = {
        name: {Metric(metric): percent for metric, percent in shown.items()}
        for name, shown in rounds.visible_of_operations.items()
    }
    of_operations = operation_sentences(visible)
    if not of_operations:
        return planned
    return Message("planned-rounds-of-operations", rounds=planned, operations=listed(of_operations, Listing.SENTENCES))


def _overhead(overhead: PlannedOverheadModel) -> Message:
    """Return the message on the number and duration of starts, and the distance from which they show a bound.

    If no distance is enough, the message says that the starts are too few.
    """
    seen = _differences(overhead.shown_from_percent)
    told = {"starts": count(overhead.starts), "start": duration(round(overhead.start_s))}
    if not seen:
        return Message("planned-overhead-too-few", **told)
    return Message("planned-overhead", **told, bound=share(overhead.bound_percent / 100.0), seen=listed(seen))


def _differences(percents: Mapping[str, float]) -> list[Message]:
    return [
        Message(
            "planned-difference", metric=Message("comparison-metric", metric=metric), percent=share(percent / 100.0)
        )
        for metric, percent in percents.items()
    ]


def _plateau(plateau: PlannedPlateauModel) -> Message:
    name = Message(f"planned-plateau-{plateau.method}")
    return Message("planned-plateau-at", name=name, hold=duration(plateau.span_s), rate=rate(plateau.rate))


def _slo_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    for one in plan.slos:
        if one.enough:
            continue
        text = Message(
            "slo-lacks-calls",
            method=one.method,
            slo=slo(one.slo),
            needed=count(one.needed_calls),
            trial=one.trial if one.method == "capacity" else "only",
            calls=count(round(one.calls)),
            hold=duration(one.span_s),
            rate=rate(one.rate),
        )
        yield PlanShortageModel(text=text, cure=_slo_cure(one))


def _slo_cure(one: PlannedSloModel) -> Message:
    if one.needed_span_s is None:
        return Message("cure-weight")
    hold = duration(one.needed_span_s)
    if one.trial == "first":
        return Message("cure-start-rate-hold-or-weight", hold=hold)
    return Message("cure-hold-or-weight", hold=hold)


def _shortest_soak_s(plateau: PlannedPlateauModel) -> float:
    return shortest_soak_s(math.fsum(one.per_s for one in plateau.operations if one.kind == "operation"))


def _soak_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    for plateau in soaks_too_short(plan):
        needed = duration(_shortest_soak_s(plateau))
        text = Message("soak-planned-too-short", plateau=_plateau(plateau), needed=needed)
        yield PlanShortageModel(text=text, cure=Message("cure-hold-soak", hold=needed))


def _outcome_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    told: set[str] = set()
    for method in (one for one in plan.methods if one.part_of is None):
        percent = method.outcomes_percent.get("undecided", 0.0)
        if percent >= _OFTEN_UNDECIDED_PERCENT and method.method not in told:
            told.add(method.method)
            text = Message("often-undecided", method=method.method, share=share(percent / 100))
            yield PlanShortageModel(text=text, cure=Message("cure-hold-or-know"))


def _operation_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    for plateau in plan.plateaus:
        if not plateau.too_few:
            continue
        names: Value = listed(tuple(plateau.too_few[:_NAMED]))
        more = len(plateau.too_few) - _NAMED
        if more > 0:
            names = Message("names-and-more", names=names, more=count(more))
        cure = Message("cure-more-weight")
        if plateau.needed_span_s is not None:
            hold, needed_by = duration(plateau.needed_span_s), plateau.needed_by or ""
            cure = Message("cure-hold-for-or-more-weight", hold=hold, operation=needed_by)
        text = Message("operations-lack-calls", plateau=_plateau(plateau), operations=names)
        yield PlanShortageModel(text=text, cure=cure)
