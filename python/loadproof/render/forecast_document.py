"""A plan as a document: how long, what will be known of each operation, what lacks, what was assumed."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.methods.registry import METHODS, row_of
from loadproof.model.duration import duration_parts
from loadproof.model.message import Listing, Message, Value, count, duration, listed, rate, share, slo
from loadproof.records.run import StudyInjection
from loadproof.render.document import Block, Bullets, Code, Column, Document, Paragraph, Section, Table
from loadproof.render.forecast_sentences import slos_lacking, soaks_too_short
from loadproof.result.forecast import (
    PlanModel,
    PlannedMethodModel,
    PlannedOperationModel,
    PlannedPlateauModel,
    PlannedSloModel,
    SpreadModel,
)
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["forecast_document", "forecast_screen"]

_MOST_ROWS = 6
_MOST_INJECTIONS = 3
_MOST_SHORTAGES = 2
_MOST_ASSUMPTIONS = 2
_LONGEST_LINE = 240
_TOO_FEW = Message("too-few-calls")


def forecast_document(plan: PlanModel, words: Words) -> Document:
    """The document of a plan in a language; its text is safe to print."""
    return _ForecastWriter(plan, words).document()


def forecast_screen(plan: PlanModel, words: Words) -> Document:
    """Return the plan for one screen of 40 lines at 100 columns: duration, shortages, assumptions and command."""
    return _ForecastWriter(plan, words).screen()


class _ForecastWriter:
    """Writes the parts of the document of one plan."""

    def __init__(self, plan: PlanModel, words: Words) -> None:
        self._plan = plan
        self._words = words

    def _told(self, value: Value) -> str:
        return printable(self._words.value(value))

    def _column(self, title: str, *, figures: bool = True, wraps: bool = False, detail: bool = False) -> Column:
        return Column(self._told(Message(f"plan-column-{title}")), figures, wraps, detail)

    def document(self) -> Document:
        """The whole."""
        plan = self._plan
        return Document(
            title=self._told(Message("plan-title", study=plan.study.name)),
            verdict=self._told(plan.sentence),
            tone="undecided" if slos_lacking(plan) or soaks_too_short(plan) else "passed",
            blocks=[Paragraph(self._told(Message("plan-nothing-sent")))],
            sections=[
                Section(self._told(Message("plan-section-duration")), [self._durations(), self._duration_note()]),
                *map(self._plateau, plan.plateaus),
                Section(self._told(Message("plan-section-slos")), [self._slos()]),
                *self._injections(),
                *self._shortages(),
                Section(self._told(Message("plan-section-assumed")), [self._assumptions()]),
                Section(self._told(Message("plan-section-run")), [Code(_command(plan))]),
            ],
        )

    def screen(self) -> Document:
        """Without the tables of the plateaus and of the SLOs: the verdict and the shortages say what they come to."""
        plan, whole = self._plan, self.document()
        kept = [Section(self._told(Message("plan-section-duration")), [self._durations(_MOST_ROWS)])]
        kept += self._injections(_MOST_INJECTIONS)
        shortages = [Message("shortage", text=one.text, cure=one.cure) for one in plan.shortages]
        if shortages:
            kept.append(self._bullets("plan-section-shortages", shortages, _MOST_SHORTAGES))
        kept.append(self._bullets("plan-section-assumed", self._assumed(), _MOST_ASSUMPTIONS))
        return replace(whole, sections=[*kept, whole.sections[-1]])

    def _bullets(self, title: str, told: Sequence[Message], most: int) -> Section:
        lines = Bullets([printable(self._words.told(one), limit=_LONGEST_LINE) for one in told[:most]])
        return Section(self._told(Message(title)), [lines, *self._more(len(told) - most)])

    def _more(self, hidden: int) -> list[Block]:
        return [Paragraph(self._told(Message("plan-more", count=count(hidden))))] if hidden > 0 else []

    def _duration_note(self) -> Paragraph:
        notes = [Message("plan-duration-note"), *self._starts_note()]
        return Paragraph(self._told(listed(tuple(notes), Listing.SENTENCES)))

    def _starts_note(self) -> Sequence[Message]:
        """Return the note on time for starts and pauses, in addition to the methods; empty if there is no such time."""
        starts = self._plan.starts
        added = []
        if starts.start_s:
            code = "starting-is-assumed" if starts.start_is_assumed else "starting-takes"
            added.append(Message(code, time=duration(starts.start_s)))
        if starts.pause_s:
            added.append(Message("pause-between-starts", time=duration(starts.pause_s)))
        if not added:
            return ()
        both = Message("starting-and-pauses", starting=added[0], pause=added[1]) if len(added) > 1 else added[0]
        return (Message("plan-starts-note", starts=count(starts.in_all), added=both),)

    def _durations(self, most: int | None = None) -> Block:
        """With `most`, of more methods than that the variants alone, so many at most, and the whole."""
        columns = [
            self._column("variant", figures=False),
            self._column("method", figures=False),
            self._column("median"),
            self._column("interval"),
            self._column("trials"),
            self._column("outcomes", figures=False, wraps=True),
        ]
        plan = self._plan
        rows = [self._method_row(one) for one in plan.methods]
        is_long = most is not None and len(rows) > most
        if is_long or plan.starts.of_each_variant > 1:
            starts = self._told(Message("starts-of-study", starts=count(plan.starts.of_each_variant)))
            of_variants = [
                [printable(one.variant), starts, *self._spread(one.duration_s), "", ""] for one in plan.variants
            ]
            rows = of_variants[:most] if is_long else [*rows, *of_variants]
        for row in METHODS:
            rows += [[self._told(starts), row.name, *self._spread(s), "", ""] for starts, s in row.planned_rows(plan)]
        if len(rows) > 1:
            rows.append([self._told(Message("whole-study")), "", *self._spread(plan.duration_s), "", ""])
        return Table(columns, rows)

    def _method_row(self, one: PlannedMethodModel) -> list[str]:
        low, high = count(round(one.trials.low)), count(round(one.trials.high))
        outcomes = [
            Message(
                "outcome-with-share",
                outcome=Message(f"planned-outcome-{name.replace('_', '-')}"),
                share=share(round(percent) / 100),
            )
            for name, percent in one.outcomes_percent.items()
        ]
        return [
            printable(one.variant),
            self._told(Message("planned-part", method=one.method)) if one.part_of else one.method,
            *self._spread(one.duration_s),
            self._told(Message("from-to", low=low, high=high) if low != high else low),
            self._told(listed(tuple(outcomes))),
        ]

    def _spread(self, spread: SpreadModel) -> tuple[str, str]:
        """Return the cells for the median and the interval; one value for the interval if its ends read alike."""
        low, high = duration(spread.low), duration(spread.high)
        wide = duration_parts(spread.low) != duration_parts(spread.high)
        return self._told(duration(spread.median)), self._told(Message("from-to", low=low, high=high) if wide else low)

    def _plateau(self, plateau: PlannedPlateauModel) -> Section:
        columns = [
            self._column("operation", figures=False, wraps=True),
            self._column("per-second"),
            self._column("calls"),
            self._column("deviations", detail=True),
            *(Column(f"{quantile} ±") for quantile in ("p50", "p95", "p99", "p99.9")),
            self._column("visible"),
            self._column("weight", detail=True),
            self._column("needed-weight"),
        ]
        at: Value = Message("plan-rate", rate=rate(plateau.rate))
        if plateau.rate_low < plateau.rate_high:
            low, high = rate(plateau.rate_low), rate(plateau.rate_high)
            at = Message("plan-rate-with-interval", rate=rate(plateau.rate), low=low, high=high)
        if plateau.users and plateau.rate == 0:
            at = Message("live-load-users", users=count(plateau.users))
        title = Message(
            "plan-section-plateau",
            name=Message("plateau-title", method=plateau.method),
            hold=duration(plateau.span_s),
            rate=at,
            multiple=Message("plan-multiple", multiple=rate(plateau.n)) if plateau.n else "",
        )
        note = Paragraph(self._told(Message("plan-plateau-note")))
        return Section(self._told(title), [Table(columns, [self._row(one) for one in plateau.operations]), note])

    def _row(self, one: PlannedOperationModel) -> list[str]:
        name = self._told(Message("flow-by-name", name=one.name) if one.kind == "flow" else one.name)
        widths = [one.quantiles[quantile].half_width_percent for quantile in ("p50", "p95", "p99", "p99_9")]
        seen = one.quantiles["p99"].visible_change_percent
        low, high = count(round(one.calls_low)), count(round(one.calls_high))
        return [
            name,
            self._told(rate(one.per_s)),
            self._told(count(round(one.calls))),
            self._told(Message("from-to", low=low, high=high)),
            *(self._told(_TOO_FEW if width is None else _two_digits(width)) for width in widths),
            NOTHING if seen is None else self._told(_two_digits(seen)),
            self._told(rate(one.weight)),
            self._told(rate(one.needed_weight)),
        ]

    def _slos(self) -> Block:
        columns = [
            self._column("slo", figures=False, wraps=True),
            self._column("method", figures=False),
            self._column("rate"),
            self._column("hold"),
            self._column("calls"),
            self._column("needed-calls"),
            self._column("judged", figures=False),
        ]
        rows = [self._slo_row(one) for one in self._plan.slos]
        return Table(columns, rows) if rows else Paragraph(self._told(Message("plan-without-slos")))

    def _slo_row(self, one: PlannedSloModel) -> list[str]:
        is_search = row_of(one.method).finds_capacity
        return [
            self._told(slo(one.slo)),
            self._told(Message("search-trial", method=one.method, trial=one.trial) if is_search else one.method),
            self._told(Message("plan-rate", rate=rate(one.rate))) if one.rate else NOTHING,
            self._told(duration(one.span_s)),
            self._told(count(round(one.calls))),
            self._told(count(one.needed_calls)),
            self._told(Message("calls-suffice") if one.enough else _TOO_FEW),
        ]

    def _injections(self, most: int | None = None) -> list[Section]:
        """One line for each injection, `most` of them at most."""
        told = [_planned_injection(one) for one in self._plan.injections]
        return [self._bullets("plan-section-injections", told, most or len(told))] if told else []

    def _shortages(self) -> list[Section]:
        told = [self._told(Message("shortage", text=one.text, cure=one.cure)) for one in self._plan.shortages]
        return [Section(self._told(Message("plan-section-shortages")), [Bullets(told)])] if told else []

    def _assumptions(self) -> Block:
        return Bullets([self._told(one) for one in self._assumed()])

    def _assumed(self) -> list[Message]:
        return [
            Message("assumption-with-option", text=one.text, option=one.option)
            if one.option
            else Message("assumption", text=one.text)
            for one in self._plan.assumptions
        ]


def _two_digits(percent: float) -> Value:
    """Per cent; what is forecast has no third digit."""
    return share(float(f"{percent:.2g}") / 100)


def _planned_injection(one: StudyInjection) -> Message:
    when: dict[str, Value] = {
        "name": one.name,
        "problem": one.problem,
        "methods": listed(one.methods, Listing.AND),
        "after": duration(one.after_s),
        "time": duration(one.for_s),
    }
    if one.repeat == 1:
        return Message("planned-injection", **when)
    return Message("planned-injection-repeated", repeat=count(one.repeat), every=duration(one.every_s), **when)


def _command(plan: PlanModel) -> str:
    preset = f" --preset {printable(plan.study.preset)}" if plan.study.preset else ""
    twins = f" --aa --variant {plan.study.against_itself}" if plan.study.against_itself else ""
    return f"loadproof run {printable(plan.study.file)}{preset}{twins}"
