"""A plan in plain words: its sentence, and what it lacks with its cure."""

import math
from collections.abc import Iterator

from loadproof.methods.registry import METHODS, row_of
from loadproof.model.duration import duration_parts
from loadproof.model.message import Listing, Message, Value, count, duration, listed, rate, share, slo
from loadproof.result.forecast import (
    PlanModel,
    PlannedPlateauModel,
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
    told += [text for row in METHODS for text in row.planned_sentences(plan)]
    lacking = slos_lacking(plan)
    if lacking:
        told.append(Message("slos-may-lack-calls", slos=listed([slo(text) for text in lacking])))
    return Message("forecast-sentences", sentences=listed(tuple(told), Listing.SENTENCES))


def slos_lacking(plan: PlanModel) -> list[str]:
    """The SLOs, as they are written, that a method may have too few calls to answer by."""
    return list(dict.fromkeys(one.slo for one in plan.slos if one.trial == "last" and not one.enough))


def soaks_too_short(plan: PlanModel) -> list[PlannedPlateauModel]:
    """The soaks whose trends cannot be judged, by the rule of the judge of soaks."""
    return [plateau for plateau in plan.plateaus if plateau.span_s < _shortest_soak_s(plateau)]


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


def _plateau(plateau: PlannedPlateauModel) -> Message:
    name = Message("planned-plateau", method=plateau.method)
    if plateau.users and not plateau.rate:
        users, hold = count(plateau.users), duration(plateau.span_s)
        return Message("planned-plateau-of-users", name=name, hold=hold, users=users)
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
            trial=one.trial if row_of(one.method).finds_capacity else "only",
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
    calls_per_s = math.fsum(one.per_s for one in plateau.operations if one.kind == "operation")
    return row_of(plateau.method).shortest_span_s(calls_per_s) or 0.0


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
