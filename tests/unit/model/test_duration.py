import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.model.duration import DurationError, format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("10s", 10.0),
        ("250ms", 0.25),
        ("1m30s", 90.0),
        ("1h", 3600.0),
        ("500us", 0.0005),
        (" 1.5 s ", 1.5),
        ("0s", 0.0),
    ],
)
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("10", "no unit"),
        ("1m30", "no unit"),
        ("10sec", "unknown unit 'sec'"),
        ("-1s", "negative"),
        ("soon", "not a duration"),
        ("1s1m", "out of order"),
        ("1s1s", "out of order"),
        ("9999999h", "more than 366 days"),
        ("1" * 50 + "s", "too long"),
    ],
)
def test_wrong_durations(text: str, message: str) -> None:
    with pytest.raises(DurationError, match=message):
        parse_duration(text)


@given(st.floats(min_value=1e-9, max_value=366 * 86400))
def test_round_trip_is_exact(seconds: float) -> None:
    assert parse_duration(format_duration(seconds)) == seconds


@given(st.integers(0, 500_000), st.sampled_from(["s", "ms", "us", "m"]))
def test_whole_units_are_read_exactly(number: int, unit: str) -> None:
    unit_s = {"s": 1, "ms": 1e-3, "us": 1e-6, "m": 60}[unit]
    assert parse_duration(f"{number}{unit}") == pytest.approx(number * unit_s, rel=1e-15)


@given(st.text(max_size=60))
def test_any_text_is_a_duration_or_a_duration_error(text: str) -> None:
    with contextlib.suppress(DurationError):
        assert parse_duration(text) >= 0


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e-12])
def test_what_cannot_be_written_is_refused(seconds: float) -> None:
    with pytest.raises(DurationError):
        format_duration(seconds)
