"""One screen for every verb: the verdict, the answers, one picture, what stopped it, the doubts."""

import shlex
from collections.abc import Sequence
from dataclasses import replace

from loadproof.alarms.sections import alarm_lines
from loadproof.injections.sections import injection_lines
from loadproof.methods.registry import METHODS
from loadproof.methods.trial import Purpose
from loadproof.model.slo import slo_parts
from loadproof.postgres.sections import database_lines
from loadproof.records.doubt import Doubt
from loadproof.records.finding import Cause, Finding
from loadproof.records.ranking import Ranking
from loadproof.records.run import Run, RunSlo
from loadproof.records.trial import Trial
from loadproof.render.answer_sections import estimate_cell, interval_cell, load_cell, reply_lines
from loadproof.render.cells import (
    column,
    count_cell,
    joined,
    more,
    named,
    number_cell,
    percent_cell,
    percentiles,
    state_cell,
    time_cell,
    told,
)
from loadproof.render.content import report_title
from loadproof.render.document import (
    Block,
    Bullets,
    CellKind,
    Code,
    Column,
    Document,
    Paragraph,
    Picture,
    Section,
    Table,
    TableCell,
    text_of,
)
from loadproof.render.error_sections import error_blocks, shown_errors
from loadproof.render.finding_sections import cause_words, stopped_first
from loadproof.render.markdown import markdown_document
from loadproof.render.measurement_tables import bytes_per_reply, calls_by_operation, operations_table
from loadproof.render.memory_sections import memory_lines, told_needs
from loadproof.render.ranking_sections import carried
from loadproof.render.rate_picture import Bar, rate_picture
from loadproof.render.short import short_verdict
from loadproof.render.stage_sections import stages_table
from loadproof.render.validity_section import doubt_points, doubts_by_code
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["screen_document", "summary_report"]

_LONGEST_VERDICT = 420
_LONGEST_NAME = 28
_LONGEST_DOUBT = 170
_LONGEST_URL = 2_000
_ENOUGH_CONNECTIONS = 1000
"""Connections for another tool, which needs a number."""
_SENT_BESIDES = frozenset(("-H", "--header", "-d", "--data", "--curl", "--profile"))
"""Options whose values the result does not keep as sent: with one of them there is no command of another tool."""
_MOST_ROWS = 8
_MOST_DOUBTS, _MOST_FACTS, _MOST_ERRORS = 3, 2, 2
_MOST_LINES = 12
_MOST_NEEDS = 2
_MOST_ALARMS = 4
_MOST_INJECTIONS = 4
_MOST_OF_DATABASES = 5
_FEWEST_BARS = 3
_WIDTHS = (64, 44, 28, 14)
"""Columns of the picture, of which the widest that has room is shown."""
_TIMES = ("p50", "p90", "p95", "p99")


def screen_document(result: Result, words: Words) -> Document:
    """Return the report for one screen of 40 lines at 100 columns; `report_document` makes the whole report."""
    return Document(
        title=report_title(result.run, words),
        verdict=told(words, result.sentence, _LONGEST_VERDICT),
        tone=result.tone,
        blocks=[
            *_replies(result, words),
            *_answers(result, words),
            *_picture(result, words),
            *error_blocks(result, words, most=_MOST_ERRORS, longest=_LONGEST_DOUBT),
            *alarm_lines(result.alarms, words, _MOST_ALARMS),
            *injection_lines(result.injections, words, _MOST_INJECTIONS),
            *_stopped(result, words),
            *_databases(result, words),
            *_memory(result, words),
        ],
        sections=[
            *_doubts(result.doubts, words, _MOST_DOUBTS - _crowding(result)),
            *_alike(result.run, words),
        ],
    )


def summary_report(result: Result, words: Words, place: str) -> str:
    """The same screen in Markdown, for the page of a CI, with the state in its title and the report at `place`.

    Text from outside cannot format anything. Ends with a line break.
    """
    screen = screen_document(result, words)
    found = Paragraph(words("report-short-place", place=printable(place)))
    # Methods with starts of their own have their part on the screen.
    of_methods = [section for row in METHODS if not row.has_own_starts for section in row.sections(result, words)]
    return markdown_document(
        replace(
            screen,
            title=short_verdict(result, words),
            blocks=[*screen.blocks, found],
            sections=[*of_methods, *screen.sections],
        )
    )


def _replies(result: Result, words: Words) -> list[Block]:
    """The operations of smoke tests, failed ones first."""
    lines = reply_lines(result.answers, words, _LONGEST_DOUBT)
    return [Bullets(lines[:_MOST_LINES]), *more(len(lines) - _MOST_LINES, words)] if lines else []


