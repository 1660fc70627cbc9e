"""A plan in plain words: its sentence, and what it lacks with its cure."""

from collections.abc import Iterator

from loadproof.report.answer_sentences import METHOD_REPORTS
from loadproof.report.figures import count_text, rate_text, slo_text
from loadproof.report.forecast_model import PlanModel, PlannedPlateauModel, PlanShortageModel, SpreadModel
from loadproof.report.plain_text import printable

__all__ = ["forecast_sentence", "forecast_shortages", "long_duration_text", "slos_lacking", "spread_text"]

_NAMED = 4
_OFTEN_UNDECIDED_PERCENT = 20.0


def forecast_sentence(plan: PlanModel) -> str:
    """How long, and how much of it will tell something."""
    variants, starts = len(plan.study.variants), plan.starts.of_each_variant
    parts = [f"{variants} variants"] if variants > 1 else []
    parts += [f"{starts} starts{' of each' if variants > 1 else ''}"] if starts > 1 else []
    whose = f"The study ({', '.join(parts)})" if parts else "The study"
    parts = [f"{whose} takes about {spread_text(plan.duration_s)}."]
    for plateau in plan.plateaus:
        seen = [one for one in plateau.operations if one.calls]
        enough = len(seen) - len(plateau.too_few)
        what = "its operation has" if len(seen) == 1 and enough else f"{enough} of {len(seen)} operations have"
        parts.append(f"In {_plateau_words(plateau)} {what} calls enough for a p99.")
    lacking = slos_lacking(plan)
    if lacking:
        parts.append(f"Of {', '.join(lacking)} there may be too few calls to be judged.")
    return " ".join(parts)


def slos_lacking(plan: PlanModel) -> list[str]:
    """The SLOs that a method may have too few calls to answer by."""
    texts = (slo_text(printable(slo.slo)) for slo in plan.slos if slo.trial == "last" and not slo.enough)
    return list(dict.fromkeys(texts))


def forecast_shortages(plan: PlanModel) -> list[PlanShortageModel]:
    """What will not be known, the worst first: SLOs, then outcomes, then operations."""
    return [*_slo_shortages(plan), *_outcome_shortages(plan), *_operation_shortages(plan)]


def spread_text(spread: SpreadModel) -> str:
    """A duration with the interval that holds 80 % of it.

    >>> spread_text(SpreadModel(low=300.0, median=420.0, high=610.0)), spread_text(SpreadModel(low=5, median=5, high=5))
    ('7 min (80 %: 5 min to 10 min 10 s)', '5 s')
    """
    low, median, high = (long_duration_text(value) for value in (spread.low, spread.median, spread.high))
    return median if low == high else f"{median} (80 %: {low} to {high})"


def long_duration_text(duration_s: float) -> str:
    """A duration in its two largest units.

    >>> long_duration_text(42.0), long_duration_text(252.4), long_duration_text(7500.0), long_duration_text(260000.0)
    ('42 s', '4 min 12 s', '2 h 5 min', '3 d 0 h')
    """
    for unit_s, name, smaller_s, smaller in ((86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if duration_s >= unit_s:
            whole, rest = divmod(round(duration_s / smaller_s), unit_s // smaller_s)
            return f"{whole} {name} {rest} {smaller}" if rest or name == "d" else f"{whole} {name}"
    return f"{round(duration_s)} s"


def _plateau_words(plateau: PlannedPlateauModel) -> str:
    hold = long_duration_text(plateau.span_s)
    name = METHOD_REPORTS[plateau.method].plateau or f"the {plateau.method}"
    return f"{name} ({hold} at {rate_text(plateau.rate)}/s)"


def _slo_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    for slo in plan.slos:
        if slo.enough:
            continue
        trial = {"first": "its first trial", "last": "its last trial"}[slo.trial] if slo.method == "capacity" else "it"
        text = (
            f"{slo.method}: {slo_text(printable(slo.slo))} needs {count_text(slo.needed_calls)} calls to be judged; "
            f"{trial} will bring about {count_text(round(slo.calls))} in {long_duration_text(slo.span_s)} "
            f"at {rate_text(slo.rate)}/s"
        )
        cure = "give the operation a weight"
        if slo.needed_span_s is not None:
            rate = "raise start_rate, " if slo.trial == "first" else ""
            cure = f"{rate}hold {long_duration_text(slo.needed_span_s)}, or give the operation more weight"
        yield PlanShortageModel(text=text, cure=cure)


def _outcome_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    for method in plan.methods:
        percent = method.outcomes_percent.get("undecided", 0.0)
        if method.variant == plan.study.variants[0] and percent >= _OFTEN_UNDECIDED_PERCENT:
            text = f"{method.method}: {percent:.0f} % of the simulated starts were left undecided"
            yield PlanShortageModel(
                text=text, cure="hold longer, or give --capacity and --service-time if they are known"
            )


def _operation_shortages(plan: PlanModel) -> Iterator[PlanShortageModel]:
    for plateau in plan.plateaus:
        if not plateau.too_few:
            continue
        named = ", ".join(printable(name) for name in plateau.too_few[:_NAMED])
        more = len(plateau.too_few) - _NAMED
        names = f"{named} and {more} more" if more > 0 else named
        text = f"{_plateau_words(plateau)}: too few calls for a p99 of {names}"
        cure = "give them more weight"
        if plateau.needed_span_s is not None:
            longer = long_duration_text(plateau.needed_span_s)
            cure = f"hold {longer} (for {printable(plateau.needed_by or '')}), or give them more weight"
        yield PlanShortageModel(text=text, cure=cure)
