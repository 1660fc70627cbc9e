"""One catalogue a language (`en.ftl`, `ru.ftl`, ...), in Project Fluent's syntax; plurals and marks are CLDR's.

Fluent: https://projectfluent.org/fluent/guide/. A message is parsed when it is first told, as a verb tells few. The
messages of the side commands stand in the last section of `en.ftl` alone: every language shows them in English.
"""

import math
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from loadproof.model.duration import duration_parts
from loadproof.model.message import Kind, Listed, Listing, Message, Quantity, Value
from loadproof.model.slo import slo_parts
from loadproof.words.figures import NOTHING, Figures, shown_value
from loadproof.words.languages import LANGUAGES
from loadproof.words.locale_library import FluentBundle, FluentResource, FluentType, Locale, format_list, resolver

# Fluent refuses a text of more than 2,500 characters, for the sake of catalogues that are not trusted. Ours are, and
# the last lines of a log may be longer.
resolver.MAX_PART_LENGTH = sys.maxsize

__all__ = ["LANGUAGES", "Words", "WordsMissing", "english", "page_source", "words_of"]

_HERE = Path(__file__).parent
_SOURCE = "en"
_ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
_REFERENCE = re.compile(r"\{ *(-?[a-zA-Z][\w-]*) *[}(]")
_LOCALES = {"en": "en_001"}
"""English of the world: no comma before the last `and`."""
_OF_THE_PAGE = (
    *("page-", "term-", "cause-", "language-name", "unit-", "list-"),
    *("comparison-figure", "comparison-metric", "comparison-points"),
)
"""Prefixes of the codes whose texts the page of a report shows."""
_GIB = 1024.0
_LEAST_PERCENT = 0.01
_SLO_UNITS = {
    **dict.fromkeys(("us", "µs", "μs"), "unit-microsecond"),
    "ms": "unit-millisecond",
    "s": "unit-second",
    **dict.fromkeys(("m", "min"), "unit-minute"),
    "h": "unit-hour",
    "%": "unit-percent",
}
_BESIDE_HAN = re.compile(r"(?<=[\w%])(?<![\u4e00-\u9fff])(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])")
"""Between Latin letters or digits and Han characters, where our Chinese has a space and CLDR's lists have none."""
_UNITS = {Kind.MILLISECONDS: "millisecond", Kind.MEBIBYTES: "mebibyte", Kind.CORES: "cores"}
_BYTE_UNITS = (("gigabyte", 1e9), ("megabyte", 1e6), ("kilobyte", 1e3), ("byte", 1.0))
"""The largest first, each with its bytes."""
_RELATIONS = {"<=": "≤", ">=": "≥", "+-": "±", "+/-": "±"}


class WordsMissing(LookupError):
    """A message that a catalogue lacks, or lacks a value of: a fault of ours, which `make check` finds."""


class _Figure(FluentType):
    """A number that is already written. In a selector it equals the plural form that CLDR gives to it as it is shown.

    Fluent's own numbers would be written anew where they stand in a text.
    """

    def __init__(self, text: str, form: str) -> None:
        self.text = text
        self._form = form

    def format(self, locale: Locale) -> str:  # noqa: ARG002
        """Called by Fluent."""
        return self.text

    def __eq__(self, other: object) -> bool:
        return other == self._form

    def __hash__(self) -> int:
        return hash(self._form)


