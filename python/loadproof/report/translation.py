"""Texts of a result in another language: English messages are found in a catalogue by their patterns."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from loadproof.report.texts import (
    ru_database_findings,
    ru_doubts,
    ru_evidence,
    ru_findings,
    ru_rankings,
    ru_reasons,
    ru_stand,
    ru_trends,
    ru_verdicts,
)
from loadproof.report.texts.message_template import MessageTemplate

__all__ = ["catalogue", "translations", "untranslated"]

_MOST_CHARACTERS = 4000
_DEEPEST = 8
"""Messages within messages; ours have four at most."""
_TEXTS = frozenset({"sentence", "reason", "text", "cure", "test", "arrivals_note", "time_note", "unit", "unranked"})
_NAMED_FOR_PEOPLE = frozenset({"evidence", "trends"})
_NOT_FOR_PEOPLE = frozenset({"slos", "method", "environment", "study", "profile"})


def translations(result: Mapping[str, Any]) -> dict[str, str]:
    """The texts for people of a result (see `result_model`), each with its Russian, as far as the catalogue knows it.

    The sentence of the whole is left out where it is that of the answers in a row.

    >>> translations({"reason": "there was no SLO to keep", "doubts": [{"text": "never heard of"}]})
    {'there was no SLO to keep': 'SLO не задано'}
    """
    return _translated(result, _Translator())


def untranslated(result: Mapping[str, Any]) -> list[str]:
    """The texts of a result, or the parts of them, that have no Russian."""
    translator = _Translator()
    _translated(result, translator)
    return list(translator.missed)


def _translated(result: Mapping[str, Any], translator: "_Translator") -> dict[str, str]:
    pairs = {text: translator.text(text) for text in dict.fromkeys(_texts(result))}
    return {english: russian for english, russian in pairs.items() if russian != english}


def _texts(result: Mapping[str, Any]) -> Iterator[str]:
    for name, value in result.items():
        if name != "sentence" or not result.get("answers"):
            yield from _texts_in(name, value)


def _texts_in(name: str, value: Any) -> Iterator[str]:
    """The texts for people in the value of a field."""
    if name in _NOT_FOR_PEOPLE:
        return
    if isinstance(value, str):
        if name in _TEXTS:
            yield value
    elif isinstance(value, Mapping):
        for inner, held in value.items():
            yield from _texts_in(inner, held)
    elif isinstance(value, list | tuple):
        for held in value:
            if name in _NAMED_FOR_PEOPLE:
                yield held["name"]
            yield from _texts_in("", held)


@cache
def catalogue() -> tuple[MessageTemplate, ...]:
    """Every message, the most specific first."""
    families = (
        *(
            ru_verdicts.VERDICTS,
            ru_verdicts.ANSWERS,
            ru_verdicts.ARRIVALS,
            ru_rankings.RANKINGS,
            ru_stand.TIME,
            ru_reasons.REASONS,
            ru_reasons.STATES,
        ),
        *(
            ru_doubts.DOUBTS,
            ru_doubts.CURES,
            ru_findings.FINDINGS,
            ru_database_findings.DATABASE_FINDINGS,
            ru_evidence.EVIDENCE,
            ru_evidence.UNITS,
            ru_trends.TRENDS,
            ru_stand.NOT_STARTED,
            ru_stand.EVENTS,
            ru_stand.SHORTFALLS,
        ),
    )
    templates = [MessageTemplate(*pair) for family in families for pair in family.items()]
    return tuple(sorted(templates, key=lambda template: -template.literal_length))


class _Translator:
    """Translates texts, and keeps in `missed` those that it cannot."""

    def __init__(self) -> None:
        self.missed: dict[str, None] = {}
        self._known: dict[str, str] = {}

    def text(self, english: str, depth: int = 0) -> str:
        """One message, or itself where it is not known."""
        if english not in self._known:
            self._known[english] = self._matched(english, depth)
        return self._known[english]

    def _matched(self, english: str, depth: int) -> str:
        if not any(character.isalpha() for character in english):
            return english
        if len(english) <= _MOST_CHARACTERS and depth <= _DEEPEST:
            for template in catalogue():
                russian = template.translated(english, lambda inner: self.text(inner, depth + 1))
                if russian is not None:
                    return russian
            clauses = english.split("; ")
            if len(clauses) > 1:
                # A list of messages, such as the figures of a soak that moved.
                return "; ".join(self.text(clause, depth + 1) for clause in clauses)
        self.missed[english] = None
        return english
