"""The places of a ranking in Russian: `a with 2,100/s (1,980 to 2,230); then b with 900/s and c with 880/s`."""

import re
from collections.abc import Callable

from loadproof.report.texts.russian_figures import russian_number

__all__ = ["russian_carried", "russian_places", "russian_unranked"]

_RATE = r"\d{1,16}(?:,\d{3}){0,6}(?:\.\d{1,20})?"
_CARRIED = re.compile(
    rf"(?P<bound>at least |less than )?(?P<rate>{_RATE})/s(?: \((?P<low>{_RATE}) to (?P<high>{_RATE})\))?"
)
_BOUNDS = {"at least ": "не менее ", "less than ": "менее ", None: ""}
_SHARED = ", which cannot be told apart"
_THEN = "then "
_ITEM = re.compile(rf"(?P<name>.{{1,200}}?) with (?P<carried>{_CARRIED.pattern.replace('?P<', '?P<of_')})")


def russian_carried(text: str) -> str:
    r"""What a variant carries.

    >>> russian_carried("2,100/s (1,980 to 2,230)").replace("\N{NARROW NO-BREAK SPACE}", " ")
    '2 100 запросов/с (от 1 980 до 2 230)'
    >>> russian_carried("at least 900/s")
    'не менее 900 запросов/с'
    """
    found = _CARRIED.fullmatch(text)
    if found is None:
        return text
    interval = f" (от {found['low']} до {found['high']})" if found["low"] else ""
    return russian_number(f"{_BOUNDS[found['bound']]}{found['rate']} запросов/с{interval}")


def russian_places(text: str) -> str:
    """Groups in the order of their ranks.

    >>> russian_places("a with 910/s; then b with 800/s and c with 790/s, which cannot be told apart")
    'a — 910 запросов/с; затем b — 800 запросов/с и c — 790 запросов/с, различить их нельзя'
    """
    return "; ".join(_group(group) for group in text.split("; "))


def _group(text: str) -> str:
    then = "затем " if text.startswith(_THEN) else ""
    bare = text.removeprefix(_THEN)
    shared = ", различить их нельзя" if bare.endswith(_SHARED) else ""
    return then + _items(bare.removesuffix(_SHARED)) + shared


def _items(text: str) -> str:
    # An item ends with its rate: what follows one is a comma or "and".
    return (
        _ITEM.sub(lambda item: f"{item['name']} — {russian_carried(item['carried'])}", text)
        .replace("запросов/с and ", "запросов/с и ")
        .replace(") and ", ") и ")
    )


def russian_unranked(text: str, translate: Callable[[str], str]) -> str:
    """Variants without a rank, each with its reason in brackets.

    >>> russian_unranked("a with 910/s (one start); b (none)", str.upper)
    'a — 910 запросов/с (ONE START); b (NONE)'
    """
    return "; ".join(_one_unranked(part, translate) for part in text.split("; "))


def _one_unranked(text: str, translate: Callable[[str], str]) -> str:
    item, bracket, why = text.removesuffix(")").rpartition(" (")
    return f"{_items(item)} ({translate(why)})" if bracket else text
