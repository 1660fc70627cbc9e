"""Texts of a result in every language; the page shows the chosen one."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from loadproof.model.message import Message
from loadproof.records.finding import Unit
from loadproof.result.result import Result
from loadproof.words.catalogue import LANGUAGES, english, words_of

__all__ = ["messages_in", "page_texts"]

_READ_UNITS = {
    "processes": Message("report-unit-processes"),
    "kills": Message("report-unit-kills"),
    "requests": Message("report-unit-requests"),
    "requests/s": Message("report-unit-requests-per-second"),
    "1/s": Message("report-unit-events-per-second"),
}
"""Units that probes read and no finding has, as their series name them."""


def page_texts(result: Result) -> dict[str, dict[str, str]]:
    """By language: each English text of the result with its own, where it is another, and each SLO as it is read.

    A text that comes from outside, or of a run of an earlier version, has none.
    """
    told = dict.fromkeys(messages_in(result))
    units = [*(unit.words for unit in Unit), *_READ_UNITS.values()]
    by_english = {english(message): message for message in (*units, *told)}
    texts = {}
    for language in LANGUAGES:
        words = words_of(language)
        own = {text: words.told(message) for text, message in by_english.items()}
        own |= {slo.text: words.slo(slo.text) for slo in result.run.slos}
        texts[language] = {text: said for text, said in own.items() if said != text}
    return texts


def messages_in(value: Any) -> Iterator[Message]:
    """Every message of a typed value, those within others too."""
    match value:
        case Message():
            yield from value.within()
        case Mapping():
            for inner in value.values():
                yield from messages_in(inner)
        case list() | tuple():
            for inner in value:
                yield from messages_in(inner)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from messages_in(getattr(value, field.name))
