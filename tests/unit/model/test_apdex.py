import pytest
from loadproof.model.apdex import ApdexRating, apdex_text, rating


@pytest.mark.parametrize(
    ("score", "word"),
    [
        (1.0, "excellent"),
        (0.94, "excellent"),
        (0.9399999, "good"),
        (0.9349, "good"),
        (0.85, "good"),
        (0.845, "fair"),
        (0.7, "fair"),
        (0.6999, "poor"),
        (0.5, "poor"),
        (0.4999, "unacceptable"),
        (0.0, "unacceptable"),
    ],
)
def test_the_rating_is_that_of_the_score_before_rounding(score: float, word: str) -> None:
    assert rating(score) is ApdexRating(word)


@pytest.mark.parametrize("percent", [94, 85, 70, 50])
def test_a_share_of_calls_at_a_limit_has_the_better_rating(percent: int) -> None:
    assert rating(percent / 100) is not rating((percent - 0.5) / 100)
    assert rating((percent - 10 + 20 / 2) / 100) is rating(percent / 100)


@pytest.mark.parametrize(
    ("score", "target_s", "samples", "text"),
    [
        (0.75, 4.0, 1000, "0.75 [4.0]"),
        (0.75, 12.0, 1000, "0.75 [12]"),
        (0.75, 10.0, 1000, "0.75 [10]"),
        (0.75, 9.9, 1000, "0.75 [9.9]"),
        (0.75, 120.0, 1000, "0.75 [120]"),
        (0.75, 4.0, 100, "0.75 [4.0]"),
        (0.75, 4.0, 99, "0.75 [4.0]*"),
        (1.0, 4.0, 1, "1.00 [4.0]*"),
        (None, 4.0, 0, "NS [4.0]"),
        (None, 10.0, 0, "NS [10]"),
        (None, None, 0, "NS [mixed T]"),
        (0.75, None, 1000, "0.75 [mixed T]"),
        (0.75, None, 20, "0.75 [mixed T]*"),
        (0.9349, 1.0, 1000, "0.93 [1.0]"),
        (0.845, 1.0, 1000, "0.85 [1.0]"),
        (0.0, 0.5, 1000, "0.00 [0.5]"),
        (0.8, 0.05, 1000, "0.80 [0.05]"),
        (0.8, 0.25, 1000, "0.80 [0.25]"),
        (0.8, 0.0004, 1000, "0.80 [0.0004]"),
        (0.8, 12.5, 1000, "0.80 [12.5]"),
        (0.8, 1.23456, 1000, "0.80 [1.235]"),
    ],
)
def test_a_score_is_printed_with_its_target(
    score: float | None, target_s: float | None, samples: int, text: str
) -> None:
    assert apdex_text(score, target_s, samples) == text
