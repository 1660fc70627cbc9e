"""Texts of a result in another language: English messages are found in a catalogue by their patterns."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from loadproof.report.texts import ru_doubts, ru_findings, ru_reasons, ru_stand, ru_trends, ru_verdicts
from loadproof.report.texts.message_template import MessageTemplate

__all__ = ["LANGUAGES", "catalogue", "translated", "untranslated"]

LANGUAGES = ("en", "ru")
_MOST_CHARACTERS = 4000
_DEEPEST = 8
"""Messages within messages; ours have four at most."""
_TEXTS = frozenset({"sentence", "reason", "text", "cure", "test", "arrivals_note"})
_NOT_FOR_PEOPLE = frozenset({"slos", "method", "environment", "study", "profile", "evidence"})


def translated(result: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A copy of a result (see `result_model`) with its texts for people in `language`: `en` or `ru`.

    Keys, codes, names, SLOs and commands stay. A text that the catalogue does not know stays English. Raises
    ValueError for another language.
    """
    return dict(result) if _is_english(language) else _Translator().result(result)


def untranslated(result: Mapping[str, Any], language: str) -> list[str]:
    """The texts of a result, or the parts of them, that have no translation. Raises ValueError as `translated` does."""
    if _is_english(language):
        return []
    translator = _Translator()
    translator.result(result)
    return list(translator.missed)


def _is_english(language: str) -> bool:
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is no language of the reports. Cure: use one of {', '.join(LANGUAGES)}")
    return language == "en"


@cache
def catalogue() -> tuple[MessageTemplate, ...]:
    """Every message, the most specific first."""
    families = (
        *(ru_verdicts.VERDICTS, ru_verdicts.ANSWERS, ru_verdicts.ARRIVALS, ru_reasons.REASONS, ru_reasons.STATES),
        *(
            ru_doubts.DOUBTS,
            ru_doubts.CURES,
            ru_findings.FINDINGS,
            ru_trends.TRENDS,
            ru_stand.EVENTS,
            ru_stand.SHORTFALLS,
        ),
    )
    templates = [MessageTemplate(*pair) for family in families for pair in family.items()]
    return tuple(sorted(templates, key=lambda template: -template.literal_length))


class _Translator:
    """Translates the texts of one result, and keeps in `missed` those that it cannot."""

    def __init__(self) -> None:
        self.missed: dict[str, None] = {}
        self._known: dict[str, str] = {}

    def result(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """The whole result."""
        answers = result.get("answers", [])
        return {
            name: self._sentence(value, answers) if name == "sentence" else self._value(name, value)
            for name, value in result.items()
        }

    def _sentence(self, sentence: str, answers: Sequence[Mapping[str, Any]]) -> str:
        """The sentence of the whole is that of its answers in a row, where there are any."""
        if not answers:
            return self.text(sentence)
        shown, end = "", 0
        for answer in answers:
            begin = sentence.find(answer["sentence"], end)
            if begin < 0:
                return self.text(sentence)
            shown += sentence[end:begin] + self.text(answer["sentence"])
            end = begin + len(answer["sentence"])
        return shown + sentence[end:]

    def _value(self, name: str, value: Any) -> Any:
        if name in _NOT_FOR_PEOPLE:
            return value
        if isinstance(value, str):
            return self.text(value) if name in _TEXTS else value
        if isinstance(value, Mapping):
            return {inner: self._value(inner, held) for inner, held in value.items()}
        if isinstance(value, list | tuple):
            return [self._value("", inner) for inner in value]
        return value

    def text(self, english: str, depth: int = 0) -> str:
        """One message, or itself where it is not known."""
        if english not in self._known:
            self._known[english] = self._matched(english, depth)
        return self._known[english]

    def _matched(self, english: str, depth: int) -> str:
        if not english:
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
