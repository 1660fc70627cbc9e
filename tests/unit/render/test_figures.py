"""Figures are written alike everywhere: the page's own test reads the same list (`web/tests/unit/figures.test.ts`)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.words.catalogue import words_of

FIGURES: dict[str, list[tuple[float | None, str]]] = json.loads(
    (Path(__file__).parents[3] / "web/tests/fixture/figures.json").read_text(encoding="utf-8")
)
WORDS = words_of("en")
WRITERS: dict[str, Callable[[Any], str]] = {
    "value": WORDS.figures.three_digits,
    "rate": WORDS.figures.plain,
    "percent": WORDS.percent,
    "duration": WORDS.duration,
}


def test_each_kind_of_figure_is_in_the_list() -> None:
    assert FIGURES.keys() == WRITERS.keys()


@pytest.mark.parametrize(
    ("kind", "value", "text"), [(kind, value, text) for kind, listed in FIGURES.items() for value, text in listed]
)
def test_figures_are_those_of_the_page(kind: str, value: float | None, text: str) -> None:
    assert WRITERS[kind](value) == text


@given(st.floats(-1e300, 1e300))
def test_a_figure_is_never_further_from_its_value_than_half_a_digit(value: float) -> None:
    text = WORDS.figures.three_digits(value)
    digit = 10.0 ** -len(text.partition(".")[2])
    assert abs(float(text.replace(",", "").replace("−", "-")) - value) <= digit / 2 + 1e-9 * abs(value)
