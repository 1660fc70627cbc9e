"""Figures as a language writes them: digits by what a number is, marks by CLDR, units by the language's catalogue."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache

from loadproof.words.locale_library import Locale, NumberPattern, parse_pattern

__all__ = ["NOTHING", "Figures", "shown_value"]

NOTHING = "–"
_MOST_DECIMALS = 9
# Exact for every double.
_HALF_UP = Context(prec=400, rounding=ROUND_HALF_UP)


class Figures:
    """Numbers without their units, in the manner of one language.

    >>> english, russian = Figures(Locale("en")), Figures(Locale("ru"))
    >>> english.three_digits(1503.2), english.plain(9300.04), russian.plain(0.5)
    ('1,503', '9,300', '0,5')
    """

    def __init__(self, locale: Locale) -> None:
        self._locale = locale

    def three_digits(self, value: float | None) -> str:
        """Three significant digits, all digits of a number above 100; trailing zeros stay.

        >>> [Figures(Locale("en")).three_digits(value) for value in (0.4321, 48.27, 1503.2, None)]
        ['0.432', '48.3', '1,503', '–']
        """
        if value is None or not math.isfinite(value):
            return NOTHING
        return self._written(_rounded(value, _decimals(value)), fixed=True)

    def plain(self, value: float | None) -> str:
        """Return a number as `three_digits` does, without trailing zeros.

        >>> [Figures(Locale("en")).plain(value) for value in (9299.6, 702.5, 0.5, 1 / 60, 0.0, None)]
        ['9,300', '703', '0.5', '0.0167', '0', '–']
        """
        return NOTHING if value is None or not math.isfinite(value) else self._written(shown_value(value))

    def whole(self, value: float) -> str:
        """A count with its thousands parted.

        >>> Figures(Locale("en")).whole(1234567), Figures(Locale("en")).whole(-7)
        ('1,234,567', '−7')
        """
        return self._written(_rounded(value, 0))

    def fixed(self, value: float, decimals: int) -> str:
        """With so many decimals."""
        return self._written(_rounded(value, decimals), fixed=True)

    def _written(self, number: Decimal, *, fixed: bool = False) -> str:
        exponent = number.as_tuple().exponent
        decimals = max(0, -exponent) if isinstance(exponent, int) else 0

        # Babel rounds once more, in the context that it finds.
        with localcontext(_HALF_UP):
            return _pattern(decimals, fixed).apply(number, self._locale).replace("-", "−")


def shown_value(value: float) -> Decimal:
    """A number as `Figures.plain` shows it: what the plural of its noun goes by."""
    rounded = _rounded(value, _decimals(value))
    if not rounded:
        return Decimal(0)
    is_whole = rounded == rounded.to_integral_value()
    return rounded.quantize(Decimal(1), context=_HALF_UP) if is_whole else rounded.normalize(_HALF_UP)


def _decimals(value: float) -> int:
    """Decimals of three significant digits; below 1e-9 a number is 0."""
    size = abs(value)
    if size >= 99.95:
        return 0
    if size >= 9.995:
        return 1
    return 2 if size >= 0.9995 or size == 0.0 else min(_MOST_DECIMALS, 2 - math.floor(math.log10(size)))


def _rounded(value: float, decimals: int) -> Decimal:
    """A half is rounded away from zero, as the page does; Python's own formats round it to the even digit."""
    return Decimal(value).quantize(Decimal(1).scaleb(-decimals), context=_HALF_UP)


@lru_cache(maxsize=64)
def _pattern(decimals: int, fixed: bool) -> NumberPattern:
    after = ("0" if fixed else "#") * decimals
    return parse_pattern(f"#,##0.{after}" if after else "#,##0")
