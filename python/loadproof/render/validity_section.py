"""Validity of the measurement, and the doubts about it."""

from collections.abc import Sequence

from loadproof.model.message import Listing, count, milliseconds
from loadproof.records.doubt import Doubt
from loadproof.records.trial import Trial
from loadproof.render.cells import joined, told
from loadproof.render.document import Block, Bullets, Paragraph, Section
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words

__all__ = ["doubts_by_code", "validity_section"]


def validity_section(result: Result, words: Words) -> Section:
    """Return the section on validity: a statement for the verdict, then one line with a hint per code of doubt."""
    blocks: list[Block] = [Paragraph(joined(words, _sentences(result, words), Listing.SENTENCES))]
    lines = [_line(alike, words) for alike in doubts_by_code(result.doubts)]
    return Section(words("page-section-validity"), [*blocks, Bullets(lines)] if lines else blocks)


def doubts_by_code(doubts: Sequence[Doubt]) -> list[list[Doubt]]:
    """In the order in which each code came first."""
    found: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        found.setdefault(doubt.code, []).append(doubt)
    return list(found.values())


def _line(alike: Sequence[Doubt], words: Words) -> str:
    first = alike[0]
    text = told(words, first.text)
    if len(alike) > 1:
        more = words("page-validity-more", count=count(len(alike) - 1))
        text = words("report-state-besides", state=text, besides=more)
    return words("report-doubt", code=printable(first.code), text=text, cure=told(words, first.cure))


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
