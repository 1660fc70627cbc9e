"""Figures and words as Russian writes them."""

import re
from decimal import Decimal

__all__ = ["russian_figures", "russian_number", "russian_plural", "russian_slos"]

_THOUSANDS = "\N{NARROW NO-BREAK SPACE}"
_NUMBER = re.compile(r"\d{1,16}(?:,\d{3}){0,6}(?:\.\d{1,20})?(?:e[+-]\d{1,2})?")
_UNITS = {
    "requests/s": "запросов/с",
    "ms": "мс",
    "s": "с",
    "min": "мин",
    "h": "ч",
    "d": "сут",
    "MiB": "МиБ",
    "GiB": "ГиБ",
}
_UNIT = re.compile(rf"(?<=\s)({'|'.join(map(re.escape, _UNITS))})(?=$|\s|/)|/(s|h)\b")
_CORES = re.compile(r"([\d.,]{1,40}) cores\b")
_SLO_FIGURE = re.compile(r"(?<=[<>=≤≥±] )\d[\d.,]{0,20} (?:ms|s|%)(?=$|,| and )")
_SLO_WORDS = {"errors": "ошибки", "rate": "нагрузка"}
_SLO_WORD = re.compile(r"\b(?:errors(?= [<≤])|rate(?= ±))")
_SHORTEST_PARTED = 5
"""Digits; a number of four digits is parted only where the English text parts it."""


def russian_number(text: str) -> str:
    """A number with a decimal comma and its thousands parted by narrow spaces.

    >>> [russian_number(text).replace(_THOUSANDS, "_") for text in ("9,300.5", "1040", "12345", "1e+06", "-0.25")]
    ['9_300,5', '1040', '12_345', '1_000_000', '-0,25']
    """
    return _NUMBER.sub(lambda match: _parted(match[0]), text)


def _parted(number: str) -> str:
    plain = number.replace(",", "")
    if "e" in plain:
        plain = f"{Decimal(plain):f}"
    whole, _, fraction = plain.partition(".")
    if "," in number or len(whole) >= _SHORTEST_PARTED:
        whole = f"{int(whole):,}".replace(",", _THOUSANDS)
    return f"{whole},{fraction}" if fraction else whole


def russian_figures(text: str) -> str:
    """A figure with its units, such as a duration or a rate.

    >>> russian_figures("4 min 12.5 s"), russian_figures("0.12 %")
    ('4 мин 12,5 с', '0,12 %')
    """
    cores = _CORES.sub(lambda match: f"{match[1]} {russian_plural(match[1], ('ядро', 'ядра', 'ядер'))}", text)
    return _UNIT.sub(lambda match: _UNITS[match[1]] if match[1] else f"/{_UNITS[match[2]]}", russian_number(cores))


def russian_plural(number: str, forms: tuple[str, str, str]) -> str:
    """The form of a noun that goes with a number: of one, of two, of five.

    >>> [russian_plural(number, ("запрос", "запроса", "запросов")) for number in ("1", "22", "1,011", "0.5")]
    ['запрос', 'запроса', 'запросов', 'запроса']
    """
    digits = number.replace(",", "")
    if not digits.isdecimal():
        return forms[1]
    tens, ones = int(digits[-2:]), int(digits[-1])
    if 10 < tens < 20 or ones == 0 or ones > 4:
        return forms[2]
    return forms[0] if ones == 1 else forms[1]


def russian_slos(text: str) -> str:
    """A list of SLOs.

    >>> russian_slos("p99 < 50 ms, rate ± 5 % and errors < 0.5 %")
    'p99 < 50 мс, нагрузка ± 5 % и ошибки < 0,5 %'
    """
    figures = _SLO_FIGURE.sub(lambda match: russian_figures(match[0]), text)
    worded = _SLO_WORD.sub(lambda match: _SLO_WORDS[match[0]], figures)
    head, conjunction, last = worded.rpartition(" and ")
    return f"{head} и {last}" if conjunction else last
