"""Patterns of messages with named gaps: `{rate:number} requests/s` on the one side, `{rate} запросов/с` on the other.

A gap on the English side has a kind (see `_KINDS`). On the Russian side `{name}` stands for its value, and
`{name|form of one|form of two|form of five}` for the noun that goes with it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from loadproof.report.texts.russian_figures import russian_figures, russian_number, russian_plural, russian_slos
from loadproof.report.texts.russian_places import russian_carried, russian_places, russian_unranked

__all__ = ["MessageTemplate", "gaps_in"]

Translate = Callable[[str], str]

_NUMBER = r"(?:-?\d{1,16}(?:,\d{3}){0,6}(?:\.\d{1,20})?(?:e[+-]\d{1,2})?|–|-?inf|nan)"
_PERCENT = rf"(?:(?:< )?{_NUMBER} %|–)"
_DURATION = rf"(?:{_NUMBER} (?:min|h|d) )?{_NUMBER} (?:ms|s|min|h|d)"
_FIGURES = rf"{_NUMBER}(?: [A-Za-z%/]{{1,20}})?"
_ARRIVALS = r"(?:closed loop|closed users|[^\s()]{1,40} arrivals)"
_GAVE = (
    rf"{_NUMBER}/s done, (?:(?:p99|mean) {_NUMBER} ms, )?{_PERCENT} failed, dropped or cut "
    rf"in {_DURATION} \({_ARRIVALS}; within one start\)"
)
_KINDS = {
    "number": _NUMBER,
    "rates": rf"{_NUMBER}/s(?:, {_NUMBER}/s){{0,30}}",
    "percent": _PERCENT,
    "duration": _DURATION,
    "figures": _FIGURES,
    "beside": rf"(?: \(trial \d{{1,9}}, which passed at (?:as many calls as could be|{_NUMBER}/s): {_FIGURES}\))?",
    "multiple": rf"(?: \(N = {_NUMBER}\))?(?: beside {_NUMBER} users?)?",
    "arrivals": _ARRIVALS,
    "circumstances": rf"{_ARRIVALS}; (?:(?:confirmed|each held) for {_DURATION} )?within one start",
    "known": (
        rf"(?:the highest rate that passed is {_NUMBER}/s, (?:not )?confirmed|no rate passed yet)"
        rf"; (?:the lowest that did not {_NUMBER}/s|none failed)"
    ),
    "at": (
        rf"(?:at (?:{_NUMBER} requests/s|the highest rate it gives)(?: beside {_NUMBER} users?)?|with {_NUMBER} users?)"
    ),
    "gave": _GAVE,
    "counted": rf"(?:done differs from due by )?{_PERCENT} of .+? \(limit {_PERCENT}\)",
    "because": r"(?:: .+?)?",
    "probe": r"(?:host|generator|probes|(?:process|cgroup|prometheus|postgres):[^\s:]{1,100})",
    "carried": rf"(?:at least |less than )?{_NUMBER}/s(?: \({_NUMBER} to {_NUMBER}\))?",
    "places": r".+?",
    "unranked": r".+?",
    "path": r"/[^\s:()]{1,300}",
    "message": r".+?",
    "words": r".+?",
    "label": r"the (?:median response time|p95 of the response time|share of errors|(?:memory|live set) of [^;]+?)",
    "slos": r".+?",
    "text": r".+?",
}
_OPEN = frozenset({"counted", "because", "label", "message", "places", "slos", "text", "unranked", "words"})
"""Kinds without a bound of their length."""
_MESSAGES = frozenset({"arrivals", "circumstances", "known", "at", "gave", "counted", "label", "message"})
_GAP = re.compile(r"\{(\w+):(\w+)\}")
_PLACE = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*)\|([^|{}]*))?\}")


def gaps_in(template: str) -> set[str]:
    """The names of the gaps of either side.

    >>> sorted(gaps_in("{count:number} trials in {held:duration}")), sorted(gaps_in("{count|раз|раза|раз}"))
    (['count', 'held'], ['count'])
    """
    return {match[1] for match in re.finditer(r"\{(\w+)[:|}]", template)}


@dataclass(frozen=True)
class MessageTemplate:
    """One message in English and in Russian.

    >>> template = MessageTemplate("held for {held:duration} by {name:text}", "{name} держали {held}")
    >>> template.translated("held for 1.5 s by api", str)
    'api держали 1,5 с'
    """

    english: str
    russian: str

    @cached_property
    def literal_length(self) -> int:
        """Characters outside of gaps: the more, the more specific."""
        return len(_GAP.sub("", self.english))

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {match[1]: match[2] for match in _GAP.finditer(self.english)}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_pattern_of(self.english), re.DOTALL)

    def translated(self, text: str, translate: Translate) -> str | None:
        """The message in Russian; None where `text` is another one. `translate` is asked for messages in gaps."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        english = found.groupdict()
        russian = {name: _rendered(kind, english[name], translate) for name, kind in self._kinds.items()}

        def filled(place: re.Match[str]) -> str:
            name, *forms = place.groups()
            one, two, five = forms
            return russian[name] if one is None else russian_plural(english[name], (one, two, five))

        return _PLACE.sub(filled, self.russian)


def _pattern_of(template: str) -> str:
    """A pattern whose cost grows with the length of a text alone, whatever the text.

    Each gap without bound begins an atomic group that reaches to the next one: once it has matched, its length is
    settled, so that no two of them are ever tried against each other.
    """
    groups = [""]
    end = 0
    for match in _GAP.finditer(template):
        groups[-1] += re.escape(template[end : match.start()])
        if match[2] in _OPEN:
            groups.append("")
        groups[-1] += f"(?P<{match[1]}>{_KINDS[match[2]]})"
        end = match.end()
    groups[-1] += re.escape(template[end:]) + r"\Z"
    return "".join(f"(?>{group})" for group in groups)


def _rendered(kind: str, value: str, translate: Translate) -> str:
    if kind in _MESSAGES:
        return translate(value)
    render = _RENDERINGS.get(kind)
    return render(value, translate) if render else russian_figures(value)


def _multiple(value: str, _: Translate) -> str:
    multiple, _beside, users = value.partition(" beside ")
    count = users.partition(" ")[0]
    beside = f" и {russian_number(count)} {russian_plural(count, _BESIDE_USERS)}" if users else ""
    return russian_figures(multiple) + beside


_BESIDE_USERS = ("пользователь", "пользователя", "пользователей")
_RENDERINGS: dict[str, Callable[[str, Translate], str]] = {
    "text": lambda value, _: value,
    "path": lambda value, _: value,
    "probe": lambda value, _: value,
    "number": lambda value, _: russian_number(value),
    "rates": lambda value, _: russian_number(value).replace("/s", " запросов/с"),
    "multiple": _multiple,
    "slos": lambda value, _: "(не задано)" if value == "no SLO" else russian_slos(value),
    "words": lambda value, translate: ", ".join(translate(word) for word in value.split(", ")),
    "carried": lambda value, _: russian_carried(value),
    "places": lambda value, _: russian_places(value),
    "unranked": russian_unranked,
    "because": lambda value, translate: value and f": {translate(value[2:])}",
    "beside": lambda value, translate: value and f" ({translate(value[2:-1])})",
}
