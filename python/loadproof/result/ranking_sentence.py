"""Summary of a ranking, in one or two sentences."""

from collections.abc import Sequence
from itertools import groupby

from loadproof.methods.factor import Factor
from loadproof.model.message import Listing, Message, count, listed
from loadproof.records.ranking import RankedVariant, Ranking, Spread
from loadproof.records.run import Run
from loadproof.result.plain_text import printable
from loadproof.result.sentence import slos_told

__all__ = ["carried_told", "ranking_sentence"]

_NAME_CHARACTERS = 60


def ranking_sentence(ranking: Ranking, run: Run) -> Message:
    """Return the variants in order of rank, then the unranked ones with the reason; the names are safe to print."""
    variants, slos = ranking.variants, slos_told(run.slos)
    factor = Factor.of_unit(ranking.unit)
    if len(variants) == 1 and variants[0].rate.value is not None:
        return _of_one(variants[0], slos, factor).with_names(printable)
    others = [_unranked(variant, factor) for variant in variants if variant.rank is None]
    ranked = [variant for variant in variants if variant.rank is not None]
    if not ranked:
        unranked = listed(others, Listing.CLAUSES)
        return Message("ranking-none-ranked", slos=slos, others=unranked).with_names(printable)
    groups = [list(group) for _, group in groupby(ranked, key=lambda variant: variant.rank)]
    told = Message("ranking-most", slos=slos, places=_places(groups, factor))
    if others:
        told = Message("ranking-and-others", ranking=told, others=listed(others, Listing.CLAUSES))
    return told.with_names(printable)


def _of_one(variant: RankedVariant, slos: Message, factor: Factor) -> Message:
    return Message(
        "ranking-of-one",
        variant=_name(variant),
        carried=carried_told(variant.bound, variant.rate, factor),
        slos=slos,
        given=count(sum(start.rate is not None for start in variant.starts)),
        starts=count(len(variant.starts)),
    )


def _places(groups: Sequence[Sequence[RankedVariant]], factor: Factor) -> Message:
    first, *others = [_place(group, factor) for group in groups]
    places = [first, *(Message("ranking-then", place=place) for place in others)]
    return Message("clauses", clauses=listed(places, Listing.CLAUSES))


def _place(group: Sequence[RankedVariant], factor: Factor) -> Message:
    named = [_named(variant, factor) for variant in group]
    if len(named) == 1:
        return named[0]
    return Message("ranking-shared-place", variants=listed(named, Listing.AND))


def _named(variant: RankedVariant, factor: Factor) -> Message:
    told = carried_told(variant.bound, variant.rate, factor)
    return Message("ranking-place", variant=_name(variant), carried=told)


def _unranked(variant: RankedVariant, factor: Factor) -> Message:
    who = Message.said(_name(variant)) if variant.rate.value is None else _named(variant, factor)
    return Message("ranking-unranked", variant=who, why=variant.unranked)


def _name(variant: RankedVariant) -> str:
    return printable(variant.variant, limit=_NAME_CHARACTERS)


def carried_told(bound: str | None, spread: Spread, factor: Factor = Factor.RATE) -> Message:
    """Return the rate, or the users, that a variant carries, with its interval, or as a bound."""
    carried = {"rate": spread.value}
    if bound == "at_least":
        return factor.message("carried-at-least", carried)
    if bound == "below":
        return factor.message("carried-below", carried)
    if spread.low is None:
        return factor.message("carried-rate", carried)
    return factor.message("carried-interval", {**carried, "low": spread.low, "high": spread.high})
