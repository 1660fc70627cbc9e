"""Numbers as people print them, and what rounding may have taken from them."""

import pytest
from loadproof.tools.audit.printed import printed_number


@pytest.mark.parametrize(
    ("text", "value", "half"),
    [
        ("12", 12.0, 0.5),
        ("12.0", 12.0, 0.05),
        ("3340", 3340.0, 5.0),
        ("0", 0.0, 0.5),
        ("0.00", 0.0, 0.005),
        ("+0.80%", 0.8, 0.005),
        ("−14", -14.0, 0.5),
        ("1 234 567", 1_234_567.0, 0.5),
        ("1,234.5", 1234.5, 0.05),
        ("1'000", 1000.0, 5.0),
        ("200", 200.0, 0.5),
        ("95–100", 97.5, 3.0),
        ("56.5ms", 56.5, 0.05),
        ("~42 ms", 42.0, 0.5),
        ("1.26 M", 1_260_000.0, 5_000.0),
        ("12.5k", 12_500.0, 50.0),
        ("3.3 млн", 3_300_000.0, 50_000.0),
        ("1.2万", 12_000.0, 500.0),
        ("1.5e3", 1500.0, 50.0),
    ],
)
def test_a_number_has_its_value_and_what_rounding_hides(text: str, value: float, half: float) -> None:
    number = printed_number(text)
    assert number is not None
    assert number.value == pytest.approx(value)
    assert number.half == pytest.approx(half)


@pytest.mark.parametrize("text", ["42,0", "0,381", "1 234,5", "1.234,5"])
def test_decimal_commas_are_read_where_the_table_has_them(text: str) -> None:
    number = printed_number(text, ",")
    assert number is not None
    assert number.value == pytest.approx(float(text.replace(" ", "").replace(".", "").replace(",", ".")))


@pytest.mark.parametrize(
    "text", ["", "–", "n/a", "=B2/C2", "#DIV/0!", "12:30", "1,2,3", "10%采样率", "2026-11-25", "<1", "1" * 40, "1e999"]
)
def test_what_is_no_single_number_is_none(text: str) -> None:
    assert printed_number(text) is None
