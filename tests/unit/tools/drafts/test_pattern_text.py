"""Text that is made of a pattern matches it, as Python's own expressions say; other patterns give no text."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.tools.drafts.pattern_text import text_of_pattern

ATOMS = st.sampled_from(
    ["a", "Z", "7", "-", r"\d", r"\w", r"\.", r"\+", ".", "[a-f0-9]", "[^a-z]", r"[^\s/]", r"[\w.-]"]
)
TIMES = st.sampled_from(["", "?", "*", "+", "{3}", "{2,}", "{1,4}", "+?"])
PATTERNS = st.recursive(
    st.tuples(ATOMS, TIMES).map("".join),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4).map("".join)
        | st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({'|'.join(parts)})")
        | inner.map(lambda part: f"(?:{part})" + "{2}")
    ),
    max_leaves=6,
)


@given(PATTERNS, st.integers(0, 12))
def test_a_text_matches_its_pattern(pattern: str, least: int) -> None:
    text = text_of_pattern(f"^{pattern}$", least)
    if text is not None:
        assert re.fullmatch(pattern, text)
        assert len(text) >= least
    assert text_of_pattern(f"^{pattern}$") is not None


@pytest.mark.parametrize(
    ("pattern", "least", "most", "text"),
    [
        ("^AC[0-9a-fA-F]{32}$", 34, 34, "AC" + "0" * 32),
        (r"^\+[1-9]\d{1,14}$", 0, 20, "+10"),
        ("^[a-z]+$", 5, 9, "aaaaa"),
        ("^[a-z]{2,8}$", 5, 9, "aaaaa"),
        ("^(gbp|usd)$", 0, 9, "gbp"),
        ("^a{9}$", 0, 3, None),
        ("(?=a)b", 0, 9, None),
        (r"^\p{L}+$", 0, 9, None),
        (r"(a)\1", 0, 9, None),
        ("a$b", 0, 9, None),
        ("[a", 0, 9, None),
        ("a{2", 0, 9, None),
        ("a" * 501, 0, 900, None),
        ("^a{999}$", 0, 2_000, None),
    ],
)
def test_a_pattern(pattern: str, least: int, most: int, text: str | None) -> None:
    assert text_of_pattern(pattern, least, most) == text


@given(st.text(alphabet="ab[](){}^$*+?|\\,-.019", max_size=40))
def test_any_pattern_ends_soon(pattern: str) -> None:
    began = time.monotonic()
    text = text_of_pattern(pattern, 3)
    assert time.monotonic() - began < 1
    assert text is None or len(text) <= 200
