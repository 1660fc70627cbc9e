"""What findings are made of has its words in every language."""

import re
from pathlib import Path

import pytest
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Unit
from loadproof.words.catalogue import LANGUAGES, english, words_of

from .made_evidence import trial


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_has_a_name_of_its_own_in_a_sentence_and_at_the_head_of_a_table(language: str) -> None:
    words = words_of(language)
    for names in ([cause.words for cause in Cause], [cause.short_name for cause in Cause]):
        assert len({words.told(name) for name in names}) == len(Cause)


def test_the_document_of_causes_has_the_name_of_each_that_reports_show() -> None:
    text = (Path(__file__).parents[3] / "docs/causes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$", text.partition("\n## ")[0], re.M)
    named = {
        code: name
        for codes, names in rows
        for code, name in zip(re.findall(r"`([^`]+)`", codes), names.split(", "), strict=True)
    }
    assert named == {cause.value: english(cause.short_name) for cause in Cause}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("unit", Unit)
def test_every_figure_is_told_with_its_number(language: str, unit: Unit) -> None:
    told = words_of(language).value(unit.figure(21.0))
    assert told.startswith("21")
    assert (told == "21") == (unit is Unit.NONE)
    assert bool(words_of(language).told(unit.words)) == (unit is not Unit.NONE)


@pytest.mark.parametrize(
    ("value", "unit", "told"),
    [
        (1.0, Unit.CALLS, "1 call"),
        (2.5, Unit.CALLS, "2.5 calls"),
        (24110.0, Unit.MEBIBYTES, "23.5 GiB"),
        (799.2, Unit.SECONDS, "13 min 19 s"),
        (2048.0, Unit.MEBIBYTES_PER_SECOND, "2 GiB/s"),
    ],
)
def test_a_figure_is_told_in_the_unit_that_people_read(value: float, unit: Unit, told: str) -> None:
    assert words_of("en").value(unit.figure(value)) == told


def test_the_trial_that_passed_is_told_with_its_rate_where_it_had_one() -> None:
    passed = trial(state="passed", number=3, rate=400.0)
    assert words_of("en").value(passed_words(passed, 2.0, Unit.CALLS)) == " (trial 3, which passed at 400/s: 2 calls)"
    at_most = passed_words(trial(state="passed", rate=None), 2.0, Unit.CALLS)
    assert "as many calls as could be" in words_of("en").value(at_most)
    assert passed_words(passed, None, Unit.CALLS) == passed_words(None, 2.0, Unit.CALLS) == ""
    names = [english(item.name) for item in figures(Message("evidence-wait"), 9.0, Unit.MILLISECONDS, passed, 1.0)]
    assert names == ["p99 of the wait", "p99 of the wait in trial 3, which passed"]