def _databases(result: Result, words: Words) -> list[Block]:
    decisive = {answer.decisive for answer in result.answers if answer.decisive is not None}
    return database_lines(result.databases, result.trials, decisive, words, _MOST_OF_DATABASES)


def _answers(result: Result, words: Words) -> list[Block]:
    for ranking in result.rankings:
        if ranking.method == result.leading_ranking:
            return _ranking(ranking, words)
    over_starts = [block for row in METHODS for block in row.screen(result, words)]
    if over_starts:
        return over_starts
    if len(result.answers) > 1:
        return [_table(result.answers, words)]
    decisive = _decisive(result)
    stages = [stages_table(trial, words) for trial in decisive if trial.stages]
    return [*(block for trial in decisive for block in _measured(trial, result.run, words)), *stages]


def _decisive(result: Result) -> list[Trial]:
    return [trial for trial in result.trials if trial.number == result.decisive] or list(result.trials[-1:])


def _ranking(ranking: Ranking, words: Words) -> list[Block]:
    columns = [
        column(words, "page-column-rank"),
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-carried" if ranking.unit is None else "page-column-users-carried"),
        Column("p99"),
        column(words, "page-column-cpu-per-request"),
    ]
    rows: list[list[TableCell | str]] = [
        [
            TableCell(NOTHING if variant.rank is None else str(variant.rank), variant.rank, CellKind.COUNT),
            printable(variant.variant, limit=_LONGEST_NAME),
            TableCell(carried(variant, words), variant.rate.value, CellKind.RATE),
            time_cell(words, variant.p99_ms.value),
            number_cell(words, variant.cpu_ms_per_request.value, CellKind.MILLISECONDS),
        ]
        for variant in ranking.variants[:_MOST_ROWS]
    ]
    if all(text_of(row[-1]) == NOTHING for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return [Table(columns, rows), *more(len(ranking.variants) - _MOST_ROWS, words)]


def _table(answers: Sequence[Answer], words: Words) -> Table:
    several = len({(answer.variant, answer.start) for answer in answers}) > 1
    columns = [
        *([column(words, "page-column-variant", figures=False)] if several else []),
        column(words, "page-column-method", figures=False),
        column(words, "page-column-outcome", figures=False, toned=True),
        column(words, "page-column-rate"),
        column(words, "page-column-estimate"),
        column(words, "page-column-interval"),
    ]
    shown = answers[:_MOST_ROWS]
    rows: list[list[TableCell | str]] = [
        [
            *([printable(str(answer.variant), limit=_LONGEST_NAME)] if several else []),
            named(words, f"page-method-{answer.method}", answer.method),
            state_cell(words, answer.outcome),
            load_cell(answer, words),
            estimate_cell(answer, words),
            interval_cell(answer, words),
        ]
        for answer in shown
    ]
    return Table(columns, rows, [answer.tone for answer in shown])


def _measured(trial: Trial, run: Run, words: Words) -> list[Block]:
    """A row for each operation, or of a single operation its figures."""
    operations = len(calls_by_operation(trial, run))
    if operations < 2:
        return _figures(trial, words)
    table = operations_table(trial, run, words, _MOST_ROWS)
    return [Paragraph(words("screen-operations")), table, *more(operations - _MOST_ROWS, words), *_note(trial, words)]


def _figures(trial: Trial, words: Words) -> list[Block]:
    measured = trial.measurement
    times = percentiles(words, measured.response_ms, _TIMES, measured.completed)
    titles = [column(words, code) for code in ("page-column-calls", "page-column-done", "page-column-error-percent")]
    row = [
        count_cell(words, measured.due),
        number_cell(words, measured.rate, CellKind.RATE),
        percent_cell(words, measured.error_percent),
        time_cell(words, measured.response_ms.mean),
        *times,
    ]
    mean = Column(words("page-column-in-ms", name=words("page-column-mean")))
    columns = [*titles, mean, *(Column(f"{name}, ms") for name in _TIMES)]
    if measured.bytes_per_reply is not None:
        columns.append(column(words, "page-column-bytes"))
        row.append(bytes_per_reply(measured, words))
    return [Table(columns, [row]), *_note(trial, words)]


def _note(trial: Trial, words: Words) -> list[Block]:
    """The rate due beside the rate asked, if the seed moved it."""
    note = told(words, trial.due_note)
    return [Paragraph(note)] if note else []


def _picture(result: Result, words: Words) -> list[Block]:
    """Return the picture of a percentile in ms against the rate; empty unless all judged trials are of one start.

    Trials of several variants or starts make no curve. The picture needs at least three different rates.
    """
    limit = next((one for one in result.run.slos if one.threshold_ms is not None and one.operation is None), None)
    name = _percentile(limit)
    judged = [trial for trial in result.trials if Purpose(trial.purpose).is_judged and not trial.superseded]
    if len({(trial.variant, trial.start) for trial in judged}) != 1:
        return []
    found = [(trial, getattr(trial.measurement.response_ms, name)) for trial in judged]
    bars = [Bar(trial.rate, time_ms, trial.state) for trial, time_ms in found if trial.rate and time_ms]
    if len({bar.rate for bar in bars}) < _FEWEST_BARS:
        return []
    limit_ms = None if limit is None else limit.threshold_ms
    title = words("screen-picture-free", percentile=name)
    if limit is not None:
        title = words("screen-picture", percentile=name, limit=words.slo(limit.text))
    figures = words.figures
    drawn = [rate_picture(bars, limit_ms, figures.three_digits, figures.plain, width) for width in _WIDTHS]
    return [Paragraph(title), Picture(drawn[0], drawn[1:])]


def _percentile(limit: RunSlo | None) -> str:
    """The percentile of an SLO where measurements hold it, else p99."""
    parts = None if limit is None else slo_parts(limit.text)
    return parts.figure if parts is not None and parts.figure in _TIMES else "p99"


def _stopped(result: Result, words: Words) -> list[Block]:
    """The causes by name; of a single start also what was measured, where a service broke last."""
    first = [cause_words(words, cause) for cause, _ in stopped_first(result.stopped_by)]
    named: list[Block] = [Paragraph(words("report-stopped-by", causes=joined(words, first)))] if first else []
    facts = _facts(result)
    lines = [told(words, fact.text, _LONGEST_DOUBT) for fact in facts]
    return [*named, Bullets(lines)] if lines else named


def _facts(result: Result) -> list[Finding]:
    """The strongest of one start that may explain its failure; of several they would be one another's noise.

    Facts on errors are left out where the lines of error kinds say the same.
    """
    if len(result.stopped_by) > 1:
        return []
    shown = {error.cause for _, errors in shown_errors(result) for error in errors}
    facts = [
        finding
        for finding in result.findings
        if finding.kind == "fact" and finding.role != "beside" and finding.cause not in shown
    ]
    return sorted(facts, key=lambda fact: fact.cause == Cause.KNEE)[:_MOST_FACTS]


def _memory(result: Result, words: Words) -> list[Block]:
    """Return the memory needs of services with a heap; the table of the report has all others."""
    needs = [need for need in told_needs(result.memory) if need.heap_committed_mib is not None]
    lines = memory_lines(needs[:_MOST_NEEDS], words, is_short=True)
    return [Bullets(lines), *more(len(needs) - _MOST_NEEDS, words)] if lines else []


def _crowding(result: Result) -> int:
    """Parts of the screen that take the room of a doubt each: facts or errors, and a table of operations."""
    decisive = _decisive(result)
    has_operations = any(len(calls_by_operation(trial, result.run)) > 1 for trial in decisive)
    return bool(_facts(result) or shown_errors(result)) + has_operations


def _doubts(doubts: Sequence[Doubt], words: Words, most: int) -> list[Section]:
    hidden = len(doubts_by_code(doubts)) - most
    if not doubts or most < 1:
        return []
    points = doubt_points(doubts, words, most=most, longest=_LONGEST_DOUBT)
    return [Section(words("page-doubts"), [points, *more(hidden, words)])]


def _alike(run: Run, words: Words) -> list[Section]:
    command = peer_command(run)
    if command is None:
        return []
    note = [] if run.arrivals == "constant" or run.method["rate"] is None else [Paragraph(words("screen-alike-even"))]
    return [Section(words("screen-alike"), [Code(command), *note])]


def peer_command(run: Run) -> str | None:
    """The load of one GET as wrk or oha would make it, for those who check us by them; None where none is alike.

    wrk for as many calls as the connections carry, oha for a rate, whose calls it counts from when they were due.
    """
    method, operations = run.method, run.profile.operations
    if run.verb != "load" or run.study is not None or len(operations) != 1 or not {"rate", "hold_s"} <= method.keys():
        return None
    verb, _, path = (operations[0].request or "").partition(" ")
    if verb != "GET" or not path.startswith("/") or not _SENT_BESIDES.isdisjoint(run.command):
        return None
    threads, connections, seconds = (
        method["shards"],
        method["connections"] or _ENOUGH_CONNECTIONS,
        f"{method['hold_s']:.0f}s",
    )
    url = shlex.quote(printable(run.target + path, limit=_LONGEST_URL))
    if method["rate"] is None:
        return f"wrk -t{threads} -c{connections} -d{seconds} --latency {url}"
    return f"oha -q {method['rate']:g} -z {seconds} -c {connections} --latency-correction {url}"
