"""Sentence of a load of users."""

from loadproof.model.message import Message, count
from loadproof.result.sentence import ToldAnswer, because, held, slos_told

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence: if the users were served within the SLOs."""
    answer = told.answer
    users, slos, why = count(answer.users), slos_told(told.run.slos), because(answer.reason)
    match answer.outcome:
        case "passed":
            return Message("sentence-users-passed", users=users, slos=slos, held=held(told))
        case "failed":
            return Message("sentence-users-failed", users=users, because=why)
        case "not_run":
            return Message("sentence-users-not-run", because=why)
    return Message("sentence-users-undecided", users=users, slos=slos, because=why)
