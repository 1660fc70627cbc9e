"""A simulated service with a feature: a model for each level, alike but for its service times."""

from collections.abc import Mapping

from loadproof.methods.trial import Trial, TrialResult
from loadproof.run.session import Session
from loadproof.trial.judging import JudgingOf
from loadproof.trial.observer import Meter

__all__ = ["SimulatedLevels"]


class SimulatedLevels:
    """Runs each slot on the session of its level, as one session runs those of one."""

    def __init__(self, sessions: Mapping[str, Session], off: str) -> None:
        """`sessions` are by level; `off` is where nothing is switched on."""
        self._sessions = sessions
        self._off = off

    def meter(self, meter: Meter) -> None:
        """Have `meter` read its clocks and counters in trials from now on."""
        for session in self._sessions.values():
            session.meter(meter)

    def run(self, method: str, trial: Trial, judging_of: JudgingOf) -> TrialResult:
        """Runs one slot."""
        return self._sessions[trial.level or self._off].run(method, trial, judging_of)

    def dismiss_users(self) -> None:
        """Ends the sessions of all users of every level."""
        for session in self._sessions.values():
            session.dismiss_users()
