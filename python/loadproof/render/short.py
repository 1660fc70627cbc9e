"""A report in a few lines of plain text, to be pasted into a chat."""

from loadproof.methods.factor import Factor
from loadproof.methods.registry import row_of
from loadproof.model.message import Listing, Message, count, listed, slo
from loadproof.model.visible_text import visible
from loadproof.records.ranking import RankedVariant, Ranking
from loadproof.render.cells import joined, told
from loadproof.render.content import report_title
from loadproof.render.error_sections import errors_named
from loadproof.render.finding_sections import cause_words, shown_beside, stopped_first
from loadproof.render.ranking_sections import carried
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["short_lines", "short_report", "short_verdict"]

_MOST_VARIANTS = 3
_LONGEST_NAME = 40
_LONGEST_ERROR = 160


def short_report(result: Result, words: Words, place: str) -> str:
    """At most six lines: verdict, rate carried, SLO, causes with the errors, doubts, and the place of the report.

    `place` is a path of the report. Ends with a line break; safe to print.
    """
    return visible("\n".join([short_verdict(result, words), *short_lines(result, words, place)]) + "\n")


def short_verdict(result: Result, words: Words) -> str:
    """Return the first line: the verb, its subject, and the state of the result."""
    verdict = words(
        "report-short-verdict", title=report_title(result.run, words), state=words(f"page-state-{result.state}")
    )
    return printable(verdict, limit=120)


def short_lines(result: Result, words: Words, place: str) -> list[str]:
    """The lines below the first: at most five."""
    lines = [
        _carried(result, words),
        _slos(result, words),
        _stopped(result, words),
        words("report-short-doubts", doubts=count(len(result.doubts))) if result.doubts else "",
        words("report-short-place", place=printable(place)),
    ]
    return [line for line in lines if line]


def _carried(result: Result, words: Words) -> str:
    """The leading ranking, the capacity with its interval, or what the load gave."""
    for ranking in result.rankings:
        if ranking.method == result.leading_ranking:
            return _ranked(ranking, words)
    for answer in result.answers:
        if row_of(answer.method).finds_capacity and answer.low is not None and answer.high is not None:
            return told(words, _capacity(answer))
    return told(words, result.sentence, 200)


def _capacity(answer: Answer) -> Message:
    """Return the line on capacity, with its estimate and bounds; if there is no estimate, with the bounds alone.

    If a rate was kept through a confirmation, the line starts with this rate.
    """
    factor, bounds = Factor.of_unit(answer.unit), {"low": answer.low, "high": answer.high}
    if answer.estimate is None:
        return factor.message("report-short-between", bounds)
    if answer.rate is None:
        return factor.message("report-short-capacity", {"rate": answer.estimate, **bounds})
    held = answer.rate if answer.unit is None else float(answer.users)
    return factor.message("report-short-held", {"rate": held, "estimate": answer.estimate, **bounds})


def _ranked(ranking: Ranking, words: Words) -> str:
    shown = [_variant(variant, words) for variant in ranking.variants[:_MOST_VARIANTS]]
    more = len(ranking.variants) - len(shown)
    if more > 0:
        shown.append(words("report-short-more-variants", count=count(more)))
    code = "report-short-ranking" if ranking.unit is None else "report-short-ranking-users"
    return words(code, variants=joined(words, shown, Listing.CLAUSES))


def _variant(variant: RankedVariant, words: Words) -> str:
    name = printable(variant.variant, limit=_LONGEST_NAME)
    rank = NOTHING if variant.rank is None else str(variant.rank)
    return words("report-short-variant", rank=rank, name=name, carried=carried(variant, words, is_short=True))


def _slos(result: Result, words: Words) -> str:
    slos = [slo(one.text) for one in result.run.slos if one.kind != "rate"]
    return words("report-short-slos", slos=told(words, listed(slos))) if slos else words("page-no-slo")


def _stopped(result: Result, words: Words) -> str:
    """Causes that stopped the run, its errors, and findings of trials that passed."""
    first = [cause_words(words, cause) for cause, _ in stopped_first(result.stopped_by)]
    stopped = words("report-stopped-by", causes=joined(words, first)) if first else ""
    parts = (stopped, errors_named(result, words, _LONGEST_ERROR), shown_beside(result, words))
    return joined(words, [part for part in parts if part], Listing.CLAUSES)
