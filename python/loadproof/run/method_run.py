"""Drives the state machine of a method: what it asks for is run and judged until it answers."""

from collections.abc import Callable, Sequence
from functools import partial

from loadproof.judge.verdict import State
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_answer import Answer, Outcome
from loadproof.method.confirm import Confirm, ConfirmAnswer
from loadproof.method.trial import Purpose, TrialResult
from loadproof.model.profile import Profile
from loadproof.run.session import Session
from loadproof.trial.judging import judging_of

__all__ = ["Revive", "judging_of", "run_confirm", "run_search"]

Revive = Callable[[bool], bool]
"""Starts services again before a trial: those that died, or with True all of them; whether it started any."""


def run_search(
    session: Session, capacity: Capacity, profile: Profile, revive: Revive | None = None
) -> tuple[list[TrialResult], Answer | None]:
    """The trials of a search and its answer; None: it was interrupted."""
    history: list[TrialResult] = []
    while not session.interrupted:
        step = capacity.next(history)
        if isinstance(step, Answer):
            return history, step
        if revive is not None:
            revive(False)
        judging = partial(judging_of, step, profile, tuple(history))
        result = session.run("capacity", step, judging)
        if (
            revive is not None
            and not session.interrupted
            and _asks_for_a_start(capacity, history, result)
            and revive(True)
        ):
            # The service is ours: a new start gives back what a rest did not.
            result = session.run("capacity", step, judging)
        history.append(result)
    return history, None


def run_confirm(
    session: Session, confirm: Confirm, profile: Profile, revive: Revive | None = None
) -> tuple[list[TrialResult], ConfirmAnswer | None]:
    """The trials of a confirmation and its answer; None: it was interrupted."""
    history: list[TrialResult] = []
    while not session.interrupted:
        step = confirm.next(history)
        if isinstance(step, ConfirmAnswer):
            return history, step
        if revive is not None:
            revive(False)
        history.append(session.run("confirm", step, partial(judging_of, step, profile, ())))
    return history, None


def _asks_for_a_start(capacity: Capacity, history: Sequence[TrialResult], result: TrialResult) -> bool:
    """Whether the service did not recover, and is not just slower than it was: a new start would hide a drift."""
    if result.trial.purpose is not Purpose.RECOVER or result.verdict.state is not State.FAILED:
        return False
    then = capacity.next([*history, result])
    return not (isinstance(then, Answer) and then.outcome is Outcome.DRIFTING)
