"""The axes of the picture of a search: labels in order, and at the place of what they label."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from loadproof.render.rate_picture import Bar, rate_picture
from loadproof.words.catalogue import words_of

FIGURES = words_of("en").figures
TIMES_MS = st.floats(0.01, 1e5)
BARS = st.lists(
    st.builds(Bar, st.floats(0.1, 1e6), TIMES_MS, st.sampled_from(["passed", "failed", "undecided"])),
    min_size=1,
    max_size=12,
)
WIDTHS = st.sampled_from([64, 44, 28, 14])


def number(label: str) -> float:
    return float(label.replace(",", ""))


def ticks_of(picture: str) -> list[tuple[int, float]]:
    """(row, label) of each tick of the axis of times, from the top."""
    rows = picture.splitlines()[:-2]
    return [(row, number(found[1])) for row, line in enumerate(rows) if (found := re.match(r" *([0-9,.]+) ┤", line))]


def drawn(bars: list[Bar], limit_ms: float | None, width: int) -> str:
    return rate_picture(bars, limit_ms, FIGURES.three_digits, FIGURES.plain, width)


@given(BARS, st.none() | TIMES_MS, WIDTHS)
def test_labels_of_times_descend(bars: list[Bar], limit_ms: float | None, width: int) -> None:
    labels = [label for _, label in ticks_of(drawn(bars, limit_ms, width))]
    assert labels
    assert all(above > below for above, below in pairwise(labels)), labels


@given(BARS, st.none() | TIMES_MS, WIDTHS)
def test_labels_of_rates_ascend_and_do_not_touch(bars: list[Bar], limit_ms: float | None, width: int) -> None:
    *_, axis, line = drawn(bars, limit_ms, width).splitlines()
    labels = line.split()
    assert len(labels) == axis.count("┴")
    assert [number(label) for label in labels] == sorted({number(label) for label in labels})
    assert not labels or number(labels[-1]) == number(FIGURES.plain(max(bar.rate for bar in bars)))
    assert max(map(len, (axis, line))) == len(axis)


@given(st.lists(st.floats(0.01, 1e5), min_size=2, max_size=6), st.none() | TIMES_MS)
def test_a_tick_stands_in_the_row_in_which_its_bar_ends(times_ms: list[float], limit_ms: float | None) -> None:
    bars = [Bar(100.0 * (at + 1), time_ms, "passed") for at, time_ms in enumerate(times_ms)]
    text = drawn(bars, limit_ms, 64)
    lines = [line.ljust(200) for line in text.splitlines()]
    ticks = ticks_of(text)
    edge = text.splitlines()[-2].index("└")
    for at, bar in enumerate(bars):
        column = edge + 1 + round(63 * (at + 1) / len(bars))
        (mark,) = [row for row, line in enumerate(lines[:-2]) if line[column] == "✓"]
        same = [row for row, label in ticks if label == number(FIGURES.three_digits(bar.time_ms))]
        assert all(row == mark + 1 for row in same), text
        assert all(mark + 1 <= row for row, label in ticks if label < bar.time_ms * 0.99), text
        assert all(mark + 1 >= row for row, label in ticks if label > bar.time_ms * 1.01), text


def test_a_limit_above_all_times_is_labelled_above_them() -> None:
    bars = [Bar(100.0, 10.0, "passed"), Bar(200.0, 50.0, "passed")]
    assert [label for _, label in ticks_of(drawn(bars, 200.0, 64))] == [200.0, 50.0, 10.0]


def test_times_that_round_to_one_label_have_one_tick() -> None:
    bars = [Bar(100.0, 1.001, "passed"), Bar(200.0, 1.002, "passed"), Bar(300.0, 1.1, "passed")]
    assert [label for _, label in ticks_of(drawn(bars, 1.0, 64))] == [1.1, 1.0]
