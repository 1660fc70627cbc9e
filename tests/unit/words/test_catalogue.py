"""What the catalogues make of values, in each language."""

import pytest
from loadproof.model.message import (
    Listing,
    Message,
    Value,
    cores,
    count,
    duration,
    listed,
    mebibytes,
    milliseconds,
    number,
    rate,
    share,
    slo,
)
from loadproof.words.catalogue import LANGUAGES, WordsMissing, words_of


@pytest.mark.parametrize(
    ("value", "english", "russian", "chinese"),
    [
        (count(1234), "1,234", "1 234", "1,234"),
        (rate(9299.6), "9,300", "9 300", "9,300"),
        (number(0.00123456), "0.00123", "0,00123", "0.00123"),
        (duration(252.0), "4 min 12 s", "4 мин 12 с", "4 分钟 12 秒"),
        (share(0.00213), "0.213 %", "0,213 %", "0.213%"),
        (milliseconds(48.27), "48.3 ms", "48,3 мс", "48.3 ms"),
        (mebibytes(24690.0), "24.1 GiB", "24,1 ГиБ", "24.1 GiB"),
        (cores(1.004), "1 core", "1 ядро", "1 核"),
        (cores(0.5), "0.5 cores", "0,5 ядра", "0.5 核"),
        (cores(5.0), "5 cores", "5 ядер", "5 核"),
        (slo("p99.9<=1.5s"), "p99.9 ≤ 1.5 s", "p99.9 ≤ 1,5 с", "p99.9 ≤ 1.5 秒"),
        (slo("get:errors<1%"), "get: errors < 1 %", "get: ошибки < 1 %", "get: 错误率 < 1%"),
        (share(1e-262), "0 %", "0 %", "0%"),
        (count(10**40), f"{10**40:,}", f"{10**40:,}".replace(",", " "), f"{10**40:,}"),
        (rate(1e300), f"{int(1e300):,}", f"{int(1e300):,}".replace(",", " "), f"{int(1e300):,}"),
        (rate(None), "–", "–", "–"),
        (rate(float("inf")), "–", "–", "–"),
        (listed(["a", "b", "c"], Listing.AND), "a, b and c", "a, b и c", "a、b 和 c"),
        (listed(["a", "b"], Listing.CLAUSES), "a; b", "a; b", "a；b"),
    ],
)
def test_a_value_is_written_as_its_language_does(value: Value, english: str, russian: str, chinese: str) -> None:
    told = [words_of(language).value(value).replace("\N{NO-BREAK SPACE}", " ") for language in ("en", "ru", "zh")]
    assert told == [english, russian, chinese]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_cannot_speak_the_language_of_the_catalogue(language: str) -> None:
    hostile = "{ $x } { -term } \n[one] *[other] {"
    assert words_of(language).told(Message.said(hostile)) == hostile


def test_a_text_from_outside_may_be_long() -> None:
    lines = "x" * 9999
    assert words_of("ru").told(Message.said(lines)) == lines
    assert words_of("en")("said", text=Message.said(lines)) == lines


def test_what_is_missing_is_named() -> None:
    with pytest.raises(WordsMissing, match="never-written is not in en"):
        words_of("en")("never-written")
    with pytest.raises(WordsMissing, match="unit-second"):
        words_of("en")("unit-second")


def test_a_message_is_stored_with_its_code_and_values() -> None:
    inner = Message("unit-second", number="5")
    message = Message("said-with", share=share(0.5), of=inner, names=listed(["a", inner]), name="code")
    assert Message.of_json(message.to_json()) == message
    assert [held.code for held in message.within()] == ["said-with", "unit-second", "unit-second"]
    assert Message.of_json("of an earlier version") == Message.said("of an earlier version")
    with pytest.raises(ValueError, match="no message"):
        Message.of_json(5)
    with pytest.raises(ValueError, match="no value"):
        Message.of_json({"code": "x", "values": {"y": {"furlong": 1}}})
