"""The sentence of a search for the capacity."""

from loadproof.methods.factor import Factor
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message, duration
from loadproof.result.result import Answer
from loadproof.result.sentence import ToldAnswer, answer_load, arrivals_told, because, circumstances, slos_told

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence on the capacity, or on why it is unknown, with the estimate and its circumstances."""
    if told.answer.outcome == "not_run":
        return Message("sentence-capacity-not-run", because=because(told.answer.reason))
    if told.run.interrupted and told.answer.outcome == "undecided":
        return _open("sentence-capacity-interrupted", told)
    sentences = {
        "found": _found,
        "coarse": _coarse,
        "at_least": _at_least,
        "none_passed": _none_passed,
        "drifting": _drifting,
    }
    return sentences.get(told.answer.outcome, _undecided)(told)


def _found(told: ToldAnswer) -> Message:
    return _held("sentence-capacity-found", told)


def _coarse(told: ToldAnswer) -> Message:
    answer = told.answer
    if answer.rate is not None:
        return _held("sentence-capacity-coarse", told)
    return Factor.of_unit(answer.unit).message(
        "sentence-capacity-unconfirmed",
        {"estimate": answer.estimate, "low": answer.low, "high": answer.high},
        slos=slos_told(told.run.slos),
        circumstances=circumstances(told.run),
    )


def _held(code: str, told: ToldAnswer) -> Message:
    return Message(
        code,
        load=answer_load(told.answer),
        slos=slos_told(told.run.slos),
        estimate=_estimate(told.answer),
        circumstances=_confirmed(told),
    )


def _estimate(answer: Answer) -> Message:
    factor, bounds = Factor.of_unit(answer.unit), {"low": answer.low, "high": answer.high}
    if answer.estimate is None:
        # Runs of earlier versions have the interval alone.
        return factor.message("capacity-interval", bounds)
    return factor.message("capacity-estimate", {"estimate": answer.estimate, **bounds})


def _at_least(told: ToldAnswer) -> Message:
    return Factor.of_unit(told.answer.unit).message(
        "sentence-capacity-at-least",
        {},
        load=answer_load(told.answer),
        bound="tried" if told.answer.reason.code == "capacity-at-most-tried" else "allowed",
        held=duration(_confirmed_s(told) or 0.0),
        slos=slos_told(told.run.slos),
        circumstances=circumstances(told.run),
    )


def _none_passed(told: ToldAnswer) -> Message:
    judged = (trial for trial in told.trials if Purpose(trial.purpose).is_judged)
    factor = Factor.of_unit(told.answer.unit)
    tried = [float(trial.users) if factor is Factor.USERS else trial.rate for trial in judged if trial.rate is not None]
    values = {
        "slos": slos_told(told.run.slos),
        "because": because(told.answer.reason),
        "circumstances": circumstances(told.run),
    }
    if not tried:
        return factor.message("sentence-capacity-none-passed", {}, **values)
    return factor.message("sentence-capacity-none-passed-down-to", {"lowest": min(tried)}, **values)


def _drifting(told: ToldAnswer) -> Message:
    return Message(
        "sentence-capacity-drifting",
        slos=slos_told(told.run.slos),
        because=because(told.answer.reason),
        circumstances=circumstances(told.run),
    )


def _undecided(told: ToldAnswer) -> Message:
    return _open("sentence-capacity-undecided", told, because=because(told.answer.reason))


def _open(code: str, told: ToldAnswer, **values: Message) -> Message:
    """Between which rates the capacity was looked for when the search ended."""
    return Message(
        code,
        slos=slos_told(told.run.slos),
        passed=_highest_passed(told.answer),
        failed=_lowest_failed(told.answer),
        arrivals=arrivals_told(told.run.arrivals),
        **values,
    )


def _highest_passed(answer: Answer) -> Message:
    factor = Factor.of_unit(answer.unit)
    if answer.low is None:
        return factor.message("search-passed-none", {})
    held = float(answer.users) if factor is Factor.USERS else answer.rate
    code = "search-passed-confirmed" if answer.rate is not None and held == answer.low else "search-passed"
    return factor.message(code, {"rate": answer.low})


def _lowest_failed(answer: Answer) -> Message:
    if answer.high is None:
        return Message("search-failed-none")
    return Factor.of_unit(answer.unit).message("search-failed", {"rate": answer.high})


def _confirmed(told: ToldAnswer) -> Message:
    return circumstances(told.run, _confirmed_s(told))


def _confirmed_s(told: ToldAnswer) -> float | None:
    """Length of the last confirmation that passed; None: none did."""
    held_s = [
        trial.measurement.duration_s
        for trial in told.trials
        if trial.purpose == Purpose.CONFIRM.value and trial.state == "passed"
    ]
    return held_s[-1] if held_s else None
