"""Error kinds of a result with their calls, an example reply and a hint: the same lines in every report."""

from collections.abc import Sequence

from loadproof.model.message import Listing, count
from loadproof.records.error_kind import ErrorKind
from loadproof.render.cells import joined, per_second, told
from loadproof.render.document import Block, Statement, Statements
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import Words

__all__ = ["error_blocks", "errors_named", "shown_errors"]

_LONGEST_NAME = 28


def shown_errors(result: Result) -> list[tuple[Answer, Sequence[ErrorKind]]]:
    """Answers with the errors to show, each trial once: several methods may rest on the same one."""
    found: list[tuple[Answer, Sequence[ErrorKind]]] = []
    shown: set[int] = set()
    for answer in result.answers:
        if answer.error_kinds and answer.error_kinds[0].trial not in shown:
            shown.add(answer.error_kinds[0].trial)
            found.append((answer, answer.error_kinds))
    return found


def error_blocks(result: Result, words: Words, *, most: int, longest: int | None = None) -> list[Block]:
    """At most `most` error kinds, each with its hint; `longest` limits the text and the hint.

    Of several starts the most frequent errors of each come first.
    """
    answers = shown_errors(result)
    places = max((len(errors) for _, errors in answers), default=0)
    in_order = [(answer, errors[place]) for place in range(places) for answer, errors in answers if len(errors) > place]
    if not in_order:
        return []
    points = [_point(answer, error, result, words, longest) for answer, error in in_order[:most]]
    trials = {error.trial for _, error in in_order}
    title = words("report-errors") if len(trials) > 1 else _title(in_order[0][1].trial, result, words)
    hidden = len(in_order) - len(points)
    if hidden > 0:
        points.append(Statement(words("report-more-error-kinds", count=count(hidden))))
    return [Statements(points, title, "operations", words("page-label", label=words("page-errors-hint")))]


def errors_named(result: Result, words: Words, longest: int) -> str:
    """The most frequent error of the first answer that has one, and the names of its others; empty: no errors."""
    for _, (first, *others) in shown_errors(result):
        named = [told(words, first.text, longest), *(printable(one.kind, _LONGEST_NAME) for one in others)]
        return words("report-short-errors", errors=joined(words, named, Listing.CLAUSES))
    return ""


def _title(number: int, result: Result, words: Words) -> str:
    """Return the title of the errors; with several judged trials it names the trial and, if known, its rate."""
    judged = [trial for trial in result.trials if not trial.superseded]
    trial = next((one for one in judged if one.number == number), None)
    if trial is None or len(judged) < 2:
        return words("report-errors")
    if trial.rate is None:
        return words("report-errors-of", trial=str(number))
    return words("report-errors-of-rate", trial=str(number), load=per_second(words, trial.rate))


def _point(answer: Answer, error: ErrorKind, result: Result, words: Words, longest: int | None) -> Statement:
    text, hint = told(words, error.text, longest), told(words, error.hint, longest)
    if len({(one.variant, one.start) for one in result.answers}) > 1:
        whose = printable(str(answer.variant), _LONGEST_NAME) if answer.variant is not None else ""
        where = words("report-part-of", whole=whose, part=words("page-trial-name", number=str(error.trial)))
        text = words("report-finding", where=where, text=text)
    return Statement(text, hint=hint)
