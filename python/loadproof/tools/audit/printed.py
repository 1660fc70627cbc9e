"""Numbers as they were printed, each with what it may have been before it was rounded."""

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["Printed", "PrintedSpan", "exact_number", "is_missing", "printed_number", "to_places_of"]

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<digits>\d(?:[\d ',._]*\d)?|[.,]\d+)(?P<power>[eE][+-]?\d{1,2})?\s*(?P<unit>\D{0,12})"
)
_RANGE = re.compile(r"~?\s*(\d[\d.,]*)\s*(?:-|\.\.\.?|to)\s*(\d[\d.,]*\s*[^\d\s-]{0,8})")
_EXACT = re.compile(
    r"(?P<sign>[+-]?)(?P<digits>\d+(?:\.\d+)?|\.\d+)(?:[eE](?P<power>[+-]?\d{1,3}))?(?P<scale>[kM]?)\s*(?P<unit>[^\d\s]{0,12})"
)
_UNITS = re.compile(
    r"|%|ms|msec|s|secs?|us|usec|µs|μs|ns|мс|с|сек|мкс|min|h|ч|m|rps|qps|tps|/s|/sec|/min|/h|/hour|/с|/мин|/ч"
    r"|req/s|reqs/s|requests/s|requests/sec|per s|mi?b|gi?b|мб|гб|pp|п\.п\.|[x×]|cores|cpu|秒|毫秒"
)
_DASHES = str.maketrans(dict.fromkeys("−‒–—﹣－", "-"))
_GROUP_MARKS = str.maketrans(dict.fromkeys("\u00a0\u2009\u202f\u2007’`", " "))
_SCALES = {
    **dict.fromkeys(("k", "тыс", "тыс."), 1e3),
    **dict.fromkeys(("m", "млн", "млн."), 1e6),
    "万": 1e4,
    "萬": 1e4,
    "亿": 1e8,
}
_MOST_DIGITS, _SURE_DIGITS = 30, 3
_NO_NUMBERS = frozenset(
    {"", "-", "--", "---", "n/a", "na", "nan", "none", "null", "n.a.", "n.d.", "k.a.", "нет", "н/д", "无", "無", "暂无"}
)


@dataclass(frozen=True, slots=True)
class PrintedSpan:
    """All that a number may be, both ends included."""

    low: float
    high: float

    def meets(self, other: "PrintedSpan") -> bool:
        """Return True if the two spans share a number, up to floating-point error.

        >>> PrintedSpan(1.0, 2.0).meets(PrintedSpan(2.0, 3.0)), PrintedSpan(1.0, 2.0).meets(PrintedSpan(2.5, 3.0))
        (True, False)
        >>> PrintedSpan(1.0, 2.0).meets(PrintedSpan(2.5, math.inf))
        False
        """
        # What is left of a difference of doubles is small beside what they were, and beside any rounding.
        ends = (abs(end) for end in (self.low, self.high, other.low, other.high) if math.isfinite(end))
        slack = 1e-9 * max(1.0, *ends)
        return self.low <= other.high + slack and other.low <= self.high + slack

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Printed:
    """A number and half a unit of the last digit that was printed of it."""

    text: str
    value: float
    half: float
    unit: str = ""
    """Unit behind the number, such as `ms`; empty if none. `printed_number` makes it lower case, and
    `exact_number` keeps its case."""

    @property
    def span(self) -> PrintedSpan:
        """Range of the number before rounding: `value` ± `half`."""
        return PrintedSpan(self.value - self.half, self.value + self.half)

    def times(self, factor: float) -> "Printed":
        """In another unit."""
        return replace(self, value=self.value * factor, half=self.half * abs(factor))


def printed_number(text: str, mark: str = ".") -> Printed | None:
    """The number that a cell is; None where it is none. `mark` parts decimals.

    Zeros behind three digits may be rounding: 3340 is taken for 3335 to 3345.

    >>> printed_number("+0.80%"), printed_number("3 340").half, printed_number("42,0", ",").value
    (Printed(text='+0.80%', value=0.8, half=0.005, unit='%'), 5.0, 42.0)
    >>> printed_number("~95–100").span
    PrintedSpan(low=94.5, high=100.5)
    >>> printed_number("=B2/C2"), printed_number("12:30"), printed_number("1.26 M").value
    (None, None, 1260000.0)
    """
    written = unicodedata.normalize("NFKC", text).translate(_DASHES).translate(_GROUP_MARKS).strip()
    if (ends := _RANGE.fullmatch(written)) is not None:
        low, high = printed_number(ends[1], mark), printed_number(ends[2], mark)
        return None if low is None or high is None else _between(text, low, high)
    match = _NUMBER.fullmatch(written.removeprefix("~").lstrip())
    if match is None or len(match["digits"]) > _MOST_DIGITS:
        return None
    parts = _whole_and_decimals(match["digits"], mark)
    if parts is None:
        return None
    whole, decimals = parts
    power = int(match["power"][1:]) if match["power"] else 0
    value = float(f"{match['sign']}{whole}.{decimals or 0}e{power}")
    # Three digits are printed at least: of 3340 the zero may be rounding, those of 200 are figures.
    zeros = min(len(whole) - len(whole.rstrip("0")), max(0, len(whole) - _SURE_DIGITS))
    places = -len(decimals) if decimals else zeros
    half = 0.5 * 10.0 ** (places + power)
    unit = match["unit"].strip().lower()
    if not math.isfinite(value) or not math.isfinite(half):
        return None
    first, _, rest = unit.partition(" ")
    # A small m is minutes or milli.
    scale = None if match["unit"].startswith("m") and first == "m" else _SCALES.get(first)
    unit = unit if scale is None else rest
    return Printed(text.strip(), value, half, unit).times(scale or 1.0) if _UNITS.fullmatch(unit) else None


def _between(text: str, low: Printed, high: Printed) -> Printed | None:
    """A range that is printed is all that the number may be."""
    ends = (low.value - low.half, high.value + high.half)
    if ends[0] > ends[1]:
        return None
    return Printed(text.strip(), (ends[0] + ends[1]) / 2.0, (ends[1] - ends[0]) / 2.0, high.unit)


def _whole_and_decimals(digits: str, mark: str) -> tuple[str, str] | None:
    # JMeter prints .05 for 0.05.
    whole, _, decimals = (f"0{digits}" if digits.startswith(mark) else digits).partition(mark)
    if decimals and not decimals.isdecimal():
        return None
    other = "," if mark == "." else "."
    groups = re.split(rf"[ '_{other}]", whole)
    is_grouped = len(groups) > 1
    # No thousands begin with a zero: 0.123 with a decimal comma is no number.
    if is_grouped and (len(groups[0]) > 3 or groups[0].startswith("0") or any(len(group) != 3 for group in groups[1:])):
        return None
    joined = "".join(groups)
    return (joined, decimals) if joined.isdecimal() else None


def to_places_of(numbers: Sequence[Printed]) -> list[Printed]:
    """The numbers of a column that was printed to the same place: where one has units, zeros of others are digits.

    >>> [one.half for one in to_places_of([printed_number("-50"), printed_number("-14")])]
    [0.5, 0.5]
    """
    finest = min((number.half for number in numbers), default=0.0)
    return [replace(number, half=finest) for number in numbers]


def is_missing(text: str) -> bool:
    """True if a cell says that it has no number, such as `-` or `N/A`.

    >>> is_missing("–"), is_missing("N/A"), is_missing("12?")
    (True, True, False)
    """
    return unicodedata.normalize("NFKC", text).translate(_DASHES).strip().lower() in _NO_NUMBERS


def exact_number(text: str) -> Printed | None:
    """Number as a tool prints it: a decimal point, no thousands, and zeros at its end are digits.

    >>> exact_number("3000").half, exact_number("635.91us").unit, exact_number("12.00k").half, exact_number("1,5")
    (0.5, 'us', 5.0, None)
    """
    match = _EXACT.fullmatch(text.strip())
    if match is None or len(match["digits"]) > _MOST_DIGITS:
        return None
    _, _, decimals = match["digits"].partition(".")
    power = int(match["power"] or 0)
    scale = _SCALES[match["scale"].lower()] if match["scale"] else 1.0
    value = float(f"{match['sign']}{match['digits']}e{power}") * scale
    half = 0.5 * 10.0 ** (power - len(decimals)) * scale
    return Printed(text.strip(), value, half, match["unit"]) if math.isfinite(value) and math.isfinite(half) else None
