"""Limit that is shared by all variants: if all their searches end at it, their rates rank only this limit."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from loadproof.methods.compare.machine import CompareRound
from loadproof.methods.registry import row_of
from loadproof.model.message import Listing, Message, Value, listed
from loadproof.records.doubt import DoubtCode
from loadproof.records.finding import Cause
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result

__all__ = ["shared_limit"]

_HIGHEST_RATE, _GENERATOR, _DISK, _DATABASE = "highest-rate", "generator", "disk", "database"
_OF_CAUSE: dict[str, str] = {Cause.GENERATOR: _GENERATOR, Cause.DISK_BUSY: _DISK, Cause.DATABASE_BOUND: _DATABASE}
_OF_GENERATOR = frozenset({DoubtCode.LATE_SENDS, DoubtCode.GENERATOR_CPU, DoubtCode.DESCRIPTORS, DoubtCode.PORTS})
_NAME_CHARACTERS = 60


def shared_limit(result: Result) -> Message | None:
    """Return the sentence on the limit of a comparison at which all its searches ended; None: there is no such limit.

    A search that was not run does not count. All variants share the disk and the generator. They share a database only
    if variants hold connections to one.
    """
    searched = [one for one in result.answers if row_of(one.method).finds_capacity and one.outcome != "not_run"]
    is_compared = any(answer.method == CompareRound.name for answer in result.answers)
    if not is_compared or len({answer.variant for answer in searched}) < 2:
        return None
    limits = {_limit_of(answer, result) for answer in searched}
    limit = limits.pop()
    if limits or limit is None:
        return None
    told = Message("searches-at-one-limit", limit=Message(f"limit-of-{limit}"))
    ranks = next((one.ranks.get("cpu") for one in result.comparisons if one.ranks.get("cpu")), None)
    if ranks:
        return Message("searches-ranked-by-cpu", told=told, order=_order(ranks))
    return Message("searches-to-rank-by-cpu", told=told)


def _limit_of(answer: Answer, result: Result) -> str | None:
    """Return the shared limit that is the main reason for the end of the search of one start; None: another reason."""
    if answer.outcome == "at_least":
        return _HIGHEST_RATE
    own = [trial for trial in result.trials if trial.number in answer.trials]
    failed = [trial for trial in own if trial.state == "failed"]
    if not failed:
        invalid = [trial for trial in own if trial.state == "invalid"]
        is_short = any(doubt.code in _OF_GENERATOR for trial in invalid for doubt in trial.measurement.doubts)
        return _GENERATOR if is_short else None
    of_start = (one for one in result.stopped_by if (one.variant, one.start) == (answer.variant, answer.start))
    causes = [cause.cause for one in of_start for cause in one.causes]
    limit = _OF_CAUSE.get(causes[0]) if causes else None
    is_shared = any(doubt.code == DoubtCode.SHARED_SERVICE for doubt in result.doubts)
    return None if limit == _DATABASE and not is_shared else limit


def _order(ranks: Mapping[str, int]) -> Message:
    """Return the variants by rank, the lowest need first; variants that cannot be told apart share a place."""
    ranked = sorted((rank, name) for name, rank in ranks.items())
    groups = [
        listed([printable(name, limit=_NAME_CHARACTERS) for _, name in group], Listing.AND)
        for _, group in groupby(ranked, key=lambda one: one[0])
    ]
    places: list[Value] = [groups[0], *(Message("ranking-then", place=place) for place in groups[1:])]
    return Message("clauses", clauses=listed(places, Listing.CLAUSES))
