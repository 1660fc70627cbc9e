"""Verdict at the head of a report: a sentence per answer, the key figures, and the points that are seen at once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from loadproof.methods.factor import Factor
from loadproof.methods.registry import row_of
from loadproof.model.apdex import apdex_text
from loadproof.model.message import Listing, Message, count, listed, number, share, slo
from loadproof.model.slo import SloKind
from loadproof.records.comparison import Comparison
from loadproof.records.measurement import Bounds
from loadproof.records.metric import Metric, Scale
from loadproof.records.ranking import RankedVariant, Ranking, Spread
from loadproof.records.run import RunSlo
from loadproof.records.trial import SloVerdict, Trial
from loadproof.render.cells import joined, named, percentile, told
from loadproof.render.document import Block, KeyFigure, Statement, Statements, VerdictLine
from loadproof.render.error_sections import error_blocks
from loadproof.render.finding_sections import cause_words, stopped_first
from loadproof.render.ranking_sections import carried, in_unit
from loadproof.render.validity_section import doubt_points
from loadproof.result.passed_facts import passed_facts
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words

__all__ = ["glance_blocks", "key_figures", "verdict_lines"]

_MOST_CAUSES = 4
_MOST_ERRORS = 3
_MOST_DOUBTS = 4
_MOST_VISIBLE = 4
_LONGEST_NAME = 60
_LONGEST_TEXT = 2000


def verdict_lines(result: Result, words: Words) -> list[VerdictLine]:
    """Return the sentences of the verdict, the leading one first: of a ranking, a comparison, an overhead or an answer.

    If a ranking leads, its sentence takes the place of those of all starts.
    """
    ranking = leading_ranking(result)
    over_starts = [
        *(VerdictLine(told(words, one.sentence), label=words("page-section-comparison")) for one in result.comparisons),
        *(VerdictLine(told(words, one.sentence), label=words("page-section-overhead")) for one in result.overheads),
    ]
    if ranking is not None:
        return [VerdictLine(told(words, ranking.text, _LONGEST_TEXT), result.tone), *over_starts]
    covered: set[str] = {one.method for one in result.comparisons}
    covered |= {one.method for one in result.overheads}
    answers = [answer for answer in result.answers if answer.method not in covered]
    leading = None if result.leading_answer is None else result.answers[result.leading_answer]
    answers.sort(key=lambda answer: answer is not leading)
    lines = [_line(answer, result, words) for answer in answers]
    if leading is None and over_starts:
        first, *others = over_starts
        return [VerdictLine(first.text, result.tone), *others, *lines]
    if not lines:
        return [VerdictLine(told(words, result.sentence, _LONGEST_TEXT), result.tone)]
    # The mark of the first answer would count as that of the whole.
    if lines[0].tone != result.tone:
        label = named(words, f"page-state-{result.state}", result.state)
        lines[0] = VerdictLine(lines[0].text, result.tone, label)
    else:
        lines[0] = VerdictLine(lines[0].text, result.tone)
    if result.named is not None:
        named_first = words.value(listed([result.named, lines[0].text], Listing.SENTENCES))
        lines[0] = replace(lines[0], text=printable(named_first, _LONGEST_TEXT))
    return [*lines, *over_starts]


def leading_ranking(result: Result) -> Ranking | None:
    """Return the ranking that leads the result."""
    return next((one for one in result.rankings if one.method == result.leading_ranking), None)


def _line(answer: Answer, result: Result, words: Words) -> VerdictLine:
    text = told(words, answer.sentence, _LONGEST_TEXT)
    if answer.variant is not None and len({other.variant for other in result.answers}) > 1:
        text = words("page-label", label=printable(answer.variant, _LONGEST_NAME)) + text
    return VerdictLine(text, answer.tone, named(words, f"page-state-{answer.outcome}", answer.outcome))


def key_figures(result: Result, words: Words) -> list[KeyFigure]:
    """Return the figures that the verdict rests on; []: nothing was measured, or an overhead leads."""
    ranking = leading_ranking(result)
    if ranking is not None:
        return _of_ranking(ranking, words)
    if result.leading_answer is None and result.comparisons:
        return _of_comparison(result.comparisons[0], words)
    if result.leading_answer is None and result.overheads:
        return []
    trial = next((one for one in result.trials if one.number == result.decisive), None)
    leading = None if result.leading_answer is None else result.answers[result.leading_answer]
    if leading is None or leading.decisive is None:
        leading = next((one for one in result.answers if one.decisive == result.decisive), None)
    return [] if trial is None else list(_of_answer(leading, trial, result, words))


def _of_answer(answer: Answer | None, trial: Trial, result: Result, words: Words) -> Iterator[KeyFigure]:
    measured, plain = trial.measurement, words.figures.plain
    estimate = None if answer is None else answer.estimate
    is_estimate = answer is not None and answer.rate is None and estimate is not None
    confirmed = answer.rate if answer is not None and row_of(answer.method).finds_capacity else None
    in_users = answer is not None and answer.unit is not None
    n = None if is_estimate or in_users else trial.n if answer is None or answer.rate is None else answer.n
    is_closed = trial.rate == 0 and trial.users > 0
    if trial.users and not in_users:
        note = words("page-key-users-alone-note" if is_closed else "page-key-users-note")
        yield KeyFigure(words("page-key-users"), words.figures.whole(trial.users), note)
    shown = estimate if is_estimate else measured.rate if confirmed is None else confirmed
    name = "page-key-estimate" if is_estimate else "page-key-rate" if confirmed is None else "page-key-capacity"
    notes = [] if n is None or is_closed else [f"N = {plain(n)}"]
    is_found = is_estimate or confirmed is not None
    notes.append(words("page-requests-per-second") if is_found else _completed(trial, words))
    if trial.due_note and not is_estimate:
        notes.append(told(words, trial.due_note))
    if answer is not None and in_users and is_found:
        users = answer.users if confirmed is not None else int(estimate or 0)
        completes = [] if confirmed is None else [words("page-per-second", rate=plain(confirmed))]
        yield KeyFigure(words(name), words.value(Factor.USERS.words(float(users))), joined(words, completes))
    else:
        yield KeyFigure(words(name), words("page-per-second", rate=plain(shown)), joined(words, notes))
    if answer is not None and answer.low is not None and answer.high is not None:
        bounds = words("from-to", low=plain(answer.low), high=plain(answer.high))
        note = words("page-key-interval-note")
        if estimate is not None:
            note = told(words, Factor.of_unit(answer.unit).message("page-key-estimate-note", {"rate": estimate}))
        yield KeyFigure(words("page-key-interval"), bounds, note)
    yield _p99(trial, is_estimate, words)
    yield from _deciding(trial, result.run.slos, words)
    missing = words.percent(measured.error_percent if measured.due else None)
    yield KeyFigure(words("page-key-missing"), missing, words("page-key-missing-note"))
    name = words("page-trial-name", number=str(trial.number))
    arrivals = named(words, f"page-arrivals-{result.run.arrivals}", result.run.arrivals)
    held = words.duration(measured.duration_s)
    yield KeyFigure(words("page-key-held"), held, joined(words, [name, arrivals]))


def _completed(trial: Trial, words: Words) -> str:
    """Return the unit of the completed calls, or the rate asked where the two differ visibly."""
    plain = words.figures.plain
    is_asked = trial.rate is not None and not (trial.rate == 0 and trial.users) and not trial.due_note
    if is_asked and plain(trial.rate) != plain(trial.measurement.rate):
        return words("page-key-rate-asked", rate=plain(trial.rate))
    return words("page-requests-per-second")


def _p99(trial: Trial, is_estimate: bool, words: Words) -> KeyFigure:
    measured = trial.measurement
    name = words("page-key-p99")
    if is_estimate and trial.rate is not None:
        name = words("page-key-p99-at", rate=words.figures.plain(trial.rate))
    cell = percentile(words, measured.response_ms.p99, "p99", measured.completed)
    value = cell.text if cell.value is None else words("unit-millisecond", number=cell.text)
    found = None if measured.response_interval_ms is None else measured.response_interval_ms.p99
    notes = [words("page-key-p99-note")]
    if isinstance(found, Bounds):
        digits = words.figures.three_digits
        notes.insert(0, words("page-key-interval95", low=digits(found.low), high=digits(found.high)))
    return KeyFigure(name, value, joined(words, notes))


def _deciding(trial: Trial, slos: Sequence[RunSlo], words: Words) -> Iterator[KeyFigure]:
    """Yield the share of the SLO that decided the trial, with its bounds."""
    verdict = trial.verdict
    found = next((one for one in verdict.slos if one.slo == verdict.decided_by), None) if verdict else None
    if found is None or found.over_percent is None:
        return
    kind = next((one.kind for one in slos if one.text == found.slo), "")
    if kind == SloKind.APDEX.value:
        yield _apdex(found, words)
        return
    is_rate = kind == SloKind.RATE.value
    notes = [*_bounds(found, is_rate, words), told(words, slo(found.slo), 80)]
    notes.append(words("page-key-share-rate-note" if is_rate else "page-key-share-note"))
    if trial.state == "passed" and found.state == "undecided":
        notes.append(words("page-key-share-by-count"))
    yield KeyFigure(words("page-key-share"), words.percent(found.over_percent), joined(words, notes))


def _apdex(found: SloVerdict, words: Words) -> KeyFigure:
    """Return the Apdex that decided the trial, with its bounds; `NS` if no call counted."""
    fixed, low, high = words.figures.fixed, found.over_percent_low, found.over_percent_high
    notes = [told(words, slo(found.slo), 80)]
    if (low, high) == (0.0, 100.0):
        return KeyFigure("Apdex", apdex_text(None, None, 0).split()[0], joined(words, notes))
    if low is not None and high is not None and low != high:
        notes.insert(0, words("from-to", low=fixed(1.0 - high / 100.0, 3), high=fixed(1.0 - low / 100.0, 3)))
    return KeyFigure("Apdex", fixed(1.0 - (found.over_percent or 0.0) / 100.0, 2), joined(words, notes))


def _bounds(found: SloVerdict, is_rate: bool, words: Words) -> list[str]:
    low, high = found.over_percent_low, found.over_percent_high
    if is_rate or low is None or high is None or low == high:
        return []
    return [words("from-to", low=words.percent(low), high=words.percent(high))]


def _of_ranking(ranking: Ranking, words: Words) -> list[KeyFigure]:
    """Return the figures of the variant that carries most; of several that share the first rank the rate of each."""
    first = [one for one in ranking.variants if one.rank == 1 or len(ranking.variants) == 1]
    if len(first) > 1:
        return [_leader(one, words, ranking.unit) for one in first]
    best = first[0] if first else None
    if best is None or best.rate.value is None:
        return []
    return list(_of_best(best, words, ranking.unit))


def _leader(one: RankedVariant, words: Words, unit: str | None) -> KeyFigure:
    note, plain = "", words.figures.plain
    if one.rate.low is not None and one.rate.high is not None:
        note = words("page-key-interval95", low=plain(one.rate.low), high=plain(one.rate.high))
    rate = in_unit(words, carried(one, words, is_short=True), unit)
    return KeyFigure(printable(one.variant, _LONGEST_NAME), rate, note)


def _of_best(best: RankedVariant, words: Words, unit: str | None) -> Iterator[KeyFigure]:
    plain, digits = words.figures.plain, words.figures.three_digits
    rate = in_unit(words, carried(best, words, is_short=True), unit)
    yield KeyFigure(words("page-key-carries-most"), rate, printable(best.variant, _LONGEST_NAME))
    if best.rate.low is not None and best.rate.high is not None:
        bounds = words("from-to", low=plain(best.rate.low), high=plain(best.rate.high))
        starts = words("page-key-over-starts", starts=count(len(best.starts)))
        yield KeyFigure(words("page-key-interval"), bounds, starts)
    if best.p99_ms.value is not None:
        notes = [*_spread(best.p99_ms, words), words("page-key-p99-note")]
        value = words("unit-millisecond", number=digits(best.p99_ms.value))
        yield KeyFigure(words("page-key-p99"), value, joined(words, notes))
    if best.cpu_ms_per_request.value is not None:
        notes = [*_spread(best.cpu_ms_per_request, words), words("page-key-cpu-note")]
        value = words("unit-millisecond", number=digits(best.cpu_ms_per_request.value))
        yield KeyFigure(words("page-key-cpu-per-request"), value, joined(words, notes))
    if best.working_rate is not None:
        value = in_unit(words, plain(best.working_rate), unit)
        yield KeyFigure(words("page-key-working"), value, words("page-key-working-note"))


def _spread(spread: Spread, words: Words) -> list[str]:
    """Return the range over starts; []: all starts read alike."""
    digits = words.figures.three_digits
    if spread.least is None or spread.most is None or digits(spread.least) == digits(spread.most):
        return []
    return [words("page-key-range", low=digits(spread.least), high=digits(spread.most))]


def _of_comparison(comparison: Comparison, words: Words) -> list[KeyFigure]:
    """Return the number of rounds, the rate, and the smallest differences that the rounds would have shown."""
    rounds = words.figures.whole(len(comparison.rounds))
    figures = [KeyFigure(words("page-key-rounds"), rounds, words("page-key-rounds-note"))]
    if comparison.rate is not None:
        rate = words("page-per-second", rate=words.figures.plain(comparison.rate))
        figures.append(KeyFigure(words("page-key-compared-at"), rate, words("page-key-compared-at-note")))
    for metric, value in list(comparison.smallest_visible.items())[:_MOST_VISIBLE]:
        name = words("page-key-visible", metric=Message("comparison-metric", metric=metric))
        is_points = Metric(metric).scale is Scale.POINTS
        shown = words("comparison-points", points=number(value)) if is_points else words.value(share(value / 100.0))
        figures.append(KeyFigure(name, shown))
    return figures


def glance_blocks(result: Result, words: Words) -> list[Block]:
    """Return the causes that stopped it, the errors, findings of trials that passed, and the doubts."""
    blocks = [*_stopped(result, words), *error_blocks(result, words, most=_MOST_ERRORS), *_beside(result, words)]
    if result.doubts:
        title = words("page-doubts")
        blocks.append(doubt_points(result.doubts, words, most=_MOST_DOUBTS, longest=_LONGEST_TEXT, title=title))
    elif result.trials:
        blocks.append(Statements([Statement(words("page-doubts-none"))], words("page-doubts"), "validity"))
    return blocks


def _stopped(result: Result, words: Words) -> list[Block]:
    ran = {(trial.variant, trial.start) for trial in result.trials}
    rows = [row for row in result.stopped_by if (row.variant, row.start) in ran]
    points = []
    if len(rows) == 1:
        points = [Statement(cause_words(words, one.cause), tone=one.kind) for one in rows[0].causes[:_MOST_CAUSES]]
    else:
        for cause, starts in stopped_first(rows)[:_MOST_CAUSES]:
            seen = [one for row in rows for one in row.causes[:1] if one.cause == cause]
            is_supposed = any(one.kind == "hypothesis" for one in seen)
            text = words("page-stopped-in", count=count(starts), all=count(len(rows)))
            shown = words("report-state-besides", state=cause_words(words, cause), besides=text)
            points.append(Statement(shown, tone="hypothesis" if is_supposed else "fact"))
    has_failed = any(trial.tone == "failed" and not trial.superseded for trial in result.trials)
    if not points and has_failed:
        points = [Statement(words("page-stopped-unknown"))]
    return [Statements(points, words("page-stopped"), "findings")] if points else []


def _beside(result: Result, words: Words) -> list[Block]:
    causes = list(dict.fromkeys(fact.cause for fact in passed_facts(result)))[:_MOST_CAUSES]
    points = [Statement(cause_words(words, cause), tone="fact") for cause in causes]
    return [Statements(points, words("page-beside-passed"), "findings")] if points else []
