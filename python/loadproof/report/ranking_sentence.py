"""What a ranking says, in one or two sentences."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from loadproof.report.figures import rate_text
from loadproof.report.plain_text import printable
from loadproof.report.sentence import slo_words

__all__ = ["carried_words", "ranking_sentence", "ranking_told", "typical_start"]

Json = Mapping[str, Any]
_NAME_CHARACTERS = 60


def ranking_sentence(ranking: Json, run: Json) -> str:
    """Who carries most, then who follows, then who has no rank and why; safe to print."""
    variants = ranking["variants"]
    if len(variants) == 1 and variants[0]["rate"]["value"] is not None:
        return _of_one(variants[0], run)
    ranked = [variant for variant in variants if variant["rank"] is not None]
    others = "; ".join(_unranked(variant) for variant in variants if variant["rank"] is None)
    if not ranked:
        return f"Not ranked within {slo_words(run)}: {others}."
    groups = (list(group) for _, group in groupby(ranked, key=lambda variant: variant["rank"]))
    places = "; then ".join(_place(group) for group in groups)
    return f"Most within {slo_words(run)}: {places}.{f' Not ranked: {others}.' if others else ''}"


def ranking_told(rankings: Sequence[Json]) -> Json | None:
    """The ranking that a report begins with: of those that rank the last, which searched; else one of several starts.

    None where every variant has one start: then the answers say more than a ranking that cannot be.
    """
    ranked = [ranking for ranking in rankings if ranking["is_ranked"]]
    of_starts = [ranking for ranking in rankings if any(len(variant["starts"]) > 1 for variant in ranking["variants"])]
    return next((found[-1] for found in (ranked, of_starts) if found), None)


def typical_start(variant: Json) -> Json | None:
    """The start of the median rate, of an even number the lower one; without a rate the first that measured anything.

    >>> starts = [{"rate": rate, "trial": trial} for rate, trial in ((90.0, 1), (None, 2), (100.0, 3), (95.0, 4))]
    >>> typical_start({"starts": starts})
    {'rate': 95.0, 'trial': 4}
    """
    measured = [start for start in variant["starts"] if start["trial"] is not None]
    rated = sorted((start for start in measured if start["rate"] is not None), key=lambda start: float(start["rate"]))
    return rated[(len(rated) - 1) // 2] if rated else next(iter(measured), None)


def _of_one(variant: Json, run: Json) -> str:
    numbers = sum(start["rate"] is not None for start in variant["starts"])
    of = f"{numbers} of {len(variant['starts'])} starts"
    return f"{_name(variant)} carries {carried_words(variant)} within {slo_words(run)}, by {of}."


def _place(group: Sequence[Json]) -> str:
    named = [f"{_name(variant)} with {carried_words(variant)}" for variant in group]
    if len(named) == 1:
        return named[0]
    return f"{', '.join(named[:-1])} and {named[-1]}, which cannot be told apart"


def _unranked(variant: Json) -> str:
    carried = "" if variant["rate"]["value"] is None else f" with {carried_words(variant)}"
    return f"{_name(variant)}{carried} ({variant['unranked']})"


def _name(variant: Json) -> str:
    return printable(str(variant["variant"]), limit=_NAME_CHARACTERS)


def carried_words(variant: Json) -> str:
    """The rate of a row with its interval, or as the bound that it is.

    >>> carried_words({"bound": "exact", "rate": {"value": 2100.0, "low": 1980.0, "high": 2230.0}})
    '2,100/s (1,980 to 2,230)'
    >>> carried_words({"bound": "at_least", "rate": {"value": 3000.0, "low": None, "high": None}})
    'at least 3,000/s'
    """
    rate, bound = variant["rate"], variant["bound"]
    shown = f"{rate_text(rate['value'])}/s"
    if bound in ("at_least", "below"):
        return f"{'at least' if bound == 'at_least' else 'less than'} {shown}"
    return shown if rate["low"] is None else f"{shown} ({rate_text(rate['low'])} to {rate_text(rate['high'])})"