class Words:
    """Texts of one language.

    >>> from loadproof.model.message import duration
    >>> words_of("ru")("unit-second", number="5"), words_of("en").value(duration(252.0))
    ('5 с', '4 min 12 s')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._source = dict(_entries((_HERE / f"{language}.ftl").read_text(encoding="utf-8")))
        self._locale = Locale.parse(_LOCALES.get(language, language))
        self._bundle = FluentBundle([str(self._locale)], use_isolating=False)
        self._added: set[str] = set()
        self.figures = Figures(self._locale)

    def __call__(self, code: str, /, **values: Value) -> str:
        """The text of a code with its values, in English if it stands in English alone. Raises WordsMissing."""
        if code not in self._source and self.language != _SOURCE:
            return words_of(_SOURCE)(code, **values)
        return self._formatted(code, {name: self._argument(value) for name, value in values.items()})

    def _formatted(self, code: str, arguments: "dict[str, str | _Figure]") -> str:
        self._add(code)
        message = self._bundle.get_message(code)
        if message.value is None:
            raise WordsMissing(f"{code} has no text in {self.language}.ftl")
        text, faults = self._bundle.format_pattern(message.value, arguments)
        if faults:
            raise WordsMissing(f"{code} in {self.language}.ftl: {faults[0]}")
        return str(text)

    def told(self, message: Message) -> str:
        """The text of a message. Raises WordsMissing."""
        return self(message.code, **message.values)

    def knows(self, code: str) -> bool:
        """Return True if the code has a text.

        >>> words_of("en").knows("language-name"), words_of("en").knows("a name from outside")
        (True, False)
        """
        return code in self._source or (self.language != _SOURCE and words_of(_SOURCE).knows(code))

    def value(self, value: Value) -> str:
        """The text of one value, as it would stand in a gap."""
        argument = self._argument(value)
        return argument if isinstance(argument, str) else argument.text

    def _argument(self, value: Value) -> str | _Figure:
        match value:
            case Message():
                return self.told(value)
            case Listed(listing, items):
                return self._listed(listing, [self.value(item) for item in items])
            case Quantity():
                return self._quantity(value)
            case _:
                return value

    def _listed(self, listing: Listing, texts: list[str]) -> str:
        if listing is Listing.AND:
            return _BESIDE_HAN.sub(" ", format_list(texts, locale=self._locale)) if texts else ""
        return self(f"list-{listing.value}").join(texts)

    def _quantity(self, quantity: Quantity) -> str | _Figure:
        kind, value = quantity.kind, quantity.value
        if isinstance(value, str):
            return self.slo(value)
        if value is None:
            return NOTHING
        return self._figure(self._number(kind, value), value)

    def _number(self, kind: Kind, value: float) -> str:
        figures = self.figures
        if kind is Kind.MEBIBYTES and abs(value) >= _GIB:
            return self._unit("gibibyte", figures.plain(value / _GIB))
        if kind is Kind.BYTES:
            unit, size = next((found for found in _BYTE_UNITS if abs(value) >= found[1]), _BYTE_UNITS[-1])
            return self._unit(unit, figures.plain(value / size))
        if kind is Kind.SHARE:
            return self._unit("percent", figures.plain(100.0 * value))
        if kind in _UNITS:
            return self._unit(_UNITS[kind], figures.plain(value), value)
        bare = {Kind.COUNT: figures.whole, Kind.RATE: figures.plain, Kind.DURATION: self.duration}
        return bare.get(kind, figures.plain)(value)

    def _unit(self, unit: str, written: str, value: float = 0.0) -> str:
        return self._formatted(f"unit-{unit}", {"number": self._figure(written, value)})

    def _figure(self, written: str, value: float) -> _Figure:
        """The form of a noun goes by what is shown: 1.004 cores are `1 core`."""
        return _Figure(written, self._locale.plural_form(shown_value(value)) if math.isfinite(value) else "other")

    def duration(self, seconds: float) -> str:
        """A duration in its own units, the two largest at most; a dash for one that is not finite."""
        if not math.isfinite(seconds):
            return NOTHING
        parts = (self(f"unit-{unit}", number=self.figures.plain(number)) for number, unit in duration_parts(seconds))
        return " ".join(parts)

    def percent(self, percent: float | None) -> str:
        """Per cent; a small share is never rounded to nothing.

        >>> [words_of("en").percent(percent) for percent in (0.0, 0.127, 0.0004, 34.0, None)]
        ['0 %', '0.127 %', '< 0.01 %', '34 %', '–']
        """
        if percent is None or not math.isfinite(percent):
            return NOTHING
        is_small = 0 < percent < _LEAST_PERCENT / 2
        written = self._unit("percent", self.figures.plain(_LEAST_PERCENT if is_small else percent))
        return f"< {written}" if is_small else written

    def slo(self, text: str) -> str:
        """An SLO as it is written, with air between its parts.

        >>> words_of("en").slo("p99<50ms"), words_of("ru").slo("errors<=1%")
        ('p99 < 50 ms', 'ошибки ≤ 1 %')
        >>> words_of("en").slo("p50<250us"), words_of("en").slo("p99<=1m")
        ('p50 < 250 µs', 'p99 ≤ 1 min')
        """
        parts = slo_parts(text)
        if parts is None:
            return text
        operation, figure, relation, limit, unit = parts
        if not unit:
            return (
                f"{operation}: Apdex {_RELATIONS.get(relation, relation)} {limit}"
                if operation
                else (f"Apdex {_RELATIONS.get(relation, relation)} {limit}")
            )
        known = {"errors": "slo-errors", "rate": "slo-rate"}
        written = self(known[figure]) if figure in known else figure
        decimals = len(limit.partition(".")[2])
        number = self(_SLO_UNITS[unit], number=self.figures.fixed(float(limit), decimals))
        shown = f"{written} {_RELATIONS.get(relation, relation)} {number}"
        return f"{operation}: {shown}" if operation else shown

    def source(self, *prefixes: str) -> str:
        """The entries whose codes begin with one of `prefixes`, and those that they refer to, as Fluent.

        >>> print(words_of("en").source("language-name"))
        language-name = English
        """
        wanted = [code for code in self._source if code.startswith(prefixes)]
        kept: dict[str, str] = {}
        while wanted:
            code = wanted.pop(0)
            if code not in kept and code in self._source:
                kept[code] = _without_comments(self._source[code])
                wanted += _REFERENCE.findall(self._source[code])
        return "\n".join(kept.values())

    def _add(self, code: str) -> None:
        if code in self._added:
            return
        if code not in self._source:
            raise WordsMissing(f"{code} is not in {self.language}.ftl")
        self._added.add(code)
        source = self._source[code]
        self._bundle.add_resource(FluentResource(source))
        for name in _REFERENCE.findall(source):
            self._add(name)


@cache
def words_of(language: str) -> Words:
    """The words of a language of `LANGUAGES`."""
    return Words(language)


def english(message: Message | str) -> str:
    """The text of a message in English; a text is left as it is."""
    return message if isinstance(message, str) else words_of("en").told(message)


def page_source(language: str) -> str:
    """Return the texts that the page of a report shows in a language, as Fluent; the page contains them."""
    return words_of(language).source(*_OF_THE_PAGE)


def _without_comments(entry: str) -> str:
    return "\n".join(line for line in entry.splitlines() if line.strip() and not line.startswith("#"))


def _entries(source: str) -> Iterator[tuple[str, str]]:
    """The messages and terms of a catalogue, each with its own source."""
    found = list(_ENTRY.finditer(source))
    for match, following in zip(found, [*found[1:], None], strict=True):
        yield match[1], source[match.start() : following.start() if following else len(source)]
