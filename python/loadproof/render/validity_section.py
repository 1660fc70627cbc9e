"""Validity of the measurement, and the doubts about it."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.model.message import Listing, count, milliseconds
from loadproof.records.doubt import Doubt
from loadproof.records.trial import Trial
from loadproof.render.cells import joined, told
from loadproof.render.document import Block, Paragraph, Section, Statement, Statements
from loadproof.render.machine_table import machine_sections
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words

__all__ = ["doubt_points", "doubts_by_code", "validity_section"]

_MOST_OF_A_CODE = 40
"""Doubts of one code that are shown."""


def validity_section(result: Result, words: Words) -> Section:
    """Return the section on validity.

    A statement for the verdict, one point with a hint per code of doubt, and the machines.

    Counts follow as a note.
    """
    blocks: list[Block] = [Paragraph(joined(words, _sentences(result, words), Listing.SENTENCES))]
    if result.doubts:
        blocks.append(doubt_points(result.doubts, words))
    blocks += machine_sections(result, words)
    if result.trials:
        blocks.append(Paragraph(_counts(result.trials, words), is_note=True))
    return Section(words("page-section-validity"), blocks, name="validity")


def doubts_by_code(doubts: Sequence[Doubt]) -> list[list[Doubt]]:
    """In the order in which each code came first."""
    found: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        found.setdefault(doubt.code, []).append(doubt)
    return list(found.values())


def doubt_points(
    doubts: Sequence[Doubt], words: Words, *, most: int | None = None, longest: int | None = None, title: str = ""
) -> Statements:
    """One statement per code of doubt, `most` of them; other doubts of a code are its lines, unless texts are limited.

    With a title they are the head's, which names neither cures nor more than `most`.
    """
    by_code = doubts_by_code(doubts)
    points = [_point(alike, words, longest) for alike in by_code[:most]]
    if title:
        points = [replace(one, hint="") for one in points]
        hidden = len(by_code) - len(points)
        points += [Statement(words("screen-more", count=count(hidden)))] if hidden else []
    return Statements(
        points, title, "validity" if title else "", words("page-label", label=words("page-validity-cure"))
    )


def _point(alike: Sequence[Doubt], words: Words, longest: int | None) -> Statement:
    first, *others = alike
    text = told(words, first.text, longest)
    if others:
        more = words("page-validity-more", count=count(len(others)))
        text = words("report-state-besides", state=text, besides=more)
    lines = [] if longest is not None else [told(words, one.text) for one in others[:_MOST_OF_A_CODE]]
    return Statement(text, code=printable(first.code), lines=lines, hint=told(words, first.cure, longest))


def _sentences(result: Result, words: Words) -> list[str]:
    decisive = {answer.decisive for answer in result.answers}
    judged = [trial for trial in result.trials if trial.number in decisive]
    # A slot that counts although others disturbed it has a doubt of its own.
    counted = {slot.trial for compared in result.comparisons for slot in compared.slots if slot.counts}
    counted |= {slot.trial for overhead in result.overheads for slot in overhead.slots if slot.counts}
    used = [trial for trial in result.trials if trial.number in decisive | counted]
    if not used:
        return [words("page-validity-nothing")]
    invalid, others = _invalid(judged, words), _invalid(_beside(result.trials, used), words)
    told_of = words("page-validity-doubtful" if result.doubts else "page-validity-valid")
    sentences = [words("page-validity-invalid", trials=invalid) if invalid else told_of]
    if others:
        sentences.append(words("page-validity-others", trials=others))
    return [*sentences, *_worst_lateness(used, words)]


def _beside(trials: Sequence[Trial], judged: Sequence[Trial]) -> list[Trial]:
    numbers = {trial.number for trial in judged}
    return [trial for trial in trials if trial.number not in numbers]


def _invalid(trials: Sequence[Trial], words: Words) -> str:
    return joined(words, [str(trial.number) for trial in trials if not trial.measurement.valid])


def _worst_lateness(judged: Sequence[Trial], words: Words) -> list[str]:
    """Return the sentence on the worst lateness of the generator in these trials; empty if no verdict has it.

    Verdicts of earlier versions have no lateness.
    """
    verdicts = [trial.verdict for trial in judged if trial.verdict is not None]
    late_ms = [verdict.worst_lateness_ms for verdict in verdicts if verdict.worst_lateness_ms is not None]
    return [words("page-validity-late", milliseconds=milliseconds(max(late_ms)))] if late_ms else []


def _counts(trials: Sequence[Trial], words: Words) -> str:
    """Return the sentence on the counts: every due call is sent or dropped, then completed, an error or cut."""
    open_trials = [
        str(trial.number)
        for trial in trials
        if (found := trial.measurement).due != found.sent + found.dropped
        or found.sent != found.completed + found.errors + found.cut
    ]
    if open_trials:
        return words("page-validity-counts-open", trials=joined(words, open_trials))
    return words("page-validity-counts")
