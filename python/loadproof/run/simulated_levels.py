"""A simulated service with a feature: a model for each level, alike but for its service times."""

from collections.abc import Callable, Mapping

from loadproof.judge.timeline import Timeline
from loadproof.method.trial import Trial, TrialResult
from loadproof.model.message import Message
from loadproof.run.session import Session
from loadproof.trial.judging import Judging
from loadproof.trial.observer import Observer

__all__ = ["SimulatedLevels"]


class SimulatedLevels:
    """Runs each slot on the session of its level, as one session runs those of one."""

    def __init__(self, sessions: Mapping[str, Session], off: str) -> None:
        """`sessions` are by level; `off` is where nothing is switched on."""
        self._sessions = sessions
        self._off = off

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self._sessions[self._off].interrupted

    def say(self, told: Message) -> None:
        """A line of the live view that stays."""
        self._sessions[self._off].say(told)

    def note(self, told: Message) -> None:
        """A line of a log; a terminal shows as much in its own way."""
        self._sessions[self._off].note(told)

    def wait_for_quiet(self, _most_s: float) -> float:
        """Nobody else is in virtual time."""
        return 0.0

    def tell_first(self, observer: Observer) -> None:
        """Of trials from now on `observer` is told before whoever takes time for it."""
        for session in self._sessions.values():
            session.tell_first(observer)

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        """Runs one slot."""
        return self._sessions[trial.level or self._off].run(method, trial, judging_of)
