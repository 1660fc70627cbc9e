"""The sentence of a staircase of plateaus."""

from loadproof.model.message import Message, count, duration, rate
from loadproof.result.sentence import (
    NOTHING,
    ToldAnswer,
    arrivals_told,
    because,
    circumstances,
    load_told,
    reason_of,
    slos_told,
)

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence on the plateau that was kept; a lower bound is named as such."""
    if told.answer.outcome == "not_run":
        return Message("sentence-plateaus-not-run", because=because(told.answer.reason))
    match told.answer.outcome:
        case "found":
            return _found(told)
        case "at_least":
            return _at_least(told)
        case "none_passed":
            slos, why = slos_told(told.run.slos), because(told.answer.reason)
            return Message("sentence-plateaus-none-passed", slos=slos, because=why, circumstances=_circumstances(told))
    return Message(
        "sentence-plateaus-undecided",
        slos=slos_told(told.run.slos),
        because=because(told.answer.reason),
        arrivals=arrivals_told(told.run.arrivals),
    )


def _found(told: ToldAnswer) -> Message:
    why = reason_of(told.answer.reason)
    clause = Message("clause-after", clause=why) if why else NOTHING
    if _users_alone(told):
        return Message("sentence-plateaus-users-found", clause=clause, **_kept_users(told))
    return Message("sentence-plateaus-found", clause=clause, **_kept(told))


def _at_least(told: ToldAnswer) -> Message:
    highest = max((trial.rate for trial in told.trials if trial.rate is not None), default=told.answer.low)
    # What could not be judged above it is no proof of anything.
    why = reason_of(told.answer.reason)
    note = Message("in-brackets", text=why) if why else NOTHING
    if _users_alone(told):
        most = Message("plateau-users", users=count(max(trial.users for trial in told.trials)))
        return Message("sentence-plateaus-users-at-least", highest=most, note=note, **_kept_users(told))
    return Message(
        "sentence-plateaus-at-least", highest=Message("plateau-rate", rate=rate(highest)), note=note, **_kept(told)
    )


def _users_alone(told: ToldAnswer) -> bool:
    """Return True if users alone made the load of the answer: its plateaus differ in their users."""
    return told.answer.low == 0.0 and bool(told.answer.users) and bool(told.trials)


def _kept_users(told: ToldAnswer) -> dict[str, Message]:
    answer = told.answer
    return {
        "users": Message("plateau-users", users=count(answer.users)),
        "load": load_told(answer.rate, answer.n),
        "slos": slos_told(told.run.slos),
        "circumstances": _circumstances(told),
    }


def _kept(told: ToldAnswer) -> dict[str, Message]:
    answer = told.answer
    return {
        "load": load_told(answer.rate, answer.n, answer.users),
        "slos": slos_told(told.run.slos),
        "due": Message("plateau-rate", rate=rate(_due(told))),
        "circumstances": _circumstances(told),
    }


def _due(told: ToldAnswer) -> float | None:
    """The rate due on the plateau that was kept."""
    return next((trial.rate for trial in told.trials if trial.number == told.answer.decisive), told.answer.low)


def _circumstances(told: ToldAnswer) -> Message:
    if not told.answer.hold_s:
        return circumstances(told.run)
    arrivals = arrivals_told(told.run.arrivals)
    return Message("circumstances-each-held", arrivals=arrivals, held=duration(told.answer.hold_s))
