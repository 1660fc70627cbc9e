"""Tells a message in every language, and holds the languages to say the same figures."""

import re
from collections import Counter

from loadproof.model.message import SAID, Message
from loadproof.words.catalogue import LANGUAGES, words_of

SPACES = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]")
FIGURE = re.compile(r"\d+(?:\.\d+)?")
OF_THE_LANGUAGE = {"ru": re.compile("[а-яё]", re.IGNORECASE), "zh": re.compile("[\u4e00-\u9fff]")}
"""A letter of each language that has letters of its own."""


def told_everywhere(message: Message) -> dict[str, str]:
    """The text in each language; none of them is in another language, or lacks a figure."""
    assert_made_of_messages(message)
    texts = {language: words_of(language).told(message) for language in LANGUAGES}
    expected = figures(texts["en"], "en")
    for language, text in texts.items():
        letters = OF_THE_LANGUAGE.get(language)
        assert letters is None or letters.search(text), text
        assert figures(text, language) == expected, (texts["en"], text)
    return texts


def assert_made_of_messages(message: Message) -> None:
    """Nothing that we say ourselves is told as it is."""
    assert message.code != SAID, message


def figures(text: str, language: str) -> Counter[float]:
    """The numbers of a text, whatever the marks of its language."""
    bare = SPACES.sub("", text)
    bare = bare.replace(",", ".") if language == "ru" else bare.replace(",", "")
    return Counter(float(figure) for figure in FIGURE.findall(bare))
