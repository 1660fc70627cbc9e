"""A plan as a document: how long, what will be known of each operation, what lacks, what was assumed."""

from collections.abc import Sequence

from loadproof.report.answer_sentences import METHOD_REPORTS
from loadproof.report.document import Block, Bullets, Code, Column, Document, Paragraph, Section, Table
from loadproof.report.figures import count_text, rate_text, slo_text
from loadproof.report.forecast_model import PlanModel, PlannedOperationModel, PlannedPlateauModel, SpreadModel
from loadproof.report.forecast_sentences import long_duration_text, slos_lacking
from loadproof.report.plain_text import printable

__all__ = ["forecast_document"]

_NOTHING = "–"
_TOO_FEW = "too few"


def forecast_document(plan: PlanModel) -> Document:
    """The document of a plan; its text is safe to print."""
    shortages = [f"{one.text}. Cure: {one.cure}." for one in plan.shortages]
    return Document(
        title=f"loadproof plan: {printable(plan.study.name)}",
        verdict=plan.sentence,
        tone="undecided" if slos_lacking(plan) else "passed",
        blocks=[Paragraph("Nothing was sent and nothing was started: this is a forecast.")],
        sections=[
            Section("How long it takes", [_durations(plan), Paragraph(f"{_DURATION_NOTE}{_starts_note(plan)}")]),
            *(_plateau(plateau) for plateau in plan.plateaus),
            Section("SLOs", [_slos(plan)]),
            *([Section("What it will not be able to say", [Bullets(shortages)])] if shortages else []),
            Section("Assumed", [Bullets(_assumptions(plan))]),
            Section("Run it", [Code(_command(plan))]),
        ],
    )


_DURATION_NOTE = (
    "Median, and the interval that holds 80 % of the simulated starts. The length of a search is random: it ends each "
    "trial as soon as it can be decided."
)


def _starts_note(plan: PlanModel) -> str:
    """What the whole has besides the methods; nothing where it has nothing."""
    starts = plan.starts
    assumed = ", which is assumed" if starts.start_is_assumed else ""
    starting = f"{long_duration_text(starts.start_s)} to start the stand{assumed}" if starts.start_s else ""
    pauses = f"a pause of {long_duration_text(starts.pause_s)} between two of them" if starts.pause_s else ""
    added = ", and ".join(filter(None, (starting, pauses)))
    number = f"{starts.in_all} starts" if starts.in_all > 1 else "one start"
    return f" The whole is {number}{f', with {added}' if added else ''}; a method's row is one start." if added else ""


def _durations(plan: PlanModel) -> Block:
    columns = [
        Column("Variant", figures=False),
        Column("Method", figures=False),
        Column("Median"),
        Column("80 % interval"),
        Column("Trials"),
        Column("Simulated outcomes", figures=False, wraps=True),
    ]
    rows = [
        [
            printable(one.variant),
            one.method,
            long_duration_text(one.duration_s.median),
            _interval(one.duration_s),
            f"{one.trials.low:.0f} to {one.trials.high:.0f}"
            if one.trials.low < one.trials.high
            else f"{one.trials.low:.0f}",
            ", ".join(f"{name.replace('_', ' ')} {percent:.0f} %" for name, percent in one.outcomes_percent.items()),
        ]
        for one in plan.methods
    ]
    starts = plan.starts
    if starts.of_each_variant > 1:
        rows += [
            [
                *(printable(one.variant), f"{starts.of_each_variant} starts"),
                *(long_duration_text(one.duration_s.median), _interval(one.duration_s), "", ""),
            ]
            for one in plan.variants
        ]
    if len(rows) > 1:
        whole = plan.duration_s
        rows.append(["the whole study", "", long_duration_text(whole.median), _interval(whole), "", ""])
    return Table(columns, rows)


def _interval(spread: SpreadModel) -> str:
    low, high = long_duration_text(spread.low), long_duration_text(spread.high)
    return low if low == high else f"{low} to {high}"


def _plateau(plateau: PlannedPlateauModel) -> Section:
    columns = [
        Column("Operation", figures=False, wraps=True),
        Column("Calls/s"),
        Column("Calls"),
        Column("3 deviations", detail=True),
        Column("p50 ±"),
        Column("p95 ±"),
        Column("p99 ±"),
        Column("p99.9 ±"),
        Column("Visible in p99"),
        Column("Weight", detail=True),
        Column("Weight needed"),
    ]
    method = METHOD_REPORTS[plateau.method].plateau_title or plateau.method
    rates = f"{rate_text(plateau.rate)}/s"
    if plateau.rate_low < plateau.rate_high:
        rates = f"{rates} ({rate_text(plateau.rate_low)} to {rate_text(plateau.rate_high)})"
    multiple = f", {rate_text(plateau.n)} N" if plateau.n else ""
    title = f"What is known after it ({method}: {long_duration_text(plateau.span_s)} at {rates}{multiple})"
    return Section(title, [Table(columns, [_row(one) for one in plateau.operations]), Paragraph(_PLATEAU_NOTE)])


_PLATEAU_NOTE = (
    "±: half the width of the 95 % interval within one start, in % of the value. “Visible in p99”: the smallest change "
    "between two variants that a comparison of five starts each sees with 90 % power. “Weight needed”: gives calls "
    "enough for a p99 in this hold."
)


def _row(one: PlannedOperationModel) -> Sequence[str]:
    name = printable(one.name) + (" (flow)" if one.kind == "flow" else "")
    widths = []
    for quantile in ("p50", "p95", "p99", "p99_9"):
        own = one.quantiles[quantile]
        widths.append(_TOO_FEW if own.half_width_percent is None else f"{own.half_width_percent:.2g} %")
    seen = one.quantiles["p99"].visible_change_percent
    return [
        name,
        rate_text(one.per_s),
        count_text(round(one.calls)),
        f"{count_text(round(one.calls_low))} to {count_text(round(one.calls_high))}",
        *widths,
        _NOTHING if seen is None else f"{seen:.2g} %",
        rate_text(one.weight),
        _NOTHING if one.needed_weight is None else rate_text(one.needed_weight),
    ]


def _slos(plan: PlanModel) -> Block:
    columns = [
        Column("SLO", figures=False, wraps=True),
        Column("Method", figures=False),
        Column("Rate"),
        Column("Hold"),
        Column("Calls"),
        Column("Needed"),
        Column("Can be judged", figures=False),
    ]
    rows = [
        [
            slo_text(printable(slo.slo)),
            f"{slo.method}, {slo.trial} trial" if slo.method == "capacity" else slo.method,
            f"{rate_text(slo.rate)}/s",
            long_duration_text(slo.span_s),
            count_text(round(slo.calls)),
            count_text(slo.needed_calls),
            "yes" if slo.enough else _TOO_FEW,
        ]
        for slo in plan.slos
    ]
    return Table(columns, rows) if rows else Paragraph("There is none to be judged.")


def _assumptions(plan: PlanModel) -> list[str]:
    return [f"{one.text}{f' (say it by {one.option})' if one.option else ''}." for one in plan.assumptions]


def _command(plan: PlanModel) -> str:
    preset = f" --preset {printable(plan.study.preset)}" if plan.study.preset else ""
    return f"loadproof run {printable(plan.study.file)}{preset}"
