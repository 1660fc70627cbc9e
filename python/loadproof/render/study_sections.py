"""The sections that a study adds to a report: answers, trends, stand and events."""

from collections.abc import Callable, Mapping, Sequence

from loadproof.model.message import Listing, Message, Value, cores, duration, listed, mebibytes, milliseconds, share
from loadproof.model.target import service_target
from loadproof.records.answer_metric import AnswerMetric
from loadproof.records.run import Run, RunStudy, RunVariant, Service
from loadproof.records.trend import Trend
from loadproof.render.cells import column, joined, load, named, told
from loadproof.render.document import Block, Bullets, Facts, Section, Table
from loadproof.render.facts import fact_name, facts_block
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["answer_sections", "outcome_words", "reply_lines", "study_sections"]

_FAILED_FIRST = ("failed", "undecided", "passed")
_IN_UNITS: Mapping[str, Callable[[float], Value]] = {"s": duration, "ms": milliseconds, "share": share}


def outcome_words(words: Words, outcome: str) -> str:
    """Return the outcome of a method, in the words of the page."""
    return named(words, f"page-state-{outcome}", outcome)


def reply_lines(answers: Sequence[Answer], words: Words, longest: int = 200) -> list[str]:
    """A line for each operation of each smoke test, failed ones first; with variant and start if there are several."""
    several = len({(answer.variant, answer.start) for answer in answers}) > 1
    lines: list[tuple[str, str]] = []
    for answer in answers:
        whose = printable(str(answer.variant)) if several and answer.variant is not None else ""
        if whose and answer.start > 1:
            whose = words("report-part-of", whole=whose, part=words("page-start-name", start=str(answer.start)))
        for one in answer.replies:
            line = told(words, one.text, longest)
            lines.append((one.tone, words("report-finding", where=whose, text=line) if whose else line))
    return [line for _, line in sorted(lines, key=lambda one: _FAILED_FIRST.index(one[0]))]


def answer_sections(answers: Sequence[Answer], words: Words) -> list[Section]:
    """Return the table of answers if there are several, and the metrics and trends of each answer that has some."""
    sections = [Section(words("page-section-answers"), [_answers(answers, words)])] if len(answers) > 1 else []
    for answer in answers:
        if answer.metrics:
            title = _title_of(words("page-metrics"), answer, words)
            sections.append(Section(title, [_metrics(answer.metrics, words)]))
        if answer.trends:
            sections.append(Section(_title_of(words("page-trends"), answer, words), [_trends(answer.trends, words)]))
    return sections


def _answers(answers: Sequence[Answer], words: Words) -> Table:
    several = len({answer.variant for answer in answers}) > 1
    of_starts = len({answer.start for answer in answers}) > 1
    columns = [
        *([column(words, "page-column-variant", figures=False)] if several else []),
        *([column(words, "page-column-start")] if of_starts else []),
        column(words, "page-column-method", figures=False),
        column(words, "page-column-outcome", figures=False, toned=True),
        column(words, "page-column-rate"),
        column(words, "page-column-n"),
        column(words, "report-column-why", figures=False, wraps=True),
    ]
    rows = [
        [
            *([printable(str(answer.variant))] if several else []),
            *([str(answer.start)] if of_starts else []),
            named(words, f"page-method-{answer.method}", answer.method),
            outcome_words(words, answer.outcome),
            NOTHING if answer.rate is None else load(words, answer.rate, answer.users),
            words.figures.plain(answer.n),
            told(words, answer.reason),
        ]
        for answer in answers
    ]
    return Table(columns, rows, [answer.tone for answer in answers])


def _title_of(title: str, answer: Answer, words: Words) -> str:
    if not answer.variant:
        return title
    whose = printable(answer.variant)
    if answer.start > 1:
        whose = words("report-part-of", whole=whose, part=words("page-start-name", start=str(answer.start)))
    return words("report-title-of", title=title, what=whose)


def _metrics(metrics: Sequence[AnswerMetric], words: Words) -> Block:
    columns = [
        column(words, "page-column-metric", figures=False),
        column(words, "page-column-mean"),
        column(words, "page-column-mean-interval"),
        column(words, "page-column-each", figures=False, wraps=True),
    ]
    return Table(columns, [_metric_row(one, words) for one in metrics])


