"""Drives a staircase of plateaus."""

from collections.abc import Callable
from functools import partial

from loadproof.method.plateaus import Plateaus, PlateausAnswer
from loadproof.method.trial import TrialResult
from loadproof.run.method_run import judging_of
from loadproof.run.session import Session
from loadproof.study.profile import Profile

__all__ = ["run_plateaus"]


def run_plateaus(
    session: Session, plateaus: Plateaus, profile: Profile, died: Callable[[], str | None]
) -> PlateausAnswer | None:
    """The answer of a staircase, or None: it was interrupted. `died` names a service that died and stays down."""
    history: list[TrialResult] = []
    while not session.interrupted:
        step = plateaus.next(history, died() if history else None)
        if isinstance(step, PlateausAnswer):
            return step
        history.append(session.run("plateaus", step, partial(judging_of, step, profile, ())))
    return None
