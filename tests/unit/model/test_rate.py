"""Rates in every form that they are written in."""

import pytest
from loadproof.model.rate import RateError, parse_multiple, parse_rate


@pytest.mark.parametrize(
    ("written", "per_s"),
    [
        (1000, 1000.0),
        ("1000", 1000.0),
        ("1000/s", 1000.0),
        ("1/m", 1 / 60),
        ("1 / min", 1 / 60),
        ("90 per minute", 1.5),
        ("6/h", 1 / 600),
        ("6/hour", 1 / 600),
        ("1/d", 1 / 86_400),
        ("0.0167", 0.0167),
        ("1e3", 1000.0),
        (0.004, 0.004),
    ],
)
def test_a_rate_is_calls_per_second(written: float | str, per_s: float) -> None:
    assert parse_rate(written) == pytest.approx(per_s, rel=1e-12)
    assert parse_multiple(written, None) == parse_rate(written)


@pytest.mark.parametrize("written", ["", "fast", "1/", "/m", "1/x", "1/m/s", "-1", "0", "0/m", "inf", "nan", "2N"])
def test_what_is_no_rate_is_refused_with_the_forms_of_one(written: str) -> None:
    with pytest.raises(RateError) as raised:
        parse_rate(written)
    assert "1/m" in raised.value.cure


def test_a_multiple_needs_the_rate_of_its_profile() -> None:
    assert parse_multiple("2N", 0.25) == 0.5
    with pytest.raises(RateError):
        parse_multiple("2N", None)