def _metric_row(metric: AnswerMetric, words: Words) -> list[str]:
    def shown(value: float | None) -> str:
        return NOTHING if value is None else words.value(_IN_UNITS[metric.unit](value))

    interval = NOTHING
    if metric.low is not None and metric.high is not None:
        interval = words("from-to", low=shown(metric.low), high=shown(metric.high))
    each = joined(words, [shown(value) for value in metric.each]) or NOTHING
    return [told(words, metric.name), shown(metric.value), interval, each]


def _trends(trends: Sequence[Trend], words: Words) -> Block:
    columns = [
        column(words, "page-column-figure", figures=False),
        column(words, "page-column-begin"),
        column(words, "page-column-end"),
        column(words, "page-column-per-hour"),
        column(words, "page-column-interval95"),
        column(words, "page-column-says", figures=False, wraps=True),
    ]
    return Table(columns, [_trend_row(trend, words) for trend in trends])


def _trend_row(trend: Trend, words: Words) -> list[str]:
    low, high = words.figures.plain(trend.per_hour_low), words.figures.plain(trend.per_hour_high)
    per_hour = words.figures.plain(trend.per_hour)
    # A figure that stood in one bucket of its histogram moved by less than can be told, which is no slope of zero.
    unmoved = {per_hour, low, high} <= {"0", "-0"}
    moved = [words("page-unmoved"), NOTHING] if unmoved else [_figure(trend.per_hour, trend, words), ""]
    if not unmoved:
        moved[1] = words("from-to", low=low, high=high)
    if trend.shape == "cannot_tell":
        moved = [NOTHING, NOTHING]
    begin, end = (_figure(value, trend, words) for value in (trend.begin, trend.end))
    return [told(words, trend.figure), begin, end, *moved, told(words, trend.text)]


def _figure(value: float, trend: Trend, words: Words) -> str:
    unit = told(words, trend.unit)
    if unit == "MiB":
        return words.value(mebibytes(value))
    if unit == "%":
        return words("unit-percent", number=words.figures.plain(value))
    if unit == "ms":
        return words("unit-millisecond", number=words.figures.plain(value))
    return f"{words.figures.plain(value)} {unit}".rstrip()


def study_sections(run: Run, words: Words) -> list[Section]:
    """The study and its stand, and what happened to the services."""
    sections = []
    if run.study:
        sections.append(Section(words("page-about-study"), [_study(run.study, run, words)]))
    elif run.runtimes:
        services = {runtime.service: _found(runtime.facts, words) for runtime in run.runtimes}
        sections.append(Section(words("report-section-services"), [facts_block(services, words)]))
    if run.events:
        shown = [words("report-event", at=duration(event.at_s), text=told(words, event.text)) for event in run.events]
        sections.append(Section(words("page-about-events"), [Bullets(shown)]))
    return sections


def _study(study: RunStudy, run: Run, words: Words) -> Facts:
    base_rate = None if run.profile.base_rate is None else words.figures.plain(run.profile.base_rate)
    facts = [
        (words("page-about-name"), study.name),
        (words("page-about-description"), study.description),
        (words("page-about-file"), study.file),
        (words("page-about-preset"), study.preset),
        (words("page-about-base-rate"), base_rate),
    ]
    shown = [(name, printable(value)) for name, value in facts if value]
    variants = [(words("report-variant", name=printable(one.name)), _variant(one, words)) for one in study.variants]
    return Facts([*shown, *variants])


def _found(facts: Mapping[str, str], words: Words) -> str:
    """Return the known facts of a service that loadproof did not start, on one line."""
    return joined(words, [f"{fact_name(name, words)} {value}" for name, value in facts.items()], Listing.CLAUSES)


def _variant(variant: RunVariant, words: Words) -> str:
    if variant.simulated:
        shown = facts_block({"simulated": variant.simulated}, words)
        return shown.pairs[0][1] if isinstance(shown, Facts) else ""
    services = [
        f"{printable(service.name)}: {printable(' '.join(service.command))}{_limits(service, words)}"
        for service in variant.services
    ]
    target = printable(service_target(variant.target))
    return joined(words, [f"{printable(variant.driver)} → {target}", *services], Listing.CLAUSES)


def _limits(service: Service, words: Words) -> str:
    limits = [
        *([] if service.cpus is None else [cores(service.cpus)]),
        *([] if service.memory_mib is None else [mebibytes(service.memory_mib)]),
    ]
    return f" {words.told(Message('report-limits', limits=listed(limits)))}" if limits else ""
