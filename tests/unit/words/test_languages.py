"""A language is a catalogue: what lists languages finds it, reads none, and knows no other."""

import subprocess
import sys
from pathlib import Path

import loadproof.words
from loadproof.model.message import Message, count
from loadproof.words.catalogue import english, words_of
from loadproof.words.languages import LANGUAGES


def test_each_catalogue_is_a_language_and_english_is_the_first() -> None:
    catalogues = Path(loadproof.words.__file__).parent.glob("*.ftl")
    assert LANGUAGES[0] == "en"
    assert sorted(LANGUAGES) == sorted(path.stem for path in catalogues)


def test_options_list_them_without_reading_a_catalogue() -> None:
    listed = (
        "import sys, loadproof.cli.options, loadproof.words.languages as languages; "
        "print(*languages.LANGUAGES, *{'babel', 'fluent'} & sys.modules.keys())"
    )
    told = subprocess.run([sys.executable, "-c", listed], check=True, capture_output=True, text=True)
    assert told.stdout.split() == list(LANGUAGES)


def test_what_stands_in_english_alone_is_english_in_every_language() -> None:
    # In Russian 21 takes the singular.
    told = Message("audit-number-doubt", number=count(21))
    assert english(told) == "21 doubts"
    assert {words_of(language).told(told) for language in LANGUAGES} == {english(told)}
    nested = Message("report-sentence", text=told)
    assert all(english(told) in words_of(language).told(nested) for language in LANGUAGES)


def test_a_language_without_a_catalogue_is_refused_and_the_others_are_named() -> None:
    asked = [sys.executable, "-m", "loadproof", "report", "runs/1", "--lang", "tlh"]
    told = subprocess.run(asked, check=False, capture_output=True, text=True)
    assert told.returncode == 2
    assert f"'tlh' is none of {', '.join(LANGUAGES)}" in told.stderr
