"""The answer of each method for each variant, as `AnswerModel`: as it was stored, or else derived from the trials."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.method.profile_multiple import in_multiples
from loadproof.method.registry import method_names
from loadproof.method.trial import Purpose
from loadproof.report.answer_sentences import answer_sentence
from loadproof.report.outcomes import state_of
from loadproof.report.trial_tables import confirming_trial
from loadproof.store.reader import RunReader

__all__ = ["answers_in", "why_unanswered"]

Trial = Mapping[str, Any]
Key = tuple[str | None, int, str]
"""Variant, start and method."""
_UNFINISHED = "the run has no end: its process was killed or failed, or it is still under way"
_INTERRUPTED = "the run was interrupted before its answer"
_UNSTORED = "the disk took nothing more before its answer"


def why_unanswered(ended: bool, interrupted: bool) -> str:
    """Why a run has no answer, by whether it has an end and was interrupted."""
    if not ended:
        return _UNFINISHED
    return _INTERRUPTED if interrupted else _UNSTORED


def answers_in(reader: RunReader, trials: Sequence[dict[str, Any]], run: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One answer for each start of a variant and method that was begun, or that is stored, in their order.

    A start that was superseded has none: it was run again under another number.
    """
    stored = {(variant, start, method): answer for variant, start, method, answer in reader.answers()}
    # A warm-up belongs to the start of the services, not to a method.
    begun = dict.fromkeys(
        (trial["variant"], trial["start"], trial["method"])
        for trial in trials
        if trial["method"] in method_names() and not trial["superseded"]
    )
    unfinished = why_unanswered(run["ended"], run["interrupted"])
    answers = []
    for key in _in_order([*begun, *stored]):
        variant, start, method = key
        of_start = [trial for trial in trials if (trial["variant"], trial["start"]) == (variant, start)]
        own = [trial for trial in of_start if trial["method"] == method]
        known = stored.get(key) or _of_trials(method, own, unfinished)
        answers.append(_answer(key, known, own or _shared(method, known, of_start), run))
    return answers


def _in_order(found: Sequence[Key]) -> list[Key]:
    """Variants as they were begun, the starts of each, and the methods of each in the order of a study."""
    variants = list(dict.fromkeys(variant for variant, _, _ in found))
    return sorted(set(found), key=lambda key: (variants.index(key[0]), key[1], method_names().index(key[2])))


def _shared(method: str, answer: Mapping[str, Any], trials: Sequence[Trial]) -> list[Trial]:
    """A capacity's confirmation is a trial of its search: that of the confirmed rate which was run last."""
    confirmations = [
        trial
        for trial in trials
        if method == "confirm" and trial["purpose"] == Purpose.CONFIRM.value and trial["rate"] == answer.get("rate")
    ]
    return confirmations[-1:]


def _answer(key: Key, known: Mapping[str, Any], own: Sequence[Trial], run: Mapping[str, Any]) -> dict[str, Any]:
    variant, start, method = key
    base_rate = run["profile"]["base_rate"]
    decisive = _decisive(method, known, own)
    rates = {name: known.get(name) for name in ("rate", "estimate", "low", "high")}
    doubts = [*(decisive["measurement"]["doubts"] if decisive else []), *known.get("doubts", [])]
    answer = {
        "variant": variant,
        "start": start,
        "method": method,
        "outcome": known["outcome"],
        "sentence": "",
        "reason": known.get("reason") or "",
        **rates,
        "n": in_multiples(rates["rate"], base_rate),
        "users": decisive["users"] if decisive else 0,
        "n_low": in_multiples(rates["low"], base_rate),
        "n_high": in_multiples(rates["high"], base_rate),
        "hold_s": known.get("hold_s"),
        "trials": [trial["number"] for trial in own],
        "decisive": decisive["number"] if decisive else None,
        "trends": list(known.get("trends", [])),
        "doubts": _unique(doubts),
    }
    answer["sentence"] = answer_sentence({**answer, "trials": own, "run": run})
    return answer


def _decisive(method: str, known: Mapping[str, Any], own: Sequence[Trial]) -> dict[str, Any] | None:
    """The trial that an answer rests on: of a staircase the plateau that was kept, else the lowest that was not.

    What passed or failed rests on no trial that was not valid.
    """
    told = [dict(trial) for trial in own]
    if state_of(known["outcome"]) != "undecided":
        told = [trial for trial in told if trial["measurement"]["valid"]]
    if method == "plateaus":
        rate = known.get("high") if known.get("low") is None else known["low"]
        told = [trial for trial in told if rate in (None, trial["rate"])]
    return confirming_trial(told)


def _of_trials(method: str, own: Sequence[Trial], unfinished: str) -> dict[str, Any]:
    """What the trials allow to say where no answer was stored."""
    partial, last = _PARTIAL.get(method), own[-1]
    if partial is not None:
        return partial(own) | {"reason": unfinished}
    if method == "load" and not last["cut_short"]:
        return {"outcome": last["state"], "rate": last["rate"], "reason": last["reason"]}
    return {"outcome": "undecided", "rate": last["rate"], "reason": unfinished}


def _partial_capacity(trials: Sequence[Trial]) -> dict[str, Any]:
    rated = [trial for trial in trials if trial["rate"] is not None and Purpose(trial["purpose"]).is_judged]
    passed = [trial["rate"] for trial in rated if trial["state"] == "passed"]
    low = max(passed, default=None)
    failed = [trial["rate"] for trial in rated if trial["state"] == "failed" and trial["rate"] > (low or 0.0)]
    confirmed = [
        trial["rate"] for trial in rated if trial["state"] == "passed" and trial["purpose"] == Purpose.CONFIRM.value
    ]
    return {
        "outcome": "undecided",
        "rate": max(confirmed, default=None),
        "low": low,
        "high": min(failed, default=None),
    }


def _partial_plateaus(trials: Sequence[Trial]) -> dict[str, Any]:
    """What was kept before the end came: the last plateau that passed, and below which none failed."""
    trials = [trial for trial in trials if trial["purpose"] == Purpose.PLATEAU.value]
    failed = min((trial["rate"] for trial in trials if trial["state"] == "failed"), default=None)
    passed = [trial for trial in trials if trial["state"] == "passed" and (failed is None or trial["rate"] < failed)]
    rate, low = (passed[-1]["measurement"]["rate"], passed[-1]["rate"]) if passed else (None, None)
    return {"outcome": "undecided", "rate": rate, "low": low, "high": failed}


_PARTIAL = {"capacity": _partial_capacity, "plateaus": _partial_plateaus}
"""Of methods that look for a rate: what they have found so far."""


def _unique(doubts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [doubt for index, doubt in enumerate(doubts) if doubt not in doubts[:index]]
