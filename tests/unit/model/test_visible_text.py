"""One rule for control and invisible characters, in Python, JSON and the page."""

import json
import sys
import unicodedata

import pytest
from loadproof.model.visible_text import json_text, visible, visible_line

from tests.control_characters import FAMILIES, HOSTILE, READABLE, hidden_in


@pytest.mark.parametrize("family", FAMILIES)
def test_each_of_a_family_is_an_escape(family: str) -> None:
    for character in FAMILIES[family]:
        assert visible_line(f"a{character}b") == f"a{character.encode('unicode_escape').decode()}b"
        assert character in "\n\t" or visible(f"a{character}b") == visible_line(f"a{character}b")


def test_every_control_and_format_character_is_hidden_but_those_that_are_drawn() -> None:
    drawn = {
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and visible_line(character) == character
    }
    # Signs of numbers and verses, marks of Kaithi and hieroglyphs: letters of their scripts.
    assert {ord(character) >> 4 for character in drawn} <= {0x060, 0x06D, 0x089, 0x08E, 0x110B, 0x110C, 0x1343}


def test_readable_text_stays_as_it_is() -> None:
    assert visible_line(READABLE) == READABLE
    assert json_text(READABLE) == json.dumps(READABLE, ensure_ascii=False)


def test_a_second_pass_changes_nothing() -> None:
    assert visible(visible_line(HOSTILE)) == visible_line(HOSTILE)
    assert hidden_in(visible(HOSTILE)) == []


def test_json_is_the_same_text_for_its_reader() -> None:
    value = {HOSTILE: [HOSTILE, "\ud800", 1, None]}
    assert json.loads(json_text(value)) == json.loads(json_text(value, indent=2)) == value
    assert hidden_in(json_text(value)) == []
