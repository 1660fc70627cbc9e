"""The one state of a result: the colour of a report and the exit code of a process follow it."""

from collections.abc import Iterator, Mapping, Set
from typing import Any

from loadproof.judge.ranking import FEWEST_STARTS
from loadproof.report.ranking_sentence import ranking_told

__all__ = ["overall_state", "state_of"]

Json = Mapping[str, Any]
_NUMBERS = {"exact": "found", "at_least": "at_least", "below": "none_passed"}
_ANSWERED = ("drifting", "none_passed")
_STATES = {
    "passed": "passed",
    "found": "passed",
    "coarse": "passed",
    "at_least": "passed",
    "steady": "passed",
    "failed": "failed",
    "none_passed": "failed",
    "drifting": "failed",
    "not_steady": "failed",
}


def state_of(outcome: str) -> str:
    """`passed`, `failed` or `undecided`, whatever the method calls its outcome.

    >>> state_of("at_least"), state_of("drifting"), state_of("invalid")
    ('passed', 'failed', 'undecided')
    """
    return _STATES.get(outcome, "undecided")


def overall_state(result: Json) -> str:
    """`passed`, `failed` or `undecided`: of several answers a failed one counts most, then one that tells nothing.

    Where starts are ranked a variant counts once, by all of its starts. What was not valid tells nothing.

    >>> overall_state({"answers": [{"outcome": "found"}, {"outcome": "not_steady"}]})
    'failed'
    """
    states = {state_of(outcome) for outcome in _outcomes_that_count(result)}
    return next((state for state in ("failed", "undecided", "passed") if state in states), "undecided")


def _outcomes_that_count(result: Json) -> list[str]:
    """The outcomes of the answers; of a method whose starts are ranked, one for each variant over its starts.

    A start that drifted, or was not run, is no failure of a study whose other starts gave the variant its rank. A
    variant without a number has failed where some start says so; one with too few for its rank is undecided, though
    it had starts enough.
    """
    if ranking_told(result.get("rankings", ())) is None:
        return [str(answer["outcome"]) for answer in result["answers"]]
    ranked = {ranking["method"] for ranking in result["rankings"]}
    found = [_of_variant(variant, ranking) for ranking in result["rankings"] for variant in ranking["variants"]]
    others = [answer for answer in result["answers"] if answer["method"] not in ranked]
    if "capacity" in ranked:
        searched = {trial["number"] for trial in result["trials"] if trial["method"] == "capacity"}
        others = [answer for answer in others if not _is_of_search(answer, searched)]
    return [*found, *_of_others(others)]


def _is_of_search(answer: Json, searched: Set[int]) -> bool:
    """Whether it is the confirmation inside a search, whose outcome is that of the search."""
    return answer["method"] == "confirm" and set(answer["trials"]) <= searched


def _of_variant(variant: Json, ranking: Json) -> str:
    numbers = [start for start in variant["starts"] if start["rate"] is not None]
    if not numbers:
        told = [str(start["outcome"]) for start in variant["starts"]]
        return next((outcome for outcome in _ANSWERED if outcome in told), "undecided")
    if variant["bound"] is None:
        return "undecided"
    enough = len(variant["starts"]) >= FEWEST_STARTS and len(ranking["variants"]) > 1
    if enough and variant["rank"] is None and variant["bound"] != "below":
        return "undecided"
    return _NUMBERS[variant["bound"]]


def _of_others(answers: list[Json]) -> Iterator[str]:
    """What was not run on one start says nothing where it was run on others."""
    for answer in answers:
        of_same = [
            other for other in answers if (other["variant"], other["method"]) == (answer["variant"], answer["method"])
        ]
        if answer["outcome"] != "not_run" or all(other["outcome"] == "not_run" for other in of_same):
            yield str(answer["outcome"])
