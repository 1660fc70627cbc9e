"""Drives a staircase of plateaus."""

from collections.abc import Callable
from functools import partial

from loadproof.judge.verdict import State
from loadproof.method.plateaus import Plateaus, PlateausAnswer
from loadproof.method.trial import Purpose, TrialResult
from loadproof.model.profile import Profile
from loadproof.run.method_run import Revive, judging_of
from loadproof.run.session import Session

__all__ = ["run_plateaus"]


def run_plateaus(
    session: Session, plateaus: Plateaus, profile: Profile, died: Callable[[], str | None], revive: Revive
) -> PlateausAnswer | None:
    """The answer of a staircase, or None: it was interrupted. `died` names a service that died and stays down.

    Services that do not recover from the last plateau are started anew: the next method is not to begin on them.
    """
    history: list[TrialResult] = []
    while not session.interrupted:
        step = plateaus.next(history, died() if history else None)
        if isinstance(step, PlateausAnswer):
            return step
        result = session.run("plateaus", step, partial(judging_of, step, profile, tuple(history)))
        history.append(result)
        if step.purpose is Purpose.RECOVER and result.verdict.state is State.FAILED and not session.interrupted:
            revive(True)
    return None
